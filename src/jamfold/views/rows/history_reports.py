"""How reports on played hands are shown."""

from __future__ import annotations

from pathlib import Path

from jamfold.core.storage.whole_files import write_atomically
from jamfold.histories.multiway_solver import TablesSampled
from jamfold.histories.report import Report
from jamfold.questions.history_reports import (
    HistoryExplainRequest,
    HistoryOpponentsFileRequest,
    HistoryOpponentsRequest,
    HistoryReportFileRequest,
    HistoryReportRequest,
    HistoryTablesRequest,
)
from jamfold.views.figures import check_page
from jamfold.views.history_files import opponents_columns, report_columns, report_file
from jamfold.views.history_import import sampled_fragment, sampled_line
from jamfold.views.history_report import explained_lines, report_sheet
from jamfold.views.history_report_html import explained_fragment, report_fragment
from jamfold.views.history_schemas import MistakeContract, ReportContract, ThreeMistakeContract
from jamfold.views.opponents import OpponentContract, opponents_sheet
from jamfold.views.rows import FileOption, ViewSpec


def _write_page(question: HistoryReportRequest, answer: Report, path: Path) -> None:
    write_atomically(path, report_file(ReportContract.of(answer)))


ROWS = (
    ViewSpec(
        HistoryReportRequest,
        ReportContract,
        view=lambda _, answer: report_sheet(ReportContract.of(answer)),
        columns=lambda _, answer: report_columns(answer),
        files=(
            FileOption(
                "--html",
                "Write one HTML file that needs no network.",
                _write_page,
                check_page,
                suppresses_output=True,
            ),
        ),
        fragment=report_fragment,
        examples=(),
    ),
    ViewSpec(
        HistoryTablesRequest,
        TablesSampled,
        view=sampled_line,
        fragment=sampled_fragment,
    ),
    ViewSpec(
        HistoryExplainRequest,
        tuple[MistakeContract | ThreeMistakeContract, ...],
        values_of=lambda _, answer: [
            *map(MistakeContract.of, answer.decisions),
            *map(ThreeMistakeContract.of, answer.at_tables),
        ],
        view=lambda _, answer: "\n".join(explained_lines(answer)),
        fragment=explained_fragment,
    ),
    ViewSpec(
        HistoryOpponentsRequest,
        tuple[OpponentContract, ...],
        sheet=opponents_sheet,
        columns=lambda _, answer: opponents_columns(list(map(OpponentContract.of, answer))),
        examples=(),
    ),
    ViewSpec(HistoryReportFileRequest, payload_module="history_files"),
    ViewSpec(HistoryOpponentsFileRequest, payload_module="history_files"),
)
