"""How the file that solves is shown: as a file."""

from __future__ import annotations

from typing import Any

from jamfold.questions.app import AppQuestion, PlanesQuestion
from jamfold.views.app.page import app_file
from jamfold.views.contracts.base import FileContract
from jamfold.views.rows import Row


def _file(question: AppQuestion, parts: Any) -> FileContract:
    return FileContract(name=question.file_name, text=app_file(parts))


ROWS = (
    Row(AppQuestion, FileContract, values_of=_file, examples=({"games": ["holdem"]},)),
    Row(PlanesQuestion, page="app.sent"),
)
