"""What a worker of a cluster does: it keeps blocks of G, makes missing ones, and adds them up.

The functions run in the workers' processes, called by `cluster_blocks`; they know nothing of the cluster.
Blocks lie in the worker's own data folder (`shared_store`).  Several workers that have the same
folder find each other's blocks there: a block is written under its lock and compared with its
checksum by every process that opens it, once.
"""

from __future__ import annotations

import shutil
import socket
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.games import Game
from jamfold.class_tables.class_table import tables_folder
from jamfold.class_tables.decomposition.suit_term import SuitTermInput, suit_term_input
from jamfold.class_tables.factored.blocks import (
    LinkWeights,
    block_list,
    make_block,
    sum_blocks,
)
from jamfold.class_tables.factored.factors import shared_store
from jamfold.class_tables.factored.product import SuitGrid
from jamfold.core.arrays import IntArray
from jamfold.core.parallel import in_parallel
from jamfold.core.storage.checkpoints import BlockStore
from jamfold.core.storage.files import available_memory, writing
from jamfold.core.storage.folder import make_folder

_opened: dict[tuple[Path, Game, int], NDArray[np.int32]] = {}
_stores: dict[tuple[Path, Game], BlockStore] = {}
_inputs: dict[Game, SuitTermInput] = {}
_turn, _making = threading.Lock(), threading.Lock()


@dataclass(frozen=True)
class WorkerInfo:
    """What a worker has and can take."""

    host: str
    folder: str
    """host, folder: The place of its blocks; workers with the same place share them."""
    kept: frozenset[int]
    opened: frozenset[int]
    """kept, opened: The block files in the folder; the blocks that this worker has open and verified."""
    disk_bytes: int
    memory_bytes: int | None
    """disk_bytes, memory_bytes: Free in the folder and on the machine; None if unknown."""

    @property
    def place(self) -> tuple[str, str]:
        """Host and folder."""
        return self.host, self.folder


def holdings(game: Game) -> WorkerInfo:
    """Return this worker's blocks of a game and its free disk and memory.

    Raises UnwritableError if its folder cannot be made; UnavailableError if a block is there and cannot be
    opened now.
    """
    store, folder = _store(game), tables_folder()
    with writing(folder):
        make_folder(folder)
        free = shutil.disk_usage(folder).free
    with _turn:
        opened = frozenset(number for place, of, number in _opened if (place, of) == (folder, game))
    return WorkerInfo(socket.gethostname(), str(folder), store.present(), opened, free, available_memory())


def store_blocks(game: Game, numbers: tuple[int, ...], threads: int) -> None:
    """Open these blocks, ``threads`` at a time; build those that are missing or damaged.

    Raises UnwritableError if the disk does not take one; UnavailableError if one cannot be opened now.
    """
    for _ in in_parallel(lambda number: _values(game, number), numbers, threads):
        pass


def sum_local_blocks(
    game: Game, numbers: tuple[int, ...], threads: int, grid: SuitGrid, n_links: int, weights: LinkWeights
) -> IntArray:
    """Z summed over these blocks, (right-hand sides, links); raises as `store_blocks`."""
    blocks = [block_list(game)[number] for number in numbers]
    grid, weights = _writeable(grid), _writeable(weights)
    sums = sum_blocks(blocks, lambda number: _values(game, number), grid, n_links, weights, threads)
    forget_input(game)
    return sums


def forget_input(game: Game) -> None:
    """Free the memory that building blocks takes, gigabytes with five cards."""
    _inputs.pop(game, None)


def _values(game: Game, number: int) -> NDArray[np.int32]:
    """A block: opened before, found in the folder, or made."""
    key = (tables_folder(), game, number)
    with _turn:
        if key in _opened:
            return _opened[key]
    store = _store(game)
    values = store.find(number)
    if values is None:
        with store.locked(number):
            values = store.find(number)  # another worker may have made it meanwhile
            if values is None:
                store.write(number, make_block(_input(game), block_list(game)[number]))
                values = store.read(number)
    with _turn:
        return _opened.setdefault(key, values.view(np.ndarray))


def _store(game: Game) -> BlockStore:
    key = (tables_folder(), game)
    with _turn:
        if key not in _stores:
            _stores[key] = shared_store(game)
        return _stores[key]


def _input(game: Game) -> SuitTermInput:
    """What making blocks reads, laid out by one thread for all of this worker."""
    with _making:
        if game not in _inputs:
            _inputs[game] = suit_term_input(game)
        return _inputs[game]


def _writeable(value: Any) -> Any:
    """Arrays as kernels were compiled for; what came in a message may be read-only."""
    if isinstance(value, np.ndarray):
        return value if value.flags.writeable else value.copy()
    if isinstance(value, tuple):
        parts = [_writeable(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
