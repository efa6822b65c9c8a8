"""The trainer at tables of three equal stacks: what is asked next, and what an answer costs."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from typing import ClassVar

from jamfold.questions.fields import entry
from jamfold.questions.training import ACTIONS, MOST_SEED, SLOWEST, TrainLevelQuestion

THREE_MODES = ("random", "close")


@dataclass(frozen=True, kw_only=True)
class TrainThreeQuestion(TrainLevelQuestion):
    """What the trainer asks next at a table of three, Hold'em or Six-Plus."""

    name: ClassVar[str] = "train-three"

    mode: str = entry(
        "random", "random: hands as dealt; close: margins of 0.02 to 0.4 bb.", choices=THREE_MODES
    )
    seed: int | None = entry(
        None, "The same number asks the same hands.", metavar="N", least=0, most=MOST_SEED
    )
    number: int = entry(0, "How many were asked before, with the same seed.", least=0, most=MOST_SEED)


@dataclass(frozen=True, kw_only=True)
class TrainThreeAnswerQuestion(TrainLevelQuestion):
    """Judge a decision at a table of three and keep it: both EVs, what it cost, the whole range."""

    name: ClassVar[str] = "train-three-answer"

    stack: float = entry(MISSING, "Of every seat, in big blinds.", metavar="BB", least=1, most=100)
    node: str = entry(MISSING, "Who decides, behind whose jams: bb after btn.", label="decision", longest=40)
    hand: str = entry(MISSING, "The hand: its name or cards.", metavar="HAND", longest=100)
    action: str = entry(MISSING, "jam, call or fold.", choices=ACTIONS, metavar="ACTION")
    seconds: float | None = entry(
        None, "How long the answer took.", label="time", least=0, most=SLOWEST, metavar="S"
    )
    mode: str = entry("random", "How it was chosen.", choices=THREE_MODES)
