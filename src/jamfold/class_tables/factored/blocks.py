"""Blocks of the suit term G: their layout in pieces, how these are made with R, and sums over them.

A *piece* is one set A2 against a run of sets A1 after it that share no rank with it: int32, shape
(O2, views with these A1), G[v1, v2] for the views v2 in its rows and v1 in its columns.  The
other half follows from G[v2, v1] = -G[v1, v2]; the piece with A1 = A2 = {} alone is whole.  A
pair of sets is never cut.  So the rows are those of the smaller set, and long; and a change of few
classes reads few rows, or pieces with few columns.

A block is a run of pieces of some megabytes, in one file.

Sums give Z from N, block by block.  `FactoredSums` gets Z from a `SuitBlocks`, wherever its blocks are.
Sums are integers, so any order, and any division among threads and machines, gives the same bytes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.combinations import multisets
from jamfold.cards.counting.suit_views import SuitViews, views_for
from jamfold.cards.games import Game
from jamfold.class_tables.decomposition.orders import HIGH, LOW, margin_planes
from jamfold.class_tables.decomposition.rank_term import rank_term
from jamfold.class_tables.decomposition.suit_term import SizePair, SuitTables, SuitTermInput, fill_suit_term
from jamfold.class_tables.factored.product import SuitGrid, add_piece
from jamfold.class_tables.factored.sparse import Entries, add_block_few
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel

_MOST_BYTES = 1 << 27
_FEWEST_BLOCKS = 16
_INT32 = 4


@dataclass(frozen=True)
class Piece:
    """The set A2 against the sets first1..last1-1 that share no rank with it."""

    set2: int
    first1: int
    last1: int
    rows: int
    columns: int

    @property
    def values(self) -> int:
        return self.rows * self.columns

    @property
    def is_whole(self) -> bool:
        """Whether both orders of the two sets are in it, because they are the same: no cards in T."""
        return self.set2 == self.first1


@dataclass(frozen=True)
class Block:
    """Pieces after one another in one array."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def values(self) -> int:
        return sum(piece.values for piece in self.pieces)

    def numbers(self) -> IntArray:
        """The pieces for kernels, int64 (pieces, 6): set2, first1, last1, is_whole, rows, columns."""
        return np.array(
            [
                (piece.set2, piece.first1, piece.last1, piece.is_whole, piece.rows, piece.columns)
                for piece in self.pieces
            ],
            dtype=np.int64,
        )

    def cut(self, values: NDArray[np.int32]) -> Iterator[tuple[Piece, NDArray[np.int32]]]:
        """The pieces with their values, (rows, columns), from those of the block."""
        at = 0
        for piece in self.pieces:
            yield piece, values[at : at + piece.values].reshape(piece.rows, piece.columns)
            at += piece.values


