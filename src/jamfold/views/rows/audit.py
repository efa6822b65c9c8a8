"""How audits are shown."""

from __future__ import annotations

from pathlib import Path

from jamfold.core.storage.whole_files import write_atomically
from jamfold.questions.audit import AuditRequest
from jamfold.spots.nplayer.audit import Audit
from jamfold.views.audit import audit_columns, audit_sheet
from jamfold.views.figures import check_page
from jamfold.views.rows import FileOption, ViewSpec
from jamfold.views.sheet_html import sheet_file


def _write(question: AuditRequest, answer: Audit, path: Path) -> None:
    write_atomically(path, sheet_file(audit_sheet(question, answer)))


ROWS = (
    ViewSpec(
        AuditRequest,
        Audit,
        sheet=audit_sheet,
        columns=lambda _, answer: audit_columns(answer),
        csv_help="Print CSV: every hand that costs something, the dearest first.",
        files=(
            FileOption("--html", "Write one HTML file that needs no network and prints.", _write, check_page),
        ),
        examples=(
            {"game": "six-plus", "stacks": ["10bb", "10bb"], "ranges": "sb: 66+,A6+\nbb after sb: 15%"},
            {"game": "six-plus", "seats": 3, "ranges": "btn: 66+,A6+"},
        ),
    ),
)
