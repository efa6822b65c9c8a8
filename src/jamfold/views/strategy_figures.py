"""Strategies as pictures, PNG or SVG: squares of two-card hands, matrices of patterns of four-card hands.

Several strategies stand side by side.  A cell is filled from the left as far as
its hands are played; blue on grey differs in lightness, so it survives colour
blindness and a black-and-white printer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from jamfold.arrays import BoolArray, FloatArray
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.pattern_play import MatrixPlay
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import SeatStrategy
from jamfold.views.chart_style import TITLES
from jamfold.views.figures import new_figure, rectangle, write_figure
from jamfold.views.pattern_tables import percent_text
from jamfold.views.words import certificate_text, spot_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PLAYED, _FOLDED = "#0072b2", "#e6eaed"
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
    """Who plays how much, in which spot, how exactly."""
    spot = SpotSolution.of(side)
    title = f"{spot.game.title}. {TITLES[side.seat]} {side.played_percent:.2f} %"
    figure.text(left, 1 - 0.2 / total, title, fontsize=12, weight="bold", va="center")
    words = fill(f"{spot_text(spot)}. {certificate_text(spot)}", 105)
    figure.text(left, 1 - 0.36 / total, words, fontsize=7.3, va="top", linespacing=1.3)


def _bar(axes: Axes, box: tuple[float, float, float, float], played: float) -> None:
    x, y, width, height = box
    axes.add_patch(rectangle((x, y), width, height, facecolor=_FOLDED, linewidth=0))
    axes.add_patch(rectangle((x, y), width * played, height, facecolor=_PLAYED, linewidth=0))


def strategy_height(game: Game) -> float:
    """Inches that `draw_strategy` wants, of a width of `SIDE` less 0.4."""
    return SIDE - 0.4 if has_grid(game) else _ROW * _lines(game)


def draw_strategy(
    axes: Axes, game: Game, chances: FloatArray, first: Game, close: BoolArray | None = None
) -> None:
    """How often each class is played, shape (n,), in the words of the first game; close ones hatched."""
    axes.set_axis_off()
    if has_grid(game):
        _square(axes, game, chances, close)
    else:
        _matrix(axes, game, chances, first)


def _square(axes: Axes, game: Game, chances: FloatArray, close: BoolArray | None) -> None:
    """Pairs on the diagonal, suited hands above it."""
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
            axes.add_patch(
                rectangle(
                    (column + 0.02, row + 0.02),
                    0.96,
                    0.96,
                    fill=False,
                    hatch="///",
                    linewidth=0,
                    edgecolor="gray",
                )
            )
        ink = "white" if played >= _SURE else "black"
        label = class_label(game, class_id)
        axes.text(column + 0.5, row + (0.3 if mixed else 0.5), label, color=ink, fontsize=large,
                  ha="center", va="center")  # fmt: skip
        if mixed:
            axes.text(column + 0.5, row + 0.58, f"{100 * played:.0f} %", fontsize=0.65 * large,
                      ha="center", va="center")  # fmt: skip
    axes.set_xlim(0, edge)
    axes.set_ylim(edge, 0)
    axes.set_aspect("equal")


def _lines(first: Game) -> int:
    """Lines of the matrix, with its heads."""
    return len(pattern_matrix(first).rows) + 1


def _matrix(axes: Axes, game: Game, chances: FloatArray, first: Game) -> None:
    """One row per pattern of ranks in the words of the first game, one column per pattern of suits."""
    matrix, play = pattern_matrix(first), MatrixPlay(game, chances, np.zeros_like(chances))
    width = SIDE - 0.4
    column = (width - _LABELS) / len(matrix.columns)
    for k, suits in enumerate(matrix.columns):
        middle = _LABELS + (k + 0.5) * column
        axes.text(middle, 0.5, suits.name, ha="center", va="center", fontsize=7, weight="bold")
    for y, row in enumerate(matrix.rows, start=1):
        axes.text(0, y + 0.5, row.name, fontsize=7.3, va="center")
        for k, suits in enumerate(matrix.columns):
            if suits.name in row.cells:
                played = play.of(row.cells[suits.name]).played
                x = _LABELS + k * column
                _bar(axes, (x, y + 0.12, 0.55 * column, 0.76), played)
                axes.text(x + 0.95 * column, y + 0.5, f"{percent_text(played)} %", fontsize=6.8, ha="right",
                          va="center")  # fmt: skip
    axes.set_xlim(0, width)
    axes.set_ylim(_lines(first), 0)
