"""Families of four-card hands: a tree that people can read where no square grid fits.

Three levels, each disjoint and covering all classes: pairs, suits, ranks.  On
the last level the rules stand in an order and the first that fits takes the
hand, so that nothing is counted twice; the last rule takes the rest.  Split-pot
games look at low cards, the others at high cards and connectedness.

>>> from jamfold.games import OMAHA
>>> [family.name for family in family_tree(OMAHA)]
['four of a kind', 'three of a kind', 'two pair', 'one pair', 'no pair']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES
from jamfold.counting.classes import hand_classes
from jamfold.errors import ChartError
from jamfold.games import Game

PAIRS = {
    "four of a kind": (4,),
    "three of a kind": (3, 1),
    "two pair": (2, 2),
    "one pair": (2, 1, 1),
    "no pair": (1, 1, 1, 1),
}
"""How often ranks repeat, most frequent first."""

SUITS = {
    "double-suited": "aabb",
    "single-suited": "aabc",
    "three of a suit": "aaab",
    "one suit": "aaaa",
    "rainbow": "abcd",
}
"""Suit patterns as in `HandClasses.suit_patterns`."""

_ACE, _TEN, _NINE, _EIGHT, _SIX, _FIVE = (RANK_NAMES.index(name) for name in "AT9865")


@dataclass(frozen=True, eq=False)
class Ranks:
    """What the rank rules see of the classes; arrays with one row per class.

    Attributes
    ----------
    counts
        Cards of each rank 2..A, shape (n, 13).
    """

    counts: NDArray[np.int64]

    def repeated(self, times: int) -> NDArray[np.int64]:
        """The highest rank that stands at least so many times, -1 if none, shape (n,)."""
        there = self.counts >= times
        return np.where(there.any(axis=1), 12 - np.argmax(there[:, ::-1], axis=1), -1)

    def number(self, low: int, high: int) -> NDArray[np.int64]:
        """Cards of the ranks low..high, shape (n,)."""
        return np.asarray(self.counts[:, low : high + 1].sum(axis=1))

    def has(self, names: str) -> NDArray[np.bool_]:
        """Whether all these ranks are held, shape (n,)."""
        return np.asarray((self.counts[:, [RANK_NAMES.index(name) for name in names]] > 0).all(axis=1))

    def span(self) -> NDArray[np.int64]:
        """Highest minus lowest rank, the ace high or low, whichever is less, shape (n,)."""
        low_ace = np.concatenate([self.counts[:, -1:], self.counts[:, :-1]], axis=1)
        return np.minimum(_span(self.counts), _span(low_ace))


Rule = tuple[str, Callable[[Ranks], NDArray[np.bool_]]]


_ALWAYS: dict[str, list[Rule]] = {
    "four of a kind": [("AAAA-2222", lambda ranks: ranks.repeated(4) >= 0)],
    "three of a kind": [
        ("AAA", lambda ranks: ranks.repeated(3) == _ACE),
        ("KKK-TTT", lambda ranks: ranks.repeated(3) >= _TEN),
        ("999-222", lambda ranks: ranks.repeated(3) >= 0),
    ],
}


HIGH_RULES: dict[str, list[Rule]] = {
    **_ALWAYS,
    "two pair": [
        ("AA and a pair", lambda ranks: ranks.repeated(2) == _ACE),
        ("both KK-TT", lambda ranks: ranks.number(_TEN, _ACE) == 4),
        ("one KK-TT", lambda ranks: ranks.number(_TEN, _ACE) == 2),
        ("both 99-22", lambda ranks: ranks.repeated(2) >= 0),
    ],
    "one pair": [
        ("AA", lambda ranks: ranks.repeated(2) == _ACE),
        ("KK", lambda ranks: ranks.repeated(2) == _ACE - 1),
        ("QQ-TT", lambda ranks: ranks.repeated(2) >= _TEN),
        ("99-66, an ace", lambda ranks: (ranks.repeated(2) >= _SIX) & ranks.has("A")),
        ("99-66, no ace", lambda ranks: ranks.repeated(2) >= _SIX),
        ("55-22, an ace", lambda ranks: ranks.has("A")),
        ("55-22, no ace", lambda ranks: ranks.repeated(2) >= 0),
    ],
    "no pair": [
        ("four of A-T", lambda ranks: ranks.number(_TEN, _ACE) == 4),
        ("four within five ranks", lambda ranks: ranks.span() <= 4),
        ("A and two of K-T", lambda ranks: ranks.has("A") & (ranks.number(_TEN, _ACE) == 3)),
        ("A and one of K-T", lambda ranks: ranks.has("A") & (ranks.number(_TEN, _ACE) == 2)),
        ("A and three of 9-2", lambda ranks: ranks.has("A")),
        ("K high", lambda ranks: ranks.has("K")),
        ("Q high", lambda ranks: ranks.has("Q")),
        ("J high or less", lambda ranks: ranks.repeated(1) >= 0),
    ],
}

LOW_RULES: dict[str, list[Rule]] = {
    **_ALWAYS,
    "two pair": [
        ("AA and 88-22", lambda ranks: (ranks.repeated(2) == _ACE) & (ranks.number(0, _EIGHT) > 0)),
        ("AA and KK-99", lambda ranks: ranks.repeated(2) == _ACE),
        ("both KK-99", lambda ranks: ranks.number(_NINE, _ACE) == 4),
        ("KK-99 and 88-22", lambda ranks: ranks.number(_NINE, _ACE) == 2),
        ("both 88-22", lambda ranks: ranks.repeated(2) >= 0),
    ],
    "one pair": [
        ("AA and a 2-5", lambda ranks: (ranks.repeated(2) == _ACE) & (ranks.number(0, _FIVE) > 0)),
        ("AA, no 2-5", lambda ranks: ranks.repeated(2) == _ACE),
        ("A-2", lambda ranks: ranks.has("A2")),
        ("A-3", lambda ranks: ranks.has("A3")),
        ("A and a 4-8", lambda ranks: ranks.has("A") & (ranks.number(0, _EIGHT) > 0)),
        ("KK-TT", lambda ranks: ranks.repeated(2) >= _TEN),
        ("99-22", lambda ranks: ranks.repeated(2) >= 0),
    ],
    "no pair": [
        ("A-2 and a 3-5", lambda ranks: ranks.has("A2") & (ranks.number(1, _FIVE) > 0)),
        ("A-2", lambda ranks: ranks.has("A2")),
        ("A-3", lambda ranks: ranks.has("A3")),
        ("A and two of 4-8", lambda ranks: ranks.has("A") & (ranks.number(0, _EIGHT) >= 2)),
        ("A, others", lambda ranks: ranks.has("A")),
        ("four of K-9", lambda ranks: ranks.number(_NINE, _ACE) == 4),
        ("four of 8-2", lambda ranks: ranks.number(0, _EIGHT) == 4),
        ("K high", lambda ranks: ranks.has("K")),
        ("Q high or less", lambda ranks: ranks.repeated(1) >= 0),
    ],
}


@dataclass(frozen=True, eq=False)
class Family:
    """A set of classes with a name.

    Attributes
    ----------
    name
        What its hands have in common within the parent.
    level
        0 pairs, 1 suits, 2 ranks.
    ids
        The classes, ascending, shape (k,), k > 0.
    children
        Families of the next level; together they are this one.
    """

    name: str
    level: int
    ids: NDArray[np.int64]
    children: tuple[Family, ...] = ()

    def walk(self) -> Iterator[Family]:
        """The family and all below, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@cache
