"""Strategies as pictures (PNG, SVG): squares of two-card hands, matrices of patterns of larger hands.

Several strategies are drawn side by side.  The share of a cell that is filled is the share of its hands
played; blue on grey differs in lightness, so it survives colour blindness and black-and-white printers.

Each cell of a chart's pattern matrix, ranks by suits, has the threshold stack, the share played at one
stack, and a strip with the share over all stacks of the chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING

import numpy as np

from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import PatternMatrix, pattern_matrix
from jamfold.spots.charts import Chart, Key, OverStacks
from jamfold.spots.outline import MatrixPlay, PatternCurve, pattern_curve
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, SeatStrategy
from jamfold.views.charts import (
    TITLES,
    caption,
    colour_map,
    edge_hands,
    has_gaps,
    past_of,
    text_colour,
    title_of,
    top_text,
)
from jamfold.views.figures import new_figure, rectangle, write_figure, write_middle
from jamfold.views.range_grids import percent_text
from jamfold.views.sentences import certificate_text, spot_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PLAYED, _FOLDED = "#0069b4", "#e4e9ec"
_SURE = 0.995  # played or folded as good as always: no percentage is printed
_HEAD, _FOOT, SIDE = 0.75, 0.15, 6.4  # inches above, below, and the width of one strategy
_LABELS, _ROW = 1.75, 0.27


def save_figure(sides: Sequence[SeatStrategy], path: Path) -> Path:
    """Draw strategies side by side into a file.

    Raises FigureError if the extension is unknown or the file cannot be written.

    Parameters
    ----------
    sides
        One or more, of games with the same classes.
    path
        Ends in .png or .svg.
    """
    height = strategy_height(sides[0].game)
    width, total = SIDE * len(sides), height + _HEAD + _FOOT
    figure = new_figure(figsize=(width, total), facecolor="white")
    for k, side in enumerate(sides):
        left = SIDE * k + 0.2
        axes = figure.add_axes((left / width, _FOOT / total, (SIDE - 0.4) / width, height / total))
        draw_strategy(axes, side.game, side.frequency, sides[0].game)
        _heading(figure, side, left / width, total)
    return write_figure(figure, path)


def _heading(figure: Figure, side: SeatStrategy, left: float, total: float) -> None:
    """Draw the seat, how much it plays, the spot and how exact the strategy is."""
    spot = SpotSolution.of(side)
    title = f"{spot.game.title}. {TITLES[side.seat]} {side.played_percent:.2f}%"
    figure.text(left, 1 - 0.2 / total, title, fontsize=12, weight="bold", va="center")
    words = fill(f"{spot_text(spot)}. {certificate_text(spot)}", 105)
    figure.text(left, 1 - 0.36 / total, words, fontsize=7.3, va="top", linespacing=1.3)


def _bar(axes: Axes, box: tuple[float, float, float, float], played: float) -> None:
    x, y, width, height = box
    axes.add_patch(rectangle((x, y), width, height, facecolor=_FOLDED, linewidth=0))
    axes.add_patch(rectangle((x, y), width * played, height, facecolor=_PLAYED, linewidth=0))


def strategy_height(game: Game) -> float:
    """Return the height in inches that `draw_strategy` needs for a width of `SIDE` less 0.4."""
    return SIDE - 0.4 if has_grid(game) else _ROW * _lines(game)


def draw_strategy(
    axes: Axes, game: Game, chances: FloatArray, first: Game, close: BoolArray | None = None
) -> None:
    """Draw how often each class is played, shape (n,), with the first game's names; close ones hatched."""
    axes.set_axis_off()
    if has_grid(game):
        _square(axes, game, chances, close)
    else:
        _matrix(axes, game, chances, first)


def _square(axes: Axes, game: Game, chances: FloatArray, close: BoolArray | None) -> None:
    """Draw a square with pairs on the diagonal and suited hands above it."""
    cells = grid_cells(game)
    edge = max(row for row, _ in cells) + 1
    large = 9.5 if edge > 9 else 13
    for (row, column), class_id in cells.items():
        played = float(chances[class_id])
        mixed = 1 - _SURE < played < _SURE
        _bar(axes, (column + 0.02, row + 0.02, 0.96, 0.96), 0.0 if mixed else round(played))
        if mixed:
            _bar(axes, (column + 0.02, row + 0.74, 0.96, 0.24), played)
        if close is not None and close[class_id]:
            hatched = {"fill": False, "hatch": "///", "linewidth": 0, "edgecolor": "gray"}
            axes.add_patch(rectangle((column + 0.02, row + 0.02), 0.96, 0.96, **hatched))
        ink = "white" if played >= _SURE else "black"
        label = class_label(game, class_id)
        middle, down = column + 0.5, row + (0.3 if mixed else 0.5)
        write_middle(axes, middle, down, label, color=ink, fontsize=large)
        if mixed:
            write_middle(axes, middle, row + 0.58, f"{100 * played:.0f}%", fontsize=0.65 * large)
    axes.set_xlim(0, edge)
    axes.set_ylim(edge, 0)
    axes.set_aspect("equal")


def _lines(first: Game) -> int:
    """Return the number of lines of the matrix, including headings."""
    return len(pattern_matrix(first).rows) + 1


