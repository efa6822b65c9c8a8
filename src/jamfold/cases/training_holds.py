"""Video poker in the trainer: a hold that is judged and kept, and a missed deal that is due."""

from __future__ import annotations

from dataclasses import MISSING

from jamfold.cases.fields import request_field
from jamfold.cases.training import TIME
from jamfold.cases.videopoker import HoldsRequest, OneTableRequest, UsualTableRequest
from jamfold.cases.view_spec import RESULT, ViewSpec

DUE, ANY, CLOSE = "due", "any", "close"
CLOSE_COST = 0.05
"""A deal is close if the second-best hold costs at most this, per coin bet."""


class TrainHoldRequest(HoldsRequest):
    """Grade and store a hold of video poker: all holds of the deal, best first."""

    is_cacheable = False
    answered_by = "cases.answers.videopoker:train_hold"
    view_spec = ViewSpec(
        contract=RESULT,
        fragment="views.videopoker:verdict_fragment",
        examples=({"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d", "mask": 7, "seconds": 5},),
    )

    mask: int = request_field(
        MISSING,
        "What was held, bit i for the i-th card.",
        label="hold",
        minimum=0,
        maximum=31,
        metavar="MASK",
    )
    seconds: float | None = request_field(None, **TIME)


class TrainDealRequest(OneTableRequest):
    """Get the next deal of video poker: a missed one that is due, its suits renamed, or a new one."""

    is_cacheable = False
    answered_by = "cases.answers.videopoker:train_deal"
    view_spec = ViewSpec(contract=RESULT, examples=({"table": "Jacks or Better 9/6"},))

    deals: str = request_field(
        DUE,
        "If no missed deal is due: none, any deal, or a close one, where the second-best hold costs at most "
        f"{CLOSE_COST} per coin.",
        choices=(DUE, ANY, CLOSE),
    )
    seed: int | None = request_field(
        None,
        "Random seed; the same number deals the same cards, and no due deal. With due deals only, it "
        "renames their suits.",
        metavar="N",
    )


class HoldSessionRequest(UsualTableRequest, TrainDealRequest):
    """Practise holds and see what each mistake costs.

    Your holds are stored; a missed deal comes again when it is due, unless a seed is given. A
    deal whose answer you look up with ? stays due.
    'jamfold train score --game videopoker' shows the score of all days.
    """

    name = "videopoker-train"
    answered_by = "cases.answers.videopoker:train_deal"
    view_spec = ViewSpec(contract=RESULT)

    deals: str = request_field(
        ANY,
        f"Any deals, close ones, where the second-best hold costs at most {CLOSE_COST} per coin, or only "
        "due ones.",
        choices=(ANY, CLOSE, DUE),
    )
    hands: int | None = request_field(None, "Stop after N hands.", metavar="N", minimum=1)
    bet: int = request_field(5, "Coins bet per hand.", metavar="COINS", minimum=1)
