"""What a hand of so many seats is played for in tests: prizes."""

from __future__ import annotations

from jamfold.hand.terms import CHIPS, Terms
from jamfold.worth.prizes import Prizes
from jamfold.worth.utility import PrizeUtility


def prize_terms(seats: int, prizes: Prizes | None, others: tuple[float, ...] = ()) -> Terms:
    """Prizes by Malmuth and Harville's model; chips without."""
    return CHIPS if prizes is None else Terms(utility=PrizeUtility(prizes, others, seats=seats))
