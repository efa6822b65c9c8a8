"""Charts over the stacks as HTML: thresholds, curves, and the patterns of four cards at one stack."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

import numpy as np

from jamfold.cases.charts import ChartRequest, ChartStackRequest
from jamfold.core.display import in_bb, plural
from jamfold.ranges.grid import class_label, has_grid, square_classes
from jamfold.ranges.patterns import Pattern
from jamfold.spots.charts import Chart, Interval, Key, OverStacks
from jamfold.spots.nplayer.position_charts import PositionCharts
from jamfold.spots.outline import pattern_curve
from jamfold.spots.strategy import Seat
from jamfold.views import position_charts
from jamfold.views.charts import AVERAGE, caption, has_gaps, past_of, point_at, spans_text, title_of, top_text
from jamfold.views.html import Html, Line, cell_button, element, join_html, part, plot, shade, table
from jamfold.views.range_grids import HINT, grid_percent_text, matrix_html, side_by_side, square_html
from jamfold.views.sentences import PAST, SEAT_NAMES
from jamfold.views.table_sentences import decision_words, seat_title

_MOST_ROWS = 300
_STRIP = 24
"""Stacks in the strip of a cell."""
_SHADES = 10
_PAST = {seat.action.value: past for seat, past in PAST.items()}


def fragment_of(question: ChartRequest, chart: Chart | PositionCharts) -> Html:
    return positions_fragment(chart) if isinstance(chart, PositionCharts) else chart_fragment(question, chart)


def chart_fragment(question: ChartRequest, chart: Chart) -> Html:
    """Return the thresholds of both players if hands fill a square, the curves and all numbers."""
    seats = Seat if has_grid(chart.game) else ()
    squares = [
        _square(chart, seat, title_of(chart, seat), past_of(chart, seat), f"{seat.action}-tip")
        for seat in seats
    ]
    numbers = element(
        "details", element("summary", "Table of all stacks"), element("div", _numbers(chart), class_="scroll")
    )
    return element(
        "div",
        element("h2", chart.game.title),
        element("p", f"{caption(chart, AVERAGE)}.", class_="note"),
        side_by_side(squares) if squares else None,
        _curves(chart),
        numbers,
        class_="result",
    )


def _square(chart: OverStacks[Key], key: Key, title: str, past: str, name: str) -> Html:
    """Return a square of the deepest stack at which each hand is played; a star marks gaps below it."""
    top = chart.stacks[-1]
    scale = element(
        "p",
        "Number: the deepest stack, bb. ",
        element("span", element("i", class_="part-0"), f"never {past}"),
        element("span", [element("i", class_=f"edge shade-{k}") for k in range(_SHADES)], class_="scale"),
        f"up to {top:g} bb",
        class_="legend",
    )
    return join_html(
        element("h2", f"{title}, up to this stack"),
        square_html(chart.game, lambda class_id: _hand(chart, key, class_id, past), name),
        scale,
        element("p", HINT, id=name, class_="tip"),
        _gaps(chart, key, past),
    )


def _hand(chart: OverStacks[Key], key: Key, class_id: int, past: str) -> Html:
    hand, intervals = class_label(chart.game, class_id), chart.intervals(key, class_id)
    if not intervals:
        return cell_button(f"{hand} is never {past}.", "part-0", hand)
    top = intervals[-1][1]
    text = top_text(chart, top) + "*" * has_gaps(chart, intervals)
    words = f"{hand} is {_when(chart, intervals, past)}."
    return cell_button(words, f"edge {shade(top / chart.stacks[-1])}", hand, element("small", text))


def _when(chart: OverStacks[Any], intervals: Sequence[Interval], past: str) -> str:
    """Say at which stacks a hand is played; `intervals` is not empty."""
    spans = spans_text(chart, intervals, "–")
    if has_gaps(chart, intervals):
        return f"{past} at {spans} bb"
    top = intervals[-1][1]
    if top < chart.stacks[-1]:
        return f"{past} up to {chart.grid.text(top)} bb"
    return f"always {past} ({spans} bb)"


def _gaps(chart: OverStacks[Key], key: Key, past: str) -> Html | None:
    """List all stacks of the hands with gaps; None if there are no such hands."""
    texts = [
        f"{class_label(chart.game, class_)} {spans_text(chart, intervals, '–')}"
        for class_ in square_classes(chart.game)
        if has_gaps(chart, intervals := chart.intervals(key, class_))
    ]
    words = f"* with gaps, {past} at: {'; '.join(texts)} bb."
    return element("p", words, class_="note") if texts else None


def _curves(chart: Chart) -> Html:
    first, second = (f"{SEAT_NAMES[seat]}, {past_of(chart, seat)}" for seat in Seat)
    lines = [
        Line(first, [(point.stack, 100 * point.jam_share) for point in chart.points]),
        Line(second, [(point.stack, 100 * point.call_share) for point in chart.points]),
    ]
    return plot(lines, "stack, bb", "% of all hands", 0, 100)


def _numbers(chart: Chart) -> Html:
    """Return the curves as a table, at most `_MOST_ROWS` stacks of them."""
    places = np.unique(np.linspace(0, len(chart.points) - 1, min(len(chart.points), _MOST_ROWS)).round())
    rows = [
        [
            f"{point.stack:g}",
            f"{100 * point.jam_share:.4f}%",
            f"{100 * point.call_share:.4f}%",
            f"{point.value:+.6f}",
        ]
        for point in (chart.points[int(k)] for k in places)
    ]
    unit = "money" if chart.in_money else "bb"
    return table(("stack, bb", "jam", "call", f"value, small blind, {unit}"), rows)


def positions_fragment(charts: PositionCharts) -> Html:
    point, hand = point_at(charts, None), charts.hand(-1)
    seats = []
    for seat in dict.fromkeys(node.seat for node in charts.nodes):
        squares = [
            _square(charts, node, decision_words(hand, node), _PAST[node.action], f"node-{row}-tip")
            for row, node in enumerate(charts.nodes)
            if node.seat == seat
        ]
        summary = element("summary", seat_title(hand, seat))
        seats.append(element("details", summary, side_by_side(squares)))
    stack = charts.grid.text(charts.stacks[point])
    return element(
        "div",
        element("h2", position_charts.title(charts)),
        element("p", f"{position_charts.caption(charts)}.", class_="note"),
        element("h2", "Jams first in, % of hands"),
        table(*position_charts.first_in(charts)),
        element("h2", f"Calls a jam at {stack} bb, % of hands: the caller by the opener"),
        table(*position_charts.calls(charts, point)),
        seats,
        class_="result",
    )


def chart_stack_fragment(question: ChartStackRequest, chart: Chart) -> Html:
    """Return the patterns of four cards at the chart's nearest stack, with their play over all stacks."""
    stacks = np.array(chart.stacks)
    k = point_at(chart, None) if question.stack is None else int(np.argmin(abs(stacks - question.stack)))
    at = chart.points[k]
    words = join_html(
        "At ",
        element("b", in_bb(at.stack)),
        f" {100 * at.jam_share:.2f}% of the small blind's hands are {past_of(chart, Seat.SMALL_BLIND)}, "
        f"{100 * at.call_share:.2f}% of the big blind's {past_of(chart, Seat.BIG_BLIND)}.",
    )
    about = (
        "Large: % of the pattern's hands played at this stack. Small: the deepest stack at which half or "
        f"more are played. Strip: share played from {stacks[0]:g} to {stacks[-1]:g} bb."
    )
    matrices = [join_html(element("h2", title_of(chart, seat)), _matrix(chart, seat, k)) for seat in Seat]
    return element(
        "div",
        element("p", words, class_="advice"),
        side_by_side(matrices),
        element("p", about, class_="note"),
        class_="result",
    )


