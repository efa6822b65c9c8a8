"""What pages are sent of strategies, class by class."""

from __future__ import annotations

from jamfold.questions.strategies import (
    BuildQuestion,
    ChartFileQuestion,
    ChartStackQuestion,
    ListFileQuestion,
    ListPageQuestion,
    NeedsQuestion,
    RangeTextQuestion,
    SquareQuestion,
)
from jamfold.views.fragments.charts import chart_stack_fragment
from jamfold.views.fragments.spots import needs_fragment
from jamfold.views.fragments.strategies import (
    list_fragment,
    pages_of,
    range_text_fragment,
    square_fragment,
)
from jamfold.views.rows import Row

ROWS = (
    Row(SquareQuestion, fragment=square_fragment),
    Row(ListPageQuestion, values_of=pages_of, fragment=list_fragment),
    Row(ListFileQuestion, page="spot_page"),
    Row(RangeTextQuestion, fragment=range_text_fragment),
    Row(ChartFileQuestion, page="chart_page"),
    Row(ChartStackQuestion, fragment=chart_stack_fragment),
    Row(BuildQuestion, page="spot_page"),
    Row(NeedsQuestion, fragment=needs_fragment),
)
