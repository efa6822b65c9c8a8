"""Tables of four to ten: their decisions are found, and judged by solutions that are kept."""

from __future__ import annotations

import io
import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards.games import SIX_PLUS
from jamfold.core.progress import ignore_progress
from jamfold.histories import multiway_solver
from jamfold.histories.decisions import known_players
from jamfold.histories.filters import LARGER_NOT_SOLVED, NO_FILTER
from jamfold.histories.importer import import_histories
from jamfold.histories.multiway_solver import TableAnswer, TableKey
from jamfold.histories.pseudonyms import Mask
from jamfold.histories.reading import read_pieces
from jamfold.histories.records import Hand
from jamfold.histories.report import ReportScope, make_report
from jamfold.histories.spot_finder import NO_TABLE, find_jam_fold_spot, find_table, stacks_text
from jamfold.histories.store import HistoryStore
from jamfold.spots.nplayer.search import RUNS
from jamfold.valuation.fees import Jackpot
from tests.command_line import Runner
from tests.shared_tables import share_tables

_TEXT = """PokerStars Hand #{number}: Tournament #77, $9+$1 USD 6+ Hold'em No Limit - Level V (50/100) - {day}
Table '77 1' 5-max Seat #4 is the button
Seat 1: Big ({big} in chips)
Seat 2: Gun (700 in chips)
Seat 3: Cut (650 in chips)
Seat 4: But (800 in chips)
Seat 5: Sam (900 in chips)
Sam: posts small blind 50
Big: posts big blind 100
*** HOLE CARDS ***
Dealt to {hero} [{cards}]
{play}
*** SUMMARY ***
Total pot {pot} | Rake 0
"""
_FOLDED = "Gun: folds\nCut: raises 550 to 650 and is all-in\nBut: folds\nSam: folds\nBig: folds\n"
JAM = f"{_FOLDED}Uncalled bet (550) returned to Cut\nCut collected 250 from pot"
_CALL = (
    "Gun: folds\nCut: raises 550 to 650 and is all-in\nBut: raises 150 to 800 and is all-in\nSam: folds\n"
    "Big: folds\nUncalled bet (150) returned to But\n*** FLOP *** [7s 8h Td]\n*** TURN *** [7s 8h Td] [Jc]\n"
    "*** RIVER *** [7s 8h Td Jc] [Qs]\nBut collected 1450 from pot"
)
_LIMP = (
    "Gun: calls 100\nCut: folds\nBut: folds\nSam: folds\nBig: checks\n*** FLOP *** [7s 8h Td]\nBig: checks\n"
    "Gun: bets 100\nBig: folds\nUncalled bet (100) returned to Gun\nGun collected 250 from pot"
)


def text_of(number: int, play: str, hero: str, cards: str, big: int = 1000) -> str:
    pot = 1450 if play is _CALL else 250
    return _TEXT.format(
        number=number, day="2026/03/01 18:00:00 ET", big=big, hero=hero, cards=cards, play=play, pot=pot
    )


def hand_of(text: str) -> Hand:
    (hand,) = read_pieces([text], "x")
    assert isinstance(hand, Hand), hand
    return hand


@pytest.mark.parametrize(
    ("play", "hero", "found"),
    [
        (JAM, "Gun", [("hj", "", "fold")]),
        (JAM, "Cut", [("co", "", "jam")]),
        (JAM, "Big", [("bb", "co", "fold")]),
        (_CALL, "But", [("btn", "co", "call")]),
        (_CALL, "Sam", [("sb", "co btn", "fold")]),
        (_LIMP, "Gun", [("hj", "", "other")]),
        (_LIMP, "Cut", []),
    ],
)
def test_decisions_of_known_cards_are_found(play: str, hero: str, found: list[tuple[str, str, str]]) -> None:
    hand = hand_of(text_of(1, play, hero, "Kh Kd"))
    table = find_table(hand, find_jam_fold_spot(hand))
    assert [(turn.seat, turn.after, turn.act) for turn in table.turns] == found
    assert stacks_text(hand, find_jam_fold_spot(hand)) == "900 1000 700 650 800|"


