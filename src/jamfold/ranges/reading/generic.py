"""Generic notation, read: ``AA$ds,KK:xxyy,RRON!(AA,KK)``.

The grammar is in generic.lark, the meaning of terms in patterns.py.  A set of
hands is a bool array, of shape (n,) while it treats all hands of a class alike,
else of shape (K1,).  Terms that describe one hand or one class stay apart until
a list of alternatives is put together, so long lists are read fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from jamfold.cards.counting.classes import hand_indices
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.errors import RangeError
from jamfold.ranges.grid import HandTable, hand_table
from jamfold.ranges.hand_range import HandRange
from jamfold.ranges.reading.grammar import (
    exact_hand,
    filter_classes,
    full_ranks,
    parse_parts,
    patterns_of,
    shorten,
    slide,
    traps,
)
from jamfold.ranges.reading.patterns import CardPattern, fits
from jamfold.ranges.syntax import (
    Both,
    Either,
    Everything,
    Filtered,
    Node,
    Part,
    Percent,
    Span,
    Term,
    Without,
    format_card,
    format_node,
)
from jamfold.ranges.weights import Percentages, check_weights, parse_weight

Hands = BoolArray
"""A set of hands: by class, shape (n,), or by row of ``classes.hands``, shape (K1,)."""

MAX_TERMS = 1_000
"""Most different terms, not counting those for one hand or class."""
MAX_OPERATIONS = 10_000
"""Most uses of ":" and "!"."""


class _Single(NamedTuple):
    """One hand, or the class of a hand."""

    cards: tuple[int, ...]
    is_class: bool


class _Few(NamedTuple):
    """Some classes, by id."""

    classes: IntArray


def parse_generic(text: str, game: Game, percentages: Percentages) -> HandRange:
    """Parse a range in generic notation. Raises RangeError if the text is not a range of the game."""
    reader = _Reader(text, hand_table(game), percentages)
    parts = parse_parts(text)
    values = np.array([parse_weight(part.weight) for part in parts])
    if len(set(values.tolist())) > 1:
        check_weights(_named(parts, values.tolist()))
    sets: list[tuple[float, Hands]] = []
    for value in np.unique(values).tolist():
        nodes = [part.node for part, weight in zip(parts, values.tolist(), strict=True) if weight == value]
        sets.append((value, reader.hands(Either(tuple(nodes)))))
    by_class = all(len(hands) == reader.table.classes.n for _, hands in sets)
    weights = np.zeros(reader.table.classes.n if by_class else game.n_hands)
    for value, hands in sets:
        # Ascending values: the largest weight wins where parts overlap.
        weights[hands if by_class else reader.by_hand(hands)] = value
    hand_range = HandRange.from_classes(game, weights) if by_class else HandRange.from_hands(game, weights)
    return hand_range.with_notes(tuple(dict.fromkeys([*traps(text, parts, game), *reader.warnings])), False)


def _named(parts: Sequence[Part], weights: Sequence[float]) -> Iterator[tuple[Node, str, float]]:
    """Every alternative of every part, with its text and weight; cards of a term have no order."""
    for part, weight in zip(parts, weights, strict=True):
        for node in part.node.parts if isinstance(part.node, Either) else (part.node,):
            key = Term(tuple(sorted(node.cards, key=format_card))) if isinstance(node, Term) else node
            yield key, format_node(node), weight


class _Reader:
    """The evaluation of one text."""

    def __init__(self, text: str, table: HandTable, percentages: Percentages) -> None:
        self.text = text
        self.table = table
        self.warnings: list[str] = []
        self._percentages = percentages
        self._known: dict[tuple[CardPattern, ...], Hands | _Single | _Few] = {}
        self._terms = 0
        self._operations = 0

    def by_hand(self, hands: Hands) -> Hands:
        return hands[self.table.class_of_row] if len(hands) == self.table.classes.n else hands

    def hands(self, node: Node) -> Hands:
        if isinstance(node, Either):
            return self._union(node.parts)
        if isinstance(node, Both):
            return self._combine(node.parts, np.logical_and)
        if isinstance(node, Without):
            return self._combine(node.parts, lambda a, b: np.logical_and(a, ~b))
        if isinstance(node, Filtered):
            hands = self.hands(node.source)
            for name in node.filters:
                hands = self._pair(hands, filter_classes(name, self.table), np.logical_and)
            return hands
        if isinstance(node, Percent):
            if len(node.shares) == 1:
                return self._percentages.top(node.shares[0])
            return self._percentages.between(*node.shares)
        if isinstance(node, Everything):
            return np.ones(self.table.classes.n, dtype=bool)
        return self._union((node,))

    def _union(self, nodes: Sequence[Node]) -> Hands:
        singles: dict[bool, list[tuple[int, ...]]] = {True: [], False: []}
        few: list[IntArray] = []
        sets: dict[int, Hands] = {}
        for node in nodes:
            for leaf in self._leaf(node) if isinstance(node, Term | Span) else [self.hands(node)]:
                if isinstance(leaf, _Single):
                    singles[leaf.is_class].append(leaf.cards)
                elif isinstance(leaf, _Few):
                    few.append(leaf.classes)
                else:
                    sets[id(leaf)] = leaf
        union: Hands = np.zeros(self.table.classes.n, dtype=bool)
        for ids in few:
            union[ids] = True
        if singles[True]:
            cards = np.array(singles[True], dtype=np.uint8)
            union[self.table.classes.class_of[hand_indices(cards, self.table.classes.deck)]] = True
        for hands in sets.values():
            union = self._pair(union, hands, np.logical_or)
        if singles[False]:
            union = self.by_hand(union).copy()
            union[self.table.rows(singles[False])] = True
        return union

    def _combine(self, nodes: Sequence[Node], operation: Callable[[Hands, Hands], Hands]) -> Hands:
        self._operations += len(nodes) - 1
        if self._operations > MAX_OPERATIONS:
            raise RangeError(
                f"The range '{shorten(self.text)}' uses : and ! more than {MAX_OPERATIONS:,} times."
            )
        hands = self.hands(nodes[0])
        for node in nodes[1:]:
            hands = self._pair(hands, self.hands(node), operation)
        return hands

    def _pair(self, first: Hands, second: Hands, operation: Callable[[Hands, Hands], Hands]) -> Hands:
        if len(first) != len(second):
            first, second = self.by_hand(first), self.by_hand(second)
        return operation(first, second)

    def _leaf(self, node: Term | Span) -> list[Hands | _Single | _Few]:
        if isinstance(node, Term):
            return [self._term(node)]
        patterns_of(node.first, self.table)
        return [self._term(term) for term in slide(node, self.table)]

    def _term(self, term: Term) -> Hands | _Single | _Few:
        patterns = patterns_of(term, self.table)
        if patterns not in self._known:
            hands = self._known[patterns] = self._fitting(patterns)
            if not (hands.any() if isinstance(hands, np.ndarray) else len(hands[0])):
                self.warnings.append(f"No hand fits '{format_node(term)}'.")
        return self._known[patterns]

    def _fitting(self, patterns: tuple[CardPattern, ...]) -> Hands | _Single | _Few:
        """The hands of a term, at once where it describes a single one or names all ranks."""
        exact = exact_hand(patterns, self.table.game.hole_cards)
        if exact is not None:
            return _Single(tuple(exact[0]), exact[1])
        ranks = full_ranks(patterns, self.table.game.hole_cards)
        if ranks is None:
            return self._search(patterns)
        first, end = self.table.classes_with_ranks.get(ranks, (0, 0))
        return _Few(first + np.flatnonzero(fits(patterns, self.table.class_columns[:, first:end])))

    def _search(self, patterns: tuple[CardPattern, ...]) -> Hands:
        self._terms += 1
        if self._terms > MAX_TERMS:
            raise RangeError(f"The range '{shorten(self.text)}' has more than {MAX_TERMS:,} different terms.")
        by_class = all(pattern.names_no_suit for pattern in patterns)
        return fits(patterns, self.table.class_columns if by_class else self.table.hand_columns)
