"""Charts of positions as JSON, as columns, on a terminal and as pictures.

Pictures are a summary in percent and a page of squares for each seat.
"""

from __future__ import annotations

import json
from math import ceil, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from jamfold.betting.hand import Node
from jamfold.core.arrays import FloatArray
from jamfold.core.display import capitalized
from jamfold.core.errors import ChartError
from jamfold.ranges.grid import class_label
from jamfold.spots.nplayer.position_charts import PositionCharts
from jamfold.views.charts import colour_map, grid_view, interval_text, point_at, some_rows, text_colour
from jamfold.views.figures import SHEETS, new_figure, rectangle, write_figure, write_middle, write_pages
from jamfold.views.formats import Columns, columns_csv, columns_of
from jamfold.views.ranges import range_text
from jamfold.views.sheet_terminal import narrow_table
from jamfold.views.strategy_figures import SIDE, draw_grid, draw_strategy
from jamfold.views.table_sentences import decision_words, history_words, seat_title

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DIGITS = 4
_SUMMARY = "both"
CLOSE = "~ close: the sign of the gain is uncertain at some stack."


def positions_dict(charts: PositionCharts) -> dict[str, Any]:
    """Return the contract of ``jamfold chart --seats N --json``; gains are null without a decision."""
    percent, gains, play = (values.round(_DIGITS) for values in (charts.percent, charts.gain_bb, charts.play))
    return {
        "game": charts.game.name,
        "seats": charts.seats,
        "level": charts.level.text(),
        "method": charts.method,
        "packed": charts.packed,
        "hands": [class_label(charts.game, index) for index in range(charts.classes.n)],
        "stacks": list(charts.stacks),
        "nodes": [
            {
                "seat": charts.names[node.seat],
                "after": list(node.before(charts.names)),
                "percent": percent[:, row].tolist(),
                "gain_bb": [_null_if_nan(at) for at in gains[:, row]],
                "play": play[:, row].tolist(),
                "close": [np.flatnonzero(close).tolist() for close in charts.close[:, row]],
            }
            for row, node in enumerate(charts.nodes)
        ],
    }


def _null_if_nan(gains: FloatArray) -> list[float | None]:
    values = gains.tolist()
    return [None if isnan(value) else value for value in values] if np.isnan(gains).any() else values


def positions_text(charts: PositionCharts, kind: str) -> str:
    """Return charts as text: ``csv`` of the hands, ``points`` of the stacks, ``ranges``, or ``json``."""
    if kind == "json":
        return json.dumps(positions_dict(charts), allow_nan=False) + "\n"
    return columns_csv(
        hands_columns(charts) if kind == "csv" else points_columns(charts, ranges=kind == "ranges")
    )


def hands_columns(charts: PositionCharts) -> Columns:
    """Return one row per decision and class: the stacks that play it, and those where it is close."""
    rows = []
    for node in charts.nodes:
        tops = charts.thresholds(node)
        for index in range(charts.classes.n):
            top = None if np.isnan(tops[index]) else charts.grid.text(float(tops[index]))
            played = interval_text(charts, charts.intervals(node, index))
            close = interval_text(charts, charts.free_intervals(node, index))
            size = int(charts.classes.sizes[index])
            rows.append(
                [*_decision(charts, node), index, class_label(charts.game, index), size, top, played, close]
            )
    names = ["seat", "after", "id", "hand", "combinations", "played_to", "played", "close"]
    return columns_of(names, rows)


def points_columns(charts: PositionCharts, *, ranges: bool = False) -> Columns:
    """Return one row per stack and decision: percent of hands, or the range."""
    percent = charts.percent
    rows = [
        [
            charts.grid.text(stack),
            *_decision(charts, node),
            range_text(charts.game, charts.play[number, row]) if ranges else float(percent[number, row]),
        ]
        for number, stack in enumerate(charts.stacks)
        for row, node in enumerate(charts.nodes)
    ]
    return columns_of(["stack", "seat", "after", "range" if ranges else "percent"], rows)


def _decision(charts: PositionCharts, node: Node) -> list[str]:
    return [charts.names[node.seat], " ".join(node.before(charts.names))]


def check_seat(view: str, seats: tuple[str, ...]) -> None:
    """Raise ChartError if a view is not a seat of these charts."""
    if view not in (_SUMMARY, *seats):
        raise ChartError(f"Unknown view '{view[:40]}': the views are {', '.join((_SUMMARY, *seats))}.")


