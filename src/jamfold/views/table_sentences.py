"""Seats and decisions of a table in poker terms."""

from __future__ import annotations

from math import ceil, floor, isnan, log10
from typing import Protocol

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import SEAT_TITLES
from jamfold.betting.raises import ListedRaises, Size
from jamfold.cards.games import Game
from jamfold.core.display import capitalized, in_bb, plural
from jamfold.spots.nplayer.exact import Starts
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.search import SearchProgress
from jamfold.valuation.spread import LIFETIME_HANDS, hands_to_notice
from jamfold.valuation.utility import PrizeUtility
from jamfold.views.formats import RoundingRule, format_two_digits, signed_text, with_unit
from jamfold.views.sentences import extras_text, rake_text

FROM_BOX = ", precomputed"
BOXED = "Precomputed: this solution ships with jamfold and was solved in the same way."
_LEAST = 0.0001
_TINY = 1e-300
_FEW_HANDS = 10
"""A difference that is noticeable after fewer hands than this is called noticeable at once."""
_ALWAYS = 1e-9


def seat_title(hand: TableHand, seat: int) -> str:
    """Return a seat in words: ``cutoff``, ``UTG+1``."""
    name = hand.names[seat]
    return "small blind, on the button" if hand.n == 2 and name == "sb" else SEAT_TITLES[name]


def the_seat(hand: TableHand, seat: int) -> str:
    """Return a seat within a sentence: ``the cutoff``, ``UTG+1``."""
    title = SEAT_TITLES[hand.names[seat]]
    return title if title[0].isupper() else f"the {title}"


def decision_words(hand: TableHand, node: Node) -> str:
    """Return a decision in words: ``Button, first in``, ``Big blind, facing a jam of the cutoff``."""
    title = seat_title(hand, node.seat)
    facing = history_words(hand, node)
    return f"{capitalized(title)}, {facing}"


def history_words(hand: TableHand, node: Node) -> str:
    """Return the actions before a decision: ``first in``, ``facing a jam of the cutoff``."""
    if not node.all_in_before:
        return "first in"
    if node.action_text:
        return _raised_words(hand, node)
    first, *callers = (the_seat(hand, seat) for seat in node.all_in_before)
    called = f", called by {_joined(callers)}" if callers else ""
    return f"facing a jam of {first}{called}"


def _raised_words(hand: TableHand, node: Node) -> str:
    """Return the actions before a decision in a tree with raises, from the seat's own raise on."""
    acts = list(zip(node.all_in_before, node.history, strict=True))
    own = [place for place, (seat, _) in enumerate(acts) if seat == node.seat]
    raised = f"having raised to {_size(acts[own[-1]][1])}, " if own else ""
    facing = [
        f"called by {the_seat(hand, seat)}" if act == "call" else f"{_a(act)} of {the_seat(hand, seat)}"
        for seat, act in acts[own[-1] + 1 if own else 0 :]
    ]
    return f"{raised}facing {', '.join(facing)}"


def _a(act: str) -> str:
    return f"a raise to {_size(act)}" if act.startswith("raise") else f"a {act}"


def _size(act: str) -> str:
    return f"{act.removeprefix('raise ')} bb"


def plays(node: Node) -> str:
    """Return the action of a decision as a verb: ``jams``, ``raises to 2 bb``."""
    return f"raises to {_size(node.action)}" if node.action.startswith("raise") else f"{node.action}s"


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


class AtTable(Protocol):
    """An answer about a hand at a table."""

    @property
    def game(self) -> Game: ...
    @property
    def hand(self) -> TableHand: ...


def deals_words(deals: int, fresh: int) -> str:
    """Say how many deals were sampled, and how many of them only measured the answer."""
    if fresh in (0, deals):
        return f"{plural(deals, 'deal')}"
    return f"{plural(deals, 'deal')} ({fresh:,} of them held out to measure accuracy)"


def table_title(answer: AtTable) -> str:
    hand = answer.hand
    big = hand.big_blind
    parts = [f"{answer.game.title}, {hand.n} seats"]
    if len(set(hand.stacks)) == 1:
        parts.append(f"{in_bb(hand.stacks[0] / big)} each")
    else:
        parts.append(f"{' / '.join(f'{stack / big:.6g}' for stack in hand.stacks)} bb")
    if hand.level.extras:
        parts.append(hand.level.text())
    if hand.tree is not None:
        parts.append(raises_text(hand.tree))
    utility = hand.terms.utility
    if isinstance(utility, PrizeUtility):
        if utility.others:
            parts.append(f"{len(utility.others)} other player{'s'[: len(utility.others) != 1]}")
        unit = "%" if utility.prizes.percent else ""
        parts.append(f"prizes {' '.join(f'{amount:g}' for amount in utility.prizes.amounts)}{unit}")
        if utility.bounties is not None:
            parts.append(f"bounties {' '.join(f'{head:g}' for head in utility.bounties.heads)}")
    if not hand.terms.rake.is_free:
        parts.append(rake_text(hand.terms.rake))
    if hand.terms.has_extras:
        parts.append(extras_text(hand.terms, big))
    return ", ".join(parts)


