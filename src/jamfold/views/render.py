"""Rendering of results by the view specs of their requests: JSON responses, and display in Python.

In Python a result shows the terminal's text, the values of ``--json``, columns and HTML.  The view spec is
that of the result's request; for anything else, such as a loaded solution, that of the request that usually
has such a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jamfold.cases.entries import CaseRequest
from jamfold.cases.view_spec import ViewSpec, call, resolve, view_spec_of
from jamfold.core.errors import QuestionError
from jamfold.views.formats import to_values
from jamfold.views.html import Html, with_style
from jamfold.views.notebook import as_html, is_drawn, printed
from jamfold.views.sheet import Sheet
from jamfold.views.sheet_html import sheet_html
from jamfold.views.terminal import plain_text


def respond(question: CaseRequest, answer: Any) -> Any:
    """Return the response to a request: its contract, what its page shows, or both."""
    row = view_spec_of(type(question))
    body: dict[str, Any] = {}
    if row.has_html:
        body = {"html": _html(row, question, answer)}
    elif row.payload:
        body = call(row.payload, question=question, answer=answer)
    else:
        return to_values(row.values(question, answer))
    if row.has_values and not row.skip_json_on_pages and (row.has_html or row.is_summary):
        return to_values({"summary": row.values(question, answer)} | body)
    return to_values(body)


_USUAL = {
    "Chart": "charts:ChartRequest",
    "TreeChart": "charts:ChartRequest",
    "TreeSpot": "spots:SolveRequest",
    "EquityResult": "equities:EquityRequest",
    "Explanation": "lookups:ExplainRequest",
    "Exploit": "spots:SolveRequest",
    "FutureGame": "future:FutureRequest",
    "Icm": "worth:IcmRequest",
    "Outline": "explorer:OutlineRequest",
    "PayTable": "videopoker:ShowPayTableRequest",
    "SpotSolution": "spots:SolveRequest",
    "Tournament": "tournaments:TournamentRequest",
}
"""By type of result, the request whose view spec needs only the answer, in a module of `cases`."""


def text_of(result: Any, question: CaseRequest | None) -> str:
    """Return the command's text; the name of the type if it has none."""
    view = _view(result, question)
    lines = () if view is None else plain_text(view).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n") or f"<{type(result).__name__}>"


def values_of(result: Any, question: CaseRequest | None) -> Any:
    """Return the command's JSON; if it has none, the response to a page."""
    row = _row(result, question)
    if row is not None and row.has_values:
        return to_values(row.values(question, result))  # type: ignore[arg-type]
    if question is not None and row is not None and row.payload:
        return respond(question, result)
    raise QuestionError(f"A {type(result).__name__} has no JSON by itself: what a question answers with has.")


def columns_of(result: Any, question: CaseRequest | None) -> dict[str, Any]:
    """Return the columns of the command's CSV; else those of the only list in its JSON, or one line."""
    row = _row(result, question)
    if row is not None and row.columns:
        return dict(call(row.columns, question=question, answer=result))
    values = values_of(result, question)
    if isinstance(values, dict):
        lists = [
            value
            for value in values.values()
            if isinstance(value, Sequence) and value and all(isinstance(item, dict) for item in value)
        ]
        values = lists[0] if len(lists) == 1 else [values]
    return {name: [line.get(name) for line in values] for name in (values[0] if values else ())}


def html_of(result: Any, question: CaseRequest | None) -> str:
    """Return pictures of ranges if the result has them, else the command's text."""
    if is_drawn(result):
        return as_html(result)
    row = _row(result, question)
    if question is not None and row is not None and row.has_html:
        return with_style(_html(row, question, result))
    return f"<div>{printed(_view(result, question) or text_of(result, question))}</div>"


def _view(result: Any, question: CaseRequest | None) -> Any:
    row = _row(result, question)
    return None if row is None else row.render(question, result)  # type: ignore[arg-type]


def _row(result: Any, question: CaseRequest | None) -> ViewSpec | None:
    """Return the view spec of the request, or of the usual one."""
    if question is not None:
        return view_spec_of(type(question))
    usual = _USUAL.get(type(result).__name__)
    return None if usual is None else view_spec_of(resolve(f"cases.{usual}"))


def _html(row: ViewSpec, question: CaseRequest, answer: Any) -> Html:
    """Return the answer as HTML; the view spec must have a sheet or a fragment."""
    result = call(row.sheet or row.fragment, question=question, answer=answer)
    return sheet_html(result) if isinstance(result, Sheet) else result
