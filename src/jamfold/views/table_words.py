"""Seats and decisions of a table in players' words."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, log10

from jamfold.hand.hand import Hand, Node
from jamfold.spots.table.result import TableResult
from jamfold.spots.table.sampled import Going
from jamfold.views.terms import rake_text
from jamfold.worth.utility import PrizeUtility

Outward = Callable[[float], int]
"""How a bound is rounded: `floor`, `ceil`, or `round` what is none."""

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


def seat_title(hand: Hand, seat: int) -> str:
    """A seat in words: ``cutoff``, ``UTG+1``."""
    name = hand.names[seat]
    return "small blind, on the button" if hand.n == 2 and name == "sb" else _TITLES[name]


def the_seat(hand: Hand, seat: int) -> str:
    """A seat in the middle of a sentence: ``the cutoff``, ``UTG+1``."""
    title = _TITLES[hand.names[seat]]
    return title if title[0].isupper() else f"the {title}"


def decision_words(hand: Hand, node: Node) -> str:
    """A decision in a player's words: ``Button, first in``, ``Big blind, facing a jam of the cutoff``."""
    title = seat_title(hand, node.seat)
    facing = history_words(hand, node)
    return f"{title[:1].upper()}{title[1:]}, {facing}"


def history_words(hand: Hand, node: Node) -> str:
    """What has happened before a decision: ``first in``, ``facing a jam of the cutoff``."""
    if not node.after:
        return "first in"
    first, *others = (the_seat(hand, seat) for seat in node.after)
    called = f", called by {_joined(others)}" if others else ""
    return f"facing a jam of {first}{called}"


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def table_title(answer: TableResult) -> str:
    """Game, seats, stacks and prizes in a line."""
    hand = answer.hand
    big = hand.big_blind
    parts = [f"{answer.game.title}, {hand.n} seats"]
    if len(set(hand.stacks)) == 1:
        parts.append(f"{hand.stacks[0] / big:.6g} bb each")
    else:
        parts.append(f"{' / '.join(f'{stack / big:.6g}' for stack in hand.stacks)} bb")
    if hand.level.extras:
        parts.append(hand.level.text())
    utility = hand.terms.utility
    if isinstance(utility, PrizeUtility):
        if utility.others:
            parts.append(f"{len(utility.others)} other player{'s'[: len(utility.others) != 1]}")
        unit = " %" if utility.prizes.percent else ""
        parts.append(f"prizes {' '.join(f'{amount:g}' for amount in utility.prizes.amounts)}{unit}")
        if utility.bounties is not None:
            parts.append(f"bounties {' '.join(f'{head:g}' for head in utility.bounties.heads)}")
    if not hand.terms.rake.is_free:
        parts.append(rake_text(hand.terms.rake))
    return ", ".join(parts)


def stack_text(hand: Hand, seat: int) -> str:
    return f"{hand.stacks[seat] / hand.big_blind:.6g} bb"


def value_unit(hand: Hand) -> str:
    """In what values are counted: chips, money or % of the prizes."""
    return "chips" if hand.prizes is None else "% of the prizes" if hand.prizes.percent else "money"


def worth_text(hand: Hand, seat: int, value: float) -> str:
    """What a seat has after the hand: in chips what it has won, in big blinds; else prize money."""
    if hand.prizes is None:
        return f"{_signed((value - hand.stacks[seat]) / hand.big_blind, 3)} bb"
    return f"{value:.3f} %" if hand.prizes.percent else f"{value:,.5g}"


def change_text(hand: Hand, change: float, error: float = 0.0) -> str:
    """A difference of what a seat has, with its standard error: ``+0.2130 \u00b1 0.0021 bb``."""
    scale = hand.big_blind if hand.prizes is None else 1.0
    unit = " bb" if hand.prizes is None else " %" if hand.prizes.percent else ""
    about = f" \u00b1 {error / scale:.4f}" if error else ""
    return f"{_signed(change / scale, 4)}{about}{unit}"


def _signed(value: float, digits: int) -> str:
    """A number with its sign; what rounds to nothing has none."""
    text = f"{value:+.{digits}f}"
    return text.replace("-", "\u2212") if float(text) else f"{0:.{digits}f}"


