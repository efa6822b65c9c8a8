"""Video poker in the trainer: a hold is judged and kept; a deal that was missed is due."""

from __future__ import annotations

import random
from dataclasses import dataclass

from jamfold.calculator.videopoker.deck import format_deal
from jamfold.calculator.videopoker.holds import DealReport
from jamfold.cases.answers.videopoker import holds, paid_of, pay_table_of
from jamfold.cases.answers.watch import Observer
from jamfold.cases.training_holds import CLOSE, CLOSE_COST, DUE, TrainDealRequest, TrainHoldRequest
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.practice.training.answers import now
from jamfold.practice.training.log import TrainingStore
from jamfold.practice.training.video_poker import GAME, answer_of, due_deal, level_of, new_deal, store_answer


@json_fields("deal notice", schema="TrainDealContract")
@dataclass(frozen=True)
class DueDeal(DisplayableResult):
    """The next deal of video poker."""

    deal: str
    """Five cards; empty if none is due and no new one was requested."""
    notice: str = ""
    """Notice about the training file; usually empty."""


@json_fields(
    "table=table.name deal=deal_text made best=best_masks holds=costed notice", schema="TrainHoldContract"
)
@dataclass(frozen=True)
class JudgedHold(DealReport):
    """The holds of a deal, after one was chosen and stored."""

    notice: str = ""
    """Notice about the training file; usually empty."""


def train_hold(question: TrainHoldRequest, watch: Observer) -> JudgedHold:
    """The holds; what was held is kept."""
    report = holds(question, watch)
    with TrainingStore() as store:
        store_answer(store, answer_of(report, question.mask, now(), question.seconds))
        return JudgedHold(report.table, report.deal, report.holds, report.made, store.set_aside)


def train_deal(question: TrainDealRequest, watch: Observer) -> DueDeal:
    table, rng, deal = pay_table_of(question), random.Random(question.seed), None
    notice = ""
    if question.seed is None or question.deals == DUE:
        with TrainingStore() as store:
            notice = store.set_aside
            deal = due_deal(store.cards(GAME, level_of(table)), table, now(), rng)
    if deal is None and question.deals != DUE:
        deal = new_deal(paid_of(table), rng, CLOSE_COST if question.deals == CLOSE else None)
    return DueDeal("" if deal is None else format_deal(deal), notice)
