"""How what is kept is shown."""

from __future__ import annotations

from jamfold.answers.tables import ClassAgainstClass, KeptTable
from jamfold.questions.tables import TablesListQuestion, TablesShowQuestion
from jamfold.views.rows import Row
from jamfold.views.tables import cell_text, tables_view

ROWS = (
    Row(
        TablesListQuestion,
        tuple[KeptTable, ...],
        values_of=lambda _, answer: list(answer.tables),
        view=lambda _, answer: tables_view(answer.tables),
        remarks=lambda answer: answer.notices,
    ),
    Row(TablesShowQuestion, ClassAgainstClass, view=lambda _, answer: cell_text(answer)),
)