def test_deep_hands_are_not_kept() -> None:
    hand = hand_of(text_of(1, JAM, "Gun", "Kh Kd"))
    deep = tuple(seat._replace(stack=5000) if seat.name == "Gun" else seat for seat in hand.seats)
    assert find_table(replace(hand, seats=deep), find_jam_fold_spot(hand)) == NO_TABLE


@pytest.fixture
def store(tmp_path: Path) -> HistoryStore:
    """Trash jammed and kings folded in one spot, kings folded in another, a limp."""
    texts = [
        text_of(1, JAM, "Cut", "7c 6d"),
        text_of(2, JAM, "Cut", "Kc Kd"),
        text_of(3, JAM, "Gun", "Kc Kd"),
        text_of(4, JAM, "Gun", "Kc Kd", big=1100),
        text_of(5, _LIMP, "Gun", "Kc Kd"),
    ]
    path = tmp_path / "hands.txt"
    path.write_text("\n\n\n".join(texts), encoding="utf-8")
    base = HistoryStore(tmp_path / "h.db")
    import_histories([path], base, processes=1)
    return base


def larger(store: HistoryStore) -> multiway_solver.TableReport:
    report = make_report(store, ReportScope(), ignore_progress)
    assert report.threes is None
    assert report.larger is not None
    return report.larger


def solved(store: HistoryStore, most: int = 9) -> multiway_solver.TablesSampled:
    turns = list(multiway_solver.read_tables(store, known_players(store), NO_FILTER, Mask()))
    return multiway_solver.sample_tables(store, turns, 20.0, most, 0.5, ignore_progress)


@pytest.mark.long
@pytest.mark.usefixtures("shared_tables")
def test_they_are_judged_by_the_model(store: HistoryStore) -> None:
    with store:
        before = larger(store)
        assert before.total.decisions == 0
        assert before.left_out == {LARGER_NOT_SOLVED: 4, multiway_solver.NOT_JAM: 1}
        first = solved(store, 1)
        assert (first.spots, first.decisions, first.left) == (1, 3, 1)  # equal spots share one
        assert first.sampled == 0
        assert larger(store).left_out[LARGER_NOT_SOLVED] == 1
        assert solved(store).spots == 1
        assert solved(store).spots == 0
        after = larger(store)
        assert (after.spots, after.sampled, after.seconds) == (2, 0, 0.0)
        assert 0 < after.largest_gain < 0.2
        assert after.left_out == {multiway_solver.NOT_JAM: 1}
        assert after.total.decisions == 4
        folded = [one for one in after.judged if one.turn.player == "Gun"]
        assert len(folded) == 2
        assert all(one.mistake and one.right == "jam" and one.loss > 1 for one in folded)


class CutError(Exception):
    """Somebody stops it."""


SPOT = TableHand((9.0, 10.0, 7.0, 6.5, 8.0), BlindLevel((0.5, 1.0), ante=0.125))


@pytest.mark.long
@pytest.mark.usefixtures("counted_clock", "shared_tables")
def test_what_the_model_does_not_cover_is_sampled_and_goes_on_where_it_was_cut_off() -> None:
    told = []

    def cut(stage: str, share: float) -> None:
        told.append(stage)
        if share > 0.4:
            raise CutError

    key = TableKey.of("six-plus", SPOT, PayoffTerms(jackpot=Jackpot("royal", 300.0)))
    with pytest.raises(CutError):
        multiway_solver.solve_spot(key, 1.5, cut)
    assert set(told) == {"playing deals"}
    assert len(RUNS.items(SIX_PLUS.name)) == 1
    answer = multiway_solver.solve_spot(key, 1.5, ignore_progress)
    assert RUNS.items(SIX_PLUS.name) == []
    assert (answer.seconds, answer.is_modelled) == (1.5, False)


@pytest.mark.long
@pytest.mark.usefixtures("shared_tables")
def test_an_answer_by_the_model_depends_on_no_seconds_and_tells_nearly_all() -> None:
    key = TableKey.of("six-plus", SPOT, CHIPS)
    short, long = (multiway_solver.solve_spot(key, seconds, ignore_progress) for seconds in (0.1, 0.5))
    assert short.is_modelled
    assert np.array_equal(short.margins, long.margins, equal_nan=True)
    assert np.array_equal(short.error_margins, long.error_margins, equal_nan=True)
    assert short.gain > long.gain
    assert np.nanmax(short.error_margins[0]) < short.gain  # what deals certify makes nothing too close
    first = [row for row, node in enumerate(SPOT.nodes) if not node.all_in_before]
    assert np.mean(np.abs(short.margins[first]) <= short.error_margins[first]) < 0.05


