"""Equities of hands and ranges; apart from all that solves spots, which takes 0.2 s to load."""

from __future__ import annotations

from jamfold.calculator.calculate import equity
from jamfold.calculator.results import EquityResult
from jamfold.cases.answers.watch import Observer
from jamfold.cases.equities import EquityRequest


def pot_shares(question: EquityRequest, watch: Observer) -> EquityResult:
    return equity(
        question.rules,
        question.players,
        question.board,
        question.dead,
        exact=question.exact,
        deals=question.deals,
        error=question.error,
        seed=question.seed,
        notation=question.notation,
        outcomes=question.outcomes,
        progress=watch.on_stage,
        notice=watch.on_notice,
    )
