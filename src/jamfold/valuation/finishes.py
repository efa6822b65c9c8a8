"""Models of finishing order: Malmuth-Harville, Malmuth-Weitzman and Ben Roberts.

Players are drawn one after the other.

Malmuth-Harville: a player finishes next with the share of the chips of those left.  Two ways, equal within
1e-12 of the prizes:

- over the sets of players who are placed already [1]_: exact arithmetic, 2^n n steps;
- as an integral, since places are the order in which exponential clocks of rates a_i = s_i / S ring [2]_:

      value_i = integral over t > 0 of a_i e^(-a_i t) sum_k prize_k P(k - 1 others rang before t),

  for any number of players (`valuation.field`).

Malmuth-Weitzman: player i goes out next with a chance proportional to 1/s_i, and their chips go in equal
parts to the rest.  When the players of a set M are out, each of the k others has got s(M)/k in any order, so
sets are enough: 2^n n steps.

Ben Roberts: player i goes out next with a chance proportional to s_i^-2 times the sum of the others' 1/s_k,
and their chips go to the others in proportion to 1/s_k.  The order matters: about n!/2 histories.

In the last two models stacks are martingales, so a single prize is worth the share of chips; players left
when all lower places pay the same are valued so.

References
----------
.. [1] D. A. Harville, "Assigning probabilities to the outcomes of multi-entry competitions", Journal
   of the American Statistical Association 68 (1973); M. Malmuth, "Gambling Theory and Other Topics" (1987).
.. [2] The order of independent exponential clocks: R. L. Plackett, "The analysis of permutations",
   Applied Statistics 24 (1975); R. D. Luce, "Individual Choice Behavior" (1959).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray

Number = TypeVar("Number", Fraction, Decimal)
"""An exact number, or one with enough digits that rounding does not matter."""
Weights = Callable[[IntArray, BoolArray], FloatArray]


def values_by_sets(
    n: int, weights: Weights, gains: Sequence[float] | FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return every player's mean of gains[k], where k is the number drawn before, and all sets' chances.

    The chance of a set is passed on to the sets with one more player: 2^n n steps, not n!.

    Parameters
    ----------
    n
        Players, up to about 20.
    weights
        Returns the weights by which the next player is drawn, 0 for those drawn, shape (m, n), from m sets as
        bits, shape (m,), and a mask of those left, shape (m, n).
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
        tied = np.flatnonzero(sizes == size)
        left = (tied[:, None] & bits) == 0
        weight = weights(tied, left)
        next_chance = chance[tied, None] * weight / weight.sum(axis=1, keepdims=True)
        values += gain * next_chance.sum(axis=0)
        for i in range(n):
            rows = left[:, i]
            chance[tied[rows] | bits[i]] += next_chance[rows, i]
    return values, chance


def fractions_by_sets(n: int, weight: Callable[[int, int], Number], gains: Sequence[Number]) -> list[Number]:
    """Return `values_by_sets` exactly: `weight(members, i)` of a set as bits and of a player not in it."""
    fraction = weight(0, 0) / weight(0, 0)
    chance, values = {0: fraction}, [fraction * 0] * n
    for gain in gains:
        following: dict[int, Number] = {}
        for members, before in chance.items():
            weights = {i: weight(members, i) for i in range(n) if not members >> i & 1}
            share = before / sum(weights.values(), fraction * 0)
            for i, one_weight in weights.items():
                values[i] += gain * share * one_weight
                following[members | 1 << i] = (
                    following.get(members | 1 << i, fraction * 0) + share * one_weight
                )
        chance = following
    return values


FEW = 24
"""The most players for plain arrays, without compiled kernels."""


def by_sets(stacks: Sequence[float], prizes: Sequence[float]) -> FloatArray:
    """Return Malmuth-Harville values by sets, for up to about 20 players.

    `stacks` are above zero, shape (n,); `prizes` are at most n, of any order and sign.
    """
    chips = np.asarray(stacks, dtype=np.float64)
    last, paid = less_last(prizes, len(chips))

    def weights(placed: IntArray, left: BoolArray) -> FloatArray:
        return np.where(left, chips, 0.0)

    return last + values_by_sets(len(chips), weights, paid)[0]


def seat_values(
    rates: FloatArray, ahead: FloatArray, times: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return values and their derivatives by the rates, shapes (n,).

    Parameters
    ----------
    rates
        Shares of all chips, shape (n,).
    ahead
        The mean prize with k of the n players ahead, at each time, shape (paid, nodes).
    times, weights
        Nodes of the integral, shape (nodes,).
    """
    rang = -np.expm1(-np.outer(rates, times))
    before = chances_before(rang, len(ahead))
    values, slopes = np.empty(len(rates)), np.empty(len(rates))
    for i in reversed(range(len(rates))):
        means = weights * np.exp(-rates[i] * times) * np.einsum("kt,kt->t", before[i], ahead)
        values[i], slopes[i] = rates[i] * means.sum(), means @ (1 - rates[i] * times)
        ahead = pass_back(ahead, rang[i])
    return values, slopes


def less_last(prizes: Sequence[float], n: int) -> tuple[float, FloatArray]:
    """Return the prize of place n, and the other places' prizes above it, without trailing zeros."""
    places = _padded(prizes, n)
    last = float(places[-1])
    above = places - last
    paid = np.flatnonzero(above)
    return last, above[: paid[-1] + 1 if len(paid) else 0]


def chances_before(rang: FloatArray, paid: int) -> FloatArray:
    """Return the chances that k of the players before i rang, shape (n, paid, nodes)."""
    n, count = rang.shape
    before = np.zeros((n, paid, count))
    before[0, 0] = 1.0
    for i in range(n - 1):
        np.multiply(before[i], 1 - rang[i], out=before[i + 1])
        before[i + 1, 1:] += before[i, :-1] * rang[i]
    return before


