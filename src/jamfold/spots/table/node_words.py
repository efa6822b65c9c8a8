"""Decisions of a table by their words, and ranges that are given to some of them as text."""

from __future__ import annotations

from jamfold.errors import SituationError
from jamfold.hand.hand import Node, TableHand


def find_rows(hand: TableHand, text: str, field: str = "node") -> list[int]:
    """The rows of a decision by its words: ``btn``, ``bb after btn sb``.

    Where raises are listed ``bb after btn raise 2``, a row for each action; ``bb jam after btn raise 2`` is
    one of them.  Raises SituationError if a seat is unknown, or the hand has no such decision.
    """
    first, _, after = " ".join(text.lower().replace(",", " ").split()).partition(" after ")
    words = first.split() if hand.raises else f"{first} {after if after != 'folds' else ''}".split()
    for name in words[:1] if hand.raises else words:
        if name not in hand.names:
            raise SituationError(
                f"There is no seat '{name[:40]}': the seats are {', '.join(hand.names)}.", field=field
            )
    if hand.raises:
        rows = [
            row
            for row, node in enumerate(hand.nodes)
            if " ".join(node.before(hand.names)) == after
            and first in (hand.names[node.seat], f"{hand.names[node.seat]} {node.action_text}")
        ]
    else:
        place = {seat: at for at, seat in enumerate(hand.order)}
        seats = [hand.names.index(name) for name in words]
        wanted = Node(seats[0], tuple(sorted(seats[1:], key=place.__getitem__))) if seats else None
        rows = [row for row, node in enumerate(hand.nodes) if node == wanted]
    if not rows:
        own = [node for node in hand.nodes if hand.raises and [hand.names[node.seat]] == words[:1]]
        example = next(iter(own or hand.nodes[::-1]), None)  # with raises one that names the size
        shown = "" if example is None else f": as in '{node_words(hand, example)}'"
        raise SituationError(f"This hand has no decision '{text.strip()[:60]}'{shown}.", field=field)
    return rows


def find_node(hand: TableHand, text: str, field: str = "node") -> Node:
    """A row of a hand by its words; the first one of a decision. Raises SituationError as `find_rows`."""
    return hand.nodes[find_rows(hand, text, field)[0]]


def node_words(hand: TableHand, node: Node) -> str:
    """A row as `find_rows` reads it."""
    between = ", " if hand.raises else " "
    after = between.join(node.before(hand.names))
    seat = f"{hand.names[node.seat]} {node.action_text}".strip()
    return f"{seat} after {after}" if after else seat
