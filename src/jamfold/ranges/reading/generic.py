"""Generic notation, read: ``AA$ds,KK:xxyy,RRON!(AA,KK)``.

The grammar is in generic.lark, the meaning of terms in patterns.py.  A set of
hands is a bool array, of shape (n,) while it treats all hands of a class alike,
else of shape (K1,).  Terms that describe one hand or one class stay apart until
a list of alternatives is put together, so long lists are read fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import RANK_NAMES
from jamfold.counting.classes import hand_indices
from jamfold.errors import RangeError
from jamfold.games import Game
from jamfold.ranges.hand_range import HandRange
from jamfold.ranges.hand_table import HandTable, hand_table
from jamfold.ranges.reading.grammar import parse_parts, shorten
from jamfold.ranges.reading.patterns import CardPattern, fits
from jamfold.ranges.reading.syntax import (
    Both,
    Card,
    Either,
    Everything,
    Filtered,
    Node,
    Percent,
    Span,
    Term,
    Without,
)
from jamfold.ranges.reading.terms import (
    exact_hand,
    filter_classes,
    full_ranks,
    patterns_of,
    slide,
    split_card,
)
from jamfold.ranges.weights import Percentages, check_weights, read_percent_weight

Hands = NDArray[np.bool_]
"""A set of hands: by class, shape (n,), or by row of ``classes.hands``, shape (K1,)."""

MAX_TERMS = 1_000
"""Different terms, beside those that describe one hand or one class."""
MAX_OPERATIONS = 10_000
"""Uses of ":" and "!"."""


class _Single(NamedTuple):
    """One hand, or the class of a hand."""

    cards: tuple[int, ...]
    is_class: bool


class _Few(NamedTuple):
    """Some classes, by id."""

    classes: NDArray[np.int64]


def parse_generic(text: str, game: Game, percentages: Percentages) -> HandRange:
    """The range of a text in generic notation.

    Raises
    ------
    RangeError
        If the text is no range of the game.
    """
    reader = _Reader(text, hand_table(game), percentages)
    parts = parse_parts(text)
    weights = [None if part.weight is None else read_percent_weight(part.weight) for part in parts]
    names = [reader.part_text(part.node) for part in parts] if any(w is not None for w in weights) else []
    values = np.array(check_weights(names, weights) if names else [1.0] * len(parts))
    sets: list[tuple[float, Hands]] = []
    for value in np.unique(values).tolist():
        nodes = [part.node for part, one in zip(parts, values.tolist(), strict=True) if one == value]
        sets.append((value, reader.hands(Either(tuple(nodes)))))
    by_class = all(len(hands) == reader.table.classes.n for _, hands in sets)
    found = np.zeros(reader.table.classes.n if by_class else game.n_hands)
    for value, hands in sets:
        # Ascending values: the largest weight wins where parts overlap.
        found[hands if by_class else reader.by_hand(hands)] = value
    held = HandRange.from_classes(game, found) if by_class else HandRange.from_hands(game, found)
    return held.with_notes(tuple(dict.fromkeys(reader.warnings)), False)


class _Reader:
    """The evaluation of one text."""

    def __init__(self, text: str, table: HandTable, percentages: Percentages) -> None:
        self.text = text
        self.table = table
        self.warnings: list[str] = []
        self._percentages = percentages
        self._seen: dict[tuple[Card, ...], list[Hands | _Single | _Few]] = {}
        self._known: dict[tuple[CardPattern, ...], Hands | _Single | _Few] = {}
        self._terms = 0
        self._operations = 0

    def part_text(self, node: Node) -> str:
        """Some text that names a part."""
        while isinstance(node, Either | Both | Without):
            node = node.parts[0]
        if isinstance(node, Filtered):
            return node.filters[0] if isinstance(node.source, Everything) else self.part_text(node.source)
        if isinstance(node, Term):
            return self._written(node.start, node.end)
        if isinstance(node, Span):
            return self._written(node.first.start, node.end)
        return "-".join(node.words) if isinstance(node, Percent) else "*"

    def by_hand(self, hands: Hands) -> Hands:
        """A set by rows of the hands."""
        return hands[self.table.class_of_row] if len(hands) == self.table.classes.n else hands

    def hands(self, node: Node) -> Hands:
        """The hands of a node."""
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
            if len(node.words) == 1:
                return self._percentages.top(node.words[0])
            return self._percentages.between(*node.words)
        if isinstance(node, Everything):
            return np.ones(self.table.classes.n, dtype=bool)
        return self._union((node,))

    def _union(self, nodes: Sequence[Node]) -> Hands:
        """The hands of any of the nodes."""
        singles: dict[bool, list[tuple[int, ...]]] = {True: [], False: []}
        few: list[NDArray[np.int64]] = []
        sets: dict[int, Hands] = {}
        for node in nodes:
            found = self._leaf(node) if isinstance(node, Term | Span) else [self.hands(node)]
            for one in found:
                if isinstance(one, _Single):
                    singles[one.is_class].append(one.cards)
                elif isinstance(one, _Few):
                    few.append(one.classes)
                else:
                    sets[id(one)] = one
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

    def _pair(self, one: Hands, other: Hands, operation: Callable[[Hands, Hands], Hands]) -> Hands:
        if len(one) != len(other):
            one, other = self.by_hand(one), self.by_hand(other)
        return operation(one, other)

    def _leaf(self, node: Term | Span) -> list[Hands | _Single | _Few]:
        """The hands of a term or of all terms of a span."""
        if isinstance(node, Term):
            if node.cards in self._seen:
                return self._seen[node.cards]
            text = self._written(node.start, node.end)
            self._warn_of_trap(node, text)
            self._seen[node.cards] = [self._term(node, text)]
            return self._seen[node.cards]
        text = self._written(node.first.start, node.end)
        self._warn_of_trap(node.first, text)
        patterns_of(node.first, self.table, text)
        return [self._term(term, text) for term in slide(node, self.table, text)]

    def _written(self, start: int, end: int) -> str:
        return shorten(self.text[start:end])

    def _term(self, term: Term, text: str) -> Hands | _Single | _Few:
        """The hands of one term, remembered."""
        patterns = patterns_of(term, self.table, text)
        known = self._known.get(patterns)
        if known is not None:
            return known
        exact = exact_hand(patterns, self.table.game.hole_cards)
        ranks = full_ranks(patterns, self.table.game.hole_cards)
        found: Hands | _Single | _Few
        if exact is not None:
            found = _Single(tuple(exact[0]), exact[1])
        elif ranks is not None:
            first, end = self.table.classes_with_ranks.get(ranks, (0, 0))
            found = _Few(first + np.flatnonzero(fits(patterns, self.table.class_columns[:, first:end])))
        else:
            found = self._search(patterns)
        empty = not found.any() if isinstance(found, np.ndarray) else not len(found[0])
        if empty:
            self.warnings.append(f"No hand fits '{text}'.")
        self._known[patterns] = found
        return found

    def _search(self, patterns: tuple[CardPattern, ...]) -> Hands:
        """The hands of a term by trying all of them."""
        self._terms += 1
        if self._terms > MAX_TERMS:
            raise RangeError(f"The range '{shorten(self.text)}' has more than {MAX_TERMS:,} different terms.")
        by_class = all(pattern.names_no_suit for pattern in patterns)
        return fits(patterns, self.table.class_columns if by_class else self.table.hand_columns)

    def _warn_of_trap(self, term: Term, text: str) -> None:
        """Note what classic readers and writers of spaces probably did not mean."""
        words = [split_card(card) if isinstance(card, str) else ("", "") for card in term.cards]
        if any(c.isspace() for c in self.text[term.start : term.end]) and not all(
            rank in RANK_NAMES and rank and suit for rank, suit in words
        ):
            self.warnings.append(f"A space does not separate: '{text}' is one term; write a comma for 'or'.")
        *before, (rank, suit) = words
        if not before or any(r not in RANK_NAMES or not r or s for r, s in before):
            return
        ranks = "".join(r for r, _ in before)
        if suit == "s" and rank and rank in RANK_NAMES:
            suited = "".join(r + "x" for r in ranks + rank)
            self.warnings.append(
                f"In generic notation '{text}' asks for the card {rank}s; suited is {suited}."
            )
        if (rank, suit) == ("O", "") and len(before) == 2:
            self.warnings.append(
                f"In generic notation '{text}' asks for a third card of another rank; "
                f"offsuit is {ranks[0]}x{ranks[1]}y."
            )
