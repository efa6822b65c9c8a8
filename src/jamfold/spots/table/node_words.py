"""Decisions of a table by their words, and ranges that are given to some of them as text."""

from __future__ import annotations

from jamfold.errors import SituationError
from jamfold.hand.hand import Hand, Node


def find_node(hand: Hand, text: str, field: str = "node") -> Node:
    """A decision of a hand by its words: ``btn``, ``bb after btn sb``.

    Raises SituationError if a seat is unknown, or the hand has no such decision.
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


def node_words(hand: Hand, node: Node) -> str:
    """A decision as `find_node` reads it."""
    after = " ".join(hand.names[seat] for seat in node.after)
    return f"{hand.names[node.seat]} after {after}" if after else hand.names[node.seat]
