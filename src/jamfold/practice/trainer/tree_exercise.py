"""Decisions of a tree of raises: what is asked, and what each action costs."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import ClassId
from jamfold.errors import SituationError, TrainingError
from jamfold.histories.tables import FREE
from jamfold.practice.trainer.answers import CardKey, GivenAnswer, Rating, rate
from jamfold.practice.trainer.exercise import CLOSE, CLOSE_BB
from jamfold.ranges.grid import class_label
from jamfold.shown import DisplayableResult
from jamfold.solver.tree import chances_at
from jamfold.spots.lookup import HandReport, class_report
from jamfold.spots.strategy import HandAtNode, Seat
from jamfold.spots.tree import TreeSpot


@dataclass(frozen=True, eq=False)
class TreeExercise(DisplayableResult):
    """One decision of a solved tree."""

    spot: TreeSpot
    number: int
    """The decision, among ``spot.nodes``."""
    class_id: int
    """The hand."""
    mode: str
    """How it was chosen."""

    @property
    def seat(self) -> Seat:
        return list(Seat)[self.spot.points[self.number].seat]

    @property
    def after(self) -> tuple[str, ...]:
        """The actions before."""
        return self.spot.before(self.number)

    @property
    def actions(self) -> tuple[str, ...]:
        """What can be done; folding last."""
        fold, *others = self.spot.action_names(self.number)
        return (*others, fold)

    @property
    def hand(self) -> str:
        return class_label(self.spot.game, self.class_id)

    @property
    def stack(self) -> float:
        """Of both seats, big blinds."""
        return min(self.spot.situation.stacks) / self.spot.situation.big_blind

    @cached_property
    def report(self) -> HandReport:
        """The hand at all decisions of its seat."""
        return class_report(self.spot.strategy(self.seat), ClassId(self.class_id))

    @property
    def node(self) -> HandAtNode:
        """The hand at this decision."""
        return next(node for node in self.report.nodes if node.after == self.after)

    @property
    def evs(self) -> dict[str, float]:
        """What each action earns, big blinds from the start of the hand, with best play behind it."""
        return {name: ev for name, ev in self.node.evs_bb.items() if ev is not None}


@dataclass(frozen=True)
class TreeGrade:
    """A judged decision; big blinds."""

    action: str
    loss: float
    """What it earns less than the best; 0 within 1e-5."""
    best: tuple[str, ...]
    """The actions of which none is better."""
    rating: Rating

    @property
    def right(self) -> bool:
        return self.loss == 0.0


def ask_tree(spot: TreeSpot, mode: str, rng: random.Random, seat: Seat | None = None) -> TreeExercise:
    """A decision of a tree, each as often as the others, and a hand as often as it comes there.

    Raises TrainingError if no decision has a hand that will do.
    """
    numbers = [number for number, point in enumerate(spot.points) if seat is None or point.seat == seat.place]
    rng.shuffle(numbers)
    for number in numbers:
        weights = _weights(spot, number, mode)
        total = float(weights.sum())
        if total > 0.0:
            drawn = int(np.searchsorted(np.cumsum(weights), rng.random() * total, side="right"))
            return TreeExercise(spot, number, min(drawn, weights.size - 1), mode)
    raise TrainingError("There is no such hand at this stack.", field="mode")


def _weights(spot: TreeSpot, number: int, mode: str) -> FloatArray:
    """How often each class comes to a decision, where it will do, shape (n,)."""
    turn, let_in = spot.solved.tree.turns[number], spot.let_in(number)
    weights = spot.classes.sizes * chances_at(turn, spot.solved.plans[turn.seat]) * let_in
    if mode != CLOSE:
        return np.asarray(weights)
    turns = [place for place, one in enumerate(spot.solved.tree.turns) if one.seat == turn.seat]
    added = spot.solved.evaluation.best[turn.seat].actions[turns.index(number)]
    unit = spot.payoffs.factors[turn.seat] / spot.situation.big_blind
    gains = np.divide(unit * added, let_in, out=np.zeros_like(added), where=let_in > 0.0)
    gains = np.vstack([np.zeros(gains.shape[1]), gains])
    behind = gains.max(axis=0) - gains
    nearest = np.where(behind > FREE, behind, np.inf).min(axis=0)
    return np.where((nearest >= CLOSE_BB[0]) & (nearest <= CLOSE_BB[1]), weights, 0.0)


def find_decision(spot: TreeSpot, after: str) -> int:
    """The number of a decision by the actions before it.

    Raises SituationError if the tree has no such decision.
    """
    for number in range(len(spot.points)):
        if ", ".join(spot.before(number)) == after:
            return number
    raise SituationError(f"This tree has no decision after '{after[:60]}'.", field="after")


def judge_tree(asked: TreeExercise, action: str, seconds: float | None = None) -> TreeGrade:
    """What an action costs.

    Raises SituationError if it cannot be done here; TrainingError if the hand never comes to the decision.
    """
    if action not in asked.actions:
        raise SituationError(
            f"Here one can {' or '.join(asked.actions)}, and not {action[:40]}.", field="action"
        )
    evs = asked.evs
    if not evs:
        raise TrainingError("Nobody decides here: the hand is never asked.", field="after")
    most = max(evs.values())
    loss = most - evs[action]
    loss = 0.0 if loss <= FREE else loss
    best = tuple(name for name in asked.actions if most - evs[name] <= FREE)
    return TreeGrade(action, loss, best, rate(loss, seconds))


def tree_answer(
    asked: TreeExercise, verdict: TreeGrade, level: str, at: int, seconds: float | None
) -> GivenAnswer:
    """A decision as an answer to be kept; trees have no cards that come again.

    Parameters
    ----------
    level
        Raises and antes in words.
    """
    place = f"{asked.seat.value} after {', '.join(asked.after)}" if asked.after else asked.seat.value
    key = CardKey(asked.spot.game.name, level, place, asked.hand)
    free = len(verdict.best) == len(asked.actions)
    return GivenAnswer(
        at, key, asked.mode, asked.stack, asked.spot.s, verdict.action, verdict.loss, free, seconds
    )
