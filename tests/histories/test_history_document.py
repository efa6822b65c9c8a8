"""What docs/histories.md quotes of a report is what the program says of the published hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from jamfold.cards.games import HOLDEM
from jamfold.spots.solve import load_payoffs
from tests.command_line import Runner
from tests.documents import ROOT
from tests.histories.samples import synthetic

COMMAND = "jamfold history report --player Hero --game holdem --full"


def test_the_quoted_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_payoffs(HOLDEM)
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    run = Runner(capsys)
    run.good("history", "import", *synthetic())
    printed = [line.rstrip() for line in run.good(*COMMAND.split()[1:]).splitlines()]
    lines = (ROOT / "docs" / "histories.md").read_text(encoding="utf-8").splitlines()
    start = lines.index(f"    $ {COMMAND}") + 1
    quoted = [line.removeprefix("    ") for line in lines[start : lines.index("    ...", start)]]
    assert len(quoted) > 20
    assert quoted == printed[: len(quoted)]
