"""The trainer where raises are listed: a decision of a tree, and what an answer costs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import cast

from jamfold.answers import handler
from jamfold.answers.spots import solved
from jamfold.answers.training import draws
from jamfold.answers.watch import Observer
from jamfold.errors import SituationError, TrainingError, error_field
from jamfold.practice.trainer.answers import now
from jamfold.practice.trainer.store import keep_answer
from jamfold.practice.trainer.tree_exercise import (
    TreeExercise,
    TreeGrade,
    ask_tree,
    find_decision,
    judge_tree,
    tree_answer,
)
from jamfold.questions.raises import SizesRequest
from jamfold.questions.training import BOTH
from jamfold.questions.training_trees import (
    TREE_STACKS,
    TrainTreeAnswerRequest,
    TrainTreeRequest,
    tree_spot,
)
from jamfold.shown import DisplayableResult
from jamfold.spots.lookup import find_class
from jamfold.spots.strategy import Seat
from jamfold.spots.tree import TreeSpot


@dataclass(frozen=True)
class TreeJudged(DisplayableResult):
    """A judged decision of a tree."""

    asked: TreeExercise
    verdict: TreeGrade
    notice: str = ""
    """Something to know of the file in which training is kept; mostly empty."""


def draw_tree(
    question: SizesRequest, mode: str, seat: str, rng: random.Random, watch: Observer
) -> TreeExercise:
    """A decision at one of the stacks at which the sizes make a tree.

    Raises TrainingError if none of them has a hand that will do.
    """
    only = None if seat == BOTH else Seat(seat)
    for stack in rng.sample(TREE_STACKS, len(TREE_STACKS)):
        try:
            return ask_tree(cast(TreeSpot, solved(tree_spot(question, stack), watch)), mode, rng, only)
        except (SituationError, TrainingError):
            continue
    raise TrainingError("There is no such hand in these trees.", field="mode")


def judged_tree(
    question: SizesRequest, asked: TreeExercise, action: str, seconds: float | None
) -> TreeJudged:
    """The verdict, which is kept."""
    verdict = judge_tree(asked, action, seconds)
    parts = (question.sizes.text(question.level.big_blind), question.level.bb_text())
    level = ", ".join(part for part in parts if part)
    kept = keep_answer(tree_answer(asked, verdict, level, now(), seconds))
    return TreeJudged(asked, verdict, kept.notice)


@handler.register
def train_tree(question: TrainTreeRequest, watch: Observer) -> TreeExercise:
    """The next decision. Raises TrainingError if there is nothing to ask."""
    return draw_tree(question, question.mode, question.seat, draws(question.seed, question.number), watch)


@handler.register
def train_tree_answer(question: TrainTreeAnswerRequest, watch: Observer) -> TreeJudged:
    """The verdict; the answer is kept.

    Raises SituationError if there is no such decision, or it does not take the action; TrainingError if the
    hand never comes there.
    """
    with error_field("hand"):
        class_id, _ = find_class(question.rules, question.hand)
    spot = cast(TreeSpot, solved(question.spot, watch))
    asked = TreeExercise(spot, find_decision(spot, question.after), int(class_id), question.mode)
    return judged_tree(question, asked, question.action, question.seconds)
