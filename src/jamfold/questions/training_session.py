"""A session of the trainer in the terminal: one question after the other, of two seats or of three."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from jamfold.errors import TrainingError
from jamfold.questions.fields import entry
from jamfold.questions.training import (
    BOTH,
    SLOWEST,
    TrainAnswerQuestion,
    TrainJudged,
    TrainMarked,
    TrainNextQuestion,
    TrainRangeQuestion,
)
from jamfold.questions.training_three import THREE_MODES, draw_three, judged_three
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.practice.trainer.asking import Asked
    from jamfold.practice.trainer.three import ThreeAsked, ThreeVerdict


@dataclass(frozen=True, kw_only=True)
class TrainQuestion(TrainNextQuestion):
    """Train jam or fold, call or fold: j, c or f answers, w tells why, q ends.

    Answers are kept: hands that were missed come again sooner. A hand for which both actions are equally
    good is right either way.
    """

    name: ClassVar[str] = "train"

    questions: int | None = entry(
        None, "Stop after so many.", label="number of questions", metavar="N", least=1, most=1_000_000
    )
    seats: int = entry(
        2,
        "Seats at the table: 2, or 3 in Hold'em and Six-Plus, in the modes random and close.",
        metavar="N",
        least=2,
        most=3,
    )
    rule: bool = entry(
        False, "Tell after every answer what the rule that comes with the program says, and what it costs."
    )

    def __post_init__(self) -> None:
        """Tables of three take two modes, and games of few classes."""
        super().__post_init__()
        if self.seats == 2:
            return
        if self.mode not in THREE_MODES:
            raise TrainingError("Tables of three take the modes random and close.", field="mode")
        if self.rules.has_many_classes:
            raise TrainingError(f"{self.rules.title} is not solved for three seats.", field="seats")
        if self.seat != BOTH:
            raise TrainingError("Tables of three ask all seats.", field="seat")

    def ask_three(self, number: int, watch: Watch) -> ThreeAsked:
        """A decision at a table of three, solved now where it has not been before."""
        return draw_three(self, self.mode, self.rng(number), watch)

    def judged_three(self, asked: ThreeAsked, *, plays: bool, seconds: float) -> ThreeVerdict:
        """The verdict on a decision at a table of three, which is kept."""
        return judged_three(asked, plays=plays, seconds=min(seconds, SLOWEST))

    def judged(self, asked: Asked, action: str, seconds: float, watch: Watch) -> TrainJudged:
        """The verdict on an answer to a question."""
        return TrainAnswerQuestion(
            **_spot_of(asked), hand=hand_name(asked), action=action, seconds=min(seconds, SLOWEST)
        ).answer(watch)

    def compared(self, asked: Asked, text: str, seconds: float, watch: Watch) -> TrainMarked:
        """A marked range beside the equilibrium."""
        question = TrainRangeQuestion(**_spot_of(asked), range=text, seconds=min(seconds, SLOWEST))
        return question.answer(watch)


def hand_name(asked: Asked) -> str:
    """What the hand of a question is called; empty where a range is asked for."""
    from jamfold.games import GAMES
    from jamfold.ranges.grid import class_label

    return "" if asked.class_id is None else class_label(GAMES[asked.game], asked.class_id)


def _spot_of(asked: Asked) -> dict[str, Any]:
    names = ("game", "stacks", "blinds", "ante", "bb_ante", "dead", "mode")
    return {name: getattr(asked, name) for name in names} | {"position": asked.seat.value}
