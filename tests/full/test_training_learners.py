"""Simulated learners: repetition shows what is hard more often.

A learner knows every card with its own chance: half of the cards are easy (97%), half hard (60%).
They come once a day for twelve questions, and answer as they know; what they learn by it is left out, so
that a difference comes from the scheduler alone.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import HOLDEM
from jamfold.cases.answers.training import load_deck
from jamfold.cases.answers.watch import Observer
from jamfold.practice.training.answers import DAY, CardKey, MemoryState, Rating, review
from jamfold.practice.training.cards import FlashcardDeck
from jamfold.practice.training.exercises import next_exercise

LEARNERS, DAYS, QUESTIONS, CARDS = 1000, 10, 12, 24
EASY, HARD = 0.97, 0.6
WHEN = 1_700_000_000_000


def counts(deck: FlashcardDeck, seed: int) -> tuple[float, float]:
    """How often an easy and a hard card was asked, on average."""
    rng = random.Random(seed)
    keys = [card.key for card in deck.cards]
    hard = set(rng.sample(keys, len(keys) // 2))
    known: dict[CardKey, MemoryState] = {}
    asked = dict.fromkeys(keys, 0)
    for day in range(DAYS):
        for question in range(QUESTIONS):
            now = WHEN + day * DAY + question * 20_000
            one = next_exercise(deck, "repeat", rng, memory=known, now=now)
            assert one.class_id is not None
            key = deck.key(one.seat, one.class_id)
            asked[key] += 1
            right = rng.random() < (HARD if key in hard else EASY)
            known[key] = review(known.get(key), Rating.GOOD if right else Rating.AGAIN, now)
    means = [np.mean([asked[key] for key in keys if (key in hard) == wanted]) for wanted in (False, True)]
    return float(means[0]), float(means[1])


@pytest.fixture(scope="module")
def deck() -> FlashcardDeck:
    whole = load_deck(HOLDEM, BlindLevel((0.5, 1.0)), Observer())
    small = FlashcardDeck(whole.chart)
    small.__dict__["cards"] = tuple(random.Random(1).sample(whole.cards, CARDS))
    return small


def test_a_thousand_learners_are_asked_hard_hands_more_often(deck: FlashcardDeck) -> None:
    found = [counts(deck, seed) for seed in range(LEARNERS)]
    easy, hard = np.mean(found, axis=0)
    more = sum(one < other for one, other in found) / LEARNERS
    assert hard > 1.3 * easy, (easy, hard)
    assert more > 0.95, more
