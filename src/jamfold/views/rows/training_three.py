"""How the trainer at tables of three is shown."""

from __future__ import annotations

from jamfold.questions.training_three import TrainThreeAnswerQuestion, TrainThreeQuestion
from jamfold.views.contracts.training_three import ThreeAskedContract, ThreeVerdictContract
from jamfold.views.rows import Row

ROWS = (
    Row(
        TrainThreeQuestion,
        ThreeAskedContract,
        examples=({"game": "six-plus", "mode": "close", "seed": 1},),
    ),
    Row(
        TrainThreeAnswerQuestion,
        ThreeVerdictContract,
        examples=({"game": "six-plus", "stack": 8, "node": "bb after btn", "hand": "KQo", "action": "call"},),
    ),
)
