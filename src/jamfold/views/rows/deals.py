"""How final-table deals are shown."""

from __future__ import annotations

from jamfold.questions.deals import DealRequest
from jamfold.valuation.deal import PrizeSplit
from jamfold.views.deals import deal_columns, deal_sheet
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        DealRequest,
        PrizeSplit,
        sheet=deal_sheet,
        columns=deal_columns,
        csv_help="Print CSV, a line per player.",
        examples=(
            {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]},
            {"stacks": [60, 25, 15], "prizes": [1000, 600, 400], "method": "chips", "keep": 100},
        ),
    ),
)
