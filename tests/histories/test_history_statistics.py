"""Intervals of rates, and the stacks among which a turn is counted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.histories.filters import DEPTH_NAMES, depth_of
from jamfold.histories.statistics import numbered, rate_interval

DAYS = [f"2026-03-{day:02}" for day in range(1, 31)]


def naive_interval(units: list[tuple[float, float]], draws: int = 20_000) -> tuple[float, float]:
    """The bootstrap as it is written: a weight for every unit; the pseudo-mistake at the upper end."""
    rng = np.random.default_rng(3)
    lost, sizes = (np.array(column) for column in zip(*units, strict=True))
    weights = rng.standard_exponential((draws, len(units) + 1))
    low = weights[:, :-1] @ lost / (weights[:, :-1] @ sizes)
    high = (weights @ np.append(lost, 0.25)) / (weights @ np.append(sizes, 1.0))
    return 1000 * float(np.quantile(low, 0.025)), 1000 * float(np.quantile(high, 0.975))


def test_the_interval_is_that_of_the_written_bootstrap() -> None:
    losses = np.array([0.0] * 70 + [0.4, 0.05, 0.8, 0.1, 0.02, 1.5])
    assert rate_interval(losses, numbered([""] * 76)) == pytest.approx(
        naive_interval([(loss, 1.0) for loss in losses]), rel=0.05
    )


def test_from_twenty_days_on_days_are_the_units() -> None:
    rng = np.random.default_rng(4)
    losses = np.where(rng.random(600) < 0.2, rng.exponential(0.5, 600), 0.0)
    days = [DAYS[k // 20] for k in range(600)]
    units = [(float(losses[k : k + 20].sum()), 20.0) for k in range(0, 600, 20)]
    assert rate_interval(losses, numbered(days)) == pytest.approx(naive_interval(units), rel=0.04)
    clustered = np.where(np.arange(600) < 60, 1.0, 0.0)  # three bad days: hands would say too much
    low, high = rate_interval(clustered, numbered(days))
    assert low < 0.6 * rate_interval(clustered, numbered([""] * 600))[0]
    assert high > rate_interval(clustered, numbered([""] * 600))[1]


@given(st.lists(st.floats(0, 3), min_size=1, max_size=60))
def test_the_interval_holds_the_mean_and_begins_at_0_without_losses(values: list[float]) -> None:
    losses: NDArray[np.float64] = np.array(values)
    low, high = rate_interval(losses, numbered([""] * len(values)), draws=400)
    rate = 1000 * float(losses.mean())
    assert 0.0 <= low <= high
    if not losses.any():
        assert low == 0.0
    if np.count_nonzero(losses) >= 5:
        assert low <= rate * (1 + 1e-9)


def test_stacks_are_counted_up_to_each_edge() -> None:
    assert [depth_of(s) for s in (1.0, 3.0, 3.01, 5, 8, 12, 20, 20.5)] == [
        "0-3", "0-3", "3-5", "3-5", "5-8", "8-12", "12-20", "over 20",
    ]  # fmt: skip
    assert DEPTH_NAMES == ("0-3", "3-5", "5-8", "8-12", "12-20", "over 20")
