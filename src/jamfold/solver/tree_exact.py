"""The exact equilibrium of a tree of two seats, the way of `exact`: iterate, settle what is doubtful, verify.

1. Iterate: I answers II's average plan by its sequential best response, then II I's new average; the
   plan of iteration t enters the average with weight t.  A plan is a `Response` for each sequence, so one
   iteration reads the rows of the table that have changed.
2. The classes whose best plan is least ahead of the next are free, in all their sequences; all others keep
   their best plan.  What is left is solved as one small programme (see `tree_subgame`).
3. Sequential best responses over all classes measure the result; classes that gain by changing join.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.solver.payoffs import Payoffs
from jamfold.solver.products import RangeSums
from jamfold.solver.solution import FREE_MARGIN, TOLERANCE
from jamfold.solver.tree import Tree
from jamfold.solver.tree_response import (
    Plan,
    PlanAverage,
    PlanEvaluation,
    PlanResponse,
    evaluate_plans,
    plan_of,
)
from jamfold.solver.tree_subgame import make_plan_subgame, polished, split

_NOISE = 1e-14
_ITERATIONS = 24
_FIRST_DOUBTFUL = 24
_ATTEMPTS = 7
_MAX_ROUNDS = 60

Sums = tuple[list[RangeSums], list[RangeSums]]
Free = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True)
class TreeSolution:
    """A pair of plans with its certificate, in the unit of the stakes."""

    tree: Tree
    """The game."""
    plans: tuple[Plan, Plan]
    """The chance of every sequence of I and of II for every class, shapes (sequences, n)."""
    evaluation: PlanEvaluation
    """Both sequential best responses, values and gains."""
    sums: Sums
    """The plans with their products, as the other seat sees them."""
    free: tuple[int, int]
    """Classes of I and of II to which two actions are worth the same where they come to them."""
    exact: bool
    """Whether epsilon is below the tolerance."""
    iterations: int
    seconds: float
    """What it took."""


def solve_tree(
    payoffs: Payoffs,
    tree: Tree,
    *,
    tolerance: float = TOLERANCE,
    progress: Callable[[int, PlanEvaluation], None] | None = None,
) -> TreeSolution:
    """The equilibrium of a tree; ``exact=False`` if the tolerance was not reached.

    Raises SolverError if the stakes need planes that the payoffs lack.
    """
    payoffs.check_planes(tree.stakes.n_planes)
    started = time.perf_counter()
    search = _Search(payoffs, tree, tolerance, progress)
    sums, evaluation = search.run()
    return TreeSolution(
        tree,
        (plan_of(sums[0]), plan_of(sums[1])),
        evaluation,
        sums,
        (_free(evaluation.best[0].gap), _free(evaluation.best[1].gap)),
        evaluation.epsilon < tolerance,
        search.steps,
        time.perf_counter() - started,
    )


class _Search:
    """One run of the method."""

    def __init__(
        self,
        payoffs: Payoffs,
        tree: Tree,
        tolerance: float,
        progress: Callable[[int, PlanEvaluation], None] | None,
    ) -> None:
        self.steps = 0
        self._payoffs, self._tree, self._tolerance, self._progress = payoffs, tree, tolerance, progress
        self._responses = PlanResponse(payoffs, tree, 0), PlanResponse(payoffs, tree, 1)
        self._noise = _NOISE * tree.scale
        n = payoffs.n_classes
        for seat, response in enumerate(self._responses):
            first = np.zeros((tree.n_sequences(seat), n), dtype=np.bool_)
            for turn in tree.turns_of(seat):
                first[turn.actions[-1]] = turn.own < 0
            response.move_to(first)
        self._averages = tuple(PlanAverage(payoffs, response) for response in self._responses)
        self._current = self._measure(self._pure())
        self._best = self._current
        self._weight = 0

    def run(self) -> tuple[Sums, PlanEvaluation]:
        """The best pair found; stops at the first that is exact to rounding."""
        doubtful = _FIRST_DOUBTFUL
        for _ in range(_ATTEMPTS):
            if self._iterate(_ITERATIONS) or self._settle(doubtful):
                break
            doubtful *= 2
        return self._best

    def _pure(self) -> Sums:
        return self._responses[0].range_sums(), self._responses[1].range_sums()

    def _iterate(self, iterations: int) -> bool:
        """Iterate; whether a pure equilibrium was found."""
        for _ in range(iterations):
            self._weight += 1
            self._answer(0)
            mine = self._averages[0].range_sums()
            theirs = self._current[0][1]
            between = self._measure((mine, theirs))
            self._current = between
            self._answer(1)
            self._current = self._measure((mine, self._averages[1].range_sums()))
            self._report(self._current)
            pure = self._measure(self._pure())
            if pure[1].epsilon <= self._noise:
                self._report(pure)
                return True
        return False

    def _answer(self, seat: int) -> None:
        """Let a seat answer the current pair, and add that to its average."""
        self._responses[seat].move_to(self._current[1].best[seat].plan)
        self._averages[seat].add(self._responses[seat], self._weight)

    def _settle(self, doubtful: int) -> bool:
        """Solve for the doubtful classes, verify, enlarge; whether that ended within the noise."""
        best = self._current[1].best
        for response, plan in zip(self._responses, best, strict=True):
            response.move_to(plan.plan)
        free: Free = _smallest(best[0].gap, doubtful), _smallest(best[1].gap, doubtful)
        for _ in range(_MAX_ROUNDS):
            candidate = self._solve_subgame(free)
            if candidate is None:
                return False
            self._report(candidate)
            more = [
                np.setdiff1d(np.flatnonzero(regret > self._noise), one)
                for regret, one in zip(candidate[1].regret, free, strict=True)
            ]
            if not any(one.size for one in more) or candidate[1].epsilon <= self._noise:
                return self._best[1].epsilon < self._tolerance
            free = np.union1d(free[0], more[0]), np.union1d(free[1], more[1])
            if free[0].size + free[1].size > 16 * doubtful:
                return False
        return False

    def _solve_subgame(self, free: Free) -> tuple[Sums, PlanEvaluation] | None:
        """Optimal play of the free classes, the others fixed as they are; None if it failed."""
        fixed = [response.played.copy() for response in self._responses]
        subgame = make_plan_subgame(self._payoffs, self._tree, self._responses, free)
        solved = subgame.solve()
        if solved is None:
            return None
        candidate = self._adopt(free, fixed, solved)
        if candidate[1].epsilon > self._noise:
            polish = self._adopt(free, fixed, polished(subgame, *solved))
            candidate = min(candidate, polish, key=lambda one: one[1].epsilon)
        for response, plan in zip(self._responses, fixed, strict=True):
            response.move_to(plan)
        return candidate

    def _adopt(
        self, free: Free, fixed: list[NDArray[np.bool_]], chances: tuple[NDArray[np.float64], ...]
    ) -> tuple[Sums, PlanEvaluation]:
        """Play the free classes with these chances, the others as fixed, and measure."""
        sums = []
        for seat, one in enumerate(chances):
            plan = fixed[seat].astype(np.float64)
            plan[:, free[seat]] = split(one, self._tree, seat)
            sums.append(self._responses[seat].mixed_sums(plan))
        return self._measure((sums[0], sums[1]))

    def _measure(self, sums: Sums) -> tuple[Sums, PlanEvaluation]:
        return sums, evaluate_plans(self._payoffs, self._tree, sums)

    def _report(self, candidate: tuple[Sums, PlanEvaluation]) -> None:
        """Keep the candidate if it is the best so far, and tell of it."""
        self.steps += 1
        if candidate[1].epsilon <= self._best[1].epsilon:
            self._best = candidate
        if self._progress is not None:
            self._progress(self.steps, candidate[1])


def _free(gap: NDArray[np.float64]) -> int:
    return int(np.count_nonzero(gap < FREE_MARGIN))


def _smallest(margins: NDArray[np.float64], k: int) -> NDArray[np.int64]:
    k = min(k, margins.size)
    return np.sort(np.argpartition(margins, k - 1)[:k])
