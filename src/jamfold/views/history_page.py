"""What the computing process sends about played hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jamfold.questions.entries import Question
from jamfold.questions.histories import (
    HistoryForgetQuestion,
    HistoryHandsQuestion,
    HistoryImportQuestion,
    HistoryProblemsQuestion,
    KeptHands,
)
from jamfold.questions.history_reports import HistoryOpponentsQuestion, HistoryReportQuestion
from jamfold.views.contracts.histories import (
    ForgetContract,
    HistoryHandContract,
    ImportContract,
    ProblemContract,
)
from jamfold.views.contracts.history_reports import OpponentContract, ReportContract

if TYPE_CHECKING:
    from jamfold.histories.importing import Imported
    from jamfold.histories.opponents import Opponent
    from jamfold.histories.records import Problem
    from jamfold.histories.report import Report


def _import(question: HistoryImportQuestion, answer: Imported) -> dict[str, Any]:
    from jamfold.views.histories import import_lines

    contract = ImportContract.of(answer)
    return {"summary": contract, "lines": import_lines(contract)}


def _hands(question: HistoryHandsQuestion, answer: KeptHands) -> list[HistoryHandContract]:
    return [HistoryHandContract.of(hand) for hand in answer.hands]


def _problems(question: HistoryProblemsQuestion, answer: tuple[Problem, ...]) -> list[ProblemContract]:
    return [ProblemContract.of(problem) for problem in answer]


def _report(question: HistoryReportQuestion, answer: Report) -> dict[str, Any]:
    """The contract, and what the page says about it."""
    from jamfold.views.history_report import cell_texts, lean_line, summary_lines

    contract = ReportContract.of(answer)
    return {
        "summary": contract,
        "lines": [*summary_lines(contract), *map(lean_line, contract.leans)],
        "cells": {
            name: [cell_texts(cell) for cell in getattr(contract, name)]
            for name in ("by_seat", "by_depth", "by_family")
        },
    }


def _opponents(question: HistoryOpponentsQuestion, answer: tuple[Opponent, ...]) -> list[OpponentContract]:
    return [OpponentContract.of(one) for one in answer]


def _forget(question: HistoryForgetQuestion, answer: Any) -> ForgetContract:
    return ForgetContract.pick(answer)


HISTORY_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    HistoryImportQuestion: _import,
    HistoryHandsQuestion: _hands,
    HistoryProblemsQuestion: _problems,
    HistoryReportQuestion: _report,
    HistoryOpponentsQuestion: _opponents,
    HistoryForgetQuestion: _forget,
}
