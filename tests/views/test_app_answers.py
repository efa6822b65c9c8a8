"""The file that solves answers as the package does."""

from __future__ import annotations

from pathlib import Path

import pytest

from jamfold.cards.games import HOLDEM, OMAHA, OMAHA_5
from jamfold.cases.answers.spots import solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.spots import SolveRequest
from jamfold.core.errors import JamfoldError, UnsupportedError
from jamfold.valuation.prizes import payouts
from jamfold.views.offline_app import pack_planes
from tests.app_answers import Asked, answered, app_answers, same
from tests.app_spots import NEAR, differences, random_spots

TOURNAMENT = {"prizes": [50, 30, 20], "table": ["20bb", "5bb"]}
QUESTIONS: list[Asked] = [
    ("solve", {"game": "holdem", "stacks": ["10bb", "10bb"]}),
    ("solve", {"game": "holdem", "stacks": ["12.5bb", "9bb"], "ante": "0.1bb"}),
    ("solve", {"game": "six-plus", "stacks": ["8bb", "12.5bb"], "bb_ante": "1bb", "dead": "0.5bb"}),
    ("solve", {"game": "holdem", "stacks": ["10bb", "10bb"], "rake": 5, "cap": 10}),
    ("solve", {"game": "six-plus-trips", "stacks": ["7bb", "7bb"], "drop": "0.1bb", "drop_always": True}),
    ("solve", {"stacks": [80, 60], "prizes": [50, 30, 20], "table": [200, 50], "game": "holdem"}),
    (
        "solve",
        {
            "game": "holdem",
            "stacks": ["10bb", "6bb"],
            "prizes": [50, 30, 20],
            "table": ["20bb", "5bb"],
            "bounty": [10],
            "progressive": 0.5,
        },
    ),
    ("explorer", {"game": "holdem", "low": 5, "high": 7, "step": 0.5}),
    ("explorer", {"game": "six-plus", "low": 1, "high": 4, "step": 1, "also": 3.3}),
    ("explorer", {"game": "six-plus", "low": 12, "high": 12}),
    ("equity", {"game": "six-plus", "players": ["AKs,77+", "QQ@50,K9o@20"]}),
    ("hand", {"game": "holdem", "cards": "K7o"}),
    ("hand", {"game": "holdem", "cards": "K7", "stacks": ["5bb", "5bb"]}),
    ("hand", {"game": "holdem", "id": 40, "position": "bb", "stacks": ["8bb", "12bb"], "ante": "0.1bb"}),
    ("hand", {"game": "holdem", "cards": "AhKd", "position": "bb", "rake": 5}),
    ("hand", {"game": "holdem", "cards": "72o", **TOURNAMENT}),
    ("hand", {"game": "holdem", "cards": "Q5s, 22+, A2o+", "position": "bb"}),
    ("explain", {"game": "six-plus", "cards": "T8s"}),
    ("explain", {"game": "holdem", "cards": "72o", "stacks": ["0.3bb", "5bb"]}),
    ("explain", {"game": "holdem", "cards": "72o", "position": "bb", "rake": 80, "sweep": False}),
    ("explain", {"game": "holdem", "cards": "72o", "position": "bb", "rake": 100, "sweep": False}),
    ("range", {"game": "holdem", "text": "22+,A2s+,15%", "list_classes": True}),
    ("range", {"game": "six-plus", "text": "77-JJ, A6s+ KQo, 5%-10%"}),
    ("range", {"game": "holdem", "text": "suited aces, pairs, k7 o, broadway, Kx, AsQd"}),
    ("range", {"game": "holdem", "text": "ak off, 7 2 off, QQ off, jacks s, suited connectors"}),
    ("range", {"game": "holdem", "text": "AK@50, T9s-65s@20"}),
    ("range", {"game": "holdem", "text": "AsKs,QQ@50"}),
    ("range", {"game": "holdem", "text": "AA, [50]KK QQ[/50], AKs:0.75, none"}),
    ("range", {"game": "six-plus", "text": "any"}),
    ("outline", {"game": "holdem"}),
    ("compare", {"game": "holdem", "jam": "22+,A2+", "call": "15%"}),
    ("compare", {"game": "six-plus", "jam": "40%", **TOURNAMENT}),
    ("solve", {"game": "holdem", "call_range": "15%"}),
    ("solve", {"game": "holdem", "stacks": ["15bb", "15bb"], "open": ["2bb"]}),
    ("solve", {"game": "six-plus", "stacks": ["9bb", "9bb"], "limit": "pot", **TOURNAMENT}),
    ("solve", {"game": "holdem", "stacks": ["2bb", "2bb"], "open": ["2bb"]}),
    ("hand", {"game": "holdem", "stacks": ["15bb", "15bb"], "open": ["2bb"], "cards": "K7o"}),
    ("hand", {"game": "six-plus", "stacks": ["9bb", "9bb"], "limit": "pot", "id": 7, "position": "bb"}),
    ("explorer", {"game": "six-plus", "low": 4, "high": 8, "step": 2, "open": ["2bb", "3bb"]}),
    ("solve", {"game": "six-plus", "jam_range": "40%", **TOURNAMENT}),
    ("solve", {"game": "six-plus", "prizes": "winner takes all"}),
]
BAD: list[Asked] = [
    ("solve", {"game": "holdem", "stacks": ["10bb", "9bb", "8bb"]}),
    ("solve", {"game": "holdem", "stacks": ["10bb", "-3"]}),
    ("solve", {"game": "holdem", "stacks": ["10bb", "abc"]}),
    ("solve", {"game": "holdem", "blinds": [10, 5]}),
    ("solve", {"game": "holdem", "rake": 5, "prizes": [5]}),
    ("explorer", {"game": "holdem", "low": 5, "high": 2}),
    ("solve", {"game": "holdem", "stacks": ["10bb", "10bb"], "open": ["1.5bb"]}),
    ("solve", {"game": "holdem", "limit": "no"}),
    ("solve", {"game": "holdem", "stacks": ["10bb", "10bb"], "open": ["2bb"], "call_range": "15%"}),
    ("hand", {"game": "holdem"}),
    ("hand", {"game": "holdem", "cards": "K7o", "id": 3}),
    ("explain", {"game": "holdem", "cards": "22+"}),
    ("range", {"game": "holdem", "text": "AK@50,KA"}),
    ("range", {"game": "holdem", "text": "AA@12,5"}),
    ("range", {"game": "holdem", "text": "AK-QQ"}),
    ("range", {"game": "six-plus", "text": "22+"}),
    ("range", {"game": "holdem", "text": "K7o,"}),
    ("solve", {"game": "holdem", "ante": "abc%"}),
    ("explorer", {"game": "holdem", "blinds": [5, 0], "low": 5, "high": 6}),
    ("solve", {"game": "holdem", **TOURNAMENT, "bounty": [10], "heads": "foo"}),
    ("solve", {"game": "holdem", "prizes": "lottery"}),
    ("solve", {"game": "holdem", "prizes": ["sng", "20"], "table": [50]}),
    ("solve", {"game": "holdem", "prizes": "sng"}),
    ("solve", {"game": "holdem", "stacks": ["10,5bb", "9bb"]}),
    ("solve", {"game": "holdem", "stacks": ["1.500", "900"]}),
    ("solve", {"game": "holdem", "blinds": ["0,5", "1"]}),
    ("solve", {"game": "holdem", "ante": "0,1bb"}),
]


