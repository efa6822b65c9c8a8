"""How far rounding may carry what three seats gain: proven bounds in place of numbers to rounding.

A sum of k products of numbers that are right to j units is right to (k + j) units of 2^-53 of the sum of
their absolute values, in whatever order it is made [1]_.  A gain of `three_seats` at a node and class is a
sum of at most 24 parts, each below the largest value of an end times the chance of being there; each part is
contracted over three players (n terms each), of tables made of 13 counts.  The gains of a player are summed
over at most three nodes and n classes, whose chances sum to at most one a node.

References
----------
.. [1] N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, 2002, section 3.1.
"""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray

UNIT = 2.0**-53
_PARTS, _NODES = 24, 3
_STEPS = 150
"""Beside the sums over classes: counts of a table, values of ends, differences, products, a quotient."""


def gamma(steps: int) -> float:
    """The relative error of so many operations, each right to one unit."""
    return steps * UNIT / (1 - steps * UNIT)


def seat_gain_bounds(gains: FloatArray, n: int, largest: float) -> FloatArray:
    """What own gains of three seats are at most, rounded outward, shape (3,).

    Parameters
    ----------
    gains
        As `evaluate_seats` gives them.
    n
        Classes.
    largest
        No end is worth more to anybody, or less than its negative.
    """
    slack = _NODES * _PARTS * gamma(6 * n + _STEPS) * largest
    bounds: FloatArray = np.nextafter(gains + np.nextafter(slack, np.inf), np.inf)
    return bounds
