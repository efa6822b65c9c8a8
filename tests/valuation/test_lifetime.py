"""The yardstick of a lifetime of hands."""

from __future__ import annotations

import math

import pytest

from jamfold.valuation.spread import LIFETIME_HANDS, hands_to_notice, lifetime_limit


def test_the_published_threshold() -> None:
    """Heads-up limit hold'em: a hand varies by 5,000 thousandths of a big blind, the threshold is 1.05."""
    assert LIFETIME_HANDS == 61_320_000
    assert lifetime_limit(5000.0) == pytest.approx(1.05, abs=0.005)


def test_a_limit_is_what_a_lifetime_shows() -> None:
    assert hands_to_notice(lifetime_limit(7.0), 7.0) == pytest.approx(LIFETIME_HANDS)
    assert hands_to_notice(0.0, 7.0) == math.inf
    assert lifetime_limit(1.0, 100) == pytest.approx(0.164)
