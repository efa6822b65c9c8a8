"""Several solves in step: their requests for sums meet, and one pass answers all of them.

Where sums come from a pass over something large (the factors of a game without a class table: 12.8 GB
with five cards of 52), several right-hand sides cost little more than one.  A solver asks for one at a
time, and knows what to ask next only from the answer; so several solvers run at once, each as if it
were alone, and what they ask for is put together:

    a solver runs until it asks;
    what is small is answered at once, and it runs on;
    a pass is made when every solver waits for one.

That is the fewest passes there can be, since no solver could have gone on without.  All sums are exact
integers, so every solver finds what it finds alone, to the last bit.

Solvers stay plain functions: each has a thread, which goes on only while it is told to, so that never two
of them run and nothing in them need be safe against one another.  The sums are made in the thread of
whoever reads the results; errors and Ctrl-C come out there, and end all.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.solver.pair_sums import PairSums

Result = TypeVar("Result")
Task = Callable[[PairSums], Iterator[Result]]
"""Makes results one by one with the sums it is given."""


class RowSum(NamedTuple):
    """One right-hand side: what `PairSums.add_rows` is asked."""

    rows: IntArray
    factors: IntArray
    sums: IntArray


@runtime_checkable
class PassSums(PairSums, Protocol):
    """`PairSums` for which several right-hand sides together are cheaper than one by one."""

    @property
    def sides(self) -> int:
        """How many share a pass."""

    def add_each(self, asked: Sequence[RowSum]) -> None:
        """`add_rows` for each of them."""

    def is_small(self, rows: IntArray) -> bool:
        """Whether so few rows cost less by themselves than as one side of a pass."""


class _StopError(BaseException):
    """Ends a solver whose results nobody reads any more; seen in its thread alone."""


@dataclass
class _Block:
    """A block that is asked for, and what it is."""

    rows: IntArray
    columns: IntArray
    values: NDArray[np.int32] | None = None


@dataclass(frozen=True)
class _Found(Generic[Result]):
    """A result of a task."""

    result: Result


@dataclass(frozen=True)
class _Ended:
    """A task has no more results, or failed."""

    error: BaseException | None = None


class _Runner(Generic[Result]):
    """A task in a thread of its own, and its `PairSums`; it goes on only while it is told to."""

    def __init__(self, task: Task[Result], shape: tuple[int, ...]) -> None:
        self.shape = shape
        self._task = task
        self._told: SimpleQueue[bool] = SimpleQueue()
        self._said: SimpleQueue[RowSum | _Block | _Found[Result] | _Ended] = SimpleQueue()
        # A daemon, so that a process that ends in haste need not wait for it.
        self._thread = threading.Thread(target=self._run, name="solver in step", daemon=True)

    def resume(self) -> RowSum | _Block | _Found[Result] | _Ended:
        """Let it run until it says something."""
        if self._thread.ident is None:
            self._thread.start()
        self._told.put(True)
        return self._said.get()

    def stop(self) -> None:
        """End it where it waits, or at what it says next, and wait until it has ended."""
        if self._thread.ident is not None:
            self._told.put(False)
            self._thread.join()

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """As `PairSums`, made by whoever told it to go on."""
        self._say(RowSum(rows, factors, sums))

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """As `PairSums`, made by whoever told it to go on."""
        asked = _Block(rows, columns)
        self._say(asked)
        if asked.values is None:
            raise AssertionError("told to go on without the block")
        return asked.values

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

    def _say(self, what: RowSum | _Block | _Found[Result]) -> None:
        self._said.put(what)
        self._listen()

    def _listen(self) -> None:
        if not self._told.get():
            raise _StopError


def run_in_lockstep(
    sums: PassSums, tasks: Sequence[Task[Result]], passed: Callable[[], Any] | None = None
) -> Generator[tuple[int, Result], None, None]:
    """The results of all tasks with the number of their task, as they come.

    In what order they come depends on the tasks alone, not on time.  Close the iterator (or let it
    end): that ends the threads.

    Parameters
    ----------
    sums
        Where the sums come from.
    tasks
        Each is called in a thread of its own with sums to use there, and nowhere else.
    passed
        Called after every pass; may raise to end the work.
    """
    runners = [_Runner(task, sums.shape) for task in tasks]
    ready = deque(enumerate(runners))
    try:
        while ready:
            waiting: list[tuple[int, _Runner[Result]]] = []
            asked: list[RowSum] = []
            while ready:
                number, runner = ready.popleft()
                said = runner.resume()
                if isinstance(said, _Ended):
                    if said.error is not None:
                        raise said.error
                    continue
                if isinstance(said, RowSum) and not sums.is_small(said.rows):
                    waiting.append((number, runner))
                    asked.append(said)
                    continue
                ready.append((number, runner))
                if isinstance(said, _Found):
                    yield number, said.result
                elif isinstance(said, _Block):
                    said.values = sums.block(said.rows, said.columns)
                else:
                    sums.add_each([said])
            ready.extend(waiting)
            if asked:
                sums.add_each(asked)
                if passed is not None:
                    passed()
    finally:
        for runner in runners:
            runner.stop()
