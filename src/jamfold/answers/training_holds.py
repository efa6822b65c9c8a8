"""Video poker in the trainer: a hold is judged and kept; a deal that was missed is due."""

from __future__ import annotations

import random
from dataclasses import dataclass

from jamfold.answers import reply
from jamfold.answers.training import now
from jamfold.answers.videopoker import holds, pay_table_of
from jamfold.answers.watch import Watch
from jamfold.practice.trainer.holds import GAME, answer_of, due_deal, keep, level_of
from jamfold.practice.trainer.store import TrainingStore
from jamfold.questions.training_holds import TrainDealQuestion, TrainHoldQuestion
from jamfold.shown import Shown, outward
from jamfold.videopoker.deck import format_deal
from jamfold.videopoker.holds import DealReport


@outward("deal", schema="TrainDealContract")
@dataclass(frozen=True)
class DueDeal(Shown):
    """A missed deal of video poker that is due."""

    deal: str
    """Five cards; empty where none is due."""


@reply.register
def train_hold(question: TrainHoldQuestion, watch: Watch) -> DealReport:
    """The holds; what was held is kept."""
    report = holds(question, watch)
    with TrainingStore() as store:
        keep(store, answer_of(report, question.mask, now(), question.seconds))
    return report


@reply.register
def train_deal(question: TrainDealQuestion, watch: Watch) -> DueDeal:
    """The deal."""
    table = pay_table_of(question)
    with TrainingStore() as store:
        deal = due_deal(store.cards(GAME, level_of(table)), table, now(), random.Random())
    return DueDeal("" if deal is None else format_deal(deal))
