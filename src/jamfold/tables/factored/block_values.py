"""Making the pieces of G and the square R of a game's margins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.compiled import kernel
from jamfold.counting.multisets import multisets
from jamfold.counting.suit_views import SuitViews, views_for
from jamfold.games import Game
from jamfold.parallel import in_parallel
from jamfold.strength.codes import rank_codes
from jamfold.tables.decomposition.planes import HIGH, LOW, margin_planes
from jamfold.tables.decomposition.rank_term import rank_term
from jamfold.tables.decomposition.suit_kernels import SizePair, SuitTables, fill_suit_term
from jamfold.tables.decomposition.suit_term import SuitTermInput, suit_term_input
from jamfold.tables.factored.block_layout import Block, Piece, columns_of

_ROWS = 32  # rows of R per task


@dataclass(frozen=True, eq=False)
class BlockInput:
    """What all blocks of a game read."""

    game: Game
    views: SuitViews
    terms: SuitTermInput


def block_input(game: Game) -> BlockInput:
    """Lay out strengths: 2.6 GB with five hole cards, twice that with a low."""
    return BlockInput(
        game, views_for(game), suit_term_input(game, rank_codes(game), LOW in margin_planes(game))
    )


def make_block(source: BlockInput, block: Block) -> NDArray[np.int32]:
    """The values of a block, int32, shape (values,)."""
    values = np.zeros(block.values, dtype=np.int32)
    at = 0
    for piece in block.pieces:
        _make_piece(source, piece, values[at : at + piece.values].reshape(piece.rows, piece.columns))
        at += piece.values
    return values


def _make_piece(source: BlockInput, piece: Piece, out: NDArray[np.int32]) -> None:
    views, terms, planes = source.views, source.terms, margin_planes(source.game)
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
    here = SuitTables(sets, at_zero, boards, beats_flush, low_boards, flushes, top_flush)
    alone = np.full(1, set2)
    n1, n2 = pair.others1.shape[0], out.shape[0]
    high, low = np.empty((n1, n2), dtype=np.int32), np.empty((n1, n2), dtype=np.int32)
    for i in range(len(sets1)):
        fill_suit_term(here, pair, sets1[i], sets1[i] - first1, alone, high, low)
        for o2 in range(n2):
            for o1 in range(n1):
                out[o2, columns[i] + o1] = times_high * high[o1, o2] + times_low * low[o1, o2]


def make_rank_square(game: Game) -> NDArray[np.int32]:
    """R of the game's margins, all of it: int32, shape (rank multisets, rank multisets)."""
    codes, planes = rank_codes(game), margin_planes(game)
    n = len(multisets(game.n_ranks, game.hole_cards))
    square = np.zeros((n, n), dtype=np.int32)

    def rows(first: int) -> tuple[int, NDArray[np.int32]]:
        parts = rank_term(
            codes, game.n_ranks, game.hole_cards, range(first, min(first + _ROWS, n)), LOW in planes
        )
        times = (planes[HIGH], planes.get(LOW, 0))
        return first, sum(np.int32(k) * part for k, part in zip(times, parts, strict=True))  # type: ignore[return-value]

    for first, part in in_parallel(rows, range(0, n, _ROWS)):
        square[first : first + len(part)] = part
    lower = np.tril(square, -1)
    return np.asarray(lower - lower.T)
