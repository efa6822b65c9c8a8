"""Sequential best responses in a tree, over all classes, and how far a pair of plans is from optimal.

A realization plan has the chance of every sequence for every class, shape (sequences, n).  The value that a
sequence s of a seat adds for class i, over folding at its decision, is a sum over the other's sequences t,

    G[s, i] = sum over t of (showdown value S[i] against t's range, if there is one, + constant P[i]) / K2

with P the placements of that range.  A best response goes backwards: the value of a decision is the largest
of 0 (the fold) and, for each action, G plus the value of the seat's next decisions after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.solver.best_response import showdown
from jamfold.solver.payoffs import ClassGame, Counted
from jamfold.solver.products import Average, RangeSums, Response
from jamfold.solver.tree import EMPTY, Tree, TwoPlayerInfoset, chances_at

RealizationPlan = FloatArray
Sums = tuple[Sequence[RangeSums], Sequence[RangeSums]]
"""The plans of I and II with their products, by sequence."""


class PlanResponse:
    """A pure plan of a seat with its exact products: a `Response` for every sequence.

    Margins exist only for sequences that can reach a showdown.
    """

    def __init__(self, payoffs: ClassGame, tree: Tree, seat: int) -> None:
        showdown_sequences = tree.showdown_sequences(seat)
        self.parts = [
            Response(payoffs, payoffs.tables if sequence in showdown_sequences else ())
            for sequence in range(tree.n_sequences(seat))
        ]

    @property
    def played(self) -> BoolArray:
        """The plan, shape (sequences, n)."""
        return np.stack([part.played for part in self.parts])

    def move_to(self, played: BoolArray) -> None:
        """Play another pure plan."""
        for part, chosen in zip(self.parts, played, strict=True):
            part.move_to(chosen)

    def range_sums(self) -> list[RangeSums]:
        """Return the products of every sequence."""
        return [part.range_sums() for part in self.parts]

    def mixed_sums(self, plan: RealizationPlan) -> list[RangeSums]:
        """Return the products of a mixed plan, and move this response to the nearest pure chances."""
        sums = []
        for part, chances in zip(self.parts, plan, strict=True):
            part.move_to(chances > 0.5)
            mixed = np.flatnonzero((chances > 0.0) & (chances < 1.0))
            sums.append(part.mixed_sums(mixed, chances[mixed]))
        return sums


class PlanAverage:
    """A weighted average of pure plans."""

    def __init__(self, payoffs: ClassGame, response: PlanResponse) -> None:
        self._parts = [Average(payoffs, part.tables) for part in response.parts]

    def add(self, response: PlanResponse, weight: int) -> None:
        """Add a plan with a positive weight."""
        for average, part in zip(self._parts, response.parts, strict=True):
            average.add(part, weight)

    def range_sums(self) -> list[RangeSums]:
        """Return the products of every sequence of the average."""
        return [part.range_sums() for part in self._parts]


def plan_of(sums: Sequence[RangeSums]) -> RealizationPlan:
    """Return the realization plan of these products."""
    return np.stack([sequence.strategy for sequence in sums])


def stacked(sums: Sequence[RangeSums]) -> FloatArray:
    """Return a plan with its products as one array, shape (sequences, 3 + planes, n).

    Planes of a sequence without a showdown are zeros.
    """
    array = np.zeros((len(sums), 3 + max(len(part.planes) for part in sums), len(sums[0].strategy)))
    for row, part in zip(array, sums, strict=True):
        row[: 3 + len(part.planes)] = (part.strategy, part.margins, part.placements, *part.planes)
    return array


def unstacked(array: FloatArray) -> list[RangeSums]:
    """Return the plan of an array of `stacked`. Raises ValueError if it has another shape or chances."""
    if array.ndim != 3 or array.shape[1] < 3 or not ((array[:, 0] >= 0.0) & (array[:, 0] <= 1.0)).all():
        raise ValueError("plans have three axes, and chances in [0, 1]")
    return [RangeSums(row[0], row[1], row[2], tuple(row[3:])) for row in array]


def sequence_payoffs(payoffs: Counted, tree: Tree, seat: int, plan: Sequence[RangeSums]) -> RealizationPlan:
    """Return G of a seat against the other's plan, shape (sequences, n); see the module."""
    ends = tree.stakes.second if seat else tree.stakes.first
    total: RealizationPlan = np.zeros((tree.n_sequences(seat), payoffs.n_classes))
    for key, pair in tree.pairs.items():
        own, opponent = key[seat], key[1 - seat]
        if own == EMPTY:
            continue
        constant = pair.constant(seat)
        if opponent == EMPTY:
            total[own] += constant * payoffs.n_opponent_hands
        elif pair.is_showdown:
            total[own] += showdown(ends, -constant, plan[opponent])
        elif constant:
            total[own] += constant * plan[opponent].placements
    return total / payoffs.n_opponent_hands