def raises_text(tree: ListedRaises) -> str:
    """Return the raises of a tree: ``open to 2 bb``."""

    def size(amount: Size) -> str:
        return amount if isinstance(amount, str) else f"{amount:.6g} bb"

    parts = [f"open to {' or '.join(map(size, tree.open))}"] if tree.open else []
    parts += [f"then {', '.join(map(size, tree.raises))}"] if tree.raises else []
    parts += ["pot-limit"] if tree.limit else []
    return " ".join([*parts, *([] if tree.jam else ["without a jam next to them"])])


def stack_text(hand: TableHand, seat: int) -> str:
    return in_bb(hand.stacks[seat] / hand.big_blind)


def value_unit(hand: TableHand) -> str:
    """Return the unit of values: chips, money or % of the prizes."""
    return "chips" if hand.prizes is None else "% of the prizes" if hand.prizes.percent else "money"


def worth_text(hand: TableHand, seat: int, value: float) -> str:
    """Format a seat's value after the hand: chips won, in big blinds, or prize money."""
    if hand.prizes is None:
        return f"{signed_text((value - hand.stacks[seat]) / hand.big_blind, 3)} bb"
    return f"{value:.3f}%" if hand.prizes.percent else f"{value:,.5g}"


def change_text(hand: TableHand, change: float, error: float = 0.0) -> str:
    """Format a change of a seat's value, with its standard error: ``+0.2130 \u00b1 0.0021 bb``."""
    scale = hand.big_blind if hand.prizes is None else 1.0
    unit = " bb" if hand.prizes is None else "%" if hand.prizes.percent else ""
    about = f" \u00b1 {error / scale:.4f}" if error else ""
    return f"{signed_text(change / scale, 4)}{about}{unit}"


def small_change(hand: TableHand, change: float) -> str:
    """Format a change in two digits, without its unit; empty if it is zero."""
    scale = hand.big_blind if hand.prizes is None else 1.0
    return "" if isnan(change) else signed_text(change / scale, 2)


def often_text(reach: float) -> str:
    """Say how often a decision is reached."""
    return "in every deal" if reach > 1 - _ALWAYS else f"in {100 * reach:.1f}% of deals"


def amount_text(hand: TableHand, amount: float, outward: RoundingRule = round) -> str:
    """Format a small amount in big blinds or as a share of the prizes: ``0.0021 bb``, ``< 0.0001 bb``."""
    if hand.prizes is None:
        amount, unit = amount / hand.big_blind, " bb"
    else:
        unit = "%" if hand.prizes.percent else ""
    if amount < _LEAST:
        return f"< {_LEAST:.4f}{unit}"
    digits = max(0, 1 - floor(log10(amount)))
    return f"{format_two_digits(amount, outward):,.{digits}f}{unit}"


def bound_words(answer: TableResult) -> str:
    """Return bounds of what seats gain by deviating, in a few words."""
    hand, worst = answer.hand, float(answer.bounds.max())
    if answer.is_counted:
        bound = amount_text(hand, worst)
        return f"Nobody can gain {bound.removeprefix('< ')}" + ("" if bound[0] == "<" else " or more")
    least, bound = amount_text(hand, float(answer.least.max()), floor), amount_text(hand, worst, ceil)
    if least[0] == "<":
        return f"Within {bound.removeprefix('< ')} of equilibrium (95%)"
    return f"Within {bound} of equilibrium (95%); at least {least}"


def within_words(answer: TableResult) -> str:
    """Return the largest possible distance from equilibrium, in a few words."""
    hand = answer.hand
    bound = amount_text(hand, float(answer.bounds.max()), round if answer.is_counted else ceil).removeprefix(
        "< "
    )
    how = ", every deal counted" if answer.is_counted else " (95%)"
    how += FROM_BOX if answer.bundled_errors is not None else ""
    if hand.prizes is None:
        return f"Within {bound} of equilibrium{how}"
    return f"No seat can gain more than {bound} of the prizes{how}"


def exact_words(answer: TableResult) -> str:
    """Return "exact" if counted strategies are, else the bound: ``within 1.6e-06 bb``."""
    return "exact" if answer.exact else f"within {_unit_text(answer)}"


