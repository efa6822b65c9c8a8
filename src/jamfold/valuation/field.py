"""Malmuth-Harville for fields of any size, and for a table inside one.

A hand changes the stacks at one table only.  For each time of the integral, the table needs from the field
only the mean prize of the player who rings k places after those of the field who have rung: one number per
seat.  They are computed once; every end of a hand is then Malmuth-Harville over the seats alone, which
equals that over all players.

The number of clocks that have rung is a sum of independent Bernoulli variables.  Its distribution is
multiplied up a binary tree of the players, with groups of equal stacks as leaves.  The prizes are passed
down: a subtree gets the mean prize by how many in it have rung.  A leaf then has the mean prize of its player
given the others, all in one pass (reverse-mode differentiation).  Probabilities below 1e-18 are dropped, so a
node of n players takes about n log n steps, not n^2.

The integral is over all times: player i's clock rings with rate a_i = s_i / S, and who rings first wins.  The
number of clocks that have rung by t has mean m(t) and standard deviation sd(t), so the integrand changes, on
the axis x = ln t, over widths of
sd / (dm/dx): a tenth for a hundred players, a hundredth for ten thousand.  With t = exp(x - exp(-x)) and
nodes of that density the trapezoid rule converges faster than any power of their number, since all is
analytic [1]_.

References
----------
.. [1] L. N. Trefethen and J. A. C. Weideman, "The exponentially convergent trapezoidal rule", SIAM
   Review 56 (2014).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import WorthError
from jamfold.core.jit import kernel, parallel_kernel, prange
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.files import available_memory
from jamfold.valuation.finishes import FEW, less_last, seat_values

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


_SMALLEST = 1e-9
"""Stacks below this share of all chips lose a negligible part of their value."""
_AT_ONCE = 2_000_000
"""Players times nodes between two reports of progress: about half a second."""


@dataclass(frozen=True, eq=False)
class Field:
    """The data that a table needs about the players who are not at it."""

    total: float
    """All chips, including those at the table."""
    times: FloatArray
    """Nodes of the integral, shape (nodes,)."""
    weights: FloatArray
    """Their weights, same shape."""
    means: FloatArray
    """The mean prize of the player k places after those of the field, shape (nodes, seats)."""

    def values(self, stacks: Sequence[float]) -> FloatArray:
        """Return the values of the stacks that remain at the table, shape (stacks,)."""
        rates = np.asarray(stacks, dtype=np.float64) / self.total
        return seat_values(rates, self.means.T, self.times, self.weights)[0]


@lru_cache(maxsize=16)
def field_around(
    other_stacks: tuple[float, ...], prizes: tuple[float, ...], total: float, seats: int
) -> Field:
    """Compute the field around a table.

    Parameters
    ----------
    other_stacks
        Chips of all players not at the table, above zero.
    prizes
        All prizes by place.
    total
        All chips, including those at the table.
    seats
        Number of players at the table.
    """
    chips, players = np.unique(np.asarray(other_stacks, dtype=np.float64), return_counts=True)
    rates = chips / total
    at_table = max(total - fsum(other_stacks), 0.0) / seats / total
    times, weights = integration_nodes(np.append(rates, at_table), np.append(players, seats), _SMALLEST)
    means = np.empty((len(times), seats))
    mean_prizes_behind(rates, players, np.asarray(prizes), times, means)
    return Field(total, times, weights, means)


def values_by_integral(
    stacks: Sequence[float], prizes: Sequence[float], progress: Progress = ignore_progress
) -> tuple[FloatArray, FloatArray]:
    """Return values by the integral, for any number of players, and their derivatives by the stacks.

    Parameters as in `finishes.by_sets`.  Equal stacks are one group; n players, all different and all paid,
    take some n^1.5 log n steps.  Raises WorthError if they need more memory than there is.

    Returns
    -------
    The values and their derivatives by the player's own stack, shape (n,) each.
    """
    chips, group, players = np.unique(
        np.asarray(stacks, dtype=np.float64), return_inverse=True, return_counts=True
    )
    last, paid = less_last(prizes, len(stacks))
    if not len(paid):
        return np.full(len(stacks), last), np.zeros(len(stacks))
    total = float(chips @ players)
    times, weights = integration_nodes(chips / total, players, float(chips[0]) / total)
    if len(stacks) <= FEW:
        ahead = np.repeat(paid[:, None], len(times), axis=1)
        values, slopes = seat_values(np.asarray(stacks) / total, ahead, times, weights)
        return last + values, slopes / total
    _check_memory(len(chips), len(stacks))
    rates, sums = chips / total, np.zeros((CHUNKS, 2, len(chips)))
    step = CHUNKS * max(1, _AT_ONCE // (CHUNKS * len(stacks)))
    for start in range(0, len(times), step):
        progress("what the stacks are worth", start / len(times))
        part = slice(start, start + step)
        integrate(rates, players, paid, times[part], weights[part], sums)
    values, slopes = sums.sum(axis=0)
    return (last + values)[group], slopes[group] / total


def _check_memory(groups: int, players: int) -> None:
    """Raise WorthError if the laws and mean prizes of all subtrees, for each core, do not fit into memory."""
    levels = (groups - 1).bit_length() + 1
    cores = os.cpu_count() or 1
    needed = 2 * 8 * (players + 2 * groups) * levels * cores
    free = available_memory()
    if free is not None and needed > free:
        raise WorthError(
            f"ICM of {players:,} players takes {needed / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are "
            "free. Enter equal stacks as groups, such as 1800x25bb.",
            field="stacks",
        )


_FIRST = -4.0
"""The start on x, where t is below e^-58."""
_AFTER = 4.0
"""The end above ln(S / smallest stack), where that clock is silent with e^-54."""
_LEAST_DENSE = 9.0
"""Nodes per unit of x where few clocks ring: enough for a dozen players."""
_NODES_A_WIDTH = 1.7
"""Nodes per standard deviation of the count; what aliases is below exp(-2 (1.7 pi)^2), 1e-24."""
_SMOOTH = 0.25
"""Width, on x, of the logistic bumps that make up the density, so that it is analytic."""


def integration_nodes(
    rates: FloatArray, players: NDArray[Any], smallest: float
) -> tuple[FloatArray, FloatArray]:
    """Return times and weights of the trapezoid rule, shapes (nodes,).

    Parameters
    ----------
    rates
        Shares of all chips of one player of each group, shape (groups,).
    players
        Players of each group, same shape.
    smallest
        The lowest rate to integrate.
    """
    last = _AFTER - log(smallest)
    centres = np.arange(_FIRST - 2, last + 2, _SMOOTH)
    bumps = _SMOOTH * _needed_density(rates, players, centres)
    x = _spread(centres, bumps, last)
    density = _counted(x, centres, bumps)[1]
    shrunk = np.exp(-x)
    times = np.exp(x - shrunk)
    return times, times * (1 + shrunk) / density


def _needed_density(rates: FloatArray, players: NDArray[Any], x: FloatArray) -> FloatArray:
    """Return the nodes per unit of x at each x."""
    density = np.empty_like(x)
    for k, point in enumerate(x):
        shrunk = np.exp(-point)
        run = rates * np.exp(point - shrunk)
        silent = np.exp(-run)
        drift = players @ (run * silent) * (1 + shrunk)
        variance = players @ (silent * -np.expm1(-run))
        density[k] = np.hypot(_LEAST_DENSE, _NODES_A_WIDTH * drift / np.sqrt(max(variance, 1e-300)))
    return density


def _counted(x: FloatArray, centres: FloatArray, bumps: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the number of nodes up to each x, and their density there."""
    passed = 1 / (1 + np.exp(np.clip((centres - x[:, None]) / _SMOOTH, -700, 700)))
    return passed @ bumps, (passed * (1 - passed)) @ bumps / _SMOOTH


def _spread(centres: FloatArray, bumps: FloatArray, last: float) -> FloatArray:
    """Return the x of all nodes, by Newton steps from a table."""
    grid = np.linspace(_FIRST, last, 4 * len(centres))
    counts = _counted(grid, centres, bumps)[0]
    places = np.arange(counts[0], counts[-1])
    x = np.interp(places, counts, grid)
    for _ in range(5):
        reached, density = _counted(x, centres, bumps)
        x -= (reached - places) / density
    return x
