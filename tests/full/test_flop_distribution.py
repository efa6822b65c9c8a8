"""Hand strength over all flops: the kept file against known counts and brute force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from jamfold.calculator.flops.distribution import (
    FlopDistribution,
    alike_holdings,
    flop_classes,
    flop_strengths,
    load_distribution,
    n_distinct,
    n_states,
)
from jamfold.calculator.flops.flop_hands import flop_counts, flop_lookup
from jamfold.cards import N_SUITS, parse_cards
from jamfold.cards.games import HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS, Game
from tests.flops.test_flop_strength import MORE_STATES, check_against_brute_force
from tests.naive_flops import flop_outcomes


@pytest.fixture(scope="module")
def kept() -> FlopDistribution:
    return load_distribution()


def states_of(kept: FlopDistribution, hands: Iterable[Sequence[int]], flop: Sequence[int]) -> list[int]:
    """The numbers of the states of two cards each and three others."""
    game, flops = kept.game, flop_classes(kept.game)
    number = flops.index(tuple(flop))
    target = set(flops.representatives[number].tolist())
    suits = next(
        one
        for one in permutations(range(N_SUITS))
        if {card - card % N_SUITS + one[card % N_SUITS] for card in flop} == target
    )
    renamed = [[card - card % N_SUITS + suits[card % N_SUITS] for card in hand] for hand in hands]
    alike = alike_holdings(target, game)
    ends = np.cumsum(flops.sizes) * flop_counts(game).holdings
    starts = np.searchsorted(np.cumsum(kept.weights), np.concatenate([[0], ends]), side="right")
    lookup, distinct = flop_lookup(target, game), np.unique(alike)
    return [int(starts[number] + np.searchsorted(distinct, alike[lookup.number(one)])) for one in renamed]


def test_counts(kept: FlopDistribution) -> None:
    assert flop_classes().n == 1_755
    assert (n_states(HOLDEM), n_distinct(HOLDEM)) == (25_989_600, 1_286_792)
    assert len(kept.weights) == n_distinct(HOLDEM)
    assert int(kept.weights.sum()) == n_states(HOLDEM) == kept.spread.total
    assert set(np.unique(kept.weights).tolist()) == {4, 12, 24}


@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS], ids=lambda game: game.name)
def test_the_mean_is_exactly_one_half(game: Game) -> None:
    """Exchanging the two random hands turns every win into a loss and leaves ties alone."""
    kept, counts = load_distribution(game=game), flop_counts(game)
    assert 2 * kept.spread.sum_of_points == n_states(game) * counts.scale
    wins, ties, weights = (values.astype(np.int64) for values in (kept.wins, kept.ties, kept.weights))
    losses = counts.outcomes - wins - ties
    assert int(weights @ wins) == int(weights @ losses)


@pytest.mark.parametrize(
    ("game", "hand", "flop"),
    [
        (HOLDEM, "AsKd", "Kh7d2c"),
        (HOLDEM, "6h5h", "Th9h8h"),
        (HOLDEM, "2s2d", "AhAcAd"),
        (HOLDEM, "JcTc", "9c8c2d"),
        (HOLDEM, "7d2c", "AsKsQs"),
        (SIX_PLUS, "7c6d", "Ad9s8h"),
        (SIX_PLUS, "AhTh", "KhKd9h"),
        (SIX_PLUS_TRIPS, "9s9d", "9c8hTd"),
    ],
)
def test_states_against_brute_force(game: Game, hand: str, flop: str) -> None:
    kept = load_distribution(game=game)
    win, tie, _ = flop_outcomes(game, parse_cards(hand), parse_cards(flop))
    (state,) = states_of(kept, [parse_cards(hand)], parse_cards(flop))
    assert (int(kept.wins[state]), int(kept.ties[state])) == (win, tie)


def test_every_holding_of_some_flops_is_found(kept: FlopDistribution) -> None:
    for text in ("Kh7d2c", "9s9d4s", "5d5c5h", "AsQs3s"):
        flop = parse_cards(text)
        strengths = flop_strengths(flop)
        states = states_of(kept, strengths.holdings.tolist(), flop)
        assert (kept.wins[states] == strengths.wins).all()
        assert (kept.ties[states] == strengths.ties).all()


def test_quantiles_both_ways(kept: FlopDistribution) -> None:
    spread = kept.spread
    for percent in range(100):
        cut = spread.cut(Fraction(percent, 100))
        assert 100 * spread.count_below(cut) <= percent * n_states(HOLDEM) < 100 * spread.count_below(cut + 1)
    assert int(spread.histogram(100).sum()) == n_states(HOLDEM)


@pytest.mark.parametrize(("game", "hand", "flop"), MORE_STATES)
def test_more_states_against_brute_force(game: Game, hand: str, flop: str) -> None:
    check_against_brute_force(game, hand, flop)
