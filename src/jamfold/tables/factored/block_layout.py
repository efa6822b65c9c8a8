"""How G is laid out in blocks.

A *piece* is one set A2 against a run of sets A1 after it that share no rank with it: int32, shape
(O2, views with these A1), G[v1, v2] for the views v2 in its rows and v1 in its columns.  The
other half follows from G[v2, v1] = -G[v1, v2]; the piece with A1 = A2 = {} alone is whole.  A
pair of sets is never cut.  So the rows are those of the smaller set, and long; and what a change
of few classes reads lies in few rows, or in pieces with few columns.

A block is a run of pieces of some megabytes, kept in one file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.counting.suit_views import SuitViews, views_for
from jamfold.games import Game

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
            [(one.set2, one.first1, one.last1, one.is_whole, one.rows, one.columns) for one in self.pieces],
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
    for piece in _pieces(views, least, most):
        if waiting and sum(one.values for one in waiting) + piece.values > most:
            blocks.append(Block(len(blocks), tuple(waiting)))
            waiting = []
        waiting.append(piece)
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
