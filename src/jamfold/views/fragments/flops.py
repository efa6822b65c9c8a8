"""Jam or fold on a flop as HTML: both players' numbers, how exact they are, the hands near the line."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest

from jamfold.cards import format_cards
from jamfold.questions.flops import FlopChartRequest, FlopRequest, FlopTableRequest
from jamfold.spots.flop_chart import FlopChart
from jamfold.spots.flop_game import FlopHand, FlopSolution
from jamfold.spots.flop_table import FlopTable
from jamfold.views.faces import faces_html
from jamfold.views.flops import (
    DECISION_HEADS,
    SEAT_HEADS,
    certificate_text,
    decision_rows,
    flop_rows,
    flop_table_lines,
    flop_table_title,
    flop_text,
    flops_rows,
    flops_text,
    seat_rows,
)
from jamfold.views.html import Html, element, table, tiles

_NEAR = 15
"""Kinds of hands of each player that are listed."""


def flop_fragment(question: FlopRequest, answer: FlopSolution) -> Html:
    """The equilibrium on a flop."""
    facts = [
        ("the first player jams", f"{answer.jam_percent:.2f} %"),
        ("the other calls", f"{answer.call_percent:.2f} %"),
        ("worth to the first player", f"{answer.value_bb:+.4f} bb"),
    ]
    hands = answer.hands
    jams = ((one, one.jam, one.jam_gain_bb) for one in hands if one.held[0])
    calls = (
        (one, one.call, one.call_gain_bb) for one in hands if one.held[1] and one.call_gain_bb is not None
    )
    return element(
        "div",
        element("h2", "Jam or fold on ", faces_html(format_cards(answer.board))),
        tiles(facts),
        element("p", flop_text(answer)),
        element(
            "div",
            table(("", "small blind", "big blind"), flop_rows(answer), class_="numbers"),
            class_="scroll",
        ),
        element("p", certificate_text(answer), class_="note"),
        _near("Hands nearest to the line: jam or fold", "jams", jams),
        _near("Hands nearest to the line: call or fold", "calls", calls),
        class_="result",
    )


def _near(title: str, plays: str, hands: Iterable[tuple[FlopHand, float, float | None]]) -> Html:
    """The hands for which it matters least, the best first."""
    some = nsmallest(_NEAR, hands, key=lambda one: abs(one[2] or 0.0))
    rows = [
        [faces_html(one.hand), f"{one.size:,}", f"{100 * played:.2f} %", f"{gain or 0.0:+.6f}"]
        for one, played, gain in sorted(some, key=lambda one: -(one[2] or 0.0))
    ]
    heads = ("hand", "alike", plays, "worth more than folding, bb")
    return element("details", element("summary", title), element("div", table(heads, rows), class_="scroll"))


def flops_fragment(question: FlopChartRequest, answer: FlopChart) -> Html:
    """The means over all flops, and by their suits and ranks."""
    groups = [
        (one.name, f"{one.weight:,}", f"{one.jam_percent:.2f} %", f"{one.call_percent:.2f} %",
         f"{one.value_bb:+.6f}")
        for one in answer.groups
    ]  # fmt: skip
    heads = ("flops of", "how many", "jams", "calls", "worth to the small blind, bb")
    return element(
        "div",
        element("h2", "Jam or fold on all flops"),
        element("div", table(("", "small blind", "big blind"), flops_rows(answer)), class_="scroll"),
        element("div", table(heads, groups), class_="scroll"),
        element("p", flops_text(answer), class_="note"),
        class_="result",
    )


def flop_table_fragment(question: FlopTableRequest, answer: FlopTable) -> Html:
    """Seats and decisions on a flop, and how far that bears."""
    return element(
        "div",
        element("h2", flop_table_title(answer)),
        element("div", table(SEAT_HEADS, seat_rows(answer)), class_="scroll"),
        element("div", table(DECISION_HEADS, decision_rows(answer)), class_="scroll"),
        [element("p", line, class_="note") for line in flop_table_lines(answer)],
        class_="result",
    )
