"""Hands of all-in-or-fold tables are judged by what the room charges and pays."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from jamfold.betting.rooms import find_room, table_of
from jamfold.betting.terms import PayoffTerms
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.histories import (
    HistoryExplainRequest,
    HistoryOpponentsRequest,
    HistoryReportRequest,
)
from jamfold.histories.room_solver import hands_of, terms_of, terms_text
from jamfold.valuation.fees import Fees, Jackpot, Rake
from jamfold.views.history_report_html import explained_fragment
from tests.command_line import Runner
from tests.histories.all_in_or_fold import hand_text
from tests.shared_tables import share_tables

HANDS = 60


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setenv("JAMFOLD_DATA", str(share_tables(tmp_path / "data")))
    return Runner(capsys)


def kept(run: Runner, tmp_path: Path, **form: Any) -> Path:
    file = tmp_path / "aof.txt"
    file.write_text("".join(hand_text(number, **form) for number in range(HANDS)))
    run.good("history", "import", str(file))
    return file


def report(run: Runner, *options: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run.good("history", "report", "--json", *options))
    return answer


def test_fees_of_every_hand_dealt_change_no_decision_and_are_counted(run: Runner, tmp_path: Path) -> None:
    kept(run, tmp_path)
    told = report(run)
    (room,) = told["rooms"]
    assert (room["room"], room["hands"], room["terms"]["fee"]["dealt"]) == ("gg-holdem-0.10", HANDS, 0.2)
    assert room["fees_bb"] == pytest.approx(0.2 * HANDS)
    assert any("--fee-on" in one for one in room["assumed"])
    assert not any("--stacks" in one for one in room["assumed"])
    free = report(run, "--fee", "0")
    assert free["loss_bb"] == told["loss_bb"]
    assert {one["room"] for one in told["worst"]} == {""}
    assert report(run, "--rakeback", "25")["rooms"][0]["fees_bb"] == pytest.approx(0.15 * HANDS)


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    ["--fee-on showdown", "--pool 1000000", "--fee-on all-in --rakeback 40 --fortune 0.1bb", "--rake 5"],
)
def test_other_terms_judge_as_explain_does(options: str, run: Runner, tmp_path: Path) -> None:
    kept(run, tmp_path)
    chips, told = report(run), report(run, *options.split())
    assert told["loss_bb"] != chips["loss_bb"]
    assert told["decisions"] == chips["decisions"]
    for one in told["worst"][:3]:
        assert one["room"].startswith("--room gg-holdem-0.10")
        explained = json.loads(run.good(*shlex.split(one["explain"])[1:], "--json"))
        assert explained["difference_bb"] == pytest.approx(one["margin_bb"], abs=1e-9)
    assert report(run, *options.split()) == told  # what is kept


def test_a_named_room_takes_its_hands_alone(run: Runner, tmp_path: Path) -> None:
    file = kept(run, tmp_path)
    other = tmp_path / "cash.txt"
    other.write_text("".join(hand_text(number, prefix="HD") for number in range(HANDS, 2 * HANDS)))
    run.good("history", "import", str(other))
    assert report(run)["hands"] == 2 * HANDS
    named = report(run, "--room", "gg-holdem-0.10", "--fee-on", "showdown")
    assert (named["hands"], named["rooms"][0]["hands"]) == (HANDS, HANDS)
    assert {one["file"] for one in named["worst"]} == {str(file.resolve())}
    listed = json.loads(run.good("history", "hands", "--room", "gg-holdem-0.10", "--json"))
    assert len(listed) == HANDS
    assert not json.loads(run.good("history", "hands", "--room", "gg-omaha-0.20", "--json"))


@pytest.mark.long
def test_a_room_of_ones_own_judges_hands_of_any_site(run: Runner, tmp_path: Path) -> None:
    kept(run, tmp_path, prefix="HD")
    club = tmp_path / "club.toml"
    club.write_text(
        'house = "Club"\ndate = 2026-11-23\nsource = "the wall"\n[[room]]\nname = "club"\ngame = "holdem"\n'
        'seats = 2\nstack = 8\nfee = 0.3\nfee_on = "showdown"\n'
    )
    assert not report(run)["rooms"]
    told = report(run, "--room", str(club))
    assert str(tmp_path) not in json.dumps(report(run, "--room", str(club), "--anonymise"))
    assert (told["rooms"][0]["room"], told["rooms"][0]["fees_bb"]) == ("club", None)
    one = told["worst"][0]
    explained = json.loads(run.good(*shlex.split(one["explain"])[1:], "--json"))
    assert explained["difference_bb"] == pytest.approx(one["margin_bb"], abs=1e-9)


def test_a_pasted_hand_is_explained_by_the_terms_of_its_table(run: Runner, tmp_path: Path) -> None:
    file = kept(run, tmp_path)
    told = run.good("history", "explain", str(file), "--fee-on", "showdown")
    assert "At gg-holdem-0.10" in told
    assert "fee 0.2 bb a player for each showdown" in told
    plain = json.loads(run.good("history", "explain", str(file), "--json"))
    fees = json.loads(run.good("history", "explain", str(file), "--fee-on", "showdown", "--json"))
    assert [one["hand_id"] for one in plain] == [one["hand_id"] for one in fees]
    assert sum(one["margin_bb"] for one in fees) < sum(one["margin_bb"] for one in plain)


@pytest.mark.long
def test_tables_of_four_are_sampled_with_the_terms(run: Runner, tmp_path: Path) -> None:
    kept(run, tmp_path, seats=4)
    options = ("--fee-on", "showdown")
    run.good("history", "tables", "--seconds", "0.5", "--spots", "1", *options)
    told = report(run, *options)["larger"]
    assert told["spots"] == 1
    assert "--room gg-holdem-0.10 --fee-on showdown" in told["worst"][0]["explain"]
    assert report(run)["larger"]["spots"] == 0  # by chips alone it is another spot


def test_terms_of_no_hand_are_refused(run: Runner, tmp_path: Path) -> None:
    file = kept(run, tmp_path, prefix="HD")
    for words in (("report",), ("tables",), ("explain", str(file))):
        assert "Name the room's table with --room" in run.bad("history", *words, "--fee", "0.1bb")


@pytest.mark.long
def test_no_rake_at_all_goes_before_the_rooms(run: Runner, tmp_path: Path) -> None:
    kept(run, tmp_path)
    club = tmp_path / "it's.toml"
    club.write_text(
        'house = "Club"\ndate = 2026-11-23\nsource = "the wall"\n[[room]]\nname = "club"\ngame = "holdem"\n'
        "seats = 2\nstack = 8\n[room.rake]\npercent = 20\n"
    )
    charged, free = report(run, "--room", str(club)), report(run, "--room", str(club), "--rake", "0")
    assert charged["loss_bb"] != free["loss_bb"] == report(run)["loss_bb"]
    switched = report(run, "--room", str(club), "--drop-always")["worst"][0]
    assert switched["explain"].endswith("--room club --drop-always")
    explained = json.loads(run.good(*shlex.split(switched["explain"])[1:], "--json"))
    assert explained["difference_bb"] == pytest.approx(switched["margin_bb"], abs=1e-9)
    shown = HistoryReportRequest.from_strings(HistoryReportRequest().to_strings())
    assert not shown.own_terms  # a form that nobody touched


def test_hands_of_another_game_or_room_tell_no_terms(run: Runner, tmp_path: Path) -> None:
    file = kept(run, tmp_path)
    other = tmp_path / "omaha.txt"
    other.write_text(
        "".join(hand_text(number, omaha=True, blinds=(10, 20), stack=200) for number in (91, 92))
    )
    run.good("history", "import", str(other))
    assert len(report(run)["rooms"]) == 2
    assert [one["room"] for one in report(run, "--game", "holdem")["rooms"]] == ["gg-holdem-0.10"]
    sentence = run.bad("history", "explain", str(file), "--room", "gg-holdem-0.50")
    assert "No hand here was played at this room's table" in sentence


def test_a_pasted_hand_tells_its_terms_on_the_page(run: Runner, tmp_path: Path) -> None:
    file = kept(run, tmp_path)
    question = HistoryExplainRequest(paths=(str(file),))
    html = str(explained_fragment(question, run_case(question, Observer())))
    assert "fee 0.2 bb a player for each hand dealt" in html


def test_blinds_whose_terms_are_not_known_are_said(run: Runner, tmp_path: Path) -> None:
    kept(run, tmp_path, blinds=(3, 7), stack=70)
    assert report(run)["rooms"][0]["terms"] is None
    assert "All-in-or-fold tables with unknown fees, rated by chips only: 60 hands" in run.good(
        "history", "report"
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--room nowhere", "Unknown room 'nowhere'"),
        ("--room gg-holdem-0.11", "did you mean gg-holdem-0.10"),
        ("--room stars-all-in", "The rake of stars-all-in is not known"),
        ("--room coinpoker-omaha-0.25", "the flop is dealt before anybody acts"),
        ("--room gg-holdem-0.50", "can be judged in hands of this room's table"),
        ("--fee 5xx", "must be a number"),
        ("--jackpot-size 300bb --pool 10", "not both"),
        ("--rakeback 120", "more than all of it"),
    ],
)
def test_what_makes_no_terms_is_one_sentence(
    options: str, sentence: str, run: Runner, tmp_path: Path
) -> None:
    kept(run, tmp_path)
    assert sentence in run.bad("history", "report", *options.split())


def test_tables_between_two_that_charge_alike_are_known() -> None:
    between = table_of("GGPoker", "holdem", 10.0)
    assert between is not None
    assert between.name == "gg-holdem-100"
    assert table_of("GGPoker", "omaha", 50.0) is None  # 10 and 200 pay other shares
    assert table_of("GGPoker", "six-plus", 1.0) is None
    assert table_of("CoinPoker", "omaha", 0.25) is None  # the flop first


def test_terms_are_kept_as_text_without_what_changes_no_decision() -> None:
    terms = PayoffTerms(Rake(5.0, 1.0), fees=Fees(dealt=0.1, showdown=0.2), jackpot=Jackpot("royal", 300.0))
    words, again = terms_of(f"8 8 0.5 0 0 0 {terms_text(terms)}")
    assert (words.split(), again) == (["8", "8", "0.5", "0", "0", "0"], terms.deciding)
    assert not terms_text(PayoffTerms(fees=Fees(dealt=0.2)))
    assert terms_of("8 8") == ("8 8", PayoffTerms())
    assert terms.in_bb(0.5).in_bb(2.0) == terms


def test_hands_of_a_room_are_cash_of_its_game_and_blinds() -> None:
    condition = hands_of(find_room("gg-holdem-0.10"), {"GGPoker"})
    assert "hand.tournament = ''" in condition
    assert "hand.game = 'holdem'" in condition
    assert "AF" in condition
    assert "hand.site = 'PokerStars'" in hands_of(find_room("stars-all-in"), {"PokerStars"})


def test_the_page_asks_for_opponents_beside_a_room() -> None:
    assert HistoryOpponentsRequest.from_strings({"room": "gg-holdem-0.10", "least": "5"}).least == 5
