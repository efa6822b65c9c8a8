"""How what the trainer asks and judges in trees of raises is shown."""

from __future__ import annotations

from jamfold.questions.training_trees import TrainTreeAnswerRequest, TrainTreeRequest
from jamfold.views.rows import ViewSpec
from jamfold.views.training_schemas import TreeAskedContract, TreeVerdictContract

ROWS = (
    ViewSpec(
        TrainTreeRequest,
        TreeAskedContract,
        values_of=TreeAskedContract.of_question,
        examples=({"game": "holdem", "open": ["2bb"], "mode": "close", "seed": 1},),
    ),
    ViewSpec(
        TrainTreeAnswerRequest,
        TreeVerdictContract,
        examples=(
            {
                "game": "holdem", "open": ["2bb"], "stack": 15, "after": "sb raise 2, bb jam", "hand": "K7o",
                "action": "call",
            },
        ),
    ),
)  # fmt: skip
