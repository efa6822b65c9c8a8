"""How the trainer of video poker is shown."""

from __future__ import annotations

from jamfold.answers.training_holds import DueDeal, JudgedHold
from jamfold.questions.training_holds import HoldSessionRequest, TrainDealRequest, TrainHoldRequest
from jamfold.views.rows import ViewSpec
from jamfold.views.videopoker import verdict_fragment

ROWS = (
    ViewSpec(
        TrainHoldRequest,
        JudgedHold,
        fragment=verdict_fragment,
        examples=({"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d", "mask": 7, "seconds": 5},),
    ),
    ViewSpec(HoldSessionRequest, DueDeal),
    ViewSpec(TrainDealRequest, DueDeal, examples=({"table": "Jacks or Better 9/6"},)),
)
