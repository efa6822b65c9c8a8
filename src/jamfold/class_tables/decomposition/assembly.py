"""From the rank term and the suit term to sums between classes, plane by plane.

M[i, j] = sum over the hands h2 of class j that share no card with the
representative h1 of class i of
          R[ranks h1, ranks h2] + sum over the four suits T of G[view_T h1, view_T h2].

All hands are passed once per class i.  The four rows of G and the row of R that
this needs stay in the cache (310 KB with four hole cards).  |M| is at most
24 placements x 1,712,304 boards x 2, below 2^27, and sums of outcome planes stay below half of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.combinations import multiset_numbers, narrow
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import Game
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

_TILE = 256


class HandTerms(NamedTuple):
    """The position of every hand, sorted by class, in R and G.

    ``starts`` int64 (n + 1,): where each class begins; ``masks`` uint64 (K1,),
    ``ranks`` uint16 (K1,), ``views`` uint16 (K1, 4).
    """

    starts: IntArray
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


def put_rows(square: NDArray[np.int32], first: int, rows: NDArray[np.int32], sign: int = -1) -> None:
    """Put rows ``first``.. of the lower half into the square, and ``sign`` times them into the upper half.

    ``rows`` has shape (k, columns) with columns at least up to the first row;
    a square block on the diagonal must be whole.
    """
    for begin in range(0, rows.shape[1], _TILE):
        tile = rows[:, begin : begin + _TILE]
        square[begin : begin + tile.shape[1], first : first + len(rows)] = sign * tile.T
    square[first : first + len(rows), : rows.shape[1]] = rows


def is_mirrored(sums: NDArray[np.int32], sizes: IntArray, rows: range, sign: int) -> bool:
    """Whether c_i S[i, j] = sign x c_j S[j, i] for the given rows i and all j <= i."""
    return bool(_mirrors(sums, sizes, rows.start, rows.stop, sign))


def class_sums(
    terms: HandTerms,
    rank_square: NDArray[np.int32],
    suit_square: NDArray[np.int32],
    rows: Iterable[int],
) -> tuple[NDArray[np.int32], IntArray]:
    """Sums of some classes against all, for one plane.

    Returns
    -------
    sums
        int32, shape (rows, n).
    placements
        int64, shape (rows,): hands counted in each row.
    """
    numbers = np.array(list(rows), dtype=np.int64)
    sums = np.zeros((len(numbers), len(terms.starts) - 1), dtype=np.int32)
    placements = np.zeros(len(numbers), dtype=np.int64)
    _class_sums(numbers, terms, rank_square, suit_square, sums, placements)
    return sums, placements


@kernel
def _class_sums(
    rows: IntArray,
    terms: HandTerms,
    rank_square: NDArray[np.int32],
    suit_square: NDArray[np.int32],
    sums: NDArray[np.int32],
    placements: IntArray,
) -> None:
    """Fill sums (rows, classes) and placements (rows,)."""
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
            sums[row, j] = total


@kernel
def are_counts(
    terms: HandTerms,
    n_boards: int,
    parts: IntArray,
    whole: int,
    sums: NDArray[np.int32],
    row: int,
) -> bool:
    """Whether combinations of placements x boards and of a row's sums, (planes, classes), are counts.

    parts (combinations, 1 + planes); each combination must be a multiple of ``whole``, a power of two, and
    not negative.
    """
    starts, masks, _, _ = terms
    mask = masks[starts[row]]
    for j in range(len(starts) - 1):
        boards = 0
        for h2 in range(starts[j], starts[j + 1]):
            boards += mask & masks[h2] == 0
        boards *= n_boards
        for k in range(parts.shape[0]):
            part = parts[k, 0] * boards
            for plane in range(sums.shape[0]):
                part += parts[k, 1 + plane] * sums[plane, j]
            if part < 0 or part & (whole - 1):
                return False
    return True


@kernel
def _mirrors(sums: NDArray[np.int32], sizes: IntArray, first: int, last: int, sign: int) -> bool:
    """Whether c_i S[i, j] = sign x c_j S[j, i] for the rows first..last-1 and all j <= i."""
    for begin in range(0, last, _TILE):
        for i in range(first, last):
            for j in range(begin, min(begin + _TILE, i + 1)):
                if sizes[i] * sums[i, j] != sign * sizes[j] * sums[j, i]:
                    return False
    return True
