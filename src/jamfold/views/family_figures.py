"""Four-card charts as pictures: one row per family of ranks, one column per suit pattern.

Each cell is one family of the tree in `families`: the threshold stack, the share
played at one stack, and a strip that shows the share over all stacks of the chart.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from jamfold.ranges.families import SUITS, Family, family_tree
from jamfold.spots.charts import Chart
from jamfold.spots.strategy import Seat
from jamfold.views.chart_style import PAST, TITLES, caption, colour_map
from jamfold.views.family_shares import FamilyShare, edge_hands, family_share, top_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL, _LABELS, _ROW, _HEAD = 6.3, 1.75, 0.34, 0.26
_EDGE_HANDS = 12
_TICKS = (5, 10, 15, 20)

Row = tuple[str, dict[str, Family]]


def family_rows(tree: tuple[Family, ...]) -> list[Row | str]:
    """The tree as rows: a heading per pair structure, then its rank families by suit pattern."""
    rows: list[Row | str] = []
    for pairs in tree:
        rows.append(pairs.name)
        by_rank: dict[str, dict[str, Family]] = {}
        for suits in pairs.children:
            for leaf in suits.children:
                by_rank.setdefault(leaf.name, {})[suits.name] = leaf
        rows += by_rank.items()
    return rows


def family_figure(chart: Chart, seats: list[Seat], point: int) -> Figure:
    """The family table of each player, side by side, the hands next to the edge below."""
    from matplotlib.figure import Figure

    rows = family_rows(family_tree(chart.game))
    table = sum(_HEAD if isinstance(row, str) else _ROW for row in rows)
    below, above = 1.5, 1.25
    width, height = _PANEL * len(seats) + 0.4, table + below + above
    figure = Figure(figsize=(width, height), facecolor="white")
    figure.text(
        0.5, 1 - 0.28 / height, chart.game.title, ha="center", va="center", fontsize=16, weight="bold"
    )
    figure.text(0.5, 1 - 0.56 / height, caption(chart), ha="center", va="center", fontsize=8)
    stack = chart.grid.text(chart.points[point].stack)
    for k, seat in enumerate(seats):
        left = (0.2 + _PANEL * k) / width
        axes = figure.add_axes((left, below / height, (_PANEL - 0.2) / width, table / height))
        _table(axes, chart, seat, rows, point)
        share = chart.points[point].jam_share if seat is Seat.SMALL_BLIND else chart.points[point].call_share
        figure.text(
            left,
            1 - 0.86 / height,
            f"{TITLES[seat]}; at {stack} bb {100 * share:.1f} % of all hands",
            fontsize=11,
            va="center",
        )
        figure.text(left, (below - 0.12) / height, _edge_text(chart, seat, point), va="top", fontsize=6.6)
    return figure


def _table(axes: Axes, chart: Chart, seat: Seat, rows: list[Row | str], point: int) -> None:
    total = sum(_HEAD if isinstance(row, str) else _ROW for row in rows)
    width = _PANEL - 0.2
    column = (width - _LABELS) / len(SUITS)
    for k, suit in enumerate(SUITS):
        middle = _LABELS + (k + 0.5) * column
        axes.text(middle, -0.1, suit, ha="center", va="center", fontsize=7.5, weight="bold")
    y = 0.0
    for row in rows:
        if isinstance(row, str):
            axes.text(0, y + 0.6 * _HEAD, row, fontsize=8.5, weight="bold", va="center")
            axes.plot([0, width], [y + 0.03, y + 0.03], color="grey", linewidth=0.6)
            y += _HEAD
            continue
        name, families = row
        axes.text(0.08, y + _ROW / 2, name, fontsize=7.8, va="center")
        for k, suit in enumerate(SUITS):
            if suit in families:
                share = family_share(chart, seat, families[suit])
                _cell(axes, chart, share, point, (_LABELS + k * column, y, column - 0.06, _ROW - 0.05))
        y += _ROW
    axes.set_xlim(0, width)
    axes.set_ylim(total, 0)
    axes.set_axis_off()


def _cell(
    axes: Axes, chart: Chart, share: FamilyShare, point: int, box: tuple[float, float, float, float]
) -> None:
    """One family: threshold and share above, the strip over the stacks below."""
    x, y, width, height = box
    strip = y + 0.62 * height
    axes.imshow(
        share.played[None, :],
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
    top = 0.0 if isnan(share.threshold) else share.threshold
    axes.text(x, y + 0.34 * height, top_text(chart, top), fontsize=8.6, weight="bold", va="center")
    axes.text(x + width, y + 0.36 * height, f"{100 * share.played[point]:.0f} %", fontsize=6.6, va="center",
              ha="right", color="#444444")  # fmt: skip


def _edge_text(chart: Chart, seat: Seat, point: int) -> str:
    """How to read the cells, and the hands next to the edge at the stack."""
    from textwrap import wrap

    stack = chart.grid.text(chart.points[point].stack)
    ends = [chart.grid.text(chart.points[k].stack) for k in (0, -1)]
    lines = [
        f"Bold: largest stack at which half or more of it is {PAST[seat]}; grey: share at {stack} bb.",
        f"Strip: share from {ends[0]} (left) to {ends[1]} bb (right), none light, all dark; tick every 5 bb.",
    ]
    edge = ";  ".join(f"{hand}\u00a0{top}" for hand, top in edge_hands(chart, seat, point, _EDGE_HANDS))
    lines += wrap(f"Next to the edge at {stack} bb, with thresholds, deepest first:  {edge}", 112)
    return "\n".join(lines)
