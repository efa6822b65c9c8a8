"""Inputs of a spot: texts, addresses, fields."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import pytest
from jamfold.web.inputs import SpotInputs, field_of, game_titles

from jamfold.errors import JamfoldError
from jamfold.games import GAMES


def test_address_round_trip() -> None:
    spot = SpotInputs("six-plus", "80.5", "120", "1", "2", "0.25", "0", "3", "fictitious-play", "50").check()
    assert SpotInputs.of(dict(parse_qsl(spot.query()))).check() == spot
    assert SpotInputs().check().query() == ""
    assert SpotInputs.of({"nonsense": "1", "game": "holdem"}).check().query() == "game=holdem"


def test_usual_inputs() -> None:
    spot = SpotInputs().check()
    assert (spot.game, spot.stack_sb, spot.blind_bb, spot.iterations) == ("omaha", 100.0, 10.0, None)
    assert SpotInputs(ante="", dead=" ").check() == spot


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"stack_sb": "lots"}, "stack_sb"),
        ({"stack_bb": ""}, "stack_bb"),
        ({"blind_sb": "nan"}, "blind_sb"),
        ({"blind_bb": "-1"}, "blind_bb"),
        ({"ante": "-1"}, "ante"),
        ({"bb_ante": "x"}, "bb_ante"),
        ({"dead": "inf"}, "dead"),
        ({"method": "guess"}, "method"),
    ],
)
def test_a_sentence_stands_at_its_field(values: dict[str, Any], field: str) -> None:
    with pytest.raises(JamfoldError) as error:
        SpotInputs.of(values).check()
    assert field_of(str(error.value)) == field


def test_games() -> None:
    assert set(game_titles()) == set(GAMES)
    assert next(iter(game_titles())) == "omaha"
    assert field_of("Something else.") is None
