"""What the computing process sends about played hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jamfold.errors import HistoryError
from jamfold.histories.importer import ImportReport
from jamfold.histories.opponents import Opponent
from jamfold.histories.report import Report
from jamfold.questions.histories import (
    HistoryImportQuestion,
)
from jamfold.questions.history_reports import (
    HistoryOpponentsFileQuestion,
    HistoryOpponentsQuestion,
    HistoryReportFileQuestion,
    HistoryReportQuestion,
)
from jamfold.views.columns import columns_csv
from jamfold.views.contracts.history_reports import OpponentContract, ReportContract
from jamfold.views.histories import import_summary, problem_line
from jamfold.views.history_files import opponents_columns, report_columns, report_html
from jamfold.views.history_report import (
    OPPONENT_HEADS,
    THREE_HEADS,
    advice_lines,
    advice_words,
    cell_texts,
    lean_line,
    opponent_texts,
    rating_tiles,
    stack_words,
    summary_lines,
    three_texts,
)
from jamfold.views.rows import Responses


def _import(question: HistoryImportQuestion, answer: ImportReport) -> dict[str, Any]:
    return {
        "summary": replace(answer, problems=()),
        "lines": import_summary(answer),
        "problems": [problem_line(one) for one in answer.problems[:PROBLEMS]],
        "more": max(0, len(answer.problems) - PROBLEMS),
    }


PROBLEMS = 300
"""Problems of an import that a page lists; the command line prints all."""
MOST_LINES = 200_000
"""Decisions that a browser is sent in one file: 60 MB."""


def _report(question: HistoryReportQuestion, answer: Report) -> dict[str, Any]:
    """What the page says about the contract."""
    contract = ReportContract.of(answer)
    threes = () if contract.threes is None else contract.threes.worst
    return {
        "tiles": rating_tiles(contract),
        "lines": [*summary_lines(contract), *map(lean_line, contract.leans)],
        "threes": [(one.link, three_texts(one)) for one in threes],
        "three_heads": THREE_HEADS,
        "cells": {
            name: [cell_texts(cell) for cell in getattr(contract, name)]
            for name in ("by_seat", "by_stack", "by_family")
        },
        "stacks": [stack_words(one) for one in contract.worst],
    }


def _report_file(question: HistoryReportFileQuestion, answer: Report) -> dict[str, str]:
    """The report as text."""
    if question.format == "html":
        return {"text": report_html(ReportContract.of(answer))}
    if answer.total.decisions > MOST_LINES:
        raise HistoryError(
            f"{answer.total.decisions:,} decisions are too many for a browser: jamfold history report --csv"
        )
    return {"text": columns_csv(report_columns(answer))}


def _opponents(question: HistoryOpponentsQuestion, answer: tuple[Opponent, ...]) -> dict[str, Any]:
    """What the page says about the contracts."""
    contracts = [OpponentContract.of(one) for one in answer]
    return {
        "heads": (*OPPONENT_HEADS, "what to do"),
        "rows": [[*opponent_texts(one), advice_words(one)] for one in contracts],
        "lines": [line for one in contracts for line in advice_lines(one)],
        "advised": sum(one.advice is not None for one in contracts),
    }


def _opponents_file(question: HistoryOpponentsFileQuestion, answer: tuple[Opponent, ...]) -> dict[str, str]:
    return {"text": columns_csv(opponents_columns(map(OpponentContract.of, answer)))}


RESPONSES: Responses = {
    HistoryImportQuestion: _import,
    HistoryReportQuestion: _report,
    HistoryReportFileQuestion: _report_file,
    HistoryOpponentsQuestion: _opponents,
    HistoryOpponentsFileQuestion: _opponents_file,
}
