"""``jamfold history explain``: a pasted hand is judged at once in every seat, and nothing is kept."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from jamfold.cards.games import HOLDEM
from jamfold.spots.solve import load_payoffs
from tests.command_line import Runner
from tests.histories.samples import FOLDER

HAND = """PokerStars Hand #1: Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (50/100) - 2026/03/10 17:44:50 ET
Table '2 1' 3-max Seat #1 is the button
Seat 1: Ann (2000 in chips)
Seat 2: Bob (857 in chips)
Seat 3: Cid (1500 in chips)
Bob: posts small blind 50
Cid: posts big blind 100
*** HOLE CARDS ***
Ann: folds
Bob: raises 757 to 857 and is all-in
Cid: calls 757
*** FLOP *** [2c 3c 4c]
*** TURN *** [2c 3c 4c] [9d]
*** RIVER *** [2c 3c 4c 9d] [9h]
*** SHOW DOWN ***
Bob: shows [7d 2h] (two pair)
Cid: shows [As Kd] (a pair)
Bob collected 1714 from pot
*** SUMMARY ***
Total pot 1714 | Rake 0
"""  # noqa: E501 -- as the site writes it


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    load_payoffs(HOLDEM)  # from the tests' shared folder, before the data folder is another
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    return Runner(capsys)


def paste(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.long
def test_a_pasted_hand_is_judged_in_both_blinds(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    paste(monkeypatch, HAND)
    small, big = json.loads(run.good("history", "explain", "-", "--json"))
    assert (small["player"], small["action"], small["right"]) == ("Bob", "jam", "fold")
    assert (big["player"], big["action"], big["right"], big["loss_bb"]) == ("Cid", "call", "call", 0)
    assert small["loss_bb"] == pytest.approx(-small["margin_bb"])
    explained = json.loads(run.good(*shlex.split(small["explain"])[1:], "--json"))
    assert abs(explained["difference_bb"]) == pytest.approx(small["loss_bb"], abs=1e-9)
    paste(monkeypatch, HAND)
    text = run.good("history", "explain")
    assert "Bob, small blind, 7d2h at 8.57 bb: jam, fold is right" in text
    assert "Cid, big blind, AsKd at 8.57 bb: call, which is right" in text
    drill = next(line for line in text.splitlines() if "hands like it" in line)
    command, _, link = drill.partition("; in the web interface: /train?")
    assert dict(parse_qsl(link)) == {"game": "holdem", "mode": "close", "seat": "sb", "stack": "8-12"}
    paste(monkeypatch, "q\n")
    run.good(*shlex.split(command.partition(": jamfold ")[2]))
    paste(monkeypatch, HAND)
    assert json.loads(run.good("history", "hands", "--json")) == []


def test_what_is_not_judged_is_told(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    paste(monkeypatch, HAND.replace("Bob: shows [7d 2h] (two pair)\n", ""))
    assert "Not rated: hole cards unknown (2)." in run.good("history", "explain")
    paste(monkeypatch, HAND.replace("Ann: folds", "Zoe: folds"))
    assert "No hands could be read: Hand 1: 'Zoe' acts but has no seat" in run.bad("history", "explain")
    assert "no hand of a supported site" in run.bad("history", "explain", FOLDER / "broken" / "shopping.txt")
    for text in ("", "\n"):
        paste(monkeypatch, text)
        assert run.bad("history", "explain") == "Standard input is empty. Paste a hand, or name a file."
