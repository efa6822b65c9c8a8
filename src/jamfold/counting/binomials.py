"""Binomial coefficients, of which all numberings of card sets and rank multisets are made."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from jamfold.arrays import IntArray


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
