"""The axis of a chart: an even grid of stacks, and the chips at each of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal

from jamfold.errors import ChartError
from jamfold.spots.situation import Pair, Situation
from jamfold.spots.terms import CHIPS, Terms

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
        for name, field in (("lowest stack", "low"), ("highest stack", "high"), ("step", "step")):
            value = getattr(self, field)
            if not math.isfinite(value):
                raise ChartError(f"The {name} must be a finite number, not {value}.", field=field)
            if value <= 0:
                raise ChartError(f"The {name} must be above zero, but it is {value:g}.", field=field)
        if self.low > self.high:
            raise ChartError(f"There are no stacks from {self.low:g} to {self.high:g}.", field="low")
        if (self.high - self.low) / self.step >= MAX_POINTS or self._steps() >= MAX_POINTS:
            raise ChartError(
                f"From {self.low:g} to {self.high:g} by {self.step:g} are more than {MAX_POINTS:,} stacks.",
                field="step",
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
        raise ChartError(f"The chart has no stack {stack:g}: it goes {self.words()}.", field="at")

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


@dataclass(frozen=True)
class Level:
    """Blinds, antes and dead money in chips, and what chips are worth; both players have the same stack.

    Attributes
    ----------
    blinds
        Small and big blind; without antes and dead money only their ratio matters.
    antes
        Antes asked of small and big blind.
    dead
        Chips of players who have folded.
    terms
        Rake and prizes.

    Raises
    ------
    SituationError
        From `situation`, if the chips describe no game.
    """

    blinds: Pair = (0.5, 1.0)
    antes: Pair = (0.0, 0.0)
    dead: float = 0.0
    terms: Terms = CHIPS

    @classmethod
    def of(cls, situation: Situation, terms: Terms = CHIPS) -> Level:
        """The level of a situation."""
        return cls(situation.blinds, situation.antes, situation.dead, terms)

    @property
    def ante(self) -> float:
        """What both players are asked for."""
        return min(self.antes)

    @property
    def bb_ante(self) -> float:
        """What the big blind is asked for besides."""
        return self.antes[1] - self.ante

    def situation(self, stack: float) -> Situation:
        """The chips when both players have a stack of so many big blinds."""
        chips = stack * self.blinds[1]
        return Situation((chips, chips), self.blinds, self.antes, self.dead)

    def text(self) -> str:
        """The level in words."""
        named = (("ante", self.ante), ("big-blind ante", self.bb_ante), ("dead money", self.dead))
        parts = [f"{name} {chips:g}" for name, chips in named if chips]
        if self.blinds[1] == 1 and not parts:
            return f"no antes, small blind {self.blinds[0]:g} big blinds"
        return ", ".join(["blinds {:g}/{:g}".format(*self.blinds), *parts])


def situations_on(grid: StackGrid, level: Level) -> list[tuple[float, Situation]]:
    """Every stack of a grid with its chips.

    Raises
    ------
    SituationError
        If a stack makes no game.
    """
    return [(stack, level.situation(stack)) for stack in grid.stacks]
