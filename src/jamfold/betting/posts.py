"""Seats of a table and their posts before the cards: names, order, antes, blinds, and level texts.

Seats go from the button's left round: small blind, big blind, ..., cutoff, button; heads-up the small blind
is the button.  The player after the big blind acts first, the blinds last.

Antes are posted first, then the big-blind ante, then blinds, each at most what the stack still has.
A new type of post is an attribute of `BlindLevel`, a word in `WORDS` and a line in `BlindLevel.posts`; what
posts do to stacks, pots and decisions follows from the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from functools import cache, lru_cache
from math import isfinite
from typing import Any, NamedTuple

from jamfold.core.errors import SituationError
from jamfold.valuation.numbers import MAX_CHIPS, Pair

FEWEST_SEATS, MOST_SEATS = 2, 10

_EARLY = ("utg", "utg1", "utg2", "mp")
_LATE = ("lj", "hj", "co", "btn")
SEAT_TITLES = {
    "sb": "small blind",
    "bb": "big blind",
    "utg": "UTG",
    "utg1": "UTG+1",
    "utg2": "UTG+2",
    "mp": "MP",
    "lj": "lojack",
    "hj": "hijack",
    "co": "cutoff",
    "btn": "button",
}
"""Seats in words."""


@cache
def seat_names(seats: int) -> tuple[str, ...]:
    """The names of the seats, from the button's left round."""
    middle = seats - 2
    late = middle if middle <= 3 else 3 if middle == 4 else 4
    return ("sb", "bb", *_EARLY[: middle - late], *_LATE[len(_LATE) - late :])


@cache
def acting_order(seats: int) -> tuple[int, ...]:
    """The seats in the order of acting before the flop."""
    return (*range(2, seats), 0, 1)


SMALL, BIG = 0, 1
"""The seats of the blinds."""
WORDS = {"ante": "ante", "bb_ante": "big-blind ante", "dead": "dead money"}
"""Names of posts besides the blinds."""


class Post(NamedTuple):
    """A seat and the chips that it must post."""

    kind: str
    """The name of the post."""
    seat: int
    chips: float
    live: bool
    """Whether it is a bet that others have to call; else it is dead."""
    matched: bool
    """Whether others play only for the part that they match; else, like a big-blind ante, it is for the whole
    table."""


class PostedChips(NamedTuple):
    """A seat's actual posts: dead for the table, dead but matched, and live."""

    table: float
    ante: float
    blind: float


@dataclass(frozen=True)
class BlindLevel:
    """Chips posted before the cards, and chips left by players who have folded.

    Raises SituationError if a number is not finite, negative, zero (the big blind) or above 1e12 chips, or
    the small blind is above the big blind.
    """

    blinds: Pair = (0.5, 1.0)
    """(small blind, big blind)."""
    ante: float = 0.0
    """The ante of every seat."""
    bb_ante: float = 0.0
    """The big-blind ante, for the whole table."""
    dead: float = 0.0
    """Blinds and antes of players who are out of the hand."""

    def __post_init__(self) -> None:
        """Check every number and convert it to float."""
        for name, word in WORDS.items():
            object.__setattr__(self, name, chips_of(getattr(self, name), word, name, zero_allowed=True))
        object.__setattr__(self, "blinds", blinds_of(self.blinds, zero_allowed=True))

    @property
    def big_blind(self) -> float:
        return self.blinds[BIG]

    @property
    def extras(self) -> dict[str, float]:
        """Chips in the pot besides the blinds, by name; zeros are left out."""
        return {name: chips for name in WORDS if (chips := getattr(self, name))}

    @property
    def in_bb(self) -> BlindLevel:
        """The same in big blinds."""
        big = self.big_blind
        return BlindLevel((self.blinds[SMALL] / big, 1.0), *(chips / big for chips in astuple(self)[1:]))

    def posts(self, seats: int) -> tuple[Post, ...]:
        """Return the posts due from the seats of a table, in order of posting."""
        return _posts(self, seats)

    @property
    def antes(self) -> Pair:
        """All posts due from small and big blind except the blinds."""
        dead = [post for post in self.posts(2) if not post.live]
        small, big = (
            sum((blind.chips for blind in dead if blind.seat == seat), 0.0) for seat in (SMALL, BIG)
        )
        return small, big

    def part_texts(self, form: str = "g") -> dict[str, str]:
        """Return each number in words, by its name: ``blinds 5/10``, ``ante 1``."""
        small, big = self.blinds
        extras = {name: f"{word} {getattr(self, name):{form}}" for name, word in WORDS.items()}
        return {"blinds": f"blinds {small:{form}}/{big:{form}}"} | extras

    def extra_words(self, form: str = "g") -> list[str]:
        """Return the posts besides the blinds, in words."""
        words = self.part_texts(form)
        return [words[name] for name in self.extras]

    def text(self, form: str = "g") -> str:
        """Return the level in words: ``blinds 5/10, ante 1, big-blind ante 10``."""
        if self.big_blind == 1 and not self.extras:
            return f"no antes, small blind {self.blinds[SMALL]:{form}} big blinds"
        return ", ".join([self.part_texts(form)["blinds"], *self.extra_words(form)])

    def bb_text(self) -> str:
        """Return the level in big blinds; empty if there is only a small blind of one half.

        >>> BlindLevel((4, 8), ante=1).bb_text(), BlindLevel((5, 10)).bb_text()
        ('ante 0.125', '')
        """
        scaled, form = self.in_bb, ".6g"
        small = scaled.blinds[SMALL]
        blind = [f"small blind {small:{form}}"] if abs(small - 0.5) > 1e-9 else []
        return ", ".join(blind + scaled.extra_words(form))


