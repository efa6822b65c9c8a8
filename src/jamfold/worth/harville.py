"""Malmuth-Harville: the chance to finish next of those left is a player's share of their chips.

Two ways, equal within 1e-12 of the prizes:

- over the sets of players who are placed already [1]_: exact arithmetic, 2^n n steps;
- as one integral: the place of a player is the order in which exponential clocks of rates
  a_i = s_i / S ring [2]_, so

      value_i = integral over t > 0 of a_i e^(-a_i t) sum_k prize_k P(k - 1 others rang before t),

  for any number of players: `clocks` says when to look, `field` and `clock_kernels` how many rang by then.

References
----------
.. [1] D. A. Harville, "Assigning probabilities to the outcomes of multi-entry competitions", Journal
   of the American Statistical Association 68 (1973); M. Malmuth, "Gambling Theory and Other Topics" (1987).
.. [2] The order of independent exponential clocks: R. L. Plackett, "The analysis of permutations",
   Applied Statistics 24 (1975); R. D. Luce, "Individual Choice Behavior" (1959).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.worth.sets import values_by_sets

FEW = 24
"""Players up to whom plain arrays are fast enough, and nothing is compiled."""


def by_sets(stacks: Sequence[float], prizes: Sequence[float]) -> FloatArray:
    """Values by the sets of placed players; 2^n n steps, so up to about 20 players.

    Parameters
    ----------
    stacks
        Chips above zero, shape (n,).
    prizes
        At most n, from the first place on; of any order and sign.
    """
    chips = np.asarray(stacks, dtype=np.float64)
    last, paid = less_last(prizes, len(chips))

    def weights(placed: IntArray, left: BoolArray) -> FloatArray:
        return np.where(left, chips, 0.0)

    return last + values_by_sets(len(chips), weights, paid)[0]


def seat_values(
    rates: FloatArray, ahead: FloatArray, times: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Values and their derivatives by the rates: chances of those before one, times prizes left behind.

    Parameters
    ----------
    rates
        Shares of all chips, shape (n,).
    ahead
        The mean prize with k of the n ahead, at each time, shape (paid, nodes).
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
    """The prize of place n, which everybody has for certain, and what the other places give above it."""
    places = np.zeros(n)
    places[: len(prizes)] = prizes
    last = float(places[-1])
    above = places - last
    paid = np.flatnonzero(above)
    return last, above[: paid[-1] + 1 if len(paid) else 0]


def chances_before(rang: FloatArray, paid: int) -> FloatArray:
    """Chances that k of the players before i rang, shape (n, paid, nodes), for k below `paid`."""
    n, count = rang.shape
    before = np.zeros((n, paid, count))
    before[0, 0] = 1.0
    for i in range(n - 1):
        np.multiply(before[i], 1 - rang[i], out=before[i + 1])
        before[i + 1, 1:] += before[i, :-1] * rang[i]
    return before


def pass_back(ahead: FloatArray, rang: FloatArray) -> FloatArray:
    """The mean prize with k ahead, before it is known whether one more player rang; shape (paid, nodes)."""
    passed = ahead * (1 - rang)
    passed[:-1] += ahead[1:] * rang
    return passed
