"""Rank multisets and rank sets, numbered.

A multiset of m ranks r1 <= ... <= rm out of R is numbered like the set
{r1, r2 + 1, ..., rm + m - 1} in the combinatorial number system:
C(r1, 1) + C(r2 + 1, 2) + ... + C(rm + m - 1, m).  This fills
0..C(R + m - 1, m) - 1 (13 ranks: 91 pairs, 455 triples, 1,820 fours, 6,188
fives, of which 13 are five of a kind and occur in no deck).

Rank sets are bit masks, bit r for rank r.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from jamfold.arrays import IntArray
from jamfold.cards import N_RANKS
from jamfold.counting.binomials import multiset_summands


@cache
def multisets(n_ranks: int, size: int) -> IntArray:
    """All multisets, in the order of their numbers: shape (C(n_ranks + size - 1, size), size), ascending."""
    chosen = list(combinations_with_replacement(range(n_ranks), size))
    rows = np.array(chosen, dtype=np.int64).reshape(len(chosen), size)
    return rows[np.argsort(multiset_numbers(rows))]


def multiset_numbers(ranks: IntArray) -> IntArray:
    """Numbers of multisets given as ascending ranks in the last axis."""
    size = ranks.shape[-1]
    summands = multiset_summands(N_RANKS, size)
    numbers = np.zeros(ranks.shape[:-1], dtype=np.int64)
    for i in range(size):
        numbers += summands[ranks[..., i], i]
    return numbers


def rank_counts(ranks: IntArray, n_ranks: int) -> IntArray:
    """How often each rank occurs: shape (rows, n_ranks)."""
    counts = np.zeros((len(ranks), n_ranks), dtype=np.int64)
    np.add.at(counts, (np.arange(len(ranks))[:, None], ranks), 1)
    return counts


def submultisets(n_ranks: int, size: int, part: int) -> IntArray:
    """Numbers of the parts of every multiset: shape (multisets, C(size, part)), repeats kept."""
    rows = multisets(n_ranks, size)
    chosen = list(combinations(range(size), part))
    return np.stack([multiset_numbers(rows[:, list(c)]) for c in chosen], axis=1)


@cache
def rank_sets(n_ranks: int, size: int) -> IntArray:
    """All rank sets of a size as bit masks, ascending."""
    masks = [sum(1 << rank for rank in ranks) for ranks in combinations(range(n_ranks), size)]
    return np.array(sorted(masks), dtype=np.int64)