def positions_view(charts: PositionCharts, view: str, at: float | None) -> Group:
    """Return the percents of all decisions, or the stack up to which a seat plays each hand."""
    parts: list[RenderableType] = [Text(title(charts), style="bold"), Text(caption(charts))]
    if view == _SUMMARY:
        point = point_at(charts, at)
        stack = charts.grid.text(charts.stacks[point])
        return Group(
            *parts,
            Text("\nJams first in, % of hands", style="bold"),
            narrow_table(*first_in(charts)),
            Text(f"Calls a jam at {stack} bb, % of hands: the caller by the opener", style="bold"),
            narrow_table(*calls(charts, point)),
            *_ranges(charts, point),
        )
    hand = charts.hand(-1)
    for node in (node for node in charts.nodes if charts.names[node.seat] == view):
        words = f"\n{decision_words(hand, node)}, up to this stack in big blinds"
        parts += [Text(words, style="bold"), grid_view(charts, node)]
    return Group(*parts, Text(f"Suited above the diagonal. {CLOSE}", style="dim"))


def title(charts: PositionCharts) -> str:
    return f"{charts.game.title}, {charts.seats} seats"


def caption(charts: PositionCharts) -> str:
    how = "every deal counted" if charts.method == "counted" else "by the model, at most three all-in"
    stacks = charts.grid.words() if len(charts.stacks) > 1 else f"of {charts.stacks[0]:g}"
    packed = ", packed with the program" if charts.packed else ""
    return f"{charts.level.text()}; equal stacks {stacks} bb; {how}{packed}"


