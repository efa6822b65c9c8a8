"""Charts of four and five cards as pictures: the matrix of patterns, ranks by suits.

Each cell has the threshold stack, the share played at one stack, and a strip that
shows the share over all stacks of the chart.
"""

from __future__ import annotations

from math import isnan
from textwrap import wrap
from typing import TYPE_CHECKING

from jamfold.ranges.patterns import PatternMatrix, pattern_matrix
from jamfold.spots.charts import Chart
from jamfold.spots.pattern_play import PatternCurve, pattern_curve
from jamfold.spots.strategy import Seat
from jamfold.views.chart_edges import edge_hands, has_gaps, top_text
from jamfold.views.chart_style import caption, colour_map, past_of, title_of
from jamfold.views.figures import new_figure
from jamfold.views.pattern_tables import percent_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL, _LABELS, _ROW = 6.3, 1.6, 0.34
_EDGE_HANDS = 12
_WIDE_COLUMNS = 5  # whose names stand in one line
_TICKS = (5, 10, 15, 20)


def pattern_figure(chart: Chart, seats: list[Seat], point: int) -> Figure:
    """The matrix of each player, side by side, the hands next to the edge below."""
    matrix = pattern_matrix(chart.game)
    table = _ROW * len(matrix.rows)
    below, above = 1.5, 1.25
    width, height = _PANEL * len(seats) + 0.4, table + below + above
    figure = new_figure(figsize=(width, height), facecolor="white")
    figure.text(
        0.5, 1 - 0.28 / height, chart.game.title, ha="center", va="center", fontsize=16, weight="bold"
    )
    figure.text(0.5, 1 - 0.56 / height, caption(chart), ha="center", va="center", fontsize=8)
    stack = chart.grid.text(chart.points[point].stack)
    for k, seat in enumerate(seats):
        left = (0.2 + _PANEL * k) / width
        axes = figure.add_axes((left, below / height, (_PANEL - 0.2) / width, table / height))
        _table(axes, chart, seat, matrix, point)
        share = chart.points[point].jam_share if seat is Seat.SMALL_BLIND else chart.points[point].call_share
        figure.text(
            left,
            1 - 0.86 / height,
            f"{title_of(chart, seat)}; at {stack} bb {100 * share:.1f} % of all hands",
            fontsize=11,
            va="center",
        )
        figure.text(left, (below - 0.12) / height, _edge_text(chart, seat, point), va="top", fontsize=6.6)
    return figure


def _table(axes: Axes, chart: Chart, seat: Seat, matrix: PatternMatrix, point: int) -> None:
    width = _PANEL - 0.2
    column = (width - _LABELS) / len(matrix.columns)
    for k, suits in enumerate(matrix.columns):
        middle = _LABELS + (k + 0.5) * column
        name = "\n".join(wrap(suits.name, 9)) if len(matrix.columns) > _WIDE_COLUMNS else suits.name
        axes.text(middle, -0.1, name, ha="center", va="center", fontsize=7.5, weight="bold")
    for line, row in enumerate(matrix.rows):
        y = line * _ROW
        share = chart.classes.sizes[row.ids].sum() / chart.game.n_hands
        axes.text(0, y + 0.34 * _ROW, row.name, fontsize=7.8, va="center")
        axes.text(
            0, y + 0.73 * _ROW, f"{100 * share:.1f} % of hands", fontsize=5.2, va="center", color="#444444"
        )
        for k, suits in enumerate(matrix.columns):
            if suits.name in row.cells:
                curve = pattern_curve(chart, seat, row.cells[suits.name])
                _cell(axes, chart, curve, point, (_LABELS + k * column, y, column - 0.06, _ROW - 0.05))
    axes.set_xlim(0, width)
    axes.set_ylim(_ROW * len(matrix.rows), 0)
    axes.set_axis_off()


def _cell(
    axes: Axes, chart: Chart, curve: PatternCurve, point: int, box: tuple[float, float, float, float]
) -> None:
    """One cell: threshold and share above, the strip over the stacks below."""
    x, y, width, height = box
    strip = y + 0.62 * height
    axes.imshow(
        curve.played[None, :],
        extent=(x, x + width, y + height, strip),
        aspect="auto",
        cmap=colour_map(),
        vmin=0,
        vmax=1,
        interpolation="nearest",
    )
    low, high = chart.points[0].stack, chart.points[-1].stack
    for tick in _TICKS:
        if low < tick < high:
            at = x + width * (tick - low) / (high - low)
            axes.plot([at, at], [strip, strip + 0.1 * height], color="white", linewidth=0.6)
    top = 0.0 if isnan(curve.threshold) else curve.threshold
    mark = "*" if has_gaps(chart, curve.intervals) else ""
    axes.text(x, y + 0.34 * height, top_text(chart, top) + mark, fontsize=8.6, weight="bold", va="center")
    played = percent_text(float(curve.played[point]))
    axes.text(x + width, y + 0.36 * height, f"{played} %", fontsize=6.6, va="center",
              ha="right", color="#444444")  # fmt: skip


def _edge_text(chart: Chart, seat: Seat, point: int) -> str:
    """How to read the cells, and the hands next to the edge at the stack."""
    stack = chart.grid.text(chart.points[point].stack)
    ends = [chart.grid.text(chart.points[k].stack) for k in (0, -1)]
    past = past_of(chart, seat)
    lines = [
        f"Bold: largest stack with half or more {past} (* with gaps); grey: share at {stack} bb.",
        f"Strip: share from {ends[0]} (left) to {ends[1]} bb (right), none light, all dark; tick every 5 bb.",
    ]
    edge = ";  ".join(f"{hand}\u00a0{top}" for hand, top in edge_hands(chart, seat, point, _EDGE_HANDS))
    lines += wrap(f"Next to the edge at {stack} bb, with thresholds, deepest first:  {edge}", 112)
    return "\n".join(lines)
