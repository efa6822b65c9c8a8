"""How what the trainer asks and judges at tables of four to ten is shown."""

from __future__ import annotations

from jamfold.questions.training_tables import TrainTableAnswerRequest, TrainTableRequest
from jamfold.views.contracts.training_tables import TableAskedContract, TableVerdictContract
from jamfold.views.rows import ViewSpec

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
