"""What pages are sent of strategies, class by class."""

from __future__ import annotations

from jamfold.questions.strategies import (
    BuildQuestion,
    ChartFileQuestion,
    FamiliesQuestion,
    ListFileQuestion,
    ListPageQuestion,
    NeedsQuestion,
    RangeTextQuestion,
    SquareQuestion,
)
from jamfold.views.rows import Row

ROWS = (
    Row(SquareQuestion, page="spot_page"),
    Row(FamiliesQuestion, page="spot_page"),
    Row(ListPageQuestion, page="spot_page"),
    Row(ListFileQuestion, page="spot_page"),
    Row(RangeTextQuestion, page="spot_page"),
    Row(ChartFileQuestion, page="chart_page"),
    Row(BuildQuestion, page="spot_page"),
    Row(NeedsQuestion, page="spot_page"),
)
