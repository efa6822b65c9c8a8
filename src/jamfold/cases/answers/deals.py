"""Final-table deals."""

from __future__ import annotations

from jamfold.cases.answers.watch import Observer
from jamfold.cases.deals import DealRequest
from jamfold.valuation.deal import PrizeSplit, split_prizes


def share_prizes(question: DealRequest, watch: Observer) -> PrizeSplit:
    """The offers."""
    return split_prizes(question.chips, question.paid(), question.method, float(question.keep))
