"""The three-way rank term R3, and the assembly of R3 and G3 into the orders of three classes.

R3[h1, h2, h3] = for each of the 13 orders (`class_tables.decomposition.orders`) the sum over the rank
multisets b of boards on which the strengths without flushes are in that order, of weight(b) = product over
the ranks k of C(4 - used_k, q_k).

The boards are walked as in `rank_term`, the lanes over the third hand.  A sum is at most
1,370,754 boards.

N[i, j, k; o] = sum over the hands h2 of class j and h3 of class k, disjoint from the representative h1 of
class i and from one another, of
          R3[ranks of the three; o] + sum over the four suits T of G3[their views in T; o].

R3 and G3 are stored for triples in falling order, so the hands are sorted into it and the orders turned
with them.  A sum is at most 144 placements x 1,370,754 boards, below 2^28.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.combinations import multisets, narrow, rank_counts
from jamfold.cards.games import Game
from jamfold.cards.strength.boards import rank_codes
from jamfold.class_tables.decomposition.assembly import HandTerms
from jamfold.class_tables.decomposition.orders import (
    BOTH_LEVEL,
    FIRST_AHEAD,
    N_ORDERS,
    SECOND_AHEAD,
    add_orders,
    triple_number,
    triples_below,
    turned_orders,
)
from jamfold.class_tables.decomposition.rank_term import board_walk
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel


def threeway_rank_rows(game: Game) -> NDArray[np.int32]:
    """R3 of all triples.

    Returns
    -------
    int32, shape (triples, 13), by `triples`.  Triples that need five cards of a rank are meaningless.
    """
    counts = narrow(rank_counts(multisets(game.n_ranks, game.hole_cards), game.n_ranks), np.int16)
    out = np.zeros((triples_below(len(counts)), N_ORDERS), dtype=np.int32)
    for h1 in range(len(counts)):
        _rank_rows(h1, counts, board_walk(game.n_ranks), rank_codes(game).high, out)
    return out


@kernel
def _rank_rows(
    h1: int,
    counts: NDArray[np.int16],
    walk: IntArray,
    high: NDArray[np.uint8],
    out: NDArray[np.int32],
) -> None:
    """Fill the rows of h1 in out.

    counts (hands, ranks); walk as `board_walk`; high (boards, hands).
    """
    n_ranks = counts.shape[1]
    ways = np.empty((n_ranks, 5, h1 + 1), dtype=np.int32)
    prefix = np.empty((6, h1 + 1), dtype=np.int32)
    sums = np.empty((3, 5, h1 + 1), dtype=np.int32)
    for h2 in range(h1 + 1):
        for k in range(n_ranks):
            for h3 in range(h2 + 1):
                left = max(0, 4 - counts[h1, k] - counts[h2, k] - counts[h3, k])
                ways[k, 1, h3] = left
                ways[k, 2, h3] = left * (left - 1) // 2
                ways[k, 3, h3] = left * (left - 1) * (left - 2) // 6
                ways[k, 4, h3] = left == 4
        prefix[0, :] = 1
        sums[:] = 0
        for step in range(walk.shape[0]):
            depth, k, q, b = walk[step, 0], walk[step, 1], walk[step, 2], walk[step, 3]
            if b < 0:
                for h3 in range(h2 + 1):
                    prefix[depth + 1, h3] = prefix[depth, h3] * ways[k, q, h3]
                continue
            c1, c2 = high[b, h1], high[b, h2]
            relation = FIRST_AHEAD if c1 > c2 else SECOND_AHEAD if c1 < c2 else BOTH_LEVEL
            better, worse = max(c1, c2), min(c1, c2)
            for h3 in range(h2 + 1):
                weight = np.int32(prefix[depth, h3] * ways[k, q, h3])
                code = high[b, h3]
                sums[relation, 0, h3] += weight * np.int32(code > better)
                sums[relation, 1, h3] += weight * np.int32(code >= better)
                sums[relation, 2, h3] += weight * np.int32(code > worse)
                sums[relation, 3, h3] += weight * np.int32(code >= worse)
                sums[relation, 4, h3] += weight
        for h3 in range(h2 + 1):
            row = out[triple_number(h1, h2, h3)]
            for relation in range(3):
                add_orders(relation, sums[relation, :, h3], row)


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