def family_tree(game: Game) -> tuple[Family, ...]:
    """The families of a game's hands, three levels deep, empty ones left out.

    Raises
    ------
    ChartError
        If hands of this game have not four cards.
    """
    classes = hand_classes(game)
    patterns = np.array(classes.suit_patterns())
    if not set(patterns.tolist()) <= set(SUITS.values()):
        raise ChartError(f"Hands of {game.name} have {classes.hole_cards} cards: families are of four.")
    ranks = classes.representatives.astype(np.int64) // N_SUITS
    counts = np.zeros((classes.n, len(RANK_NAMES)), dtype=np.int64)
    np.add.at(counts, (np.arange(classes.n)[:, None], ranks), 1)
    repeats = -np.sort(-counts, axis=1)
    rules = LOW_RULES if game.split_low else HIGH_RULES
    tree = []
    for name, shape in PAIRS.items():
        wanted = np.array(shape + (0,) * (len(RANK_NAMES) - len(shape)))
        ids = np.flatnonzero((repeats == wanted).all(axis=1))
        by_suits = {suits: ids[patterns[ids] == pattern] for suits, pattern in SUITS.items()}
        children = (
            Family(suits, 1, alike, _by_ranks(counts, alike, rules[name]))
            for suits, alike in by_suits.items()
            if alike.size
        )
        tree.append(Family(name, 0, ids, tuple(children)))
    return tuple(tree)


def find_family(game: Game, path: str) -> Family:
    """The family of a path of names, such as ``one pair/double-suited/AA``.

    Raises
    ------
    ChartError
        If the game has no such family.
    """
    level, family = family_tree(game), None
    for name in path.split("/", 2):
        family = next((one for one in level if one.name == name), None)
        if family is None:
            raise ChartError(f"There is no family '{path[:60]}' in {game.title}.")
        level = family.children
    assert family is not None
    return family


def _by_ranks(counts: NDArray[np.int64], ids: NDArray[np.int64], rules: Sequence[Rule]) -> tuple[Family, ...]:
    """Classes split by the first rule that fits."""
    left, families = ids, []
    for name, rule in rules:
        fits = rule(Ranks(counts[left]))
        if fits.any():
            families.append(Family(name, 2, left[fits]))
        left = left[~fits]
    if left.size:
        raise AssertionError(f"no rule takes the classes {left[:5].tolist()}")
    return tuple(families)


def _span(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Last minus first non-zero column, shape (n,)."""
    there = counts > 0
    return np.asarray(there.shape[1] - 1 - np.argmax(there[:, ::-1], axis=1) - np.argmax(there, axis=1))
