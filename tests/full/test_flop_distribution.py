"""Raw strength over all flops: the kept file against known counts and brute force."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from jamfold.cards import parse_cards
from jamfold.flop.distribution import N_DISTINCT, N_STATES, FlopDistribution, load_distribution
from jamfold.flop.strength import N_OUTCOMES, POINTS, flop_classes, flop_strengths
from tests.naive_flops import flop_outcomes


@pytest.fixture(scope="module")
def kept() -> FlopDistribution:
    return load_distribution()


def test_counts(kept: FlopDistribution) -> None:
    assert flop_classes().n == 1_755
    assert (N_STATES, N_DISTINCT) == (25_989_600, 1_286_792)
    assert len(kept.weights) == N_DISTINCT
    assert int(kept.weights.sum()) == N_STATES == kept.spread.total
    assert set(np.unique(kept.weights).tolist()) == {4, 12, 24}


def test_the_mean_is_exactly_one_half(kept: FlopDistribution) -> None:
    """Exchanging the two random hands turns every win into a loss and leaves ties alone."""
    assert 2 * kept.spread.sum_of_points == N_STATES * POINTS
    wins, ties, weights = (values.astype(np.int64) for values in (kept.wins, kept.ties, kept.weights))
    losses = N_OUTCOMES - wins - ties
    assert int(weights @ wins) == int(weights @ losses)


@pytest.mark.parametrize(
    ("hand", "flop"),
    [("AsKd", "Kh7d2c"), ("6h5h", "Th9h8h"), ("2s2d", "AhAcAd"), ("JcTc", "9c8c2d"), ("7d2c", "AsKsQs")],
)
def test_five_states_against_brute_force(kept: FlopDistribution, hand: str, flop: str) -> None:
    win, tie, _ = flop_outcomes(parse_cards(hand), parse_cards(flop))
    state = kept.state(parse_cards(hand), parse_cards(flop))
    assert (int(kept.wins[state]), int(kept.ties[state])) == (win, tie)


def test_every_holding_of_some_flops_is_found(kept: FlopDistribution) -> None:
    for text in ("Kh7d2c", "9s9d4s", "5d5c5h", "AsQs3s"):
        flop = parse_cards(text)
        found = flop_strengths(flop)
        states = [kept.state(hand, flop) for hand in found.holdings.tolist()]
        assert (kept.wins[states] == found.wins).all()
        assert (kept.ties[states] == found.ties).all()


def test_quantiles_both_ways(kept: FlopDistribution) -> None:
    spread = kept.spread
    for percent in range(100):
        cut = spread.cut(Fraction(percent, 100))
        assert 100 * spread.count_below(cut) <= percent * N_STATES < 100 * spread.count_below(cut + 1)
    assert int(spread.histogram(100).sum()) == N_STATES
