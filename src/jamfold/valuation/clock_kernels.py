"""Kernels of `clocks`: everybody's mean prize at a time, given the other players' clocks, all at once.

The number of clocks that have rung is a sum of independent Bernoulli variables.  Its distribution is
multiplied up a binary tree of the players, with groups of equal stacks as leaves.  The prizes are passed
down: a subtree gets the mean prize by how many in it have rung.  A leaf then has the mean prize of its player
given the others, all in one pass (reverse-mode differentiation).  Probabilities below 1e-18 are dropped, so a
node of n players takes about n log n steps, not n^2.
"""

from __future__ import annotations

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel, parallel_kernel, prange

CHUNKS = 32
"""Parts of the nodes with separate sums, so that results do not depend on the number of cores."""
_NEGLIGIBLE = 1e-18


@parallel_kernel
def integrate(
    rates: FloatArray,
    players: IntArray,
    prizes: FloatArray,
    times: FloatArray,
    weights: FloatArray,
    sums: FloatArray,
) -> None:
    """Add each group's value and its derivative by the rate to `sums`, shape (CHUNKS, 2, groups).

    `rates` and `players` have shape (groups,), `prizes` less the last one, without trailing zeros, (paid,),
    `times` and `weights` (nodes,).
    """
    groups, nodes = len(rates), len(times)
    for chunk in prange(sums.shape[0]):
        means = np.empty(groups)
        for node in range(chunk, nodes, sums.shape[0]):
            if mean_prizes(rates, players, prizes, times[node], means):
                for g in range(groups):
                    run = rates[g] * times[node]
                    mean = weights[node] * np.exp(-run) * means[g]
                    sums[chunk, 0, g] += rates[g] * mean
                    sums[chunk, 1, g] += (1.0 - run) * mean


@kernel
def mean_prizes(
    rates: FloatArray, players: IntArray, prizes: FloatArray, time: float, means: FloatArray
) -> bool:
    """Fill each group's mean prize of a player whose clock rings now; return False if all are zero."""
    first, size, at, law = _laws(rates, players, len(prizes), time)
    if size[1] == 0:
        return False
    ahead = _pass_down(prizes, first, size, at, law)
    leaves, own = len(first) // 2, np.empty(np.max(players) + 1)
    for g in range(len(rates)):
        v, low, count = leaves + g, 0, 1
        own[0] = 1.0
        if players[g] > 1:
            low, count = fill_binomial(players[g] - 1, rates[g] * time, len(prizes), own)
        shift, means[g] = low - (first[v] - 1), 0.0
        for k in range(max(0, -shift), min(count, size[v] + 1 - shift)):
            means[g] += own[k] * ahead[at[v] + v + shift + k]
    return True


@parallel_kernel
def mean_prizes_behind(
    rates: FloatArray, players: IntArray, prizes: FloatArray, times: FloatArray, means: FloatArray
) -> None:
    """Fill the mean prize of the player k places after those of the field who have rung, at all times.

    `rates` and `players` of the field have shape (groups,), `prizes` (places,), `times` (nodes,), `means`
    (nodes, k).
    """
    for node in prange(len(times)):
        means[node] = 0.0
        first, size, at, law = _laws(rates, players, len(prizes), times[node])
        for k in range(means.shape[1]):
            for r in range(min(size[1], len(prizes) - k - first[1])):
                means[node, k] += law[at[1] + r] * prizes[first[1] + r + k]


@kernel
def _laws(
    rates: FloatArray, players: IntArray, most: int, time: float
) -> tuple[IntArray, IntArray, IntArray, FloatArray]:
    """Return the distributions of how many have rung, below `most`, of all subtrees.

    Node 1 is the root, 2v and 2v + 1 are the children of v, leaf (nodes / 2) + g is group g.  By node: the
    smallest number, the count of numbers, the offset of their probabilities; then all probabilities.
    """
    groups, leaves = len(rates), 1
    while leaves < groups:
        leaves *= 2
    first, size = np.zeros(2 * leaves, np.int64), np.ones(2 * leaves, np.int64)
    at, room = np.zeros(2 * leaves + 1, np.int64), np.ones(2 * leaves, np.int64)
    for g in range(groups):
        room[leaves + g] = players[g] + 1
    for v in range(leaves - 1, 0, -1):
        room[v] = room[2 * v] + room[2 * v + 1] - 1
    for v in range(1, 2 * leaves):
        at[v + 1] = at[v] + room[v]
    law = np.empty(at[2 * leaves])
    for g in range(groups):
        v = leaves + g
        first[v], size[v] = fill_binomial(players[g], rates[g] * time, most, law[at[v] :])
    for v in range(leaves + groups, 2 * leaves):
        law[at[v]] = 1.0
    for v in range(leaves - 1, 0, -1):
        first[v], size[v] = _multiply(v, most, first, size, at, law)
    return first, size, at, law