def amount_text(hand: Hand, amount: float, outward: Outward = round) -> str:
    """A small amount as players say it, in big blinds or of the prizes: ``0.0021 bb``, ``< 0.0001 bb``."""
    amount, unit = _measured(hand, amount)
    if amount < _LEAST:
        return f"< {_LEAST:.4f}{unit}"
    digits = max(0, 1 - floor(log10(amount)))
    return f"{two_digits(amount, outward):,.{digits}f}{unit}"


def _measured(hand: Hand, amount: float) -> tuple[float, str]:
    """An amount in big blinds or of the prizes, and what stands behind it."""
    if hand.prizes is None:
        return amount / hand.big_blind, " bb"
    return amount, " %" if hand.prizes.percent else ""


def bound_text(hand: Hand, amount: float, outward: Outward) -> str:
    """What a seat could still gain at most: ``gain \u2264 0.0021 bb``, ``gain < 0.0001 bb``."""
    text = amount_text(hand, amount, outward)
    return f"gain {text}" if _measured(hand, amount)[0] < _LEAST else f"gain \u2264 {text}"


def two_digits(amount: float, outward: Outward) -> float:
    """An amount of two digits: what is gained at least is rounded down, what is gained at most up."""
    if amount <= 0:
        return 0.0
    digits = 1 - floor(log10(amount))
    return float(outward(round(amount * 10.0**digits, 6)) / 10.0**digits)


def bound_words(answer: TableResult) -> str:
    """What seats gain at least and at most by other strategies, in a few words."""
    hand, worst = answer.hand, float(answer.bounds.max())
    if answer.exact:
        bound = amount_text(hand, worst)
        return f"Nobody can gain {bound.removeprefix('< ')}" + ("" if bound[0] == "<" else " or more")
    least, bound = amount_text(hand, float(answer.least.max()), floor), amount_text(hand, worst, ceil)
    if least[0] == "<":
        return f"No seat gains more than {bound.removeprefix('< ')} by another strategy (95 %)"
    return f"By another strategy some seat gains at least {least}, none more than {bound} (95 %)"


def given_words(answer: TableResult, seat: int | None) -> str:
    """What answers to given ranges gain in a few words: that of a seat, or the best of all."""
    who = int(answer.gains.argmax()) if seat is None else seat
    hand, whose = answer.hand, f"The best answer of {the_seat(answer.hand, who)} gains"
    if answer.exact:
        return f"{whose} {amount_text(hand, max(0.0, float(answer.gains[who])))}"
    least = amount_text(hand, float(answer.least[who]), floor)
    at_least = "" if least[0] == "<" else f"at least {least}, "
    most = amount_text(hand, float(answer.bounds[who]), ceil)
    return f"{whose} {at_least}at most {most.removeprefix('< ')} (95 %)"


def going_text(hand: Hand, going: Going) -> str:
    """How far a search is: deals, and what best responses would gain by the deals they are chosen by."""
    worst = amount_text(hand, max(0.0, float(going.gains.max())), ceil)
    return f"{going.deals:,} deals, no seat seems to gain more than {worst.removeprefix('< ')}"


def gain_text(hand: Hand, gain: float, outward: Outward | None = None) -> str:
    """A gain with its unit, in big blinds too where chips are all: ``0.02 chips (0.002 bb)``."""

    def digits(amount: float) -> str:
        return f"{amount if outward is None else two_digits(amount, outward):.2g}"

    words = f"{digits(gain)} {value_unit(hand)}"
    return words if hand.prizes is not None else f"{words} ({digits(gain / hand.big_blind)} bb)"


def interval_text(answer: TableResult, seat: int) -> str:
    """What a seat's best answer gains: a number where it is exact, else at least and at most."""
    hand, least = answer.hand, float(answer.least[seat])
    if answer.exact:
        return gain_text(hand, float(answer.gains[seat]))
    at_least = f"at least {gain_text(hand, least, floor)}, " if least > 0 else ""
    return f"{at_least}at most {gain_text(hand, float(answer.bounds[seat]), ceil)} (95 %)"
