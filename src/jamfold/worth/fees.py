"""What players pay and win outside the pot: fees, a prize for being all-in, a jackpot for rare hands."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from jamfold.errors import WorthError
from jamfold.worth.numbers import MAX_CHIPS, check_number

DEALT, ALL_IN, SHOWDOWN = TRIGGERS = ("dealt", "all-in", "showdown")
"""Which hands a fee is charged for: every one, those all-in, those at a showdown of two or more."""
STRAIGHT_FLUSH, ROYAL = "straight-flush", "royal"


class JackpotRule(NamedTuple):
    """Which hands a jackpot pays at a showdown; exactly two hole cards play in them."""

    words: str
    royal: bool
    """Whether only ace-high ones pay; else every straight flush that is the player's best hand."""


JACKPOT_RULES = {
    STRAIGHT_FLUSH: JackpotRule("a straight flush or better that uses both hole cards", False),
    ROYAL: JackpotRule("a royal flush with exactly two hole cards", True),
}


@dataclass(frozen=True)
class Fees:
    """Chips of each player outside the pot, by hand.

    Raises WorthError if a number is negative or not finite, or more than all fees are given back.
    """

    dealt: float = 0.0
    all_in: float = 0.0
    showdown: float = 0.0
    """dealt, all_in, showdown: Paid by a player who is dealt in; all-in, called or not; at a showdown."""
    fortune: float = 0.0
    """Won in the mean by a player who is all-in, called or not."""
    rakeback: float = 0.0
    """Percent of the fees that players get back."""

    def __post_init__(self) -> None:
        for name in ("dealt", "all_in", "showdown"):
            check_number(getattr(self, name), "fee", "fee", MAX_CHIPS)
        check_number(self.fortune, "prize for an all-in", "fortune", MAX_CHIPS)
        if check_number(self.rakeback, "rakeback", "rakeback") > 100:
            raise WorthError(f"A rakeback of {self.rakeback:g} % is more than all of it.", field="rakeback")

    @property
    def is_free(self) -> bool:
        """Whether nothing is ever paid or won."""
        return not (self.dealt or self.all_in or self.showdown or self.fortune)

    def paid(self, *, all_in: bool, showdown: bool) -> float:
        """Chips that a player pays at an end of the hand, without what is given back."""
        fee = self.dealt + all_in * self.all_in + showdown * self.showdown
        return fee * (1.0 - self.rakeback / 100)

    def net(self, *, all_in: bool, showdown: bool) -> float:
        """Chips that a player has more at an end of the hand."""
        return all_in * self.fortune - self.paid(all_in=all_in, showdown=showdown)

    def as_dict(self) -> dict[str, Any]:
        """All parameters; `Fees(**values)` is the inverse."""
        return asdict(self)


@dataclass(frozen=True)
class Jackpot:
    """What a rare hand at a showdown wins outside the pot.

    Raises WorthError if the rule is unknown, or the size is negative or not finite.
    """

    rule: str
    """One of `JACKPOT_RULES`."""
    size: float
    """Chips."""

    def __post_init__(self) -> None:
        if self.rule not in JACKPOT_RULES:
            raise WorthError(
                f"Unknown jackpot rule '{self.rule[:40]}': it is one of {', '.join(JACKPOT_RULES)}.",
                field="jackpot_rule",
            )
        check_number(self.size, "size of the jackpot", "jackpot_size", MAX_CHIPS)

    def as_dict(self) -> dict[str, Any]:
        """All parameters; `Jackpot(**values)` is the inverse."""
        return asdict(self)


NO_FEES = Fees()
