"""How played hands are shown."""

from __future__ import annotations

from jamfold.answers.histories import DeletionResult
from jamfold.histories.decisions import RatedPlayer
from jamfold.histories.importer import ImportReport
from jamfold.histories.records import Problem
from jamfold.histories.store import HistoryRepair
from jamfold.questions.histories import (
    HistoryForgetRequest,
    HistoryHandsRequest,
    HistoryImportRequest,
    HistoryPlayersRequest,
    HistoryProblemsRequest,
    HistoryRepairRequest,
)
from jamfold.views.history_import import (
    HistoryHandContract,
    forgotten_text,
    hands_sheet,
    import_fragment,
    import_lines,
    players_sheet,
    problem_line,
    repair_lines,
)
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        HistoryImportRequest,
        ImportReport,
        view=lambda _, answer: "\n".join(import_lines(answer)),
        fragment=import_fragment,
    ),
    ViewSpec(
        HistoryHandsRequest,
        tuple[HistoryHandContract, ...],
        values_of=lambda _, answer: list(map(HistoryHandContract.of, answer.hands)),
        view=lambda _, answer: hands_sheet(list(map(HistoryHandContract.of, answer.hands))),
        examples=({"status": "decision", "most": 100},),
    ),
    ViewSpec(
        HistoryPlayersRequest,
        tuple[RatedPlayer, ...],
        view=lambda _, answer: players_sheet(answer),
        examples=({},),
    ),
    ViewSpec(
        HistoryProblemsRequest,
        tuple[Problem, ...],
        view=lambda _, answer: "\n".join(map(problem_line, answer)),
        examples=({},),
    ),
    ViewSpec(HistoryForgetRequest, DeletionResult, view=lambda _, answer: forgotten_text(answer.hands)),
    ViewSpec(
        HistoryRepairRequest,
        HistoryRepair,
        view=lambda _, answer: "\n".join(repair_lines(answer)),
    ),
)
