"""Equilibria at many points of a game, each started from its neighbour's, and solvers in lockstep.

With a table, points are solved one after the other: from a neighbour's start few rows are read.  A game
without a class table needs passes over its factors (12.8 GB with five cards of 52), where several right-hand
sides cost little more than one.  Then the points are cut into as many runs as a pass has sides, and all runs
are swept in lockstep.  A point depends on its run alone, so results do not depend on timing.

A solver makes one request at a time, and its next request depends on the answer.  So several solvers run, and
their requests are combined:

    a solver runs until it makes a request;
    a small request is answered at once, and the solver goes on;
    a pass is made when every solver waits for one.

These are the fewest passes, since no solver could have gone on without.  All sums are exact integers, so
every solver has the result that it has alone, to the last bit.

Solvers are plain functions.  Each has a thread, but only one runs at a time, so nothing in them need be
thread-safe.  The sums are computed in the thread that reads the results; errors and Ctrl-C are raised there
and end all.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import IntArray
from jamfold.solver.exact import ExactSolver
from jamfold.solver.few_classes import MANY_POINTS
from jamfold.solver.payoffs import ClassGame, PairSums
from jamfold.solver.pure import PurePair, PureSolver
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import TerminalPayoffs

Result = TypeVar("Result")
Task = Callable[[PairSums], Iterator[Result]]
"""Yields results computed from the sums."""


class RowSum(NamedTuple):
    """One right-hand side: the arguments of `PairSums.add_rows`."""

    rows: IntArray
    factors: IntArray
    sums: IntArray


@runtime_checkable
class PassSums(PairSums, Protocol):
    """`PairSums` for which several right-hand sides together are cheaper than one by one."""

    @property
    def sides(self) -> int:
        """The number of right-hand sides in a pass."""

    def add_each(self, sums: Sequence[RowSum]) -> None:
        """Call `add_rows` for each of them."""

    def is_small(self, rows: IntArray) -> bool:
        """Return whether rows are cheaper alone than as one side of a pass."""


class _StopError(BaseException):
    """Ends a solver whose results are not read any more; raised in its thread only."""


@dataclass
class _Block:
    """A requested block and its values."""

    rows: IntArray
    columns: IntArray
    values: NDArray[np.int32] | None = None


@dataclass(frozen=True)
class _Found(Generic[Result]):
    """A result of a task."""

    result: Result


@dataclass(frozen=True)
class _Ended:
    """The end of a task, with its error if it failed."""

    error: BaseException | None = None


class _Runner(Generic[Result]):
    """A task in its own thread, and its `PairSums`; it runs only from `resume` to its next request."""

    def __init__(self, task: Task[Result], shape: tuple[int, ...]) -> None:
        self.shape = shape
        self._task = task
        self._told: SimpleQueue[bool] = SimpleQueue()
        self._said: SimpleQueue[RowSum | _Block | _Found[Result] | _Ended] = SimpleQueue()
        # A daemon, so that a process that ends in haste need not wait for it.
        self._thread = threading.Thread(target=self._run, name="solver in step", daemon=True)

    def resume(self) -> RowSum | _Block | _Found[Result] | _Ended:
        """Let the task run to its next request or result, and return that."""
        if self._thread.ident is None:
            self._thread.start()
        self._told.put(True)
        return self._said.get()

    def stop(self) -> None:
        """End the task where it waits, or at its next request, and join the thread."""
        if self._thread.ident is not None:
            self._told.put(False)
            self._thread.join()

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """As `PairSums`, computed by the thread that resumes it."""
        self._say(RowSum(rows, factors, sums))

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """As `PairSums`, computed by the thread that resumes it."""
        block = _Block(rows, columns)
        self._say(block)
        if block.values is None:
            raise AssertionError("told to go on without the block")
        return block.values

    def _run(self) -> None:
        with suppress(_StopError):
            self._listen()
            try:
                for result in self._task(self):
                    self._say(_Found(result))
            except _StopError:
                raise
            except BaseException as error:  # noqa: BLE001  raised again where results are read
                self._said.put(_Ended(error))
            else:
                self._said.put(_Ended())

    def _say(self, message: RowSum | _Block | _Found[Result]) -> None:
        self._said.put(message)
        self._listen()

    def _listen(self) -> None:
        if not self._told.get():
            raise _StopError


def run_in_lockstep(
    sums: PassSums, tasks: Sequence[Task[Result]], passed: Callable[[], Any] | None = None
) -> Generator[tuple[int, Result], None, None]:
    """Yield the results of all tasks, each with the number of its task.

    The order does not depend on timing.  Close the iterator, or exhaust it, to end the threads.

    Parameters
    ----------
    sums
        The source of the sums.
    tasks
        Each is called in its own thread, with sums to use only there.
    passed
        Called after every pass; may raise to end the work.
    """
    runners = [_Runner(task, sums.shape) for task in tasks]
    ready = deque(enumerate(runners))
    try:
        while ready:
            waiting: list[tuple[int, _Runner[Result]]] = []
            row_sums: list[RowSum] = []
            while ready:
                number, runner = ready.popleft()
                message = runner.resume()
                if isinstance(message, _Ended):
                    if message.error is not None:
                        raise message.error
                    continue
                if isinstance(message, RowSum) and not sums.is_small(message.rows):
                    waiting.append((number, runner))
                    row_sums.append(message)
                    continue
                ready.append((number, runner))
                if isinstance(message, _Found):
                    yield number, message.result
                elif isinstance(message, _Block):
                    message.values = sums.block(message.rows, message.columns)
                else:
                    sums.add_each([message])
            ready.extend(waiting)
            if row_sums:
                sums.add_each(row_sums)
                if passed is not None:
                    passed()
    finally:
        for runner in runners:
            runner.stop()


SweepCallback = Callable[["SweepState"], None]
"""Called with the progress of a sweep; may raise to end it."""
_USUAL_PASSES = 6
"""A point is reported as half done after this many passes."""


@dataclass(frozen=True, eq=False)
class SweepResult:
    """One point of a sweep."""

    number: int
    """The index of the point."""
    solution: Solution
    pure: PurePair | None
    """The best pure strategies, if requested and defined."""


@dataclass(frozen=True)
class SweepState:
    """The progress of a sweep."""

    done: int
    points: int
    """done, points: The numbers of solved points and of all points."""
    solved: int | None
    """The index of the point solved just now; None after a pass."""
    passes: int
    """The number of passes; 0 with a table."""
    share: float
    """The share of the work done, in [0, 1]."""


def sweep(
    payoffs: ClassGame,
    points: Sequence[TerminalPayoffs],
    *,
    pure: bool = False,
    on_progress: SweepCallback | None = None,
) -> Generator[SweepResult, None, None]:
    """Solve a game at many points, neighbours next to each other, and yield the results.

    With a table results come in order, otherwise in an order that depends on the game and the points alone.

    Parameters
    ----------
    pure
        Whether to find the best pure strategies too, if the game is played for chips alone.
    on_progress
        Called before each result, and after every pass.
    """
    sums = payoffs.tables[0].sums
    if isinstance(sums, PassSums) and not payoffs.planes and len(points) > 1:
        yield from _runs_in_step(payoffs, sums, points, on_progress, pure=pure)
        return
    progress = _SweepProgress([range(len(points))], on_progress)
    for point in _one_by_one(payoffs, points, range(len(points)), pure=pure):
        progress.a_point(point.number, 0)
        yield point


def runs(n_points: int, n_runs: int) -> list[range]:
    """Return points cut into runs of neighbours of nearly equal length.

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
    on_progress: SweepCallback | None,
    *,
    pure: bool,
) -> Iterator[SweepResult]:
    def task(numbers: range, margins: PairSums) -> Iterator[SweepResult]:
        return _one_by_one(replace(payoffs, margins=margins), points, numbers, pure=pure)

    numbers = runs(len(points), sums.sides)
    progress = _SweepProgress(numbers, on_progress)
    tasks = [partial(task, part) for part in numbers]
    with closing(run_in_lockstep(sums, tasks, progress.a_pass)) as results:
        for run, point in results:
            progress.a_point(point.number, run)
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
        pair = pure_solver.solve(solution) if pure and linear else None
        yield SweepResult(number, solution, pair)


class _SweepProgress:
    """Counts points and passes, and reports them."""

    def __init__(self, numbers: Sequence[range], on_progress: SweepCallback | None) -> None:
        self._on_progress = on_progress
        self._left = [len(number) for number in numbers]
        self._points = sum(self._left)
        self._waited = [0] * len(numbers)
        self._passes = 0

    def a_point(self, number: int, run: int) -> None:
        self._left[run] -= 1
        self._waited[run] = 0
        self._tell(number)

    def a_pass(self) -> None:
        """Count a pass for every run that has not ended."""
        self._passes += 1
        for run, left in enumerate(self._left):
            self._waited[run] += left > 0
        self._tell(None)

    def _tell(self, solved: int | None) -> None:
        if self._on_progress is None:
            return
        done = self._points - sum(self._left)
        partial_points = sum(waited / (waited + _USUAL_PASSES) for waited in self._waited)
        share = (done + partial_points) / self._points
        self._on_progress(SweepState(done, self._points, solved, self._passes, share))
