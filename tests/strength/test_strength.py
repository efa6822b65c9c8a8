"""Strengths against the naive twin, published counts and outside evaluators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np
import phevaluator
import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.cards import format_cards, parse_cards
from jamfold.cards.counting.combinations import multiset_numbers, multisets, rank_counts, rank_sets
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, SIX_PLUS_TRIPS, Category, Game
from jamfold.cards.strength.evaluator import (
    best_by_ranks,
    best_in_suit,
    flush_range,
    high_strengths,
    low_strengths,
)
from tests import naive

# Numbers of five-card hands by category: any table of poker hand frequencies.
FREQUENCIES = {
    Category.HIGH_CARD: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.TRIPS: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.QUADS: 624,
    Category.STRAIGHT_FLUSH: 40,
}
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@cache
def _by_ranks(game: Game) -> NDArray[np.uint16]:
    return best_by_ranks(game, high_strengths(game)[0])


@cache
def _low_by_ranks(game: Game) -> NDArray[np.uint16]:
    return best_by_ranks(game, low_strengths(game))


def _number(game: Game, cards: Sequence[int]) -> int:
    ranks = np.sort(np.array(cards, dtype=np.int64) // 4 - game.lowest_rank)
    return int(multiset_numbers(ranks))


def _strength(game: Game, hand: Sequence[int], board: Sequence[int]) -> int:
    """The product's strength: by ranks, or in a suit."""
    best = int(_by_ranks(game)[_number(game, board), _number(game, hand)])
    for suit in range(4):
        sets = [
            np.array([sum(1 << card // 4 - game.lowest_rank for card in cards if card % 4 == suit)])
            for cards in (hand, board)
        ]
        best = max(best, int(best_in_suit(game, *sets)[0, 0]))
    return best


def _deal(game: Game, data: st.DataObject, *sizes: int) -> list[list[int]]:
    cards = data.draw(st.permutations(game.deck))
    ends = np.cumsum(sizes).tolist()
    return [list(cards[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


@games
def test_all_five_card_hands_are_ordered_like_the_naive_twin(game: Game) -> None:
    by_ranks, in_suit = high_strengths(game)
    pairs = {}
    for number, row in enumerate(multisets(game.n_ranks, 5).tolist()):
        if max(Counter(row).values()) == 5:
            assert by_ranks[number] == 0
            continue
        cards = [4 * (rank + game.lowest_rank) + i % 4 for i, rank in enumerate(row)]
        pairs[naive.high_value(game, cards)] = int(by_ranks[number])
    for mask in rank_sets(game.n_ranks, 5).tolist():
        cards = [4 * (rank + game.lowest_rank) for rank in range(game.n_ranks) if mask >> rank & 1]
        pairs[naive.high_value(game, cards)] = int(in_suit[mask])
    assert [pairs[value] for value in sorted(pairs)] == list(range(1, len(pairs) + 1))


def test_7462_classes_and_the_frequencies_of_the_categories() -> None:
    by_ranks, in_suit = high_strengths(OMAHA)
    assert len({*by_ranks.tolist(), *in_suit.tolist()} - {0}) == 7462
    counts = rank_counts(multisets(13, 5), 13)
    ways = [prod((1, 4, 6, 4, 1, 0)[q] for q in row) for row in counts.tolist()]
    distinct = counts.max(axis=1) == 1
    hands: Counter[int] = Counter()
    for value, way, flat in zip(by_ranks.tolist(), ways, distinct.tolist(), strict=True):
        hands[value] += way - 4 * flat
    for mask in rank_sets(13, 5).tolist():
        hands[int(in_suit[mask])] += 4
    ordered = [hands[value] for value in sorted(hands - Counter({0: hands[0]}))]
    sizes = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    ends = np.cumsum(sizes).tolist()
    for category, size, end in zip(OMAHA.order, sizes, ends, strict=True):
        assert sum(ordered[end - size : end]) == FREQUENCIES[category]


def test_56_lows() -> None:
    lows = low_strengths(OMAHA_HILO)
    assert len(set(lows.tolist()) - {0}) == 56
    by_hand = {}
    for number, row in enumerate(multisets(13, 5).tolist()):
        value = naive.low_value([4 * rank for rank in row])
        assert (value < 0) == (lows[number] == 0)
        if value >= 0:
            by_hand[value] = int(lows[number])
    assert [by_hand[value] for value in sorted(by_hand)] == list(range(1, 57))
    assert by_hand[max(by_hand)] == lows[_number(OMAHA, parse_cards("5s4h3d2cAs"))]


@pytest.mark.long
@games
@given(data=st.data())
@settings(max_examples=60)
def test_best_hand_against_the_naive_twin(game: Game, data: st.DataObject) -> None:
    hand1, hand2, board = _deal(game, data, game.hole_cards, game.hole_cards, 5)
    mine, theirs = (naive.best_high(game, hand, board) for hand in (hand1, hand2))
    assert _sign(_strength(game, hand1, board) - _strength(game, hand2, board)) == _sign(mine - theirs)


@given(data=st.data())
def test_best_low_against_the_naive_twin(data: st.DataObject) -> None:
    hand1, hand2, board = _deal(OMAHA_HILO, data, 4, 4, 5)
    best = _low_by_ranks(OMAHA_HILO)[_number(OMAHA, board)]
    mine, theirs = (naive.best_low(OMAHA_HILO, hand, board) for hand in (hand1, hand2))
    assert (best[_number(OMAHA, hand1)] == 0) == (mine < 0)
    assert _sign(int(best[_number(OMAHA, hand1)]) - int(best[_number(OMAHA, hand2)])) == _sign(mine - theirs)


@given(data=st.data())
@settings(max_examples=150)
def test_omaha_and_holdem_against_phevaluator(data: st.DataObject) -> None:
    for game in (OMAHA, HOLDEM):
        hand1, hand2, board = _deal(game, data, game.hole_cards, game.hole_cards, 5)
        outside = []
        for hand in (hand1, hand2):
            words = [format_cards([card]) for card in [*board, *hand]]
            judge = phevaluator.evaluate_omaha_cards if game is OMAHA else phevaluator.evaluate_cards
            outside.append(-judge(*words))
        expected = _sign(outside[0] - outside[1])
        assert _sign(_strength(game, hand1, board) - _strength(game, hand2, board)) == expected


@given(data=st.data())
@settings(max_examples=150)
def test_six_plus_against_pokerkit(data: st.DataObject) -> None:
    """PokerKit's short-deck rule is the one where straights beat trips."""
    hand1, hand2, board = _deal(SIX_PLUS, data, 2, 2, 5)
    outside = [
        pokerkit.ShortDeckHoldemHand.from_game(format_cards(hand), format_cards(board))
        for hand in (hand1, hand2)
    ]
    expected = (outside[0] > outside[1]) - (outside[0] < outside[1])
    assert _sign(_strength(SIX_PLUS, hand1, board) - _strength(SIX_PLUS, hand2, board)) == expected


@given(data=st.data())
def test_hilo_lows_against_pokerkit(data: st.DataObject) -> None:
    hand1, hand2, board = _deal(OMAHA_HILO, data, 4, 4, 5)
    best = _low_by_ranks(OMAHA_HILO)[_number(OMAHA, board)]
    outside = [
        pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(format_cards(hand), format_cards(board))
        for hand in (hand1, hand2)
    ]
    ours = [int(best[_number(OMAHA, hand)]) for hand in (hand1, hand2)]
    assert [low is None for low in outside] == [low == 0 for low in ours]
    first, second = outside
    if first is not None and second is not None:
        assert _sign(ours[0] - ours[1]) == (first > second) - (first < second)


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        (OMAHA, "5s4h3d2cAs", "AsAhAdKsQs"),  # the wheel is a straight
        (OMAHA, "6s5h4d3c2s", "5s4h3d2cAs"),  # ... the lowest one
        (OMAHA, "2s2h2d3s3h", "AsKsQsJs9s"),  # full house over flush
        (SIX_PLUS, "AsKsQsJs9s", "AsAhAdKsKh"),  # flush over full house
        (SIX_PLUS_TRIPS, "AsKsQsJs9s", "AsAhAdKsKh"),
        (SIX_PLUS, "9s8h7d6cAs", "AsAhAdKsQh"),  # A-6-7-8-9 is a straight, straight over trips
        (SIX_PLUS_TRIPS, "6s6h6d8s7h", "AsKhQdJcTs"),  # trips over straight
        (SIX_PLUS, "Ts9h8d7c6s", "9s8h7d6cAs"),  # A-6-7-8-9 is the lowest straight
        (SIX_PLUS, "6s6h6d6c7s", "AsKsQsJs9s"),  # quads over flush
        (SIX_PLUS, "9s8s7s6sAs", "AsAhAdAcKs"),  # straight flush over quads
    ],
)
def test_edges_of_the_rules(game: Game, better: str, worse: str) -> None:
    by_ranks, in_suit = high_strengths(game)

    def strength(text: str) -> int:
        cards = parse_cards(text)
        if len({card % 4 for card in cards}) == 1:
            return int(in_suit[sum(1 << card // 4 - game.lowest_rank for card in cards)])
        return int(by_ranks[_number(game, cards)])

    assert strength(better) > strength(worse) > 0


def test_omaha_plays_exactly_two_hole_cards() -> None:
    """Four hearts in the hand and two on the board make no flush; quads on the board do not play."""
    board = parse_cards("Ah Kh 7c 7d 2s")
    assert _strength(OMAHA, parse_cards("Qh Jh Th 9h"), board) < flush_range(OMAHA)[0]
    quads = parse_cards("7h 7s 7c 7d 2s")
    assert _strength(OMAHA, parse_cards("As Kd Qc Jh"), quads) == _strength(
        OMAHA, parse_cards("Ah Kc Qd Js"), quads
    )
    assert _strength(OMAHA, parse_cards("2h 2d Qc Jh"), quads) > _strength(
        OMAHA, parse_cards("As Kd Qc Jh"), quads
    )


@games
def test_flush_range_is_one_block_of_the_order(game: Game) -> None:
    first, last = flush_range(game)
    by_ranks, _ = high_strengths(game)
    assert not ((by_ranks >= first) & (by_ranks <= last)).any()