def pass_back(ahead: FloatArray, rang: FloatArray) -> FloatArray:
    """Return the mean prize with k ahead, averaged over whether one more player rang, shape (paid, nodes)."""
    passed = ahead * (1 - rang)
    passed[:-1] += ahead[1:] * rang
    return passed


_ROWS = 200_000
"""Histories in memory at once: about 15 MB for nine players."""


def malmuth_weitzman(stacks: Sequence[float], prizes: Sequence[float]) -> FloatArray:
    """Return Malmuth-Weitzman values, shape (n,), of stacks above zero, for up to about 16 players."""
    chips, places = np.asarray(stacks, dtype=np.float64), _padded(prizes, len(stacks))
    n, total = len(chips), float(chips.sum())
    bits = np.int64(1) << np.arange(n, dtype=np.int64)

    def now(out: IntArray, left: BoolArray) -> FloatArray:
        lost = np.where(left, 0.0, chips).sum(axis=1, keepdims=True)
        return np.where(left, chips + lost / left.sum(axis=1, keepdims=True), np.inf)

    rest = _alike(places)
    exits = places[rest:][::-1]
    values, chance = values_by_sets(n, lambda out, left: 1 / now(out, left), exits)
    out = np.flatnonzero(np.bitwise_count(np.arange(2**n, dtype=np.int64)) == n - rest)
    left = (out[:, None] & bits) == 0
    stack = np.where(left, now(out, left), 0.0)
    low, high = places[rest - 1], places[0]
    values += chance[out] @ (left * low + stack / total * (high - low))
    return values


def malmuth_weitzman_fractions(stacks: Sequence[Number], prizes: Sequence[Number]) -> list[Number]:
    """Return `malmuth_weitzman` exactly."""
    n: int = len(stacks)
    unit: Any = stacks[0] / stacks[0]
    places: list[Any] = [*prizes, *[unit * 0] * (n - len(prizes))]

    def weight(out: int, i: int) -> Any:  # mypy mixes the two kinds of Number inside
        lost = sum((stack for k, stack in enumerate(stacks) if out >> k & 1), unit * 0)
        return unit / (stacks[i] + lost / (n - out.bit_count()))

    return fractions_by_sets(n, weight, places[::-1])


def ben_roberts(stacks: Sequence[float], prizes: Sequence[float]) -> FloatArray:
    """Return Ben Roberts values, shape (n,), of stacks above zero, for up to about nine players."""
    chips, places = np.asarray(stacks, dtype=np.float64), _padded(prizes, len(stacks))
    values = np.zeros(len(chips))
    start = (np.ones(1), chips[None, :], np.arange(len(chips))[None, :])
    waiting = [start]
    while waiting:
        chance, entered, players = waiting.pop()
        left = entered.shape[1]
        low = float(places[left - 1])
        if left <= _alike(places):
            gain = low + entered / chips.sum() * (places[0] - low)
            np.add.at(values, players, chance[:, None] * gain)
            continue
        if len(entered) * left > _ROWS and len(entered) > 1:
            half = len(entered) // 2
            waiting += [
                (chance[part], entered[part], players[part]) for part in (slice(half), slice(half, None))
            ]
            continue
        inverse = 1 / entered
        other_inverses = inverse.sum(axis=1, keepdims=True) - inverse
        weight = inverse**2 * other_inverses
        next_out = chance[:, None] * weight / weight.sum(axis=1, keepdims=True)
        np.add.at(values, players, next_out * low)
        rows = [
            (
                next_out[:, i],
                np.delete(_spread(entered, inverse, other_inverses, i), i, 1),
                np.delete(players, i, 1),
            )
            for i in range(left)
        ]
        waiting.append(tuple(map(np.concatenate, zip(*rows, strict=True))))  # type: ignore[arg-type]
    return values


def _spread(entered: FloatArray, inverse: FloatArray, other_inverses: FloatArray, i: int) -> FloatArray:
    """Return the stacks after player i of each row has gone out."""
    return entered + entered[:, i, None] * inverse / other_inverses[:, i, None]


def ben_roberts_exactly(stacks: Sequence[Number], prizes: Sequence[Number]) -> list[Number]:
    """Return `ben_roberts` exactly, for a handful of players."""
    unit: Number = stacks[0] / stacks[0]
    places = [*prizes, *[unit * 0] * (len(stacks) - len(prizes))]
    values = [unit * 0] * len(stacks)

    def follow(chance: Any, remaining: dict[int, Any]) -> None:
        if len(remaining) == 1:
            values[next(iter(remaining))] += chance * places[0]
            return
        inverse = {k: unit / stack for k, stack in remaining.items()}
        total = sum(inverse.values(), unit * 0)
        weight = {k: value * value * (total - value) for k, value in inverse.items()}
        scale = chance / sum(weight.values(), unit * 0)
        for out, stack in remaining.items():
            values[out] += scale * weight[out] * places[len(remaining) - 1]
            parts = total - inverse[out]
            rest = {k: value + stack * inverse[k] / parts for k, value in remaining.items() if k != out}
            follow(scale * weight[out], rest)

    follow(unit, dict(enumerate(stacks)))
    return values


def _padded(prizes: Sequence[float], n: int) -> FloatArray:
    places = np.zeros(n)
    places[: len(prizes)] = prizes
    return places


def _alike(places: FloatArray) -> int:
    """Return the most players left for whom all places but the first pay the same; at least 1."""
    count = min(2, len(places))
    for higher, lower in pairwise(places[1:].tolist()):
        if higher != lower:
            break
        count += 1
    return count
