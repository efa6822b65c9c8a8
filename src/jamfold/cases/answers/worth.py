"""What stacks are worth."""

from __future__ import annotations

from jamfold.cases.answers.watch import Observer
from jamfold.cases.worth import IcmRequest
from jamfold.valuation.icm import Icm, icm


def stack_worth(question: IcmRequest, watch: Observer) -> Icm:
    """Values, bubble factors and risk premiums."""
    return icm(
        question.chips,
        question.paid(),
        question.model,
        question.bounty_amounts(question.count),
        watch.on_stage,
        question.field_groups,
    )
