"""How played hands are shown."""

from __future__ import annotations

from jamfold.answers.histories import Forgotten
from jamfold.histories.repair import HistoryRepair
from jamfold.questions.histories import (
    HistoryForgetQuestion,
    HistoryHandsQuestion,
    HistoryImportQuestion,
    HistoryPlayersQuestion,
    HistoryProblemsQuestion,
    HistoryRepairQuestion,
)
from jamfold.views.contracts.histories import (
    HistoryHandContract,
    ImportContract,
    ProblemContract,
    RatedContract,
)
from jamfold.views.histories import (
    forgotten_text,
    hands_view,
    import_lines,
    players_view,
    problem_line,
    repair_lines,
)
from jamfold.views.rows import Row

ROWS = (
    Row(
        HistoryImportQuestion,
        ImportContract,
        view=lambda _, answer: "\n".join(import_lines(ImportContract.of(answer))),
        page="history_page",
    ),
    Row(
        HistoryHandsQuestion,
        tuple[HistoryHandContract, ...],
        values_of=lambda _, answer: list(map(HistoryHandContract.of, answer.hands)),
        view=lambda _, answer: hands_view(list(map(HistoryHandContract.of, answer.hands))),
        examples=({"status": "decision", "most": 100},),
    ),
    Row(
        HistoryPlayersQuestion,
        tuple[RatedContract, ...],
        view=lambda _, answer: players_view(list(map(RatedContract.of, answer))),
        examples=({},),
    ),
    Row(
        HistoryProblemsQuestion,
        tuple[ProblemContract, ...],
        view=lambda _, answer: "\n".join(problem_line(ProblemContract.of(one)) for one in answer),
        examples=({},),
    ),
    Row(HistoryForgetQuestion, Forgotten, view=lambda _, answer: forgotten_text(answer.hands)),
    Row(
        HistoryRepairQuestion,
        HistoryRepair,
        view=lambda _, answer: "\n".join(repair_lines(answer)),
    ),
)