def first_in(charts: PositionCharts) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of what each seat opens, in percent, at some of the stacks."""
    rows = [row for row, node in enumerate(charts.nodes) if not node.all_in_before]
    headings = ["stack", *(charts.names[charts.nodes[row].seat] for row in rows)]
    percent = charts.percent
    return headings, [
        [charts.grid.text(charts.stacks[number]), *(f"{percent[number, row]:.1f}" for row in rows)]
        for number in some_rows(len(charts.stacks))
    ]


def calls(charts: PositionCharts, point: int) -> tuple[list[str], list[list[str]]]:
    """Return headings and a row for each caller: the percent it calls against each opener at a stack."""
    openers = [node.seat for node in charts.nodes if not node.all_in_before]
    shares = {
        (node.seat, node.all_in_before[0]): f"{charts.percent[point, row]:.1f}"
        for row, node in enumerate(charts.nodes)
        if len(node.all_in_before) == 1
    }
    return ["", *(charts.names[seat] for seat in openers)], [
        [charts.names[seat], *(shares.get((seat, opener), "") for opener in openers)]
        for seat in dict.fromkeys(caller for caller, _ in shares)
    ]


def _ranges(charts: PositionCharts, point: int) -> list[RenderableType]:
    """Return the ranges played first in at a stack, then the close hands."""
    hand, lines = charts.hand(point), []
    stack = charts.grid.text(charts.stacks[point])
    for row, node in enumerate(charts.nodes):
        if node.all_in_before:
            continue
        played = range_text(charts.game, np.where(charts.play[point, row] >= 0.5, 1.0, 0.0)) or "nothing"
        close = [f"~{class_label(charts.game, k)}" for k in np.flatnonzero(charts.close[point, row]).tolist()]
        name = seat_title(hand, node.seat)
        lines.append(Text.assemble((f"{capitalized(name)} ", "bold"), played, (" " + " ".join(close), "dim")))
    return [Text(f"First in at {stack} bb; ~ close: the sign of the gain is uncertain", style="dim"), *lines]


_PAGE = 11.7, 8.3  # inches, A4 across
_HEAD = 0.75


def save_positions(charts: PositionCharts, path: Path, view: str = "both", at: float | None = None) -> Path:
    """Draw charts: a PDF has the summary and a page for each seat, a picture the summary or a seat.

    The summary of a single stack is drawn as squares.  Raises FigureError if the ending is unknown or the
    file cannot be written; ChartError if the charts lack the stack of the summary.
    """
    point = point_at(charts, at)
    seats = list(dict.fromkeys(charts.names[node.seat] for node in charts.nodes))
    if path.suffix.lower() != ".pdf":
        overview = _at_one_stack(charts) if len(charts.stacks) == 1 else _summary(charts, point)
        figure = _seat(charts, view) if view in seats else overview
        dpi = 75 if figure.get_figwidth() > _PAGE[0] else 150
        return write_figure(figure, path, dpi, endings=SHEETS)
    pages = [] if view in seats else [_summary(charts, point)]
    pages += [_seat(charts, seat) for seat in seats if view in (seat, "both")]
    return write_pages(pages, path)


def _page(
    charts: PositionCharts, words: str, size: tuple[float, float] = _PAGE, scale: float = 1.0
) -> Figure:
    left, up = 0.3 * scale / size[0], scale / size[1]
    figure = new_figure(figsize=size, facecolor="white")
    head = f"{title(charts)}: {words}"
    figure.text(left, 1 - 0.3 * up, head, fontsize=13 * scale, weight="bold", va="center")
    figure.text(left, 1 - 0.55 * up, caption(charts), fontsize=7.5 * scale, va="center")
    return figure


def _seat(charts: PositionCharts, seat: str) -> Figure:
    """Draw a square for each decision of a seat: the deepest stack at which a hand is played."""
    nodes = [node for node in charts.nodes if charts.names[node.seat] == seat]
    hand = charts.hand(-1)
    figure = _page(charts, f"{seat_title(hand, nodes[0].seat)}, up to this stack in big blinds")
    width, height = _PAGE
    side, across = max(
        (min((width - 0.4) / n, (height - _HEAD - 0.35) / ceil(len(nodes) / n)), n)
        for n in range(1, len(nodes) + 1)
    )
    for number, node in enumerate(nodes):
        row, column = divmod(number, across)
        left, bottom = 0.2 + side * column, height - _HEAD - side * (row + 1)
        axes = figure.add_axes((left / width, bottom / height, (side - 0.15) / width, (side - 0.25) / height))
        draw_grid(axes, charts, node, side / 7.6)
        words = history_words(hand, node)
        axes.set_title(capitalized(words), fontsize=max(5.0, 1.6 * side))
    figure.text(0.3 / width, 0.15 / height, f"Suited hands above the diagonal. {CLOSE}", fontsize=7)
    return figure


_ACROSS = 5
_LARGE = 2.2
"""Factor by which text is larger on a picture of several squares of the usual size."""


def _at_one_stack(charts: PositionCharts) -> Figure:
    """Draw a square for each seat first in, then one for the big blind behind the last of them."""
    first = [row for row, node in enumerate(charts.nodes) if not node.all_in_before]
    last = (charts.nodes[first[-1]].seat,)
    rows = first + [row for row, node in enumerate(charts.nodes) if node.all_in_before == last]
    across = min(_ACROSS, len(rows))
    width, height = SIDE * across, _LARGE * _HEAD + (SIDE + 0.2) * ceil(len(rows) / across)
    words = "who plays what; hatched: close"
    figure, inside = _page(charts, words, (width, height), _LARGE), SIDE - 0.4
    for number, row in enumerate(rows):
        line, column = divmod(number, across)
        bottom = height - _LARGE * _HEAD - (SIDE + 0.2) * (line + 1) + 0.2
        place = (column * SIDE + 0.2) / width, bottom / height, inside / width, inside / height
        axes, node = figure.add_axes(place), charts.nodes[row]
        draw_strategy(axes, charts.game, charts.play[0, row], charts.game, charts.close[0, row])
        words = " ".join((charts.names[node.seat], f"{node.action}s", *node.before(charts.names)))
        axes.set_title(f"{words}, {charts.percent[0, row]:.1f}%", fontsize=18, loc="left", weight="bold")
    return figure


def _summary(charts: PositionCharts, point: int) -> Figure:
    """Draw percent of hands first in over the stacks, and against each opener at one stack."""
    figure = _page(charts, "percent of hands")
    width, height = _PAGE
    stack = charts.grid.text(charts.stacks[point])
    tables = (
        ("Jams first in, by stack in big blinds", *first_in(charts)),
        (f"Calls a jam of ... at {stack} big blinds", *calls(charts, point)),
    )
    lines = max(len(rows) for _, _, rows in tables)
    for number, (words, (_, *seats), rows) in enumerate(tables):
        left = 0.3 + number * width / 2
        axes = figure.add_axes(
            (left / width, 0.3 / height, (width / 2 - 0.6) / width, (height - 1.3) / height)
        )
        axes.set_axis_off()
        axes.set_title(words, fontsize=10)
        axes.set_xlim(-1, len(seats))
        axes.set_ylim(lines, -1)
        for column, seat in enumerate(seats):
            write_middle(axes, column + 0.5, -0.5, seat, fontsize=9)
        for line, (name, *shares) in enumerate(rows):
            write_middle(axes, -0.5, line + 0.5, name, fontsize=9)
            for column, share in ((k, text) for k, text in enumerate(shares) if text):
                place, box = (float(share) / 100) ** 0.6, (column + 0.03, line + 0.03)
                axes.add_patch(rectangle(box, 0.94, 0.94, facecolor=colour_map()(place)))
                write_middle(axes, column + 0.5, line + 0.5, share, color=text_colour(place), fontsize=9)
    return figure
