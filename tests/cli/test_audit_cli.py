"""``jamfold audit``: files go in, a verdict comes out; what jamfold has written audits to nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Runner

TWO = ("--game", "six-plus", "--stacks", "100", "100")
RANGES = "sb: 66+,A6+\nbb after sb: 15%"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def audit(run: Runner, *words: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run.good("audit", *words, "--json"))
    return answer


@pytest.mark.slow
def test_json(run: Runner) -> None:
    answer = audit(run, *TWO, "--ranges", RANGES, "--hands", "3")
    assert list(answer) == [
        "spot", "exact", "counted", "unit", "deals", "seats", "decisions", "hands", "more_hands", "problems",
        "lifetime", "unnoticed",
    ]  # fmt: skip
    sb, bb = answer["seats"]
    assert (sb["seat"], bb["seat"], answer["counted"], answer["exact"]) == ("sb", "bb", True, False)
    assert sb["gain"] == pytest.approx(10 * sb["gain_bb"])
    assert sb["gain_least"] == sb["gain_bound"] == sb["gain"]
    costs = [one["cost"] for one in answer["decisions"]]
    assert costs == pytest.approx([sb["gain"], bb["gain"]])
    assert [one["given"] for one in answer["decisions"]] == [True, True]
    assert answer["decisions"][1]["file"] == "pasted text"
    assert answer["decisions"][1]["line"] == 2
    assert len(answer["hands"]) == 3
    assert answer["more_hands"] > 0


@pytest.mark.parametrize(
    ("made", "ending"),
    [
        (("hands", "--format", "json"), "json"),
        (("hands", "--format", "csv"), "csv"),
        (("table", "--json"), "json"),
        (("table", "--csv"), "csv"),
    ],
)
def test_what_jamfold_writes_audits_to_nothing(
    run: Runner, tmp_path: Path, made: tuple[str, ...], ending: str
) -> None:
    name, *more = made
    if name == "hands":
        parts = [run.good(name, *TWO, *more, "--as", seat) for seat in ("sb", "bb")]
        files = [tmp_path / f"{seat}.{ending}" for seat in ("sb", "bb")]
    else:
        parts, files = [run.good(name, *TWO, *more)], [tmp_path / f"table.{ending}"]
    for file, part in zip(files, parts, strict=True):
        file.write_text(part, encoding="utf-8")
    answer = audit(run, *files, *TWO)
    assert all(one["given"] for one in answer["decisions"])
    assert max(one["gain"] for one in answer["seats"]) < 1e-9
    assert "they are an equilibrium" in run.good("audit", *files, *TWO)


def test_profiles_and_charts_audit_to_nothing(run: Runner, tmp_path: Path) -> None:
    profile, chart = tmp_path / "profile.json", tmp_path / "chart.json"
    run.good("table", *TWO, "--out", profile)
    assert max(one["gain"] for one in audit(run, profile, *TWO)["seats"]) < 1e-9
    run.good("chart", "--game", "six-plus", "--from", "9.5", "--to", "10.5", "--step", "0.5", "--out", chart)
    assert max(one["gain"] for one in audit(run, chart, *TWO)["seats"]) < 1e-9
    sheet = chart.with_suffix(".csv")
    run.good("chart", "--game", "six-plus", "--from", "9.5", "--to", "10.5", "--step", "0.5", "--out", sheet)
    assert max(one["gain"] for one in audit(run, sheet, *TWO)["seats"]) < 0.05
    sentence = run.bad("audit", chart, "--game", "six-plus", "--stacks", "12bb", "12bb")
    assert "The chart has no stack of 12 bb" in sentence


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_a_device_never_ends_and_is_not_read(run: Runner) -> None:
    """Also where the hand would be taken from the file."""
    assert "No players" in run.bad("audit", "/dev/zero")
    assert "it is a device or a pipe" in run.bad("audit", "/dev/zero", *TWO)


def test_the_page_that_prints(run: Runner, tmp_path: Path) -> None:
    page = tmp_path / "audit.html"
    shown = run.good("audit", *TWO, "--ranges", "sb: 66+,A6+", "--html", page)
    assert "Decisions without a range, filled in with best play: bb after sb." in shown
    text = page.read_text(encoding="utf-8")
    assert "Costliest hands" in text
    assert "<script" not in text
    assert not re.search(r"https?://(?!www.w3.org/2000/svg)", text)
    assert run.good("audit", *TWO, "--ranges", RANGES, "--csv").startswith("seat,after,class_id,hand,")


def test_bad_input(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "BB.txt"
    file.write_text("66+\nAKx\n", encoding="utf-8")
    sentence = run.bad("audit", file, *TWO)
    assert "BB.txt, line 2: 'AKx'" in sentence
    assert "To skip ranges that cannot be read, use --partial." in sentence
    assert "No range could be read" in run.bad("audit", file, *TWO, "--partial")
    shown = run.good("audit", file, *TWO, "--partial", "--ranges", "sb: 66+")
    assert "Left out: BB.txt, line 2" in shown.replace("\n", " ")
    assert "No ranges." in run.bad("audit", *TWO)
    assert "Cannot read" in run.bad("audit", tmp_path / "none.txt", *TWO)
    assert "No players" in run.bad("audit", file, "--game", "six-plus")
