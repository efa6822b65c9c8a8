"""From the rank term and the suit term to margins between classes.

M[i, j] = sum over the hands h2 of class j that share no card with the
representative h1 of class i of
          R[ranks h1, ranks h2] + sum over the four suits T of G[view_T h1, view_T h2].

All hands are passed once per class i.  The four rows of G and the row of R that
this needs stay in the cache (310 KB with four hole cards).  |M| is at most
24 placements x 1,712,304 boards x 2, below 2^27.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.compiled import kernel
from jamfold.counting.classes import hand_classes
from jamfold.counting.multisets import multiset_numbers
from jamfold.counting.narrow import narrow
from jamfold.counting.suit_views import views_for
from jamfold.games import Game

_TILE = 256


class HandTerms(NamedTuple):
    """For every hand, sorted by class, where it stands in R and G.

    ``starts`` int64 (n + 1,): where each class begins; ``masks`` uint64 (K1,),
    ``ranks`` uint16 (K1,), ``views`` uint16 (K1, 4).
    """

    starts: NDArray[np.int64]
    masks: NDArray[np.uint64]
    ranks: NDArray[np.uint16]
    views: NDArray[np.uint16]


def hand_terms(game: Game) -> HandTerms:
    """The numbers of rank multisets and suit views of a game's hands."""
    classes = hand_classes(game)
    ranks = np.sort(classes.hands.astype(np.int64) // N_SUITS - game.lowest_rank, axis=1)
    return HandTerms(
        starts=classes.starts,
        masks=classes.masks,
        ranks=narrow(multiset_numbers(ranks), np.uint16),
        views=narrow(views_for(game).views_of(classes.hands, game.lowest_rank), np.uint16),
    )


def new_square(size: int) -> NDArray[np.int32]:
    """An antisymmetric matrix to be filled by `put_rows`; memory is taken as it is touched."""
    return np.zeros((size, size), dtype=np.int32)


def put_rows(square: NDArray[np.int32], first: int, rows: NDArray[np.int32]) -> None:
    """Put rows ``first``.. of the lower half into the square, and their negatives into the upper half.

    ``rows`` has shape (k, columns) with columns at least up to the first row;
    a square block on the diagonal must be antisymmetric itself.
    """
    for begin in range(0, rows.shape[1], _TILE):
        tile = rows[:, begin : begin + _TILE]
        square[begin : begin + tile.shape[1], first : first + len(rows)] = -tile.T
    square[first : first + len(rows), : rows.shape[1]] = rows


def is_antisymmetric(margins: NDArray[np.int32], sizes: NDArray[np.int64], rows: range) -> bool:
    """Whether c_i M[i, j] = -c_j M[j, i] for the given rows i and all j <= i."""
    return bool(_is_antisymmetric(margins, sizes, rows.start, rows.stop))


def class_margins(
    terms: HandTerms,
    rank_square: NDArray[np.int32],
    suit_square: NDArray[np.int32],
    rows: Iterable[int],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Margins of some classes against all, for one plane.

    Returns
    -------
    margins
        int32, shape (rows, n).
    placements
        int64, shape (rows,): hands counted in each row.
    """
    numbers = np.array(list(rows), dtype=np.int64)
    margins = np.zeros((len(numbers), len(terms.starts) - 1), dtype=np.int32)
    placements = np.zeros(len(numbers), dtype=np.int64)
    _class_margins(numbers, terms, rank_square, suit_square, margins, placements)
    return margins, placements


@kernel
def _class_margins(
    rows: NDArray[np.int64],
    terms: HandTerms,
    rank_square: NDArray[np.int32],
    suit_square: NDArray[np.int32],
    margins: NDArray[np.int32],
    placements: NDArray[np.int64],
) -> None:
    """Fill margins (rows, classes) and placements (rows,)."""
    starts, masks, ranks, views = terms
    for row in range(len(rows)):
        h1 = starts[rows[row]]
        mask = masks[h1]
        by_rank = rank_square[ranks[h1]]
        c, d = suit_square[views[h1, 0]], suit_square[views[h1, 1]]
        h, s = suit_square[views[h1, 2]], suit_square[views[h1, 3]]
        for j in range(len(starts) - 1):
            total = 0
            for h2 in range(starts[j], starts[j + 1]):
                if mask & masks[h2] == 0:
                    placements[row] += 1
                    total += by_rank[ranks[h2]]
                    total += c[views[h2, 0]] + d[views[h2, 1]] + h[views[h2, 2]] + s[views[h2, 3]]
            margins[row, j] = total


@kernel
def _is_antisymmetric(margins: NDArray[np.int32], sizes: NDArray[np.int64], first: int, last: int) -> bool:
    for begin in range(0, last, _TILE):
        for i in range(first, last):
            for j in range(begin, min(begin + _TILE, i + 1)):
                if sizes[i] * margins[i, j] + sizes[j] * margins[j, i] != 0:
                    return False
    return True
