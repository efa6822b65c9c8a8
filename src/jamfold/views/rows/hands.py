"""How lists of hands and comparisons are shown."""

from __future__ import annotations

from jamfold.questions.hands import CompareRequest, HandsRequest
from jamfold.views.comparison import CompareContract, compare_sheet
from jamfold.views.rows import ViewSpec, warnings_of
from jamfold.views.spots import TABLE_ROWS, hands_columns, hands_sheet, hands_values

ROWS = (
    ViewSpec(
        HandsRequest,
        values_of=lambda _, answer: hands_values(answer),
        view=lambda question, answer: hands_sheet(answer, question.top or TABLE_ROWS),
        columns=lambda _, answer: hands_columns(answer),
        notes_of=warnings_of,
        omitted_fields=("other",),
    ),
    ViewSpec(
        CompareRequest,
        CompareContract,
        values_of=lambda question, answer: CompareContract.of(answer, question.top),
        sheet=compare_sheet,
        notes_of=warnings_of,
        examples=(
            {"game": "holdem", "other": {"stacks": ["12bb", "12bb"]}},
            {"game": "six-plus", "jam": "66+,A6+", "top": 5},
        ),
    ),
)
