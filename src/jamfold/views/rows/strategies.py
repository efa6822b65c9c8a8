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
from jamfold.views.fragments.charts import chart_stack_fragment
from jamfold.views.fragments.spots import needs_fragment
from jamfold.views.fragments.strategies import (
    list_fragment,
    pages_of,
    range_text_fragment,
    square_fragment,
)
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(SquareRequest, fragment=square_fragment),
    ViewSpec(ListPageRequest, values_of=pages_of, fragment=list_fragment),
    ViewSpec(ListFileRequest, payload_module="spot_page"),
    ViewSpec(RangeTextRequest, fragment=range_text_fragment),
    ViewSpec(ChartFileRequest, payload_module="chart_page"),
    ViewSpec(ChartStackRequest, fragment=chart_stack_fragment),
    ViewSpec(BuildRequest, payload_module="spot_page"),
    ViewSpec(NeedsRequest, fragment=needs_fragment),
)