@dataclass(frozen=True)
class BestPlan:
    """A seat's best response."""

    actions: tuple[FloatArray, ...]
    """By decision of the seat, the values of its actions over folding, with best play after them, weighted by
    the other's reach probability, shape (actions, n)."""
    plan: BoolArray
    """The best plan, bool (sequences, n); an indifferent class folds."""
    gap: FloatArray
    """The smallest lead of the best action over the second, of the decisions it reaches, shape (n,)."""

    def best(self, number: int) -> FloatArray:
        """Return the value of a decision of the seat over folding there, shape (n,)."""
        return np.asarray(np.maximum(self.actions[number].max(axis=0), 0.0))


def best_plan(tree: Tree, seat: int, added: RealizationPlan) -> BestPlan:
    """Return the sequential best response of a seat, where `added` is its G."""
    turns = tree.turns_of(seat)
    worth = added.copy()
    actions: list[FloatArray] = [worth] * len(turns)
    for number in range(len(turns) - 1, -1, -1):
        turn = turns[number]
        actions[number] = worth[list(turn.actions)].copy()
        if turn.own != EMPTY:
            worth[turn.own] += np.maximum(actions[number].max(axis=0), 0.0)
    plan = np.zeros(added.shape, dtype=np.bool_)
    gap = np.full(added.shape[1], np.inf)
    for turn, values in zip(turns, actions, strict=True):
        is_reached = chances_at(turn, plan).astype(np.bool_)
        if len(turn.actions) == 1:  # half the time of what follows, with the same bits
            plan[turn.actions[0]] = is_reached & (values[0] > 0.0)
            gap = np.where(is_reached, np.minimum(gap, abs(values[0])), gap)
            continue
        choice = values.argmax(axis=0)
        top = values.max(axis=0)
        for place, sequence in enumerate(turn.actions):
            plan[sequence] = is_reached & (choice == place) & (top > 0.0)
        ordered = np.sort(np.vstack([values, np.zeros_like(top)]), axis=0)
        gap = np.where(is_reached, np.minimum(gap, ordered[-1] - ordered[-2]), gap)
    return BestPlan(tuple(actions), plan, gap)


def regrets(turns: Sequence[TwoPlayerInfoset], best: BestPlan, plan: RealizationPlan) -> FloatArray:
    """Return every class's gain by the best plan, shape (n,), summed over the decisions."""
    regret = np.zeros(plan.shape[1])
    for number, turn in enumerate(turns):
        most, folding = best.best(number), chances_at(turn, plan)
        for place, sequence in enumerate(turn.actions):
            regret += plan[sequence] * (most - best.actions[number][place])
            folding = folding - plan[sequence]
        regret += np.maximum(folding, 0.0) * most
    return regret


@dataclass(frozen=True)
class PlanEvaluation:
    """A pair of plans measured against both best responses, in the unit of the stakes."""

    sums: Sums
    """The plans."""
    best: tuple[BestPlan, BestPlan]
    """Both best responses."""
    regret: tuple[FloatArray, FloatArray]
    """Each class's gain by its best response, shapes (n,)."""
    values: tuple[float, float]
    gains: tuple[float, float]
    """The gain of each player alone by a best response."""

    @property
    def epsilon(self) -> float:
        """Half of the sum of the gains."""
        return sum(self.gains) / 2.0


def evaluate_plans(payoffs: Counted, tree: Tree, sums: Sums) -> PlanEvaluation:
    """Measure a pair of plans against both sequential best responses over all classes."""
    plans = plan_of(sums[0]), plan_of(sums[1])
    best, regret, values, gains = [], [], [], []
    for seat in range(2):
        added = sequence_payoffs(payoffs, tree, seat, sums[1 - seat])
        best.append(best_plan(tree, seat, added))
        regret.append(regrets(tree.turns_of(seat), best[seat], plans[seat]))
        gains.append(float(np.sum(payoffs.counts * regret[seat])) / payoffs.n_hands)
        value = float(np.sum(payoffs.counts * (plans[seat] * added).sum(axis=0))) / payoffs.n_hands
        for key, pair in tree.pairs.items():
            if key[seat] == EMPTY:
                other = key[1 - seat]
                reach = 1.0 if other == EMPTY else payoffs.share(plans[1 - seat][other])
                value += pair.constant(seat) * reach
        values.append(value)
    return PlanEvaluation(
        sums, (best[0], best[1]), (regret[0], regret[1]), (values[0], values[1]), (gains[0], gains[1])
    )
