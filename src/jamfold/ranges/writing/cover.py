"""Sets of cells as short expressions.

`shortest_cells` covers a set of cells with conditions on ranks and suits, the
one that covers most per character first, and leaves over what would cost more
than it is worth.  Terms that slide into one another become spans.  One
condition with exceptions (``AA!AAA``), or everything with exceptions, is taken
where it is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from jamfold.arrays import BoolArray
from jamfold.cards import N_RANKS, RANK_NAMES
from jamfold.ranges.reading.terms import RANKS
from jamfold.ranges.syntax import Card, Either, Node, Span, Term, Without, format_node
from jamfold.ranges.writing.vocabulary import Condition, Vocabulary, both

Cells = BoolArray
"""A set of cells, shape (multisets, suit patterns)."""

_WORTH = 3
"""Cells that a condition must add; fewer are better listed one by one."""
_LISTED = 7
"""Characters of a cell in a list."""
_BASES = 8
"""Conditions with exceptions that are tried."""


def shortest_cells(words: Vocabulary, target: Cells, most: int) -> tuple[list[Node], Cells]:
    """At most so many expressions whose union lies within the target, and the cells they leave over."""
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
    """The same without exceptions."""
    conditions, left = _cover(words, target, target, _WORTH, most)
    return _join_spans(words, conditions), left


def either(nodes: list[Node]) -> Node:
    """Alternatives, or the only one."""
    return nodes[0] if len(nodes) == 1 else Either(tuple(nodes))


def text_length(nodes: Iterable[Node]) -> int:
    """Characters of alternatives with their commas."""
    return sum(len(format_node(node)) + 1 for node in nodes)


def quick_cover(words: Vocabulary, chosen: BoolArray, most: int) -> int:
    """About how many parts the text of a set of classes, bool of shape (n,), has.

    It is meant to tell short texts from long ones: it gives up after ``most``
    conditions, and takes terms like ``AxKx`` for one part together.
    """
    usable = ~np.any(words.class_members & ~chosen, axis=1)
    rest = chosen & ~words.class_members[usable].any(axis=0)
    whole, needed = whole_cells(words, chosen, rest)
    conditions, left = _cover(words, whole & needed, whole, 1, most, most)
    single = rest & ~whole.ravel()[words.cell_of]
    return int(usable.any()) + len(conditions) + int(left.sum()) + int(single.sum())


def whole_cells(words: Vocabulary, chosen: BoolArray, needed: BoolArray) -> tuple[Cells, Cells]:
    """The cells of which all classes are chosen, and those of which some are needed."""
    counts, wanted = (
        np.bincount(words.cell_of[classes], minlength=words.cell_sizes.size).reshape(words.cell_sizes.shape)
        for classes in (chosen, needed)
    )
    return counts == words.cell_sizes, wanted > 0


def _cells_of(words: Vocabulary, condition: Condition) -> Cells:
    ranks, suits = words.rank_members[condition[0]] > 0, words.suit_members[condition[1]] > 0
    return np.asarray(ranks[:, None] & suits[None, :] & (words.cell_sizes > 0))


def _cover(
    words: Vocabulary, target: Cells, allowed: Cells, worth: int, most: int, room: float = np.inf
) -> tuple[list[Condition], Cells]:
    """At most so many conditions within ``allowed`` that cover the target greedily, and what is left of it.

    It gives up when the texts are longer than ``room`` even if they were all spans.
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
    """Conditions that hold all of the target, with the cells to take out, fewest first."""
    exists = (words.cell_sizes > 0).astype(np.float32)
    totals = words.rank_members @ exists @ words.suit_members.T
    held = words.rank_members @ target.astype(np.float32) @ words.suit_members.T
    extra = np.where(held == target.sum(), totals - held, np.inf)
    for flat in np.argsort(extra, axis=None, kind="stable")[:_BASES]:
        rank, suit = divmod(int(flat), extra.shape[1])
        if 0 < extra[rank, suit] < np.inf:
            yield (rank, suit), _cells_of(words, (rank, suit)) & ~target


def _join_spans(words: Vocabulary, conditions: list[Condition]) -> list[Node]:
    """The conditions with terms that slide into one another joined, in order of first appearance."""
    shapes: dict[tuple[object, object, int], dict[int, Node]] = {}
    for rank, suit in conditions:
        node = words.ranks[rank]
        named = _named_ranks(node)
        steps = tuple(one - named[0] for one in named)
        # What names no rank does not slide: it is a shape of its own.
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
        choices = ([both(node, suits) for node in nodes] for nodes in (apart, [joined]))
        yield from min(choices, key=text_length)
