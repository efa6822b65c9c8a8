"""Spots solved in pieces: on all cores where there are many of them, and the same whatever the cores are.

A solution depends, in its last digits and where there are several, on the neighbour from which it was begun.
So the sorted spots are cut after every so many, a number that nothing but the list has a part in, and every
piece begins without a neighbour: one process gives the same bits as eight.

Processes, because what is left around the kernels is Python; this one solves, too, so that two cores need
one more, of 55 MB: what runs there loads no Numba, which would make them 180.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Generic, TypeVar

from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.parallel import Processes, cores
from jamfold.solver.few_classes import MOST_CLASSES
from jamfold.spots.batch_processes import solving_processes
from jamfold.tables.margins import cluster_in_use

MOST_PROCESSES = 4
"""With this one: what they gain beyond is not worth 55 MB each."""
_AHEAD = 2
"""Pieces that wait for each process."""

Item = TypeVar("Item")
SpotChunk = TypeVar("SpotChunk")
Solved = TypeVar("Solved")


def is_small(game: Game) -> bool:
    """Whether it is solved in pieces: the kernels of larger games use all cores themselves."""
    return hand_classes(game).n <= MOST_CLASSES


def split_into_chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Sorted items in pieces.

    >>> split_into_chunks([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    return [items[start : start + size] for start in range(0, len(items), size)]


def solve_in_chunks(
    solve: Callable[[SpotChunk], Iterable[Solved]],
    pieces: Sequence[SpotChunk],
    *,
    spread: bool,
    elsewhere: Callable[[SpotChunk], Iterable[Solved]] | None = None,
) -> Iterator[Solved]:
    """What comes of pieces, in their order; with `spread`, on all cores.

    What was solved in other processes when the reader stops (an error, Ctrl-C) is lost if it was not read: a
    second or so.  A process that dies is done without.

    Parameters
    ----------
    solve
        A function of a module, of what can be pickled.
    elsewhere
        What gives the same in other processes; the same function unless told.
    """
    others = min(cores(), MOST_PROCESSES, len(pieces)) - 1
    if not spread or others < 1 or cluster_in_use() is not None:
        for piece in pieces:
            yield from solve(piece)
        return
    with solving_processes(others) as pool:
        try:
            yield from _Shared(solve, elsewhere or solve, pieces, pool, _AHEAD * others).solved()
        finally:
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class _Shared(Generic[SpotChunk, Solved]):
    """Pieces for the processes, and for this one while the next of theirs is not done."""

    solve: Callable[[SpotChunk], Iterable[Solved]]
    elsewhere: Callable[[SpotChunk], Iterable[Solved]]
    pieces: Sequence[SpotChunk]
    pool: Processes
    ahead: int

    def solved(self) -> Iterator[Solved]:
        queue: deque[Future[list[Solved]] | list[Solved]] = deque()
        begun, read, all_ = 0, 0, len(self.pieces)
        while read < all_:
            waiting = sum(isinstance(one, Future) and not one.done() for one in queue)
            while begun < all_ and waiting < self.ahead:
                queue.append(self._submitted(self.pieces[begun]))
                begun, waiting = begun + 1, waiting + 1
            if begun < all_ and isinstance(queue[0], Future) and not queue[0].done():
                queue.append(list(self.solve(self.pieces[begun])))
                begun += 1
                continue
            yield from self._result(self.pieces[read], queue.popleft())
            read += 1

    def _submitted(self, piece: SpotChunk) -> Future[list[Solved]]:
        try:
            return self.pool.submit(_listed, self.elsewhere, piece)
        except BrokenProcessPool as error:
            broken: Future[list[Solved]] = Future()
            broken.set_exception(error)
            return broken

    def _result(self, piece: SpotChunk, entry: Future[list[Solved]] | list[Solved]) -> Iterable[Solved]:
        if isinstance(entry, list):
            return entry
        try:
            return entry.result()
        except BrokenProcessPool:
            return self.solve(piece)


def _listed(solve: Callable[[SpotChunk], Iterable[Solved]], piece: SpotChunk) -> list[Solved]:
    return list(solve(piece))
