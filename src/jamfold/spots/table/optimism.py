"""How much too high gains are, at least, that are chosen and valued on the same deals.

A class gains max(g, 0) by a best response.  Deals tell g + s z with z of a normal distribution, and
max(g + s z, 0) is too high in the mean: by s m(|g| / s), m(t) = phi(t) - t Phi(-t), most where g is 0.
Nobody knows g, but with x = g / s + z, which deals tell, the mean of s r(x) is below that, whatever g is:

    r(x) = (A - B x^2) exp(-2 x^2),    mean  5^-1/2 exp(-2 t^2 / 5) (A - B (1/5 + t^2 / 25)),

and so it is where s is told 3 % too low or too high.  So r is taken off, and what is left is still too high.
That is half of what was too much, where gains are near 0 and where they spread evenly.  Twice as high and
narrower, r would take 60 % off, but vary more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jamfold.arrays import FloatArray

HEIGHT, FALL = 0.74, 2.07
"""A and B above."""
FEWEST = 200
"""Independent numbers in a mean, at least, whose error is to be trusted as that of a normal distribution."""


def least_optimism(gains: FloatArray, errors: FloatArray) -> FloatArray:
    """What may be taken off max(gains, 0), by class; nothing where the standard error is 0 or NaN."""
    told = errors > 0
    x2 = np.divide(gains, errors, out=np.zeros_like(gains), where=told) ** 2
    off: FloatArray = np.where(told, errors * (HEIGHT - FALL * x2) * np.exp(-2.0 * x2), 0.0)
    return off


def jackknife(leave_out: Sequence[FloatArray]) -> FloatArray:
    """The standard error of a number from those that leave one fold out, each."""
    folds = np.stack(leave_out)
    error: FloatArray = np.sqrt((len(folds) - 1) * folds.var(axis=0))
    return error
