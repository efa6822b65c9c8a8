"""How the trainer of video poker is shown."""

from __future__ import annotations

from jamfold.answers.training_holds import DueDeal, JudgedHold
from jamfold.questions.training_holds import HoldSessionQuestion, TrainDealQuestion, TrainHoldQuestion
from jamfold.views.fragments.videopoker import verdict_fragment
from jamfold.views.rows import Row

ROWS = (
    Row(
        TrainHoldQuestion,
        JudgedHold,
        fragment=verdict_fragment,
        examples=({"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d", "mask": 7, "seconds": 5},),
    ),
    Row(HoldSessionQuestion, DueDeal),
    Row(TrainDealQuestion, DueDeal, examples=({"table": "Jacks or Better 9/6"},)),
)
