"""How what the trainer asks and judges is shown."""

from __future__ import annotations

from jamfold.questions.training import (
    TrainAnswerRequest,
    TrainNextRequest,
    TrainRangeRequest,
    TrainThreeAnswerRequest,
    TrainThreeRequest,
)
from jamfold.views.rows import ViewSpec
from jamfold.views.training_schemas import (
    MarkedContract,
    ThreeAskedContract,
    ThreeVerdictContract,
    TrainNextContract,
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
)
