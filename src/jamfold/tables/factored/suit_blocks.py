"""Sums with the blocks of G, wherever these are: Z from N, block by block.

`FactoredSums` asks a `SuitBlocks` for Z and does not know where the blocks lie.  Sums are integers,
so that any order, and any division among threads and machines, gives the same bytes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.games import Game
from jamfold.parallel import in_parallel
from jamfold.tables.factored.block_layout import Block, block_list
from jamfold.tables.factored.product import SuitGrid, add_piece
from jamfold.tables.factored.sparse import Entries, add_block_few

Given = NDArray[Any] | tuple[Entries, ...]
"""N of all links, int32 or int64 of shape (links, right-hand sides); or the few of every side that are not 0,
one by one."""


class SuitBlocks(Protocol):
    """The blocks of a game's G, here or elsewhere."""

    def sums(self, grid: SuitGrid, n_links: int, given: Given) -> IntArray:
        """Z summed over all blocks: int64 of `sums_shape`."""


class LocalBlocks:
    """Blocks that this process has, int32 arrays of shape (values,) by `block_list`: memory maps or not."""

    def __init__(self, game: Game, blocks: Sequence[NDArray[np.int32]]) -> None:
        self._plan = block_list(game)
        self._blocks = [block.view(np.ndarray) for block in blocks]

    def sums(self, grid: SuitGrid, n_links: int, given: Given) -> IntArray:
        """Z, on all cores.

        Every other pass goes backwards: where not all blocks fit into memory, those that were read last
        are there still, while a pass that begins again at the first finds none of them.
        """
        self._plan = self._plan[::-1]
        return sum_blocks(self._plan, self._blocks.__getitem__, grid, n_links, given)


def sums_shape(n_links: int, given: Given) -> tuple[int, int]:
    """The shape of Z: that of N, (links, right-hand sides); (right-hand sides, links) of few entries."""
    return (len(given), n_links) if isinstance(given, tuple) else (given.shape[0], given.shape[1])


def sum_blocks(
    blocks: Iterable[Block],
    read: Callable[[int], NDArray[np.int32]],
    grid: SuitGrid,
    n_links: int,
    given: Given,
    threads: int | None = None,
) -> IntArray:
    """Z summed over some blocks, whose values ``read`` gives: one Z for each thread, added up at the end."""
    shape = sums_shape(n_links, given)
    sums: dict[int, IntArray] = {}

    def work(block: Block) -> None:
        thread = threading.get_ident()
        if thread not in sums:
            sums[thread] = np.zeros(shape, dtype=np.int64)
        _add_block(block, read(block.number), grid, given, sums[thread])

    for _ in in_parallel(work, blocks, threads):
        pass
    return sum(sums.values(), np.zeros(shape, dtype=np.int64))


def _add_block(block: Block, values: NDArray[np.int32], grid: SuitGrid, given: Given, sums: IntArray) -> None:
    if isinstance(given, tuple):
        for mine, entries in zip(sums, given, strict=True):
            add_block_few(values, block.numbers(), grid, entries, mine)
        return
    for piece, part in block.cut(values):
        add_piece(part, piece.set2, piece.first1, piece.last1, piece.is_whole, grid, given, sums)
