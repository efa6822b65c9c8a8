"""The terms that `format_range` tries when it writes generic notation.

Two hands are in the same cell if they have the same ranks and the same suit
pattern (``aabb``: two suits of two cards).  Most ranges people name are unions
of cells: a condition on ranks (``AA``, ``RRON``, ``KQJT``) and one on suits
(``$ds``).  The cells of a game form a table, rank multisets by suit patterns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES
from jamfold.counting.classes import suit_pattern
from jamfold.games import Game
from jamfold.ranges.hand_table import HandTable, hand_table
from jamfold.ranges.reading.patterns import fits
from jamfold.ranges.reading.syntax import Term
from jamfold.ranges.reading.terms import filter_classes, patterns_of

_VARIABLES = (
    "R", "RR", "RO", "RRR", "RRO", "RON", "RRRR", "RRRO", "RROO", "RRON", "RONP",
)  # fmt: skip

_SUITS = {
    2: {"": "aa ab", ":xx": "aa", ":xy": "ab"},
    4: {
        "": "aaaa aaab aabb aabc abcd",
        "$ds": "aabb",
        "$ss": "aabc",
        ":wxyz": "abcd",
        ":xxxx": "aaaa",
        ":xxxy": "aaab",
        ":xx": "aaaa aaab aabb aabc",
        ":xy": "aaab aabb aabc abcd",
        ":xxx": "aaaa aaab",
        "!xxx": "aabb aabc abcd",
        ":xyz": "aabc abcd",
        ":xxy": "aaab aabb aabc",
        ":($ds,$ss)": "aabb aabc",
    },
}
"""Conditions on the suits of a hand, by its number of cards: text and patterns."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What can be said shortly about one game's hands.

    Attributes
    ----------
    cell_of
        int64, shape (n,): a class's cell, multiset * patterns + pattern.
    cell_sizes
        int64, shape (M, P): classes of each cell.
    patterns
        The P suit patterns.
    rank_texts
        Conditions on ranks, the empty text for none.
    rank_members
        float32 0/1, shape (conditions, M): the multisets that fit.
    suit_texts
        What to put behind a condition on ranks.
    suit_members
        float32 0/1, shape (suit conditions, P).
    class_texts, class_members
        Terms that look at ranks and suits together, and bool, shape (terms, n).
    """

    cell_of: NDArray[np.int64]
    cell_sizes: NDArray[np.int64]
    patterns: tuple[str, ...]
    rank_texts: tuple[str, ...]
    rank_members: NDArray[np.float32]
    suit_texts: tuple[str, ...]
    suit_members: NDArray[np.float32]
    class_texts: tuple[str, ...]
    class_members: NDArray[np.bool_]

    def text(self, rank: int, suit: int) -> str:
        """A condition on ranks and one on suits, as text."""
        name, suffix = self.rank_texts[rank], self.suit_texts[suit]
        if name:
            return name + suffix
        return {"": "*", "!": "*" + suffix, ":": suffix[1:]}.get(suffix[:1], suffix)


@cache
def vocabulary(game: Game) -> Vocabulary:
    """The vocabulary of a game; made once, in some tenths of a second for four cards."""
    table = hand_table(game)
    classes = table.classes
    suits = _SUITS[game.hole_cards]
    patterns = tuple(suits[""].split())
    ranks = classes.representatives // N_SUITS
    rows, first, multiset_of = np.unique(
        -ranks.astype(np.int64), axis=0, return_index=True, return_inverse=True
    )
    pattern_of = np.array([patterns.index(suit_pattern(c)) for c in classes.representatives.tolist()])
    cell_of = multiset_of.reshape(-1) * len(patterns) + pattern_of
    columns = np.ascontiguousarray(classes.representatives[first].T)
    found: dict[str, NDArray[np.bool_]] = {}
    for text, members in _rank_conditions(table, columns, classes.n):
        if members.any() and (len(text) <= game.hole_cards or text.startswith("$")):
            found.setdefault(text, members[first] if len(members) == classes.n else members)
    class_terms = {text: _members(text, table, table.class_columns) for text in _mixed_terms(game)}
    return Vocabulary(
        cell_of=cell_of,
        cell_sizes=np.bincount(cell_of, minlength=len(rows) * len(patterns)).reshape(-1, len(patterns)),
        patterns=patterns,
        rank_texts=tuple(found),
        rank_members=np.array(list(found.values()), dtype=np.float32),
        suit_texts=tuple(suits),
        suit_members=np.array(
            [[p in kinds.split() for p in patterns] for kinds in suits.values()], np.float32
        ),
        class_texts=tuple(class_terms),
        class_members=np.array(list(class_terms.values()), dtype=bool).reshape(-1, classes.n),
    )


def _rank_conditions(
    table: HandTable, columns: NDArray[np.uint8], n: int
) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Conditions on ranks: none, macros, named ranks with variables behind them."""
    game = table.game
    yield "", np.ones(columns.shape[1], dtype=bool)
    for macro in ("$np", "$nt", "$0g", "$1g", "$2g"):
        yield macro, filter_classes(macro, table)
    names = RANK_NAMES[game.lowest_rank :][::-1]
    for size in range(game.hole_cards + 1):
        for named in combinations_with_replacement(names, size):
            for variables in ("", *_VARIABLES):
                text = "".join(named) + variables
                if 0 < len(text) <= game.hole_cards and text != "R":
                    yield text, _members(text, table, columns)


def _mixed_terms(game: Game) -> Iterator[str]:
    """Suited named ranks with free cards beside them: ``AxKx``, ``Axx``."""
    if game.hole_cards < 3:
        return
    names = RANK_NAMES[game.lowest_rank :][::-1]
    for size in range(1, game.hole_cards):
        for named in combinations_with_replacement(names, size):
            if len(set(named)) < size:
                continue
            suited = "".join(rank + "x" for rank in named)
            for free in range(game.hole_cards - size):
                if size + free >= 2:
                    yield suited + "x" * free


def _members(text: str, table: HandTable, columns: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The hands in the columns that fit a plain term."""
    cards: list[str] = []
    for character in text:
        if character == "x" and cards and cards[-1] in RANK_NAMES:
            cards[-1] += character
        else:
            cards.append(character)
    return fits(patterns_of(Term(tuple(cards), 0, 0), table, text), columns)
