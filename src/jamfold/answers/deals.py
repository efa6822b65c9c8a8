"""Final-table deals."""

from __future__ import annotations

from jamfold.answers import reply
from jamfold.answers.watch import Watch
from jamfold.questions.deals import DealQuestion
from jamfold.worth.deal import PrizeSplit, split_prizes


@reply.register
def share_prizes(question: DealQuestion, watch: Watch) -> PrizeSplit:
    """The offers."""
    return split_prizes(question.chips, question.paid(), question.method, float(question.keep))
