"""Combinatorial numbers: binomials, numbered rank multisets and rank sets, safe narrowing casts.

A multiset of m ranks r1 <= ... <= rm out of R is numbered like the set
{r1, r2 + 1, ..., rm + m - 1} in the combinatorial number system:
C(r1, 1) + C(r2 + 1, 2) + ... + C(rm + m - 1, m).  This fills
0..C(R + m - 1, m) - 1 (13 ranks: 91 pairs, 455 triples, 1,820 fours, 6,188
fives, among them 13 of five of a kind, which occur in no deck).

Rank sets are bit masks, bit r for rank r.  Casts to small integer types never wrap.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS, N_SUITS
from jamfold.core.arrays import IntArray


@cache
def binomials(n: int, most: int) -> IntArray:
    """C(d, k) for d in 0..n - 1 and k in 0..most: int64, shape (n, most + 1)."""
    return np.array([[comb(d, k) for k in range(most + 1)] for d in range(n)], dtype=np.int64)


@cache
def set_summands(n: int, size: int) -> IntArray:
    """The summands of numbers of card sets, by place in the deck and in the set: C(d, i + 1).

    The combinatorial number system: cards d1 < ... < dk have the number C(d1, 1) + ... + C(dk, k).
    Shape (n, size).
    """
    return np.ascontiguousarray(binomials(n, size)[:, 1:])


@cache
def multiset_summands(n_ranks: int, size: int) -> IntArray:
    """The summands of numbers of rank multisets, by rank and place: C(rank + i, i + 1).

    Ranks r1 <= ... <= rk are as many different numbers r1, r2 + 1, ..., rk + k - 1.  Shape (n_ranks, size).
    """
    places = np.arange(size)
    summands: IntArray = binomials(n_ranks + size, size)[np.arange(n_ranks)[:, None] + places, places + 1]
    return summands


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


def joined_numbers(first: IntArray, second: IntArray) -> IntArray:
    """The numbers of each multiset of one list with each of another: shape (len(first), len(second))."""
    shape = (len(first), len(second))
    pairs = [
        np.broadcast_to(first[:, None, :], (*shape, first.shape[1])),
        np.broadcast_to(second[None, :, :], (*shape, second.shape[1])),
    ]
    return multiset_numbers(np.sort(np.concatenate(pairs, axis=2), axis=2))


def rank_counts(ranks: IntArray, n_ranks: int) -> IntArray:
    """How often each rank occurs: shape (rows, n_ranks)."""
    counts = np.zeros((len(ranks), n_ranks), dtype=np.int64)
    np.add.at(counts, (np.arange(len(ranks))[:, None], ranks), 1)
    return counts


def ranks_by_suit(cards: NDArray[np.uint8], lowest_rank: int) -> tuple[IntArray, IntArray]:
    """The ranks of cards, (..., h), from the lowest of the deck, and their rank sets by suit, (..., 4)."""
    ranks = cards.astype(np.int64) // N_SUITS - lowest_rank
    sets = [np.where(cards % N_SUITS == suit, 1 << ranks, 0).sum(axis=-1) for suit in range(N_SUITS)]
    return ranks, np.stack(sets, axis=-1)


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


Small = TypeVar("Small", bound=np.integer[Any])


def narrow(values: NDArray[np.integer[Any]], dtype: type[Small]) -> NDArray[Small]:
    """The values in a smaller integer type.

    Raises OverflowError if one does not fit: the program was given a game that it does not serve.
    """
    limits = np.iinfo(dtype)
    if values.size and not (limits.min <= values.min() and values.max() <= limits.max):
        raise OverflowError(f"{values.min()} to {values.max()} do not fit into {limits.dtype}")
    return values.astype(dtype)
