"""What stands in forms and links, made from questions."""

from __future__ import annotations

from typing import Any

import pytest

from jamfold.errors import JamfoldError
from jamfold.games import GAMES
from jamfold.questions.spots import SolveQuestion, SpotQuestion
from jamfold.views.titles import game_titles
from jamfold.web.pages.chance import read_address


def test_address_round_trip() -> None:
    spot = SpotQuestion(
        game="six-plus", stacks=(80.5, 120.0), blinds=(1.0, 2.0), ante=0.25, dead=3.0,
        method="fictitious-play", iterations=50,
    )  # fmt: skip
    assert SpotQuestion.of_address(spot.address()) == spot
    assert SpotQuestion.of_texts(spot.texts()) == spot
    assert SpotQuestion().query() == ""
    assert SpotQuestion.of_texts({"nonsense": "1", "game": "holdem"}).query() == "game=holdem"
    assert SolveQuestion.of_spot(spot).spot == spot


def test_usual_inputs() -> None:
    spot = SpotQuestion.of_texts({})
    assert (spot.game, spot.stacks, spot.blinds, spot.iterations) == ("omaha", (100, 100), (5, 10), None)
    assert SpotQuestion.of_texts({"ante": "", "dead": " "}) == spot


def test_stacks_in_big_blinds() -> None:
    spot = SpotQuestion.of_texts(
        {"stack_sb": "12.5bb", "stack_bb": "20 BB", "ante": "0.1bb", "blind_bb": "8"}
    )
    assert spot.stacks == (100, 160)
    assert spot.ante == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"stack_sb": "lots"}, "stack_sb"),
        ({"stack_bb": "-1bb"}, "stack_bb"),
        ({"blind_sb": "nan"}, "blind_sb"),
        ({"blind_bb": "-1"}, "blind_bb"),
        ({"ante": "-1"}, "ante"),
        ({"bb_ante": "x"}, "bb_ante"),
        ({"dead": "inf"}, "dead"),
        ({"method": "guess"}, "method"),
        ({"method": "fictitious-play", "iterations": "x"}, "iterations"),
        ({"jam_range": "22+", "call_range": "22+"}, "jam_range"),
        ({"jam_range": "22+", "method": "fictitious-play"}, "method"),
    ],
)
def test_a_sentence_stands_at_its_field(values: dict[str, Any], field: str) -> None:
    with pytest.raises(JamfoldError) as error:
        SolveQuestion.of_texts(values)
    assert error.value.field == field


def test_games() -> None:
    assert set(game_titles()) == {name for name, game in GAMES.items() if game.is_on_pages}
    assert list(game_titles())[:2] == ["omaha", "omaha-hilo"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"own": "Jh Th", "flop": "Qh9h2c"}, {"hand": "Jh Th", "flop": "Qh9h2c", "way": ""}),
        ({"way": "below"}, {"way": "fold_below"}),
        (
            {"way": "share", "fold_share": "2", "of": "flop"},
            {"way": "fold_share", "fold_share": "2", "share_of": "flop"},
        ),
        ({"fold_curve": "0:1"}, {"fold_curve": "0:1", "way": "fold_curve"}),
    ],
)
def test_old_names_of_the_flop_page(old: dict[str, str], new: dict[str, str]) -> None:
    assert read_address(old) == new
