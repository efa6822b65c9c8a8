"""How kept training is shown."""

from __future__ import annotations

from typing import Any

from jamfold.answers.training_kept import TrainImport, TrainReset, TrainScore
from jamfold.practice.training.log import TrainingRepair, write_lines
from jamfold.questions.training_kept import (
    TrainExportRequest,
    TrainImportRequest,
    TrainRepairRequest,
    TrainResetRequest,
    TrainScoreRequest,
)
from jamfold.views.rows import ViewSpec, training_notice
from jamfold.views.schema import FileContract
from jamfold.views.training import forgotten_text, imported_text, repair_text, score_view


def _file(question: TrainExportRequest, answer: Any) -> FileContract:
    name = f"jamfold-training{f'-{question.game}' if question.game else ''}.{answer.format}"
    return FileContract(name=name, text="".join(write_lines(answer.answers, answer.format)))


ROWS = (
    ViewSpec(
        TrainScoreRequest,
        TrainScore,
        view=lambda _, answer: score_view(answer.score),
        notes_of=training_notice,
        examples=({},),
    ),
    ViewSpec(TrainExportRequest, FileContract, values_of=_file, notes_of=training_notice, examples=({},)),
    ViewSpec(
        TrainImportRequest,
        TrainImport,
        view=lambda _, answer: imported_text(answer.added, answer.answers),
        notes_of=training_notice,
    ),
    ViewSpec(
        TrainResetRequest,
        TrainReset,
        view=lambda _, answer: forgotten_text(answer.answers),
        notes_of=training_notice,
    ),
    ViewSpec(
        TrainRepairRequest,
        TrainingRepair,
        view=lambda _, answer: repair_text(answer),
    ),
)
