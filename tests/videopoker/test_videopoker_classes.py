"""Classes of card sets, and the categories of final hands."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.calculator.videopoker.classes import card_classes
from jamfold.calculator.videopoker.deck import Deck, format_deal, hold_masks, parse_deal
from jamfold.calculator.videopoker.paytable import load_pay_table, shipped_pay_tables
from jamfold.calculator.videopoker.scorer import build_scorer, hold_counts
from jamfold.cards import parse_cards
from jamfold.core.errors import CardError
from tests.naive_videopoker import NaiveTable

# Waugh 2013; deal classes of 53 and 54 cards: plus those of 4 cards with a joker, plus those of 3 with two.
COUNTS = (1, 13, 169, 1_755, 16_432, 134_459)
DEAL_CLASSES = {52: 134_459, 53: 134_459 + 16_432, 54: 134_459 + 16_432 + 1_755}


@pytest.mark.parametrize("n_cards", [52, 53, 54])
def test_deal_classes_are_counted_and_weigh_all_deals(n_cards: int) -> None:
    classes = card_classes(n_cards)
    assert len(classes.deals) == DEAL_CLASSES[n_cards]
    assert classes.weights.sum() == comb(n_cards, 5)
    assert set(classes.weights.tolist()) == ({4, 12, 24} if n_cards == 52 else set(classes.weights.tolist()))


def test_classes_of_fewer_cards() -> None:
    classes = card_classes(52)
    assert tuple(map(len, classes.members)) == COUNTS[:5]
    assert classes.first.tolist() == [0, 1, 14, 183, 1_938, 18_370]
    assert comb(52, 5) == 2_598_960


def _pattern(cards: tuple[int, ...]) -> frozenset[tuple[frozenset[int], int]]:
    """The rank sets of the suits, without the suits' names, and the jokers."""
    suits = [frozenset(card // 4 for card in cards if card < 52 and card % 4 == suit) for suit in range(4)]
    jokers = sum(card >= 52 for card in cards)
    return frozenset({*((ranks, suits.count(ranks)) for ranks in suits), (frozenset(), 100 + jokers)})


@pytest.mark.parametrize("n_cards", [52, 54])
@pytest.mark.parametrize("k", [2, 3])
def test_same_class_means_same_rank_sets(n_cards: int, k: int) -> None:
    classes = card_classes(n_cards)
    patterns: dict[int, set[frozenset[tuple[frozenset[int], int]]]] = {}
    for cards in combinations(range(n_cards), k):
        patterns.setdefault(classes.class_number(cards), set()).add(_pattern(cards))
    assert all(len(found) == 1 for found in patterns.values())
    assert len({next(iter(found)) for found in patterns.values()}) == len(patterns) == len(classes.members[k])


@pytest.mark.parametrize("n_cards", [52, 53, 54])
def test_parts_of_deals(n_cards: int) -> None:
    classes = card_classes(n_cards)
    chosen = random.Random(5).sample(range(len(classes.deals)), 300)
    assert len({_pattern(tuple(classes.deals[i].tolist())) for i in chosen}) == 300
    for i in chosen:
        deal = tuple(classes.deals[i].tolist())
        assert list(deal) == sorted(deal, reverse=True)
        for mask in range(31):
            held = tuple(card for place, card in enumerate(deal) if mask >> place & 1)
            assert classes.parts[i, mask] == classes.class_number(held)


def test_completions() -> None:
    classes = card_classes(53)
    for k in range(4):
        found = classes.completions(k)
        assert found.shape == (len(classes.members[k]), 53 - k)
        for row in (0, len(found) // 2, len(found) - 1):
            held = tuple(classes.members[k][row].tolist())
            more = [classes.class_number((*held, card)) for card in range(53) if card not in held]
            assert found[row].tolist() == more


@pytest.mark.long
@pytest.mark.parametrize("name", ["DDB 9/6", "Deuces Full Pay", "Joker K+ 20/7/5", "Double Joker 9/5/4"])
def test_categories_pay_what_the_best_substitution_pays(name: str) -> None:
    table = load_pay_table(name)
    pays = {hand.name: units for hand, units in zip(table.names, table.units, strict=True)}
    naive = NaiveTable(pays, table.deck.jokers, table.deck.deuces_wild)
    scorer = build_scorer(table.deck, table.names)
    best = [
        max((units for i, units in enumerate(table.units) if claims >> i & 1), default=0)
        for claims in scorer.claims
    ]
    draw = random.Random(11)
    hands = [draw.sample(range(table.deck.n_cards), 5) for _ in range(3_000)]
    hands += [draw.sample([*range(4), *range(48, table.deck.n_cards)], 5) for _ in range(40)]
    found = scorer.categories(np.array(hands, dtype=np.int8))
    assert [best[category] for category in found.tolist()] == [naive.pay(hand) for hand in hands]


@pytest.mark.parametrize("name", ["JoB 9/6", "Deuces Full Pay", "Double Joker 9/5/4"])
def test_counts_of_completions(name: str) -> None:
    """Every set of k cards lies in C(n - k, 5 - k) hands; the whole deck's counts follow from the deals."""
    table = load_pay_table(name)
    counts = hold_counts(table.deck, table.names)
    classes = counts.classes
    for k in range(5):
        rows = counts.counts[classes.first[k] : classes.first[k + 1]]
        assert set(rows.sum(axis=1).tolist()) == {comb(table.deck.n_cards - k, 5 - k)}
    by_deals = np.bincount(counts.final, weights=classes.weights, minlength=len(counts.scorer.claims))
    assert counts.counts[0].tolist() == by_deals.tolist()


def test_natural_counts_of_poker_hands() -> None:
    """The frequencies of dealt hands that every book prints."""
    table = load_pay_table("JoB 9/6")
    counts = hold_counts(table.deck, table.names)
    dealt = {
        table.names[claims.bit_length() - 1].name: count
        for claims, count in zip(counts.scorer.claims, counts.counts[0].tolist(), strict=True)
        if count and claims
    }
    assert dealt == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "jacks-or-better": 337_920,
    }


def test_hold_masks_prefer_more_then_higher_cards() -> None:
    masks = hold_masks()
    assert sorted(masks) == list(range(32))
    assert (masks[0], masks[1], masks[-1]) == (31, 0b01111, 0)
    assert masks[6:10] == (0b00111, 0b01011, 0b10011, 0b01101)


@pytest.mark.parametrize("jokers", [0, 1, 2])
@given(st.data())
def test_deals_as_text(jokers: int, data: st.DataObject) -> None:
    deck = Deck(jokers, deuces_wild=False)
    deal = data.draw(st.lists(st.integers(0, deck.n_cards - 1), min_size=5, max_size=5, unique=True))
    read = parse_deal(format_deal(deal), deck)
    assert [min(card, 52) for card in read] == [min(card, 52) for card in deal]
    assert len(set(read)) == 5


@pytest.mark.parametrize("text", ["Ah Kh Joker 2c 2d", "AhKhJoker2c2d", "ah,kh,JK,2C,2d", "Ah Kh Jo 2c 2d"])
def test_ways_to_write_a_joker(text: str) -> None:
    assert parse_deal(text, Deck(1, False)) == (*parse_cards("AhKh"), 52, *parse_cards("2c2d"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ah Kh Qh 2c", "A deal has 5 cards, and 'Ah Kh Qh 2c' has 4."),
        ("Ah Kh Qh 2c Ah", "The card Ah appears twice in 'Ah Kh Qh 2c Ah'."),
        ("Ah Kh Joker 2c Joker", "There are more jokers in 'Ah Kh Joker 2c Joker' than in the deck"),
        ("Ah Kh Xx 2c 3c", "'Xx' in 'Xx' is not a card"),
    ],
)
def test_bad_deals(text: str, sentence: str) -> None:
    with pytest.raises(CardError, match="^" + sentence):
        parse_deal(text, Deck(1, False))


def test_shipped_decks() -> None:
    decks = {table.deck for table in shipped_pay_tables()}
    assert decks == {Deck(0, False), Deck(0, True), Deck(1, False), Deck(2, False)}
