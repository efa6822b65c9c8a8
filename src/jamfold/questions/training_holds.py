"""Video poker in the trainer: a hold that is judged and kept, and a missed deal that is due."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import ClassVar

from jamfold.questions.fields import entry
from jamfold.questions.training import SLOWEST
from jamfold.questions.videopoker import HoldsQuestion, OneTableQuestion, UsualTableQuestion

DUE, ANY, CLOSE = "due", "any", "close"
CLOSE_COST = 0.05
"""A deal is close if the second-best hold costs at most this, per coin bet."""


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
    """The next deal of video poker: a missed one that is due, its suits renamed, else perhaps a new one."""

    name: ClassVar[str] = "train-deal"
    lasting: ClassVar[bool] = False

    deals: str = entry(
        DUE,
        "Where no missed deal is due: none, any deal, or a close one, of which the second-best hold costs at "
        f"most {CLOSE_COST} a coin.",
        choices=(DUE, ANY, CLOSE),
    )
    seed: int | None = entry(
        None,
        "The same number deals the same cards, and none that is due; where only those are asked, it renames "
        "their suits.",
        metavar="N",
    )


@dataclass(frozen=True, kw_only=True)
class HoldSessionQuestion(UsualTableQuestion, TrainDealQuestion):
    """Practice: you say what to hold, and hear what it costs.

    What you hold is kept; a deal that was missed comes again when it is due, unless a seed is given. A
    deal whose answer you look up with ? stays due.
    'jamfold train score --game videopoker' tells the score of all days.
    """

    name: ClassVar[str] = "videopoker-train"

    deals: str = entry(
        ANY,
        f"Any deals, or close ones, of which the second-best hold costs at most {CLOSE_COST} a coin, or only "
        "those that are due.",
        choices=(ANY, CLOSE, DUE),
    )
    hands: int | None = entry(None, "Stop after N hands.", metavar="N", least=1)
    bet: int = entry(5, "Coins bet per hand.", metavar="COINS", least=1)
