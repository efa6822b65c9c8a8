"""What is taken off gains chosen and valued on the same deals: never more than they are too high."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from jamfold.spots.nplayer.certificate import jackknife, least_optimism


@pytest.mark.parametrize("told", [0.97, 1.0, 1.03])
def test_never_more_than_gains_are_too_high(told: float) -> None:
    """For every true gain, with the standard error told right, too low or too high."""
    x = np.linspace(-16, 16, 6401)
    true = np.linspace(0, 8, 161)[:, None]
    weights = norm.pdf(x - true) * (x[1] - x[0])
    off = (weights * least_optimism(x, np.full_like(x, told))).sum(axis=1)
    too_high = (weights * np.maximum(x, 0)).sum(axis=1) - true[:, 0]
    assert (off <= too_high + 1e-9).all()
    assert off[0] > 0.33 * too_high[0]
    assert off.sum() > 0.5 * too_high.sum()


def test_the_mean_is_that_of_the_formula() -> None:
    x, t = np.linspace(-16, 16, 6401), 1.3
    mean = (norm.pdf(x - t) * least_optimism(x, np.ones_like(x))).sum() * (x[1] - x[0])
    assert mean == pytest.approx(5**-0.5 * np.exp(-2 * t**2 / 5) * (0.74 - 2.07 * (1 / 5 + t**2 / 25)))


def test_nothing_where_no_error_is_told() -> None:
    assert least_optimism(np.zeros(3), np.array([0.0, np.nan, 1.0])).tolist() == [0.0, 0.0, 0.74]


def test_the_error_of_a_mean() -> None:
    """Of a linear number the jackknife tells what its formula does."""
    values = np.random.default_rng(0).normal(size=(10, 3))
    without = [np.delete(values, fold, axis=0).mean(axis=0) for fold in range(10)]
    assert jackknife(without) == pytest.approx(values.std(axis=0, ddof=1) / 10**0.5)
