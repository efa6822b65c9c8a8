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
from tests.app_answers import app_answers
from tests.app_spots import NEAR, differences

GAMES = ("omaha", "omaha-hilo")
SPOTS: list[dict[str, Any]] = [
    {"stacks": ["10bb", "10bb"]},
    {"stacks": ["10.37bb", "10.37bb"], "ante": "0.13bb"},
    {"stacks": ["17bb", "6bb"], "bb_ante": "1bb"},
    {"stacks": ["2.2bb", "3bb"], "dead": "0.5bb"},
    {"stacks": ["25bb", "25bb"], "rake": 5},
]


@pytest.mark.slow
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


def _damaged(content: bytes) -> list[bytes]:
    """A file cut off, one with a byte changed, one of another game, and what is no file."""
    middle = len(content) // 2
    changed = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
    other = low_rank_file(find_game("omaha-hilo"))
    short = gzip.compress(gzip.decompress(content)[:1000])
    return [content[:middle], changed, other, short, b"no file"]


def test_damaged_tables_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in _damaged(low_rank_file(OMAHA)):
        monkeypatch.setattr(offline_app, "low_rank_file", lambda _game, content=content: content)
        (told,) = app_answers([("solve", {"game": "omaha"})], tmp_path)
        assert told["error"].startswith("The approximate table of Omaha in this file is damaged"), told
