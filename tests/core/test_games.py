"""The rules of the games: published counts, the orders of hands, names."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jamfold
from jamfold.calculator.equity_games import find_calculator_game
from jamfold.cards import format_cards, parse_cards
from jamfold.cards.games import (
    GAMES,
    HOLDEM,
    OMAHA,
    OMAHA_HILO,
    SIX_PLUS,
    SIX_PLUS_TRIPS,
    Category,
    Game,
    find_game,
    game_of,
)
from jamfold.core.errors import GameError, JamfoldError
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


@pytest.mark.parametrize("name", ["", "stud", "chess", "draw", "two cards"])
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


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_examples_can_be_read(game: Game) -> None:
    assert len(parse_cards(game.example_hand)) == game.hole_cards
    assert parse_range(game.example_range, game).combinations > 0


def test_games_that_deal_the_same_hands() -> None:
    assert OMAHA.deals_like(OMAHA_HILO)
    assert SIX_PLUS.deals_like(SIX_PLUS_TRIPS)
    assert not HOLDEM.deals_like(SIX_PLUS)
    assert not HOLDEM.deals_like(OMAHA)


@pytest.mark.parametrize(
    ("names", "own"),
    [
        ("nl NLHE Holdem-NL Hold'em Hold’em texas NL-Holdem Texas-Hold'em", "holdem"),
        ("6+ short-deck Shortdeck SIX_PLUS 6+-holdem", "six-plus"),
        ("plo PLO4 pot-limit-omaha PL-Omaha Omaha-Hi omaha-high PLO-hi Omaha-high-only", "omaha"),
        (
            "plo8 o8 O8b omaha8 Omaha-Hi/Lo omaha-H/L PLO-hl Omaha-eight-or-better omaha-high-low",
            "omaha-hilo",
        ),
        ("plo5 5-card-omaha omaha-5-hi", "omaha-5"),
        ("big-o Big_O 5-card-omaha-hi/lo plo5-8", "omaha-5-hilo"),
    ],
)
def test_names_that_players_use(names: str, own: str) -> None:
    for name in names.split():
        assert find_game(name).name == find_calculator_game(name).name == own
        assert find_game(name.replace("-", " ")).name == own


@pytest.mark.parametrize("name", GAMES)
def test_no_name_of_one_game_is_another_one_of_a_second(name: str) -> None:
    assert find_game(name.upper()) is find_game(name.replace("-", "")) is GAMES[name]


def test_the_calculator_reads_the_same_names() -> None:
    assert find_calculator_game("PLO6").name == "omaha-6"
    with pytest.raises(GameError, match=r"Unknown game 'PLO6'\. Games: holdem"):
        find_game("PLO6")


@pytest.mark.parametrize(
    ("name", "meant"), [("holdm", "holdem"), ("omahaa", "omaha"), ("plo88", "omaha-hilo")]
)
def test_a_slip_is_asked_for(name: str, meant: str) -> None:
    with pytest.raises(GameError, match=f"Unknown game '{name}'. Did you mean {meant}\\?") as caught:
        game_of(name)
    assert caught.value.field == "game"


def test_public_functions_take_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert jamfold.parse_range("AA", "plo") == jamfold.parse_range("AA", OMAHA)
    assert jamfold.HandRange.from_classes("nlhe", [1.0] * 169).combinations == 1_326
    for call in (lambda: jamfold.parse_range("AA", "stud"), lambda: jamfold.load_table("stud")):
        with pytest.raises(JamfoldError, match="Unknown game 'stud'"):
            call()
    with pytest.raises(JamfoldError, match=r"A game is a name or one of jamfold.GAMES, not int\."):
        jamfold.load_table(4)  # type: ignore[arg-type]
    opened: list[Game] = []
    monkeypatch.setattr("jamfold.class_tables.build.open_table", opened.append)
    jamfold.load_table("6+")
    assert opened == [SIX_PLUS]
