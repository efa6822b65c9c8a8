"""Exponential clocks: integration nodes over all times; `field` has the mean prizes at a time.

Player i's clock rings with rate a_i = s_i / S; who rings first wins.  The number of clocks that have rung by
t has mean m(t) and standard deviation sd(t), so the integrand changes, on the axis x = ln t, over widths of
sd / (dm/dx): a tenth for a hundred players, a hundredth for ten thousand.  With t = exp(x - exp(-x)) and
nodes of that density the trapezoid rule converges faster than any power of their number, since all is
analytic [1]_.

References
----------
.. [1] L. N. Trefethen and J. A. C. Weideman, "The exponentially convergent trapezoidal rule", SIAM
   Review 56 (2014).
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray

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