@lru_cache(1 << 10)
def _posts(level: BlindLevel, seats: int) -> tuple[Post, ...]:
    """Return `BlindLevel.posts`, cached as thousands of hands are played at few levels."""
    small, big = level.blinds
    posts = [Post(WORDS["ante"], seat, level.ante, False, True) for seat in range(seats)]
    posts.append(Post(WORDS["bb_ante"], BIG, level.bb_ante, False, False))
    posts += [Post("small blind", SMALL, small, True, True), Post("big blind", BIG, big, True, True)]
    return tuple(post for post in posts if post.chips)


POSTED = tuple(field.name for field in fields(BlindLevel) if field.name != "dead")
"""The fields of a level that seats post; requests have the same fields."""
ANTES = POSTED[1:]
"""The fields that are numbers: all but the blinds."""


def pay(posts: Sequence[Post], stacks: Sequence[float]) -> tuple[PostedChips, ...]:
    """Return the actual posts of every seat, each at most the rest of the stack."""
    left = list(stacks)
    paid = [[0.0, 0.0, 0.0] for _ in left]
    for _, seat, required, live, matched in posts:
        chips = min(required, left[seat])
        left[seat] -= chips
        paid[seat][2 if live else 1 if matched else 0] += chips
    return tuple(map(PostedChips._make, paid))


def blinds_of(value: Any, *, zero_allowed: bool) -> Pair:
    """Check two blinds; `zero_allowed` allows a small blind of zero."""
    try:
        small, big = value
    except (TypeError, ValueError):
        raise SituationError("Enter two blinds, small and big, such as 5 10.", field="blind_sb") from None
    blinds = (
        chips_of(small, "small blind", "blind_sb", zero_allowed=zero_allowed),
        chips_of(big, "big blind", "blind_bb"),
    )
    if blinds[0] > blinds[1]:
        raise SituationError(
            f"The small blind ({blinds[0]:g}) is larger than the big blind ({blinds[1]:g}).", field="blind_sb"
        )
    return blinds


def chips_of(value: Any, name: str, field: str, *, zero_allowed: bool = False) -> float:
    """Check a number of chips; `name` is for the error's sentence, `field` for the request's field."""
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
            rule = "must not be negative" if zero_allowed else "must be above zero"
            problem = f"{rule}, but it is {chips:g}"
        elif chips > MAX_CHIPS:
            problem = f"must be at most {MAX_CHIPS:g} chips, but it is {chips:g}"
    if problem:
        raise SituationError(f"The {name} {problem}.", field=field)
    return chips
