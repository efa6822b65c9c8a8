"""Players are drawn one after the other: means over all orders by the sets of those drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

import numpy as np

from jamfold.arrays import BoolArray, FloatArray, IntArray

Number = TypeVar("Number", Fraction, Decimal)
"""A number without rounding, or with so many digits that rounding does not matter."""
Weights = Callable[[IntArray, BoolArray], FloatArray]


def values_by_sets(
    n: int, weights: Weights, gains: Sequence[float] | FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Mean gain of every player who is drawn k-th for gains[k].

    The chance of a set is passed on to the sets with one more player, so 2^n n steps
    take the place of n! orders.

    Parameters
    ----------
    n
        Players, up to about 20.
    weights
        Given sets as bits, shape (m,), and who is not in them, shape (m, n): the weights by which
        the next is drawn, 0 for who is in.
    gains
        At most n; the drawing ends with them.

    Returns
    -------
    The means, shape (n,), and the chances of all sets, shape (2^n,).
    """
    bits = np.int64(1) << np.arange(n, dtype=np.int64)
    sizes = np.bitwise_count(np.arange(2**n, dtype=np.int64))
    chance, values = np.zeros(2**n), np.zeros(n)
    chance[0] = 1.0
    for size, gain in enumerate(gains):
        drawn = np.flatnonzero(sizes == size)
        left = (drawn[:, None] & bits) == 0
        weight = weights(drawn, left)
        next_chance = chance[drawn, None] * weight / weight.sum(axis=1, keepdims=True)
        values += gain * next_chance.sum(axis=0)
        for i in range(n):
            rows = left[:, i]
            chance[drawn[rows] | bits[i]] += next_chance[rows, i]
    return values, chance


def fractions_by_sets(n: int, weight: Callable[[int, int], Number], gains: Sequence[Number]) -> list[Number]:
    """Return `values_by_sets` exactly: `weight(drawn, i)` of a set as bits and of a player not in it."""
    one = weight(0, 0) / weight(0, 0)
    chance, values = {0: one}, [one * 0] * n
    for gain in gains:
        following: dict[int, Number] = {}
        for drawn, before in chance.items():
            weights = {i: weight(drawn, i) for i in range(n) if not drawn >> i & 1}
            share = before / sum(weights.values(), one * 0)
            for i, one_weight in weights.items():
                values[i] += gain * share * one_weight
                following[drawn | 1 << i] = following.get(drawn | 1 << i, one * 0) + share * one_weight
        chance = following
    return values
