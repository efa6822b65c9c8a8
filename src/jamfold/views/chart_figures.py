"""Charts as pictures to print, PNG or SVG: square grids, matrices of patterns, curves over the stack.

Colours run from light (given up early) to dark (played deep); their lightness
falls steadily, so they survive colour blindness and a black-and-white printer.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.spots.charts import Chart, Key, OverStacks
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_charts import TreeChart
from jamfold.views.chart_edges import has_gaps, point_at, spans_text, top_text
from jamfold.views.chart_style import (
    caption,
    check_view,
    colour_map,
    past_of,
    seats_of,
    text_colour,
    title_of,
)
from jamfold.views.figures import check_figure, new_figure, rectangle, write_figure
from jamfold.views.pattern_figures import pattern_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_DPI = 200
_NEVER = "#ffffff"
_NOTE_WIDTH = 150
_JAM_COLOUR, _CALL_COLOUR = "#0072b2", "#d55e00"  # Okabe and Ito's blue and vermillion


def save_figure(chart: Chart, path: Path, view: str = "both", at: float | None = None) -> Path:
    """Draw a chart into a file.

    Raises ChartError if the view or the stack is unknown; FigureError if the ending is unknown or the file
    cannot be written.

    Parameters
    ----------
    path
        Ends in .png or .svg.
    view
        ``both`` players, ``jam`` or ``call`` alone, or the ``curves`` over the stack.
    at
        The stack at which matrices tell how much is played; near 10 if not given.
    """
    check_view(view)
    check_figure(path)
    return write_figure(_draw(chart, view, point_at(chart, at)), path, _DPI)


def _draw(chart: Chart, view: str, point: int) -> Figure:
    if view == "curves":
        return _curves(chart)
    if has_grid(chart.game):
        return _grids(chart, seats_of(view))
    return pattern_figure(chart, seats_of(view), point)


def _grids(chart: Chart, seats: list[Seat]) -> Figure:
    """One square grid per player, side by side, gap hands in notes below."""
    notes = {seat: _notes(chart, seat) for seat in seats}
    note_lines = max(text.count("\n") + 1 for text in notes.values())
    below = 0.55 + 0.125 * note_lines
    width, height = 7.6 * len(seats), 8.0 + below
    figure = new_figure(figsize=(width, height), facecolor="white")
    figure.text(
        0.5, 1 - 0.32 / height, chart.game.title, ha="center", va="center", fontsize=17, weight="bold"
    )
    figure.text(0.5, 1 - 0.62 / height, caption(chart), ha="center", va="center", fontsize=8.5)
    for k, seat in enumerate(seats):
        left = (7.6 * k + 0.3) / width
        axes = figure.add_axes((left, below / height, 7.0 / width, 7.0 / height))
        draw_grid(axes, chart, seat)
        axes.set_title(f"{title_of(chart, seat)}, up to this stack in big blinds", fontsize=11.5)
        figure.text(left, (below - 0.12) / height, notes[seat], va="top", fontsize=6.6, linespacing=1.25)
    return figure


def draw_grid(axes: Axes, chart: OverStacks[Key], seat: Key, scale: float = 1.0) -> None:
    """The deepest stack at which each class is played; text of `scale` times the usual size."""
    cells = grid_cells(chart.game)
    side = max(row for row, _ in cells) + 1
    tops, free = chart.thresholds(seat), chart.ever_free(seat)
    low, high = chart.stacks[0], chart.stacks[-1]
    small, large = (scale * size for size in ((7.4, 10.5) if side > 9 else (10, 15)))
    for (row, column), i in cells.items():
        top = float(np.nan_to_num(tops[i]))
        place = ((top - low) / (high - low) if high > low else 1.0) ** 0.6 if top else 0.0
        face, ink = (colour_map()(place), text_colour(place)) if top else (_NEVER, "black")
        axes.add_patch(
            rectangle((column, row), 1, 1, facecolor=face, edgecolor="white", linewidth=1.2 * scale)
        )
        mark = "*" if has_gaps(chart, chart.intervals(seat, i)) else "~" if free[i] else ""
        axes.text(column + 0.5, row + 0.29, class_label(chart.game, i), color=ink, fontsize=small,
                  ha="center", va="center")  # fmt: skip
        axes.text(column + 0.5, row + 0.66, top_text(chart, top), color=ink, fontsize=large,
                  ha="center", va="center", weight="bold")  # fmt: skip
        axes.text(column + 0.93, row + 0.24, mark, color=ink, fontsize=large, ha="right", va="center")
    axes.set_xlim(0, side)
    axes.set_ylim(side, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _notes(chart: Chart, seat: Seat) -> str:
    """The marks explained, and all intervals of the hands with gaps, broken into lines."""
    gaps = []
    for i in grid_cells(chart.game).values():
        intervals = chart.intervals(seat, i)
        if has_gaps(chart, intervals):
            gaps.append(f"{class_label(chart.game, i)} {spans_text(chart, intervals, '–')}")
    lines = [
        "Suited hands above the diagonal, offsuit below; played from the smallest stack to the printed one.",
        "~ indifferent at some stacks near the edge: both actions are right there.",
    ]
    if gaps:
        words = [gap.replace(" ", "\u00a0") for gap in gaps]
        lines += wrap(
            f"* with gaps, {past_of(chart, seat)} at: " + ";  ".join(words),
            _NOTE_WIDTH,
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def _curves(chart: Chart) -> Figure:
    """Jam and call percentages over the stack, and the value below them."""
    figure = new_figure(figsize=(8.5, 6.8), layout="constrained", facecolor="white")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1.3])
    stacks = chart.stacks
    jam = [100 * point.jam_share for point in chart.points]
    call = [100 * point.call_share for point in chart.points]
    marker = "o" if len(stacks) < 12 else None
    upper.plot(stacks, jam, color=_JAM_COLOUR, linewidth=2, marker=marker)
    upper.plot(stacks, call, color=_CALL_COLOUR, linewidth=2, linestyle="--", marker=marker)
    names = ("small blind", "big blind") if isinstance(chart, TreeChart) else ("jam", "call")
    for values, name, colour in zip((jam, call), names, (_JAM_COLOUR, _CALL_COLOUR), strict=True):
        upper.annotate(
            f" {name}\n {values[-1]:.1f} %",
            (stacks[-1], values[-1]),
            color=colour,
            va="center",
            weight="bold",
        )
    upper.set_ylabel("hands played, %")
    upper.set_ylim(0, 103)
    upper.set_xlim(stacks[0], stacks[-1] + 0.08 * max(stacks[-1] - stacks[0], 1))
    done = "played" if isinstance(chart, TreeChart) else "jammed and called"
    upper.set_title(f"{chart.game.title}: how much is {done}\n", fontsize=13)
    upper.text(0.5, 1.02, caption(chart), transform=upper.transAxes, ha="center", fontsize=7.5)
    lower.plot(stacks, [point.value for point in chart.points], color="black", linewidth=1.5, marker=marker)
    if isinstance(chart, TreeChart):
        _beside_jam_or_fold(chart, upper, lower)
    lower.axhline(0, color="grey", linewidth=0.8)
    lower.set_ylabel("value for the\nsmall blind, bb")
    lower.set_xlabel("stack, big blinds")
    for axes in (upper, lower):
        axes.grid(visible=True, alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def _beside_jam_or_fold(chart: TreeChart, upper: Axes, lower: Axes) -> None:
    """What jam or fold alone is worth, and the stack from which on raises gain."""
    alone = [point.jam_or_fold for point in chart.points]
    lower.plot(chart.stacks, alone, color="grey", linewidth=1.5, linestyle=":")
    for values, name in ((alone, "jam or fold"), ([point.value for point in chart.points], "with raises")):
        lower.annotate(f" {name}", (chart.stacks[-1], values[-1]), va="center", fontsize=8)
    if chart.gains_from is not None:
        for axes in (upper, lower):
            axes.axvline(chart.gains_from, color="grey", linewidth=0.8, linestyle="--")
        words = f" from {chart.grid.text(chart.gains_from)} bb on raises gain"
        upper.text(chart.gains_from, 4, words, fontsize=8)
