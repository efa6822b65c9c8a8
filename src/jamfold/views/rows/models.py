"""How stack models are shown beside solved tournaments."""

from __future__ import annotations

from jamfold.questions.models import ModelsRequest
from jamfold.spots.tournaments.model_comparison import ModelComparison
from jamfold.views.fgs import models_columns, models_sheet
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        ModelsRequest,
        ModelComparison,
        sheet=models_sheet,
        columns=lambda _, answer: models_columns(answer),
        csv_help="Print CSV, a line per model and seat.",
        examples=({"game": "six-plus", "stacks": [14, 6], "blinds": [1, 2], "prizes": [50, 30], "depth": 2},),
    ),
)
