"""What the API answers: every question whose row has requests as examples."""

from __future__ import annotations

from jamfold.questions.entries import Question
from jamfold.views.rows import all_rows

ROUTES = tuple(
    sorted((row for row in all_rows() if row.examples is not None), key=lambda row: row.question.name)
)


def summary(question: type[Question]) -> str:
    """What a question is, in a few words."""
    return (question.__doc__ or "").split(":")[0].split(".")[0].strip()
