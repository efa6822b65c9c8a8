"""The rules of the games: published counts, the orders of hands, names."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.cards import format_cards, parse_cards
from jamfold.errors import GameError
from jamfold.games import (
    GAMES,
    HOLDEM,
    OMAHA,
    OMAHA_HILO,
    SIX_PLUS,
    SIX_PLUS_TRIPS,
    Category,
    Game,
    find_game,
)
from jamfold.ranges import parse_range

# K1, K2 and boards by binomials: C(52,2), C(50,2), C(48,5) and so on.
COUNTS = [
    (HOLDEM, 1_326, 1_225, 1_712_304),
    (SIX_PLUS, 630, 561, 201_376),
    (SIX_PLUS_TRIPS, 630, 561, 201_376),
    (OMAHA, 270_725, 194_580, 1_086_008),
    (OMAHA_HILO, 270_725, 194_580, 1_086_008),
]


@pytest.mark.parametrize(("game", "k1", "k2", "boards"), COUNTS)
def test_counts(game: Game, k1: int, k2: int, boards: int) -> None:
    assert (game.n_hands, game.n_opponent_hands, game.n_boards) == (k1, k2, boards)


def test_names_of_the_json_contract() -> None:
    assert list(GAMES) == [
        "holdem",
        "six-plus",
        "six-plus-trips",
        "omaha",
        "omaha-hilo",
        "omaha-5",
        "omaha-5-hilo",
        "omaha-5-short",
        "omaha-6-short",
    ]
    assert all(game.name == name for name, game in GAMES.items())


def test_decks() -> None:
    assert HOLDEM.deck == OMAHA.deck == tuple(range(52))
    assert len(SIX_PLUS.deck) == 36
    assert (SIX_PLUS.n_ranks, OMAHA.n_ranks) == (9, 13)
    assert format_cards(SIX_PLUS.deck[:4]) == "6c6d6h6s"


@pytest.mark.parametrize("game", GAMES.values())
def test_every_category_has_one_place(game: Game) -> None:
    assert sorted(game.order, key=list(Category).index) == list(Category)
    assert game.order[0] is Category.HIGH_CARD
    assert game.order[-1] is Category.STRAIGHT_FLUSH


def test_flush_over_full_house_in_both_six_plus_games_only() -> None:
    for game in GAMES.values():
        beats = game.order.index(Category.FLUSH) > game.order.index(Category.FULL_HOUSE)
        assert beats == (game in (SIX_PLUS, SIX_PLUS_TRIPS))


def test_trips_over_straight_in_one_game_only() -> None:
    for game in GAMES.values():
        beats = game.order.index(Category.TRIPS) > game.order.index(Category.STRAIGHT)
        assert beats == (game is SIX_PLUS_TRIPS)


def test_hole_cards() -> None:
    assert [(game.hole_cards, game.hole_used) for game in (HOLDEM, OMAHA)] == [(2, (0, 1, 2)), (4, (2,))]
    assert [game.margin_unit for game in GAMES.values()] == [1, 1, 1, 1, 2, 1, 2, 1, 1]


def test_rules_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        OMAHA.split_low = True  # type: ignore[misc]


@pytest.mark.parametrize("name", ["omaha", "Omaha", " OMAHA\n"])
def test_find_game_in_either_case(name: str) -> None:
    assert find_game(name) is OMAHA


@pytest.mark.parametrize("name", ["", "stud", "omaha hilo", "plo", "omaha-hi-lo"])
def test_an_unknown_game_is_named_with_the_known_ones(name: str) -> None:
    with pytest.raises(GameError) as caught:
        find_game(name)
    assert f"'{name}'" in str(caught.value)
    assert "omaha-hilo" in str(caught.value)


@given(st.text())
def test_garbage_raises_game_error_and_nothing_else(name: str) -> None:
    try:
        game = find_game(name)
    except GameError:
        return
    assert game.name == name.strip().lower()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_examples_can_be_read(game: Game) -> None:
    assert len(parse_cards(game.example_hand)) == game.hole_cards
    assert parse_range(game.example_range, game).combinations > 0


def test_games_that_deal_the_same_hands() -> None:
    assert OMAHA.deals_like(OMAHA_HILO)
    assert SIX_PLUS.deals_like(SIX_PLUS_TRIPS)
    assert not HOLDEM.deals_like(SIX_PLUS)
    assert not HOLDEM.deals_like(OMAHA)
