"""Spots that the workers of a cluster solve, each with the class tables of its own folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from jamfold.spots.batch import BatchSolved, BatchSpot, solve_in_order
from jamfold.tables.factored.cluster import Cluster, Shared


def solved_on_cluster(address: str, work: list[list[BatchSpot]]) -> Iterator[tuple[int, list[BatchSolved]]]:
    """Chunks with their places as they are solved; what is lost with a worker is solved by another.

    Raises ClusterError if the cluster is not there or goes away, or a worker cannot do its part.
    """
    cluster = Cluster(address)

    def one_each(
        waiting: set[int], threads: Mapping[str, int], busy: Counter[str]
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """A worker solves one chunk at a time, however many threads it has: a solver is one."""
        idle = (worker for worker in threads if not busy[worker])
        for worker, number in zip(idle, sorted(waiting), strict=False):
            yield worker, (number,)

    try:
        for _, (number,), solved in cluster.perform(_solve, range(len(work)), one_each, (Shared(work),)):
            yield number, solved
    finally:
        cluster.close()


def _solve(numbers: tuple[int, ...], _: int, work: list[list[BatchSpot]]) -> list[BatchSolved]:
    """On a worker: a chunk."""
    (number,) = numbers
    return solve_in_order(work[number])
