"""Opens that faced a jam are judged in the tree of the size that was played."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from jamfold.cards.games import HOLDEM
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.hands import HandRequest
from jamfold.histories import raise_solver
from jamfold.histories.grading import POT_LIMIT
from jamfold.histories.raise_solver import OpenSolver
from jamfold.histories.reading import read_pieces
from jamfold.histories.records import Hand
from jamfold.histories.spot_finder import Reason, find_jam_fold_spot, find_raises
from jamfold.spots.hand_lists import LookupResult
from jamfold.spots.solve import load_payoffs
from jamfold.views.history_report import drill_address
from tests.command_line import Runner

_TEXT = """PokerStars Hand #{number}: Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (50/100) - 2026/03/10 17:44:50 ET
Table '2 1' 2-max Seat #1 is the button
Seat 1: Bob (1000 in chips)
Seat 2: Cid (1500 in chips)
Bob: posts small blind 50
Cid: posts big blind 100
*** HOLE CARDS ***
Dealt to {hero} [{cards}]
{play}
*** SUMMARY ***
Total pot {pot} | Rake 0
"""  # noqa: E501 -- as the site writes it
_JAMMED = "Bob: raises 100 to 200\nCid: raises 1300 to 1500 and is all-in\n"
_CALLED = (
    f"{_JAMMED}Bob: calls 800 and is all-in\nUncalled bet (500) returned to Cid\n*** FLOP *** [2c 3c 4c]\n"
    "*** TURN *** [2c 3c 4c] [9d]\n*** RIVER *** [2c 3c 4c 9d] [9h]\nBob collected 2000 from pot"
)
_PLAYS = {
    "fold": (f"{_JAMMED}Bob: folds\nUncalled bet (1300) returned to Cid\nCid collected 400 from pot", 400),
    "call": (_CALLED, 2000),
    "flat": (
        (
            "Bob: raises 100 to 200\nCid: calls 100\n*** FLOP *** [2c 3c 4c]\nCid: checks\nBob: bets 100\n"
            "Cid: folds\nUncalled bet (100) returned to Bob\nBob collected 400 from pot"
        ),
        400,
    ),
    "fold to it": (
        (
            "Bob: raises 100 to 200\nCid: folds\nUncalled bet (100) returned to Bob\n"
            "Bob collected 200 from pot"
        ),
        200,
    ),
    "limp": (
        (
            "Bob: calls 50\nCid: checks\n*** FLOP *** [2c 3c 4c]\nCid: checks\nBob: bets 100\nCid: folds\n"
            "Uncalled bet (100) returned to Bob\nBob collected 200 from pot"
        ),
        200,
    ),
}


def text_of(play: str, number: int = 1, hero: str = "Bob", cards: str = "As 5s") -> str:
    words, pot = _PLAYS[play]
    return _TEXT.format(number=number, hero=hero, cards=cards, play=words, pot=pot)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    load_payoffs(HOLDEM)  # from the tests' shared folder, before the data folder is another
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path / "data"))
    return Runner(capsys)


@pytest.mark.parametrize(
    ("play", "found"),
    [
        ("fold", [("sb", 200, "raise"), ("bb", 200, "jam"), ("sb", 200, "fold")]),
        ("call", [("sb", 200, "raise"), ("bb", 200, "jam"), ("sb", 200, "call")]),
        ("flat", []),
        ("fold to it", []),
        ("limp", []),
    ],
)
def test_what_is_found(play: str, found: list[tuple[str, int, str]]) -> None:
    (hand,) = read_pieces([text_of(play)], "x")
    assert isinstance(hand, Hand)
    spot = find_jam_fold_spot(hand)
    assert spot.reason is (Reason.LIMP if play == "limp" else Reason.RAISE)
    assert [(one.seat, one.raised, one.act) for one in find_raises(hand, spot)] == found


def test_an_answer_that_the_room_gave_is_no_decision() -> None:
    text = text_of("fold").replace("Bob: folds", "Bob has timed out\nBob: folds")
    (hand,) = read_pieces([text], "x")
    assert isinstance(hand, Hand)
    found = find_raises(hand, find_jam_fold_spot(hand))
    assert [(one.seat, one.act) for one in found] == [("sb", "raise"), ("bb", "jam")]


def looked_up(size: str = "2bb") -> LookupResult:
    found = run_case(HandRequest.from_json({"cards": "A5s", "game": "holdem", "open": size}), Observer())
    assert isinstance(found, LookupResult)
    return found


def gap(evs: dict[str, float | None], name: str) -> float:
    """What an action adds over folding."""
    played, folded = evs[name], evs["fold"]
    assert played is not None
    assert folded is not None
    return played - folded


def test_pasted_hands_are_judged_as_solve_says(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A5s opens and calls: the open is right, the fold loses what the call is worth."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text_of("fold").encode())))
    opened, folded = json.loads(run.good("history", "explain", "-", "--json"))
    first, second = (node.evs_bb for node in looked_up().hand.nodes)
    assert (opened["action"], opened["raised_bb"], opened["loss_bb"]) == ("raise", 2.0, 0.0)
    assert opened["margin_bb"] == pytest.approx(gap(first, "raise 2"))
    assert (folded["action"], folded["right"]) == ("fold", "call")
    assert folded["loss_bb"] == pytest.approx(gap(second, "call"))
    assert opened["link"] == "game=holdem&stack=10&open=2bb&hand=A5s&seat=jam"
    assert dict(parse_qsl(folded["link"]))["at"] == "sb raise 2, bb jam"
    opening, calling, *_ = run.good(*shlex.split(folded["explain"])[1:]).splitlines()
    assert (opening.split()[:2], opening[-22:]) == (["RAISE", "2"], "A5s in the small blind")
    assert (calling.split()[:1], calling[-26:]) == (["CALL"], "  after sb raise 2, bb jam")


def test_the_big_blind_jams_over(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of("call", hero="Cid", cards="7d 2h")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    told = run.good("history", "explain")
    assert "7d2h at 10 bb: jam over an open to 2 bb, fold is right" in told
    assert "&open=2bb&at=sb+raise+2&hand=72o&seat=call" in told
    assert (
        "hands like it: jamfold train --game holdem --mode close --seat bb --open 2bb; in the web interface"
        in told
    )
    assert "Not rated: hole cards unknown" in told
    assert "The tree has no limps or flat calls" in told


@pytest.mark.parametrize(("size", "nearest"), [("2bb", "2bb"), ("2.2bb", "2bb"), ("3bb", "2.5bb")])
def test_the_page_drills_the_nearest_of_its_opens(size: str, nearest: str) -> None:
    assert drill_address({"game": "holdem", "open": size}) == f"/train?game=holdem&open={nearest}"


def test_an_open_that_is_worth_as_much_as_the_jam_is_judged_as_that(run: Runner, tmp_path: Path) -> None:
    """A tree with both plays the jam alone; to fold behind the open gives up what the jam would have won."""
    text = text_of("fold").replace("raises 100 to 200", "raises 800 to 900").replace("400", "1800")
    text = text.replace("raises 1300", "raises 600").replace("bet (1300)", "bet (600)")
    (tmp_path / "hands.txt").write_text(text)
    opened, folded = json.loads(run.good("history", "explain", tmp_path / "hands.txt", "--json"))
    first = looked_up("9bb").hand.nodes[0].evs_bb
    assert opened["margin_bb"] == pytest.approx(gap(first, "jam"), abs=1e-9)
    assert (opened["loss_bb"], folded["right"]) == (0.0, "call")
    assert folded["loss_bb"] > 8


_POT_LIMIT = (
    text_of("fold")
    .replace("No Limit", "Pot Limit")
    .replace("Bob (1000", "Bob (900")
    .replace("raises 100 to 200", "raises 200 to 300")
    .replace("raises 1300 to 1500 and is all-in", "raises 600 to 900")
    .replace("bet (1300)", "bet (600)")
    .replace("400", "600")
)


def test_in_pot_limit_nothing_is_judged_beside_a_jam_that_it_forbids(run: Runner, tmp_path: Path) -> None:
    """And an open that is left out is counted once."""
    (tmp_path / "hands.txt").write_text(_POT_LIMIT)
    told = run.good("history", "explain", tmp_path / "hands.txt")
    assert "Not rated: pot limit does not allow the jam (3)" in told
    run.good("history", "import", tmp_path / "hands.txt")
    report = json.loads(run.good("history", "report", "--json"))
    assert (report["known"], report["left_out"]) == (2, [])
    assert report["raises"]["left_out"] == [{"reason": POT_LIMIT, "count": 2}]
    deep = json.loads(run.good("history", "report", "--json", "--max-s", "1"))
    assert (deep["known"], deep["left_out"]) == (2, [])


def test_where_a_rooms_terms_decide_opens_are_left_out(run: Runner, tmp_path: Path) -> None:
    text = text_of("fold").replace("Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (50/100)",
                                   "Hold'em No Limit ($50/$100)")  # fmt: skip
    (tmp_path / "hands.txt").write_text(text)
    club = tmp_path / "club.toml"
    rules = 'house = "Club"\ndate = 2026-11-23\nsource = "the wall"\n'
    rules += '[[room]]\nname = "club"\nseats = 2\nstack = 8\n'
    for fees, left in (('fee = 0.1\nfee_on = "dealt"\n', 0), ("[room.rake]\npercent = 40\n", 2)):
        club.write_text(rules + fees)
        told = run.good("history", "explain", tmp_path / "hands.txt", "--room", club)
        assert (f"{raise_solver.ROOM_DECIDES} ({left})" in told) == bool(left)
        assert ("raise to 2 bb (faced a jam)" in told) == (not left)
    run.good("history", "import", tmp_path / "hands.txt")
    raises = json.loads(run.good("history", "report", "--json", "--room", club))["raises"]
    assert (raises["decisions"], raises["left_out"]) == (
        0,
        [{"reason": raise_solver.ROOM_DECIDES, "count": 2}],
    )


def test_the_report_says_what_is_judged_now_and_before(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [text_of(play, k + 1) for k, play in enumerate(_PLAYS)]
    (tmp_path / "hands.txt").write_text("\n\n".join(texts))
    run.good("history", "import", tmp_path / "hands.txt")
    report = json.loads(run.good("history", "report", "--json"))
    raises = report["raises"]
    assert (raises["decisions"], raises["spots"], raises["mistakes"]) == (4, 1, 1)
    assert [one["name"] for one in raises["by_decision"]] == [raise_solver.NAMES[0], raise_solver.NAMES[2]]
    assert raises["largest_gain"] < 1e-9
    assert (report["decisions"], report["known"]) == (0, 7)
    left = {one["reason"]: one["count"] for one in report["left_out"]}
    assert left == {"limp": 1, "raise, not all-in": 2}
    told = run.good("history", "report")
    assert "Rated: 4 of 7 decisions in the blinds (57.1%); 0 (0.0%) without opens." in told
    assert "Opens that faced a jam" in told

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("kept answers are not solved again")

    monkeypatch.setattr(OpenSolver, "solve", refuse)
    assert json.loads(run.good("history", "report", "--json"))["raises"] == raises
