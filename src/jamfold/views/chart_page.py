"""The files of a chart as pages send them."""

from __future__ import annotations

from jamfold.questions.strategies import ChartFileRequest
from jamfold.spots.charts import Chart
from jamfold.spots.table.positions import PositionCharts
from jamfold.views.chart_export import chart_text
from jamfold.views.chart_figures import save_figure
from jamfold.views.figures import encoded
from jamfold.views.position_figures import save_positions
from jamfold.views.rows import Responses


def _chart_file(question: ChartFileRequest, chart: Chart | PositionCharts) -> dict[str, str]:
    """A chart as text, a picture in base64."""
    if question.format in ("png", "svg", "pdf"):
        kind, view = question.format, question.view
        if isinstance(chart, PositionCharts):
            return encoded(f"chart.{kind}", lambda path: save_positions(chart, path))
        return encoded(f"chart.{kind}", lambda path: save_figure(chart, path, view))
    return {"text": chart_text(chart, question.format)}


RESPONSES: Responses = {ChartFileRequest: _chart_file}
