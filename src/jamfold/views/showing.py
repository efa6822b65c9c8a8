"""Results as they show themselves in Python: the terminal's text, the values of ``--json``, columns, HTML.

An answer to a question of the package is shown by the row of that question; what was made otherwise, such
as a solution that was loaded, by the row of the question that is usually answered so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jamfold.calculator.results import EquityResult
from jamfold.errors import QuestionError
from jamfold.questions.charts import ChartRequest
from jamfold.questions.entries import CaseRequest
from jamfold.questions.equities import EquityRequest
from jamfold.questions.explorer import OutlineRequest
from jamfold.questions.future import FutureRequest
from jamfold.questions.lookups import ExplainRequest
from jamfold.questions.spots import SolveRequest
from jamfold.questions.tournaments import TournamentRequest
from jamfold.questions.videopoker import ShowPayTableRequest
from jamfold.questions.worth import IcmRequest
from jamfold.spots.charts import Chart
from jamfold.spots.explain import Explanation
from jamfold.spots.exploit import Exploit
from jamfold.spots.outline import Outline
from jamfold.spots.solution import SpotSolution
from jamfold.spots.tree import TreeSpot
from jamfold.spots.tree_charts import TreeChart
from jamfold.tournaments.future import FutureGame
from jamfold.tournaments.tournament import Tournament
from jamfold.videopoker.paytable import PayTable
from jamfold.views.html import with_style
from jamfold.views.json import to_values
from jamfold.views.notebook import as_html, is_drawn, printed
from jamfold.views.responses import respond
from jamfold.views.rows import ViewSpec, view_spec_of
from jamfold.views.terminal import plain_text
from jamfold.worth.icm import Icm

_USUAL: dict[type, type[CaseRequest]] = {
    Chart: ChartRequest,
    TreeChart: ChartRequest,
    TreeSpot: SolveRequest,
    EquityResult: EquityRequest,
    Explanation: ExplainRequest,
    Exploit: SolveRequest,
    FutureGame: FutureRequest,
    Icm: IcmRequest,
    Outline: OutlineRequest,
    PayTable: ShowPayTableRequest,
    SpotSolution: SolveRequest,
    Tournament: TournamentRequest,
}
"""The question whose row needs nothing but the answer."""


def text_of(result: Any, question: CaseRequest | None) -> str:
    """What the command shows; the name of the type where it shows nothing."""
    view = _view(result, question)
    lines = () if view is None else plain_text(view).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip("\n") or f"<{type(result).__name__}>"


def values_of(result: Any, question: CaseRequest | None) -> Any:
    """The JSON of the command; where there is none, what a page is sent."""
    row = _row(result, question)
    if row is not None and row.has_values:
        return to_values(row.values(question, result))  # type: ignore[arg-type]
    if question is not None and row is not None and row.payload_module:
        return respond(question, result)
    raise QuestionError(f"A {type(result).__name__} has no JSON by itself: what a question answers with has.")


def columns_of(result: Any, question: CaseRequest | None) -> dict[str, Any]:
    """The columns of the command's CSV; else those of the only list in its JSON, or one line of it."""
    row = _row(result, question)
    if row is not None and row.columns is not None:
        return dict(row.columns(question, result))
    values = values_of(result, question)
    if isinstance(values, dict):
        lists = [one for one in values.values() if _are_lines(one)]
        values = lists[0] if len(lists) == 1 else [values]
    return {name: [line.get(name) for line in values] for name in (values[0] if values else ())}


def html_of(result: Any, question: CaseRequest | None) -> str:
    """Pictures of ranges where there are some, else what the command shows."""
    if is_drawn(result):
        return as_html(result)
    row = _row(result, question)
    if question is not None and row is not None and row.has_html:
        return with_style(row.html(question, result))
    return f"<div>{printed(_view(result, question) or text_of(result, question))}</div>"


def _view(result: Any, question: CaseRequest | None) -> Any:
    row = _row(result, question)
    return None if row is None else row.shown(question, result)  # type: ignore[arg-type]


def _row(result: Any, question: CaseRequest | None) -> ViewSpec | None:
    """The row of the question, or of the usual one."""
    kind = _USUAL.get(type(result)) if question is None else type(question)
    return None if kind is None else view_spec_of(kind)


def _are_lines(value: Any) -> bool:
    return isinstance(value, Sequence) and bool(value) and all(isinstance(one, dict) for one in value)
