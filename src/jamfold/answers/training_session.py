"""A session of the trainer in the terminal, of two seats."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jamfold.answers.training import (
    train_answer,
    train_range,
)
from jamfold.answers.watch import Observer
from jamfold.practice.training.exercises import Exercise
from jamfold.practice.training.grading import GradedDecision, GradedRange
from jamfold.questions.training import (
    SLOWEST,
    TrainAnswerRequest,
    TrainRangeRequest,
)


def judged(asked: Exercise, action: str, seconds: float, watch: Observer) -> GradedDecision:
    """The verdict on an answer to a question."""
    spot, time = _spot_of(asked), min(seconds, SLOWEST)
    return train_answer(TrainAnswerRequest(**spot, hand=asked.hand, action=action, seconds=time), watch)


def compared(asked: Exercise, text: str, seconds: float, watch: Observer) -> GradedRange:
    """A marked range beside the equilibrium."""
    question = TrainRangeRequest(**_spot_of(asked), range=text, seconds=min(seconds, SLOWEST))
    return train_range(question, watch)


def _spot_of(asked: Exercise) -> dict[str, Any]:
    return {
        "game": asked.game,
        "stacks": asked.stacks,
        **asdict(asked.level),
        "mode": asked.mode,
        "position": asked.seat.value,
    }
