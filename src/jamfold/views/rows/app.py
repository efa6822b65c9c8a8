"""How the file that solves is shown: as a file."""

from __future__ import annotations

from typing import Any

from jamfold.questions.app import AppRequest, PlanesRequest
from jamfold.views.offline_app import app_file
from jamfold.views.rows import ViewSpec
from jamfold.views.schema import FileContract


def _file(question: AppRequest, parts: Any) -> FileContract:
    return FileContract(name=question.file_name, text=app_file(parts))


ROWS = (
    ViewSpec(AppRequest, FileContract, values_of=_file, examples=({"games": ["holdem"]},)),
    ViewSpec(PlanesRequest, payload_module="offline_app"),
)
