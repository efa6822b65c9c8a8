"""How many solved spots are shown."""

from __future__ import annotations

from jamfold.questions.batch import BatchRequest
from jamfold.views.batch import BatchLineContract, batch_columns, batch_line
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        BatchRequest,
        values_of=lambda _, answer: list(map(BatchLineContract.of, answer.lines)),
        view=lambda question, answer: batch_line(answer, question.out),
        columns=lambda _, answer: batch_columns(answer),
    ),
)
