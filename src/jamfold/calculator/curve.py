"""The equity graph: what the hands of a player win, the best first.

At p percent of a range stands the equity of the hand that is reached there, each hand as long as its weight
in deals that are possible; so the mean of the curve is the equity of the range.
"""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray, IntArray

_PERCENTS = 100
_EDGE = 1e-12
"""Rounding may not push a percentage over the end of a hand."""


def equity_curve(shares: FloatArray, totals: FloatArray) -> tuple[float, ...]:
    """Equities at 0, 1, ..., 100 % of the hands; none where there is one hand only.

    Parameters
    ----------
    shares
        float64, shape (k,): by hand (or class), the pots that it wins over all that it meets.
    totals
        float64, shape (k,): how many it plays, 0 where others block it.
    """
    live = np.flatnonzero(totals > 0)
    if len(live) < 2:
        return ()
    equities = shares[live] / totals[live]
    order = np.argsort(-equities, kind="stable")
    ends = np.cumsum(totals[live][order])
    places = np.searchsorted(ends / ends[-1], np.arange(_PERCENTS + 1) / _PERCENTS - _EDGE)
    return tuple(equities[order][np.minimum(places, len(live) - 1)].tolist())


def curves_of_tuples(
    tuples: IntArray, shares: FloatArray, totals: FloatArray
) -> tuple[tuple[float, ...], ...]:
    """The curve of each player of combinations of hands, int64 (t, players).

    ``shares`` (t, players): the pots that each wins; ``totals`` (t,): how many they play.
    """
    curves = []
    for k in range(tuples.shape[1]):
        _, place = np.unique(tuples[:, k], return_inverse=True)
        sums = np.zeros((2, int(place.max()) + 1))
        np.add.at(sums[0], place, shares[:, k])
        np.add.at(sums[1], place, totals)
        curves.append(equity_curve(*sums))
    return tuple(curves)
