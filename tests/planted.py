"""Errors put into our own answers, with what they cost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.spots.nplayer.result import TableResult


def planted(
    own: TableResult, cost: float, rng: np.random.Generator
) -> tuple[NDArray[np.float64], int, int, float]:
    """A strategy with one error that costs so much, or as much as the class can: where it is."""
    weight = own.arrivals * np.nan_to_num(own.margins)
    wrong = np.where(weight > 0, own.strategy, 1 - own.strategy) == 1
    most = np.where(wrong, np.abs(weight), 0.0)
    rows, classes = np.nonzero(most >= min(cost, most.max()))
    place = int(rng.integers(len(rows)))
    row, class_id = int(rows[place]), int(classes[place])
    share = min(1.0, cost / most[row, class_id])
    strategy = own.strategy.copy()
    strategy[row, class_id] += share if weight[row, class_id] < 0 else -share
    return strategy, row, class_id, share * float(most[row, class_id])
