"""How kept training is shown."""

from __future__ import annotations

from typing import Any

from jamfold.answers.training_kept import TrainImport, TrainReset, TrainScore
from jamfold.practice.trainer.files import write_lines
from jamfold.practice.trainer.store import TrainingRepair
from jamfold.questions.training_kept import (
    TrainExportQuestion,
    TrainImportQuestion,
    TrainRepairQuestion,
    TrainResetQuestion,
    TrainScoreQuestion,
)
from jamfold.views.contracts.base import FileContract
from jamfold.views.rows import Row, notice_of
from jamfold.views.training import forgotten_text, imported_text, repair_text, score_view


def _file(question: TrainExportQuestion, answer: Any) -> FileContract:
    name = f"jamfold-training{f'-{question.game}' if question.game else ''}.{answer.format}"
    return FileContract(name=name, text="".join(write_lines(answer.answers, answer.format)))


ROWS = (
    Row(
        TrainScoreQuestion,
        TrainScore,
        view=lambda _, answer: score_view(answer.score),
        remarks=notice_of,
        examples=({},),
    ),
    Row(TrainExportQuestion, FileContract, values_of=_file, remarks=notice_of, examples=({},)),
    Row(
        TrainImportQuestion,
        TrainImport,
        view=lambda _, answer: imported_text(answer.added, answer.answers),
        remarks=notice_of,
    ),
    Row(
        TrainResetQuestion,
        TrainReset,
        view=lambda _, answer: forgotten_text(answer.answers),
        remarks=notice_of,
    ),
    Row(
        TrainRepairQuestion,
        TrainingRepair,
        view=lambda _, answer: repair_text(answer),
    ),
)
