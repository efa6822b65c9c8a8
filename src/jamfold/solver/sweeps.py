"""Equilibria at many points of one game, each started from its neighbour's.

Where a table gives the sums, one point is solved after the other: a neighbour's start leaves few rows to
read.  Where they come from passes (`run_in_lockstep`), points are cut into as many runs as a pass has sides,
each run is swept like that, and all go on in step.  A point depends on its run alone, so neither way
depends on time.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from jamfold.solver.exact import ExactSolver
from jamfold.solver.few_classes import MANY_POINTS
from jamfold.solver.in_step import PassSums, run_in_lockstep
from jamfold.solver.pair_sums import PairSums
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.pure import PurePair, PureSolver
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import TerminalPayoffs

SweepCallback = Callable[["SweepState"], None]
"""Told how far a sweep is; may raise to end it."""

_USUAL_PASSES = 6
"""A point that has waited for so many passes is told as half done."""


@dataclass(frozen=True, eq=False)
class SweepResult:
    """One point of a sweep."""

    number: int
    """Which of the points."""
    solution: Solution
    """Its equilibrium."""
    pure: PurePair | None
    """The best pure strategies, if they are asked for and there are any."""


@dataclass(frozen=True)
class SweepState:
    """How far a sweep is."""

    done: int
    points: int
    """done, points: Points that are solved, and all of them."""
    solved: int | None
    """Which point was solved just now; None after a pass."""
    passes: int
    """Passes made; 0 where a table gives the sums."""
    share: float
    """The share of the work that is done, in [0, 1]."""


def sweep(
    payoffs: ClassGame,
    points: Sequence[TerminalPayoffs],
    *,
    pure: bool = False,
    heard: SweepCallback | None = None,
) -> Generator[SweepResult, None, None]:
    """Solve one game at many points.

    Parameters
    ----------
    payoffs
        The game.
    points
        What is played for, neighbours beside each other.
    pure
        Find the best pure strategies as well, where a game for chips alone has them.
    heard
        Called before each point is handed out, and after every pass.

    Yields
    ------
    Points as they are done: in their order with a table, else in an order that depends on the game
    and the points alone.
    """
    sums = payoffs.tables[0].sums
    if isinstance(sums, PassSums) and not payoffs.planes and len(points) > 1:
        yield from _runs_in_step(payoffs, sums, points, heard, pure=pure)
        return
    told = _SweepProgress([range(len(points))], heard)
    for point in _one_by_one(payoffs, points, range(len(points)), pure=pure):
        told.a_point(point.number, 0)
        yield point


def runs(n_points: int, n_runs: int) -> list[range]:
    """Points cut into runs of neighbours, as even as they can be.

    >>> runs(7, 3)
    [range(0, 2), range(2, 4), range(4, 7)]
    """
    n_runs = min(n_points, n_runs)
    edges = [k * n_points // n_runs for k in range(n_runs + 1)] if n_runs else []
    return [range(first, last) for first, last in pairwise(edges)]


def _runs_in_step(
    payoffs: ClassGame,
    sums: PassSums,
    points: Sequence[TerminalPayoffs],
    heard: SweepCallback | None,
    *,
    pure: bool,
) -> Iterator[SweepResult]:
    def task(numbers: range, mine: PairSums) -> Iterator[SweepResult]:
        return _one_by_one(replace(payoffs, margins=mine), points, numbers, pure=pure)

    numbers = runs(len(points), sums.sides)
    told = _SweepProgress(numbers, heard)
    with closing(run_in_lockstep(sums, [partial(task, one) for one in numbers], told.a_pass)) as results:
        for run, point in results:
            told.a_point(point.number, run)
            yield point


def _one_by_one(
    payoffs: ClassGame, points: Sequence[TerminalPayoffs], numbers: range, *, pure: bool
) -> Iterator[SweepResult]:
    solver, pure_solver = ExactSolver(payoffs, many=len(numbers) >= MANY_POINTS), PureSolver(payoffs)
    solution: Solution | None = None
    for number in numbers:
        stakes = points[number]
        solution = solver.solve(stakes, start=solution)
        linear = stakes.cancels and not payoffs.planes
        found = pure_solver.solve(solution) if pure and linear else None
        yield SweepResult(number, solution, found)


class _SweepProgress:
    """Counts points and passes, and tells of them."""

    def __init__(self, numbers: Sequence[range], heard: SweepCallback | None) -> None:
        self._heard = heard
        self._left = [len(one) for one in numbers]
        self._points = sum(self._left)
        self._waited = [0] * len(numbers)
        self._passes = 0

    def a_point(self, number: int, run: int) -> None:
        self._left[run] -= 1
        self._waited[run] = 0
        self._tell(number)

    def a_pass(self) -> None:
        """A pass was made; every run that has not ended is further by it."""
        self._passes += 1
        for run, left in enumerate(self._left):
            self._waited[run] += left > 0
        self._tell(None)

    def _tell(self, solved: int | None) -> None:
        if self._heard is None:
            return
        done = self._points - sum(self._left)
        begun = sum(waited / (waited + _USUAL_PASSES) for waited in self._waited)
        share = (done + begun) / self._points
        self._heard(SweepState(done, self._points, solved, self._passes, share))
