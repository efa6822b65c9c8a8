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
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from jamfold.betting.posts import BlindLevel, blinds_of, chips_of
from jamfold.core.display import former_name
from jamfold.core.errors import SituationError
from jamfold.valuation.numbers import Pair

if TYPE_CHECKING:
    from jamfold.core.arrays import FloatArray

Chips = TypeVar("Chips", int, float, Fraction)
Exactly = TypeVar("Exactly", float, Fraction)
Values = TypeVar("Values", float, "FloatArray")

BOTH_STACKS = ", such as '10bb 12bb'; the text '10bb' is both"
"""What two stacks look like, in a sentence."""
MAX_STACK_IN_UNITS = 1e6
_DIGITS = 9
"""Decimals to which sums of chips are compared."""


@dataclass(frozen=True)
class Situation:
    """Two players before a jam/fold hand, in chips.

    Antes are posted before blinds.  What both are asked for, min(a1, a2), is an
    equal ante: neither posts more of it than the other can match, so the rest
    comes back.  What one must post beyond that (a big-blind ante) is dead
    money for the whole pot.  Nobody posts more than their stack: a player whose
    stack is not larger than their antes is all-in with L = 0, and nobody has a
    decision.  Raises SituationError if a number is missing, not finite, negative, zero (stacks, blinds, but
    see there) or above 1e12 chips, the small blind is above the big blind, or s is above 1e6.
    """

    stacks: Pair
    """(S1, S2), chips of I and II before anything is posted."""
    blinds: Pair
    """(small blind, big blind).  A first player who has posted nothing, such as the button, has a small blind
    of 0; then antes or dead money must be in the pot."""
    antes: Pair = (0.0, 0.0)
    """Antes asked of I and II; `posted` is what they can pay."""
    dead: float = 0.0
    """Chips left in the pot by players who have folded."""

    def __post_init__(self) -> None:
        """Check every number, and keep them as floats."""
        names = ("small blind's", "big blind's")
        stacks = _pair(self.stacks, (f"{names[0]} stack", f"{names[1]} stack"), "stacks")
        antes = _pair(self.antes, (f"{names[0]} ante", f"{names[1]} ante"), "antes", zero_allowed=True)
        dead = chips_of(self.dead, "dead money", "dead", zero_allowed=True)
        blinds = blinds_of(self.blinds, zero_allowed=dead > 0 or max(antes) > 0)
        for name, value in (("stacks", stacks), ("blinds", blinds), ("antes", antes), ("dead", dead)):
            object.__setattr__(self, name, value)
        if self.s > MAX_STACK_IN_UNITS:
            raise SituationError(
                f"The stacks ({stacks[0]:g} and {stacks[1]:g}) are more than {MAX_STACK_IN_UNITS:,.0f} times "
                f"the big blind with its share of the dead money ({self.unit:g}).",
                field="stack_sb",
            )

    @classmethod
    def at(cls, stacks: Pair, level: BlindLevel | None = None) -> Situation:
        """Two players at a level, by default with blinds of one half and one and nothing else.

        Raises SituationError as in the class.
        """
        level = level or BlindLevel()
        return cls(stacks, level.blinds, level.antes, level.dead)

    @property
    def level(self) -> BlindLevel:
        """What the two are asked for, and the dead money."""
        return BlindLevel(self.blinds, self.ante, self.bb_ante, self.dead)

    @cached_property
    def posted(self) -> Pair:
        """(a1, a2), the antes that I and II really post."""
        return posted_of(self.stacks, self.antes)

    @property
    def blinds_posted(self) -> Pair:
        """What I and II really post of their blinds, behind the antes."""
        small, big = self.behind
        return min(self.blinds[0], small), min(self.blinds[1], big)

    @property
    def ante(self) -> float:
        """Posted by each of the two."""
        return min(self.antes)

    @property
    def bb_ante(self) -> float:
        """Posted by the big blind in addition."""
        return round(self.antes[1] - self.ante, _DIGITS)

    @cached_property
    def effective_stack(self) -> float:
        """L, the chips of each player that can still be won after the antes."""
        return live_of(self.stacks, self.posted)

    live = former_name("effective_stack")
    decides = former_name("has_decision")

    @property
    def uncalled(self) -> Pair:
        """Chips of I and II that can never be called, over L; one of them is 0."""
        first, second = self.behind
        return first - self.effective_stack, second - self.effective_stack

    @property
    def behind(self) -> Pair:
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
        return unit_of(self.effective_stack, self.blinds[1], self.dead_total)

    @property
    def s(self) -> float:
        """Effective stack in units of B, at least 1."""
        return reduced(self.effective_stack, self.blinds, self.dead_total)[0]

    @property
    def b(self) -> float:
        """Small blind in units of B, above 0 and at most 1."""
        return reduced(self.effective_stack, self.blinds, self.dead_total)[1]

    @property
    def exact_chips(self) -> tuple[Fraction, tuple[Fraction, Fraction], Fraction]:
        """L, the blinds and D exactly, of the chips as they are written in decimals."""
        stacks, blinds, posted = self._exact
        return live_of(stacks, posted), blinds, Fraction(repr(self.dead)) + sum(posted)

    @property
    def exact_units(self) -> tuple[Fraction, Fraction]:
        """B and `offset` exactly, in big blinds: a value v of I in units of B is offset + B v big blinds."""
        live, blinds, dead = self.exact_chips
        a1, a2 = self._exact[2]
        unit, offset = min(blinds[1], live) + dead / 2, (Fraction(repr(self.dead)) + a2 - a1) / 2
        return unit / blinds[1], offset / blinds[1]

    @property
    def _exact(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Stacks, blinds and posted antes, of the chips as they are written in decimals."""
        stacks, blinds, antes = (
            (Fraction(repr(first)), Fraction(repr(second)))
            for first, second in (self.stacks, self.blinds, self.antes)
        )
        return stacks, blinds, posted_of(stacks, antes)

    @property
    def fractions(self) -> tuple[Fraction, Fraction]:
        """(s, b) exactly, as `exact_chips`."""
        return reduced(*self.exact_chips)

    @property
    def big_blind(self) -> float:
        """The big blind in chips: what numbers named ``*_bb`` are divided by."""
        return self.blinds[1]

    @property
    def has_decision(self) -> tuple[bool, bool]:
        """Whether I and II have a choice: L is above their blind.

        Where I has none, b = s = 1; where II has none, s = 1.
        """
        return self.effective_stack > self.blinds[0], self.effective_stack > self.blinds[1]

    @property
    def offset(self) -> float:
        """d/2 + (a2 - a1)/2, what I wins in chips beyond B times their value."""
        a1, a2 = self.posted
        return self.dead / 2 + (a2 - a1) / 2

    def chips(self, player: int, value: Values) -> Values:
        """The result in chips, from the start of the hand, of a player's value in units of B.

        Player 0 is I, player 1 is II.
        """
        return self.unit * value + (self.dead - self.offset if player else self.offset)

    def in_chips(self, values: Pair) -> Pair:
        """Results of I and II in chips of their values in units of B."""
        return self.chips(0, values[0]), self.chips(1, values[1])

    def in_bb(self, chips: Pair) -> Pair:
        return chips[0] / self.big_blind, chips[1] / self.big_blind

    def small_blind_folds(self) -> Pair:
        """Results of I and II in chips when I folds; they add up to d."""
        return fold_chips(0, min(self.blinds[0], self.effective_stack), self.posted, self.dead)

    def big_blind_folds(self) -> Pair:
        """Results of I and II in chips when I jams and II folds; they add up to d."""
        return fold_chips(1, min(self.blinds[1], self.effective_stack), self.posted, self.dead)

    def showdown(self, share: float) -> Pair:
        """Results of I and II in chips when II calls and I gets this share of the pot, 0 to 1."""
        return showdown_chips(share, self.effective_stack, self.posted, self.dead)

    def as_dict(self) -> dict[str, Any]:
        """The inputs, as JSON can keep them; `Situation(**...)` takes them back."""
        return {
            "stacks": list(self.stacks),
            "blinds": list(self.blinds),
            "antes": list(self.antes),
            "dead": self.dead,
        }


def posted_of(stacks: tuple[Chips, Chips], antes: tuple[Chips, Chips]) -> tuple[Chips, Chips]:
    """The antes that are really posted: of what both are asked for nobody posts more than the other can."""
    least = min(antes)
    equal = min(least, *stacks)
    first, second = (
        min(stack, ante) - (min(stack, least) - equal) for ante, stack in zip(antes, stacks, strict=True)
    )
    return first, second


def live_of(stacks: tuple[Chips, Chips], antes: tuple[Chips, Chips]) -> Chips:
    return min(stacks[0] - antes[0], stacks[1] - antes[1])


def fold_chips(player: int, staked: float, antes: Pair, dead: float = 0) -> Pair:
    """Results of I and II in chips when player 0 or 1 folds, having put in so much beyond their ante."""
    lost = staked + antes[player]
    return (lost + dead, -lost) if player else (-lost, lost + dead)


def showdown_chips(share: float, staked: float, antes: Pair, dead: float = 0) -> Pair:
    """The same when both have put in so much beyond the antes, and I gets this share of the pot."""
    pot = 2 * staked + (dead + sum(antes))
    return share * pot - staked - antes[0], (1 - share) * pot - staked - antes[1]


def reduced(
    effective_stack: Exactly, blinds: tuple[Exactly, Exactly], dead: Exactly
) -> tuple[Exactly, Exactly]:
    """(s, b) of L, the blinds and D: divided once, so exactly rounded where these are whole numbers."""
    unit = 2 * min(blinds[1], effective_stack) + dead
    return (2 * effective_stack + dead) / unit, (2 * min(blinds[0], effective_stack) + dead) / unit


def unit_of(effective_stack: float, big_blind: float, dead: float) -> float:
    """B of L, the big blind and D."""
    return min(big_blind, effective_stack) + dead / 2


def _pair(value: Any, names: tuple[str, str], quantity: str, *, zero_allowed: bool = False) -> Pair:
    fields = ("stack_sb", "stack_bb") if quantity == "stacks" else (quantity[:-1],) * 2
    try:
        first, second = value
    except (TypeError, ValueError):
        form = BOTH_STACKS if quantity == "stacks" else ""
        raise SituationError(
            f"The {quantity} must be two amounts, for small and big blind{form}.", field=fields[0]
        ) from None
    return (
        chips_of(first, names[0], fields[0], zero_allowed=zero_allowed),
        chips_of(second, names[1], fields[1], zero_allowed=zero_allowed),
    )


# Former names, until 0.4.
shown_down, folded = showdown_chips, fold_chips
