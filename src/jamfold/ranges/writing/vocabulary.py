"""The terms that `format_range` tries when it writes generic notation.

Two hands are in the same cell if they have the same ranks and the same suit
pattern (``aabb``: two suits of two cards).  Most ranges people name are unions
of cells: a condition on ranks (``AA``, ``RRON``, ``KQJT``) and one on suits
(``$ds``).  The cells of a game form a table, rank multisets by suit patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.cards import N_SUITS, RANK_NAMES, SUIT_NAMES
from jamfold.errors import RangeError
from jamfold.games import Game
from jamfold.ranges.hand_range import Notation
from jamfold.ranges.hand_table import hand_table
from jamfold.ranges.reading.grammar import parse_parts
from jamfold.ranges.reading.parse import parse_range
from jamfold.ranges.reading.patterns import fits
from jamfold.ranges.reading.terms import filter_classes, patterns_of
from jamfold.ranges.syntax import (
    Both,
    Card,
    Everything,
    Filtered,
    Node,
    Term,
    Without,
    format_node,
)

Condition = tuple[int, int]
"""A condition on ranks and one on suits, by number."""

_VARIABLES = (
    "R", "RR", "RO", "RRR", "RRO", "RON", "RRRR", "RRRO", "RROO", "RRON", "RONP",
)  # fmt: skip

_SUITS = (
    "random", "$ds", "$ss", "wxyz", "xxxx", "xxxy", "xx", "xy", "xxx",
    "random!xxx", "xyz", "xxy", "($ds,$ss)",
)  # fmt: skip
"""Conditions on the suits of a hand; of two that say the same in a game, the later is used."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What can be said shortly about one game's hands."""

    game: Game
    """The rules."""
    cell_of: IntArray
    """int64, shape (n,): a class's cell, multiset * patterns + pattern."""
    cell_sizes: IntArray
    """int64, shape (M, P): classes of each cell."""
    ranks: tuple[Node, ...]
    """Conditions on ranks, the first of them none."""
    rank_members: NDArray[np.float32]
    """float32 0/1, shape (conditions, M): the multisets that fit."""
    suits: tuple[Node, ...]
    """Conditions on suits, the first of them none."""
    suit_members: NDArray[np.float32]
    """float32 0/1, shape (suit conditions, P): the P suit patterns that fit."""
    lengths: IntArray
    """int64, shape (conditions, suit conditions): characters of both and a comma, about."""
    class_terms: tuple[Term, ...]
    class_members: BoolArray
    """class_terms, class_members: Terms that look at ranks and suits together, and bool, shape (terms, n)."""

    def node(self, condition: Condition) -> Node:
        """A condition on ranks and one on suits."""
        return both(self.ranks[condition[0]], self.suits[condition[1]])


def both(one: Node, other: Node) -> Node:
    """Hands that fit two conditions, the other a plain one: ``AA$ds``, ``AA!xxx``, ``AA:xx``."""
    if isinstance(other, Everything):
        return one
    if isinstance(one, Everything):
        return other
    match one, other:
        case Both((*before, last)), _:
            behind = both(last, other)
            return Both((*before, *(behind.parts if isinstance(behind, Both) else [behind])))
        case Filtered(source, filters), Filtered(Everything(), more):
            return Filtered(source, filters + more)
        case _, Filtered(Everything(), more):
            return Filtered(one, more)
        case _, Without((Everything(), *others)):
            return Without((one, *others))
    return Both((one, other))


@cache
def vocabulary(game: Game) -> Vocabulary:
    """The vocabulary of a game; made once, in some tenths of a second for four cards."""
    table = hand_table(game)
    classes = table.classes
    ranks = classes.representatives.astype(np.int64) // N_SUITS
    rows, first, multiset_of = np.unique(-ranks, axis=0, return_index=True, return_inverse=True)
    patterns, one_each, pattern_of = np.unique(
        classes.suit_patterns(), return_index=True, return_inverse=True
    )
    cell_of = multiset_of.reshape(-1) * len(patterns) + pattern_of
    columns = np.ascontiguousarray(classes.representatives[first].T)
    rank_terms = {term: fits(patterns_of(term, table), columns) for term in _rank_terms(game)}
    conditions: dict[Node, BoolArray] = {Everything(): np.ones(len(rows), dtype=bool)}
    for name in ("$np", "$nt", "$0g", "$1g", "$2g"):
        conditions[Filtered(Everything(), (name,))] = filter_classes(name, table)[first]
    conditions |= {term: members for term, members in rank_terms.items() if members.any()}
    suits = _suit_conditions(game, one_each)
    class_terms = tuple(_suited_terms(game))
    class_members = [fits(patterns_of(term, table), table.class_columns) for term in class_terms]
    return Vocabulary(
        game=game,
        cell_of=cell_of,
        cell_sizes=np.bincount(cell_of, minlength=len(rows) * len(patterns)).reshape(-1, len(patterns)),
        ranks=tuple(conditions),
        rank_members=np.array(list(conditions.values()), dtype=np.float32),
        suits=tuple(suits),
        suit_members=np.array(list(suits.values()), dtype=np.float32),
        lengths=_lengths(conditions, suits),
        class_terms=class_terms,
        class_members=np.array(class_members, dtype=bool).reshape(-1, classes.n),
    )


