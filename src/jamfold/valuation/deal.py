"""Final-table deals: the division of the remaining prizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import WorthError
from jamfold.valuation.models import stack_values
from jamfold.valuation.numbers import check_number, checked_stacks
from jamfold.valuation.prizes import Prizes

ICM, CHIPS, EVEN = METHODS = "icm", "chips", "even"
"""Methods: by ICM; the lowest prize for everybody and the rest by chips (chip chop); equal parts."""


@json_fields(
    "method stacks prizes=prizes.amounts prize_unit=prizes.unit offers icm chips even kept kept_shares "
    "full_icm gains prizes.warning",
    schema="DealContract",
)
@dataclass(frozen=True)
class PrizeSplit(DisplayableResult):
    """Offers of a deal; lists are in the order of the stacks."""

    method: str
    """One of `METHODS`."""
    stacks: tuple[float, ...]
    prizes: Prizes
    """The remaining prizes, by place."""
    kept: float
    """The part left to play for, which the winner gets in addition."""
    icm: tuple[float, ...]
    chips: tuple[float, ...]
    even: tuple[float, ...]
    """icm, chips, even: each player's payout now by each method; with `kept` each sums to the prizes."""
    full_icm: tuple[float, ...]
    """ICM values of the stacks without a deal."""

    @property
    def offers(self) -> tuple[float, ...]:
        """Each player's payout now, by the method."""
        return {ICM: self.icm, CHIPS: self.chips, EVEN: self.even}[self.method]

    @property
    def kept_shares(self) -> tuple[float, ...]:
        """Each player's part of `kept`, by the chance to win it, the share of chips."""
        total = fsum(self.stacks)
        return tuple(self.kept * stack / total for stack in self.stacks)

    @property
    def gains(self) -> tuple[float, ...]:
        """Each player's value by the deal less the ICM value without one; they sum to zero."""
        parts = zip(self.offers, self.kept_shares, self.full_icm, strict=True)
        return tuple(offer + prize - now for offer, prize, now in parts)


def split_prizes(stacks: Sequence[float], prizes: Prizes, method: str = ICM, keep: float = 0.0) -> PrizeSplit:
    """Return the offers of a deal.

    Raises WorthError if stacks and prizes do not fit each other, or `keep` exceeds what is played for.

    Parameters
    ----------
    stacks
        Chips of the remaining players.
    prizes
        The remaining prizes, by place.
    method
        One of `METHODS`.
    keep
        The part left for the winner. It is taken off the highest prizes, which become equal.
    """
    chips = checked_stacks(stacks)
    prizes.check_players(len(chips))
    places = (*prizes.amounts, *[0.0] * (len(chips) - len(prizes.amounts)))
    last = min(places)
    free = prizes.pool - len(chips) * last
    if check_number(keep, "part left to play for", "keep") > free:
        raise WorthError(
            f"{keep:g} cannot be left to play for. Everybody is sure of {last:g}, and only {free:g} is "
            "above that.",
            field="keep",
        )
    total = fsum(chips)
    return PrizeSplit(
        method,
        chips,
        prizes,
        keep,
        stack_values(chips, level_down(places, keep)),
        tuple(last + (free - keep) * stack / total for stack in chips),
        tuple((prizes.pool - keep) / len(chips) for _ in chips),
        stack_values(chips, places),
    )


def level_down(prizes: Sequence[float], amount: float) -> tuple[float, ...]:
    """Return the prizes less an amount that is taken off the highest ones, which become equal."""
    falling = sorted(prizes, reverse=True)
    left = falling[-1]
    for count, lower in enumerate([*falling[1:], falling[-1]], 1):
        level = (fsum(falling[:count]) - amount) / count
        if level >= lower:
            left = level
            break
    return tuple(min(prize, left) for prize in prizes)
