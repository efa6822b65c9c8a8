"""Charts as files: CSV, JSON, pictures (PNG, SVG), and downloads of pages.

Tables of numbers have full precision.  Pictures are square grids, pattern matrices and curves over the stack.
Colours run from light (given up early) to dark (played deep); their lightness falls steadily, so they survive
colour blindness and a black-and-white printer.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from math import isnan
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np

from jamfold.betting.raises import Size
from jamfold.cards import format_cards
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.cases.charts import ChartFileRequest, check_view
from jamfold.core.errors import ChartError
from jamfold.ranges.grid import class_label, has_grid
from jamfold.ranges.patterns import pattern_matrix
from jamfold.solver.solution import APPROXIMATE, EXACT
from jamfold.spots.charts import Chart, ChartPoint
from jamfold.spots.nplayer.position_charts import PositionCharts
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_charts import TreeChart, TreePoint
from jamfold.views import position_charts
from jamfold.views.charts import (
    caption,
    chart_lines,
    chart_view,
    gap_texts,
    interval_text,
    past_of,
    point_at,
    seats_of,
    size_text,
    title_of,
)
from jamfold.views.figures import check_figure, draw_rulers, encoded, new_figure, write_figure, write_middle
from jamfold.views.formats import Columns, columns_csv, columns_of, to_values
from jamfold.views.ranges import ranges_csv
from jamfold.views.spot_schemas import TreeContract
from jamfold.views.strategy_figures import draw_grid, pattern_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SEATS = (Seat.SMALL_BLIND, Seat.BIG_BLIND)


def point_dict(point: ChartPoint, *, money: bool = False, sizes: tuple[Size, ...] = ()) -> dict[str, Any]:
    """Return one stack as in the JSON, in big blinds or money, with the results of each open size."""
    values = {
        "s": point.s,
        "stack": point.stack,
        "b": point.b,
        "jam_percent": 100 * point.jam_share,
        "call_percent": 100 * point.call_share,
        "value_bb": None if money else point.value,
        "epsilon_bb": None if money else point.epsilon,
        "gains_bb": [None, None] if money else list(point.gains),
        "exact": point.exact,
        "mixed": list(point.mixed),
        "free": list(point.free),
        "pure_jam_value_bb": _null_if_nan(point.pure_values[0]),
        "pure_call_value_bb": _null_if_nan(point.pure_values[1]),
        "pure_delta_bb": _null_if_nan(point.delta),
        "pure_proven": point.pure_proven,
        "value_money": point.value if money else None,
        "epsilon_money": point.epsilon if money else None,
        "gains_money": list(point.gains) if money else [None, None],
    }
    return values | tree_point(point, sizes) if isinstance(point, TreePoint) else values


def _points(chart: Chart) -> list[dict[str, Any]]:
    sizes = chart.sizes if isinstance(chart, TreeChart) else ()
    return [point_dict(point, money=chart.in_money, sizes=sizes) for point in chart.points]


def _null_if_nan(value: float) -> float | None:
    return None if isnan(value) else value


def hand_dict(chart: Chart, class_id: int) -> dict[str, Any]:
    """Return one class as in the JSON.

    ``free`` lists the stacks at which either player is indifferent with the hand; ``mixed_jam`` and
    ``mixed_call`` give [stack, chance] where the chance is neither 0 nor 1.
    """
    row: dict[str, Any] = {
        "id": class_id,
        "hand": class_label(chart.game, class_id),
        "combinations": int(chart.classes.sizes[class_id]),
    }
    free = np.zeros(len(chart.points), dtype=np.bool_)
    for seat in SEATS:
        row[seat.action] = [list(pair) for pair in chart.intervals(seat, class_id)]
        row[f"free_{seat.action}"] = [list(pair) for pair in chart.free_intervals(seat, class_id)]
        chances = chart.chances(seat)[:, class_id]
        mixed = np.flatnonzero((chances > 0) & (chances < 1))
        row[f"mixed_{seat.action}"] = [[chart.points[k].stack, float(chances[k])] for k in mixed]
        free |= chart.indifferent(seat)[:, class_id]
    row["free"] = [chart.points[k].stack for k in np.flatnonzero(free)]
    return row | tree_hand(chart, class_id) if isinstance(chart, TreeChart) else row


def chart_dict(chart: Chart) -> dict[str, Any]:
    """Return the whole chart as in its JSON, the contract of ``jamfold chart --json``."""
    tree = tree_values(chart) if isinstance(chart, TreeChart) else {}
    return {
        "game": chart.game.name,
        **asdict(chart.level),
        "b": chart.points[-1].b,
        "exact": chart.exact,
        "method": APPROXIMATE if chart.approximate else EXACT,
        "error_bb": chart.bound if chart.approximate and not chart.in_money else None,
        "error_from": "bound" if chart.approximate else None,
        "largest_epsilon_bb": None if chart.in_money else chart.epsilon,
        "largest_pure_delta_bb": _null_if_nan(chart.delta),
        "largest_epsilon_money": chart.epsilon if chart.in_money else None,
        "utility": chart.terms.utility.as_dict(),
        "rake": chart.terms.rake_values,
        **tree,
        "stacks": list(chart.stacks),
        "points": _points(chart),
        "hands": [hand_dict(chart, class_id) for class_id in range(chart.classes.n)],
    }


def tree_values(chart: TreeChart) -> dict[str, Any]:
    """Return the further JSON fields of the whole chart."""
    return {
        "tree": to_values(TreeContract.of(chart.raises, chart.level.big_blind)),
        "gains_from": chart.gains_from,
        "answer": chart_lines(chart),
    }


def tree_point(point: TreePoint, sizes: tuple[Size, ...]) -> dict[str, Any]:
    """Return the further JSON fields of a stack; jams and calls of jams are literal, as in `solve`."""
    return {
        "jam_percent": 100 * point.jammed_share,
        "call_percent": _called(point),
        "played_percent": [100 * point.jam_share, 100 * point.call_share],
        "open_percent": 100 * point.raised_share,
        "open_stay_percent": 100 * point.stays_share,
        "open_better_percent": 100 * point.better_share,
        "jam_or_fold": point.jam_or_fold,
        "open_gain": point.gain,
        "sizes": [{"open": size, "value": value} for size, value in zip(sizes, point.alone, strict=True)],
        "best_open": None if point.best is None else sizes[point.best],
        "nodes": to_values(point.nodes),
    }


def _called(point: TreePoint) -> float:
    """Return the share of hands with which the big blind calls an open jam."""
    return next((node.percent["call"] for node in point.nodes if node.after == ("sb jam",)), 0.0)


def tree_hand(chart: TreeChart, class_id: int) -> dict[str, Any]:
    """Return the further JSON fields of a class: intervals of stacks; `jam` is the literal jam."""
    kinds = {
        "jam": chart.jammed,
        "open": chart.raised,
        "open_call": chart.stays,
        "open_fold": chart.raised - chart.stays,
    }
    return {
        "plays": [list(pair) for pair in chart.played_as(chart.jam, class_id)],
        **{name: [list(pair) for pair in chart.played_as(kind, class_id)] for name, kind in kinds.items()},
        "open_better": [list(pair) for pair in chart.better_at(class_id)],
        "open_better_from": chart.better_from(class_id),
    }


def as_json(chart: Chart) -> str:
    """Return the whole chart as JSON, one line per stack and hand."""
    values = chart_dict(chart)
    lines = []
    for key, value in values.items():
        if key in ("points", "hands"):
            rows = ",\n  ".join(json.dumps(row, allow_nan=False) for row in value)
            lines.append(f' "{key}": [\n  {rows}\n ]')
        else:
            lines.append(f' "{key}": {json.dumps(value, allow_nan=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def hands_columns(chart: Chart) -> Columns:
    """Return one row per class: the stacks at which it is played, and at which it is indifferent.

    ``jam_to`` and ``call_to`` are the largest stack of the chart at which the hand is played, empty if it
    never is.  Four-card hands have their ``family`` at the end, as ``jamfold hands --family`` takes it.
    """
    classes = chart.classes
    ids = range(classes.n)
    columns: Columns = {
        "id": list(ids),
        "hand": [class_label(chart.game, id_) for id_ in ids],
        "cards": [format_cards(cards) for cards in classes.representatives.tolist()],
        "combinations": classes.sizes.tolist(),
    }
    for seat in SEATS:
        played = ((chart.intervals(seat, id_), chart.free_intervals(seat, id_)) for id_ in ids)
        texts = [[interval_text(chart, intervals) for intervals in pair] for pair in played]
        tops = chart.thresholds(seat).tolist()
        columns[f"{seat.action}_to"] = [None if isnan(top) else chart.grid.text(top) for top in tops]
        columns[seat.action] = [text for text, _ in texts]
        columns[f"{seat.action}_free"] = [text for _, text in texts]
    if isinstance(chart, TreeChart):
        columns = {name.replace("jam", "plays"): column for name, column in columns.items()}
        columns |= _tree_columns(chart)
    families = _families(chart.game)
    return columns | ({"family": families} if families else {})


def _tree_columns(chart: TreeChart) -> Columns:
    """Return the stacks at which each class jams, raises, calls or folds to a jam, or prefers a raise."""
    hands = [tree_hand(chart, index) for index in range(chart.classes.n)]
    columns: Columns = {
        name: [interval_text(chart, [(low, high) for low, high in hand[name]]) for hand in hands]
        for name in ("jam", "open", "open_call", "open_fold", "open_better")
    }
    tops = [hand["open_better_from"] for hand in hands]
    return columns | {"open_better_from": [None if top is None else chart.grid.text(top) for top in tops]}


def _families(game: Game) -> list[str]:
    if not game.has_families:
        return []
    names = [""] * hand_classes(game).n
    for cell in pattern_matrix(game).cells():
        for class_id in cell.ids.tolist():
            names[class_id] = cell.name
    return names


def points_columns(chart: Chart) -> Columns:
    """Return one row per stack: shares, value, epsilon."""
    rows = []
    for row in _points(chart):
        row.pop("nodes", None)
        for size in row.pop("sizes", ()):
            row[f"value_open_{size_text(size['open'])}"] = size["value"]
        if "played_percent" in row:
            row["sb_played_percent"], row["bb_played_percent"] = row.pop("played_percent")
        for name in ("mixed", "free", "gains_bb", "gains_money"):
            first, second = row.pop(name)
            row |= {f"{name}_jam": first, f"{name}_call": second}
        rows.append(row)
    return columns_of(list(rows[0]), [list(row.values()) for row in rows])


def chart_text(chart: Chart | PositionCharts, kind: str) -> str:
    """Return a chart as text: ``csv`` of the hands, ``points`` of the stacks, ``ranges``, or ``json``.

    Raises ChartError for ``ranges`` of a game whose ranges are lists of thousands of hands.
    """
    if isinstance(chart, PositionCharts):
        return position_charts.positions_text(chart, kind)
    if kind == "ranges":
        if not has_grid(chart.game):
            raise ChartError(f"Ranges of {chart.game.name} are lists of thousands of hands. Use csv.")
        return ranges_csv(chart)
    if kind == "json":
        return as_json(chart)
    return columns_csv(hands_columns(chart) if kind == "csv" else points_columns(chart))


_DPI = 200
_NOTE_WIDTH = 150
_JAM_COLOUR, _CALL_COLOUR = "#0069b4", "#d55e00"


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
        The stack of matrices of frequencies; by default the one nearest to 10.
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
    """Draw one square grid per player, side by side, with the hands that have gaps in notes below."""
    notes = {seat: _notes(chart, seat) for seat in seats}
    note_lines = max(text.count("\n") + 1 for text in notes.values())
    below = 0.55 + 0.125 * note_lines
    width, height = 7.6 * len(seats), 8.0 + below
    figure = new_figure(figsize=(width, height), facecolor="white")
    write_middle(figure, 0.5, 1 - 0.32 / height, chart.game.title, fontsize=17, weight="bold")
    write_middle(figure, 0.5, 1 - 0.62 / height, caption(chart), fontsize=8.5)
    for k, seat in enumerate(seats):
        left = (7.6 * k + 0.3) / width
        axes = figure.add_axes((left, below / height, 7.0 / width, 7.0 / height))
        draw_grid(axes, chart, seat)
        axes.set_title(f"{title_of(chart, seat)}, up to this stack in big blinds", fontsize=11.5)
        figure.text(left, (below - 0.12) / height, notes[seat], va="top", fontsize=6.6, linespacing=1.25)
    return figure


def _notes(chart: Chart, seat: Seat) -> str:
    """Explain the marks and list all intervals of the hands with gaps, wrapped into lines."""
    gaps = gap_texts(chart, seat, "–")
    lines = [
        "Suited above the diagonal, offsuit below. Play from the smallest stack up to the stack shown.",
        "~ indifferent near this stack: both actions are correct.",
    ]
    if gaps:
        words = [gap.replace(" ", "\u00a0") for gap in gaps]
        lines += wrap(
            f"* not at every stack; {past_of(chart, seat)} at: " + ";  ".join(words),
            _NOTE_WIDTH,
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def _curves(chart: Chart) -> Figure:
    """Draw jam and call percentages over the stack, and the value below them."""
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
            f" {name}\n {values[-1]:.1f}%", (stacks[-1], values[-1]), color=colour, va="center", weight="bold"
        )
    upper.set_ylabel("Hands played, %")
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
    draw_rulers(upper, lower)
    return figure


def _beside_jam_or_fold(chart: TreeChart, upper: Axes, lower: Axes) -> None:
    """Draw the value of jam or fold alone, and mark the stack from which raises gain."""
    alone = [point.jam_or_fold for point in chart.points]
    lower.plot(chart.stacks, alone, color="grey", linewidth=1.5, linestyle=":")
    for values, name in ((alone, "jam or fold"), ([point.value for point in chart.points], "with raises")):
        lower.annotate(f" {name}", (chart.stacks[-1], values[-1]), va="center", fontsize=8)
    if chart.gains_from is not None:
        for axes in (upper, lower):
            axes.axvline(chart.gains_from, color="grey", linewidth=0.8, linestyle="--")
        words = f" raises gain from {chart.grid.text(chart.gains_from)} bb"
        upper.text(chart.gains_from, 4, words, fontsize=8)


def chart_payload(question: ChartFileRequest, chart: Chart | PositionCharts) -> dict[str, str]:
    if question.format in ("png", "svg", "pdf"):
        kind, view = question.format, question.view
        if isinstance(chart, PositionCharts):
            return encoded(f"chart.{kind}", lambda path: position_charts.save_positions(chart, path))
        return encoded(f"chart.{kind}", lambda path: save_figure(chart, path, view))
    return {"text": chart_text(chart, question.format)}


_EDGE_HANDS = 10
"""A terminal lists this many four-card hands on each side of the edge of a range."""
_WIDTH = 120


def values_of(chart: Chart | PositionCharts) -> dict[str, Any]:
    return position_charts.positions_dict(chart) if isinstance(chart, PositionCharts) else chart_dict(chart)


def view_of(
    chart: Chart | PositionCharts,
    view: str = "both",
    at: float | None = None,
    top: int = _EDGE_HANDS,
    width: int = _WIDTH,
) -> Any:
    if isinstance(chart, PositionCharts):
        return position_charts.positions_view(chart, view, at)
    return chart_view(chart, view, at, top, width)


def columns_of_hands(chart: Chart | PositionCharts) -> Columns:
    if isinstance(chart, PositionCharts):
        return position_charts.hands_columns(chart)
    return hands_columns(chart)