@cache
def hand_vocabulary(game: Game) -> Vocabulary:
    """The same for single hands in place of classes: conditions on ranks, and named suits (``AA:sh``)."""
    words, table = vocabulary(game), hand_table(game)
    counts = (table.classes.hands[:, :, None] % N_SUITS == np.arange(N_SUITS)).sum(axis=1)
    _, one_each, kind_of = np.unique(
        counts @ (game.hole_cards + 1) ** np.arange(N_SUITS), return_index=True, return_inverse=True
    )
    suits: dict[Node, BoolArray] = {Everything(): np.ones(len(one_each), dtype=bool)}
    for size in range(1, game.hole_cards + 1):
        for named in combinations_with_replacement(range(N_SUITS), size):
            term = Term(tuple(Card("", SUIT_NAMES[suit]) for suit in reversed(named)))
            suits[term] = (counts[one_each] >= np.bincount(named, minlength=N_SUITS)).all(axis=1)
    multiset_of = (words.cell_of // words.cell_sizes.shape[1])[table.class_of_row]
    cell_of = multiset_of * len(one_each) + kind_of.reshape(-1)
    shape = len(words.cell_sizes), len(one_each)
    return replace(
        words,
        cell_of=cell_of,
        cell_sizes=np.bincount(cell_of, minlength=shape[0] * shape[1]).reshape(shape),
        suits=tuple(suits),
        suit_members=np.array(list(suits.values()), dtype=np.float32),
        lengths=_lengths(words.ranks, suits),
        class_terms=(),
        class_members=np.zeros((0, len(cell_of)), dtype=bool),
    )


def _lengths(ranks: Iterable[Node], suits: Iterable[Node]) -> IntArray:
    """Characters of conditions on ranks with those on suits and a comma, about."""
    behind = [len(format_node(both(Term((Card("A"),)), suit))) for suit in suits]
    return np.asarray(np.add.outer([len(format_node(node)) for node in ranks], behind))


def _suit_conditions(game: Game, one_each: IntArray) -> dict[Node, FloatArray]:
    """Conditions on suits that the game can fit, and the patterns, by a class of each, that fit."""
    conditions: dict[bytes, tuple[Node, FloatArray]] = {}
    for text in _SUITS:
        with suppress(RangeError):
            members = parse_range(text, game, Notation.GENERIC).class_weights[one_each]
            conditions[members.tobytes()] = (parse_parts(text)[0].node, members)
    return dict(conditions.values())


def _rank_terms(game: Game) -> Iterator[Term]:
    """Named ranks with variables behind them."""
    names = RANK_NAMES[game.lowest_rank :][::-1]
    for size in range(game.hole_cards + 1):
        for named in combinations_with_replacement(names, size):
            for variables in ("", *_VARIABLES):
                cards = (*named, *variables)
                if 0 < len(cards) <= game.hole_cards and cards != ("R",):
                    yield Term(tuple(Card(rank) for rank in cards))


def _suited_terms(game: Game) -> Iterator[Term]:
    """Suited named ranks with free cards beside them, for more than two cards: ``AxKx``, ``Axx``."""
    names = RANK_NAMES[game.lowest_rank :][::-1]
    for size in range(1, game.hole_cards):
        for named in combinations(names, size):
            for free in range(game.hole_cards - size):
                if size + free >= 2:
                    ranked, others = tuple(Card(rank, "x") for rank in named), (Card("", "x"),) * free
                    is_any = size == 1 and free == game.hole_cards - size - 1  # Axxx: A with any others
                    yield Term(others + ranked if is_any else ranked + others)
