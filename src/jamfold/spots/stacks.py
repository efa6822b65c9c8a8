"""The axis of a chart: an even grid of stacks, and the game (s, b) at each of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from jamfold.errors import ChartError
from jamfold.solver.stakes import Stakes
from jamfold.spots.situation import Pair, Situation

MAX_POINTS = 10_000
_SAME = 1e-9


@dataclass(frozen=True)
class StackGrid:
    """The stacks from, from + step, ..., not above to; counted in decimals, so 1.1 is 1.1.

    Attributes
    ----------
    low, high, step
        As the user writes them, in big blinds.

    Raises
    ------
    ChartError
        If a number is not finite, the range is empty, or there are more than
        MAX_POINTS stacks.
    """

    low: float = 1.0
    high: float = 25.0
    step: float = 0.1

    def __post_init__(self) -> None:
        names = ("lowest stack", "highest stack", "step")
        for name, value in zip(names, (self.low, self.high, self.step), strict=True):
            if not math.isfinite(value):
                raise ChartError(f"The {name} must be a finite number, not {value}.")
            if value <= 0:
                raise ChartError(f"The {name} must be above zero, but it is {value:g}.")
        if self.low > self.high:
            raise ChartError(f"There are no stacks from {self.low:g} to {self.high:g}.")
        if (self.high - self.low) / self.step >= MAX_POINTS or self._steps() >= MAX_POINTS:
            raise ChartError(
                f"From {self.low:g} to {self.high:g} by {self.step:g} are more than {MAX_POINTS:,} stacks."
            )

    def _steps(self) -> int:
        low, high, step = (Decimal(str(value)) for value in (self.low, self.high, self.step))
        return int((high - low) // step)

    @property
    def stacks(self) -> tuple[float, ...]:
        """The stacks, ascending."""
        low, step = Decimal(str(self.low)), Decimal(str(self.step))
        return tuple(float(low + k * step) for k in range(self._steps() + 1))

    def index(self, stack: float) -> int:
        """The place of a stack on the grid.

        Raises
        ------
        ChartError
            If it is not there.
        """
        for k, there in enumerate(self.stacks):
            if abs(there - stack) < _SAME:
                return k
        raise ChartError(f"The chart has no stack {stack:g}: it goes {self.words()}.")

    @property
    def digits(self) -> int:
        """Decimals that tell the stacks apart."""
        exponents = [Decimal(str(value)).normalize().as_tuple().exponent for value in (self.low, self.step)]
        return max(0, *(-int(exponent) for exponent in exponents))

    def words(self) -> str:
        """The grid in words: ``from 1 to 25 by 0.1``."""
        return f"from {self.low:g} to {self.high:g} by {self.step:g}"

    def text(self, stack: float) -> str:
        """A stack with as many decimals as the grid has."""
        return f"{stack:.{self.digits}f}"


class ChartStakes(Protocol):
    """What stands at the table besides the stacks."""

    def stakes(self, stack: float) -> Stakes:
        """The game (s, b) at a stack."""

    def as_dict(self) -> dict[str, Any]:
        """The stakes as JSON keeps them."""

    def text(self) -> str:
        """The stakes in words."""


@dataclass(frozen=True)
class PlainStakes:
    """No antes: the stack is s itself, the small blind is b big blinds.

    Raises
    ------
    SolverError
        From `stakes`, if s is below 1 or b not in (0, 1].
    """

    b: float = 0.5

    def stakes(self, stack: float) -> Stakes:
        """The game (s, b) at a stack."""
        return Stakes(stack, self.b)

    def as_dict(self) -> dict[str, Any]:
        """The stakes as JSON keeps them."""
        return {"b": self.b}

    def text(self) -> str:
        """The stakes in words."""
        return f"no antes, small blind {self.b:g} big blinds"


@dataclass(frozen=True)
class TableStakes:
    """Blinds, antes and dead money in chips; both players have the stack, in big blinds, before posting.

    Raises
    ------
    SituationError
        From `stakes`, if the chips describe no game.
    """

    blinds: Pair = (5.0, 10.0)
    ante: float = 0.0
    bb_ante: float = 0.0
    dead: float = 0.0

    def stakes(self, stack: float) -> Stakes:
        """The game (s, b) at a stack."""
        chips = stack * self.blinds[1]
        spot = Situation.from_antes((chips, chips), self.blinds, self.ante, self.bb_ante, self.dead)
        return Stakes(spot.s, spot.b)

    def as_dict(self) -> dict[str, Any]:
        """The stakes as JSON keeps them."""
        return {
            "blinds": list(self.blinds),
            "ante": self.ante,
            "bb_ante": self.bb_ante,
            "dead": self.dead,
        }

    def text(self) -> str:
        """The stakes in words."""
        parts = ["blinds {:g}/{:g}".format(*self.blinds)]
        named = (("ante", self.ante), ("big-blind ante", self.bb_ante), ("dead money", self.dead))
        parts += [f"{name} {chips:g}" for name, chips in named if chips]
        return ", ".join(parts)


def games_on(grid: StackGrid, stakes: ChartStakes) -> list[tuple[float, Stakes]]:
    """Every stack of a grid with its game.

    Raises
    ------
    SolverError, SituationError
        If a stack makes no game.
    """
    return [(stack, stakes.stakes(stack)) for stack in grid.stacks]
