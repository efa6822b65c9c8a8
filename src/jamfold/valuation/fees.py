"""Rake, rakeback, fees, all-in prizes and jackpots: what the house takes from a hand and gives back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from jamfold.core.errors import WorthError
from jamfold.valuation.numbers import MAX_CHIPS, check_number


@dataclass(frozen=True)
class Rake:
    """The rake of a pot.

    Raises WorthError if a number is negative or not finite, or a percentage is above 100.
    """

    percent: float = 0.0
    """Percent of the pot, from 0 to 100."""
    cap: float | None = None
    """Cap of the percentage, in chips; None for no cap."""
    drop: float = 0.0
    """Chips taken in addition from every pot."""
    jackpot: float = 0.0
    """Chips taken in addition for a jackpot, without rakeback."""
    always: bool = False
    """Whether pots without a showdown are raked too; before the flop they are free in most rooms (no flop, no
    drop)."""
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
        """Return the chips taken out of a pot, at most all of it.

        Parameters
        ----------
        pot
            Chips in the pot, without uncalled ones.
        showdown
            Whether the pot is won at a showdown.
        """
        if not showdown and not self.always:
            return 0.0
        return min(pot, self._rake(pot) + self.jackpot)

    def returned(self, pot: float, *, showdown: bool, contributed: float) -> float:
        """Return the rakeback of a player who put `contributed` chips into a pot, in proportion to them."""
        if pot <= 0 or (not showdown and not self.always):
            return 0.0
        return self.rakeback / 100 * self._rake(pot) * contributed / pot

    def _rake(self, pot: float) -> float:
        rake = self.percent / 100 * pot
        return min(pot, (rake if self.cap is None else min(rake, self.cap)) + self.drop)

    def as_dict(self) -> dict[str, Any]:
        """Return all parameters; `Rake(**values)` is the inverse."""
        return asdict(self)


def _percentage(value: float, quantity: str, field: str) -> None:
    if check_number(value, quantity, field) > 100:
        raise WorthError(f"A {quantity} of {value:g}% is more than all of it.", field=field)


DEALT, ALL_IN, SHOWDOWN = TRIGGERS = ("dealt", "all-in", "showdown")
"""The hands for which a fee is charged: all, those all-in, those at a showdown of two or more."""
STRAIGHT_FLUSH, ROYAL = "straight-flush", "royal"


class JackpotRule(NamedTuple):
    """The hands that a jackpot pays at a showdown; they use exactly two hole cards."""

    words: str
    royal: bool
    """Whether only royal flushes pay; else every straight flush that is the player's best hand."""


JACKPOT_RULES = {
    STRAIGHT_FLUSH: JackpotRule("a straight flush or better that uses both hole cards", False),
    ROYAL: JackpotRule("a royal flush with exactly two hole cards", True),
}


@dataclass(frozen=True)
class Fees:
    """Chips that each player pays or wins outside the pot, per hand.

    Raises WorthError if a number is negative or not finite, or rakeback is above 100%.
    """

    dealt: float = 0.0
    all_in: float = 0.0
    showdown: float = 0.0
    """dealt, all_in, showdown: fees of a player dealt in; all-in, called or not; at a showdown."""
    fortune: float = 0.0
    """Mean winnings of a player who is all-in, called or not."""
    rakeback: float = 0.0
    """Percent of the fees that players get back."""

    def __post_init__(self) -> None:
        for name in ("dealt", "all_in", "showdown"):
            check_number(getattr(self, name), "fee", "fee", MAX_CHIPS)
        check_number(self.fortune, "prize for an all-in", "fortune", MAX_CHIPS)
        _percentage(self.rakeback, "rakeback", "rakeback")

    @property
    def is_free(self) -> bool:
        """Whether nothing is ever paid or won."""
        return not (self.dealt or self.all_in or self.showdown or self.fortune)

    def paid(self, *, all_in: bool, showdown: bool) -> float:
        """Return the chips that a player pays at an end of the hand, less rakeback."""
        fee = self.dealt + all_in * self.all_in + showdown * self.showdown
        return fee * (1.0 - self.rakeback / 100)

    def net(self, *, all_in: bool, showdown: bool) -> float:
        """Return a player's net chips outside the pot at an end of the hand."""
        return all_in * self.fortune - self.paid(all_in=all_in, showdown=showdown)

    def as_dict(self) -> dict[str, Any]:
        """Return all parameters; `Fees(**values)` is the inverse."""
        return asdict(self)


@dataclass(frozen=True)
class Jackpot:
    """The prize outside the pot for a rare hand at a showdown.

    Raises WorthError if the rule is unknown, or the size is negative or not finite.
    """

    rule: str
    """One of `JACKPOT_RULES`."""
    size: float
    """The prize in chips."""

    def __post_init__(self) -> None:
        if self.rule not in JACKPOT_RULES:
            raise WorthError(
                f"Unknown jackpot rule '{self.rule[:40]}'. Choose from: {', '.join(JACKPOT_RULES)}.",
                field="jackpot_rule",
            )
        check_number(self.size, "size of the jackpot", "jackpot_size", MAX_CHIPS)

    def as_dict(self) -> dict[str, Any]:
        """Return all parameters; `Jackpot(**values)` is the inverse."""
        return asdict(self)


NO_FEES = Fees()
