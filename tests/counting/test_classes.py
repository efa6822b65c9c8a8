"""Hand classes: published counts, stable ids, round trips, suits do not matter."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.cards import format_cards, high_to_low
from jamfold.cards.counting.classes import hand_classes, hand_indices, suit_pattern
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.core.errors import CardError, ClassError

# Published sizes: 2-jam-fold; the suit patterns' counts: the issue on Omaha, end to end.
SIZES = {HOLDEM: (169, 1326), SIX_PLUS: (81, 630), OMAHA: (16432, 270725), OMAHA_HILO: (16432, 270725)}
OMAHA_PATTERNS = {"aaaa": 715, "aaab": 3718, "aabb": 3081, "aabc": 7098, "abcd": 1820}
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.mark.parametrize("game", SIZES, ids=lambda game: game.name)
def test_published_sizes(game: Game) -> None:
    classes = hand_classes(game)
    assert (classes.n, int(classes.sizes.sum())) == SIZES[game]
    assert game.n_hands == SIZES[game][1]


def test_omaha_suit_patterns() -> None:
    assert Counter(hand_classes(OMAHA).suit_patterns()) == OMAHA_PATTERNS


def test_holdem_ids_are_the_documented_order() -> None:
    """Pinned: the order of ids is part of the table format."""
    classes = hand_classes(HOLDEM)
    names = [classes.name(i) for i in range(classes.n)]
    assert names[:4] == ["AsAh", "AsKs", "AsKh", "AsQs"]
    assert names[-3:] == ["3s2s", "3s2h", "2s2h"]
    ranks = [[card // 4 for card in row] for row in classes.representatives.tolist()]
    assert ranks == sorted(ranks, reverse=True)


def test_omaha_ids_are_the_documented_order() -> None:
    classes = hand_classes(OMAHA)
    assert [classes.name(i) for i in (0, 1, 2, 2036, 16431)] == [
        "AsAhAdAc", "AsAhAdKs", "AsAhAdKc", "AsQh6s6d", "2s2h2d2c",
    ]  # fmt: skip
    assert classes.index("6h Qd 6c Ac") == 2036


@pytest.mark.slow
@games
def test_every_hand_finds_its_class(game: Game) -> None:
    classes = hand_classes(game)
    numbers = hand_indices(classes.hands, game.deck)
    assert np.array_equal(np.sort(numbers), np.arange(game.n_hands))
    assert np.array_equal(classes.class_of[numbers], np.repeat(np.arange(classes.n), classes.sizes))


@pytest.mark.slow
@games
def test_representatives_are_their_greatest_hand(game: Game) -> None:
    classes = hand_classes(game)
    for i in range(0, classes.n, max(1, classes.n // 200)):
        hands = [high_to_low(row) for row in classes.combinations(i).tolist()]
        assert tuple(classes.representatives[i].tolist()) == max(hands)
        assert len({suit_pattern(hand) for hand in hands}) == 1


@games
@given(data=st.data())
def test_suits_do_not_matter(game: Game, data: st.DataObject) -> None:
    classes = hand_classes(game)
    hand = data.draw(st.permutations(game.deck))[: game.hole_cards]
    suits = data.draw(st.permutations(range(4)))
    moved = [card // 4 * 4 + suits[card % 4] for card in hand]
    i = classes.index(hand)
    assert i == classes.index(moved)
    assert sorted(moved) in classes.combinations(i).tolist()
    assert classes.index(classes.name(i)) == i


def test_class_sizes_by_counting_permutations() -> None:
    classes = hand_classes(OMAHA)
    for i in range(0, classes.n, 331):
        cards = classes.representatives[i].tolist()
        images = {frozenset(c // 4 * 4 + p[c % 4] for c in cards) for p in permutations(range(4))}
        assert len(images) == classes.sizes[i]


def test_hand_numbers_are_the_combinatorial_number_system() -> None:
    hands = np.array(list(combinations(range(8), 3)), dtype=np.uint8)
    numbers = hand_indices(hands, range(8))
    assert sorted(numbers.tolist()) == list(range(comb(8, 3)))
    # C(1, 1) + C(4, 2) + C(6, 3) = 27
    assert hand_indices(np.array([1, 4, 6], dtype=np.uint8), range(8)) == 27


@pytest.mark.parametrize(
    ("game", "hand", "error", "words"),
    [
        (OMAHA, "As Kd", ClassError, "'As Kd' has 2 cards. A hand in this game has 4"),
        (OMAHA, "As Kd As 2c", CardError, "As"),
        (OMAHA, "As Kd Zz 2c", CardError, "Zz"),
        (SIX_PLUS, "As 5d", ClassError, "5d"),
        (HOLDEM, [51, 51], ClassError, "twice"),
        (HOLDEM, [51, 52], ClassError, "not all card numbers"),
        (HOLDEM, "", ClassError, "0 cards"),
    ],
)
def test_bad_hands_are_named(game: Game, hand: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        hand_classes(game).index(hand)


@pytest.mark.parametrize("number", [-1, 16432, 10**30])
def test_bad_ids_are_named(number: int) -> None:
    with pytest.raises(ClassError, match=str(number)[:20]):
        hand_classes(OMAHA).name(number)


def test_format_of_representatives() -> None:
    classes = hand_classes(HOLDEM)
    assert format_cards(classes.representatives[1].tolist()) == classes.name(1) == "AsKs"
