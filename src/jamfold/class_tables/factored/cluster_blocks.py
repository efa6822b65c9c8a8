"""The blocks of one game's G among the workers of a cluster: which are whose, and sums over all of them.

A block is *placed* with a worker that has its folder, or is to make it.  When a worker is gone, its
blocks are placed anew: with a worker that has the same folder, if there is one, else with one that
makes them.  Z is the sum over tasks that hold every block once, so it does not matter which worker
gave which part.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.blocks import PROGRAM_MEMORY, SPARE_DISK
from jamfold.class_tables.class_table import ROW_SUMS
from jamfold.class_tables.factored.blocks import LinkWeights, block_list, make_rank_square, sums_shape
from jamfold.class_tables.factored.cluster import Cluster, Shared
from jamfold.class_tables.factored.cluster_worker import (
    WorkerInfo,
    forget_input,
    holdings,
    store_blocks,
    sum_local_blocks,
)
from jamfold.class_tables.factored.engine import FactoredSums
from jamfold.class_tables.factored.factors import RANKS, Factors, center_item, checked_row_sums, input_bytes
from jamfold.class_tables.factored.product import SuitGrid
from jamfold.core.arrays import IntArray
from jamfold.core.errors import ClusterError, UnusableError
from jamfold.core.progress import Meter, Progress, ignore_progress
from jamfold.core.storage.drafts import write_item
from jamfold.core.storage.files import check_room

_INT32 = 4
_GB = 1e9
_LIMIT_SHARE = 0.75
"""Of its limit a worker of Dask is held up from 80% on, and ended at 95%; memory maps count."""
_MESSAGE_BYTES = 1 << 20
"""What is smaller goes with the tasks: one way to the workers in place of two."""
_SHARES = {"ranks": 0.05, "blocks": 0.90, "check": 0.05}


def load_shared(game: Game, cluster: Cluster, progress: Progress | None = None) -> Factors:
    """The factors of a game with the blocks of G on a cluster, made there where they are missing.

    R and the row sums are kept here.  Raises UnsupportedError if the game has no factors; ClusterError if the
    cluster is not there, or cannot hold the blocks; TableError if what is kept here cannot be: folder not
    writable, disk or memory short.
    """
    report, item = progress or ignore_progress, center_item(game)
    blocks = ClusterBlocks(game, cluster)
    blocks.check()
    started = time.perf_counter()
    with item.locked(report):
        try:
            artifact = item.open()
        except UnusableError:
            check_room(item.folder, item.total_bytes + SPARE_DISK, 2 * item.total_bytes + PROGRAM_MEMORY)
            report("comparing ranks", 0.0)
            ranks = make_rank_square(game)
            sums = FactoredSums(game, ranks, blocks)
            blocks.prepare(report)
            report("checking the factors", _SHARES["ranks"] + _SHARES["blocks"])
            arrays: dict[str, NDArray[Any]] = {RANKS: ranks, ROW_SUMS: checked_row_sums(game, sums)}
            write_item(item, arrays, time.perf_counter() - started)
            artifact = item.open()
        else:
            blocks.prepare(report)
            sums = FactoredSums(game, artifact.arrays[RANKS], blocks)
    report("factors ready", 1.0)
    return Factors(game, hand_classes(game), sums, artifact.arrays[ROW_SUMS], artifact.record)


class ClusterBlocks:
    """The blocks of a game on a cluster, as `SuitBlocks`."""

    def __init__(self, game: Game, cluster: Cluster) -> None:
        self._game, self._cluster = game, cluster
        self._sizes = [block.values for block in block_list(game)]
        self._workers: dict[str, WorkerInfo] = {}
        self._threads: dict[str, int] = {}
        self._kept: dict[tuple[str, str], set[int]] = {}  # by host and folder
        self._placed: dict[int, str] = {}
        self._grid: Shared | None = None

    def check(self) -> None:
        """Refuse a cluster that is not there, or whose workers have no room; nothing is made.

        Raises ClusterError with what is short.
        """
        self._meet(self._cluster.workers())
        missing = [number for number in range(len(self._sizes)) if number not in self._placed]
        _check_room(self._game, self._workers, self._threads, self._sizes, missing)
        total, threads = sum(self._sizes) * _INT32, sum(self._threads.values())
        build = build_memory(self._game, 1) if missing else PROGRAM_MEMORY
        for worker, limit in self._cluster.memory_limits().items():
            if worker not in self._threads or not limit:
                continue
            needs = build + total * self._threads[worker] // threads
            if _LIMIT_SHARE * limit < needs:
                raise ClusterError(
                    f"The worker {worker} may use {limit / _GB:.2f} GB of memory and needs "
                    f"{needs / _LIMIT_SHARE / _GB:.2f} GB: start it with --memory-limit 0.",
                    field="cluster",
                )

    def prepare(self, report: Progress) -> None:
        """Open every block on a worker; build the missing ones.

        Raises ClusterError if the cluster goes away or cannot make them.
        """
        self._meet(self._cluster.workers())
        stage = f"comparing hands on a cluster of {len(self._threads)}"
        meter = Meter(report, stage, _SHARES["ranks"], _SHARES["blocks"], sum(self._sizes))

        everything, store = range(len(self._sizes)), partial(store_blocks, self._game)
        for worker, numbers, _ in self._cluster.perform(store, everything, self._one_by_one):
            for number in numbers:
                self._placed[number] = worker
                self._kept.setdefault(self._workers[worker].place, set()).add(number)
                meter.advance(self._sizes[number])
        self._cluster.tell(forget_input, self._game, workers=self._threads)

    def sums(self, grid: SuitGrid, n_links: int, weights: LinkWeights) -> IntArray:
        """Z, each worker with its own blocks; other workers take over lost ones."""
        total = np.zeros(sums_shape(n_links, weights), dtype=np.int64)
        counted: Counter[int] = Counter()
        if self._grid is None or self._grid.value is not grid:
            self._grid = Shared(grid)
        parts = [part for entries in weights for part in entries] if isinstance(weights, tuple) else [weights]
        few = sum(part.nbytes for part in parts) < _MESSAGE_BYTES
        everything, added = range(len(self._sizes)), partial(sum_local_blocks, self._game)
        arguments = (self._grid, n_links, weights if few else Shared(weights))
        for _, numbers, part in self._cluster.perform(added, everything, self._shares, arguments):
            total += part
            counted.update(numbers)
        if counted != Counter(everything):
            raise AssertionError("a block was added up twice or not at all")
        return total

    def _one_by_one(
        self, waiting: set[int], threads: Mapping[str, int], busy: Counter[str]
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """One block for every idle thread: one of its worker's, or one that no worker has."""
        self._meet(threads)
        queues: dict[str, list[int]] = {worker: [] for worker in self._threads}
        free: list[int] = []
        for number in sorted(waiting, reverse=True):
            queues.get(self._placed.get(number, ""), free).append(number)
        for worker, count in self._threads.items():
            for _ in range(count - busy[worker]):
                numbers = queues[worker] or free
                if numbers:
                    number = numbers.pop()
                    self._placed[number] = worker
                    yield worker, (number,)

    def _shares(
        self, waiting: set[int], threads: Mapping[str, int], _: Counter[str]
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """All waiting blocks, by the worker that has them or will build them."""
        self._meet(threads)
        loads = self._loads()
        for number in sorted(waiting - self._placed.keys()):
            if loads:
                self._place(number, list(loads), loads)
        for worker in loads:
            numbers = tuple(sorted(number for number in waiting if self._placed.get(number) == worker))
            if numbers:
                yield worker, numbers

    def _meet(self, threads: Mapping[str, int]) -> None:
        """Register new workers, drop lost ones, and place the blocks that a worker has."""
        new, gone = threads.keys() - self._workers.keys(), self._workers.keys() - threads.keys()
        if not new and not gone:
            return
        for worker in gone:
            del self._workers[worker]
        if new:
            for worker, info in self._cluster.tell(holdings, self._game, workers=new).items():
                self._workers[worker] = info
                self._kept.setdefault(info.place, set()).update(info.kept)
        self._threads = {worker: threads[worker] for worker in self._workers}
        self._placed = {number: worker for number, worker in self._placed.items() if worker in self._workers}
        loads = self._loads()
        for number in range(len(self._sizes)):
            if number in self._placed:
                continue
            those = [name for name, info in self._workers.items() if number in info.opened]
            those = those or [
                name for name, info in self._workers.items() if number in self._kept[info.place]
            ]
            if those:
                self._place(number, those, loads)

    def _place(self, number: int, those: list[str], loads: dict[str, float]) -> None:
        """Assign a block to the one of these workers with the least load per thread."""
        worker = min(those, key=lambda name: (loads[name], name))
        loads[worker] += self._sizes[number] / self._threads[worker]
        self._placed[number] = worker

    def _loads(self) -> dict[str, float]:
        loads = dict.fromkeys(self._threads, 0.0)
        for number, worker in self._placed.items():
            loads[worker] += self._sizes[number] / self._threads[worker]
        return loads


def build_memory(game: Game, threads: int) -> int:
    """Bytes that a worker with ``threads`` threads needs while it builds blocks."""
    largest = _INT32 * max(block.values for block in block_list(game))
    return input_bytes(game) + 3 * threads * largest + PROGRAM_MEMORY


def _check_room(
    game: Game,
    workers: Mapping[str, WorkerInfo],
    threads: Mapping[str, int],
    sizes: list[int],
    missing: list[int],
) -> None:
    """Refuse machines without room for their part of what is missing.

    Raises ClusterError with the machine, what it needs and what it has.
    """
    if not missing:
        return
    all_bytes = _INT32 * sum(sizes[number] for number in missing)
    shared: dict[tuple[str, str], int] = {}
    memory: dict[str, int] = {}
    for worker, about in workers.items():
        part = all_bytes * threads[worker] // sum(threads.values())
        shared[about.place] = shared.get(about.place, SPARE_DISK) + part
        memory[about.host] = memory.get(about.host, 0) + build_memory(game, threads[worker])
    for about in workers.values():
        needs = shared[about.place]
        if about.disk_bytes < needs:
            raise ClusterError(
                f"The workers on {about.host} need {needs / _GB:.2f} GB of disk in {about.folder}, "
                f"where {about.disk_bytes / _GB:.2f} GB are free.",
                field="cluster",
            )
        if about.memory_bytes is not None and about.memory_bytes < memory[about.host]:
            raise ClusterError(
                f"The workers on {about.host} need {memory[about.host] / _GB:.2f} GB of memory, "
                f"and {about.memory_bytes / _GB:.2f} GB are free.",
                field="cluster",
            )
