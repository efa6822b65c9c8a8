"""How what the trainer asks and judges at tables of four to ten is shown."""

from __future__ import annotations

from jamfold.questions.training_tables import TrainTableAnswerRequest, TrainTableRequest
from jamfold.views.rows import ViewSpec
from jamfold.views.training_schemas import TableAskedContract, TableVerdictContract

ROWS = (
    ViewSpec(
        TrainTableRequest,
        TableAskedContract,
        examples=(
            {
                "game": "six-plus", "stacks": ["9bb", "10bb", "7bb", "6.5bb"], "mode": "close",
                "seconds": 0.5, "seed": 1,
            },
        ),
    ),
    ViewSpec(
        TrainTableAnswerRequest,
        TableVerdictContract,
        examples=(),
    ),
)  # fmt: skip
