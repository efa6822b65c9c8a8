"""Video poker in the trainer: a hold that is judged and kept, and a missed deal that is due."""

from __future__ import annotations

import random
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.questions.fields import entry
from jamfold.questions.training import SLOWEST, now
from jamfold.questions.videopoker import HoldsQuestion, OneTableQuestion
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.videopoker.holds import DealReport


@dataclass(frozen=True, kw_only=True)
class TrainHoldQuestion(HoldsQuestion):
    """Judge a hold of video poker and keep it: all holds of the deal, best first."""

    name: ClassVar[str] = "train-hold"
    lasting: ClassVar[bool] = False

    mask: int = entry(
        MISSING, "What was held, bit i for the i-th card.", label="hold", least=0, most=31, metavar="MASK"
    )
    seconds: float | None = entry(
        None, "How long the answer took.", label="time", least=0, most=SLOWEST, metavar="S"
    )

    def answer(self, watch: Watch) -> DealReport:
        """The holds; what was held is kept."""
        from jamfold.practice.trainer.holds import answer_of, keep
        from jamfold.practice.trainer.store import TrainingStore

        report = super().answer(watch)
        with TrainingStore() as store:
            keep(store, answer_of(report, self.mask, now(), self.seconds))
        return report


@dataclass(frozen=True)
class DueDeal:
    """A missed deal that is due; empty where none is."""

    deal: str


@dataclass(frozen=True, kw_only=True)
class TrainDealQuestion(OneTableQuestion):
    """A deal of video poker that was missed and is due, its suits renamed; nothing where none is."""

    name: ClassVar[str] = "train-deal"
    lasting: ClassVar[bool] = False

    def answer(self, watch: Watch) -> DueDeal:
        """The deal."""
        from jamfold.practice.trainer.holds import GAME, due_deal, level_of
        from jamfold.practice.trainer.store import TrainingStore
        from jamfold.videopoker.deck import format_deal

        table = self.pay_table()
        with TrainingStore() as store:
            deal = due_deal(store.cards(GAME, level_of(table)), table, now(), random.Random())
        return DueDeal("" if deal is None else format_deal(deal))
