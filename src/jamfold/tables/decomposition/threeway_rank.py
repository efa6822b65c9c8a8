"""R3: the showdown of three hands by ranks alone, over all boards.

R3[h1, h2, h3] = for each of the 13 orders (`orders`) the sum over the rank multisets b of boards on which
the strengths without flushes stand in it, of weight(b) = product over the ranks k of C(4 - used_k, q_k).

The boards are walked as in `rank_term`, the lanes over the third hand.  A sum is at most
1,370,754 boards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.compiled import kernel
from jamfold.counting.multisets import multisets, rank_counts
from jamfold.counting.narrow import narrow
from jamfold.strength.codes import RankCodes
from jamfold.tables.decomposition.orders import (
    BOTH_LEVEL,
    FIRST_AHEAD,
    N_ORDERS,
    SECOND_AHEAD,
    add_orders,
)
from jamfold.tables.decomposition.rank_term import board_walk
from jamfold.tables.decomposition.triples import triple_number, triples_below


def threeway_rank_rows(codes: RankCodes, n_ranks: int, hole_cards: int, rows: range) -> NDArray[np.int32]:
    """R3 of all triples whose greatest multiset is in ``rows``.

    Returns
    -------
    int32, shape (triples, 13), by `triples`.  Triples that need five cards of a rank are meaningless.
    """
    counts = narrow(rank_counts(multisets(n_ranks, hole_cards), n_ranks), np.int16)
    first = triples_below(rows.start)
    out = np.zeros((triples_below(rows.stop) - first, N_ORDERS), dtype=np.int32)
    for h1 in rows:
        _rank_rows(h1, counts, board_walk(n_ranks), codes.high, first, out)
    return out


@kernel
def _rank_rows(
    h1: int,
    counts: NDArray[np.int16],
    walk: IntArray,
    high: NDArray[np.uint8],
    first: int,
    out: NDArray[np.int32],
) -> None:
    """Fill the rows of h1 in out, whose first row is the triple ``first``.

    counts (hands, ranks); walk as `board_walk`; high (boards, hands).
    """
    n_ranks = counts.shape[1]
    ways = np.empty((n_ranks, 5, h1 + 1), dtype=np.int32)
    begun = np.empty((6, h1 + 1), dtype=np.int32)
    sums = np.empty((3, 5, h1 + 1), dtype=np.int32)
    for h2 in range(h1 + 1):
        for k in range(n_ranks):
            for h3 in range(h2 + 1):
                left = max(0, 4 - counts[h1, k] - counts[h2, k] - counts[h3, k])
                ways[k, 1, h3] = left
                ways[k, 2, h3] = left * (left - 1) // 2
                ways[k, 3, h3] = left * (left - 1) * (left - 2) // 6
                ways[k, 4, h3] = left == 4
        begun[0, :] = 1
        sums[:] = 0
        for step in range(walk.shape[0]):
            depth, k, q, b = walk[step, 0], walk[step, 1], walk[step, 2], walk[step, 3]
            if b < 0:
                for h3 in range(h2 + 1):
                    begun[depth + 1, h3] = begun[depth, h3] * ways[k, q, h3]
                continue
            c1, c2 = high[b, h1], high[b, h2]
            relation = FIRST_AHEAD if c1 > c2 else SECOND_AHEAD if c1 < c2 else BOTH_LEVEL
            better, worse = max(c1, c2), min(c1, c2)
            for h3 in range(h2 + 1):
                weight = np.int32(begun[depth, h3] * ways[k, q, h3])
                code = high[b, h3]
                sums[relation, 0, h3] += weight * np.int32(code > better)
                sums[relation, 1, h3] += weight * np.int32(code >= better)
                sums[relation, 2, h3] += weight * np.int32(code > worse)
                sums[relation, 3, h3] += weight * np.int32(code >= worse)
                sums[relation, 4, h3] += weight
        for h3 in range(h2 + 1):
            row = out[triple_number(h1, h2, h3) - first]
            for relation in range(3):
                add_orders(relation, sums[relation, :, h3], row)