def test_where_nothing_can_be_kept_nothing_is_sampled(
    store: HistoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store:
        turns = list(multiway_solver.read_tables(store, known_players(store), NO_FILTER, Mask()))
        monkeypatch.setattr(store, "read_only", True)
        assert multiway_solver.sample_tables(
            store, turns, 20.0, 9, 1.5, ignore_progress
        ) == multiway_solver.TablesSampled(0, 0, 2, 0.0)


def test_what_the_sample_does_not_tell_is_too_close_to_call() -> None:
    margins = np.array([[0.3, -0.3, 0.02]])
    answer = TableAnswer(0.1, margins, margins, np.array([[0.05, 0.2, 0.0]]), 1.0)
    assert [abs(margins[0, k]) <= answer.error_margins[0, k] for k in range(3)] == [False, True, True]
    assert answer._replace(errors=None).error_margins[0, 1] == 0.0
    assert answer._replace(seconds=0.0).error_margins.tolist() == [
        [0.1, 0.4, 0.0]
    ]  # the model's errors alone


@pytest.mark.long
def test_the_command_solves_and_the_report_says_how(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAMFOLD_DATA", str(share_tables(tmp_path / "data")))
    path, run = tmp_path / "hands.txt", Runner(capsys)
    path.write_text(text_of(1, JAM, "Gun", "Kc Kd"), encoding="utf-8")
    run.good("history", "import", path)
    told = " ".join(run.good("history", "report").split())
    assert "spot not solved yet (jamfold history tables) (1)" in told
    assert told.startswith("Gun: nothing to rate 1 hand, 0 decisions rated")
    solved = run.good("history", "tables", "--seconds", "1")
    assert "1 spot of four to ten seats solved, with 1 decision" in solved
    assert "(95% for each spot).\n" in solved
    told = " ".join(run.good("history", "report").split())
    assert "Solved by the model" in told
    assert ": no seat gains more than" in told
    assert "(95% for each spot); other equilibria may exist." in told
    assert "Tables of four to ten (not included above): 1 decision in 1 spot, 1 mistake" in told
    report = json.loads(run.good("history", "report", "--json"))
    (worst,) = report["larger"]["worst"]
    assert (worst["decision"], worst["right"], report["larger"]["sampled"]) == ("hj", "jam", 0)
    assert "No table of four to ten is left" in run.good("history", "tables", "--seconds", "1")
    assert "No player 'Nobody' in your hands" in run.bad("history", "tables", "--player", "Nobody")


@pytest.mark.long
@pytest.mark.usefixtures("counted_clock", "shared_tables")
def test_a_pasted_hand_is_judged_in_every_seat(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(text_of(1, JAM, "Cut", "7c 6d"), encoding="utf-8")
    run = Runner(capsys)
    (one,) = json.loads(run.good("history", "explain", path, "--seconds", "0.5", "--json"))
    assert (one["decision"], one["player"], one["action"], one["right"]) == ("co", "Cut", "jam", "fold")
    text = run.good("history", "explain", path, "--seconds", "0.5")
    assert "Cut, co, 7c6d: jam, fold is right, " in text
    assert "Tables of four to ten: no seat gains more than" in text
    drill = next(line for line in text.splitlines() if "hands like it" in line)
    command, _, link = drill.partition(": jamfold ")[2].partition("; in the web interface: /train?")
    assert dict(parse_qsl(link)) == {
        "game": "six-plus", "mode": "close", "seat": "table", "stacks": "900 1000 700 650 800",
        "blind_sb": "50", "blind_bb": "100", "node": "co",
    }  # fmt: skip
    monkeypatch.setattr(sys, "stdin", io.StringIO("f\n"))
    asked = run.good(*shlex.split(command), "--seconds", "0.5", "--questions", 1)
    assert "Cutoff, first in, 6.5 bb, 5 seats: " in asked
    assert "By the model: no seat gains more than" in asked
    assert f"{LARGER_NOT_SOLVED} (1)" in run.good("history", "explain", path, "--seconds", "0")
