"""How audits are shown."""

from __future__ import annotations

from pathlib import Path

from jamfold.kept.whole import write_atomically
from jamfold.questions.audit import AuditRequest
from jamfold.spots.table.audit_result import Audit
from jamfold.views.audit import audit_columns, audit_view
from jamfold.views.figures import check_page
from jamfold.views.fragments.audit import audit_fragment, audit_page
from jamfold.views.rows import FileOption, ViewSpec


def _write(question: AuditRequest, answer: Audit, path: Path) -> None:
    write_atomically(path, audit_page(question, answer))


ROWS = (
    ViewSpec(
        AuditRequest,
        Audit,
        view=lambda _, answer: audit_view(answer),
        columns=lambda _, answer: audit_columns(answer),
        csv_help="Print CSV: every hand that costs something, the dearest first.",
        files=(
            FileOption("--html", "Write one HTML file that needs no network and prints.", _write, check_page),
        ),
        fragment=audit_fragment,
        examples=(
            {"game": "six-plus", "stacks": ["10bb", "10bb"], "ranges": "sb: 66+,A6+\nbb after sb: 15%"},
            {"game": "six-plus", "seats": 3, "ranges": "btn: 66+,A6+"},
        ),
    ),
)
