"""Ranges as text: classic notation for two cards, generic notation for four and more.

Classic notation has no hand twice.  For each weight the pairs fall into runs, and for each higher card the
lower cards of suited and offsuit hands do.  Both kinds are written together (``AK`` for ``AKs,AKo``) where
that is shorter; a small dynamic program over the lower cards decides.  Hands of classes that are not held
as a whole are listed.

In generic notation, for each weight, classes that are held as a whole are put together into cells and
written with terms where these fit exactly; what is left is listed, cells first, then classes
(``AxKxQyJz``), then hands.  The complement is written instead where that is shorter.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES, SUIT_NAMES, format_cards
from jamfold.cards.counting.classes import hand_indices
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.display import former_words
from jamfold.core.errors import RangeError
from jamfold.ranges.grid import HandTable, hand_table, two_card_grid
from jamfold.ranges.hand_range import HandRange, Notation
from jamfold.ranges.reading.classic import hand_name
from jamfold.ranges.reading.generic import MAX_TERMS
from jamfold.ranges.reading.grammar import MAX_TEXT
from jamfold.ranges.syntax import NOTHING, Card, Either, Everything, Node, Part, Term, Without, format_parts
from jamfold.ranges.weights import format_weight
from jamfold.ranges.writing.cover import (
    either,
    hand_vocabulary,
    intersect,
    plain_cells,
    shortest_cells,
    text_length,
    vocabulary,
    whole_cells,
)

_MOST_SEARCHED = 20
"""Weights whose hands are written shortly; those of further weights are listed."""
_CLASS_TERM_WORTH = 3
_MOST_CONDITIONS = 60
_SUIT_CONDITIONS = 20
"""Terms for suits alone, at most: they are shared by all weights."""


def format_generic(hand_range: HandRange) -> str:
    """The text of a range; see `format_range`.

    Raises RangeError if the text would be longer than what is read.
    """
    rows = np.flatnonzero(hand_range.weights)
    values, group = np.unique(hand_range.weights[rows], return_inverse=True)
    sizes = np.bincount(group, minlength=len(values))
    members = np.split(rows[np.argsort(group, kind="stable")], np.cumsum(sizes)[:-1])
    searched = np.argsort(-sizes, kind="stable")[:_MOST_SEARCHED].tolist()
    parts = [] if len(rows) else [Part(NOTHING)]
    listed = int(sizes.sum() - sizes[searched].sum())
    if listed * 2 * hand_range.game.hole_cards < MAX_TEXT:
        writer = _Writer(hand_range, (MAX_TERMS - _SUIT_CONDITIONS) // max(1, len(searched)))
        for i in range(len(values) - 1, -1, -1):
            nodes = writer.nodes(members[i]) if i in searched else writer.listed(members[i])
            parts += _weighted(nodes, format_weight(values[i]))
    text = format_parts(parts)
    if not text or len(text) > MAX_TEXT:
        raise RangeError(
            f"This range of {hand_range.combinations:,} hands has no text of {MAX_TEXT:,} characters."
        )
    return text


def _weighted(nodes: list[Node], weight: str) -> list[Part]:
    """Alternatives with a weight: each its own, or in parentheses, whichever is shorter."""
    apart, together = [Part(node, weight) for node in nodes], [Part(Either(tuple(nodes)), weight)]
    return min(apart, together, key=lambda parts: len(format_parts(parts)))


class _Writer:
    """Writes sets of hands of one range.

    Parameters
    ----------
    held
        The range.
    terms
        How many terms that take a search to read one set may have.
    """

    def __init__(self, hand_range: HandRange, terms: int) -> None:
        self._table = hand_table(hand_range.game)
        self._words = vocabulary(hand_range.game)
        self._by_class = hand_range.is_class_union
        self._most = terms // 5
        """Terms of each of five kinds: on cells, suited before or after, known cards, named suits."""

    def listed(self, rows: IntArray) -> list[Node]:
        return self._classes(rows) if self._by_class else self._hands(rows)

    def nodes(self, rows: IntArray) -> list[Node]:
        """Short expressions for classes or hands."""
        chosen = np.zeros(
            self._table.classes.n if self._by_class else len(self._table.class_of_row), dtype=bool
        )
        chosen[rows] = True
        return self._of_classes(chosen) if self._by_class else self._of_hands(chosen)

    def _classes(self, ids: NDArray[np.generic]) -> list[Node]:
        return [class_term(cards) for cards in self._table.classes.representatives[ids].tolist()]

    def _hands(self, rows: NDArray[np.generic]) -> list[Node]:
        return [_cards_term(hand) for hand in self._table.classes.hands[rows].tolist()]

    def _of_classes(self, chosen: BoolArray) -> list[Node]:
        """Expressions for a set of classes, bool of shape (n,)."""
        if chosen.all():
            return [Everything()]
        nodes = self._cover_classes(chosen)
        if len(nodes) > 1 and 2 * chosen.sum() > len(chosen):
            without: list[Node] = [Without((Everything(), either(self._cover_classes(~chosen))))]
            return min(nodes, without, key=text_length)
        return nodes

    def _cover_classes(self, chosen: BoolArray) -> list[Node]:
        """The shorter of two: terms like ``AxKx`` before conditions on cells, or after them."""
        suited, rest = self._suited_terms(chosen, chosen)
        if suited and not rest.any():
            return suited
        cells_first = self._cover_by_cells(chosen, chosen)
        return (
            min(cells_first, suited + self._cover_by_cells(chosen, rest), key=text_length)
            if suited
            else cells_first
        )

    def _cover_by_cells(self, chosen: BoolArray, needed: BoolArray) -> list[Node]:
        """Expressions within the chosen classes that cover the needed ones, whole cells first."""
        whole, touched = whole_cells(self._words, chosen, needed)
        nodes, left = shortest_cells(self._words, whole & touched, min(_MOST_CONDITIONS, self._most))
        suited, classes = self._suited_terms(chosen, needed & ~whole.ravel()[self._words.cell_of])
        return nodes + suited + self._cells(left) + self._classes(np.flatnonzero(classes))

    def _suited_terms(self, chosen: BoolArray, left: BoolArray) -> tuple[list[Node], BoolArray]:
        """Terms like ``AxKx`` that are held as a whole and cover some classes, and the classes left."""
        nodes: list[Node] = []
        if not left.any():
            return nodes, left
        usable = np.flatnonzero(~np.any(self._words.class_members & ~chosen, axis=1))
        members = self._words.class_members[usable]
        while len(members) and left.any() and len(nodes) < self._most:
            gains = (members & left).sum(axis=1)
            best = int(np.argmax(gains))
            if gains[best] < _CLASS_TERM_WORTH:
                break
            nodes.append(self._words.class_terms[usable[best]])
            left = left & ~members[best]
        return nodes, left

    def _cells(self, cells: BoolArray) -> list[Node]:
        """Cells one by one: ``AKQJ`` with all suits, or with a condition on them, or their classes."""
        words, n_patterns = self._words, cells.shape[1]
        suits = {
            members.tobytes(): node for node, members in zip(words.suits, words.suit_members, strict=True)
        }
        by_cell = np.split(np.argsort(words.cell_of, kind="stable"), np.cumsum(words.cell_sizes.ravel())[:-1])
        nodes: list[Node] = []
        for multiset in np.flatnonzero(cells.any(axis=1)).tolist():
            exists = np.flatnonzero(words.cell_sizes[multiset])
            cards = self._table.classes.representatives[
                by_cell[multiset * n_patterns + exists[0]][0]
            ].tolist()
            ranks = Term(tuple(Card(RANK_NAMES[card // N_SUITS]) for card in cards))
            if cells[multiset, exists].all():
                nodes.append(ranks)
                continue
            for pattern in np.flatnonzero(cells[multiset]).tolist():
                suit = suits.get((np.arange(n_patterns) == pattern).astype(np.float32).tobytes())
                listed = self._classes(by_cell[multiset * n_patterns + pattern])
                nodes += min([intersect(ranks, suit)] if suit else listed, listed, key=text_length)
        return nodes

    def _of_hands(self, chosen: BoolArray) -> list[Node]:
        """Expressions for a set of hands, bool of shape (K1,): the shortest of three orders."""
        starts, class_of = self._table.classes.starts[:-1], self._table.class_of_row
        whole = np.logical_and.reduceat(chosen, starts)
        ways = []
        for classes_first, steps in (
            (False, (self._known_cards, self._named_suits)),
            (True, (self._known_cards, self._named_suits)),
            (False, (self._named_suits, self._known_cards)),
        ):
            apart = whole[class_of] & classes_first
            nodes, left = [], chosen & ~apart
            for step in steps:
                more, left = step(chosen, left)
                nodes += more
            needed = np.logical_or.reduceat(left | apart, starts) & whole
            nodes += self._cover_classes(needed) if needed.any() else []
            ways.append(nodes + self._hands(np.flatnonzero(left & ~whole[class_of])))
            if len(ways[-1]) == 1:
                break
        return min(ways, key=text_length)

    def _named_suits(self, chosen: BoolArray, left: BoolArray) -> tuple[list[Node], BoolArray]:
        """Conditions on ranks and named suits, ``AA:sh``, and the hands that none covers."""
        if not left.any():
            return [], left
        words = hand_vocabulary(self._table.game)
        whole, touched = whole_cells(words, chosen, left)
        nodes, cells = plain_cells(words, whole & touched, min(_MOST_CONDITIONS, self._most))
        return nodes, left & (~whole | cells).ravel()[words.cell_of]

    def _known_cards(self, chosen: BoolArray, left: BoolArray) -> tuple[list[Node], BoolArray]:
        """Terms of one, two, ... known cards, and the hands that none covers."""
        nodes: list[Node] = []
        for size in range(1, self._table.game.hole_cards):
            more, rest = _known_cards(self._table, chosen, left, size)
            if len(nodes) + len(more) <= self._most:
                left, nodes = rest, nodes + more
        return nodes, left


def class_term(cards: list[int]) -> Term:
    """The term that describes a class exactly, from its representative: ``AxKxQyJz``."""
    suits = list(dict.fromkeys(card % N_SUITS for card in cards))
    return Term(
        tuple(Card(RANK_NAMES[card // N_SUITS], "xyzw"[suits.index(card % N_SUITS)]) for card in cards)
    )


def _cards_term(cards: list[int]) -> Term:
    """The term of cards, given ascending."""
    return Term(tuple(Card(RANK_NAMES[card // N_SUITS], SUIT_NAMES[card % N_SUITS]) for card in cards[::-1]))


def _known_cards(
    table: HandTable, chosen: BoolArray, left: BoolArray, size: int
) -> tuple[list[Node], BoolArray]:
    """Hands with some cards known, all of them held: ``AsKh``; and the hands left."""
    if not left.any():
        return [], left
    hole, deck = table.game.hole_cards, table.classes.deck
    hands = table.classes.hands
    choices = list(combinations(range(hole), size))
    numbers = [hand_indices(np.ascontiguousarray(hands[:, choice]), deck) for choice in choices]
    counts = np.zeros(comb(len(deck), size), dtype=np.int64)
    for number in numbers:
        counts += np.bincount(number[chosen], minlength=len(counts))
    full = counts == comb(len(deck) - size, hole - size)
    parts: dict[int, Node] = {}
    covered = np.zeros_like(left)
    for choice, number in zip(choices, numbers, strict=True):
        inside = left & full[number]
        covered |= inside
        rows = np.flatnonzero(inside)
        unique, first = np.unique(number[rows], return_index=True)
        for cards_number, row in zip(unique.tolist(), rows[first].tolist(), strict=True):
            parts.setdefault(cards_number, _cards_term(hands[row, list(choice)].tolist()))
    return [parts[key] for key in sorted(parts, reverse=True)], left & ~covered


Run = tuple[int, int, str]
"""Lower cards from .. to (ranks, from <= to), and the kind: ``s``, ``o``, or ``""`` for both."""


def format_classic(hand_range: HandRange) -> str:
    """The text of a range; see `format_range`."""
    table = hand_table(hand_range.game)
    if not hand_range.weights.any():
        return "none"
    weights = hand_range.hand_weights
    starts = table.classes.starts[:-1]
    first = weights[starts]
    whole = np.minimum.reduceat(weights, starts) == np.maximum.reduceat(weights, starts)
    parts: list[str] = []
    for weight in sorted(set(weights[weights > 0].tolist()), reverse=True):  # np.unique loads numpy.ma
        tokens = _class_tokens(hand_range.game, whole & (first == weight))
        rows = np.flatnonzero((weights == weight) & ~whole[table.class_of_row])
        tokens += [format_cards(hand[::-1]) for hand in table.classes.hands[rows].tolist()]
        parts += [token + format_weight(weight) for token in tokens]
    return ",".join(parts)


def _class_tokens(game: Game, chosen: BoolArray) -> list[str]:
    """Tokens for a set of classes: pairs, suited, both, offsuit."""
    if chosen.all():
        return ["*"]
    grid = two_card_grid(game)
    top, lowest = N_RANKS - 1, int(game.lowest_rank)
    pairs = tuple(bool(chosen[grid[rank, rank, ""]]) for rank in range(lowest, top + 1))
    tokens = [_pair_token(lowest + a, lowest + b, top) for a, b in _runs(pairs)]
    by_kind: dict[str, list[str]] = {"s": [], "": [], "o": []}
    for high in range(top, lowest, -1):
        suited, offsuit = (
            tuple(bool(chosen[grid[high, low, kind]]) for low in range(lowest, high)) for kind in "so"
        )
        for start, end, kind in sorted(_row_runs(suited, offsuit), key=lambda run: -run[1]):
            by_kind[kind].append(_token(high, lowest + start, lowest + end, kind))
    return tokens + by_kind["s"] + by_kind[""] + by_kind["o"]


@lru_cache(maxsize=4096)
def _row_runs(suited: tuple[bool, ...], offsuit: tuple[bool, ...]) -> tuple[Run, ...]:
    """The runs of fewest characters for one higher card, by lower cards ascending.

    From each lower card on, either a run of both kinds comes next, or a stretch
    in which the kinds are written apart.
    """
    n = len(suited)
    best: list[tuple[tuple[int, int], tuple[Run, ...]]] = [((0, 0), ())] * (n + 1)
    for start in range(n - 1, -1, -1):
        choices = []
        for end in range(start + 1, n + 1):
            apart = [
                (start + a, start + b, kind)
                for kind, row in (("s", suited), ("o", offsuit))
                for a, b in _runs(row[start:end])
            ]
            joined = [(start, end - 1, "")] if all(suited[start:end]) and all(offsuit[start:end]) else apart
            for runs in (apart, joined):
                (length, count), rest = best[end]
                cost = (length + sum(_run_length(run, n) for run in runs), count + len(runs))
                choices.append((cost, (*runs, *rest)))
        best[start] = min(choices, key=lambda choice: choice[0])
    return best[0][1]


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """The stretches of True, from the last to the first, as (first index, last index)."""
    edges = np.flatnonzero(np.diff(np.array([0, *row, 0])))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)[::-1]]


def _run_length(run: Run, n: int) -> int:
    """Characters of a run with its comma, for a row of n lower cards."""
    start, end, kind = run
    name = 2 + len(kind)
    if start == end:
        return name + 1
    return name + 2 if end == n - 1 else 2 * name + 2


def _pair_token(start: int, end: int, top: int) -> str:
    name = hand_name(start, start, "")
    if start == end:
        return name
    return f"{name}+" if end == top else f"{hand_name(end, end, '')}-{name}"


def _token(high: int, start: int, end: int, kind: str) -> str:
    name = hand_name(high, start, kind)
    if start == end:
        return name
    return f"{name}+" if end == high - 1 else f"{hand_name(high, end, kind)}-{name}"


@former_words(held="hand_range")
def format_range(hand_range: HandRange, notation: Notation | str | None = None) -> str:
    """Return the canonical text of a range; `parse_range` parses it into an equal range.

    ``notation`` is the game's own if not given.  Raises RangeError if the game cannot be written in that
    notation.
    """
    write = format_classic if Notation.of(hand_range.game, notation) is Notation.CLASSIC else format_generic
    return write(hand_range)


def format_classes(game: Game, class_weights: ArrayLike, notation: Notation | str | None = None) -> str:
    """The canonical text of one weight in [0, 1] (or one truth value) per class, shape (n,).

    >>> from jamfold.cards.games import HOLDEM
    >>> import numpy as np
    >>> format_classes(HOLDEM, np.arange(169) < 3)
    'AA,AK'

    Raises RangeError as `HandRange.from_classes` and `format_range`.
    """
    return format_range(HandRange.from_classes(game, class_weights), notation)
