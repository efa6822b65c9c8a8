"""A spot beside another source as HTML: both in numbers, how far apart, the dearest hands."""

from __future__ import annotations

from jamfold.answers.hands import ComparedSpots
from jamfold.questions.hands import CompareRequest
from jamfold.shown import plural
from jamfold.spots.solution import SpotSolution
from jamfold.views.compare import is_raised, seat_text, source_titles
from jamfold.views.contracts.comparison import CompareContract, ComparedSeat
from jamfold.views.faces import faces_html
from jamfold.views.fragments.spots import signed, signed_rows
from jamfold.views.html import Html, element, join_html, table
from jamfold.views.words import NOT_IN_THE_TREE

_DIFFERENCES = ("hand", "hands", "this", "other", "playing gains, {}", "costs when dealt, {}")


def compare_fragment(question: CompareRequest, answer: ComparedSpots) -> Html:
    """Both sources in numbers, how far apart they are and what that costs, the dearest hands."""
    contract = CompareContract.of(answer, question.top)
    titles = [
        element("p", f"{name}: {title}.", class_="note")
        for name, title in zip(("This spot", "The other"), source_titles(answer), strict=True)
    ]
    seats = [
        join_html(
            element("h3", f"{'Small' if seat.position == 'sb' else 'Big'} blind: the dearest differences"),
            element("div", _dearest(seat), class_="scroll"),
        )
        for seat in contract.seats
        if seat.hands
    ]
    lines = [element("li", seat_text(seat, answer)) for seat in contract.seats]
    warnings = [element("p", one, class_="warning") for one in answer.warnings]
    both = None if answer.second is None else _both(answer.first, answer.second)
    left_out = element("p", f"{NOT_IN_THE_TREE}.", class_="note") if is_raised(answer) else None
    costs = join_html(element("ul", lines, class_="why"), left_out, warnings, seats)
    return element("div", titles, both, costs, class_="result")


def _both(first: SpotSolution, second: SpotSolution) -> Html:
    spots = (first, second)
    rows = [
        ["small blind jams", *(f"{one.jam_percent:.4f} %" for one in spots)],
        ["big blind calls", *(f"{one.call_percent:.4f} %" for one in spots)],
        ["value, small blind", *(_value(one) for one in spots)],
        ["how exact", *("exact" if one.exact else f"{plural(one.iterations, 'iteration')}" for one in spots)],
    ]
    return element("div", table(("", "this spot", "the other"), signed_rows(rows)), class_="scroll")


def _value(spot: SpotSolution) -> str:
    """What the small blind has of it, with its unit."""
    value = spot.value_money[0] if spot.currency == "money" else spot.value_bb
    return f"{value:+.9f} {spot.measure.unit}"


def _dearest(seat: ComparedSeat) -> Html:
    unit = "bb" if seat.cost_money is None else "money"
    rows = [
        [
            faces_html(hand.name),
            f"{hand.size:,}",
            f"{100 * hand.played:.2f} %",
            f"{100 * hand.other_played:.2f} %",
            signed(getattr(hand, f"difference_{unit}")),
            f"{getattr(hand, f'cost_{unit}'):.4f}",
        ]
        for hand in seat.hands
    ]
    return table([head.format(unit) for head in _DIFFERENCES], rows)
