"""What the computing process sends to the page of charts."""

from __future__ import annotations

import math
from typing import Any

from jamfold.cards import RANK_NAMES
from jamfold.questions.charts import ChartQuestion
from jamfold.questions.strategies import ChartFileQuestion
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import Pattern, pattern_matrix
from jamfold.spots.charts import Chart
from jamfold.spots.pattern_play import pattern_curve
from jamfold.spots.strategy import Seat
from jamfold.views.chart_edges import has_gaps, interval_text, point_at, top_text
from jamfold.views.chart_export import chart_text, point_dict
from jamfold.views.chart_figures import save_figure
from jamfold.views.chart_style import caption
from jamfold.views.figures import encoded
from jamfold.views.rows import Responses

_DIGITS = 4


def _chart(question: ChartQuestion, chart: Chart) -> dict[str, Any]:
    """Curves over the stack; thresholds as a square, or the patterns of four cards at every stack."""
    values: dict[str, Any] = {
        "game": chart.game.name,
        "title": chart.game.title,
        "caption": caption(chart),
        "points": [point_dict(point) for point in chart.points],
        "usual_point": point_at(chart, None),
    }
    if has_grid(chart.game):
        return values | _square(chart)
    return values | {"patterns": {seat.value: _patterns(chart, seat) for seat in Seat}}


def _square(chart: Chart) -> dict[str, Any]:
    """Thresholds of both players, cell by cell."""
    seats: dict[str, Any] = {}
    for seat in Seat:
        tops = chart.thresholds(seat).tolist()
        seats[seat.value] = [
            {
                "row": row,
                "column": column,
                "id": class_id,
                "hand": class_label(chart.game, class_id),
                "top": tops[class_id],
                "text": top_text(chart, 0.0 if math.isnan(tops[class_id]) else tops[class_id]),
                "intervals": interval_text(chart, chart.intervals(seat, class_id)),
                "gaps": has_gaps(chart, chart.intervals(seat, class_id)),
            }
            for (row, column), class_id in sorted(grid_cells(chart.game).items())
        ]
    return {"ranks": RANK_NAMES[::-1][: chart.game.n_ranks], "seats": seats}


def _patterns(chart: Chart, seat: Seat) -> dict[str, Any]:
    """How much of every pattern a player plays, stack by stack."""
    matrix, sizes = pattern_matrix(chart.game), chart.classes.sizes

    def values(pattern: Pattern) -> dict[str, Any]:
        curve = pattern_curve(chart, seat, pattern)
        return {
            "hands": int(sizes[pattern.ids].sum()),
            "top": top_text(chart, 0.0 if math.isnan(curve.threshold) else curve.threshold),
            "intervals": interval_text(chart, curve.intervals),
            "gaps": has_gaps(chart, curve.intervals),
            "played": [round(share, _DIGITS) for share in curve.played.tolist()],
        }

    rows = [
        values(row) | {"name": row.name, "cells": {suits: values(cell) for suits, cell in row.cells.items()}}
        for row in matrix.rows
    ]
    columns = [values(column) | {"name": column.name} for column in matrix.columns]
    return {"all": chart.game.n_hands, "rows": rows, "columns": columns}


def _chart_file(question: ChartFileQuestion, chart: Chart) -> dict[str, str]:
    """A chart as text, a picture in base64."""
    if question.format in ("png", "svg"):
        kind, view = question.format, question.view
        return encoded(f"chart.{kind}", lambda path: save_figure(chart, path, view))
    return {"text": chart_text(chart, question.format)}


RESPONSES: Responses = {
    ChartQuestion: _chart,
    ChartFileQuestion: _chart_file,
}
