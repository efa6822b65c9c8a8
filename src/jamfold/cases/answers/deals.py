"""What stacks are worth, and final-table deals."""

from __future__ import annotations

from jamfold.cases.answers.watch import Observer
from jamfold.cases.worth import DealRequest, IcmRequest
from jamfold.valuation.deal import PrizeSplit, split_prizes
from jamfold.valuation.icm import Icm, icm


def share_prizes(question: DealRequest, watch: Observer) -> PrizeSplit:
    return split_prizes(question.chips, question.paid(), question.method, float(question.keep))


def stack_worth(question: IcmRequest, watch: Observer) -> Icm:
    return icm(
        question.chips,
        question.paid(),
        question.model,
        question.bounty_amounts(question.count),
        watch.on_stage,
        question.field_groups,
    )
