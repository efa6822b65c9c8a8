"""The cards of Omaha: at most 200, of both seats and all stacks."""

from __future__ import annotations

from collections import Counter

import pytest

from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import GAMES
from jamfold.cases.answers.training import load_deck
from jamfold.cases.answers.watch import Observer
from jamfold.histories.filters import DEPTHS, depth_of
from jamfold.practice.training.cards import MOST_CARDS, FlashcardDeck


@pytest.fixture(scope="module")
def deck() -> FlashcardDeck:
    return load_deck(GAMES["omaha"], BlindLevel((0.5, 1.0)), Observer())


def test_two_hundred_cards_of_both_seats_and_all_stacks(deck: FlashcardDeck) -> None:
    cards = deck.cards
    assert len(cards) == len({card.key for card in cards}) == MOST_CARDS
    assert Counter(card.key.seat for card in cards) == {"sb": 100, "bb": 100}
    assert all(2 <= card.threshold <= 20 for card in cards)
    for seat in ("sb", "bb"):
        groups = Counter(depth_of(card.threshold) for card in cards if card.key.seat == seat)
        assert len(groups) >= len(DEPTHS) - 1, groups
        assert max(groups.values()) <= 60, groups


def test_both_sides_of_every_threshold_can_be_asked(deck: FlashcardDeck) -> None:
    for card in deck.cards:
        below, above = deck.near(card)
        assert below.size + above.size >= 2
