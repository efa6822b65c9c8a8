"""How tables of two to ten seats are shown."""

from __future__ import annotations

from typing import Any

from jamfold.questions.table import TableRequest
from jamfold.spots.nplayer.result import TableResult
from jamfold.spots.nplayer.seat_decisions import TableResponse, rows_of
from jamfold.views.rows import ViewSpec
from jamfold.views.tables import response_view, shown_table, table_columns, table_sheet


def _values(question: TableRequest, answer: TableResult) -> TableResult | TableResponse:
    return TableResponse(shown_table(question, answer), question.seat) if question.respond else answer


def _view(question: TableRequest, answer: TableResult) -> Any:
    if not question.respond:
        return table_sheet(answer, solved=question.solved)
    rows = rows_of(answer, question.seat)
    return response_view(shown_table(question, answer), question.seat, rows, width=120, chart=False)


ROWS = (
    ViewSpec(
        TableRequest,
        TableResult | TableResponse,
        values_of=_values,
        view=_view,
        columns=lambda question, answer: table_columns(
            shown_table(question, answer), rows_of(answer, question.seat) if question.respond else None
        ),
        payload_module="table_html",
        examples=(
            {"game": "six-plus", "stacks": ["8bb", "10bb", "12bb"]},
            {"game": "six-plus", "seats": 3, "ranges": "btn: 66+,A6+; sb: 15%", "respond": "bb"},
            {"game": "omaha", "preset": "aof", "rake": 5, "cap": "1bb", "seconds": 1},
            {"game": "holdem", "preset": "bubble", "seconds": 1, "seed": 1},
        ),
    ),
)
