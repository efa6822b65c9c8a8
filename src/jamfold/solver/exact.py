"""The exact equilibrium: iterate, solve the doubtful classes by a small program, verify.

1. Iterate [1]_: I best-responds to II's average, then II to I's new average; the response of iteration t has
   weight t in the average.  Responses soon change by a few classes an iteration, and only their rows of the
   table are read (`solver.products`).  If the two responses are best responses to each other, they are a
   pure equilibrium, and the search ends.
2. The classes with the smallest EV margins are doubtful.  They become a small linear program or
   complementarity problem; all others are fixed.
3. Both best responses over all classes measure the result.  Classes outside the program that gain by
   deviating join it, and it is solved again (double oracle [2]_).  If it grows too large, iterate on.

Alternating with linear weights was the quickest of six schemes in a synthetic game of 16,432 classes:
epsilon 1e-4 after 20 iterations; the published simultaneous scheme with uniform weights has 7e-3.

The small program: classes F1 of I and F2 of II are free, every other class has a fixed 0/1 choice.  In units
of 1 / (K1 K2) a hand of I gains g + Q1 y by jamming and a hand of II gains h + x' Q2 by calling:

    g[i] = c[i] K2 (EV of jamming - EV of folding)  against the fixed calls
    h[j] = c[j] K2 (gain of calling)                against the fixed jams
    Q1[i, j], Q2[i, j]                              the change by the pair's showdown

In chips Q1[i, j] = c[i] (s m[i, j] - p[i, j]).  In a zero-sum game (Q1 = -k Q2) II minimises
y[j] (Q1'x - k h)[j] over 0 <= y[j] <= 1, so I solves

    maximise g . x + sum u,   u <= 0,   u <= Q1'x - k h,   0 <= x <= 1

and the duals of the second constraints are II's strategy y.  Other games are a complementarity problem in a
box (`solver.linear_programs`).

References
----------
.. [1] G. W. Brown, "Iterative solution of games by fictitious play", 1951.
.. [2] H. B. McMahan et al., "Planning in the presence of cost functions controlled by an adversary", 2003.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import SolverError
from jamfold.solver.best_response import Evaluation, call_gains, call_response, evaluate, jam_evs
from jamfold.solver.few_classes import SmallGameSolver
from jamfold.solver.linear_programs import minimise, solve_complementary
from jamfold.solver.payoffs import MAX_WEIGHT, ClassGame, OutcomeCounts
from jamfold.solver.products import Average, RangeSums, Response
from jamfold.solver.solution import (
    EXACT,
    TOLERANCE,
    Iteration,
    Solution,
    is_exact,
    make_iteration,
    make_solution,
)
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs

SNAP = 1e-9
"""Chances closer to 0 or 1 are rounded: the linear program's error."""


@dataclass(frozen=True)
class Subgame:
    """The game left when all but a few classes are fixed."""

    g: FloatArray
    h: FloatArray
    """g, h: The gains of I and II by playing the free classes, against the fixed ones alone, shapes (k1,) and
    (k2,), each in the player's own unit."""
    q1: FloatArray
    q2: FloatArray
    """q1, q2: The change of these gains by pairs of free classes, shape (k1, k2)."""
    exchange: float | None
    """`TerminalPayoffs.exchange`; None to solve by complementarity."""

    def solve(self) -> tuple[FloatArray, FloatArray] | None:
        """Return equilibrium chances of the free classes, shapes (k1,), (k2,); None if the solver failed."""
        solved = self._complementary() if self.exchange is None else self._programme(self.exchange)
        return None if solved is None else (_snap(solved[0]), _snap(solved[1]))

    def _programme(self, exchange: float) -> tuple[FloatArray, FloatArray] | None:
        k1, k2 = self.q1.shape
        h = -exchange * self.h
        scale = max(float(abs(self.q1).max(initial=0.0)), float(abs(h).max(initial=0.0)), 1e-300)
        solved = minimise(
            -np.concatenate([self.g / scale, np.ones(k2)]),
            np.hstack([-self.q1.T / scale, np.eye(k2)]),
            h / scale,
            lower=np.concatenate([np.zeros(k1), np.full(k2, -np.inf)]),
            upper=np.concatenate([np.ones(k1), np.zeros(k2)]),
        )
        return None if solved is None else (solved[0][:k1], -solved[1])

    def _complementary(self) -> tuple[FloatArray, FloatArray] | None:
        k1, k2 = self.q1.shape
        by1 = max(float(abs(self.q1).max(initial=0.0)), float(abs(self.g).max(initial=0.0)), 1e-300)
        by2 = max(float(abs(self.q2).max(initial=0.0)), float(abs(self.h).max(initial=0.0)), 1e-300)
        matrix = np.zeros((k1 + k2, k1 + k2))
        matrix[:k1, k1:] = -self.q1 / by1
        matrix[k1:, :k1] = -self.q2.T / by2
        offsets = -np.concatenate([self.g / by1, self.h / by2])
        chances = solve_complementary(offsets, matrix, *self._constraints())
        return None if chances is None else (chances[:k1], chances[k1:])

    def _constraints(self) -> tuple[FloatArray, FloatArray]:
        """Return C and r with C z <= r, where z are the chances of both players."""
        k = self.g.size + self.h.size
        return np.eye(k), np.ones(k)


