"""What the house takes out of a pot, and what it gives back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from jamfold.errors import WorthError
from jamfold.worth.numbers import MAX_CHIPS, check_number


@dataclass(frozen=True)
class Rake:
    """How a pot is raked.

    Raises WorthError if a number is negative or not finite, or a percentage is above 100.
    """

    percent: float = 0.0
    """Of the pot, from 0 to 100."""
    cap: float | None = None
    """Chips that the percentage is at most; None for no cap."""
    drop: float = 0.0
    """Chips besides, from every pot."""
    jackpot: float = 0.0
    """Chips for a jackpot besides; no rakeback is given of them."""
    always: bool = False
    """Whether it is taken also from pots that end without a showdown (before the flop they are free in most
    rooms: no flop, no drop)."""
    rakeback: float = 0.0
    """Percent of rake and drop that players get back."""

    def __post_init__(self) -> None:
        _percentage(self.percent, "rake", "rake")
        _percentage(self.rakeback, "rakeback", "rakeback")
        if self.cap is not None:
            check_number(self.cap, "cap of the rake", "cap", MAX_CHIPS)
        check_number(self.drop, "drop", "drop", MAX_CHIPS)
        check_number(self.jackpot, "jackpot drop", "jackpot", MAX_CHIPS)

    @property
    def is_free(self) -> bool:
        """Whether nothing is ever taken."""
        return not (self.drop or self.jackpot or (self.percent and self.cap != 0))

    def taken(self, pot: float, *, showdown: bool) -> float:
        """Chips taken out of a pot, never more than it.

        Parameters
        ----------
        pot
            Chips of all players in it, without those that nobody could call.
        showdown
            Whether it is won at a showdown.
        """
        if not showdown and not self.always:
            return 0.0
        return min(pot, self._rake(pot) + self.jackpot)

    def returned(self, pot: float, *, showdown: bool, contributed: float) -> float:
        """Rakeback of a player who put `contributed` chips into a pot, as their part of it."""
        if pot <= 0 or (not showdown and not self.always):
            return 0.0
        return self.rakeback / 100 * self._rake(pot) * contributed / pot

    def _rake(self, pot: float) -> float:
        rake = self.percent / 100 * pot
        return min(pot, (rake if self.cap is None else min(rake, self.cap)) + self.drop)

    def as_dict(self) -> dict[str, Any]:
        """All parameters; `Rake(**values)` is the inverse."""
        return asdict(self)


def _percentage(value: float, what: str, field: str) -> None:
    if check_number(value, what, field) > 100:
        raise WorthError(f"A {what} of {value:g} % is more than all of it.", field=field)
