"""Terminal payoffs of a jam/fold hand; the solver knows nothing else of chips, prizes and rake.

A hand ends when I folds, when I jams and II folds, or when both are all-in and share the pot.
`PlayerPayoffs` has one player's values of these ends, in any unit, and `TerminalPayoffs` both players'.  In
chips, heads-up, they follow from two numbers (`chip_payoffs`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from numbers import Real

from jamfold.core.errors import SolverError

MAX_STACK = 1e6
_SHARES = (2, 3, 5)
_ROUNDING = 1e-14


@dataclass(frozen=True)
class PlayerPayoffs:
    """One player's values of the ends of a hand.

    Raises SolverError if a value is not finite, a showdown value falls with the share, or the number of
    shares is not 2, 3 or 5.
    """

    fold: float
    """I folds."""
    opponent_folds: float
    """I jams and II folds."""
    showdown: tuple[float, ...]
    """Both are all-in, by the player's share of the pot: 0 and 1 if the value is linear in the share; 0, 1/2
    and 1; or 0, 1/4, 1/2, 3/4 and 1."""
    jackpot_values: tuple[float, ...] = ()
    """Additional values of a showdown by hands: factors of the planes after those of the shares."""

    def __post_init__(self) -> None:
        values = [_number(value, "value of an end") for value in (*self.values, *self.jackpot_values)]
        if len(self.showdown) not in _SHARES:
            raise SolverError(f"A showdown has values of 2, 3 or 5 shares, not of {len(self.showdown)}.")
        if any(more < less for less, more in pairwise(self.showdown)):
            raise SolverError("The value of a showdown may not fall as the share of the pot grows.")
        object.__setattr__(self, "fold", values[0])
        object.__setattr__(self, "opponent_folds", values[1])
        object.__setattr__(self, "showdown", tuple(values[2 : 2 + len(self.showdown)]))
        object.__setattr__(self, "jackpot_values", tuple(values[2 + len(self.showdown) :]))

    @property
    def mean(self) -> float:
        """The mean of losing and winning a showdown."""
        return (self.showdown[0] + self.showdown[-1]) / 2

    @property
    def half(self) -> float:
        """Half of the difference between winning and losing a showdown."""
        return (self.showdown[-1] - self.showdown[0]) / 2

    @cached_property
    def curvature(self) -> tuple[float, ...]:
        """The deviations of split pots from the straight line between losing and winning.

        Empty for a linear showdown; of ties for three shares; of halves, of quarters (1/4 and 3/4 together)
        and of the margin of quarters (3/4 less 1/4) for five.  With P placements and M the sum of 2 w - 1
        over them, the value is P mean + M half + the sum of these times their planes.
        """
        if len(self.showdown) == 2:
            return ()
        middle = self.showdown[len(self.showdown) // 2] - self.mean
        if len(self.showdown) == 3:
            return (middle,)
        _, low, _, high, _ = self.showdown
        return (middle, (low + high) / 2 - self.mean, (high - low - self.half) / 2)

    @cached_property
    def factors(self) -> tuple[float, ...]:
        """The factors of all planes: those of the shares, then those of the hands."""
        return (*self.curvature, *self.jackpot_values)

    @property
    def values(self) -> tuple[float, ...]:
        return (self.fold, self.opponent_folds, *self.showdown)


@dataclass(frozen=True)
class TerminalPayoffs:
    """Both players' values of the ends of a jam/fold hand.

    Raises SolverError if the players' showdowns have different shares.
    """

    first: PlayerPayoffs
    second: PlayerPayoffs
    """first, second: The values for I and for II."""
    jam_forced: bool = False
    """I is all-in by the blind and always jams."""
    call_forced: bool = False
    """II is all-in by the blind and always calls."""

    def __post_init__(self) -> None:
        if len(self.first.showdown) != len(self.second.showdown):
            raise SolverError("The showdowns of both players must have values of the same shares.")
        if len(self.first.jackpot_values) != len(self.second.jackpot_values):
            raise SolverError("Both players must have credits of the same planes.")

    @property
    def n_planes(self) -> int:
        """The number of planes needed: 0, 1 or 3 for split pots, and those of jackpots."""
        return len(self.first.factors)

    @property
    def needs_planes(self) -> bool:
        """Whether values of split pots are needed."""
        return len(self.first.curvature) > 0

    @property
    def has_credits(self) -> bool:
        """Whether there are jackpot values."""
        return len(self.first.jackpot_values) > 0

    @property
    def is_linear(self) -> bool:
        """Whether the margins alone give the value of a showdown."""
        return not self.needs_planes and not self.has_credits

    @cached_property
    def scale(self) -> float:
        """The largest absolute value, to which rounding is relative."""
        return max(map(abs, (*self.first.values, *self.second.values)))

    @cached_property
    def cancels(self) -> bool:
        """Whether the players' values are opposite, to the last bit."""
        if self.has_credits:
            return False
        opposite = tuple(-value for value in self.second.showdown[::-1])
        own_payoffs = (self.first.fold, self.first.opponent_folds, self.first.showdown)
        return own_payoffs == (-self.second.fold, -self.second.opponent_folds, opposite)

    @cached_property
    def exchange(self) -> float | None:
        """The k > 0 with I's value + k times II's constant, so that the game is zero-sum; None without."""
        first = (self.first.fold, self.first.opponent_folds, *self.first.showdown)
        second = (self.second.fold, self.second.opponent_folds, *self.second.showdown[::-1])
        spread = max(second) - min(second)
        if spread == 0.0 or self.has_credits:
            return None
        k = (max(first) - min(first)) / spread
        sums = [own + k * opponent for own, opponent in zip(first, second, strict=True)]
        same = max(sums) - min(sums) <= _ROUNDING * max(map(abs, (*first, *(k * value for value in second))))
        return k if same and k > 0.0 else None


def chip_payoffs(s: float, b: float) -> TerminalPayoffs:
    """Return payoffs in chips, in the unit B: I folds for -b, steals 1, has s (2 w - 1) at a showdown.

    Raises SolverError if a parameter is out of range.

    Parameters
    ----------
    s
        Effective stack, 1 <= s <= MAX_STACK; if it is 1, II is all-in by the blind.
    b
        Small blind, 0 < b <= 1; if s = b = 1, I is all-in too.
    """
    s, b = _number(s, "stack s"), _number(b, "small blind b")
    if not 1.0 <= s <= MAX_STACK:
        raise SolverError(f"The effective stack s must be 1 to {MAX_STACK:,.0f} big blinds, not {s!r}.")
    if not 0.0 < b <= 1.0:
        raise SolverError(f"The small blind b must be above 0 and at most 1 big blind, not {b!r}.")
    return TerminalPayoffs(
        PlayerPayoffs(-b, 1.0, (-s, s)),
        PlayerPayoffs(b, -1.0, (-s, s)),
        jam_forced=s == 1.0 and b == 1.0,
        call_forced=s == 1.0,
    )


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise SolverError(f"The {name} must be a finite number, not {str(value)[:40]!r}.")
    return float(value)
