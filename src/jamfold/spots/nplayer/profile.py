"""Strategy profiles of a table as JSON, and ranges of single decisions as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jamfold.betting.hand import Node, TableHand
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.margins import equity_order
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import JamfoldError, RangeError, SituationError
from jamfold.ranges import parse_range
from jamfold.spots.nplayer.node_names import find_rows, node_words

_FIELD = "profile"
MOST_BYTES = 1 << 30
LONGEST_RANGE = 100_000


def node_text(hand: TableHand, node: Node) -> str:
    """Return a decision as text, ``bb after btn sb``; impossible histories are cut off at n seats."""
    after = " ".join(hand.names[seat] for seat in node.all_in_before[: hand.n])
    return node_words(hand, node) if node.action_text else f"{hand.names[node.seat]} after {after or 'folds'}"


def profile_values(hand: TableHand, strategy: FloatArray) -> list[dict[str, Any]]:
    """Return a profile as JSON values: the seat, the seats all-in before it, and frequencies by class id.

    With raises, entries also have an action; frequencies are those given that the decision is reached.
    """
    return [
        {
            "seat": hand.names[node.seat],
            "after": list(node.before(hand.names)),
            **({"action": node.action_text} if node.action_text else {}),
            "strategy": row.tolist(),
        }
        for node, row in zip(hand.nodes, strategy, strict=True)
    ]


def parse_profile(game: Game, hand: TableHand, text: str) -> FloatArray:
    """Parse a profile, shape (nodes of the hand, n).

    Raises SituationError if it is invalid, or lacks a decision of this hand or has one too many.
    """
    ranges = parse_entries(game, hand, text)
    for node in hand.nodes:
        if node not in ranges:
            raise _bad(f"The profile has no range for {node_text(hand, node)}.")
    n = hand_classes(game).n
    return np.array([ranges[node] for node in hand.nodes]).reshape(len(hand.nodes), n)


def parse_entries(game: Game, hand: TableHand, text: str) -> dict[Node, FloatArray]:
    """Parse the ranges of some decisions from JSON: frequencies by class.

    Raises SituationError if the JSON or a frequency is invalid, or a decision is unknown or repeated.
    """
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad("The profile is not JSON.") from None
    if not isinstance(entries, list) or not all(isinstance(part, Mapping) for part in entries):
        raise _bad('The profile must be a list of {"seat", "after", "strategy" or "range"}.')
    n = hand_classes(game).n
    rows = {node: row for row, node in enumerate(hand.nodes)}
    ranges: dict[Node, FloatArray] = {}
    for entry in entries:
        node = _node(hand, entry)
        if node not in rows:
            raise _bad(f"This hand has no decision of {node_text(hand, node)}.")
        if node in ranges:
            raise _bad(f"The profile has two ranges for {node_text(hand, node)}.")
        ranges[node] = _chances(game, hand, node, entry, n)
    return ranges


def _node(hand: TableHand, entry: Mapping[str, Any]) -> Node:
    after = entry.get("after", ())
    if not isinstance(after, Sequence) or isinstance(after, str):
        raise _bad("The entry 'after' must be a list of seats.")
    seats = []
    if hand.raises:
        return _line(hand, entry, after)
    for name in (entry.get("seat"), *after):
        if name not in hand.names:
            raise _bad(f"There is no seat '{str(name)[:40]}': the seats are {', '.join(hand.names)}.")
        seats.append(hand.names.index(name))
    place = {seat: at for at, seat in enumerate(hand.order)}
    return Node(seats[0], tuple(sorted(seats[1:], key=place.__getitem__)))


def _line(hand: TableHand, entry: Mapping[str, Any], after: Sequence[Any]) -> Node:
    """Return the node of an entry in a hand with raises."""
    for node in hand.nodes:
        same = (hand.names[node.seat], node.action_text) == (entry.get("seat"), entry.get("action"))
        if same and list(node.before(hand.names)) == list(after):
            return node
    words = ", ".join(str(name)[:20] for name in after[: hand.n])
    where = f" after {words}" if words else ""
    raise _bad(f"This hand has no '{str(entry.get('seat'))[:20]} {str(entry.get('action'))[:20]}'{where}.")


def _chances(game: Game, hand: TableHand, node: Node, entry: Mapping[str, Any], n: int) -> FloatArray:
    decision = node_text(hand, node)
    text = entry.get("range")
    if isinstance(text, str):
        if len(text) > LONGEST_RANGE:
            raise _bad(f"The range of {decision} has {len(text):,} characters: at most {LONGEST_RANGE:,}.")
        try:
            return range_chances(game, text)
        except JamfoldError as error:
            raise _bad(f"The range of {decision}: {error}") from None
    values = entry.get("strategy")
    if not isinstance(values, list) or len(values) != n:
        raise _bad(f"The strategy of {decision} must be a list of {n:,} chances, or a range as text.")
    if not all(type(chance) in (int, float) and 0 <= chance <= 1 for chance in values):
        raise _bad(f"The chances of {decision} must be numbers from 0 to 1.")
    return np.array(values, dtype=np.float64)


def range_chances(game: Game, text: str) -> FloatArray:
    """Parse a range into frequencies by class, shape (n,).

    Raises JamfoldError if it is invalid or names suits, TableError if it is a percentage and the class table,
    which orders hands, can be neither loaded nor built.
    """
    hand_range = parse_range(text, game, order=lambda: equity_order(game))
    if not hand_range.is_class_union:
        raise RangeError("It names suits: a decision takes whole classes of hands.")
    return hand_range.class_weights


def _bad(sentence: str) -> SituationError:
    return SituationError(sentence, field=_FIELD)


_RANGES = "ranges"


def given_ranges(game: Game, hand: TableHand, text: str) -> dict[Node, FloatArray]:
    """Parse the ranges of the decisions that a text names: frequencies by class.

    The text has entries ``bb after btn: TT+,AQ+``, separated by line breaks or semicolons, or is JSON of a
    profile.  Raises SituationError with field ``ranges`` if a decision is unknown or repeated, or its range
    is invalid.
    """
    if text.lstrip().startswith("["):
        try:
            return parse_entries(game, hand, text)
        except SituationError as error:
            error.field = _RANGES
            raise
    ranges: dict[Node, FloatArray] = {}
    example = f"write '{node_words(hand, hand.nodes[-1])}: 15%'" if hand.nodes else "this hand has none"
    lines = [part.strip() for part in text.replace(";", "\n").splitlines() if part.strip()]
    if not lines:
        raise SituationError(f"There are no ranges of decisions: {example}.", field=_RANGES)
    for line in lines:
        words, colon, range_text = line.partition(":")
        if not colon:
            raise SituationError(f"'{line[:40]}' names no decision: {example}.", field=_RANGES)
        node, *further = (hand.nodes[row] for row in find_rows(hand, words, _RANGES))
        if further:
            raise SituationError(
                f"Several actions are possible at '{words.strip()[:60]}'. Name one, as in "
                f"'{node_words(hand, node)}'.",
                field=_RANGES,
            )
        if node in ranges:
            raise SituationError(f"There are two ranges for {node_words(hand, node)}.", field=_RANGES)
        try:
            ranges[node] = range_chances(game, range_text.strip())
        except JamfoldError as error:
            raise SituationError(f"The range of {node_words(hand, node)}: {error}", field=_RANGES) from None
    return ranges
