"""What a hand of so many seats is played for in tests: prizes."""

from __future__ import annotations

from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility


def prize_terms(seats: int, prizes: Prizes | None, others: tuple[float, ...] = ()) -> PayoffTerms:
    """Prizes by Malmuth and Harville's model; chips without."""
    return CHIPS if prizes is None else PayoffTerms(utility=PrizeUtility(prizes, others, seats=seats))
