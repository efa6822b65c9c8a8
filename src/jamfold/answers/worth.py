"""What stacks are worth."""

from __future__ import annotations

from jamfold.answers import reply
from jamfold.answers.watch import Watch
from jamfold.questions.worth import IcmQuestion
from jamfold.worth.icm import Icm, icm


@reply.register
def stack_worth(question: IcmQuestion, watch: Watch) -> Icm:
    """Values, bubble factors and risk premiums."""
    return icm(
        question.chips,
        question.paid(),
        question.model,
        question.bounty_amounts(question.count),
        watch.stage,
        question.field_groups,
    )
