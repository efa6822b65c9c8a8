"""The decisions of a tree over a range of stacks: who comes to them, and what every class does there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.solver.tree import chances_at
from jamfold.spots.tree import TreeSpot

_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class DecisionAt:
    """One decision at one stack; arrays have a column for each class."""

    seat: str
    """``sb`` or ``bb``."""
    after: tuple[str, ...]
    actions: tuple[str, ...]
    """after, actions: As a `NodeReport` names them; folding is left out."""
    reach: float
    """Chance that a hand comes to it, in [0, 1]."""
    here: FloatArray
    """Chance that a class comes to it by its own play, shape (n,)."""
    chances: FloatArray
    """Chance that it does, and does each of the actions, shape (actions, n)."""
    margin: FloatArray
    """What the best action adds over folding once a class is here, in big blinds or money; nan where the
    other seat never lets it come."""

    @property
    def played(self) -> FloatArray:
        """Chance that a class comes here and does not fold, shape (n,)."""
        return _whole(self.chances.sum(axis=0))


def decisions_at(spot: TreeSpot, factors: tuple[float, float]) -> tuple[DecisionAt, ...]:
    """All decisions of a solved tree; `factors` are what the units of both seats are worth."""
    told, places = [], [0, 0]
    for number, report in enumerate(spot.nodes):
        turn = spot.solved.tree.turns[number]
        plan, let_in = spot.solved.plans[turn.seat], spot.let_in(number)
        best = spot.solved.evaluation.best[turn.seat].actions[places[turn.seat]].max(axis=0)
        places[turn.seat] += 1
        margin = np.full(len(best), np.nan)
        np.divide(factors[turn.seat] * best, let_in, out=margin, where=let_in > 0.0)
        told.append(
            DecisionAt(
                report.seat,
                report.after,
                report.actions[1:],
                report.reach,
                _whole(chances_at(turn, plan)),
                _whole(plan[list(turn.actions)]),
                margin,
            )
        )
    return tuple(told)


def _whole(chances: FloatArray) -> FloatArray:
    """Chances with what rounding has left of 0 and 1 taken away."""
    return np.where(chances > 1.0 - _ROUNDING, 1.0, np.where(chances < _ROUNDING, 0.0, chances))
