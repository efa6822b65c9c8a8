"""Sets of cells as short expressions: the vocabulary of rank and suit terms, and the cover search.

Two hands are in the same cell if they have the same ranks and the same suit
pattern (``aabb``: two suits of two cards).  Most ranges people name are unions
of cells: a condition on ranks (``AA``, ``RRON``, ``KQJT``) and one on suits
(``$ds``).  The cells of a game form a table, rank multisets by suit patterns.
`format_range` tries these terms when it writes generic notation.

`shortest_cells` covers a set of cells with conditions on ranks and suits, the
one that covers most per character first, and leaves over cells that cost less
one by one.  Terms that slide into one another become spans.  One
condition with exceptions (``AA!AAA``), or everything with exceptions, is taken
where it is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES, SUIT_NAMES
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.errors import RangeError
from jamfold.ranges.grid import hand_table
from jamfold.ranges.hand_range import Notation
from jamfold.ranges.reading.grammar import RANKS, filter_classes, parse_parts, patterns_of
from jamfold.ranges.reading.parse import parse_range
from jamfold.ranges.reading.patterns import fits
from jamfold.ranges.syntax import (
    Both,
    Card,
    Either,
    Everything,
    Filtered,
    Node,
    Span,
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
"""Conditions on suits; if two are equivalent in a game, the later one is used."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Short expressions for a game's hands."""

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
        """Return the node of a condition."""
        return intersect(self.ranks[condition[0]], self.suits[condition[1]])


def intersect(first: Node, second: Node) -> Node:
    """Return hands that fit two conditions, the second a plain one: ``AA$ds``, ``AA!xxx``, ``AA:xx``."""
    if isinstance(second, Everything):
        return first
    if isinstance(first, Everything):
        return second
    match first, second:
        case Both((*before, last)), _:
            behind = intersect(last, second)
            return Both((*before, *(behind.parts if isinstance(behind, Both) else [behind])))
        case Filtered(source, filters), Filtered(Everything(), more):
            return Filtered(source, filters + more)
        case _, Filtered(Everything(), more):
            return Filtered(first, more)
        case _, Without((Everything(), *others)):
            return Without((first, *others))
    return Both((first, second))


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
    behind = [len(format_node(intersect(Term((Card("A"),)), suit))) for suit in suits]
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
    """Yield suited named ranks with free cards, for more than two cards: ``AxKx``, ``Axx``."""
    names = RANK_NAMES[game.lowest_rank :][::-1]
    for size in range(1, game.hole_cards):
        for named in combinations(names, size):
            for free in range(game.hole_cards - size):
                if size + free >= 2:
                    ranked, free_cards = tuple(Card(rank, "x") for rank in named), (Card("", "x"),) * free
                    is_any = size == 1 and free == game.hole_cards - size - 1  # Axxx: A with any others
                    yield Term(free_cards + ranked if is_any else ranked + free_cards)


Cells = BoolArray
"""A set of cells, shape (multisets, suit patterns)."""

_WORTH = 3
"""Cells that a condition must add; fewer are better listed one by one."""
_LISTED = 7
"""Characters of a cell in a list."""
_BASES = 8
"""Conditions with exceptions that are tried."""


def shortest_cells(words: Vocabulary, target: Cells, most: int) -> tuple[list[Node], Cells]:
    """Return at most `most` expressions within the target, and the cells left over."""
    best, left = plain_cells(words, target, most)
    length = text_length(best) + _LISTED * int(left.sum())
    if len(best) <= 1 and not left.any():
        return best, left
    for base, exceptions in _with_exceptions(words, target):
        node = words.node(base)
        room = length - len(format_node(node)) - 1
        conditions, missing = _cover(words, exceptions, exceptions | ~_cells_of(words, base), 1, most, room)
        whole = Without((node, either(_join_spans(words, conditions))))
        if not missing.any() and len(format_node(whole)) < length:
            best, left, length = [whole], np.zeros_like(target), len(format_node(whole))
    return best, left


def plain_cells(words: Vocabulary, target: Cells, most: int) -> tuple[list[Node], Cells]:
    """Return expressions without exceptions, see `shortest_cells`."""
    conditions, left = _cover(words, target, target, _WORTH, most)
    return _join_spans(words, conditions), left


def either(nodes: list[Node]) -> Node:
    """Alternatives, or the only one."""
    return nodes[0] if len(nodes) == 1 else Either(tuple(nodes))


def text_length(nodes: Iterable[Node]) -> int:
    """Characters of alternatives with their commas."""
    return sum(len(format_node(node)) + 1 for node in nodes)


def quick_cover(words: Vocabulary, chosen: BoolArray, most: int) -> int:
    """Estimate the number of parts in the text of a set of classes, bool of shape (n,).

    It separates short texts from long ones: it stops after ``most`` conditions, and counts all terms like
    ``AxKx`` as one part.
    """
    usable = ~np.any(words.class_members & ~chosen, axis=1)
    rest = chosen & ~words.class_members[usable].any(axis=0)
    whole, needed = whole_cells(words, chosen, rest)
    conditions, left = _cover(words, whole & needed, whole, 1, most, most)
    single = rest & ~whole.ravel()[words.cell_of]
    return int(usable.any()) + len(conditions) + int(left.sum()) + int(single.sum())


