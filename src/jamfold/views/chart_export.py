"""Charts as CSV and JSON, in full precision."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import isnan
from typing import Any

import numpy as np

from jamfold.cards import format_cards
from jamfold.counting.classes import hand_classes
from jamfold.errors import ChartError
from jamfold.games import Game
from jamfold.hand.raises import Size
from jamfold.ranges.grid import class_label, has_grid
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.charts import Chart, ChartPoint
from jamfold.spots.strategy import Seat
from jamfold.spots.table.positions import PositionCharts
from jamfold.spots.tree_charts import TreeChart, TreePoint
from jamfold.views.chart_edges import interval_text
from jamfold.views.columns import Columns, columns_csv, columns_of
from jamfold.views.position_charts import positions_text
from jamfold.views.range_text import ranges_csv
from jamfold.views.tree_chart import size_text, tree_hand, tree_point, tree_values

SEATS = (Seat.SMALL_BLIND, Seat.BIG_BLIND)


def point_dict(point: ChartPoint, *, money: bool = False, sizes: tuple[Size, ...] = ()) -> dict[str, Any]:
    """One stack as JSON keeps it; in big blinds, or in money; with the sizes of several opens."""
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
        "pure_jam_value_bb": _known(point.pure_values[0]),
        "pure_call_value_bb": _known(point.pure_values[1]),
        "pure_delta_bb": _known(point.delta),
        "pure_proven": point.pure_proven,
        "value_money": point.value if money else None,
        "epsilon_money": point.epsilon if money else None,
        "gains_money": list(point.gains) if money else [None, None],
    }
    return values | tree_point(point, sizes) if isinstance(point, TreePoint) else values


def _points(chart: Chart) -> list[dict[str, Any]]:
    """All stacks."""
    sizes = chart.sizes if isinstance(chart, TreeChart) else ()
    return [point_dict(point, money=chart.in_money, sizes=sizes) for point in chart.points]


def _known(value: float) -> float | None:
    """A number, or none for nan."""
    return None if isnan(value) else value


def hand_dict(chart: Chart, class_id: int) -> dict[str, Any]:
    """One class as JSON keeps it.

    ``free`` lists the stacks at which the hand is indifferent for either
    player; ``mixed_jam`` and ``mixed_call`` give [stack, chance] where the
    chance is neither 0 nor 1.
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
    """The whole chart as JSON keeps it, the contract of ``jamfold chart --json``."""
    tree = tree_values(chart) if isinstance(chart, TreeChart) else {}
    return {
        "game": chart.game.name,
        **asdict(chart.level),
        "b": chart.points[-1].b,
        "exact": chart.exact,
        "largest_epsilon_bb": None if chart.in_money else chart.epsilon,
        "largest_pure_delta_bb": _known(chart.delta),
        "largest_epsilon_money": chart.epsilon if chart.in_money else None,
        "utility": chart.terms.utility.as_dict(),
        "rake": chart.terms.rake_values,
        **tree,
        "stacks": list(chart.stacks),
        "points": _points(chart),
        "hands": [hand_dict(chart, class_id) for class_id in range(chart.classes.n)],
    }


def as_json(chart: Chart) -> str:
    """The whole chart as JSON, one line per hand."""
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
    """One row per class: the stacks at which it is played, and where it is free.

    ``jam_to`` and ``call_to`` are the largest stack at which the hand is
    played, empty if at none; they end at the top of the chart.  Four-card hands have
    their ``family`` at the end, as ``jamfold hands --family`` takes it.
    """
    classes = chart.classes
    ids = range(classes.n)
    columns: Columns = {
        "id": list(ids),
        "hand": [class_label(chart.game, one) for one in ids],
        "cards": [format_cards(cards) for cards in classes.representatives.tolist()],
        "combinations": classes.sizes.tolist(),
    }
    for seat in SEATS:
        played = ((chart.intervals(seat, one), chart.free_intervals(seat, one)) for one in ids)
        texts = [[interval_text(chart, one) for one in pair] for pair in played]
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
    """The stacks at which each class jams, raises, calls or folds to a jam, and does better by a raise."""
    hands = [tree_hand(chart, one) for one in range(chart.classes.n)]
    columns: Columns = {
        name: [interval_text(chart, [(low, high) for low, high in hand[name]]) for hand in hands]
        for name in ("jam", "open", "open_call", "open_fold", "open_better")
    }
    tops = [hand["open_better_from"] for hand in hands]
    return columns | {"open_better_from": [None if top is None else chart.grid.text(top) for top in tops]}


def _families(game: Game) -> list[str]:
    """The cell of each class; empty where classes fill a square."""
    if not game.has_families:
        return []
    names = [""] * hand_classes(game).n
    for cell in pattern_matrix(game).cells():
        for class_id in cell.ids.tolist():
            names[class_id] = cell.name
    return names


def points_columns(chart: Chart) -> Columns:
    """One row per stack: shares, value, epsilon."""
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
    """A chart as text: ``csv`` of the hands, ``points`` of the stacks, ``ranges``, or ``json``.

    Raises ChartError if ranges are asked of a game whose ranges are lists of thousands of hands.
    """
    if isinstance(chart, PositionCharts):
        return positions_text(chart, kind)
    if kind == "ranges":
        if not has_grid(chart.game):
            raise ChartError(f"Ranges of {chart.game.name} are lists of thousands of hands: take csv.")
        return ranges_csv(chart)
    if kind == "json":
        return as_json(chart)
    return columns_csv(hands_columns(chart) if kind == "csv" else points_columns(chart))
