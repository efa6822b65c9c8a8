"""Three seats in the file that solves: its certificate is the package's."""

from __future__ import annotations

from pathlib import Path

import pytest

from jamfold.cards.games import find_game
from jamfold.cases.explorer import AppRequest
from jamfold.cases.table import TableRequest
from jamfold.core.errors import ChartError, JamfoldError
from jamfold.spots.nplayer.exact import solve_table
from jamfold.views.offline_app import pack_threeway
from tests.app_answers import Asked, app_answers
from tests.app_tables import GAMES, check_table, random_tables

MOST_BYTES = 3_000_000
TARGET = 1e-9
BAD: list[Asked] = [
    ("table", {"game": "six-plus", "stacks": [100, 100, -3]}),
    ("table", {"game": "six-plus", "stacks": [100, "abc", 100]}),
    ("table", {"game": "six-plus", "ante": -1, "stacks": [50, 50, 50]}),
    ("table", {"game": "six-plus", "blinds": [20, 10], "stacks": [50, 50, 50]}),
    ("table", {"game": "six-plus", "stacks": [50, 50, 50], "prizes": [5], "rake": 5}),
]


@pytest.mark.long
def test_certificates_are_those_of_the_package(tmp_path: Path) -> None:
    bodies = random_tables(6, seed=31)
    answers = app_answers([("table", one) for one in bodies], tmp_path)
    gains = [check_table(body, told) for body, told in zip(bodies, answers, strict=True)]
    assert max(gains) < TARGET
    question = TableRequest.from_json(bodies[0])
    found = solve_table(question.rules, question.hand)
    assert answers[0]["values"] == pytest.approx(found.values, abs=1e-5 * question.hand.big_blind)


@pytest.mark.slow
def test_bad_input_is_the_same_sentence(tmp_path: Path) -> None:
    for (_, body), told in zip(BAD, app_answers(BAD, tmp_path), strict=True):
        with pytest.raises(JamfoldError) as error:
            TableRequest.from_json(body)
        assert told == {"error": str(error.value), "field": error.value.field}


def test_bounties_of_three_seats_are_for_the_package(tmp_path: Path) -> None:
    body = {"game": "six-plus", "stacks": [50, 50, 50], "prizes": [50, 30, 20], "bounty": [5]}
    (told,) = app_answers([("table", body)], tmp_path)
    assert told["field"] == "bounty"
    TableRequest.from_json(body)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_counts_of_three_are_small(game: str) -> None:
    assert len(pack_threeway(find_game(game))) < MOST_BYTES


def test_games_whose_counts_are_too_many_are_refused() -> None:
    assert AppRequest(seats=3).games == GAMES
    with pytest.raises(
        ChartError, match="Three seats of Texas Hold'em would take 25 MB in the file, which takes"
    ):
        AppRequest(seats=3, games=("holdem",))
    with pytest.raises(ChartError, match="of Omaha are not counted deal by deal: name six-plus or"):
        AppRequest(seats=3, games=("six-plus", "omaha"))
