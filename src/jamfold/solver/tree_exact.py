"""The exact equilibrium of a tree of two seats, the way of `exact`: iterate, settle what is doubtful, verify.

1. Iterate: I answers II's average plan by its sequential best response, then II I's new average; the
   plan of iteration t enters the average with weight t.  A plan is a `Response` for each sequence, so one
   iteration reads the rows of the table that have changed.
2. The classes whose best plan is least ahead of the next are free, in all their sequences; all others keep
   their best plan.  What is left is solved as one small programme (see `tree_subgame`).
3. Sequential best responses over all classes measure the result; classes that gain by changing join.

Beside a solved neighbour 2 and 3 come first: free are the classes that mix there or gain here, all others
play as there.  (With their best plans here instead, more classes would gain after it than before.)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.solution import FREE_MARGIN, TOLERANCE, is_exact
from jamfold.solver.tree import Tree, TwoPlayerInfoset
from jamfold.solver.tree_response import (
    PlanAverage,
    PlanEvaluation,
    PlanResponse,
    RealizationPlan,
    evaluate_plans,
    plan_of,
)
from jamfold.solver.tree_subgame import is_small, make_plan_subgame, polished, split

_NOISE = 1e-14
_ALIKE = 1e-10
"""Margins are told apart in steps of this times the largest end, so that rounding does not decide."""
_ITERATIONS = 24, 100
_JOINING = 8
"""Iterations before a programme, of many classes and of few; where they are few, so many of a seat join at a
time, those that gain most: complementarity is slow with hundreds of sequences."""
_FIRST_DOUBTFUL = 24
_ATTEMPTS = 7
_MAX_ROUNDS = 60
_NEAR, _FOLLOWING, _FOLLOWED = 200, 16, 128
"""Where more classes of a seat would gain, no neighbour is followed; where fewer do, so many join at a time,
until so many of both seats are free: in Hold'em 4 programmes of 15 ms in place of 100 iterations of 4."""

Sums = tuple[list[RangeSums], list[RangeSums]]
Free = tuple[IntArray, IntArray]
Responses = tuple[PlanResponse, PlanResponse]


@dataclass(frozen=True)
class TreeSolution:
    """A pair of plans with its certificate, in the unit of the stakes."""

    tree: Tree
    """The game."""
    plans: tuple[RealizationPlan, RealizationPlan]
    """The chance of every sequence of I and of II for every class, shapes (sequences, n)."""
    evaluation: PlanEvaluation
    """Both sequential best responses, values and gains."""
    sums: Sums
    """The plans with their products, as the other seat sees them."""
    free: tuple[int, int]
    """Classes of I and of II to which two actions are worth the same where they come to them."""
    exact: bool
    """Whether epsilon is within 1e-9 of the unit (`is_exact`)."""
    iterations: int
    seconds: float
    """What it took."""


def solve_tree(
    payoffs: ClassGame,
    tree: Tree,
    *,
    tolerance: float = TOLERANCE,
    progress: Callable[[int, PlanEvaluation], None] | None = None,
) -> TreeSolution:
    """The equilibrium of a tree; ``exact=False`` if the tolerance was not reached.

    Raises SolverError if the stakes need planes that the payoffs lack.
    """
    return TreeSolver(payoffs).solve(tree, tolerance=tolerance, progress=progress)


class TreeSolver:
    """Solves trees one after another, each from where the last of the same decisions ended.

    Exact products are kept between them, so that neighbours read few rows of the table.
    """

    def __init__(self, payoffs: ClassGame) -> None:
        self.payoffs = payoffs
        self._ended: dict[tuple[TwoPlayerInfoset, ...], tuple[Responses, Sums]] = {}

    def solve(
        self,
        tree: Tree,
        *,
        tolerance: float = TOLERANCE,
        progress: Callable[[int, PlanEvaluation], None] | None = None,
    ) -> TreeSolution:
        """The equilibrium of a tree, as `solve_tree`."""
        self.payoffs.check_planes(tree.stakes.n_planes)
        started = time.perf_counter()
        # Taken out while it changes: an interrupt may come between the sums of a response.
        ended = self._ended.pop(tree.turns, None)
        responses = ended[0] if ended else _first_responses(self.payoffs, tree)
        search = _Search(self.payoffs, tree, responses, tolerance, progress)
        sums, evaluation = search.run(ended[1] if ended else None)
        self._ended[tree.turns] = responses, sums
        return TreeSolution(
            tree,
            (plan_of(sums[0]), plan_of(sums[1])),
            evaluation,
            sums,
            (_free(evaluation.best[0].gap), _free(evaluation.best[1].gap)),
            is_exact(evaluation.epsilon),
            search.steps,
            time.perf_counter() - started,
        )


def _first_responses(payoffs: ClassGame, tree: Tree) -> Responses:
    """Both seats at the start: every class does the last that is listed, at its first decisions."""
    responses = PlanResponse(payoffs, tree, 0), PlanResponse(payoffs, tree, 1)
    for seat, response in enumerate(responses):
        first = np.zeros((tree.n_sequences(seat), payoffs.n_classes), dtype=np.bool_)
        for turn in tree.turns_of(seat):
            first[turn.actions[-1]] = turn.own < 0
        response.move_to(first)
    return responses


