"""Seats and decisions of a table in players' words."""

from __future__ import annotations

from jamfold.spots.table.hand import Node, TableHand
from jamfold.spots.table.result import TableResult
from jamfold.views.terms import rake_text

_TITLES = {
    "sb": "small blind",
    "bb": "big blind",
    "utg": "under the gun",
    "utg1": "under the gun + 1",
    "utg2": "under the gun + 2",
    "mp": "middle position",
    "lj": "lojack",
    "hj": "hijack",
    "co": "cutoff",
    "btn": "button",
}


def seat_title(hand: TableHand, seat: int) -> str:
    """A seat in words: ``cutoff``."""
    name = hand.names[seat]
    return "small blind, on the button" if hand.n == 2 and name == "sb" else _TITLES[name]


def decision_words(hand: TableHand, node: Node) -> str:
    """A decision in a player's words: ``Button, first in``, ``Big blind, facing a jam of the cutoff``."""
    title = seat_title(hand, node.seat)
    facing = history_words(hand, node)
    return f"{title[:1].upper()}{title[1:]}, {facing}"


def history_words(hand: TableHand, node: Node) -> str:
    """What has happened before a decision: ``first in``, ``facing a jam of the cutoff``."""
    if not node.after:
        return "first in"
    first, *others = (f"the {_TITLES[hand.names[seat]]}" for seat in node.after)
    called = f", called by {_joined(others)}" if others else ""
    return f"facing a jam of {first}{called}"


def action_word(node: Node) -> str:
    """What playing a hand is called there: ``jam`` or ``call``."""
    return "call" if node.after else "jam"


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def table_title(answer: TableResult) -> str:
    """Game, seats, stacks and prizes in a line."""
    hand = answer.hand
    big = hand.blinds[1]
    parts = [f"{answer.game.title}, {hand.n} seats"]
    if len(set(hand.stacks)) == 1:
        parts.append(f"{hand.stacks[0] / big:.6g} bb each")
    else:
        parts.append(f"{' '.join(f'{stack / big:.6g}' for stack in hand.stacks)} bb")
    if hand.ante or hand.bb_ante:
        parts.append(
            f"antes {hand.ante:g}, big-blind ante {hand.bb_ante:g} (blinds {hand.blinds[0]:g}/{big:g})"
        )
    if hand.prizes is not None:
        unit = " %" if hand.prizes.percent else ""
        parts.append(f"prizes {' '.join(f'{amount:g}' for amount in hand.prizes.amounts)}{unit}")
    if not hand.rake.is_free:
        parts.append(rake_text(hand.rake))
    return ", ".join(parts)


def stack_text(hand: TableHand, seat: int) -> str:
    """A stack in big blinds."""
    return f"{hand.stacks[seat] / hand.blinds[1]:.6g} bb"


def value_unit(hand: TableHand) -> str:
    """In what values are counted: chips, money or % of the prizes."""
    return "chips" if hand.prizes is None else "% of the prizes" if hand.prizes.percent else "money"


def gain_text(hand: TableHand, gain: float) -> str:
    """A gain with its unit, in big blinds too where chips are all: ``0.02 chips (0.002 bb)``."""
    words = f"{gain:.2g} {value_unit(hand)}"
    return words if hand.prizes is not None else f"{words} ({gain / hand.blinds[1]:.2g} bb)"
