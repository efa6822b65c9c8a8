"""How what the trainer asks and judges is shown."""

from __future__ import annotations

from jamfold.questions.training import (
    TrainAnswerRequest,
    TrainNextRequest,
    TrainRangeRequest,
    TrainTableAnswerRequest,
    TrainTableRequest,
    TrainThreeAnswerRequest,
    TrainThreeRequest,
    TrainTreeAnswerRequest,
    TrainTreeRequest,
)
from jamfold.views.rows import ViewSpec
from jamfold.views.training_schemas import (
    MarkedContract,
    TableAskedContract,
    TableVerdictContract,
    ThreeAskedContract,
    ThreeVerdictContract,
    TrainNextContract,
    TreeAskedContract,
    TreeVerdictContract,
    VerdictContract,
)

ROWS = (
    ViewSpec(
        TrainNextRequest,
        TrainNextContract,
        examples=({"game": "holdem", "mode": "random", "seed": 1}, {"game": "six-plus", "seed": 1}),
    ),
    ViewSpec(
        TrainAnswerRequest,
        VerdictContract,
        examples=(
            {"game": "holdem", "stacks": ["10bb", "10bb"], "hand": "K7o", "action": "jam", "seconds": 3.5},
        ),
    ),
    ViewSpec(
        TrainRangeRequest,
        MarkedContract,
        examples=({"game": "holdem", "stacks": ["10bb", "10bb"], "position": "bb", "range": "22+,A2+,K9+"},),
    ),
    ViewSpec(
        TrainThreeRequest,
        ThreeAskedContract,
        examples=({"game": "six-plus", "mode": "close", "seed": 1},),
    ),
    ViewSpec(
        TrainThreeAnswerRequest,
        ThreeVerdictContract,
        examples=({"game": "six-plus", "stack": 8, "node": "bb after btn", "hand": "KQo", "action": "call"},),
    ),
    ViewSpec(
        TrainTableRequest,
        TableAskedContract,
        examples=(
            {
                "game": "six-plus",
                "stacks": ["9bb", "10bb", "7bb", "6.5bb"],
                "mode": "close",
                "seconds": 0.5,
                "seed": 1,
            },
        ),
    ),
    ViewSpec(
        TrainTableAnswerRequest,
        TableVerdictContract,
        examples=(),
    ),
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
                "game": "holdem",
                "open": ["2bb"],
                "stack": 15,
                "after": "sb raise 2, bb jam",
                "hand": "K7o",
                "action": "call",
            },
        ),
    ),
)
