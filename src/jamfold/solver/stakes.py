"""The two numbers of a jam/fold game: effective stack and small blind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real

from jamfold.errors import SolverError

MAX_STACK = 1e6


@dataclass(frozen=True)
class Stakes:
    """Payoffs of player I in the unit B: folds -b, is folded to +1, showdown s (2 w - 1).

    Attributes
    ----------
    s
        Effective stack, 1 <= s <= MAX_STACK.
    b
        Small blind, 0 < b <= 1.

    Raises
    ------
    SolverError
        If one of them is no such number.
    """

    s: float
    b: float

    def __post_init__(self) -> None:
        s, b = _number(self.s, "stack s"), _number(self.b, "small blind b")
        if not 1.0 <= s <= MAX_STACK:
            raise SolverError(f"The effective stack s must be 1 to {MAX_STACK:,.0f} big blinds, not {s!r}.")
        if not 0.0 < b <= 1.0:
            raise SolverError(f"The small blind b must be above 0 and at most 1 big blind, not {b!r}.")
        object.__setattr__(self, "s", s)
        object.__setattr__(self, "b", b)

    @property
    def call_forced(self) -> bool:
        """II is all-in by the blind already: calling costs nothing, so II always calls."""
        return self.s == 1.0

    @property
    def jam_forced(self) -> bool:
        """Both are all-in by the blinds: no showdown is worse than folding, so I always jams."""
        return self.s == 1.0 and self.b == 1.0


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise SolverError(f"The {name} must be a finite number, not {str(value)[:40]!r}.")
    return float(value)
