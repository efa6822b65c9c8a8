"""Deals that something was chosen on never measure it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, OMAHA, SIX_PLUS
from jamfold.spots.nplayer import sampler
from jamfold.spots.nplayer.exact import evaluate_table
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.nplayer.sampler import Dealer, Purpose, stream
from jamfold.spots.nplayer.search import measure_table

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
HAND = TableHand((20.0, 20.0, 20.0, 20.0), BlindLevel((1.0, 2.0)))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 7])
def test_an_overfitted_answer_does_not_measure_itself_well(
    seed: int, shared_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few deals, thousands of classes: what is best on these deals is not best on others."""
    monkeypatch.setattr(sampler, "_BATCHES", (20, 20))
    strategy = np.full((14, 16_432), 0.5)
    chosen = table_result(OMAHA, HAND, profile=strategy, seconds=0.01, seed=seed)
    mine = [row for row, node in enumerate(HAND.nodes) if node.seat == 1]
    answered = strategy.copy()
    answered[mine] = chosen.responses[mine]
    again = measure_table(OMAHA, HAND, answered, seconds=0.01, seed=seed).certificate
    monkeypatch.setattr(sampler, "_BATCHES", (500, 500))
    judged = measure_table(OMAHA, HAND, answered, seconds=0.5, seed=seed + 1).certificate
    error = np.hypot(again.values_error[1], judged.values_error[1])
    assert abs(again.values[1] - judged.values[1]) < 4 * error


def test_streams_of_different_purposes_share_no_deal(shared_tables: Path) -> None:
    """Nor those of different strategies, hands, games and seeds, however large a seed is."""
    strategy = np.full((14, 36), 0.5)
    other = strategy.copy()
    other[3, 5] = np.nextafter(0.5, 1)
    three = replace(HAND, stacks=(20.0, 20.0, 20.0))
    seeds = (0, 1, 1 << 32, 1000 << 32, (1000 << 32) + 1, 1 << 64)
    streams = [stream(SMALL, HAND, seed, purpose) for seed in seeds for purpose in Purpose]
    streams += [stream(SMALL, HAND, seed, purpose, strategy) for seed in seeds for purpose in Purpose]
    streams += [stream(SMALL, HAND, 0, Purpose.MEASUREMENT, other), stream(SMALL, three, 0, Purpose.SEARCH)]
    streams += [stream(SIX_PLUS, HAND, 0, Purpose.SEARCH), stream(OMAHA, HAND, 0, Purpose.SEARCH)]
    dealer = Dealer(SMALL, 4)
    deals = [
        {cards.tobytes() for number in range(3) for cards in _dealt(dealer, [*one, number])}
        for one in streams
    ]
    for one, another in combinations(deals, 2):
        assert not one & another


def _dealt(dealer: Dealer, seed: list[int]) -> list[np.ndarray]:
    """Deals with their boards: so many cards that no two are alike by chance."""
    tuples, boards = dealer.deal(5, 12, seed)
    return [np.append(hands, shown) for hands, shown in zip(tuples, boards.reshape(5, -1), strict=True)]


def test_the_same_strategies_and_seed_have_the_same_deals() -> None:
    strategy = np.full((14, 36), 0.5)
    negative = np.zeros((14, 36))
    first = stream(SMALL, HAND, 3, Purpose.MEASUREMENT, strategy)
    assert first == stream(SMALL, HAND, 3, Purpose.MEASUREMENT, strategy.copy())
    assert first == stream(SMALL, HAND, 3, Purpose.MEASUREMENT, np.asfortranarray(strategy))
    whole = replace(HAND, stacks=(20, 20, 20, 20), level=BlindLevel((1, 2)))
    assert first == stream(SMALL, whole, 3, Purpose.MEASUREMENT, strategy)
    assert stream(SMALL, HAND, 3, Purpose.MEASUREMENT, negative) == stream(
        SMALL, HAND, 3, Purpose.MEASUREMENT, -negative
    )


@pytest.mark.long
def test_a_response_is_worth_what_it_says(shared_tables: Path) -> None:
    """An answer that is written and measured by the same seed, again and again: against every deal."""
    hand = TableHand((20.0, 20.0, 20.0), BlindLevel((1.0, 2.0)))
    strategy = np.full((6, 36), 0.5)
    for seat in (0, 1, 2, 0, 1, 2):
        found = measure_table(SMALL, hand, strategy, seconds=0.3)
        exact = evaluate_table(SMALL, hand, strategy)
        fresh = found.certificate
        assert (np.abs(fresh.values - exact.values) < 5 * fresh.values_error).all()
        assert (fresh.bounds >= exact.gains).all()
        rows = [row for row, node in enumerate(hand.nodes) if node.seat == seat]
        better = np.where(fresh.margins > 0, 1.0, 0.0)
        strategy[rows] = better[rows]
