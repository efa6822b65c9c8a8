"""Generic notation, written.

For each weight: classes that are held as a whole are put together into cells
and written with the terms of vocabulary.py where these fit exactly; what is
left is listed, cells first, then classes (``AxKxQyJz``), then hands.  The
complement is written instead where that is shorter.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES, format_cards
from jamfold.counting.classes import hand_indices
from jamfold.errors import RangeError
from jamfold.ranges.hand_range import HandRange
from jamfold.ranges.hand_table import HandTable, hand_table
from jamfold.ranges.reading.grammar import MAX_TEXT
from jamfold.ranges.reading.vocabulary import Vocabulary, vocabulary
from jamfold.ranges.weights import format_weight
from jamfold.ranges.writing.cover import shortest_cells

NOTHING = "*!*"
"""No hand at all."""

_MOST_SEARCHED = 20
"""Weights whose hands are written shortly; those of further weights are listed."""
_CLASS_TERM_WORTH = 3
_MOST_CLASS_TERMS = 40


def format_generic(held: HandRange) -> str:
    """The text of a range; see `format_range`.

    Raises
    ------
    RangeError
        If the text would be longer than what is read.
    """
    table = hand_table(held.game)
    rows = np.flatnonzero(held.weights)
    values, group = np.unique(held.weights[rows], return_inverse=True)
    sizes = np.bincount(group, minlength=len(values))
    members = np.split(rows[np.argsort(group, kind="stable")], np.cumsum(sizes)[:-1])
    searched = set(np.argsort(-sizes, kind="stable")[:_MOST_SEARCHED].tolist())
    listed = sum(int(size) for i, size in enumerate(sizes.tolist()) if i not in searched)
    texts = []
    if listed * 2 * held.game.hole_cards < MAX_TEXT:
        for i in range(len(values) - 1, -1, -1):
            parts = _parts(table, held, members[i], i in searched)
            texts.append(_weighted(parts, format_weight(values[i])) if held.is_weighted else ",".join(parts))
    text = ",".join(texts) or NOTHING
    if len(text) > MAX_TEXT or (len(rows) and not texts):
        raise RangeError(f"This range of {held.combinations:,} hands has no text of {MAX_TEXT:,} characters.")
    return text


def _parts(table: HandTable, held: HandRange, rows: NDArray[np.int64], search: bool) -> list[str]:
    """Texts for the classes or hands of one weight: short ones if searched for, else a list."""
    if not search:
        if held.is_class_union:
            return [class_term(cards) for cards in table.classes.representatives[rows].tolist()]
        return [format_cards(hand[::-1]) for hand in table.classes.hands[rows].tolist()]
    chosen = np.zeros(len(held.weights), dtype=bool)
    chosen[rows] = True
    return _class_parts(table, chosen) if held.is_class_union else _hand_parts(table, chosen)


def _weighted(parts: list[str], suffix: str) -> str:
    """The parts with a weight: each its own, or in parentheses, whichever is shorter."""
    apart = ",".join(part + suffix for part in parts)
    together = f"({','.join(parts)}){suffix}"
    return min(apart, together, key=len)


def _class_parts(table: HandTable, chosen: NDArray[np.bool_]) -> list[str]:
    """Texts for a set of classes, bool of shape (n,)."""
    if chosen.all():
        return ["*"]
    parts = _cover_classes(table, chosen)
    if len(parts) > 1 and 2 * chosen.sum() > len(chosen):
        without = _cover_classes(table, ~chosen)
        text = "*!" + (
            without[0] if len(without) == 1 and "!" not in without[0] else f"({','.join(without)})"
        )
        if len(text) < sum(len(part) + 1 for part in parts):
            return [text]
    return parts


def _cover_classes(table: HandTable, chosen: NDArray[np.bool_]) -> list[str]:
    """The shorter of two: terms like ``AxKx`` before conditions on cells, or after them."""
    words = vocabulary(table.game)
    mixed, rest = _mixed_parts(words, chosen, chosen)
    if mixed and not rest.any():
        return mixed
    cells_first = _cover_by_cells(table, words, chosen, chosen)
    if not mixed:
        return cells_first
    mixed_first = mixed + _cover_by_cells(table, words, chosen, rest)
    return min(cells_first, mixed_first, key=lambda parts: sum(len(part) + 1 for part in parts))


def _cover_by_cells(
    table: HandTable, words: Vocabulary, chosen: NDArray[np.bool_], needed: NDArray[np.bool_]
) -> list[str]:
    """Texts within the chosen classes that cover the needed ones, whole cells first."""
    shape = words.cell_sizes.shape
    counts = np.bincount(words.cell_of[chosen], minlength=words.cell_sizes.size).reshape(shape)
    wanted = np.bincount(words.cell_of[needed], minlength=words.cell_sizes.size).reshape(shape)
    whole = (counts == words.cell_sizes) & (wanted > 0)
    parts, left = shortest_cells(words, whole, int(table.top), int(table.game.lowest_rank))
    classes = needed & ~whole.ravel()[words.cell_of]
    mixed, classes = _mixed_parts(words, chosen, classes)
    parts += mixed + _cell_list(table, words, left)
    return parts + [class_term(cards) for cards in table.classes.representatives[classes].tolist()]


def _mixed_parts(
    words: Vocabulary, chosen: NDArray[np.bool_], left: NDArray[np.bool_]
) -> tuple[list[str], NDArray[np.bool_]]:
    """Terms like ``AxKx`` that are held as a whole and cover some classes, and the classes left."""
    parts: list[str] = []
    usable: NDArray[np.bool_] = np.zeros(len(words.class_texts), dtype=bool)
    if left.any():
        usable = ~np.any(words.class_members & ~chosen, axis=1)
    texts = [words.class_texts[i] for i in np.flatnonzero(usable)]
    members = words.class_members[np.flatnonzero(usable)]
    while texts and left.any() and len(parts) < _MOST_CLASS_TERMS:
        gains = (members & left).sum(axis=1)
        best = int(np.argmax(gains))
        if gains[best] < _CLASS_TERM_WORTH:
            break
        parts.append(texts[best])
        left = left & ~members[best]
    return parts, left


def _cell_list(table: HandTable, words: Vocabulary, cells: NDArray[np.bool_]) -> list[str]:
    """Cells one by one: ``AKQJ`` with all suits, or with a condition on them, or their classes."""
    parts: list[str] = []
    suffixes = {
        members.tobytes(): text for text, members in zip(words.suit_texts, words.suit_members, strict=True)
    }
    by_cell = np.argsort(words.cell_of, kind="stable")
    starts = np.concatenate([[0], np.cumsum(words.cell_sizes.ravel())])
    n_patterns = len(words.patterns)
    for multiset in np.flatnonzero(cells.any(axis=1)).tolist():
        exists = words.cell_sizes[multiset] > 0
        cell = multiset * n_patterns + int(np.flatnonzero(exists)[0])
        cards = table.classes.representatives[by_cell[starts[cell]]].tolist()
        name = "".join(RANK_NAMES[card // N_SUITS] for card in cards)
        if np.array_equal(cells[multiset], exists):
            parts.append(name)
            continue
        for pattern in np.flatnonzero(cells[multiset]).tolist():
            cell = multiset * n_patterns + pattern
            single = (np.arange(n_patterns) == pattern).astype(np.float32).tobytes()
            classes = by_cell[starts[cell] : starts[cell + 1]]
            listed = [class_term(c) for c in table.classes.representatives[classes].tolist()]
            parts.append(min(name + suffixes[single], ",".join(listed), key=len))
    return parts


def class_term(cards: list[int]) -> str:
    """The term that describes a class exactly, from its representative: ``AxKxQyJz``."""
    order: list[int] = []
    for card in cards:
        if card % N_SUITS not in order:
            order.append(card % N_SUITS)
    letters = dict(zip(order, "xyzw", strict=False))
    return "".join(RANK_NAMES[card // N_SUITS] + letters[card % N_SUITS] for card in cards)


def _hand_parts(table: HandTable, chosen: NDArray[np.bool_]) -> list[str]:
    """Texts for a set of hands, bool of shape (K1,): known cards before classes, or after them."""
    whole = np.logical_and.reduceat(chosen, table.classes.starts[:-1])
    left, known = _all_known_cards(table, chosen, chosen)
    needed = np.logical_or.reduceat(left, table.classes.starts[:-1]) & whole
    first = known + _rest_of_hands(table, left, needed)
    left, known = _all_known_cards(table, chosen, chosen & ~whole[table.class_of_row])
    second = known + _rest_of_hands(table, left | whole[table.class_of_row], whole)
    return min(first, second, key=lambda parts: sum(len(part) + 1 for part in parts))


def _rest_of_hands(table: HandTable, left: NDArray[np.bool_], whole: NDArray[np.bool_]) -> list[str]:
    """The whole classes, and the other hands one by one."""
    parts = _cover_classes(table, whole) if whole.any() else []
    rows = left & ~whole[table.class_of_row]
    return parts + [format_cards(hand[::-1]) for hand in table.classes.hands[rows].tolist()]


def _all_known_cards(
    table: HandTable, chosen: NDArray[np.bool_], left: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], list[str]]:
    """Terms of one, two, ... known cards, and the hands that none covers."""
    parts: list[str] = []
    for size in range(1, table.game.hole_cards):
        left, more = _known_cards(table, chosen, left, size)
        parts += more
    return left, parts


def _known_cards(
    table: HandTable, chosen: NDArray[np.bool_], left: NDArray[np.bool_], size: int
) -> tuple[NDArray[np.bool_], list[str]]:
    """Hands with some cards known, all of them held: ``AsKh``; and the hands left."""
    if not left.any():
        return left, []
    hole, deck = table.game.hole_cards, table.classes.deck
    hands = table.classes.hands
    choices = list(combinations(range(hole), size))
    numbers = [hand_indices(np.ascontiguousarray(hands[:, choice]), deck) for choice in choices]
    counts = np.zeros(comb(len(deck), size), dtype=np.int64)
    for number in numbers:
        counts += np.bincount(number[chosen], minlength=len(counts))
    full = counts == comb(len(deck) - size, hole - size)
    parts: dict[int, str] = {}
    covered = np.zeros_like(left)
    for choice, number in zip(choices, numbers, strict=True):
        inside = left & full[number]
        covered |= inside
        rows = np.flatnonzero(inside)
        unique, first = np.unique(number[rows], return_index=True)
        for one, row in zip(unique.tolist(), rows[first].tolist(), strict=True):
            parts.setdefault(one, format_cards(hands[row, list(choice)][::-1].tolist()))
    return left & ~covered, [parts[key] for key in sorted(parts, reverse=True)]
