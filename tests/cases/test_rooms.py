"""Rooms: their files, what a question takes from them, what is told of them, bad input."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from jamfold.betting.ends import terms_contract
from jamfold.betting.rooms import find_room, read_room, rooms
from jamfold.cases.spots import SolveRequest
from jamfold.cases.table import TableRequest
from jamfold.core.errors import JamfoldError

OWN = """
house = "club"
date = 2026-11-23
source = "the wall"

[[room]]
name = "one"
game = "holdem"
blinds = [1, 2]
seats = 3
stack = 8
fee = 0.1
fee_on = "showdown"
jackpot = { rule = "royal", size = 100 }
"""


def test_every_room_is_dated_and_has_a_source() -> None:
    assert len(rooms()) == 15
    for room in rooms().values():
        assert room.date.startswith("2026-")
        assert room.source
    omaha = find_room("GG-Omaha-0.20")
    assert (omaha.seats, omaha.stack, omaha.fee, omaha.jackpot_share) == (4, 5, 0.1, 0.01)


def test_the_terms_of_the_specification() -> None:
    question = SolveRequest(room="gg-omaha-0.20", pool=750_000)
    told = terms_contract(question.terms, question.situation.big_blind)
    assert told is not None
    assert told.jackpot is not None
    assert (told.fee.dealt, told.fee.all_in, told.fee.showdown) == (0.1, 0.0, 0.0)
    assert (told.jackpot.rule, told.jackpot.size) == ("royal", 375.0)
    assert (told.room, told.date) == ("gg-omaha-0.20", "2026-09-26")
    assert any("--fee-on" in one for one in told.assumed)
    table = TableRequest(room="gg-omaha-0.20", fee_on="showdown", stacks=("5bb", "11.2bb", "5bb"))
    assert table.hand.terms.fees.showdown == pytest.approx(0.02)
    about = table.hand.terms.about
    assert about is not None
    assert not any("--fee-on" in one or "--stacks" in one for one in about.assumed)
    assert any("--pool" in one for one in about.assumed)


def test_the_old_preset_is_a_room() -> None:
    question = TableRequest(preset="aof", game="holdem")
    assert (question.room, question.hand.stacks) == ("aof", (80.0,) * 4)
    assert not question.hand.terms.has_extras


def test_what_is_usual_elsewhere_goes_before_a_room(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN + "rake = { percent = 5 }\n", encoding="utf-8")
    assert SolveRequest(room="gg-omaha-0.20", game="holdem", jackpot_rule="straight-flush").game == "holdem"
    assert SolveRequest(room_file=path).rake == 5
    assert SolveRequest(room_file=path, rake=0).rake == 0
    table = TableRequest(room="gg-holdem-0.10", blinds=(5, 10), stack=80, seats=3)
    assert (table.blinds, table.hand.stacks) == ((5.0, 10.0), (80.0,) * 3)
    assert dict(parse_qsl(table.to_query_string()))["blind_bb"] == "10"
    assert replace(table, seats=2).hand.stacks == (80.0,) * 2


def test_a_size_of_one_s_own_goes_before_a_room_s(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    jackpot = TableRequest(room_file=path, pool=1000, share=3).hand.terms.jackpot
    assert jackpot is not None
    assert jackpot.size == 30
    sized = SolveRequest(room="gg-omaha-0.20", jackpot_size=9).terms.jackpot
    assert sized is not None
    assert sized.size == 9


@pytest.mark.parametrize(
    ("values", "gone", "stays"),
    [
        ({"room": "aof", "fee": "0.2bb", "fee_on": "dealt"}, "no fees", "no jackpot"),
        ({"room": "aof", "rake": 5}, "no fees", "no jackpot"),
        ({"room": "aof", "jackpot_rule": "royal", "jackpot_size": 9}, "no jackpot", "no fees"),
        ({"room": "gg-omaha-0.20", "fee": 0}, "charged for every hand", "same stack"),
        ({"room": "gg-holdem-0.25", "blinds": (5, 10)}, "small blind", "charged for every hand"),
        ({"room": "stars-all-in", "fee": 0, "game": "six-plus"}, "Hold'em", "no jackpot"),
    ],
)
def test_what_is_assumed_holds(values: dict[str, Any], gone: str, stays: str) -> None:
    question = TableRequest(**values)
    for one in (question, replace(question, seconds=1)):
        about = one.hand.terms.about
        assert about is not None
        assert not any(gone in told for told in about.assumed)
        assert any(stays in told for told in about.assumed)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    """The sentence was that of a codec."""
    path = tmp_path / "own.toml"
    path.write_bytes(OWN.encode("utf-16"))
    with pytest.raises(JamfoldError, match=r"own\.toml' is not UTF-8 text\."):
        read_room(path)


def test_a_cap_needs_a_percent(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN + "rake = { cap = 3 }\n", encoding="utf-8")
    with pytest.raises(JamfoldError, match=r"has a cap, and no percent\. .* { percent = 5, cap = 3 }\."):
        read_room(path)
    path.write_text(OWN + 'rake = { cap = 3 }\nneeds = ["rake"]\n', encoding="utf-8")
    assert read_room(path).rake_cap == 3


def test_a_file_of_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    assert read_room(path).fee_parts == {"fee": 0.1}
    question = TableRequest.from_cli({"room": str(path)})
    jackpot = question.hand.terms.jackpot
    assert question.hand.stacks == (16.0,) * 3
    assert jackpot is not None
    assert jackpot.size == 200
    for old, new in (
        ('fee_on = "showdown"\n', ""),
        ("seats = 3", "seats = 30"),
        ('"royal"', '"pair"'),
        ("stack = 8\n", ""),
        ("stack = 8", "stack = 8\nsize = 3"),
        ("[[room]]", "[[room"),
        ("[1, 2]", "[1]"),
        ("[1, 2]", "[" * 9999),
        ("seats = 3", "seats = inf"),
        ("seats = 3", "seats = 2.9"),
        ("stack = 8", "stack = 8\nrake = { percnt = 5 }"),
        ("stack = 8", "stack = 8\nrake = { percent = -5 }"),
        ("stack = 8", 'stack = 8\nneeds = "rake"'),
        ("stack = 8", 'stack = 8\nneeds = ["rke"]'),
        ("stack = 8", 'stack = 8\nassumed = "abc"'),
        ("fee = 0.1", "fee = { rake = 0.2, back = -0.1 }"),
        ("size = 100", "size = 100, share = 1"),
        ('rule = "royal", ', ""),
        ("[[room]]", '[[room]]\nname = "one"\nseats = 2\nstack = 5\n[[room]]'),
    ):
        path.write_text(OWN.replace(old, new), encoding="utf-8")
        with pytest.raises(JamfoldError) as caught:
            TableRequest.from_cli({"room": str(path)})
        assert caught.value.field == "room"


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"room": "gg-omha-0.2"}, "room", "did you mean gg-omaha-0.20"),
        ({"room": "gg"}, "room", "did you mean gg-holdem-0.10 or gg-holdem-0.25"),
        ({"room": "ggpoker"}, "room", "did you mean gg-holdem-0.10 or gg-holdem-0.25"),
        ({"room": "PokerStars"}, "room", "did you mean stars-all-in?"),
        ({"jackpot_rule": "royal"}, "jackpot_size", "needs a size"),
        ({"jackpot_rule": "royal", "pool": 100}, "share", "needs a size"),
        ({"jackpot_size": "100bb"}, "jackpot_rule", "needs a rule"),
        ({"jackpot_rule": "pair"}, "jackpot_rule", "Choose from: straight-flush, royal"),
        ({"fee": "0.2bb"}, "fee_on", "hands that are charged"),
        ({"fee": -1, "fee_on": "dealt"}, "fee", "negative"),
        ({"pool": 750_000, "share": 0.01}, "jackpot_rule", "needs a rule"),
        ({"share": 0.01}, "jackpot_rule", "needs a rule"),
        ({"room": "aof", "pool": 1000}, "jackpot_rule", "needs a rule"),
        ({"jackpot_rule": "royal", "jackpot_size": 9, "pool": 100}, "jackpot_size", "not both"),
        ({"room": "gg-omaha-0.20", "jackpot_size": 9, "pool": 100}, "jackpot_size", "not both"),
        ({"fee_on": "showdown"}, "fee", "no fee to charge"),
        ({"room": "aof", "fee_on": "showdown"}, "fee", "no fee to charge"),
        ({"room": "stars-all-in"}, "rake", "not known"),
        ({"room": "coinpoker-omaha-0.25"}, "room", "flop is dealt before"),
        ({"fee": "0.2bb", "fee_on": "dealt", "open": "2bb"}, "open", "jam or fold only"),
        ({"fee": "0.2bb", "fee_on": "dealt", "prizes": (65, 35)}, "prizes", "per-hand fees"),
    ],
)
def test_bad_input_is_one_sentence(values: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(JamfoldError, match=words) as caught:
        SolveRequest(**values)
    assert caught.value.field == field
