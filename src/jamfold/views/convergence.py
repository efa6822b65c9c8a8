"""Epsilon by iteration, as a plot in the terminal and as a figure; axes are logarithmic or linear."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from jamfold.cases.spots import ConvergeRequest
from jamfold.spots.solution import SpotSolution
from jamfold.views.figures import new_figure, write_figure
from jamfold.views.formats import Columns
from jamfold.views.sentences import certificate_text, spot_text

_WIDTH, _HEIGHT = 64, 16


def epsilons(spot: SpotSolution, *, in_chips: bool = False) -> list[float]:
    """Return epsilon after each iteration, in big blinds or money, or in chips."""
    epsilons_in_chips = (spot.payoffs.epsilon(float(row[-1])) for row in spot.solution.history)
    return list(epsilons_in_chips) if in_chips else list(map(spot.measure.of, epsilons_in_chips))


def convergence_columns(question: ConvergeRequest, spot: SpotSolution) -> Columns:
    values = epsilons(spot, in_chips=question.in_chips)
    return {"iteration": list(range(1, len(values) + 1)), "epsilon": values}


def terminal_plot(
    values: Sequence[float],
    unit: str = "bb",
    width: int = _WIDTH,
    height: int = _HEIGHT,
    *,
    linear: bool = False,
) -> str:
    """Plot positive values against 1, 2, ... in plain characters; log-log unless `linear`.

    Values that are zero or below are left out.
    """
    scale = _linear if linear else math.log10
    points = [(_place(i, scale), scale(value)) for i, value in enumerate(values, start=1) if value > 0.0]
    if not points:
        return "epsilon is zero from the first iteration on\n"
    low: float = math.floor(min(y for _, y in points))
    high: float = math.ceil(max(y for _, y in points))
    low, high = (0.0, max(y for _, y in points)) if linear else (low, max(high, low + 1))
    last = _place(max(len(values), 2), scale)
    canvas = [[" "] * width for _ in range(height)]
    for x, y in points:
        row = round((high - y) / (high - low) * (height - 1))
        canvas[row][round(x / last * (width - 1))] = "*"
    lines = [
        f"{label:>8} |{''.join(row).rstrip()}"
        for label, row in zip(_y_labels(low, high, height, linear=linear), canvas, strict=True)
    ]
    return "\n".join([f"epsilon, {unit}", *lines, *_x_axis(len(values), scale, width)]) + "\n"


def _linear(value: float) -> float:
    return value


def _place(iteration: int, scale: Callable[[float], float]) -> float:
    """Return the position of an iteration on its axis; the first is at 0."""
    return scale(iteration) - scale(1)


def _y_labels(low: float, high: float, height: int, *, linear: bool) -> list[str]:
    """Return one label per line: the powers of ten, or both ends if `linear`."""
    labels = [""] * height
    if linear:
        labels[0], labels[-1] = f"{high:.3g}", "0"
        return labels
    for power in range(int(low), int(high) + 1):
        labels[round((high - power) / (high - low) * (height - 1))] = f"1e{power}"
    return labels


def _x_axis(n: int, scale: Callable[[float], float], width: int) -> list[str]:
    """Return the axis with labels at 1, 10, 100, ... (if linear, the middle) and the last iteration."""
    last = _place(max(n, 2), scale)
    axis, labels = ["-"] * width, [" "] * (width + 8)
    ticks = [1, (n + 1) // 2, n] if scale is _linear else [10**power for power in range(len(str(n)))] + [n]
    end = -1
    for tick in dict.fromkeys(ticks):
        column = round(_place(tick, scale) / last * (width - 1))
        axis[column] = "+"
        if column > end:
            labels[column : column + len(str(tick))] = str(tick)
            end = column + len(str(tick))
    return [" " * 9 + "+" + "".join(axis), " " * 10 + "".join(labels).rstrip() + "  iteration"]


def save_figure(spot: SpotSolution, path: Path, linear: bool = False, in_chips: bool = False) -> Path:
    """Write the figure as SVG or PNG, by the extension; log-log unless `linear`.

    Raises FigureError if the extension is unknown or the file cannot be written.
    """
    values = epsilons(spot, in_chips=in_chips)
    figure = new_figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    if not linear:
        axes.set_xscale("log")
    if not linear and any(value > 0.0 for value in values):
        axes.set_yscale("log", nonpositive="mask")
    axes.plot(range(1, len(values) + 1), values, marker=".", markersize=3)
    axes.set_xlabel("iteration")
    axes.set_ylabel(f"epsilon, {unit_text(spot, in_chips=in_chips)}")
    method = spot.method.replace("-", " ")
    axes.set_title(f"{spot_text(spot)}: {method}", fontsize=9)
    axes.grid(visible=True, which="both", alpha=0.3)
    return write_figure(figure, path)


def unit_text(spot: SpotSolution, *, in_chips: bool) -> str:
    return "chips" if in_chips else spot.measure.unit


def convergence_text(spot: SpotSolution, linear: bool = False, in_chips: bool = False) -> str:
    unit = unit_text(spot, in_chips=in_chips)
    plot = terminal_plot(epsilons(spot, in_chips=in_chips), unit, linear=linear)
    return f"{plot}{certificate_text(spot)}"
