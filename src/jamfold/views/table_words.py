"""Seats and decisions of a table in players' words."""

from __future__ import annotations

from math import floor, log10

from jamfold.spots.table.hand import Node, TableHand
from jamfold.spots.table.result import TableResult
from jamfold.spots.table.sampled import Going
from jamfold.views.terms import rake_text

_LEAST = 0.0001
_TITLES = {
    "sb": "small blind",
    "bb": "big blind",
    "utg": "UTG",
    "utg1": "UTG+1",
    "utg2": "UTG+2",
    "mp": "MP",
    "lj": "lojack",
    "hj": "hijack",
    "co": "cutoff",
    "btn": "button",
}


def seat_title(hand: TableHand, seat: int) -> str:
    """A seat in words: ``cutoff``, ``UTG+1``."""
    name = hand.names[seat]
    return "small blind, on the button" if hand.n == 2 and name == "sb" else _TITLES[name]


def the_seat(hand: TableHand, seat: int) -> str:
    """A seat in the middle of a sentence: ``the cutoff``, ``UTG+1``."""
    title = _TITLES[hand.names[seat]]
    return title if title[0].isupper() else f"the {title}"


def decision_words(hand: TableHand, node: Node) -> str:
    """A decision in a player's words: ``Button, first in``, ``Big blind, facing a jam of the cutoff``."""
    title = seat_title(hand, node.seat)
    facing = history_words(hand, node)
    return f"{title[:1].upper()}{title[1:]}, {facing}"


def history_words(hand: TableHand, node: Node) -> str:
    """What has happened before a decision: ``first in``, ``facing a jam of the cutoff``."""
    if not node.after:
        return "first in"
    first, *others = (the_seat(hand, seat) for seat in node.after)
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
        parts.append(f"{' / '.join(f'{stack / big:.6g}' for stack in hand.stacks)} bb")
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


def worth_text(hand: TableHand, seat: int, value: float) -> str:
    """What a seat has after the hand: in chips what it has won, in big blinds; else prize money."""
    if hand.prizes is None:
        return f"{_signed((value - hand.stacks[seat]) / hand.blinds[1], 3)} bb"
    return f"{value:.3f} %" if hand.prizes.percent else f"{value:,.5g}"


def change_text(hand: TableHand, change: float, error: float = 0.0) -> str:
    """A difference of what a seat has, with its standard error: ``+0.2130 \u00b1 0.0021 bb``."""
    scale = hand.blinds[1] if hand.prizes is None else 1.0
    unit = " bb" if hand.prizes is None else " %" if hand.prizes.percent else ""
    about = f" \u00b1 {error / scale:.4f}" if error else ""
    return f"{_signed(change / scale, 4)}{about}{unit}"


def _signed(value: float, digits: int) -> str:
    """A number with its sign; what rounds to nothing has none."""
    text = f"{value:+.{digits}f}"
    return text.replace("-", "\u2212") if float(text) else f"{0:.{digits}f}"


def amount_text(hand: TableHand, amount: float) -> str:
    """A small amount as players say it, in big blinds or of the prizes: ``0.0021 bb``, ``< 0.0001 bb``."""
    if hand.prizes is None:
        amount, unit = amount / hand.blinds[1], " bb"
    else:
        unit = " %" if hand.prizes.percent else ""
    if amount < _LEAST:
        return f"< {_LEAST:.4f}{unit}"
    digits = max(0, 1 - floor(log10(amount)))
    return f"{amount:,.{digits}f}{unit}"


def bound_words(answer: TableResult) -> str:
    """What nobody can gain, and what best responses gain that have been found, in a few words."""
    hand, worst = answer.hand, float(answer.bounds.max())
    bound = amount_text(hand, worst)
    if answer.exact:
        return f"Nobody can gain {bound.removeprefix('< ')}" + ("" if bound[0] == "<" else " or more")
    found = amount_text(hand, float(answer.gains.max()))
    return f"Best responses found gain {found}; nobody can gain more than {bound} (95 %)"


def given_words(answer: TableResult, seat: int | None) -> str:
    """What answers to given ranges gain in a few words: that of a seat, or the best of all."""
    who = int(answer.gains.argmax()) if seat is None else seat
    found = amount_text(answer.hand, max(0.0, float(answer.gains[who])))
    return f"The best answer of {the_seat(answer.hand, who)} gains {found}"


def going_text(hand: TableHand, going: Going) -> str:
    """How far a search is: deals, and what best responses would gain by the deals they are chosen by."""
    worst = amount_text(hand, max(0.0, float(going.gains.max())))
    return f"{going.deals:,} deals, best responses gain {worst}"


def gain_text(hand: TableHand, gain: float) -> str:
    """A gain with its unit, in big blinds too where chips are all: ``0.02 chips (0.002 bb)``."""
    words = f"{gain:.2g} {value_unit(hand)}"
    return words if hand.prizes is not None else f"{words} ({gain / hand.blinds[1]:.2g} bb)"
