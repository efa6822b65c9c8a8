"""The axis of a chart: an even grid of stacks, and the chips at each of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from jamfold.core.errors import ChartError

MAX_POINTS = 10_000
_SAME = 1e-9
_NAMES = {"lowest stack": "low", "highest stack": "high", "step": "step", "one more stack": "also"}


@dataclass(frozen=True)
class StackGrid:
    """The stacks low, low + step, ..., up to high, and one more; in decimals, so 1.1 is exact.

    Raises ChartError if a number is not finite, the range is empty, or there are more than MAX_POINTS stacks.
    """

    low: float = 1.0
    high: float = 25.0
    step: float = 0.1
    """low, high, step: As the user writes them, in big blinds."""
    also: float | None = None
    """One more stack, possibly one of the others."""

    def __post_init__(self) -> None:
        for name, field in _NAMES.items():
            value = getattr(self, field)
            if value is None:
                continue
            if not math.isfinite(value):
                raise ChartError(f"The {name} must be a finite number, not {value}.", field=field)
            if value <= 0:
                raise ChartError(f"The {name} must be above zero, but it is {value:g}.", field=field)
        if self.low > self.high:
            raise ChartError(f"There are no stacks from {self.low:g} to {self.high:g}.", field="low")
        if (self.high - self.low) / self.step >= MAX_POINTS or self._steps() >= MAX_POINTS:
            raise ChartError(
                f"The stacks {self.words()} are more than {MAX_POINTS:,}.",
                field="step",
            )

    def _steps(self) -> int:
        low, high, step = (Decimal(str(value)) for value in (self.low, self.high, self.step))
        return int((high - low) // step)

    @cached_property
    def stacks(self) -> tuple[float, ...]:
        """The stacks, ascending."""
        low, step = Decimal(str(self.low)), Decimal(str(self.step))
        stacks = {float(low + k * step) for k in range(self._steps() + 1)}
        return tuple(sorted(stacks if self.also is None else stacks | {self.also}))

    def index(self, stack: float) -> int:
        """Return the index of a stack on the grid. Raises ChartError if it is not on it."""
        for k, other in enumerate(self.stacks):
            if abs(other - stack) < _SAME:
                return k
        raise ChartError(f"The chart has no stack {stack:g}: it goes {self.words()}.", field="at")

    @property
    def digits(self) -> int:
        """The number of decimals that distinguishes the stacks."""
        values = (self.low, self.step, *([] if self.also is None else [self.also]))
        exponents = [Decimal(str(value)).normalize().as_tuple().exponent for value in values]
        return max(0, *(-int(exponent) for exponent in exponents))

    def words(self) -> str:
        """Return the grid as text: ``from 1 to 25 in steps of 0.1``."""
        also = "" if self.also is None else f" and {self.also:g}"
        return f"from {self.low:g} to {self.high:g} in steps of {self.step:g}{also}"

    def text(self, stack: float) -> str:
        """Format a stack with as many decimals as the grid has."""
        return f"{stack:.{self.digits}f}"
