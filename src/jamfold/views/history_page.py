"""What the computing process sends about played hands as files."""

from __future__ import annotations

from jamfold.errors import HistoryError
from jamfold.histories.opponents import Opponent
from jamfold.histories.report import Report
from jamfold.questions.history_reports import HistoryOpponentsFileRequest, HistoryReportFileRequest
from jamfold.views.columns import columns_csv
from jamfold.views.contracts.history_reports import ReportContract
from jamfold.views.contracts.opponents import OpponentContract
from jamfold.views.history_files import opponents_columns, report_columns, report_html
from jamfold.views.rows import Responses

MOST_LINES = 200_000
"""Decisions that a browser is sent in one file: 60 MB."""


def _report_file(question: HistoryReportFileRequest, answer: Report) -> dict[str, str]:
    """The report as text."""
    if question.format == "html":
        return {"text": report_html(ReportContract.of(answer))}
    if answer.total.decisions > MOST_LINES:
        raise HistoryError(
            f"{answer.total.decisions:,} decisions are too many for a browser: choose a game, a seat or "
            "stacks, or take the command 'jamfold history report', which writes them all."
        )
    return {"text": columns_csv(report_columns(answer))}


def _opponents_file(question: HistoryOpponentsFileRequest, answer: tuple[Opponent, ...]) -> dict[str, str]:
    return {"text": columns_csv(opponents_columns(map(OpponentContract.of, answer)))}


RESPONSES: Responses = {
    HistoryReportFileRequest: _report_file,
    HistoryOpponentsFileRequest: _opponents_file,
}
