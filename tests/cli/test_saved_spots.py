"""Solutions that the file that solves has saved, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Runner


@pytest.mark.parametrize(
    ("name", "value"), [("played", 10**400), ("id", 10**400), ("played", "often")], ids=("much", "id", "text")
)
def test_damaged_numbers_are_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, value: Any
) -> None:
    hand = {"id": 0, "position": "sb", "played": 1.0} | {name: value}
    spot = {"format": "jamfold spot", "version": 1, "question": {"game": "holdem"}, "hands": [hand]}
    file = tmp_path / "spot.json"
    file.write_text(json.dumps(spot), encoding="utf-8")
    told = Runner(capsys).bad("solve", "--from", file)
    assert "has no complete spot" in told
    assert len(told) < 300 + len(str(file))


def test_the_audit_takes_the_hand_of_the_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run, file = Runner(capsys), tmp_path / "spot.json"
    spot = {
        "game": "six-plus",
        "stacks": ["4bb", "4bb"],
        "prizes": ["sng"],
        "table": [50],
        "room_file": "none",
    }
    hands = [{"id": k, "position": seat, "played": 1.0} for k in range(81) for seat in ("sb", "bb")]
    saved = {"format": "jamfold spot", "version": 1, "question": spot, "hands": hands}
    file.write_text(json.dumps(saved), encoding="utf-8")
    assert "Six-Plus Hold'em, straight beats trips, 2 seats, 4 bb each, 1 other player" in run.good(
        "audit", file
    )
    assert "2 seats, 5 bb each" in run.good("audit", file, "--game", "six-plus", "--stacks", "5bb", "5bb")
    for damaged in ({"format": "another"}, saved | {"question": [5]}, [saved]):
        file.write_text(json.dumps(damaged), encoding="utf-8")
        assert "Enter stacks" in run.bad("audit", file)


def test_a_saved_spot_names_no_other_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "spot.json"
    spot = {"format": "jamfold spot", "version": 1, "question": {"prizes_file": str(file)}, "hands": []}
    file.write_text(json.dumps(spot), encoding="utf-8")
    assert "has no complete spot." in Runner(capsys).bad("solve", "--from", file)