def whole_cells(words: Vocabulary, chosen: BoolArray, needed: BoolArray) -> tuple[Cells, Cells]:
    """Return the cells whose classes are all chosen, and those with a needed class."""
    counts, needed_counts = (
        np.bincount(words.cell_of[classes], minlength=words.cell_sizes.size).reshape(words.cell_sizes.shape)
        for classes in (chosen, needed)
    )
    return counts == words.cell_sizes, needed_counts > 0


def _cells_of(words: Vocabulary, condition: Condition) -> Cells:
    ranks, suits = words.rank_members[condition[0]] > 0, words.suit_members[condition[1]] > 0
    return np.asarray(ranks[:, None] & suits[None, :] & (words.cell_sizes > 0))


def _cover(
    words: Vocabulary, target: Cells, allowed: Cells, worth: int, most: int, room: float = np.inf
) -> tuple[list[Condition], Cells]:
    """Cover the target greedily by at most `most` conditions within ``allowed``; return what is left.

    Stops when the texts would exceed ``room`` even if all of them were spans.
    """
    exists = words.cell_sizes > 0
    left = target & exists
    if not left.any():
        return [], left
    outside = words.rank_members @ (exists & ~allowed).astype(np.float32) @ words.suit_members.T
    gains = words.rank_members @ left.astype(np.float32) @ words.suit_members.T
    conditions: list[Condition] = []
    while left.any() and len(conditions) < min(most, room):
        gains[outside > 0] = 0
        rank, suit = divmod(int(np.argmax(gains / words.lengths)), gains.shape[1])
        if gains[rank, suit] < min(worth, left.sum()):
            break
        if gains.max() * (room - len(conditions)) < left.sum():
            break  # gains only fall: no room is enough
        conditions.append((rank, suit))
        covered = left & _cells_of(words, (rank, suit))
        rows = np.flatnonzero(covered.any(axis=1))
        gains -= words.rank_members[:, rows] @ covered[rows].astype(np.float32) @ words.suit_members.T
        left &= ~covered
    return conditions, left


def _with_exceptions(words: Vocabulary, target: Cells) -> Iterator[tuple[Condition, Cells]]:
    """Yield conditions that contain the target, with the cells to exclude, fewest first."""
    exists = (words.cell_sizes > 0).astype(np.float32)
    totals = words.rank_members @ exists @ words.suit_members.T
    covered = words.rank_members @ target.astype(np.float32) @ words.suit_members.T
    extra = np.where(covered == target.sum(), totals - covered, np.inf)
    for flat in np.argsort(extra, axis=None, kind="stable")[:_BASES]:
        rank, suit = divmod(int(flat), extra.shape[1])
        if 0 < extra[rank, suit] < np.inf:
            yield (rank, suit), _cells_of(words, (rank, suit)) & ~target


def _join_spans(words: Vocabulary, conditions: list[Condition]) -> list[Node]:
    """Join terms that slide into one another, in order of first appearance."""
    shapes: dict[tuple[object, object, int], dict[int, Node]] = {}
    for rank, suit in conditions:
        node = words.ranks[rank]
        named = _named_ranks(node)
        steps = tuple(rank_step - named[0] for rank_step in named)
        # A node without named ranks does not slide: it is a shape of its own.
        shape = (node.cards[len(named) :] if named and isinstance(node, Term) else rank, steps, suit)
        shapes.setdefault(shape, {})[max(named, default=0)] = node
    lowest = int(words.game.lowest_rank)
    return [node for (*_, suit), terms in shapes.items() for node in _spans(terms, words.suits[suit], lowest)]


def _named_ranks(node: Node) -> list[int]:
    cards = node.cards if isinstance(node, Term) else ()
    return [RANK_NAMES.index(card.rank) for card in cards if isinstance(card, Card) and card.rank in RANKS]


def _spans(terms: dict[int, Node], suits: Node, lowest: int) -> Iterator[Node]:
    """The runs of one shape, by their highest ranks: single terms, or spans where these are shorter."""
    positions = np.array(sorted(terms, reverse=True))
    for run in np.split(positions, 1 + np.flatnonzero(np.diff(positions) != -1)):
        apart = [terms[position] for position in run.tolist()]
        joined: Node = apart[0]
        first, last = apart[0], apart[-1]
        if len(apart) > 1 and isinstance(first, Term) and isinstance(last, Term):
            if run[0] == N_RANKS - 1:
                joined = Span(last, None, 1)
            elif min(_named_ranks(last)) == lowest:
                joined = Span(first, None, -1)
            else:
                joined = Span(first, last)
        choices = ([intersect(node, suits) for node in nodes] for nodes in (apart, [joined]))
        yield from min(choices, key=text_length)
