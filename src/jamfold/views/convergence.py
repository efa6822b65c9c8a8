"""Epsilon by iteration, as a plot in the terminal and as a figure.  Both axes are logarithmic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from jamfold.spots.solution import SpotSolution
from jamfold.views.figures import new_figure, write_figure
from jamfold.views.words import certificate_text, spot_text

_WIDTH, _HEIGHT = 64, 16


def epsilons(spot: SpotSolution) -> list[float]:
    """Epsilon after each iteration, in big blinds or money."""
    return [spot.measure.of(spot.played_for.epsilon(float(row[-1]))) for row in spot.solution.history]


def terminal_plot(
    values: Sequence[float], unit: str = "bb", width: int = _WIDTH, height: int = _HEIGHT
) -> str:
    """A log-log plot of positive values against 1, 2, ..., in plain characters.

    Values that are zero or below are left out.
    """
    points = [(math.log10(i), math.log10(value)) for i, value in enumerate(values, start=1) if value > 0.0]
    if not points:
        return "epsilon is zero from the first iteration on\n"
    low, high = math.floor(min(y for _, y in points)), math.ceil(max(y for _, y in points))
    high = max(high, low + 1)
    last = max(math.log10(len(values)), math.log10(2))
    canvas = [[" "] * width for _ in range(height)]
    for x, y in points:
        row = round((high - y) / (high - low) * (height - 1))
        canvas[row][round(x / last * (width - 1))] = "*"
    lines = [
        f"{label:>8} |{''.join(row).rstrip()}"
        for label, row in zip(_y_labels(low, high, height), canvas, strict=True)
    ]
    return "\n".join([f"epsilon, {unit}", *lines, *_x_axis(len(values), last, width)]) + "\n"


def _y_labels(low: int, high: int, height: int) -> list[str]:
    """Labels of the powers of ten, one text per line."""
    labels = [""] * height
    for power in range(low, high + 1):
        labels[round((high - power) / (high - low) * (height - 1))] = f"1e{power}"
    return labels


def _x_axis(n: int, last: float, width: int) -> list[str]:
    """The line under the plot with 1, 10, 100, ... and the last iteration."""
    axis, labels = ["-"] * width, [" "] * (width + 8)
    ticks = [10**power for power in range(len(str(n)))] + [n]
    end = -1
    for tick in dict.fromkeys(ticks):
        column = round(math.log10(tick) / last * (width - 1))
        axis[column] = "+"
        if column > end:
            labels[column : column + len(str(tick))] = str(tick)
            end = column + len(str(tick))
    return [" " * 9 + "+" + "".join(axis), " " * 10 + "".join(labels).rstrip() + "  iteration"]


def save_figure(spot: SpotSolution, path: Path) -> Path:
    """Write the log-log figure as SVG or PNG, by the extension.

    Raises FigureError if the extension is unknown or the file cannot be written.
    """
    values = epsilons(spot)
    figure = new_figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.set_xscale("log")
    if any(value > 0.0 for value in values):
        axes.set_yscale("log", nonpositive="mask")
    axes.plot(range(1, len(values) + 1), values, marker=".", markersize=3)
    axes.set_xlabel("iteration")
    axes.set_ylabel(f"epsilon, {spot.measure.unit}")
    method = spot.method.replace("-", " ")
    axes.set_title(f"{spot_text(spot)}: {method}", fontsize=9)
    axes.grid(visible=True, which="both", alpha=0.3)
    return write_figure(figure, path)


def convergence_text(spot: SpotSolution) -> str:
    """The plot for a terminal, and the certificate."""
    return f"{terminal_plot(epsilons(spot), spot.measure.unit)}{certificate_text(spot)}"
