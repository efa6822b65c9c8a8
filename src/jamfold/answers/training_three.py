"""The trainer at tables of three."""

from __future__ import annotations

import random
from dataclasses import dataclass

from jamfold.answers import reply
from jamfold.answers.memory import Memory
from jamfold.answers.training import draws, now
from jamfold.answers.watch import Watch
from jamfold.errors import SituationError, TrainingError, at_field
from jamfold.hand.hand import Hand
from jamfold.practice.trainer.store import TrainingStore
from jamfold.practice.trainer.three import (
    STACKS,
    ThreeAsked,
    ThreeVerdict,
    ask_three,
    judge_three,
    three_answer,
)
from jamfold.questions.training import TrainLevelQuestion
from jamfold.questions.training_three import TrainThreeAnswerQuestion, TrainThreeQuestion
from jamfold.shown import Shown
from jamfold.spots.lookup import find_class
from jamfold.spots.table.exact import TableSolution, solve_table
from jamfold.spots.table.node_words import find_node

_tables: Memory[tuple[str, Hand], TableSolution] = Memory(12)


@dataclass(frozen=True)
class ThreeJudged(Shown):
    """A judged decision at a table of three."""

    asked: ThreeAsked
    verdict: ThreeVerdict


def solved_three(question: TrainLevelQuestion, stack: float, watch: Watch) -> TableSolution:
    """Three equal stacks in big blinds at the blinds and antes of a question, solved once.

    Raises
    ------
    TrainingError
        If the game is not solved for three seats.
    """
    game = question.rules
    if game.has_many_classes:
        raise TrainingError(f"{game.title} is not solved for three seats.", field="game")
    hand = Hand((stack,) * 3, question.level.in_bb)
    return _tables.get((game.name, hand), lambda: solve_table(game, hand, watch.stage))


def draw_three(question: TrainLevelQuestion, mode: str, rng: random.Random, watch: Watch) -> ThreeAsked:
    return ask_three(solved_three(question, rng.choice(STACKS), watch), mode, rng)


def judged_three(asked: ThreeAsked, *, plays: bool, seconds: float | None) -> ThreeVerdict:
    """The verdict on a decision at a table of three, which is kept."""
    verdict = judge_three(asked, plays=plays, seconds=seconds)
    with TrainingStore() as store:
        store.add(three_answer(asked, verdict, now(), seconds), card=False)
    return verdict


@reply.register
def train_three(question: TrainThreeQuestion, watch: Watch) -> ThreeAsked:
    """The next decision.

    Raises
    ------
    TrainingError
        If the game is not solved for three seats.
    """
    return draw_three(question, question.mode, draws(question.seed, question.number), watch)


@reply.register
def train_three_answer(question: TrainThreeAnswerQuestion, watch: Watch) -> ThreeJudged:
    """The verdict; the answer is kept.

    Raises
    ------
    TrainingError
        If the game is not solved for three seats, or the answer cannot be kept.
    SituationError
        If there is no such decision, or it does not take the action.
    """
    with at_field("hand"):
        class_id, _ = find_class(question.rules, question.hand)
    solution = solved_three(question, question.stack, watch)
    node = find_node(solution.hand, question.node)
    asked = ThreeAsked(solution, solution.nodes.index(node), class_id, question.mode)
    if question.action not in (asked.playing, "fold"):
        raise SituationError(
            f"Here one {asked.playing}s or folds, and does not {question.action}.", field="action"
        )
    return ThreeJudged(asked, judged_three(asked, plays=question.action != "fold", seconds=question.seconds))