def _matrix(axes: Axes, game: Game, chances: FloatArray, first: Game) -> None:
    """Draw one row per rank pattern, named as in the first game, and one column per suit pattern."""
    matrix, play = pattern_matrix(first), MatrixPlay(game, chances, np.zeros_like(chances))
    width = SIDE - 0.4
    column = (width - _LABELS) / len(matrix.columns)
    for k, suits in enumerate(matrix.columns):
        middle = _LABELS + (k + 0.5) * column
        write_middle(axes, middle, 0.5, suits.name, fontsize=7, weight="bold")
    for y, row in enumerate(matrix.rows, start=1):
        axes.text(0, y + 0.5, row.name, fontsize=7.3, va="center")
        for k, suits in enumerate(matrix.columns):
            if suits.name in row.cells:
                played = play.of(row.cells[suits.name]).played
                x = _LABELS + k * column
                _bar(axes, (x, y + 0.12, 0.55 * column, 0.76), played)
                axes.text(x + 0.95 * column, y + 0.5, f"{percent_text(played)}%", fontsize=6.8, ha="right",
                          va="center")  # fmt: skip
    axes.set_xlim(0, width)
    axes.set_ylim(_lines(first), 0)


_NEVER = "#ffffff"


def draw_grid(axes: Axes, chart: OverStacks[Key], seat: Key, scale: float = 1.0) -> None:
    """Draw the deepest stack at which each class is played; `scale` multiplies the size of the text."""
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
        name, stack, middle = class_label(chart.game, i), top_text(chart, top), column + 0.5
        write_middle(axes, middle, row + 0.29, name, color=ink, fontsize=small)
        write_middle(axes, middle, row + 0.66, stack, color=ink, fontsize=large, weight="bold")
        axes.text(column + 0.93, row + 0.24, mark, color=ink, fontsize=large, ha="right", va="center")
    axes.set_xlim(0, side)
    axes.set_ylim(side, 0)
    axes.set_aspect("equal")
    axes.set_axis_off()


_PANEL, _PATTERN_LABELS, _PATTERN_ROW = 6.3, 1.6, 0.34
_EDGE_HANDS = 12
_WIDE_COLUMNS = 5  # whose names stand in one line
_TICKS = (5, 10, 15, 20)


def pattern_figure(chart: Chart, seats: list[Seat], point: int) -> Figure:
    """Draw each player's matrix side by side, with the hands next to the edge below."""
    matrix = pattern_matrix(chart.game)
    table = _PATTERN_ROW * len(matrix.rows)
    below, above = 1.5, 1.25
    width, height = _PANEL * len(seats) + 0.4, table + below + above
    figure = new_figure(figsize=(width, height), facecolor="white")
    write_middle(figure, 0.5, 1 - 0.28 / height, chart.game.title, fontsize=16, weight="bold")
    write_middle(figure, 0.5, 1 - 0.56 / height, caption(chart), fontsize=8)
    stack = chart.grid.text(chart.points[point].stack)
    for k, seat in enumerate(seats):
        left = (0.2 + _PANEL * k) / width
        axes = figure.add_axes((left, below / height, (_PANEL - 0.2) / width, table / height))
        _table(axes, chart, seat, matrix, point)
        share = chart.points[point].jam_share if seat is Seat.SMALL_BLIND else chart.points[point].call_share
        words = f"{title_of(chart, seat)}; at {stack} bb {100 * share:.1f}% of all hands"
        figure.text(left, 1 - 0.86 / height, words, fontsize=11, va="center")
        figure.text(left, (below - 0.12) / height, _edge_text(chart, seat, point), va="top", fontsize=6.6)
    return figure


def _table(axes: Axes, chart: Chart, seat: Seat, matrix: PatternMatrix, point: int) -> None:
    width = _PANEL - 0.2
    column = (width - _PATTERN_LABELS) / len(matrix.columns)
    for k, suits in enumerate(matrix.columns):
        middle = _PATTERN_LABELS + (k + 0.5) * column
        name = "\n".join(wrap(suits.name, 9)) if len(matrix.columns) > _WIDE_COLUMNS else suits.name
        write_middle(axes, middle, -0.1, name, fontsize=7.5, weight="bold")
    for line, row in enumerate(matrix.rows):
        y = line * _PATTERN_ROW
        share = chart.classes.sizes[row.ids].sum() / chart.game.n_hands
        axes.text(0, y + 0.34 * _PATTERN_ROW, row.name, fontsize=7.8, va="center")
        of_all = f"{100 * share:.1f}% of hands"
        axes.text(0, y + 0.73 * _PATTERN_ROW, of_all, fontsize=5.2, va="center", color="#444444")
        for k, suits in enumerate(matrix.columns):
            if suits.name in row.cells:
                curve = pattern_curve(chart, seat, row.cells[suits.name])
                box = _PATTERN_LABELS + k * column, y, column - 0.06, _PATTERN_ROW - 0.05
                _cell(axes, chart, curve, point, box)
    axes.set_xlim(0, width)
    axes.set_ylim(_PATTERN_ROW * len(matrix.rows), 0)
    axes.set_axis_off()


def _cell(
    axes: Axes, chart: Chart, curve: PatternCurve, point: int, box: tuple[float, float, float, float]
) -> None:
    """Draw one cell: threshold and share above, the strip over the stacks below."""
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
    axes.text(x + width, y + 0.36 * height, f"{played}%", fontsize=6.6, va="center",
              ha="right", color="#444444")  # fmt: skip


def _edge_text(chart: Chart, seat: Seat, point: int) -> str:
    """Explain the cells, and list the hands next to the edge at the stack."""
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
