"""How charts over the stacks are shown."""

from __future__ import annotations

from jamfold.questions.charts import ChartQuestion
from jamfold.views.chart_export import chart_dict, hands_columns
from jamfold.views.chart_tables import chart_view
from jamfold.views.fragments.charts import chart_fragment
from jamfold.views.rows import Row

EDGE_HANDS = 10
"""Hands on each side of the edge that a chart of four cards lists."""

ROWS = (
    Row(
        ChartQuestion,
        values_of=lambda _, chart: chart_dict(chart),
        view=lambda _, chart: chart_view(chart, "both", None, EDGE_HANDS, 120),
        columns=lambda _, chart: hands_columns(chart),
        fragment=chart_fragment,
        is_large=True,
    ),
)
