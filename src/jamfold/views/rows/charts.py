"""How charts over the stacks are shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jamfold.questions.charts import ChartRequest
from jamfold.spots.charts import Chart
from jamfold.spots.nplayer.position_charts import PositionCharts
from jamfold.views import position_charts
from jamfold.views.chart_files import chart_dict, hands_columns
from jamfold.views.chart_html import chart_fragment, positions_fragment
from jamfold.views.charts import chart_view
from jamfold.views.position_charts import positions_dict, positions_view
from jamfold.views.rows import ViewSpec

EDGE_HANDS = 10
"""Hands on each side of the edge that a chart of four cards lists."""


def _by_kind(chart: Any, two: Callable[[Chart], Any], seats: Callable[[PositionCharts], Any]) -> Any:
    return seats(chart) if isinstance(chart, PositionCharts) else two(chart)


ROWS = (
    ViewSpec(
        ChartRequest,
        values_of=lambda _, chart: _by_kind(chart, chart_dict, positions_dict),
        view=lambda _, chart: _by_kind(
            chart,
            lambda one: chart_view(one, "both", None, EDGE_HANDS, 120),
            lambda one: positions_view(one, "both", None),
        ),
        columns=lambda _, chart: _by_kind(chart, hands_columns, position_charts.hands_columns),
        fragment=lambda question, chart: _by_kind(
            chart, lambda one: chart_fragment(question, one), positions_fragment
        ),
        skip_json_on_pages=True,
    ),
)