def make_subgame(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    jam: Response,
    call: Response,
    free_jams: IntArray,
    free_calls: IntArray,
) -> Subgame:
    """Return the subgame on free classes, shapes (k1,), (k2,); others stay as in `jam` and `call`."""
    first, second = payoffs.dealt
    w1, w2 = first.weights[free_jams], second.weights[free_calls]
    pairs = w1[:, None] * w2
    q1, q2 = (pairs * pair_payoffs(payoffs, stakes, player, free_jams, free_calls) for player in range(2))
    c1, c2 = (
        payoffs.counts[classes] * weights * np.broadcast_to(dealt.opponents, payoffs.counts.shape)[classes]
        for classes, weights, dealt in ((free_jams, w1, first), (free_calls, w2, second))
    )
    g = c1 * (jam_evs(payoffs, stakes, call.range_sums())[free_jams] - stakes.first.fold)
    h = c2 * call_gains(payoffs, stakes, jam.range_sums())[free_calls]
    g = g - q1 @ call.played[free_calls].astype(np.float64)
    h = h - jam.played[free_jams].astype(np.float64) @ q2
    return Subgame(g, h, q1, q2, stakes.exchange)


def polish(subgame: Subgame, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return x, y, shapes (k1,), (k2,), with mixed classes indifferent to the precision of float64.

    It is the least-squares change of the mixed chances that solves the indifference equations.
    """
    mixed_x, mixed_y = _mixed(x), _mixed(y)
    new_x, new_y = x.copy(), y.copy()
    if mixed_x.size == 0 or mixed_y.size == 0:
        return new_x, new_y
    q1, q2 = (q[np.ix_(mixed_x, mixed_y)] for q in (subgame.q1, subgame.q2))
    for _ in range(2):
        jam_gap = (subgame.g + subgame.q1 @ new_y)[mixed_x]
        call_gap = (subgame.h + new_x @ subgame.q2)[mixed_y]
        new_y[mixed_y] -= np.linalg.lstsq(q1, jam_gap, rcond=None)[0]
        new_x[mixed_x] -= np.linalg.lstsq(q2.T, call_gap, rcond=None)[0]
    return np.clip(new_x, 0.0, 1.0), np.clip(new_y, 0.0, 1.0)


def pair_payoffs(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    player: int,
    rows: IntArray,
    columns: IntArray,
) -> FloatArray:
    """Return the change of a player's payoff, 0 or 1, by II's call, for pairs of classes of I and II.

    Shape (len(rows), len(columns)); in the unit of the stakes, times the class size of I.  Since
    c[i] p[i, j] = c[j] p[j, i], it is the class size of II for II.
    """
    ends = stakes.second if player else stakes.first
    called = (ends.mean - ends.opponent_folds) * payoffs.placements.block(rows, columns)
    value = showdown_pairs(payoffs, ends, player, rows, columns, called)
    return np.asarray(payoffs.counts[rows][:, None] * value)


def showdown_pairs(
    payoffs: ClassGame,
    ends: PlayerPayoffs,
    player: int,
    rows: IntArray,
    columns: IntArray,
    base: NDArray[Any] | float = 0.0,
) -> FloatArray:
    """Return the deviation of showdowns from their mean for a player, plus a base; see `pair_payoffs`."""

    def pairs(table: OutcomeCounts) -> FloatArray:
        values = table.sums.block(rows, columns) / table.scale
        return values if table.symmetric or not player else -values

    margins, *planes = map(pairs, payoffs.tables)
    value = ends.half * margins + base
    for factor, plane in zip(ends.factors, planes, strict=True):
        value = value + factor * plane
    return np.asarray(value, dtype=np.float64)


def _snap(chances: FloatArray) -> FloatArray:
    snapped = np.where(chances < SNAP, 0.0, chances)
    return np.where(snapped > 1.0 - SNAP, 1.0, snapped)


def _mixed(chances: FloatArray) -> IntArray:
    return np.flatnonzero((chances > 0.0) & (chances < 1.0))


_NOISE = 1e-14
"""Regrets below this times the largest payoff are rounding of float64."""

_FIRST_ITERATIONS = 24
_FIRST_DOUBTFUL = 16
_ATTEMPTS = 7
_MAX_ROUNDS = 40


@dataclass(frozen=True)
class IterationSchedule:
    """The number of iterations and attempts, the weights of responses, and when to stop."""

    iterations: int = _FIRST_ITERATIONS
    """Iterations before the first linear program."""
    growth: float | None = None
    """The response of iteration t has the weight growth^t in the average; None for the weight t.

    With 40,920 classes on a flop, a growth of 2.5 reached gains of 1e-9 after 9 iterations, linear weights
    5e-9 after 24.  If the equilibrium is mixed, 2.5 cycles at 3e-5, and 2.0 halves epsilon every time.
    """
    attempts: int | None = None
    """Attempts, each with twice the iterations and doubtful classes; None for seven."""
    pure: bool = False
    """Whether to stop at a pair that gains less than the tolerance; otherwise only at rounding."""
    doubtful: int = _FIRST_DOUBTFUL
    """Classes of each player in the first linear program."""

    def weight(self, t: int) -> int:
        """Return the weight of the response of iteration t."""
        return t if self.growth is None else round(self.growth**t)


DEFAULT_SCHEDULE = IterationSchedule()


class InitialAverages(Protocol):
    """Strategies to start from, such as a `Solution`: shapes (n,), rounded to 0 or 1.

    x, y: Chance that I jams, that II calls.
    """

    @property
    def x(self) -> FloatArray: ...

    @property
    def y(self) -> FloatArray: ...


class ExactSolver:
    """Solves a game at many stacks and blinds.

    It keeps the exact products of the last point, so a sweep from neighbour to neighbour reads few rows of
    the table.  The result depends on the stakes and the start alone.
    """

    found: tuple[RangeSums, RangeSums]
    """The last solution's strategies with their products."""

    def __init__(self, payoffs: ClassGame, *, many: bool = False) -> None:
        """With `many`, load a kernel that pays for thousands of points (`few_classes`)."""
        self._payoffs = payoffs
        self._jam, self._call = _responses(payoffs)
        self._few = SmallGameSolver(payoffs) if many and SmallGameSolver.fits(payoffs) else None

    @cached_property
    def _near(self) -> ExactSolver | None:
        """The solver of `ClassGame.near`."""
        return None if self._payoffs.near is None else ExactSolver(self._payoffs.near())

    def solve(
        self,
        stakes: TerminalPayoffs,
        *,
        start: InitialAverages | None = None,
        tolerance: float = TOLERANCE,
        progress: Callable[[Iteration], None] | None = None,
        pace: IterationSchedule = DEFAULT_SCHEDULE,
    ) -> Solution:
        """Return an equilibrium for these stakes; ``exact=False`` if `is_exact` was not reached.

        Raises SolverError if the start has other classes, the tolerance is not positive, or the stakes need
        planes that the payoffs lack.

        Parameters
        ----------
        start
            The solution at a neighbouring point.  A game with `ClassGame.near` starts from that one's
            equilibrium instead.
        tolerance
            The epsilon to reach, in the unit of the stakes.
        progress
            Called after every iteration and every linear program.
        """
        self._check(stakes, start, tolerance)
        started = time.perf_counter()
        if self._near is not None and not stakes.n_planes:
            start = self._near.solve(stakes)
        everything = np.ones(self._payoffs.n_classes, dtype=np.bool_)
        try:
            self._jam.move_to(everything if start is None else start.x > 0.5, self._call)
            self._call.move_to(everything if start is None else start.y > 0.5, self._jam)
            search = _Search(self._payoffs, stakes, self._jam, self._call, tolerance, progress, pace)
            if pace == DEFAULT_SCHEDULE and progress is None and stakes.cancels:
                search.few = self._few
            best = search.run()
        except BaseException:  # an interrupt may have come between the two sums of a response
            self._jam, self._call = _responses(self._payoffs)
            raise
        self.found = best.jamming, best.calling
        return make_solution(
            self._payoffs,
            stakes,
            best,
            method=EXACT,
            exact=is_exact(best.epsilon),
            history=search.history,
            seconds=time.perf_counter() - started,
        )

    def _check(self, stakes: TerminalPayoffs, start: InitialAverages | None, tolerance: float) -> None:
        self._payoffs.check_planes(stakes.n_planes)
        if not (math.isfinite(tolerance) and tolerance > 0.0):
            raise SolverError(f"The tolerance must be a positive number, not {tolerance!r}.")
        n = self._payoffs.n_classes
        if start is not None and start.x.size != n:
            raise SolverError(f"The start has {start.x.size} classes, the game has {n}.")


def _responses(payoffs: ClassGame) -> tuple[Response, Response]:
    return Response(payoffs, player=0), Response(payoffs, player=1)


def solve_exact(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    *,
    start: InitialAverages | None = None,
    tolerance: float = TOLERANCE,
    progress: Callable[[Iteration], None] | None = None,
    pace: IterationSchedule = DEFAULT_SCHEDULE,
) -> Solution:
    """Return an equilibrium of a game; see `ExactSolver.solve`."""
    solver = ExactSolver(payoffs)
    return solver.solve(stakes, start=start, tolerance=tolerance, progress=progress, pace=pace)


class _Search:
    """One run of the method."""

    few: SmallGameSolver | None = None
    """The kernel that iterates in place of NumPy, if there is one for the game, stakes and schedule."""

    def __init__(
        self,
        payoffs: ClassGame,
        stakes: TerminalPayoffs,
        jam: Response,
        call: Response,
        tolerance: float,
        progress: Callable[[Iteration], None] | None,
        pace: IterationSchedule,
    ) -> None:
        self.history: list[Iteration] = []
        self._payoffs, self._stakes = payoffs, stakes
        self._jam, self._call = jam, call
        self._jam_average, self._call_average = Average(payoffs), Average(payoffs)
        self._tolerance, self._progress = tolerance, progress
        self._noise = _NOISE * stakes.scale
        self._pace, self._age = pace, 0
        self._best = self._measure(jam.range_sums(), call.range_sums())
        self._current = self._best

    def run(self) -> Evaluation:
        """Return the best pair found; stop at the first that is exact to rounding."""
        iterations, doubtful = self._pace.iterations, self._pace.doubtful
        for _ in range(self._pace.attempts or _ATTEMPTS):
            if self._iterate(iterations) or self._settle(doubtful):
                break
            iterations, doubtful = 2 * iterations, 2 * doubtful
        return self._best

    def _iterate(self, iterations: int) -> bool:
        """Iterate; return whether a pure equilibrium was found."""
        age = self._age + iterations
        if self.few is not None and age * (age + 1) // 2 <= MAX_WEIGHT:
            return self._iterate_few(self.few, iterations)
        for _ in range(iterations):
            weight = self._next_weight()
            self._jam.move_to(self._current.jam_response, self._call)
            self._jam_average.add(self._jam, weight)
            jamming = self._jam_average.range_sums()
            gains = call_gains(self._payoffs, self._stakes, jamming)
            self._call.move_to(call_response(self._stakes, gains), self._jam)
            self._call_average.add(self._call, weight)
            self._current = self._measure(jamming, self._call_average.range_sums())
            self._report(self._current)
            pure = self._measure(self._jam.range_sums(), self._call.range_sums())
            if self._is_enough(pure):
                self._report(pure)
                return True
        return False

    def _iterate_few(self, few: SmallGameSolver, iterations: int) -> bool:
        """Iterate by the kernel; see `_iterate`."""
        done = few.iterate(
            self._stakes,
            (self._jam, self._call),
            (self._jam_average, self._call_average),
            self._current,
            iterations,
            first=len(self.history) + 1,
            age=self._age,
            best=self._best.epsilon,
            noise=self._noise,
        )
        self._age += len(done.rows)
        self._jam.move_to(done.jam)
        self._call.move_to(done.call)
        self._jam_average, self._call_average = done.averages
        self._current = self._measure(*(average.range_sums() for average in done.averages))
        if done.best is not None:
            self._best = self._measure(*(average.range_sums() for average in done.best))
        self.history += done.rows
        if done.is_pure:
            self._report(self._measure(self._jam.range_sums(), self._call.range_sums()))
        return done.is_pure

    def _is_enough(self, candidate: Evaluation) -> bool:
        return candidate.epsilon <= self._noise or (self._pace.pure and candidate.epsilon < self._tolerance)

    def _next_weight(self) -> int:
        """Return the weight of the next responses; restart the averages if it would be too large."""
        self._age += 1
        weight = self._pace.weight(self._age)
        if self._jam_average.weight + weight > MAX_WEIGHT:
            self._jam_average, self._call_average = Average(self._payoffs), Average(self._payoffs)
            self._age, weight = 1, self._pace.weight(1)
        return weight

    def _settle(self, doubtful: int) -> bool:
        """Solve for the doubtful classes, verify, enlarge; return whether the tolerance was reached."""
        evaluation = self._current
        self._jam.move_to(evaluation.jam_response)
        self._call.move_to(evaluation.call_response)
        free_jams = _smallest(evaluation.ev_jam - self._stakes.first.fold, doubtful)
        free_calls = _smallest(evaluation.call_gain, doubtful)
        largest = 16 * doubtful
        for _ in range(_MAX_ROUNDS):
            candidate = self._solve_subgame(free_jams, free_calls)
            if candidate is None:
                return False
            self._report(candidate)
            jams = _violators(candidate.jam_regret, free_jams, self._noise)
            calls = _violators(candidate.call_regret, free_calls, self._noise)
            if jams.size + calls.size == 0 or self._is_enough(candidate):
                return self._best.epsilon < self._tolerance
            free_jams = np.union1d(free_jams, jams)
            free_calls = np.union1d(free_calls, calls)
            if free_jams.size + free_calls.size > largest:
                return False
        return False

    def _solve_subgame(self, free_jams: IntArray, free_calls: IntArray) -> Evaluation | None:
        """Return the pair with optimal play of the free classes; None if the solver failed."""
        subgame = make_subgame(self._payoffs, self._stakes, self._jam, self._call, free_jams, free_calls)
        solved = subgame.solve()
        if solved is None:
            return None
        raw = self._adopt(free_jams, free_calls, *solved)
        polished = polish(subgame, *solved)
        if all(np.array_equal(old, new) for old, new in zip(solved, polished, strict=True)):
            return raw
        return min(raw, self._adopt(free_jams, free_calls, *polished), key=lambda pair: pair.epsilon)

    def _adopt(self, free_jams: IntArray, free_calls: IntArray, x: FloatArray, y: FloatArray) -> Evaluation:
        """Play the free classes with chances x, y, and measure."""
        return self._measure(_play(self._jam, free_jams, x), _play(self._call, free_calls, y))

    def _measure(self, jamming: RangeSums, calling: RangeSums) -> Evaluation:
        return evaluate(self._payoffs, self._stakes, jamming, calling)

    def _report(self, candidate: Evaluation) -> None:
        """Add a row to the history; keep the candidate if it is the best so far."""
        if candidate.epsilon <= self._best.epsilon:
            self._best = candidate
        row = make_iteration(self._payoffs, len(self.history) + 1, candidate)
        self.history.append(row)
        if self._progress is not None:
            self._progress(row)


def _play(response: Response, classes: IntArray, chances: FloatArray) -> RangeSums:
    """Move the response to the nearest pure choices; return its sums with the mixed ones, in float64."""
    played = response.played.copy()
    played[classes] = chances > 0.5
    response.move_to(played)
    mixed = (chances > 0.0) & (chances < 1.0)
    return response.mixed_sums(classes[mixed], chances[mixed])


def _smallest(margins: FloatArray, k: int) -> IntArray:
    """Return the classes of the k smallest margins, ascending."""
    k = min(k, margins.size)
    return np.sort(np.argpartition(abs(margins), k - 1)[:k])


def _violators(regret: FloatArray, free: IntArray, noise: float) -> IntArray:
    """Return the classes that are not free and would gain more than the noise."""
    return np.setdiff1d(np.flatnonzero(regret > noise), free, assume_unique=True)


# Former names, until 0.4.
Pace, STEADY, Start = IterationSchedule, DEFAULT_SCHEDULE, InitialAverages
