"""From R3 and G3 to the orders of three classes.

N[i, j, k; o] = sum over the hands h2 of class j and h3 of class k, disjoint from the representative h1 of
class i and from one another, of
          R3[ranks of the three; o] + sum over the four suits T of G3[their views in T; o].

R3 and G3 are kept for triples in falling order, so the hands are put into it and the orders turned with them.
A sum is at most 144 placements x 1,370,754 boards, below 2^28.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.compiled import kernel
from jamfold.tables.decomposition.assembly import HandTerms
from jamfold.tables.decomposition.orders import N_ORDERS, turned_orders
from jamfold.tables.decomposition.triples import triple_number


def order_sums(
    terms: HandTerms, rank_rows: NDArray[np.int32], suit_rows: NDArray[np.int32], k: int
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """The orders of all triples of classes whose greatest is k.

    Returns
    -------
    sums
        int32, shape (triples, 13), by `triples`: for k >= j >= i one hand of class k against all hands of
        classes j and i, the orders those of k, j, i.
    placements
        uint8, shape (triples,): the pairs of hands counted.
    """
    triples = (k + 1) * (k + 2) // 2
    sums = np.zeros((triples, N_ORDERS), dtype=np.int32)
    placements = np.zeros(triples, dtype=np.uint8)
    _order_sums(k, terms, rank_rows, suit_rows, turned_orders(), sums, placements)
    return sums, placements


@kernel
def _order_sums(
    k: int,
    terms: HandTerms,
    rank_rows: NDArray[np.int32],
    suit_rows: NDArray[np.int32],
    turned: IntArray,
    sums: NDArray[np.int32],
    placements: NDArray[np.uint8],
) -> None:
    """Fill sums (triples, 13) and placements (triples,); turned (6, 13) as `turned_orders`."""
    starts, masks, ranks, views = terms
    h1 = starts[k]
    row = 0
    for j in range(k + 1):
        for i in range(j + 1):
            total = sums[row]
            for h2 in range(starts[j], starts[j + 1]):
                if masks[h1] & masks[h2]:
                    continue
                taken = masks[h1] | masks[h2]
                for h3 in range(starts[i], starts[i + 1]):
                    if taken & masks[h3]:
                        continue
                    placements[row] += 1
                    _add(ranks[h1], ranks[h2], ranks[h3], rank_rows, turned, total)
                    for suit in range(4):
                        _add(views[h1, suit], views[h2, suit], views[h3, suit], suit_rows, turned, total)
            row += 1


@kernel
def _add(a: int, b: int, c: int, rows: NDArray[np.int32], turned: IntArray, total: NDArray[np.int32]) -> None:
    """Add the orders of three numbers, kept for them in falling order."""
    if a >= b:
        if b >= c:
            turn, number = 0, triple_number(a, b, c)
        elif a >= c:
            turn, number = 1, triple_number(a, c, b)
        else:
            turn, number = 4, triple_number(c, a, b)
    elif a >= c:
        turn, number = 2, triple_number(b, a, c)
    elif b >= c:
        turn, number = 3, triple_number(b, c, a)
    else:
        turn, number = 5, triple_number(c, b, a)
    for o in range(13):
        total[o] += rows[number, turned[turn, o]]
