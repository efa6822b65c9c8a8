"""How stacks in prizes are shown."""

from __future__ import annotations

from jamfold.questions.worth import IcmFileRequest, IcmRequest
from jamfold.valuation.icm import Icm
from jamfold.views.icm import icm_columns, icm_sheet
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        IcmRequest,
        Icm,
        sheet=icm_sheet,
        columns=lambda _, answer: icm_columns(answer),
        csv_help="Print CSV, a line per player, with full precision.",
        examples=(
            {"stacks": [5000, 3000, 2000], "prizes": [50, 30, 20]},
            {"stacks": [8, 4, 4], "prizes": ["65%", "35%"], "model": "ben-roberts"},
            {"stacks": [40, 30, 30], "prizes": [100, 60], "bounty": [25, 25, 50], "progressive": 0.5},
        ),
    ),
    ViewSpec(IcmFileRequest, payload_module="calculator_payloads"),
)
