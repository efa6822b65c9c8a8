"""Models of who goes out next: Malmuth-Weitzman and Ben Roberts.

Malmuth-Weitzman: the next to go out is player i with chance ~ 1/s_i, and their chips go in equal
parts to the rest.  After the players of a set M each of the k others has got s(M)/k, in whatever
order they went, so sets are enough: 2^n n steps.

Ben Roberts: the next out is i with chance ~ s_i^-2 times the sum of the others' 1/s_k, and their chips go
to the others in proportion to 1/s_k.  Here the order counts: about n!/2 histories.

In both every stack is as likely to grow as to shrink in the mean, so one prize is worth the share of
chips; who is left when all lower places pay the same is valued by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.worth.sets import Number, fractions_by_sets, values_by_sets

_ROWS = 200_000
"""Histories that are followed at once: about 15 MB for nine players."""


def malmuth_weitzman(stacks: Sequence[float], prizes: Sequence[float]) -> FloatArray:
    """Values by Malmuth-Weitzman, shape (n,).

    Parameters
    ----------
    stacks
        Chips above zero, shape (n,); up to about 16 players.
    prizes
        At most n, from the first place on.
    """
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
    held = np.where(left, now(out, left), 0.0)
    low, high = places[rest - 1], places[0]
    values += chance[out] @ (left * low + held / total * (high - low))
    return values


def malmuth_weitzman_fractions(stacks: Sequence[Number], prizes: Sequence[Number]) -> list[Number]:
    """Return `malmuth_weitzman` exactly."""
    n: int = len(stacks)
    one: Any = stacks[0] / stacks[0]
    places: list[Any] = [*prizes, *[one * 0] * (n - len(prizes))]

    def weight(out: int, i: int) -> Any:  # mypy mixes the two kinds of Number inside
        lost = sum((stack for k, stack in enumerate(stacks) if out >> k & 1), one * 0)
        return one / (stacks[i] + lost / (n - out.bit_count()))

    return fractions_by_sets(n, weight, places[::-1])


def ben_roberts(stacks: Sequence[float], prizes: Sequence[float]) -> FloatArray:
    """Values by Ben Roberts, shape (n,); up to about nine players, parameters as in `malmuth_weitzman`."""
    chips, places = np.asarray(stacks, dtype=np.float64), _padded(prizes, len(stacks))
    values = np.zeros(len(chips))
    start = (np.ones(1), chips[None, :], np.arange(len(chips))[None, :])
    waiting = [start]
    while waiting:
        chance, held, players = waiting.pop()
        left = held.shape[1]
        low = float(places[left - 1])
        if left <= _alike(places):
            gain = low + held / chips.sum() * (places[0] - low)
            np.add.at(values, players, chance[:, None] * gain)
            continue
        if len(held) * left > _ROWS and len(held) > 1:
            half = len(held) // 2
            waiting += [
                (chance[part], held[part], players[part]) for part in (slice(half), slice(half, None))
            ]
            continue
        inverse = 1 / held
        others = inverse.sum(axis=1, keepdims=True) - inverse
        weight = inverse**2 * others
        next_out = chance[:, None] * weight / weight.sum(axis=1, keepdims=True)
        np.add.at(values, players, next_out * low)
        rows = [
            (next_out[:, i], np.delete(_spread(held, inverse, others, i), i, 1), np.delete(players, i, 1))
            for i in range(left)
        ]
        waiting.append(tuple(map(np.concatenate, zip(*rows, strict=True))))  # type: ignore[arg-type]
    return values


def _spread(held: FloatArray, inverse: FloatArray, others: FloatArray, i: int) -> FloatArray:
    """Stacks after player i of each row has gone out."""
    return held + held[:, i, None] * inverse / others[:, i, None]


def ben_roberts_exactly(stacks: Sequence[Number], prizes: Sequence[Number]) -> list[Number]:
    """Return `ben_roberts` exactly, for a handful of players."""
    unit: Number = stacks[0] / stacks[0]
    places = [*prizes, *[unit * 0] * (len(stacks) - len(prizes))]
    values = [unit * 0] * len(stacks)

    def follow(chance: Any, held: dict[int, Any]) -> None:
        if len(held) == 1:
            values[next(iter(held))] += chance * places[0]
            return
        inverse = {k: unit / stack for k, stack in held.items()}
        total = sum(inverse.values(), unit * 0)
        weight = {k: one * one * (total - one) for k, one in inverse.items()}
        scale = chance / sum(weight.values(), unit * 0)
        for out, stack in held.items():
            values[out] += scale * weight[out] * places[len(held) - 1]
            parts = total - inverse[out]
            rest = {k: one + stack * inverse[k] / parts for k, one in held.items() if k != out}
            follow(scale * weight[out], rest)

    follow(unit, dict(enumerate(stacks)))
    return values


def _padded(prizes: Sequence[float], n: int) -> FloatArray:
    places = np.zeros(n)
    places[: len(prizes)] = prizes
    return places


def _alike(places: FloatArray) -> int:
    """The most players left among whom all but the first place pay the same; at least 1."""
    count = min(2, len(places))
    for higher, lower in pairwise(places[1:].tolist()):
        if higher != lower:
            break
        count += 1
    return count
