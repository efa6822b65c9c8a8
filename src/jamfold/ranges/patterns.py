"""Patterns of hands of four and five cards: a matrix that people can read where no square grid fits.

Rows are patterns of ranks in players' words (AAxx, A with two broadway, rundown, one
gap, ...), columns how the cards share suits.  Every hand is in exactly one cell.
Rows are in reading order: pairs and aces first, trips and quads (under 1% of hands)
last.  A hand belongs to the first row whose rule it fits; hands with a rank three
times only fit the last.  Split-pot games look at low
cards, the others at high cards and connectedness.

This is the one definition that terminal, pictures, pages and files show.

>>> from jamfold.cards.games import OMAHA
>>> matrix = pattern_matrix(OMAHA)
>>> [row.name for row in matrix.rows][:3]
['AAxx', 'KKxx', 'QQxx-TTxx']
>>> matrix.find("AAxx/double-suited").ids.size
78
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from jamfold.cards import N_SUITS, RANK_NAMES
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.errors import ChartError

SUITS = {
    "double-suited": ("aabb", "aabbc"),
    "three and two": ("aaabb",),
    "single-suited": ("aabc", "aabcd"),
    "rainbow": ("abcd",),
    "three of a suit": ("aaab", "aaabc"),
    "four of a suit": ("aaaab",),
    "one suit": ("aaaa", "aaaaa"),
}
"""The columns, with their suit patterns of four and five cards as in `HandClasses.suit_patterns`."""

_ACE, _KING, _TEN, _EIGHT, _SIX, _FIVE = (RANK_NAMES.index(name) for name in "AKT865")


@dataclass(frozen=True, eq=False)
class Ranks:
    """Rank features of the classes, for the rules; arrays with one row per class."""

    counts: IntArray
    """Cards of each rank 2..A, shape (n, 13)."""

    def repeated(self, times: int) -> IntArray:
        """Return the highest rank held at least `times` times, -1 if none, shape (n,)."""
        present = self.counts >= times
        return np.where(present.any(axis=1), 12 - np.argmax(present[:, ::-1], axis=1), -1)

    @cached_property
    def pair(self) -> IntArray:
        """Highest rank held at least twice, -1 if none, shape (n,)."""
        return self.repeated(2)

    @property
    def broadway(self) -> IntArray:
        """Cards A-T, shape (n,)."""
        return np.asarray(self.counts[:, _TEN:].sum(axis=1))

    @property
    def low(self) -> IntArray:
        """Different ranks 8-2, shape (n,)."""
        return np.asarray((self.counts[:, : _EIGHT + 1] > 0).sum(axis=1))

    @property
    def wheel(self) -> IntArray:
        """Different ranks 5-2, shape (n,)."""
        return np.asarray((self.counts[:, : _FIVE + 1] > 0).sum(axis=1))

    def has(self, names: str) -> BoolArray:
        """Return whether all these ranks are held, shape (n,)."""
        return np.asarray((self.counts[:, [RANK_NAMES.index(name) for name in names]] > 0).all(axis=1))

    @cached_property
    def gaps(self) -> IntArray:
        """Ranks missing between highest and lowest, ace high or low, whichever are fewer, shape (n,)."""
        low_ace = np.concatenate([self.counts[:, -1:], self.counts[:, :-1]], axis=1)
        span = np.minimum(_span(self.counts), _span(low_ace))
        return np.asarray(span + 1 - (self.counts > 0).sum(axis=1))


Rule = Callable[[Ranks], BoolArray]


def _paired(least: int, more: Rule | None = None) -> Rule:
    """Hands with a pair of this rank or a higher one, perhaps with more."""
    return lambda ranks: (ranks.pair >= least) & (True if more is None else more(ranks))


def _unpaired(rule: Rule) -> Rule:
    """Hands whose ranks all differ."""
    return lambda ranks: (ranks.pair < 0) & rule(ranks)


_FREAKS = "trips and quads"

_NUMBERS = ("none", "one", "two", "three", "four")


def high_rows(cards: int) -> dict[str, Rule]:
    """Rows of games where the high hand takes the pot; a pair is the higher of two."""
    x = "x" * (cards - 2)
    return {
        f"AA{x}": _paired(_ACE),
        f"KK{x}": _paired(_KING),
        f"QQ{x}-TT{x}": _paired(_TEN),
        f"99{x}-66{x}, ace": _paired(_SIX, lambda ranks: ranks.has("A")),
        f"99{x}-66{x}, broadway": _paired(_SIX, lambda ranks: ranks.broadway > 0),
        f"99{x}-66{x}, others": _paired(_SIX),
        f"55{x}-22{x}, ace": _paired(0, lambda ranks: ranks.has("A")),
        f"55{x}-22{x}, broadway": _paired(0, lambda ranks: ranks.broadway > 0),
        f"55{x}-22{x}, others": _paired(0),
        "broadway": lambda ranks: ranks.broadway == cards,
        "A, three broadway": lambda ranks: ranks.has("A") & (ranks.broadway == 4),
        "A, two broadway": lambda ranks: ranks.has("A") & (ranks.broadway == 3),
        "A, one broadway": lambda ranks: ranks.has("A") & (ranks.broadway == 2),
        "A, wheel cards": lambda ranks: ranks.has("A") & (ranks.wheel >= 2),
        "A, others": lambda ranks: ranks.has("A"),
        "rundown, no gap": _unpaired(lambda ranks: ranks.gaps == 0),
        "rundown, one gap": _unpaired(lambda ranks: ranks.gaps == 1),
        "rundown, two gaps": _unpaired(lambda ranks: ranks.gaps == 2),
        "four broadway": lambda ranks: ranks.broadway == 4,
        "three broadway": lambda ranks: ranks.broadway == 3,
        "K, one broadway": lambda ranks: ranks.has("K") & (ranks.broadway == 2),
        "two of Q-T": lambda ranks: ranks.broadway == 2,
        f"K, {_NUMBERS[cards - 1]} of 9-2": lambda ranks: ranks.has("K"),
        "one of Q-T": lambda ranks: ranks.broadway == 1,
        "9 high or lower": lambda ranks: ranks.broadway == 0,
    }


def low_rows(cards: int) -> dict[str, Rule]:
    """Rows of split-pot games; low are ranks 8-2, wheel ranks 5-2, the ace apart."""
    x = "x" * (cards - 2)
    return {
        f"AA{x}": _paired(_ACE),
        f"A23{x[1:]}": lambda ranks: ranks.has("A23") & (cards > 4),
        f"A2{x}": lambda ranks: ranks.has("A2"),
        f"A3{x}": lambda ranks: ranks.has("A3"),
        "A, two low": lambda ranks: ranks.has("A") & (ranks.low >= 2),
        "A, one low": lambda ranks: ranks.has("A") & (ranks.low == 1),
        "A, no low": lambda ranks: ranks.has("A"),
        f"KK{x}": _paired(_KING),
        f"QQ{x}-TT{x}, two low": _paired(_TEN, lambda ranks: ranks.low >= 2),
        f"QQ{x}-TT{x}, others": _paired(_TEN),
        f"99{x}-66{x}, two wheel": _paired(_SIX, lambda ranks: ranks.wheel >= 2),
        f"99{x}-66{x}, others": _paired(_SIX),
        f"55{x}-22{x}, two wheel": _paired(0, lambda ranks: ranks.wheel >= 2),
        f"55{x}-22{x}, others": _paired(0),
        "three wheel": lambda ranks: ranks.wheel >= 3,
        "two wheel, 8-6": lambda ranks: (ranks.wheel == 2) & (ranks.low >= 3),
        "two wheel, no 8-6": lambda ranks: ranks.wheel == 2,
        "one wheel, two of 8-6": lambda ranks: ranks.low >= 3,
        "one wheel, one of 8-6": lambda ranks: (ranks.wheel == 1) & (ranks.low == 2),
        "two of 8-6": lambda ranks: ranks.low == 2,
        "one low or none": lambda ranks: ranks.low <= 1,
    }


@dataclass(frozen=True, eq=False)
class Pattern:
    """A set of classes with a name: a row, a column or a cell."""

    name: str
    """``AAxx``, ``double-suited`` or ``AAxx/double-suited``; `PatternMatrix.find` reads it."""
    ids: IntArray
    """The classes, ascending, shape (k,), k > 0."""


@dataclass(frozen=True, eq=False)
class PatternRow(Pattern):
    """A pattern of ranks."""

    cells: dict[str, Pattern]
    """Its part of each column that has one, in the order of the columns."""


@dataclass(frozen=True, eq=False)
class PatternMatrix:
    """All hands of a game by ranks and suits."""

    game: Game
    """The game."""
    rows: tuple[PatternRow, ...]
    columns: tuple[Pattern, ...]
    """rows, columns: Patterns of ranks and of suits, in the order in which they are shown."""

    def cells(self) -> Iterator[Pattern]:
        """All cells, row by row."""
        for row in self.rows:
            yield from row.cells.values()

    def find(self, name: str) -> Pattern:
        """The row, column or cell of a name. Raises ChartError if the game has none of that name."""
        entry = self._named.get(" ".join(name.split()).lower())
        if entry is None:
            rows = "; ".join(row.name for row in self.rows)
            columns = ", ".join(column.name for column in self.columns)
            raise ChartError(
                f"Unknown family '{name[:60]}' in {self.game.title}. Families are {rows}, alone or followed "
                f"by /{columns}."
            )
        return entry

    @cached_property
    def _named(self) -> dict[str, Pattern]:
        patterns = (*self.rows, *self.columns, *self.cells())
        return {pattern.name.lower(): pattern for pattern in patterns}


@cache
def pattern_matrix(game: Game) -> PatternMatrix:
    """The patterns of a game's hands, empty ones left out.

    Raises ChartError if hands of this game have neither four nor five cards.
    """
    classes = hand_classes(game)
    if not game.has_families:
        cards = classes.hole_cards
        raise ChartError(f"Hands of {game.name} have {cards} cards: families are of four or five.")
    patterns = np.array(classes.suit_patterns())
    fits = {name: np.isin(patterns, suits) for name, suits in SUITS.items()}
    columns = [Pattern(name, np.flatnonzero(fit)) for name, fit in fits.items() if fit.any()]
    rules, rows = low_rows if game.split_low else high_rows, []
    for name, ids in _by_ranks(class_ranks(game), rules(classes.hole_cards)).items():
        shared = ((name, ids[fit[ids]]) for name, fit in fits.items())
        cells = {suits: Pattern(f"{name}/{suits}", members) for suits, members in shared if members.size}
        rows.append(PatternRow(name, ids, cells))
    return PatternMatrix(game, tuple(rows), tuple(columns))


@cache
def class_ranks(game: Game) -> Ranks:
    classes = hand_classes(game)
    counts = np.zeros((classes.n, len(RANK_NAMES)), dtype=np.int64)
    np.add.at(counts, (np.arange(classes.n)[:, None], classes.representatives.astype(np.int64) // N_SUITS), 1)
    return Ranks(counts)


def _by_ranks(ranks: Ranks, rules: dict[str, Rule]) -> dict[str, IntArray]:
    """Classes by the first rule that fits; hands with a rank three times come last, by themselves."""
    freaks = ranks.repeated(3) >= 0
    left, rows = ~freaks, {}
    for name, rule in rules.items():
        fits = left & rule(ranks)
        left &= ~fits
        rows[name] = np.flatnonzero(fits)
    if left.any():
        raise AssertionError(f"no rule takes the classes {np.flatnonzero(left)[:5].tolist()}")
    rows[_FREAKS] = np.flatnonzero(freaks)
    return {name: ids for name, ids in rows.items() if ids.size}


def _span(counts: IntArray) -> IntArray:
    """Last minus first non-zero column, shape (n,)."""
    present = counts > 0
    return np.asarray(present.shape[1] - 1 - np.argmax(present[:, ::-1], axis=1) - np.argmax(present, axis=1))