@cache
def block_list(game: Game) -> tuple[Block, ...]:
    views = views_for(game)
    least = min(game.hole_used)
    total = sum(columns * rows for _, rows, columns in _all_columns(views, least))
    most = max(1, min(_MOST_BYTES // _INT32, total // _FEWEST_BLOCKS))
    blocks: list[Block] = []
    waiting: list[Piece] = []
    size = 0
    for piece in _pieces(views, least, most):
        if waiting and size + piece.values > most:
            blocks.append(Block(len(blocks), tuple(waiting)))
            waiting, size = [], 0
        waiting.append(piece)
        size += piece.values
    blocks.append(Block(len(blocks), tuple(waiting)))
    return tuple(blocks)


def columns_of(views: SuitViews, least_used: int, set2: int) -> IntArray:
    """For each set A1 the columns it has in the rows of A2: its views, or 0.  Shape (n_sets,)."""
    numbers = np.arange(len(views.sets))
    met = (views.sets & views.sets[set2] == 0) & ((numbers > set2) | (numbers + set2 == 0))
    met &= np.maximum(views.set_sizes, views.set_sizes[set2]) >= least_used
    return np.where(met, np.diff(views.first_view), 0)


def _all_columns(views: SuitViews, least: int) -> list[tuple[int, int, int]]:
    return [
        (set2, int(np.diff(views.first_view)[set2]), int(columns_of(views, least, set2).sum()))
        for set2 in range(len(views.sets))
    ]


def _pieces(views: SuitViews, least: int, most: int) -> Sequence[Piece]:
    pieces: list[Piece] = []
    for set2, rows, all_columns in _all_columns(views, least):
        if all_columns == 0:
            continue
        columns = columns_of(views, least, set2)
        first, width = 0, 0
        for set1 in np.flatnonzero(columns).tolist():
            alone = set1 == set2
            if width and (width + int(columns[set1])) * rows > most:
                pieces.append(Piece(set2, first, set1, rows, width))
                width = 0
            if width == 0:
                first = set1
            width += int(columns[set1])
            if alone:
                pieces.append(Piece(set2, first, set1 + 1, rows, width))
                width = 0
        if width:
            pieces.append(Piece(set2, first, len(columns), rows, width))
    return pieces


LinkWeights = NDArray[Any] | tuple[Entries, ...]
"""N of all links, int32 or int64 of shape (links, right-hand sides); or the few of every side that are not 0,
one by one."""


class SuitBlocks(Protocol):
    """The blocks of a game's G, here or elsewhere."""

    def sums(self, grid: SuitGrid, n_links: int, weights: LinkWeights) -> IntArray:
        """Z summed over all blocks: int64 of `sums_shape`."""


class LocalBlocks:
    """Blocks that this process has, int32 arrays of shape (values,) by `block_list`: memory maps or not."""

    def __init__(self, game: Game, blocks: Sequence[NDArray[np.int32]]) -> None:
        self._plan = block_list(game)
        self._blocks = [block.view(np.ndarray) for block in blocks]

    def sums(self, grid: SuitGrid, n_links: int, weights: LinkWeights) -> IntArray:
        """Z, on all cores.

        Every other pass goes backwards: where not all blocks fit into memory, those that were read last
        are there still, while a pass that begins again at the first finds none of them.
        """
        self._plan = self._plan[::-1]
        return sum_blocks(self._plan, self._blocks.__getitem__, grid, n_links, weights)


def sums_shape(n_links: int, weights: LinkWeights) -> tuple[int, int]:
    """The shape of Z: that of N, (links, right-hand sides); (right-hand sides, links) of few entries."""
    return (len(weights), n_links) if isinstance(weights, tuple) else (weights.shape[0], weights.shape[1])


def sum_blocks(
    blocks: Iterable[Block],
    read: Callable[[int], NDArray[np.int32]],
    grid: SuitGrid,
    n_links: int,
    weights: LinkWeights,
    threads: int | None = None,
) -> IntArray:
    """Z summed over some blocks, whose values ``read`` gives: one Z for each thread, added up at the end."""
    shape = sums_shape(n_links, weights)
    sums: dict[int, IntArray] = {}

    def work(block: Block) -> None:
        thread = threading.get_ident()
        if thread not in sums:
            sums[thread] = np.zeros(shape, dtype=np.int64)
        _add_block(block, read(block.number), grid, weights, sums[thread])

    for _ in in_parallel(work, blocks, threads):
        pass
    return sum(sums.values(), np.zeros(shape, dtype=np.int64))


def _add_block(
    block: Block, values: NDArray[np.int32], grid: SuitGrid, weights: LinkWeights, sums: IntArray
) -> None:
    if isinstance(weights, tuple):
        for side_sums, entries in zip(sums, weights, strict=True):
            add_block_few(values, block.numbers(), grid, entries, side_sums)
        return
    for piece, part in block.cut(values):
        add_piece(part, piece.set2, piece.first1, piece.last1, piece.is_whole, grid, weights, sums)


_ROWS = 32  # rows of R per task


def make_block(terms: SuitTermInput, block: Block) -> NDArray[np.int32]:
    """The values of a block, int32, shape (values,)."""
    values = np.zeros(block.values, dtype=np.int32)
    at = 0
    for piece in block.pieces:
        _make_piece(terms, piece, values[at : at + piece.values].reshape(piece.rows, piece.columns))
        at += piece.values
    return values


def _make_piece(terms: SuitTermInput, piece: Piece, out: NDArray[np.int32]) -> None:
    views, planes = terms.views, margin_planes(terms.game)
    columns = columns_of(views, terms.least_used, piece.set2)
    starts = np.cumsum(columns[piece.first1 : piece.last1]) - columns[piece.first1 : piece.last1]
    met = piece.first1 + np.flatnonzero(columns[piece.first1 : piece.last1])
    size2 = int(views.set_sizes[piece.set2])
    a2 = piece.set2 - views.sets_of_size(size2).start
    for size1 in np.unique(views.set_sizes[met]).tolist():
        sets1 = met[views.set_sizes[met] == size1]
        pair = terms.pairs[size1, size2]
        _fill_piece(
            terms.tables,
            pair._replace(sheets2=pair.sheets2[a2 : a2 + 1]),
            piece.set2,
            sets1,
            int(views.sets_of_size(size1).start),
            starts[sets1 - piece.first1],
            planes[HIGH],
            planes.get(LOW, 0),
            out,
        )


@kernel
def _fill_piece(
    tables: SuitTables,
    pair: SizePair,
    set2: int,
    sets1: IntArray,
    first1: int,
    columns: IntArray,
    times_high: int,
    times_low: int,
    out: NDArray[np.int32],
) -> None:
    """Fill the columns of sets1, all of one size, from ``columns`` on."""
    sets, _, boards, beats_flush, low_boards, flushes, top_flush = tables
    at_zero = np.zeros(len(sets), dtype=np.int64)
    suit_tables = SuitTables(sets, at_zero, boards, beats_flush, low_boards, flushes, top_flush)
    alone = np.full(1, set2)
    n1, n2 = pair.others1.shape[0], out.shape[0]
    planes = np.empty((2, n1, n2), dtype=np.int32)
    for i in range(len(sets1)):
        fill_suit_term(suit_tables, pair, sets1[i], sets1[i] - first1, alone, planes)
        for o2 in range(n2):
            for o1 in range(n1):
                out[o2, columns[i] + o1] = times_high * planes[0, o1, o2] + times_low * planes[1, o1, o2]


def make_rank_square(game: Game) -> NDArray[np.int32]:
    """R of the game's margins, all of it: int32, shape (rank multisets, rank multisets)."""
    n = len(multisets(game.n_ranks, game.hole_cards))
    square = np.zeros((n, n), dtype=np.int32)
    times = np.array([*margin_planes(game).values()], dtype=np.int32)[:, None, None]

    def rows(first: int) -> tuple[int, NDArray[np.int32]]:
        planes = rank_term(game, range(first, min(first + _ROWS, n)))
        return first, (times * planes).sum(axis=0, dtype=np.int32)

    for first, part in in_parallel(rows, range(0, n, _ROWS)):
        square[first : first + len(part)] = part
    lower = np.tril(square, -1)
    return np.asarray(lower - lower.T)
