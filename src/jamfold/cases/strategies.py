"""Questions of pages that show whole strategies: pictures, pages of a list, files."""

from __future__ import annotations

from jamfold.cases.charts import ChartRequest
from jamfold.cases.chips import ChipsRequest, GameRequest
from jamfold.cases.fields import request_field
from jamfold.cases.hands import HandsRequest, StrategyRequest
from jamfold.cases.spots import EXACT, METHODS
from jamfold.cases.view_spec import ViewSpec


class BuildRequest(GameRequest):
    """Load a game's table, building it first where it is missing."""

    name = "build"
    queue = "solving"
    answered_by = "cases.answers.hands:build"
    title_text = "table of {0.rules.title}"
    view_spec = ViewSpec(payload="views.spots:build_payload")


class NeedsRequest(ChipsRequest):
    """Say what building the tables of a spot takes, if they are missing and that takes long."""

    name = "needs"
    is_cacheable = False
    answered_by = "cases.answers.hands:needs"
    view_spec = ViewSpec(payload="views.spots:needs_payload(answer)")

    method: str = request_field(EXACT, "Of the answer that is wanted.", choices=METHODS)


class SquareRequest(StrategyRequest):
    """One player's strategy as a picture, with an optional second one for comparison."""

    name = "square"
    answered_by = "cases.answers.hands:square"
    view_spec = ViewSpec(fragment="views.spots:square_fragment")


class ListPageRequest(HandsRequest):
    """One page of a list of hands."""

    name = "list"
    view_spec = ViewSpec(values_of="views.spots:pages_of", fragment="views.spots:list_fragment")

    page: int = request_field(1, "The page.", minimum=1)
    size: int = request_field(25, "Hands per page.", minimum=1, maximum=200)


class ListFileRequest(HandsRequest):
    """A list of hands as a file, what is played of it as a range, or the strategy as a picture."""

    name = "list-file"
    view_spec = ViewSpec(payload="views.spots:list_payload")

    format: str = request_field("csv", "The format.", choices=("csv", "json", "png", "txt"))


class RangeTextRequest(HandsRequest):
    """What is played of a list of hands, as a range."""

    name = "range-text"
    view_spec = ViewSpec(fragment="views.spots:range_text_fragment")


class ChartStackRequest(ChartRequest):
    """How much of every pattern of four-card hands is played at one stack of a chart."""

    name = "chart-stack"
    queue = "asking"
    view_spec = ViewSpec(fragment="views.chart_html:chart_stack_fragment")

    stack: float | None = request_field(
        None, "The stack, big blinds; the nearest of the chart is shown.", metavar="BB"
    )


class ChartFileRequest(ChartRequest):
    """A chart as a file."""

    name = "chart-file"
    view_spec = ViewSpec(payload="views.chart_files:chart_payload")

    format: str = request_field(
        "csv", "The format.", choices=("csv", "points", "json", "ranges", "png", "svg", "pdf")
    )
    view: str = request_field("both", "What a picture shows.", choices=("both", "jam", "call", "curves"))
