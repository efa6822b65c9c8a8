"""Decisions of a table by their words, and ranges that are given to some of them as text."""

from __future__ import annotations

from jamfold.errors import JamfoldError, SituationError
from jamfold.games import Game
from jamfold.spots.table.hand import Node, TableHand
from jamfold.spots.table.profile import FloatArray, parse_entries, range_chances

_RANGES = "ranges"


def find_node(hand: TableHand, text: str, field: str = "node") -> Node:
    """A decision of a hand by its words: ``btn``, ``bb after btn sb``.

    Raises
    ------
    SituationError
        If a seat is unknown, or the hand has no such decision.
    """
    words = text.lower().replace(",", " ").split()
    first, after = words[:1], words[2:] if words[1:2] == ["after"] else words[1:]
    after = [] if after == ["folds"] else after
    for name in (*first, *after):
        if name not in hand.names:
            raise SituationError(
                f"There is no seat '{name[:40]}': the seats are {', '.join(hand.names)}.", field=field
            )
    place = {seat: at for at, seat in enumerate(hand.order)}
    seats = [hand.names.index(name) for name in (*first, *after)]
    node = Node(seats[0], tuple(sorted(seats[1:], key=place.__getitem__))) if seats else None
    if node is None or node not in hand.nodes:
        example = hand.nodes[-1] if hand.nodes else None
        shown = "" if example is None else f": as in '{node_words(hand, example)}'"
        raise SituationError(f"This hand has no decision '{text.strip()[:60]}'{shown}.", field=field)
    return node


def node_words(hand: TableHand, node: Node) -> str:
    """A decision as `find_node` reads it."""
    after = " ".join(hand.names[seat] for seat in node.after)
    return f"{hand.names[node.seat]} after {after}" if after else hand.names[node.seat]


def given_ranges(game: Game, hand: TableHand, text: str) -> dict[Node, FloatArray]:
    """Chances by class of the decisions that a text names, the others left out.

    A line each, or parted by semicolons: ``bb after btn: TT+,AQ+``; or JSON as of a profile.

    Raises
    ------
    SituationError
        If a decision is unknown or stands twice, or its range is none; with the field ``ranges``.
    """
    if text.lstrip().startswith("["):
        try:
            return parse_entries(game, hand, text)
        except SituationError as error:
            error.field = _RANGES
            raise
    found: dict[Node, FloatArray] = {}
    example = f"write '{node_words(hand, hand.nodes[-1])}: 15%'" if hand.nodes else "this hand has none"
    lines = [part.strip() for part in text.replace(";", "\n").splitlines() if part.strip()]
    if not lines:
        raise SituationError(f"There are no ranges of decisions: {example}.", field=_RANGES)
    for line in lines:
        words, colon, held = line.partition(":")
        if not colon:
            raise SituationError(f"'{line[:40]}' names no decision: {example}.", field=_RANGES)
        node = find_node(hand, words, _RANGES)
        if node in found:
            raise SituationError(f"There are two ranges for {node_words(hand, node)}.", field=_RANGES)
        try:
            found[node] = range_chances(game, held.strip())
        except JamfoldError as error:
            raise SituationError(f"The range of {node_words(hand, node)}: {error}", field=_RANGES) from None
    return found
