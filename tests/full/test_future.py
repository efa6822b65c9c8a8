"""Future hands of the large games heads-up, and of three seats of Six-Plus on sampled deals."""

from __future__ import annotations

import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.spots.tournaments.future import future_game
from jamfold.valuation.prizes import Prizes
from tests.naive_future import NaiveFuture, check_by_sampled_deals
from tests.prize_terms import prize_terms


@pytest.mark.parametrize("game", [HOLDEM, OMAHA, OMAHA_HILO], ids=lambda game: game.name)
def test_heads_up_is_a_zero_sum_tournament(game: Game) -> None:
    """Two hands ahead; stacks and blinds are such that quarters of all pots are whole units."""
    hand = TableHand((56.0, 24.0), BlindLevel((4.0, 8.0)), prize_terms(2, Prizes((80.0, 20.0))))
    found, chances = future_game(game, hand, 2), NaiveFuture(game, steps=80, blinds=(4, 8))
    assert found.values[:, 0] == pytest.approx([20 + 60 * chances(56, k) for k in range(3)], abs=2e-4)
    assert found.largest_gain < 2e-4


def test_two_hands_ahead_by_sampled_deals(counted_clock: None) -> None:
    check_by_sampled_deals(SIX_PLUS, (5.0, 5.0, 5.0), seconds=2.0)
