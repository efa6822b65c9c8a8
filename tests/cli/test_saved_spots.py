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
    assert "holds no spot with all its hands" in told
    assert len(told) < 300 + len(str(file))
