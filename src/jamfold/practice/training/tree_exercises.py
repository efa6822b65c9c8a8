"""Decisions of a tree of raises."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from jamfold.cards.counting.classes import ClassId
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import SituationError, TrainingError
from jamfold.histories.multiway_solver import FREE
from jamfold.practice.training.answers import CardKey
from jamfold.practice.training.exercises import CLOSE, CLOSE_BB
from jamfold.practice.training.grading import Decision
from jamfold.ranges.grid import class_label
from jamfold.solver.tree import chances_at
from jamfold.spots.strategy import HandAtNode, HandReport, Seat, class_report
from jamfold.spots.trees import TreeSpot


class HandInTree(NamedTuple):
    """A hand at one decision of a solved tree."""

    spot: TreeSpot
    report: HandReport
    """The hand at all decisions of its seat."""
    node: HandAtNode
    """The hand at this decision."""


def tree_decision(spot: TreeSpot, number: int, class_id: int, mode: str) -> Decision:
    """Return a decision of a solved tree; EVs are those with best play behind each action.

    Raises TrainingError if the hand never comes to the decision.
    """
    situation, after = spot.situation, spot.before(number)
    seat = list(Seat)[spot.points[number].seat]
    report = class_report(spot.strategy(seat), ClassId(class_id))
    node = next(node for node in report.nodes if node.after == after)
    evs = {name: ev for name, ev in node.evs_bb.items() if ev is not None}
    if not evs:
        raise TrainingError("Nobody decides here: the hand is never asked.", field="after")
    fold, *others = spot.action_names(number)
    level = (spot.raises.text(situation.big_blind), situation.level.bb_text())
    return Decision(
        spot=HandInTree(spot, report, node),
        row=number,
        id=class_id,
        key=CardKey(
            spot.game.name,
            ", ".join(part for part in level if part),
            f"{seat.value} after {', '.join(after)}" if after else seat.value,
            class_label(spot.game, class_id),
        ),
        mode=mode,
        actions=(*others, fold),
        gains=evs,
        doubt=FREE,
        stack=min(situation.stacks) / situation.big_blind,
        s=spot.s,
        evs=evs,
    )


def draw_tree_decision(spot: TreeSpot, mode: str, rng: random.Random, seat: Seat | None = None) -> Decision:
    """Draw a decision of a tree, each as often as the others, and a hand as often as it comes there.

    Raises TrainingError if no decision has a hand that will do.
    """
    numbers = [number for number, point in enumerate(spot.points) if seat is None or point.seat == seat.place]
    rng.shuffle(numbers)
    for number in numbers:
        weights = _weights(spot, number, mode)
        total = float(weights.sum())
        if total > 0.0:
            drawn = int(np.searchsorted(np.cumsum(weights), rng.random() * total, side="right"))
            return tree_decision(spot, number, min(drawn, weights.size - 1), mode)
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