def _unit_text(answer: TableResult) -> str:
    """Return the largest gain in big blinds, or as a share of the prizes."""
    hand, gain = answer.hand, float(answer.bounds.max())
    if hand.prizes is None:
        return f"{format_two_digits(gain / hand.big_blind, ceil):.2g} bb"
    return with_unit(f"{format_two_digits(gain, ceil):.2g}", value_unit(hand))


def lifetime_words(answer: TableResult) -> str:
    """Say in a sentence whether anybody could notice what seats may gain."""
    life, hand = answer.lifetime, answer.hand
    worst = max(
        range(hand.n), key=lambda seat: float(answer.bounds[seat] / (life.lower_limits[seat] + _TINY))
    )
    if answer.unnoticed and answer.bounds.max() > life.lower_limits[worst]:
        worst = int(answer.bounds.argmax())  # a gain below its limit may exceed the limits of shorter stacks
    limit = _small_amount(hand, float(life.lower_limits[worst]))
    if answer.unnoticed:
        return f"That is too little to notice in a lifetime of hands (below {limit})."
    rule = f"A gain below {limit} is too small to notice in a lifetime of {LIFETIME_HANDS:,} hands"
    hands = hands_to_notice(float(answer.least[worst]), float(life.deviations[worst]))
    if hands > LIFETIME_HANDS:
        return f"{rule}; it is not known whether this is below that."
    after = format_two_digits(hands, round)
    delay = f"after {after:,.0f} hands{'' if answer.is_counted else ' or less'}"
    return f"{rule}; this shows {'at once' if after < _FEW_HANDS else delay}."


def starts_words(starts: Starts, hand: TableHand) -> str:
    """Say in how many equilibria searches from several starts end."""
    ends = "the same equilibrium" if starts.equilibria == 1 else f"{starts.equilibria:,} equilibria"
    missed = starts.starts - starts.settled
    left = f" ({missed:,} found none)" if missed else ""
    values = gain_text(hand, starts.values_apart)
    return (
        f"{starts.settled:,} of {starts.starts:,} random starts reached {ends}{left}: a seat's EV differs "
        f"by at most {values}, the strategy at a decision by {starts.percent_apart:.2g}% of hands. Other "
        "equilibria may exist."
    )


def _small_amount(hand: TableHand, amount: float) -> str:
    """Format an amount in two digits, rounded down, however small."""
    if hand.prizes is None:
        return f"{format_two_digits(amount / hand.big_blind, floor):.2g} bb"
    return f"{format_two_digits(amount, floor):.2g}{'%' if hand.prizes.percent else ''}"


def given_words(answer: TableResult, seat: int | None) -> str:
    """Say in a few words what a seat's best response to the ranges gains; None takes the best of all."""
    responder = int(answer.gains.argmax()) if seat is None else seat
    hand, whose = answer.hand, f"A best response by {the_seat(answer.hand, responder)} gains"
    if answer.is_counted:
        return f"{whose} {amount_text(hand, max(0.0, float(answer.gains[responder])))}"
    least = amount_text(hand, float(answer.least[responder]), floor)
    at_least = "" if least[0] == "<" else f"at least {least}, "
    most = amount_text(hand, float(answer.bounds[responder]), ceil)
    return f"{whose} {at_least}at most {most.removeprefix('< ')} (95%)"


def going_text(hand: TableHand, going: SearchProgress) -> str:
    """Return the progress of a search: deals, and what best responses gain on the deals that chose them."""
    worst = amount_text(hand, max(0.0, float(going.gains.max())), ceil)
    return f"{plural(going.deals, 'deal')}, no seat seems to gain more than {worst.removeprefix('< ')}"


def gain_text(hand: TableHand, gain: float, outward: RoundingRule | None = None) -> str:
    """Format a gain with its unit; chips in big blinds too: ``0.02 chips (0.002 bb)``."""

    def digits(amount: float) -> str:
        return f"{amount if outward is None else format_two_digits(amount, outward):.2g}"

    words = with_unit(digits(gain), value_unit(hand))
    return words if hand.prizes is not None else f"{words} ({digits(gain / hand.big_blind)} bb)"


def interval_text(answer: TableResult, seat: int) -> str:
    """Return what a seat's best response gains: a number if it is exact, else two bounds."""
    hand, least = answer.hand, float(answer.least[seat])
    if answer.is_counted:
        return gain_text(hand, float(answer.gains[seat]))
    at_least = f"at least {gain_text(hand, least, floor)}, " if least > 0 else ""
    return f"{at_least}at most {gain_text(hand, float(answer.bounds[seat]), ceil)} (95%)"
