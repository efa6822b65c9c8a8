"""The exact equilibrium of a two-player tree: iterate, solve the doubtful classes, verify.

1. Iterate: I best-responds to II's average plan, then II to I's new average; the plan of iteration t has
   weight t in the average.  A plan is a `Response` for each sequence, so an iteration reads only the rows of
   the table that have changed.
2. The classes whose best plan leads the second by least are free, in all their sequences; all others have
   their best plan fixed.  The free classes make one small program.
3. Sequential best responses over all classes measure the result; classes that gain by deviating join.

From a solved neighbour steps 2 and 3 come first: the classes that mix there or gain here are free, all
others keep their plans of there.  (With their best plans here, more classes would gain afterwards.)

The small program: classes F1 of I and F2 of II are free in all their sequences, every other class has a pure
plan.  In units of 1 / (K1 K2), with x the chances of all sequences of the free classes of I and y of II,

    I earns  g . x + x'Q1 y,    II  h . y + x'Q2 y,     C1 x <= r1,  C2 y <= r2,  x, y >= 0

where g and h are gains over folding against the fixed classes alone.  In a zero-sum game (Q1 = -k Q2) II
minimises I's payoff by a linear program, whose dual has variables w:

    maximise  g . x - r2 . w    so that  k Q2'x - C2'w <= -k h,   C1 x <= r1,   x, w >= 0

and the duals of the first constraints are y.  Other games are a complementarity problem
(`solver.linear_programs`).  With one action a decision this is the program of `solver.exact`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.solver.exact import SNAP, Subgame, showdown_pairs
from jamfold.solver.linear_programs import minimise
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import FREE_MARGIN, TOLERANCE, is_exact
from jamfold.solver.tree import EMPTY, Tree, TwoPlayerInfoset
from jamfold.solver.tree_response import (
    PlanAverage,
    PlanEvaluation,
    PlanResponse,
    RealizationPlan,
    Sums,
    evaluate_plans,
    plan_of,
    sequence_payoffs,
)

_FEW_CLASSES = 200
_FEW_SEQUENCES = 6
"""Up to these sizes even zero-sum trees are solved by complementarity: trees have several equilibria, and the
offline app (`docs/app.md`) finds the same one by the same steps. With more the tableau can take minutes."""


@dataclass(frozen=True)
class PlanSubgame(Subgame):
    """A `Subgame` of plans; sequences by classes are flattened."""

    rows: tuple[FloatArray, FloatArray]
    right: tuple[FloatArray, FloatArray]
    """C and r of I and of II."""

    def _programme(self, exchange: float) -> tuple[FloatArray, FloatArray] | None:
        (c1, c2), (r1, r2) = self.rows, self.right
        h, q2 = exchange * self.h, exchange * self.q2
        scale = max(*(float(abs(part).max(initial=0.0)) for part in (q2, h, self.g)), 1e-300)
        solved = minimise(
            np.concatenate([-self.g / scale, r2]),
            np.block([[q2.T / scale, -c2.T], [c1, np.zeros((r1.size, r2.size))]]),
            np.concatenate([-h / scale, r1]),
            lower=np.zeros(self.g.size + r2.size),
            upper=np.full(self.g.size + r2.size, np.inf),
        )
        return None if solved is None else (solved[0][: self.g.size], -solved[1][: self.h.size])

    def _constraints(self) -> tuple[FloatArray, FloatArray]:
        (c1, c2), k1 = self.rows, self.g.size
        rows = np.zeros((len(c1) + len(c2), k1 + self.h.size))
        rows[: len(c1), :k1], rows[len(c1) :, k1:] = c1, c2
        return rows, np.concatenate(self.right)


def is_small(payoffs: ClassGame, tree: Tree) -> bool:
    """Return whether a tree is solved by complementarity even if it is zero-sum."""
    sequences = tree.n_sequences(0) + tree.n_sequences(1)
    return payoffs.n_classes <= _FEW_CLASSES and sequences <= _FEW_SEQUENCES


def make_plan_subgame(
    payoffs: ClassGame,
    tree: Tree,
    responses: tuple[PlanResponse, PlanResponse],
    free: tuple[IntArray, IntArray],
    *,
    complementary: bool,
) -> PlanSubgame:
    """Return the subgame on free classes (k1,), (k2,), with the others fixed as in the responses.

    With `complementary` it is no linear program, even if the game is zero-sum.
    """
    q1, q2 = (_pair_payoffs(payoffs, tree, seat, *free) for seat in range(2))
    fixed = []
    for seat in range(2):
        added = sequence_payoffs(payoffs, tree, seat, responses[1 - seat].range_sums())[:, free[seat]]
        fixed.append((payoffs.counts[free[seat]] * payoffs.n_opponent_hands * added).ravel())
    x, y = (responses[seat].played[:, free[seat]].astype(np.float64).ravel() for seat in range(2))
    (c1, r1), (c2, r2) = (_constraints(tree, seat, free[seat].size) for seat in range(2))
    return PlanSubgame(
        fixed[0] - q1 @ y,
        fixed[1] - x @ q2,
        q1,
        q2,
        None if complementary else tree.exchange,
        (c1, c2),
        (r1, r2),
    )


def _constraints(tree: Tree, seat: int, k: int) -> tuple[FloatArray, FloatArray]:
    """Return `Tree.constraints` of each of k classes."""
    rows, right = tree.constraints(seat)
    return np.kron(rows, np.eye(k)).astype(np.float64), np.repeat(right, k)


def _pair_payoffs(payoffs: ClassGame, tree: Tree, seat: int, rows: IntArray, columns: IntArray) -> FloatArray:
    """Return a seat's payoffs by sequence and class of both, times the class size of I, (s1 k1, s2 k2)."""
    ends = tree.stakes.second if seat else tree.stakes.first
    counts = payoffs.counts[rows][:, None]
    placements = counts * payoffs.placements.block(rows, columns)
    showdown = counts * showdown_pairs(payoffs, ends, seat, rows, columns)
    showdown = showdown + ends.mean * placements
    k1, k2 = rows.size, columns.size
    total = np.zeros((tree.n_sequences(0) * k1, tree.n_sequences(1) * k2))
    for (first, second), pair in tree.pairs.items():
        if EMPTY not in (first, second):
            part = pair.constant(seat) * placements
            place = slice(first * k1, (first + 1) * k1), slice(second * k2, (second + 1) * k2)
            total[place] = part + showdown if pair.is_showdown else part
    return total


