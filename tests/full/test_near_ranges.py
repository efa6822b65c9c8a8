"""The Omaha equilibrium in a few dozen terms."""

from __future__ import annotations

import numpy as np
import pytest

import jamfold
from jamfold.cards.games import OMAHA, OMAHA_HILO
from jamfold.ranges import HandRange, near_range, parse_range
from jamfold.spots.strategy import Seat
from tests.ranges.test_ranges_near import by_strength_is_near


@pytest.mark.parametrize(
    ("seat", "percent"), [(Seat.SMALL_BLIND, 69.2947), (Seat.BIG_BLIND, 58.6156)], ids=["jam", "call"]
)
def test_equilibrium_at_ten_big_blinds(seat: Seat, percent: float) -> None:
    spot = jamfold.solve("omaha", stacks=(100, 100), blinds=(5, 10), method="exact")
    held = HandRange.from_classes(OMAHA, spot.strategy(seat).frequency)
    assert held.percent == pytest.approx(percent, abs=5e-5)
    near = near_range(held)
    assert near.terms <= 40
    assert not near.exact
    assert near.share < 0.028
    back = parse_range(near.text, OMAHA)
    differing = held.classes.sizes[back.class_weights != held.class_weights].sum()
    assert differing == near.extra + near.missing
    assert abs(back.percent - percent) < 1


def test_more_terms_come_nearer() -> None:
    spot = jamfold.solve("omaha", stacks=(100, 100), blinds=(5, 10), method="exact")
    held = HandRange.from_classes(OMAHA, spot.strategy(Seat.SMALL_BLIND).frequency)
    shares = [near_range(held, max_terms=count).share for count in (5, 10, 20, 80)]
    assert np.all(np.diff(shares) < 0)
    assert shares[1] < 0.055
    assert shares[3] < 0.023


def test_a_range_by_strength_where_pots_are_split() -> None:
    by_strength_is_near(OMAHA_HILO)