@pytest.mark.long
def test_answers_are_those_of_the_package(tmp_path: Path) -> None:
    for (name, body), theirs in zip(QUESTIONS, app_answers(QUESTIONS, tmp_path), strict=True):
        assert theirs == same(answered(name, body), theirs), (name, body)


@pytest.mark.slow
def test_raises_in_words_are_those_of_the_package(tmp_path: Path) -> None:
    raises = [{"open": ["2bb", "pot"], "raises": ["3x"]}, {"open": ["2bb"], "raises": ["5bb", "12bb"]}]
    asked = [("explorer", {"game": "six-plus", "low": 20, "high": 20, **one}) for one in raises]
    for (name, body), theirs in zip(asked, app_answers(asked, tmp_path), strict=True):
        assert theirs["tree"]["raises"] == answered(name, body)["tree"]["raises"]


def test_payouts_by_name_are_those_of_the_package(tmp_path: Path) -> None:
    spot = {"game": "six-plus", "table": [90, 60, 150]}
    bodies = [
        spot | {"prizes": list(prizes)} for name, one in payouts().items() for prizes in ((name,), one.prizes)
    ]
    found = app_answers([("solve", one) for one in bodies], tmp_path)
    assert all("error" not in one for one in found)
    assert found[::2] == found[1::2]


@pytest.mark.slow
def test_bad_input_is_the_same_sentence(tmp_path: Path) -> None:
    for (name, body), theirs in zip(BAD, app_answers(BAD, tmp_path), strict=True):
        with pytest.raises(JamfoldError) as error:
            answered(name, body)
        assert theirs == {"error": str(error.value), "field": error.value.field}


@pytest.mark.long
def test_strategies_are_those_of_the_package(tmp_path: Path) -> None:
    spots = random_spots(30, seed=20)
    for body, theirs in zip(
        spots, app_answers([("strategies", one) for one in spots], tmp_path), strict=True
    ):
        assert theirs["exact"], body
        assert max(differences(body, theirs).values()) < NEAR, body


@pytest.mark.long
def test_many_raises_have_the_value_of_the_package(tmp_path: Path) -> None:
    """Twelve sequences: which of several equilibria is found may differ."""
    body = {"game": "holdem", "stacks": ["18bb", "18bb"], "open": ["2bb", "2.5bb", "3bb"], "raises": ["2.5x"]}
    (theirs,) = app_answers([("strategies", body)], tmp_path)
    spot = solved(SolveRequest.from_json(body), Observer())
    assert theirs["exact"]
    assert theirs["values"] == pytest.approx(spot.values, abs=NEAR * spot.situation.big_blind)
    assert max(theirs["gains"]) < NEAR * spot.situation.big_blind


def test_tables_are_small_and_of_two_or_four_cards() -> None:
    assert len(pack_planes(HOLDEM)) < 150_000
    assert len(pack_planes(OMAHA)) < 2_200_000
    with pytest.raises(UnsupportedError, match="two and four cards, not Five-card Omaha"):
        pack_planes(OMAHA_5)