def polished(subgame: PlanSubgame, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the chances with mixed classes indifferent to the precision of float64.

    Newton steps for the equations: each mixed sequence adds as much as its binding constraints cost, and
    these stay binding.
    """
    z = np.concatenate([x, y])
    (c1, c2), k1 = subgame.rows, x.size
    mixed = np.flatnonzero((z > 0.0) & (z < 1.0))
    rows = np.zeros((len(c1) + len(c2), mixed.size))
    in_first = mixed < k1
    rows[: len(c1), in_first] = c1[:, mixed[in_first]]
    rows[len(c1) :, ~in_first] = c2[:, mixed[~in_first] - k1]
    left = np.concatenate(subgame.right) - np.concatenate([c1 @ x, c2 @ y])
    rows = rows[(abs(left) <= SNAP) & rows.any(axis=1)]
    matrix = np.zeros((mixed.size, mixed.size))
    pairs = np.ix_(mixed[in_first], mixed[~in_first] - k1)
    matrix[np.ix_(in_first, ~in_first)] = subgame.q1[pairs]
    matrix[np.ix_(~in_first, in_first)] = subgame.q2[pairs].T
    scale = max(float(abs(matrix).max(initial=0.0)), 1e-300)
    system = np.block([[matrix / scale, -rows.T], [rows, np.zeros((len(rows), len(rows)))]])
    cost = np.zeros(len(rows))
    for _ in range(2):
        gains = np.concatenate([subgame.g + subgame.q1 @ z[k1:], subgame.h + z[:k1] @ subgame.q2])[mixed]
        apart = np.concatenate([gains / scale - rows.T @ cost, np.zeros(len(rows))])
        change = np.linalg.lstsq(system, -apart, rcond=None)[0]
        z[mixed] += change[: mixed.size]
        cost += change[mixed.size :]
    z = np.clip(z, 0.0, 1.0)
    return z[:k1], z[k1:]


def split(chances: FloatArray, tree: Tree, seat: int) -> RealizationPlan:
    """Return flattened chances as a plan of the free classes, (sequences, k), within the constraints."""
    plan = chances.reshape(tree.n_sequences(seat), -1).copy()
    for turn in tree.turns_of(seat):
        most = np.ones(plan.shape[1]) if turn.own == EMPTY else plan[turn.own]
        total = plan[list(turn.actions)].sum(axis=0)
        over = total > most
        for sequence in turn.actions:
            plan[sequence] = np.where(
                over, plan[sequence] * most / np.where(over, total, 1.0), plan[sequence]
            )
    return plan


_NOISE = 1e-14
_ALIKE = 1e-10
"""Margins are compared in steps of this times the largest payoff, so that rounding does not decide."""
_ITERATIONS = 24, 100
_JOINING = 8
"""Iterations before a program, of many classes and of few.  If they are few, this many of a seat join at a
time, those that gain most: complementarity is slow with hundreds of sequences."""
_FIRST_DOUBTFUL = 24
_ATTEMPTS = 7
_MAX_ROUNDS = 60
_NEAR, _FOLLOWING, _FOLLOWED = 200, 16, 128
"""A neighbour is followed if at most 200 classes of a seat would gain; then 16 join at a time, until 128 of
both seats are free: in Hold'em 4 programs of 15 ms in place of 100 iterations of 4."""
Free = tuple[IntArray, IntArray]
Responses = tuple[PlanResponse, PlanResponse]


@dataclass(frozen=True)
class TreeSolution:
    """A pair of plans with its certificate, in the unit of the stakes."""

    tree: Tree
    plans: tuple[RealizationPlan, RealizationPlan]
    """The chance of every sequence of I and of II for every class, shapes (sequences, n)."""
    evaluation: PlanEvaluation
    sums: Sums
    """The plans with their products."""
    free: tuple[int, int]
    """Classes of I and of II that are indifferent at a decision they reach."""
    exact: bool
    """Whether epsilon is below 1e-9 of the unit (`is_exact`)."""
    iterations: int
    seconds: float
    """The time to solve."""


class TreeSolver:
    """Solves trees one after another, each from the solution of the last one with the same decisions.

    It keeps exact products between them, so neighbours read few rows of the table.
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
        """Return an equilibrium of a tree; ``exact=False`` if `is_exact` was not reached.

        Raises SolverError if the stakes need planes that the payoffs lack.
        """
        self.payoffs.check_planes(tree.stakes.n_planes)
        started = time.perf_counter()
        # Removed while it changes: an interrupt may come between the sums of a response.
        ended = self._ended.pop(tree.turns, None)
        responses = ended[0] if ended else _first_responses(self.payoffs, tree)
        search = _Search(self.payoffs, tree, responses, tolerance, progress)
        best = search.run(ended[1] if ended else None)
        self._ended[tree.turns] = responses, best.sums
        return TreeSolution(
            tree,
            (plan_of(best.sums[0]), plan_of(best.sums[1])),
            best,
            best.sums,
            (_free(best.best[0].gap), _free(best.best[1].gap)),
            is_exact(best.epsilon),
            search.steps,
            time.perf_counter() - started,
        )


def _first_responses(payoffs: ClassGame, tree: Tree) -> Responses:
    """Return the start: every class takes the last action at each first decision of its seat."""
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

    def run(self, near: Sums | None) -> PlanEvaluation:
        """Return the best pair found, from a neighbour's plans on; stop at the first exact to rounding."""
        if near is not None and self._follow(near):
            return self._best
        doubtful = _FIRST_DOUBTFUL
        joining = _JOINING if self._is_small else self._payoffs.n_classes
        for _ in range(_ATTEMPTS):
            if self._iterate(_ITERATIONS[self._is_small]):
                break
            for response, best in zip(self._responses, self._current.best, strict=True):
                response.move_to(best.plan)
            if self._settle(self._doubtful(doubtful), 16 * doubtful, joining):
                break
            doubtful *= 2
        return self._best

    def _pure(self) -> Sums:
        return self._responses[0].range_sums(), self._responses[1].range_sums()

    def _iterate(self, iterations: int) -> bool:
        """Iterate; return whether a pure equilibrium was found."""
        for _ in range(iterations):
            self._weight += 1
            self._answer(0)
            first_average = self._averages[0].range_sums()
            self._current = self._measure((first_average, self._current.sums[1]))
            self._answer(1)
            self._current = self._measure((first_average, self._averages[1].range_sums()))
            self._report(self._current)
            pure = self._measure(self._pure())
            if pure.epsilon <= self._noise:
                self._report(pure)
                return True
        return False

    def _answer(self, seat: int) -> None:
        """Move a seat to its best response to the current pair, and add it to its average."""
        self._responses[seat].move_to(self._current.best[seat].plan)
        self._averages[seat].add(self._responses[seat], self._weight)

    def _follow(self, near: Sums) -> bool:
        """Solve for the classes that mix in a neighbour or gain here; return whether that is exact."""
        regrets = self._measure(near).regret
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
        """Return the classes of both seats whose best plan leads the second by least."""
        first, second = (_smallest(best.gap, count, self._tree.scale) for best in self._current.best)
        return first, second

    def _settle(self, free: Free, most: int, joining: int) -> bool:
        """Solve for the free classes, verify, enlarge; return whether the tolerance was reached.

        `joining` classes of a seat join at a time, until there are `most` of both.
        """
        for _ in range(_MAX_ROUNDS):
            candidate = self._solve_subgame(free)
            if candidate is None:
                return False
            self._report(candidate)
            more = [
                self._joining(regret, classes, joining)
                for regret, classes in zip(candidate.regret, free, strict=True)
            ]
            if not any(classes.size for classes in more) or candidate.epsilon <= self._noise:
                return self._best.epsilon < self._tolerance
            free = np.union1d(free[0], more[0]), np.union1d(free[1], more[1])
            if free[0].size + free[1].size > most:
                return False
        return False

    def _joining(self, regret: FloatArray, free: IntArray, most: int) -> IntArray:
        """Return the classes that gain by deviating and are not free, at most `most`."""
        more = np.flatnonzero(regret > self._noise)
        if more.size:
            more = np.setdiff1d(more, free)
        if more.size <= most:
            return more
        steps = np.rint(regret[more] / (_ALIKE * self._tree.scale))
        return np.asarray(more[np.argsort(-steps, kind="stable")[:most]])

    def _solve_subgame(self, free: Free) -> PlanEvaluation | None:
        """Return the pair with optimal play of the free classes; None if the solver failed."""
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
        if candidate.epsilon > (0.0 if self._is_small else self._noise):
            polish = self._adopt(free, fixed, polished(subgame, *solved))
            candidate = min(candidate, polish, key=lambda measured: measured.epsilon)
        for response, plan in zip(self._responses, fixed, strict=True):
            response.move_to(plan)
        return candidate

    def _adopt(self, free: Free, fixed: list[BoolArray], chances: tuple[FloatArray, ...]) -> PlanEvaluation:
        """Play the free classes with these chances, the others as fixed, and measure."""
        sums = []
        for seat, chance in enumerate(chances):
            plan = fixed[seat].astype(np.float64)
            plan[:, free[seat]] = split(chance, self._tree, seat)
            sums.append(self._responses[seat].mixed_sums(plan))
        return self._measure((sums[0], sums[1]))

    def _measure(self, sums: Sums) -> PlanEvaluation:
        return evaluate_plans(self._payoffs, self._tree, sums)

    def _report(self, candidate: PlanEvaluation) -> None:
        """Report progress; keep the candidate if it is the best so far."""
        self.steps += 1
        if candidate.epsilon <= self._best.epsilon:
            self._best = candidate
        if self._progress is not None:
            self._progress(self.steps, candidate)


def _free(gap: FloatArray) -> int:
    return int(np.count_nonzero(gap < FREE_MARGIN))


def _smallest(margins: FloatArray, k: int, scale: float) -> IntArray:
    """Return the classes of the k smallest margins, ascending; of equal ones to rounding the first."""
    order = np.argsort(np.rint(margins / (_ALIKE * scale)), kind="stable")
    return np.sort(order[: min(k, margins.size)])
