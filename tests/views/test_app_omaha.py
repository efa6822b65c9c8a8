"""The file that solves answers of Omaha and Hi/Lo as the package does without a table."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from jamfold.cards.games import OMAHA, find_game
from jamfold.cases.answers.spots import solved
from jamfold.cases.answers.watch import Observer
from jamfold.cases.spots import SolveRequest
from jamfold.class_tables.low_rank import low_rank_file
from jamfold.views import offline_app
from jamfold.views.range_examples import GENERIC
from tests.app_answers import Asked, answered, app_answers, same
from tests.app_spots import NEAR, differences

GAMES = ("omaha", "omaha-hilo")
SPOTS: list[dict[str, Any]] = [
    {"stacks": ["10bb", "10bb"]},
    {"stacks": ["10.37bb", "10.37bb"], "ante": "0.13bb"},
    {"stacks": ["17bb", "6bb"], "bb_ante": "1bb"},
    {"stacks": ["2.2bb", "3bb"], "dead": "0.5bb"},
    {"stacks": ["25bb", "25bb"], "rake": 5},
]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_strategies_are_those_of_the_package(game: str, tmp_path: Path) -> None:
    bodies = [{"game": game, "method": "approximate", **spot} for spot in SPOTS]
    for body, theirs in zip(
        bodies, app_answers([("strategies", one) for one in bodies], tmp_path), strict=True
    ):
        spot = solved(SolveRequest.from_json(body), Observer())
        apart = differences(body, theirs)
        assert max(apart[name] for name in ("value", "chance", "margin")) < NEAR, body
        assert theirs["gains"] == pytest.approx(spot.payoffs.gains(spot.solution.gains), rel=1e-9)
        assert not theirs["exact"]


APPROXIMATE = {"method": "approximate"}
QUESTIONS: list[Asked] = [
    ("solve", {"game": "omaha", **APPROXIMATE}),
    ("solve", {"game": "omaha", "call_range": "20%", "stacks": ["10.37bb", "10.37bb"], **APPROXIMATE}),
    ("solve", {"game": "omaha-hilo", "jam_range": "AA,A2", "ante": "0.13bb", **APPROXIMATE}),
    ("hand", {"game": "omaha", "cards": "AsAhKsKh", **APPROXIMATE}),
    ("hand", {"game": "omaha", "id": 9000, "position": "bb", "stacks": ["10.37bb", "12bb"], **APPROXIMATE}),
    ("hand", {"game": "omaha-hilo", "cards": "KQJT$ds", "position": "bb", **APPROXIMATE}),
    ("hand", {"game": "omaha-hilo", "cards": "KhTs9s2c", "rake": 5, **APPROXIMATE}),
    ("compare", {"game": "omaha", "jam": "30%", "call": "AA,KK", **APPROXIMATE}),
    ("explorer", {"game": "omaha", "low": 10.37, "high": 10.37, **APPROXIMATE}),
    ("explorer", {"game": "omaha-hilo", "low": 3, "high": 5, "step": 1, "ante": 1, **APPROXIMATE}),
]
RANGES = (
    *(text for text, _ in GENERIC if text != "AsKsQhJh"),
    *("JJ-99", "88-22", "TT+", "KQJT-", "RRNN", "$R$R$R$R", "Ax*x", "RR", "AAxx", "akqj", "wxyz"),
    *("double-suited aces, rundown, JT98ds", "5%-15%", "[50]AA,KK[/50], QQ", "RRON:xxyz!AA"),
    *("[A-T][K-9]xQx", "KQ:$ds:0.5", "A2:$np, none", "(AA,KK,QQ!QQQ)$nt", "*!(AA,7)"),
)
BAD = ("AAAAK", "AA,", "(AA", "AA$", "AK-QT", "120%", "AA@0", "[A,K-", "foo", "AsKs", "wx+")


@pytest.mark.long
def test_answers_are_those_of_the_package(tmp_path: Path) -> None:
    for (name, body), theirs in zip(QUESTIONS, app_answers(QUESTIONS, tmp_path), strict=True):
        assert theirs == same(answered(name, body), theirs), (name, body)


@pytest.mark.long
def test_ranges_are_those_of_the_package(tmp_path: Path) -> None:
    """But for the text: the file tells a range as it was typed."""
    asked = [("range", {"game": "omaha", "text": text, "list_classes": True}) for text in RANGES]
    for (name, body), theirs in zip(asked, app_answers(asked, tmp_path), strict=True):
        mine = answered(name, body)
        assert {**theirs, "canonical": mine["canonical"]} == same(mine, theirs | mine), body


@pytest.mark.slow
def test_what_the_file_cannot_answer_is_refused(tmp_path: Path) -> None:
    asked: list[Asked] = [("range", {"game": "omaha", "text": text}) for text in BAD]
    asked += [
        ("solve", {"game": "omaha", "prizes": [50, 30, 20], "table": ["20bb", "5bb"]}),
        ("solve", {"game": "omaha", "open": ["2bb"]}),
        ("explorer", {"game": "omaha", "limit": "pot", "low": 5, "high": 5}),
        ("outline", {"game": "omaha"}),
        ("equity", {"game": "omaha", "players": ["AA", "KK"]}),
        ("hand", {"game": "omaha", "cards": "AsAsKhKd"}),
    ]
    told = app_answers(asked, tmp_path)
    assert all("error" in one for one in told), told
    assert [one["error"] for one in told[:3]] == [
        "'AAAAK' has 5 cards: a hand of Omaha has 4.",
        "The range 'AA,' is incomplete.",
        "The range '(AA' is incomplete.",
    ]
    assert "need ties" in told[len(BAD)]["error"]
    assert "Raises before the all-in need the table of Omaha" in told[len(BAD) + 1]["error"]


def _damaged(content: bytes) -> list[bytes]:
    """A file cut off, one with a byte changed, one of another game, and what is no file."""
    middle = len(content) // 2
    changed = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    other = low_rank_file(find_game("omaha-hilo"))
    short = gzip.compress(gzip.decompress(content)[:1000])
    return [content[:middle], changed, other, short, b"no file"]


@pytest.mark.long
def test_damaged_tables_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in _damaged(low_rank_file(OMAHA)):
        monkeypatch.setattr(offline_app, "low_rank_file", lambda _game, content=content: content)
        (told,) = app_answers([("solve", {"game": "omaha"})], tmp_path)
        assert told["error"].startswith("The approximate table of Omaha in this file is damaged"), told
