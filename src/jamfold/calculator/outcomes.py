"""The outcomes of two hands, high against low, and what they are worth to each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.strength.showdown import POT

POT_COLUMNS = np.array([POT, 1, 1, POT, POT, 1], dtype=float)
"""What one pot is worth in each column of the sums."""


def mirrored(outcomes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The outcomes seen by player 2."""
    return outcomes[::-1][:, [0, 3, 2, 1]]


def sums_of_outcomes(outcomes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The columns of player 1 in boards, from joint outcomes (3, 4)."""
    high = np.array([1.0, 0.5, 0.0])[:, None]
    low = np.array([0.0, 1.0, 0.5, 0.0])[None, :]
    has_low = np.array([False, True, True, True])[None, :]
    share = np.where(has_low, (high + low) / 2, high)
    quartered = has_low & (share > 0) & (share < 0.5)
    parts = (share, share == 1, (share > 0) & (share < 1), high + 0 * low, low + 0 * high, quartered)
    return np.array([(outcomes * part).sum() for part in parts])


def whole_outcomes(split: bool, outcomes: NDArray[np.float64]) -> tuple[int, ...]:
    """The counts as `EquityResult.outcomes` has them."""
    counts = outcomes if split else outcomes.sum(axis=1)
    return tuple(int(count) for count in counts.ravel())
