"""Situations: stacks, blinds, antes and dead money in chips, and the game (s, b) they make.

Player I is the small blind (button, acts first), player II the big blind.
With a1, a2 the antes posted, d the dead money of players who have folded,

    D = d + a1 + a2                    all dead money
    L = min(S1 - a1, S2 - a2)          live effective stack; uncalled chips come back
    B = min(bb, L) + D/2               the unit of the game
    s = (L + D/2) / B                  effective stack
    b = (min(sb, L) + D/2) / B         small blind

I and II together win d.  With d/2 + (a2 - a1)/2 taken off I's result the game
is zero-sum and depends on (s, b) alone: I folds -b, II folds +1, showdown
s (2w - 1) with pot share w.  Without antes and dead money B is the big blind.

A push/fold article of 2016 reduces chips in the same way, but in its worked
example (blinds 100/200, ante 20, one folded player, stacks 1000 and 1400) the
10 dead chips are missing from the showdown pot: it prints s = 4.348, b = 0.565
where the pot gives s = 1010/230 = 4.391, b = 0.565.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, overload

from jamfold.errors import SituationError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_CHIPS = 1e12
MAX_STACK_IN_UNITS = 1e6

Pair = tuple[float, float]


@dataclass(frozen=True)
class Situation:
    """Two players before a jam/fold hand, in chips.

    Antes are posted before blinds.  What both are asked for, min(a1, a2), is an
    equal ante: neither posts more of it than the other can match, so the rest
    comes back.  What one is asked for beyond that (a big-blind ante) is dead
    money for the whole pot.  Nobody posts more than his stack: a player whose
    stack is not larger than his antes is all-in with L = 0, and nobody has a
    decision.

    Attributes
    ----------
    stacks
        (S1, S2), chips of I and II before anything is posted.
    blinds
        (small blind, big blind).  A first player who has posted nothing, such as the button, has
        a small blind of 0; then antes or dead money must be in the pot.
    antes
        Antes asked of I and II; `posted` is what they can pay.
    dead
        Chips left in the pot by players who have folded.

    Raises
    ------
    SituationError
        If a number is missing, not finite, negative, zero (stacks, blinds, but see there) or
        above 1e12 chips, the small blind is above the big blind, or s is above
        1e6.
    """

    stacks: Pair
    blinds: Pair
    antes: Pair = (0.0, 0.0)
    dead: float = 0.0

    def __post_init__(self) -> None:
        """Check every number, and keep them as floats."""
        names = ("small blind's", "big blind's")
        stacks = _pair(self.stacks, tuple(f"{name} stack" for name in names), "stacks")
        antes = _pair(self.antes, tuple(f"{name} ante" for name in names), "antes", (True, True))
        dead = _chips(self.dead, "dead money", zero_allowed=True)
        some_dead = dead > 0 or max(antes) > 0
        blinds = _pair(self.blinds, ("small blind", "big blind"), "blinds", (some_dead, False))
        for name, value in (("stacks", stacks), ("blinds", blinds), ("antes", antes), ("dead", dead)):
            object.__setattr__(self, name, value)
        if blinds[0] > blinds[1]:
            raise SituationError(
                f"The small blind ({blinds[0]:g}) is larger than the big blind ({blinds[1]:g}).",
                field="blind_sb",
            )
        if self.s > MAX_STACK_IN_UNITS:
            raise SituationError(
                f"The stacks ({stacks[0]:g} and {stacks[1]:g}) are more than {MAX_STACK_IN_UNITS:,.0f} times "
                f"the big blind with its share of the dead money ({self.unit:g}).",
                field="stack_sb",
            )

    @classmethod
    def from_antes(
        cls, stacks: Pair, blinds: Pair, ante: float = 0, bb_ante: float = 0, dead: float = 0
    ) -> Situation:
        """Situation with an ante of each player, one of the big blind for the table, or both.

        Parameters
        ----------
        stacks, blinds, dead
            As in the class.
        ante
            What each of the two posts.
        bb_ante
            What the big blind posts besides.

        Raises
        ------
        SituationError
            As in the class.
        """
        each = _chips(ante, "ante", zero_allowed=True)
        extra = _chips(bb_ante, "big-blind ante", zero_allowed=True)
        return cls(stacks, blinds, (each, each + extra), dead)

    @property
    def posted(self) -> Pair:
        """(a1, a2), the antes that I and II really post."""
        equal = min(*self.antes, *self.stacks)
        asked = min(self.antes)
        first, second = (
            min(stack, ante - (asked - equal)) for ante, stack in zip(self.antes, self.stacks, strict=True)
        )
        return first, second

    @property
    def live(self) -> float:
        """L, the chips of each player that can still be won after the antes."""
        return min(self._behind)

    @property
    def uncalled(self) -> Pair:
        """Chips of I and II that can never be called, over L; one of them is 0."""
        first, second = self._behind
        return first - self.live, second - self.live

    @property
    def _behind(self) -> Pair:
        """Chips of I and II after the antes."""
        (first, second), (a1, a2) = self.stacks, self.posted
        return first - a1, second - a2

    @property
    def dead_total(self) -> float:
        """D, dead money and posted antes."""
        return self.dead + sum(self.posted)

    @property
    def unit(self) -> float:
        """B, the chips that one unit of the game (s, b) is worth."""
        return min(self.blinds[1], self.live) + self.dead_total / 2

    @property
    def s(self) -> float:
        """Effective stack in units of B, at least 1."""
        return (self.live + self.dead_total / 2) / self.unit

    @property
    def b(self) -> float:
        """Small blind in units of B, above 0 and at most 1."""
        return (min(self.blinds[0], self.live) + self.dead_total / 2) / self.unit

    @property
    def big_blind(self) -> float:
        """The big blind in chips: what numbers named ``*_bb`` are divided by."""
        return self.blinds[1]

    @property
    def decides(self) -> tuple[bool, bool]:
        """Whether I and II have a choice: L is above his blind.

        Where I has none, b = s = 1; where II has none, s = 1.
        """
        return self.live > self.blinds[0], self.live > self.blinds[1]

    @property
    def offset(self) -> float:
        """d/2 + (a2 - a1)/2, what I wins in chips beyond B times his value."""
        a1, a2 = self.posted
        return self.dead / 2 + (a2 - a1) / 2

    @overload
    def chips(self, player: int, value: float) -> float: ...
    @overload
    def chips(self, player: int, value: NDArray[np.float64]) -> NDArray[np.float64]: ...
    def chips(self, player: int, value: Any) -> Any:
        """The result in chips, from the start of the hand, of a player's value in units of B.

        Player 0 is I, player 1 is II.
        """
        return self.unit * value + (self.dead - self.offset if player else self.offset)

    def in_chips(self, values: Pair) -> Pair:
        """Results of I and II in chips of their values in units of B."""
        return self.chips(0, values[0]), self.chips(1, values[1])

    def in_bb(self, chips: Pair) -> Pair:
        """A pair of chips in big blinds."""
        return chips[0] / self.big_blind, chips[1] / self.big_blind

    def small_blind_folds(self) -> Pair:
        """Results of I and II in chips when I folds; they add up to d."""
        (a1, _), blind = self.posted, min(self.blinds[0], self.live)
        return -a1 - blind, a1 + blind + self.dead

    def big_blind_folds(self) -> Pair:
        """Results of I and II in chips when I jams and II folds; they add up to d."""
        (_, a2), blind = self.posted, min(self.blinds[1], self.live)
        return a2 + blind + self.dead, -a2 - blind

    def showdown(self, share: float) -> Pair:
        """Results of I and II in chips when II calls and I gets this share of the pot, 0 to 1."""
        (a1, a2), pot = self.posted, 2 * self.live + self.dead_total
        return share * pot - self.live - a1, (1 - share) * pot - self.live - a2

    def as_dict(self) -> dict[str, Any]:
        """The inputs, as JSON can keep them; `Situation(**...)` takes them back."""
        return {
            "stacks": list(self.stacks),
            "blinds": list(self.blinds),
            "antes": list(self.antes),
            "dead": self.dead,
        }


def _pair(
    value: Any, names: tuple[str, ...], both: str, zero_allowed: tuple[bool, bool] = (False, False)
) -> Pair:
    """Two checked numbers of chips."""
    try:
        first, second = value
    except (TypeError, ValueError):
        raise SituationError(
            f"The {both} must be two numbers, of small and big blind.", field=_FIELDS[names[0]]
        ) from None
    return (
        _chips(first, names[0], zero_allowed=zero_allowed[0]),
        _chips(second, names[1], zero_allowed=zero_allowed[1]),
    )


_FIELDS = {
    "small blind's stack": "stack_sb",
    "big blind's stack": "stack_bb",
    "small blind": "blind_sb",
    "big blind": "blind_bb",
    "small blind's ante": "ante",
    "big blind's ante": "ante",
    "ante": "ante",
    "big-blind ante": "bb_ante",
    "dead money": "dead",
}
"""Which entry of a question a number of chips is."""


def _chips(value: Any, name: str, *, zero_allowed: bool = False) -> float:
    """One checked number of chips."""
    problem = ""
    try:
        chips = float(value)
    except (TypeError, ValueError, OverflowError):
        words = f", not '{value[:40]}'" if isinstance(value, str) else ""
        problem, chips = f"must be a number of chips{words}", 0.0
    else:
        if not isfinite(chips):
            problem = f"must be a finite number of chips, but it is {chips}"
        elif chips < 0 or (chips == 0 and not zero_allowed):
            wanted = "must not be negative" if zero_allowed else "must be above zero"
            problem = f"{wanted}, but it is {chips:g}"
        elif chips > MAX_CHIPS:
            problem = f"must be at most {MAX_CHIPS:g} chips, but it is {chips:g}"
    if problem:
        raise SituationError(f"The {name} {problem}.", field=_FIELDS[name])
    return chips
