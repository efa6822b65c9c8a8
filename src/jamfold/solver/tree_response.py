"""Sequential best responses in a tree, over all classes, and how far a pair of strategies is from optimal.

A plan has the chance of every sequence for every class, shape (sequences, n).  What a sequence s of a seat
adds for class i over folding at the decision before is a sum over the other's sequences t,

    G[s, i] = sum over t of (S[i] of t's range if it is shown there, + constant P[i] of that range) / K2

and a best response goes backwards: a decision is worth the best of nothing (the fold) and, for each
action, G + what the seat's next decisions behind it are worth.  So the later decision enters the earlier
one with the chance of getting there, and gains are those of the whole sequence.
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


class PlanResponse:
    """A pure plan of a seat with its exact products: a `Response` for every sequence.

    Placements are kept for all, margins for those after which hands may be shown.
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
        """Every sequence as the other seat sees it."""
        return [part.range_sums() for part in self.parts]

    def mixed_sums(self, plan: RealizationPlan) -> list[RangeSums]:
        """The same of a plan that mixes; this response moves to the nearest pure chances."""
        sums = []
        for part, chances in zip(self.parts, plan, strict=True):
            part.move_to(chances > 0.5)
            mixed = np.flatnonzero((chances > 0.0) & (chances < 1.0))
            sums.append(part.mixed_sums(mixed, chances[mixed]))
        return sums


class PlanAverage:
    """A weighted average of pure plans, which is the plan of the mixture."""

    def __init__(self, payoffs: ClassGame, response: PlanResponse) -> None:
        self._parts = [Average(payoffs, part.tables) for part in response.parts]

    def add(self, response: PlanResponse, weight: int) -> None:
        """Add a plan with a positive weight."""
        for average, part in zip(self._parts, response.parts, strict=True):
            average.add(part, weight)

    def range_sums(self) -> list[RangeSums]:
        """Every sequence of the average as the other seat sees it."""
        return [part.range_sums() for part in self._parts]


def plan_of(sums: Sequence[RangeSums]) -> RealizationPlan:
    """The chances behind the sums of all sequences."""
    return np.stack([sequence.strategy for sequence in sums])


def stacked(sums: Sequence[RangeSums]) -> FloatArray:
    """Return plans with their products as one array, shape (sequences, 3 + planes, n).

    A sequence that comes to no showdown has no planes: they are zeros here.
    """
    array = np.zeros((len(sums), 3 + max(len(part.planes) for part in sums), len(sums[0].strategy)))
    for row, part in zip(array, sums, strict=True):
        row[: 3 + len(part.planes)] = (part.strategy, part.margins, part.placements, *part.planes)
    return array


def unstacked(array: FloatArray) -> list[RangeSums]:
    """What `stacked` has put together. Raises ValueError if it has not."""
    if array.ndim != 3 or array.shape[1] < 3 or not ((array[:, 0] >= 0.0) & (array[:, 0] <= 1.0)).all():
        raise ValueError("plans have three axes, and chances in [0, 1]")
    return [RangeSums(row[0], row[1], row[2], tuple(row[3:])) for row in array]


def sequence_payoffs(payoffs: Counted, tree: Tree, seat: int, plan: Sequence[RangeSums]) -> RealizationPlan:
    """G: what every sequence of a seat adds against the other's plan, shape (sequences, n)."""
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
    """For every decision of the seat what its actions are worth over folding there, with best play
    behind, shape (actions, n); weighted with the chance that the other lets it come to that."""
    plan: BoolArray
    """The best plan, bool (sequences, n): a class that is worth no more than folding folds."""
    gap: FloatArray
    """What the best plan is worth more than the next best at one of the decisions it comes to, shape (n,)."""

    def best(self, number: int) -> FloatArray:
        """What a decision of the seat is worth over folding there, shape (n,)."""
        most: FloatArray = np.maximum(self.actions[number].max(axis=0), 0.0)
        return most


def best_plan(tree: Tree, seat: int, added: RealizationPlan) -> BestPlan:
    """The sequential best response where sequences add so much."""
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
    """What every class would gain by the best plan, shape (n,): what each decision loses, summed up."""
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
    """A pair of plans measured; pairs are of I and II, all in the unit of the stakes."""

    best: tuple[BestPlan, BestPlan]
    """Both best responses."""
    regret: tuple[FloatArray, FloatArray]
    """What each class would gain by its best response, shapes (n,)."""
    values: tuple[float, float]
    gains: tuple[float, float]
    """What the pair is worth, and what each alone would gain by a best response."""

    @property
    def epsilon(self) -> float:
        """Half of what both could gain."""
        return sum(self.gains) / 2.0


def evaluate_plans(
    payoffs: Counted, tree: Tree, sums: tuple[Sequence[RangeSums], Sequence[RangeSums]]
) -> PlanEvaluation:
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
        (best[0], best[1]), (regret[0], regret[1]), (values[0], values[1]), (gains[0], gains[1])
    )