@kernel
def fill_binomial(count: int, run: float, most: int, law: FloatArray) -> tuple[int, int]:
    """Fill the distribution of how many of `count` clocks rang, below `most`; `run` is rate times time.

    Returns the smallest number, and the count of numbers from it on.
    """
    silent = np.exp(-run)
    rang = -np.expm1(-run)
    if count == 1:
        law[0], law[1] = silent, rang
        return (0, 2) if most > 1 else (0, 1)
    if rang == 0.0 or silent == 0.0:
        law[0] = 1.0
        low = 0 if rang == 0.0 else count
        return low, 1 if low < most else 0
    middle = min(count, int((count + 1) * rang))
    law[middle] = 1.0
    total, low, high = 1.0, middle, middle
    odds = rang / silent
    while low > 0 and law[low] > _NEGLIGIBLE:
        law[low - 1] = law[low] * low / ((count - low + 1) * odds)
        low -= 1
        total += law[low]
    while high < count and law[high] > _NEGLIGIBLE:
        law[high + 1] = law[high] * (count - high) * odds / (high + 1)
        high += 1
        total += law[high]
    length = min(high + 1, most) - low
    for k in range(max(length, 0)):
        law[k] = law[low + k] / total
    return low, max(length, 0)


@kernel
def _multiply(
    v: int, most: int, first: IntArray, size: IntArray, at: IntArray, law: FloatArray
) -> tuple[int, int]:
    """Fill the distribution of a node from its children's, below `most` and without negligible ends."""
    a, b = 2 * v, 2 * v + 1
    low = first[a] + first[b]
    count = min(size[a] + size[b] - 1, most - low)
    if size[a] == 0 or size[b] == 0 or count <= 0:
        return 0, 0
    if size[a] > size[b]:
        a, b = b, a
    out = law[at[v] : at[v] + count]
    out[:] = 0.0
    long = law[at[b] : at[b] + size[b]]
    for i in range(min(size[a], count)):
        chance = law[at[a] + i]
        for j in range(min(size[b], count - i)):
            out[i + j] += chance * long[j]
    start, end = 0, count
    while start < end - 1 and out[start] < _NEGLIGIBLE:
        start += 1
    while end > start + 1 and out[end - 1] < _NEGLIGIBLE:
        end -= 1
    if start:
        for k in range(end - start):
            out[k] = out[k + start]
    return low + start, end - start


@kernel
def _pass_down(
    prizes: FloatArray, first: IntArray, size: IntArray, at: IntArray, law: FloatArray
) -> FloatArray:
    """Return the mean prizes of all subtrees by how many in them have rung.

    Entry `at[v] + v + k` is for node v with `first[v]` - 1 + k: one less than its distribution starts with,
    since a player's own clock is left out at the leaf.
    """
    nodes = len(first)
    ahead = np.zeros(at[nodes] + nodes)
    for k in range(size[1] + 1):
        place = first[1] - 1 + k
        if 0 <= place < len(prizes):
            ahead[at[1] + 1 + k] = prizes[place]
    for child in range(2, nodes):
        _pass_to(child, first, size, at, law, ahead)
    return ahead


@kernel
def _pass_to(
    child: int, first: IntArray, size: IntArray, at: IntArray, law: FloatArray, ahead: FloatArray
) -> None:
    """Fill the mean prizes of a child: averages over the distribution of its sibling."""
    v, other = child // 2, child ^ 1
    count = size[child] + 1
    shift = first[child] - 1 + first[other] - (first[v] - 1)
    to = ahead[at[child] + child : at[child] + child + count]
    source = ahead[at[v] + v : at[v] + v + size[v] + 1]
    for r in range(size[other]):
        chance = law[at[other] + r]
        offset = shift + r
        for j in range(max(0, -offset), min(count, size[v] + 1 - offset)):
            to[j] += chance * source[j + offset]
