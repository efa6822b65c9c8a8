"""What the ends of a hand are worth: all that the solver knows of chips, prizes and rake.

A hand ends in one of these ways: I folds; I jams and II folds; both are all-in
and each has a share of the pot.  `PlayerPayoffs` says what that is worth to one player,
in any unit; `TerminalPayoffs` has both players' ends.  In chips, heads-up, two numbers
say it all (`chip_payoffs`); rake, prizes and continuation values are other ends,
not other solvers.
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
    """What the ends of a hand are worth to one player.

    Raises SolverError if a value is no finite number, or the showdown has another number of shares.
    """

    fold: float
    """When I folds."""
    opponent_folds: float
    """When I jams and II folds."""
    showdown: tuple[float, ...]
    """When both are all-in, by the player's own share of the pot, ascending: shares 0 and 1 where the value
    is linear in the share, or 0, 1/2 and 1, or 0, 1/4, 1/2, 3/4 and 1.  It may not fall."""
    jackpot_values: tuple[float, ...] = ()
    """What a showdown is worth besides, by the hands: factors of planes behind those of the shares."""

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
        """Half of what winning a showdown is worth more than losing it."""
        return (self.showdown[-1] - self.showdown[0]) / 2

    @cached_property
    def curvature(self) -> tuple[float, ...]:
        """What the outcomes between add to the straight line from losing to winning.

        None for a linear showdown; for three shares by ties; for five shares by halves,
        quarters (1/4 and 3/4 together), and the margin of quarters (3/4 less 1/4):
        with P placements and M the mean of 2 w - 1 over them, the showdown is worth
        P mean + M half + the sum of these times their planes.
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
        """What all planes are worth: those of the shares, then those of the hands."""
        return (*self.curvature, *self.jackpot_values)

    @property
    def values(self) -> tuple[float, ...]:
        return (self.fold, self.opponent_folds, *self.showdown)


@dataclass(frozen=True)
class TerminalPayoffs:
    """What a jam/fold hand is played for.

    Raises SolverError if the players' showdowns have different shares.
    """

    first: PlayerPayoffs
    second: PlayerPayoffs
    """first, second: The ends for I and for II."""
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
        """How many planes are needed: 0, 1 or 3 for the values between losing and winning, and credits."""
        return len(self.first.factors)

    @property
    def needs_planes(self) -> bool:
        """Whether there are values between losing and winning that are not on their straight line."""
        return len(self.first.curvature) > 0

    @property
    def has_credits(self) -> bool:
        """Whether hands at a showdown are worth something besides."""
        return len(self.first.jackpot_values) > 0

    @property
    def is_linear(self) -> bool:
        """Whether margins alone give the worth of a showdown."""
        return not self.needs_planes and not self.has_credits

    @cached_property
    def scale(self) -> float:
        """The largest of all values: rounding is relative to it."""
        return max(map(abs, (*self.first.values, *self.second.values)))

    @cached_property
    def cancels(self) -> bool:
        """Whether what one player wins the other loses, to the last bit."""
        if self.has_credits:
            return False
        opposite = tuple(-value for value in self.second.showdown[::-1])
        own_payoffs = (self.first.fold, self.first.opponent_folds, self.first.showdown)
        return own_payoffs == (-self.second.fold, -self.second.opponent_folds, opposite)

    @cached_property
    def exchange(self) -> float | None:
        """K > 0 where I's value + k times II's is the same at every end, so that the game is zero-sum.

        None if there is no such k: then the players can gain or lose together.
        """
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
    """Chips heads-up, in the unit B: I folds -b, is folded to +1, showdown s (2 w - 1); II the negatives.

    Raises SolverError if one of them is no such number.

    Parameters
    ----------
    s
        Effective stack, 1 <= s <= MAX_STACK.  Where it is 1, II is all-in by the blind.
    b
        Small blind, 0 < b <= 1.  Where s = b = 1, I is all-in too.
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
