"""Without Matplotlib, an extra, a figure is refused in one sentence before anything is computed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.command_line import Runner


def test_a_figure_without_matplotlib(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data_folder: Path, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run, path = Runner(capsys), tmp_path / "figure.svg"
    for words in (("converge", "--game", "holdem", "--out", path), ("chart", "holdem", "--out", path)):
        assert run.bad(*words) == "Figures need the package matplotlib: pip install 'jamfold[figures]'."
    assert not path.exists()
