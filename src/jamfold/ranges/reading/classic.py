"""Classic notation, read: ``22+,A5s-A2s,KQo,AsKh@50``, with weights as ``[50]AA,KK[/50]``.

The grammar is in classic.lark.  A hand is a pair ``QQ`` or two ranks in either
order with ``s`` (suited), ``o`` (offsuit) or neither (both).  ``+`` lets a pair
climb to the aces and the lower card of other hands to just below the higher
one.  The ends of a span are two pairs, share their higher card, or have the
same distance: ``QQ-88``, ``A5s-A2s``, ``T9s-65s``.  Numbers may have a decimal comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from jamfold.cards import N_RANKS, RANK_NAMES
from jamfold.cards.games import Game
from jamfold.core.arrays import IntArray
from jamfold.core.errors import CardError, RangeError
from jamfold.ranges.grid import HandTable, hand_table, two_card_grid
from jamfold.ranges.hand_range import HandRange
from jamfold.ranges.reading.grammar import parse_tree, shorten
from jamfold.ranges.weights import Percentages, check_weights, parse_weight

if TYPE_CHECKING:
    from lark import Token, Tree

_HAND = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)", re.IGNORECASE)


class _Hand(NamedTuple):
    """Two ranks, higher first, and ``s``, ``o`` or ``""``."""

    high: int
    low: int
    kind: str


def parse_classic(text: str, game: Game, percentages: Percentages) -> HandRange:
    """The range of a text in classic notation, for a game whose classes fill a grid.

    Raises RangeError if the text is no range.
    """
    table = hand_table(game)
    parts: list[tuple[bytes, str, float]] = []
    values = np.zeros(game.n_hands)
    for part in parse_tree(text.strip()).children:
        if getattr(part, "data", None) != "part":
            continue
        hands, *weight = cast("Tree[Token]", part).children
        node = cast("Tree[Token]", hands)
        name = "".join(str(token) for token in node.children)
        chosen, value = _rows(node, name, table, percentages), parse_weight("".join(map(str, weight)))
        parts.append((np.sort(chosen).tobytes(), name, value))
        values[chosen] = np.maximum(values[chosen], value)
    check_weights(parts)
    return HandRange.from_hands(game, values)


def _rows(node: Tree[Token], text: str, table: HandTable, percentages: Percentages) -> IntArray:
    words = [str(token) for token in node.children]
    if node.data == "all":
        return np.arange(table.game.n_hands)
    if node.data == "nothing":
        return np.arange(0)
    if node.data == "exact":
        try:
            return np.array([table.row(words[0])])
        except CardError as error:
            raise RangeError(str(error)) from None
    if node.data == "top":
        chosen = percentages.top(words[0])
    elif node.data == "slice":
        chosen = percentages.between(words[0], words[2])
    else:
        chosen = np.zeros(table.classes.n, dtype=bool)
        chosen[_classes(node, text, table)] = True
    return np.flatnonzero(chosen[table.class_of_row])


def _classes(node: Tree[Token], text: str, table: HandTable) -> list[int]:
    """The classes of a hand, a climb or a span."""
    hand = _parse_hand(str(node.children[0]), text, table)
    if node.data == "hand":
        members = [hand]
    elif node.data == "climb":
        is_pair = hand.high == hand.low
        high, low = (N_RANKS - 1, N_RANKS - 1) if is_pair else (hand.high, hand.high - 1)
        members = _between(hand, _Hand(high, low, hand.kind), text)
    else:
        members = _between(hand, _parse_hand(str(node.children[2]), text, table), text)
    grid = two_card_grid(table.game)
    return [
        grid[member.high, member.low, kind]
        for member in members
        for kind in ([member.kind] if member.kind or member.high == member.low else ["s", "o"])
    ]


def _parse_hand(word: str, text: str, table: HandTable) -> _Hand:
    match = cast("re.Match[str]", _HAND.fullmatch(word))
    low, high = sorted(table.rank(match[i], text) for i in (1, 2))
    kind = match[3].lower()
    if low == high and kind:
        raise RangeError(f"'{shorten(word)}': pairs are neither suited nor offsuit. Type {word[:-1]}.")
    return _Hand(high, low, kind)


def _between(own: _Hand, other: _Hand, text: str) -> list[_Hand]:
    """The hands from one to the other, which have the same shape. Raises RangeError if they have not."""
    first, last = sorted([own, other])
    steps = last.low - first.low
    pairs = [hand.high == hand.low for hand in (own, other)]
    same_high = first.high == last.high and not any(pairs)
    same_distance = last.high - first.high == steps
    if own.kind != other.kind or pairs[0] != pairs[1] or not (same_high or same_distance):
        raise RangeError(
            f"'{shorten(text)}' is not a valid span. Both ends need the same high card or the same gap, "
            "such as A5s-A2s or JTs-87s."
        )
    climb = 0 if same_high else 1
    return [_Hand(first.high + climb * i, first.low + i, own.kind) for i in range(steps + 1)]


def hand_name(high: int, low: int, kind: str) -> str:
    """A hand's name: ``AKs``."""
    return RANK_NAMES[high] + RANK_NAMES[low] + kind


GROUP = re.compile(r"\[(\d{1,3}(?:\.\d+)?)\](.*?)\[/\1\]", re.DOTALL | re.ASCII)
"""A weight in percent, and the hands between its brackets."""
_COMMA = re.compile(
    r"(@\s*|:\s*(?=0))(\d+,\d+)(?=\s*(?:[,;)\s]|$))|(?<![\w.@])(?<!\w-)(\d+,\d+)(?=\s*%)|\[(\d+,\d+)\](?=.*\[/\4\])",
    re.DOTALL | re.ASCII,
)
_APART = re.compile(r"\s*,\s*|\s+")
_TOGETHER = re.compile(r"(?<=top)\s+(?=\d)|\s*-\s*|\s+(?=%)", re.IGNORECASE)


def check_commas(text: str) -> str:
    """The text. Raises RangeError if a weight or percentage in it has a decimal comma: ``AA@12,5``."""
    match = _COMMA.search(text)
    if match:
        number = match[2] or match[3] or match[4]
        raise RangeError(
            f"'{number[:40]}' in a range has a comma between digits: write {number.replace(',', '.')[:40]}, "
            "or a space after the comma if it ends a part."
        )
    return text


def split_groups(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text in and between brackets, each behind its weight ``@50``, empty for none."""
    end = 0
    for group in GROUP.finditer(text):
        yield "", text[end : group.start()].strip(" ,;\n")
        yield f"@{group[1]}", group[2].strip(" ,;\n")
        end = group.end()
    yield "", text[end:].strip(" ,;\n") if end else text


def with_weight(text: str, weight: str) -> str:
    """A list of hands in classic notation, each with a weight."""
    return _APART.sub(f"{weight},", _TOGETHER.sub(lambda match: match[0].strip(), text.strip())) + weight
