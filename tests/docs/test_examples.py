"""Every example runs; those on a game on Hold'em, whose table is built in seconds."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

# What an example is called with, and what it must print.
SOLVING = ("holdem", "Exact equilibrium, ")
OTHERS = {"tour.py": ("holdem", "42.8352%"), "video_poker.py": ("JoB 9/6", "1653526326983/1661102543100")}
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_example_runs(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argument, words = OTHERS.get(path.name, SOLVING)
    monkeypatch.setattr(sys, "argv", [str(path), argument])
    runpy.run_path(str(path), run_name="__main__")
    assert words in capsys.readouterr().out
