"""Malmuth-Harville for fields of any size, and for a table inside one.

A hand changes the stacks at one table only.  For each time of the integral, the table needs from the field
only the mean prize of the player who rings k places after those of the field who have rung: one number per
seat.  They are computed once; every end of a hand is then Malmuth-Harville over the seats alone, which
equals that over all players.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import WorthError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.machine import available_memory
from jamfold.valuation.clock_kernels import CHUNKS, integrate, mean_prizes_behind
from jamfold.valuation.clocks import nodes
from jamfold.valuation.finishes import FEW, less_last, seat_values

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
    times, weights = nodes(np.append(rates, at_table), np.append(players, seats), _SMALLEST)
    means = np.empty((len(times), seats))
    mean_prizes_behind(rates, players, np.asarray(prizes), times, means)
    return Field(total, times, weights, means)


def values_by_integral(
    stacks: Sequence[float], prizes: Sequence[float], progress: Progress = ignore_progress
) -> tuple[FloatArray, FloatArray]:
    """Return values by the integral, for any number of players, and their derivatives by the stacks.

    Parameters as in `harville.by_sets`.  Equal stacks are one group; n players, all different and all paid,
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
    times, weights = nodes(chips / total, players, float(chips[0]) / total)
    if len(stacks) <= FEW:
        ahead = np.repeat(paid[:, None], len(times), axis=1)
        values, slopes = seat_values(np.asarray(stacks) / total, ahead, times, weights)
        return last + values, slopes / total
    values, slopes = _sum_groups(chips / total, players, paid, times, weights, progress)
    return (last + values)[group], slopes[group] / total


def _sum_groups(
    rates: FloatArray,
    players: IntArray,
    prizes: FloatArray,
    times: FloatArray,
    weights: FloatArray,
    progress: Progress = ignore_progress,
) -> tuple[FloatArray, FloatArray]:
    """Return values of one player of each group, and derivatives by the rate, shape (groups,) each.

    Parameters
    ----------
    rates
        Shares of all chips of one player of each group, shape (groups,).
    players
        Players of each group, same shape.
    prizes
        By place, less the last; they end where they are zero.
    times, weights
        Nodes of the integral, shape (nodes,).

    Raises
    ------
    WorthError
        If the laws need more memory than there is.
    """
    _check_memory(len(rates), int(players.sum()))
    sums = np.zeros((CHUNKS, 2, len(rates)))
    step = CHUNKS * max(1, _AT_ONCE // (CHUNKS * int(players.sum())))
    for start in range(0, len(times), step):
        progress("what the stacks are worth", start / len(times))
        part = slice(start, start + step)
        integrate(rates, players, prizes, times[part], weights[part], sums)
    values, slopes = sums.sum(axis=0)
    return values, slopes


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