def _matrix(chart: Chart, seat: Seat, k: int) -> Html:
    name = f"{seat.action}-tip"
    matrix = matrix_html(chart.game, lambda label, cell: _pattern(chart, seat, label, cell, k), name)
    star = "* less than half at some smaller stacks: hover over the cell."
    return join_html(
        matrix,
        element("p", star, class_="legend") if "*</small>" in matrix else None,
        element("p", HINT, id=name, class_="tip"),
    )


def _pattern(chart: Chart, seat: Seat, name: str, pattern: Pattern, k: int) -> Html:
    """Return a cell: the share played at the stack, the top stack for half of it, and a strip over all."""
    curve = pattern_curve(chart, seat, pattern)
    share, top = float(curve.played[k]), top_text(chart, 0.0 if isnan(curve.threshold) else curve.threshold)
    hands = int(chart.classes.sizes[pattern.ids].sum())
    gaps = has_gaps(chart, curve.intervals)
    half = f"at {spans_text(chart, curve.intervals, '–')}" if gaps else f"up to {top}"
    more = "never half of them" if top == "-" else f"half of them or more {half} bb"
    words = f"{name}: {plural(hands, 'hand')}, {100 * share:.2f}% of them {past_of(chart, seat)}; {more}."
    small = element("small", top + "*" * (gaps and top != "-"))
    return cell_button(words, part(share), grid_percent_text(share), small, _strip(curve.played.tolist()))


def _strip(played: Sequence[float]) -> Html:
    """Draw the shares over all stacks as heights."""
    n = min(_STRIP, len(played))
    places = [round(k * (len(played) - 1) / max(1, n - 1)) for k in range(n)]
    steps = "".join(f"V{10 - 10 * played[place]:.1f}H{k + 1}" for k, place in enumerate(places))
    path = element("path", d=f"M0 10{steps}V10Z")
    return element(
        "svg", path, class_="over", viewBox=f"0 0 {n} 10", preserveAspectRatio="none", aria_hidden="true"
    )
