"""What the computing process sends about played hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jamfold.questions.entries import Question
from jamfold.questions.histories import (
    HistoryForgetQuestion,
    HistoryHandsQuestion,
    HistoryImportQuestion,
    HistoryPlayersQuestion,
    HistoryProblemsQuestion,
    KeptHands,
)
from jamfold.questions.history_reports import (
    HistoryOpponentsFileQuestion,
    HistoryOpponentsQuestion,
    HistoryReportFileQuestion,
    HistoryReportQuestion,
)
from jamfold.views.contracts.histories import (
    ForgetContract,
    HistoryHandContract,
    ImportContract,
    ProblemContract,
    RatedContract,
)
from jamfold.views.contracts.history_reports import OpponentContract, ReportContract

if TYPE_CHECKING:
    from jamfold.histories.importing import Imported
    from jamfold.histories.opponents import Opponent
    from jamfold.histories.records import Problem
    from jamfold.histories.report import Report
    from jamfold.histories.turns import Rated


def _import(question: HistoryImportQuestion, answer: Imported) -> dict[str, Any]:
    from jamfold.views.histories import import_summary, problem_line

    contract = ImportContract.of(answer)
    return {
        "summary": ImportContract.pick(contract, problems=()),
        "lines": import_summary(contract),
        "problems": [problem_line(one) for one in contract.problems[:PROBLEMS]],
        "more": max(0, len(contract.problems) - PROBLEMS),
    }


PROBLEMS = 300
"""Problems of an import that a page lists; the command line prints all."""
MOST_LINES = 200_000
"""Decisions that a browser is sent in one file: 60 MB."""


def _hands(question: HistoryHandsQuestion, answer: KeptHands) -> list[HistoryHandContract]:
    return [HistoryHandContract.of(hand) for hand in answer.hands]


def _players(question: HistoryPlayersQuestion, answer: tuple[Rated, ...]) -> list[RatedContract]:
    return [RatedContract.of(one) for one in answer]


def _problems(question: HistoryProblemsQuestion, answer: tuple[Problem, ...]) -> list[ProblemContract]:
    return [ProblemContract.of(problem) for problem in answer]


def _report(question: HistoryReportQuestion, answer: Report) -> dict[str, Any]:
    """The contract, and what the page says about it."""
    from jamfold.views.history_report import (
        THREE_HEADS,
        cell_texts,
        lean_line,
        rating_tiles,
        summary_lines,
        three_texts,
    )

    contract = ReportContract.of(answer)
    threes = () if contract.threes is None else contract.threes.worst
    return {
        "summary": contract,
        "tiles": rating_tiles(contract),
        "lines": [*summary_lines(contract), *map(lean_line, contract.leans)],
        "threes": [(one.link, three_texts(one)) for one in threes],
        "three_heads": THREE_HEADS,
        "cells": {
            name: [cell_texts(cell) for cell in getattr(contract, name)]
            for name in ("by_seat", "by_depth", "by_family")
        },
    }


def _report_file(question: HistoryReportFileQuestion, answer: Report) -> dict[str, str]:
    """The report as text."""
    from jamfold.errors import HistoryError
    from jamfold.views.history_files import report_csv, report_html

    if question.format == "html":
        return {"text": report_html(ReportContract.of(answer))}
    if answer.total.decisions > MOST_LINES:
        raise HistoryError(
            f"{answer.total.decisions:,} decisions are too many for a browser: jamfold history report --csv"
        )
    return {"text": report_csv(answer)}


def _opponents(question: HistoryOpponentsQuestion, answer: tuple[Opponent, ...]) -> dict[str, Any]:
    """The contracts, and what the page says about them."""
    from jamfold.views.history_report import OPPONENT_HEADS, advice_lines, advice_words, opponent_texts

    contracts = [OpponentContract.of(one) for one in answer]
    return {
        "summary": contracts,
        "heads": (*OPPONENT_HEADS, "what to do"),
        "rows": [[*opponent_texts(one), advice_words(one)] for one in contracts],
        "lines": [line for one in contracts for line in advice_lines(one)],
        "advised": sum(one.advice is not None for one in contracts),
    }


def _opponents_file(question: HistoryOpponentsFileQuestion, answer: tuple[Opponent, ...]) -> dict[str, str]:
    from jamfold.views.history_files import opponents_csv

    return {"text": opponents_csv(map(OpponentContract.of, answer))}


def _forget(question: HistoryForgetQuestion, answer: Any) -> ForgetContract:
    return ForgetContract.pick(answer)


HISTORY_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    HistoryImportQuestion: _import,
    HistoryHandsQuestion: _hands,
    HistoryProblemsQuestion: _problems,
    HistoryPlayersQuestion: _players,
    HistoryReportQuestion: _report,
    HistoryReportFileQuestion: _report_file,
    HistoryOpponentsQuestion: _opponents,
    HistoryOpponentsFileQuestion: _opponents_file,
    HistoryForgetQuestion: _forget,
}
