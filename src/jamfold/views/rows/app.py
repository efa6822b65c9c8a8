"""How the file that solves is shown: as a file."""

from __future__ import annotations

from typing import Any

from jamfold.questions.app import AppRequest, PlanesRequest
from jamfold.views.app.page import app_file
from jamfold.views.contracts.base import FileContract
from jamfold.views.rows import ViewSpec


def _file(question: AppRequest, parts: Any) -> FileContract:
    return FileContract(name=question.file_name, text=app_file(parts))


ROWS = (
    ViewSpec(AppRequest, FileContract, values_of=_file, examples=({"games": ["holdem"]},)),
    ViewSpec(PlanesRequest, payload_module="app.sent"),
)