class _Search:
    """One run of the method."""

    def __init__(
        self,
        payoffs: ClassGame,
        tree: Tree,
        responses: Responses,
        tolerance: float,
        progress: Callable[[int, PlanEvaluation], None] | None,
    ) -> None:
        self.steps = 0
        self._payoffs, self._tree, self._tolerance, self._progress = payoffs, tree, tolerance, progress
        self._responses = responses
        self._noise, self._is_small = _NOISE * tree.scale, is_small(payoffs, tree)
        self._averages = tuple(PlanAverage(payoffs, response) for response in self._responses)
        self._current = self._measure(self._pure())
        self._best = self._current
        self._weight = 0
        self._follows = False  # a neighbour: which of several equilibria then depends on it, in any case

    def run(self, near: Sums | None) -> tuple[Sums, PlanEvaluation]:
        """The best pair found, from a neighbour's on; stops at the first that is exact to rounding."""
        if near is not None and self._follow(near):
            return self._best
        doubtful = _FIRST_DOUBTFUL
        joining = _JOINING if self._is_small else self._payoffs.n_classes
        for _ in range(_ATTEMPTS):
            if self._iterate(_ITERATIONS[self._is_small]):
                break
            for response, best in zip(self._responses, self._current[1].best, strict=True):
                response.move_to(best.plan)
            if self._settle(self._doubtful(doubtful), 16 * doubtful, joining):
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

    def _follow(self, near: Sums) -> bool:
        """Settle what a neighbour's plans leave open here; whether that ended within the noise."""
        regrets = self._measure(near)[1].regret
        if max(np.count_nonzero(regret > self._noise) for regret in regrets) > _NEAR:
            return False
        free = []
        for response, sums, regret in zip(self._responses, near, regrets, strict=True):
            plan = plan_of(sums)
            response.move_to(plan > 0.5)
            mixed = np.flatnonzero(((plan > 0.0) & (plan < 1.0)).any(axis=0))
            free.append(np.union1d(mixed, self._joining(regret, mixed, _FOLLOWING)))
        self._follows = True
        settled = self._settle((free[0], free[1]), _FOLLOWED, _FOLLOWING)
        self._follows = False
        return settled

    def _doubtful(self, count: int) -> Free:
        """The classes of both seats that are least sure what to do."""
        first, second = (_smallest(best.gap, count, self._tree.scale) for best in self._current[1].best)
        return first, second

    def _settle(self, free: Free, most: int, joining: int) -> bool:
        """Solve for the free classes, verify, enlarge; whether that ended within the noise.

        So many of a seat join at a time, until there are `most` of both.
        """
        for _ in range(_MAX_ROUNDS):
            candidate = self._solve_subgame(free)
            if candidate is None:
                return False
            self._report(candidate)
            more = [
                self._joining(regret, one, joining)
                for regret, one in zip(candidate[1].regret, free, strict=True)
            ]
            if not any(one.size for one in more) or candidate[1].epsilon <= self._noise:
                return self._best[1].epsilon < self._tolerance
            free = np.union1d(free[0], more[0]), np.union1d(free[1], more[1])
            if free[0].size + free[1].size > most:
                return False
        return False

    def _joining(self, regret: FloatArray, free: IntArray, most: int) -> IntArray:
        """The classes that would gain by changing and are not free yet."""
        more = np.flatnonzero(regret > self._noise)
        if more.size:
            more = np.setdiff1d(more, free)
        if more.size <= most:
            return more
        steps = np.rint(regret[more] / (_ALIKE * self._tree.scale))
        return np.asarray(more[np.argsort(-steps, kind="stable")[:most]])

    def _solve_subgame(self, free: Free) -> tuple[Sums, PlanEvaluation] | None:
        """Optimal play of the free classes, the others fixed as they are; None if it failed."""
        fixed = [response.played.copy() for response in self._responses]
        subgame = make_plan_subgame(
            self._payoffs,
            self._tree,
            self._responses,
            free,
            complementary=self._is_small and not self._follows,
        )
        solved = subgame.solve()
        if solved is None:
            return None
        candidate = self._adopt(free, fixed, solved)
        if candidate[1].epsilon > (0.0 if self._is_small else self._noise):
            polish = self._adopt(free, fixed, polished(subgame, *solved))
            candidate = min(candidate, polish, key=lambda one: one[1].epsilon)
        for response, plan in zip(self._responses, fixed, strict=True):
            response.move_to(plan)
        return candidate

    def _adopt(
        self, free: Free, fixed: list[BoolArray], chances: tuple[FloatArray, ...]
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


def _free(gap: FloatArray) -> int:
    return int(np.count_nonzero(gap < FREE_MARGIN))


def _smallest(margins: FloatArray, k: int, scale: float) -> IntArray:
    """The classes of the k smallest margins, ascending ids; of those that differ by rounding the first."""
    order = np.argsort(np.rint(margins / (_ALIKE * scale)), kind="stable")
    return np.sort(order[: min(k, margins.size)])
