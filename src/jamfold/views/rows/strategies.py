"""What pages are sent of strategies, class by class."""

from __future__ import annotations

from jamfold.questions.strategies import (
    BuildRequest,
    ChartFileRequest,
    ChartStackRequest,
    ListFileRequest,
    ListPageRequest,
    NeedsRequest,
    RangeTextRequest,
    SquareRequest,
)
from jamfold.views.chart_html import chart_stack_fragment
from jamfold.views.rows import ViewSpec
from jamfold.views.spot_html import (
    list_fragment,
    needs_fragment,
    pages_of,
    range_text_fragment,
    square_fragment,
)

ROWS = (
    ViewSpec(SquareRequest, fragment=square_fragment),
    ViewSpec(ListPageRequest, values_of=pages_of, fragment=list_fragment),
    ViewSpec(ListFileRequest, payload_module="spots"),
    ViewSpec(RangeTextRequest, fragment=range_text_fragment),
    ViewSpec(ChartFileRequest, payload_module="chart_files"),
    ViewSpec(ChartStackRequest, fragment=chart_stack_fragment),
    ViewSpec(BuildRequest, payload_module="spots"),
    ViewSpec(NeedsRequest, fragment=needs_fragment),
)
