"""The outcomes of two hands, high against low, and what they are worth to each."""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.strength.showdown import POT

POT_COLUMNS = np.array([POT, 1, 1, POT, POT, 1], dtype=float)
"""What one pot is worth in each column of the sums."""
_HIGH = np.array([1.0, 0.5, 0.0])[:, None]
_LOW = np.array([0.0, 1.0, 0.5, 0.0])[None, :]
_HAS_LOW = np.array([False, True, True, True])[None, :]
_SHARE = np.where(_HAS_LOW, (_HIGH + _LOW) / 2, _HIGH)


def mirrored(outcomes: FloatArray) -> FloatArray:
    """The outcomes seen by player 2."""
    return outcomes[::-1][:, [0, 3, 2, 1]]


def sums_of_outcomes(outcomes: FloatArray) -> FloatArray:
    """The columns of player 1 in boards, from joint outcomes (3, 4)."""
    share = _SHARE
    quartered = _HAS_LOW & (share > 0) & (share < 0.5)
    parts = (share, share == 1, (share > 0) & (share < 1), _HIGH + 0 * _LOW, _LOW + 0 * _HIGH, quartered)
    return np.array([(outcomes * part).sum() for part in parts])


def shares_of_outcomes(outcomes: FloatArray) -> FloatArray:
    """The pots of player 1 in boards, from joint outcomes (t, 3, 4): float64 (t,)."""
    return np.tensordot(outcomes, _SHARE, axes=2)


def whole_outcomes(split: bool, outcomes: FloatArray) -> tuple[int, ...]:
    """The counts as `EquityResult.outcomes` has them."""
    counts = outcomes if split else outcomes.sum(axis=1)
    return tuple(int(count) for count in counts.ravel())
