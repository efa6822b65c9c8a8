"""Video poker in the trainer: a hold that is judged and kept, and a missed deal that is due."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import ClassVar

from jamfold.questions.fields import entry
from jamfold.questions.training import SLOWEST
from jamfold.questions.videopoker import HoldsQuestion, OneTableQuestion


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


@dataclass(frozen=True, kw_only=True)
class TrainDealQuestion(OneTableQuestion):
    """A deal of video poker that was missed and is due, its suits renamed; nothing where none is."""

    name: ClassVar[str] = "train-deal"
    lasting: ClassVar[bool] = False
