"""The trainer where raises are listed: a decision of a tree, and what an answer costs."""

from __future__ import annotations

import random
from typing import cast

from jamfold.answers import handler
from jamfold.answers.spots import solved
from jamfold.answers.training import draws, find_hand
from jamfold.answers.watch import Observer
from jamfold.core.errors import SituationError, TrainingError
from jamfold.practice.training.grading import Decision, GradedDecision, store_decision
from jamfold.practice.training.tree_exercises import draw_tree_decision, find_decision, tree_decision
from jamfold.questions.training import BOTH
from jamfold.questions.training_session import TrainRequest
from jamfold.questions.training_trees import (
    TREE_STACKS,
    TrainTreeAnswerRequest,
    TrainTreeRequest,
    tree_spot,
)
from jamfold.spots.strategy import Seat
from jamfold.spots.trees import TreeSpot


def draw_tree(question: TrainTreeRequest | TrainRequest, rng: random.Random, watch: Observer) -> Decision:
    """A decision at one of the stacks at which the sizes make a tree.

    Raises TrainingError if none of them has a hand that will do.
    """
    only = None if question.seat == BOTH else Seat(question.seat)
    for stack in rng.sample(TREE_STACKS, len(TREE_STACKS)):
        try:
            return draw_tree_decision(
                cast(TreeSpot, solved(tree_spot(question, stack), watch)), question.mode, rng, only
            )
        except (SituationError, TrainingError):
            continue
    raise TrainingError("There is no such hand in these trees.", field="mode")


@handler.register
def train_tree(question: TrainTreeRequest, watch: Observer) -> Decision:
    """The next decision. Raises TrainingError if there is nothing to ask."""
    return draw_tree(question, draws(question.seed, question.number), watch)


@handler.register
def train_tree_answer(question: TrainTreeAnswerRequest, watch: Observer) -> GradedDecision:
    """The verdict; the answer is kept.

    Raises SituationError if there is no such decision, or it does not take the action; TrainingError if the
    hand never comes there.
    """
    class_id = find_hand(question.rules, question.hand)
    spot = cast(TreeSpot, solved(question.spot, watch))
    decision = tree_decision(spot, find_decision(spot, question.after), class_id, question.mode)
    if question.action not in decision.actions:
        raise SituationError(
            f"Here one can {' or '.join(decision.actions)}, and not {question.action[:40]}.", field="action"
        )
    return store_decision(decision, question.action, question.seconds)
