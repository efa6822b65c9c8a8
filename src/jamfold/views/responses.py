"""What the computing process sends back: the answer to a question as JSON values."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from jamfold.questions.entries import CaseRequest
from jamfold.views.json import to_values
from jamfold.views.rows import view_spec_of


def respond(question: CaseRequest, answer: Any) -> Any:
    """The answer to a question: its contract, or what its page shows, or both."""
    row = view_spec_of(type(question))
    shown: dict[str, Any] = {}
    if row.has_html:
        shown = {"html": row.html(question, answer)}
    elif row.payload_module:
        shown = import_module(f"jamfold.views.{row.payload_module}").RESPONSES[type(question)](
            question, answer
        )
    else:
        return to_values(row.values(question, answer))
    if row.has_values and not row.skip_json_on_pages and (row.has_html or row.is_summary):
        return to_values({"summary": row.values(question, answer)} | shown)
    return to_values(shown)
