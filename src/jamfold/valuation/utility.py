"""Utilities: the value of the chips that the players of a hand have after it.

A utility gets the chips of the players in the hand, before it and after it (without rake).  It knows the
stacks of all other players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum
from typing import Any, ClassVar, Literal

from jamfold.core.errors import JamfoldError, WorthError, error_field
from jamfold.valuation.bounties import Bounties, Winners, check_payouts
from jamfold.valuation.models import MALMUTH_HARVILLE, find_model
from jamfold.valuation.numbers import check_number, checked_stacks
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.settlement import settle_after_hand

Currency = Literal["chips", "money"]

_WHOLE_POOL = Prizes((100.0,), percent=True)
_ROUNDING = 1e-12
"""Stacks below this share of all chips are rounded to 0."""


@dataclass(frozen=True)
class ChipUtility:
    """Chips are worth themselves: the cash game."""

    currency: ClassVar[Currency] = "chips"
    prizes: ClassVar[Prizes | None] = None
    pool: ClassVar[float | None] = None
    name: ClassVar[str] = "chips"

    def values(self, before: Sequence[float], after: Sequence[float]) -> tuple[float, ...]:
        """Return each player's chips after the hand."""
        return tuple(after)

    def as_dict(self) -> dict[str, Any]:
        """Return name and parameters for `utility_of`."""
        return {"name": self.name}


@dataclass(frozen=True)
class PrizeUtility:
    """Prizes by a stack model over all remaining players, and bounties.

    Raises WorthError if there are more prizes than players, somebody has no chips, the numbers of bounties
    and players differ, or the model takes fewer players.
    """

    prizes: Prizes
    """The remaining prizes, by place."""
    others: tuple[float, ...] = ()
    """Chips of the players who are not in the hand."""
    model: str = MALMUTH_HARVILLE
    """One of `models.MODELS`."""
    bounties: Bounties | None = None
    """Bounties of the seats, then of the others."""
    seats: int = 2
    """Number of players in the hand."""

    currency: ClassVar[Currency] = "money"
    name: ClassVar[str] = "prizes"

    def __post_init__(self) -> None:
        players = self.seats + len(self.others)
        object.__setattr__(self, "model", find_model(self.model))
        if self.others:
            checked_stacks(self.others, "table", "other player")
        check_payouts(players, self.prizes, self.model, self.bounties)

    @property
    def pool(self) -> float:
        return self.prizes.pool + (self.bounties.pool if self.bounties else 0.0)

    def values(
        self, before: Sequence[float], after: Sequence[float], winners: Winners | None = None
    ) -> tuple[float, ...]:
        """Return each player's prize or value of chips, plus bounties; see `Bounties.after_hand`.

        Three seats and more need the winners of bounties.  Raises WorthError if chips are negative or not
        finite, or somebody had none before the hand.
        """
        stacks = checked_stacks(before)
        total = fsum((*stacks, *self.others))
        left = [_settled_chips(chips, _ROUNDING * total) for chips in after]
        values = settle_after_hand(stacks, left, self.prizes.amounts, self.model, self.others)
        if self.bounties is None:
            return values
        heads = self.bounties.after_hand((*left, *self.others), winners)
        return tuple(value + head for value, head in zip(values, heads, strict=False))

    def as_dict(self) -> dict[str, Any]:
        """Return name and parameters for `utility_of`."""
        return {
            "name": self.name,
            "model": self.model,
            "prizes": list(self.prizes.amounts),
            "percent": self.prizes.percent,
            "others": list(self.others),
            "bounties": None
            if self.bounties is None
            else asdict(self.bounties) | {"heads": list(self.bounties.heads)},
        }


@dataclass(frozen=True)
class TournamentUtility:
    """A solved heads-up tournament: the chance to win when all later hands are played as solved.

    Raises WorthError if the chances do not rise from 0 to 1, the unit is not above zero, or there are more
    than two prizes.
    """

    winning: tuple[float, ...]
    """The chance to win of the next hand's small blind (this one's big blind), by units of their stack from 0
    to all chips."""
    unit: float = 1.0
    """Chips of a unit; chances between two stacks of the grid are interpolated linearly."""
    prizes: Prizes = _WHOLE_POOL
    """The prizes of first and second place."""

    currency: ClassVar[Currency] = "money"
    name: ClassVar[str] = "tournament"

    def __post_init__(self) -> None:
        chances = [check_number(chance, "chance to win", "utility", 1) for chance in self.winning]
        if len(chances) < 3 or (chances[0], chances[-1]) != (0.0, 1.0) or chances != sorted(chances):
            raise WorthError("The chances to win must rise from 0 to 1 with the stack.", field="utility")
        if check_number(self.unit, "unit of the stacks", "unit") == 0:
            raise WorthError("The unit of the stacks must be above zero.", field="unit")
        self.prizes.check_players(2)

    @property
    def pool(self) -> float:
        return self.prizes.pool

    def values(self, before: Sequence[float], after: Sequence[float]) -> tuple[float, ...]:
        """The prizes of both by their chances to win.

        Raises WorthError if these are not the chips of the tournament.
        """
        steps = len(self.winning) - 1
        if abs(fsum(after) - steps * self.unit) > _ROUNDING * steps * self.unit:
            raise WorthError(
                f"The tournament has {steps * self.unit:g} chips, not {fsum(after):g}.", field="stacks"
            )
        at = min(max(after[1] / self.unit, 0.0), steps)
        low = min(int(at), steps - 1)
        chance = self.winning[low] + (at - low) * (self.winning[low + 1] - self.winning[low])
        first, second = (*self.prizes.amounts, 0.0)[:2]
        return second + (first - second) * (1.0 - chance), second + (first - second) * chance

    def as_dict(self) -> dict[str, Any]:
        """Return name and parameters for `utility_of`."""
        return {
            "name": self.name,
            "winning": list(self.winning),
            "unit": self.unit,
            "prizes": list(self.prizes.amounts),
            "percent": self.prizes.percent,
        }


Utility = ChipUtility | PrizeUtility | TournamentUtility
"""The value of the end of a hand to the players in it; of chips, prizes and their pool are None."""


def _settled_chips(chips: float, rounding: float) -> float:
    """Return chips after a hand, with rounding errors as 0."""
    return 0.0 if abs(chips) <= rounding else check_number(chips, "stack after the hand", "stacks")


def utility_of(values: Mapping[str, Any]) -> Utility:
    """Return the utility of `as_dict`; raises WorthError if the name is unknown or parameters are wrong."""
    name = values.get("name")
    if name == ChipUtility.name:
        return ChipUtility()
    if name not in (PrizeUtility.name, TournamentUtility.name):
        raise WorthError(
            f"Unknown utility '{str(name)[:40]}'. Choose from: chips, prizes, tournament.", field="utility"
        )
    try:
        prizes = Prizes(tuple(values["prizes"]), bool(values["percent"]))
        if name == TournamentUtility.name:
            return TournamentUtility(tuple(values["winning"]), values["unit"], prizes)
        heads = values["bounties"]
        with error_field("utility"):
            return PrizeUtility(
                prizes,
                tuple(values["others"]),
                values["model"],
                None if heads is None else Bounties(**{**heads, "heads": tuple(heads["heads"])}),
            )
    except JamfoldError:
        raise
    except (KeyError, TypeError, AttributeError) as error:
        raise WorthError(f"The parameters of the utility are not whole: {error}.", field="utility") from None
