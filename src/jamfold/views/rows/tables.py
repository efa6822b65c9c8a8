"""How what is kept is shown."""

from __future__ import annotations

from jamfold.answers.tables import ClassAgainstClass, StoredTable
from jamfold.questions.tables import TablesListRequest, TablesShowRequest
from jamfold.views.rows import ViewSpec
from jamfold.views.storage import cell_text, tables_sheet

ROWS = (
    ViewSpec(
        TablesListRequest,
        tuple[StoredTable, ...],
        values_of=lambda _, answer: list(answer.tables),
        view=lambda _, answer: tables_sheet(answer.tables),
        notes_of=lambda answer: answer.notices,
    ),
    ViewSpec(TablesShowRequest, ClassAgainstClass, view=lambda _, answer: cell_text(answer)),
)
