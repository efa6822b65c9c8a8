"""Malmuth-Harville: the chance to finish next of those left is a player's share of their chips.

Two ways, equal within 1e-12 of the prizes:

- over the sets of players who are placed already [1]_: exact arithmetic, 2^n n steps;
- as one integral: the place of a player is the order in which exponential clocks of rates
  a_i = s_i / S ring [2]_, so

      value_i = integral over t > 0 of a_i e^(-a_i t) sum_k prize_k P(k - 1 others rang before t),

  with t = exp(x - exp(-x)) and the trapezoid rule in x, which converges faster than any power
  of the step.  Nodes x n x prizes steps, for any number of players.

References
----------
.. [1] D. A. Harville, "Assigning probabilities to the outcomes of multi-entry competitions", Journal
   of the American Statistical Association 68 (1973); M. Malmuth, "Gambling Theory and Other Topics" (1987).
.. [2] The order of independent exponential clocks: R. L. Plackett, "The analysis of permutations",
   Applied Statistics 24 (1975); R. D. Luce, "Individual Choice Behavior" (1959).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from jamfold.progress import Progress, silent
from jamfold.worth.sets import values_by_sets

FloatArray = NDArray[np.float64]

STEP = 1 / 24
_FIRST = -7.0
_AFTER = 5.0
"""Above ln(S / smallest stack): by then their clock has rung but for e^-148."""
_AT_ONCE = 8_000_000
"""Numbers of one pass: 64 MB. With 16 MB 1,000 players take twice as long, with 256 MB as long."""


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

    def weights(placed: NDArray[np.int64], left: NDArray[np.bool_]) -> FloatArray:
        return np.where(left, chips, 0.0)

    return last + values_by_sets(len(chips), weights, paid)[0]


def by_integral(stacks: Sequence[float], prizes: Sequence[float], progress: Progress = silent) -> FloatArray:
    """Values by the integral, for any number of players; parameters as in `by_sets`."""
    chips = np.asarray(stacks, dtype=np.float64)
    last, paid = less_last(prizes, len(chips))
    values = np.full(len(chips), last)
    if not len(paid):
        return values
    rates = chips / chips.sum()
    times, weights = nodes(float(rates.min()))
    chunk = max(1, _AT_ONCE // (len(chips) * len(paid)))
    for start in range(0, len(times), chunk):
        progress("what the stacks are worth", start / len(times))
        part = slice(start, start + chunk)
        values += _part(rates, paid, times[part], weights[part])
    return values


def less_last(prizes: Sequence[float], n: int) -> tuple[float, FloatArray]:
    """The prize of place n, which everybody has for certain, and what the other places give above it."""
    places = np.zeros(n)
    places[: len(prizes)] = prizes
    last = float(places[-1])
    above = places - last
    paid = np.flatnonzero(above)
    return last, above[: paid[-1] + 1 if len(paid) else 0]


def nodes(smallest: float) -> tuple[FloatArray, FloatArray]:
    """Times and weights of the trapezoid rule, where `smallest` is the lowest rate above zero."""
    x = np.arange(_FIRST, _AFTER - log(smallest) + STEP, STEP)
    shrunk = np.exp(-x)
    times = np.exp(x - shrunk)
    return times, STEP * times * (1 + shrunk)


def _part(rates: FloatArray, paid: FloatArray, times: FloatArray, weights: FloatArray) -> FloatArray:
    """What some nodes give: chances of the players before one, times prizes left by those after them."""
    rang = -np.expm1(-np.outer(rates, times))  # (n, nodes)
    before = chances_before(rang, len(paid))
    ahead = np.repeat(paid[:, None], len(times), axis=1)
    values = np.empty(len(rates))
    for i in reversed(range(len(rates))):
        density = weights * rates[i] * np.exp(-rates[i] * times)
        values[i] = density @ np.einsum("kt,kt->t", before[i], ahead)
        ahead = pass_back(ahead, rang[i])
    return values


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
