"""Tables of three: which decisions are found, and that they cost what `spots.table` says."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from jamfold.betting.hand import Node
from jamfold.betting.hand import TableHand as HandOfThree
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import SIX_PLUS
from jamfold.cases.table import TableRequest
from jamfold.class_tables.threeway_build import load_threeway
from jamfold.histories import multiway_solver
from jamfold.histories.filters import DecisionFilter
from jamfold.histories.grading import DEEPER
from jamfold.histories.importer import import_histories
from jamfold.histories.reading import read_pieces
from jamfold.histories.records import Hand
from jamfold.histories.report import Report, ReportScope, make_report
from jamfold.histories.spot_finder import NO_TABLE, find_jam_fold_spot, find_table, stacks_text
from jamfold.histories.spot_solver import class_of
from jamfold.histories.store import HistoryStore
from jamfold.spots.nplayer.exact import solve_table
from tests.command_line import Runner

_TEXT = """PokerStars Hand #{number}: Tournament #77, $9+$1 USD 6+ Hold'em No Limit - Level V (50/100) - {day}
Table '77 1' 3-max Seat #1 is the button
Seat 1: Btn (800 in chips)
Seat 2: Small (900 in chips)
Seat 3: Big (1000 in chips)
{antes}Small: posts small blind 50
Big: posts big blind 100
*** HOLE CARDS ***
Dealt to {hero} [{cards}]
{play}
*** SUMMARY ***
Total pot {pot} | Rake 0
"""
_ANTES = "Btn: posts the ante 10\nSmall: posts the ante 10\nBig: posts the ante 10\n"
_RUN = "*** FLOP *** [7s 8h Td]\n*** TURN *** [7s 8h Td] [Jc]\n*** RIVER *** [7s 8h Td Jc] [Qs]\n"
_PLAYS = {
    "fold": ("Btn: folds\nSmall: folds\nUncalled bet (50) returned to Big\nBig collected 130 from pot", 130),
    "jam": (
        (
            "Btn: raises 690 to 790 and is all-in\nSmall: folds\nBig: folds\n"
            "Uncalled bet (690) returned to Btn\nBtn collected 280 from pot"
        ),
        280,
    ),
    "jam, call": (
        (
            "Btn: raises 690 to 790 and is all-in\nSmall: raises 100 to 890 and is all-in\nBig: folds\n"
            f"Uncalled bet (100) returned to Small\n{_RUN}Btn collected 1710 from pot"
        ),
        1710,
    ),
    "jam, call, call": (
        (
            "Btn: raises 690 to 790 and is all-in\nSmall: raises 100 to 890 and is all-in\n"
            f"Big: calls 790\n{_RUN}Btn collected 2400 from main pot\nBig collected 200 from side pot"
        ),
        2600,
    ),
    "jam, flat": (
        (
            "Btn: raises 690 to 790 and is all-in\nSmall: calls 740\nBig: folds\n"
            f"{_RUN}Btn collected 1710 from pot"
        ),
        1710,
    ),
    "limp": (
        (
            "Btn: calls 100\nSmall: folds\nBig: checks\n*** FLOP *** [7s 8h Td]\nBig: checks\nBtn: bets 100\n"
            "Big: folds\nUncalled bet (100) returned to Btn\nBtn collected 280 from pot"
        ),
        280,
    ),
}


def text_of(number: int, play: str, hero: str = "Btn", cards: str = "Kh Kd", antes: str = _ANTES) -> str:
    words, pot = _PLAYS[play]
    return _TEXT.format(
        number=number, day="2026/03/01 18:00:00 ET", antes=antes, hero=hero, cards=cards, play=words, pot=pot
    )


def hand_of(text: str) -> Hand:
    (hand,) = read_pieces([text], "x")
    assert isinstance(hand, Hand), hand
    return hand


@pytest.mark.parametrize(
    ("play", "found"),
    [
        ("fold", [("btn", "", "fold")]),
        ("jam", [("btn", "", "jam"), ("sb", "btn", "fold"), ("bb", "btn", "fold")]),
        ("jam, call", [("btn", "", "jam"), ("sb", "btn", "call"), ("bb", "btn sb", "fold")]),
        ("jam, call, call", [("btn", "", "jam"), ("sb", "btn", "call"), ("bb", "btn sb", "call")]),
        ("jam, flat", [("btn", "", "jam"), ("sb", "btn", "other")]),
        ("limp", [("btn", "", "other")]),
    ],
)
def test_decisions_at_a_table_of_three(play: str, found: list[tuple[str, str, str]]) -> None:
    hand = hand_of(text_of(1, play))
    table = find_table(hand, find_jam_fold_spot(hand))
    assert [(turn.seat, turn.after, turn.act) for turn in table.turns] == found
    assert table.antes == (10, 0)
    assert stacks_text(hand, find_jam_fold_spot(hand)) == "900 1000 800-10|"
    assert {turn.name for turn in table.turns} <= {"Btn", "Small", "Big"}


def test_what_is_no_table_of_three() -> None:
    big_ante = hand_of(text_of(1, "fold", antes="Big: posts the ante 100\n").replace("130", "200"))
    assert find_table(big_ante, find_jam_fold_spot(big_ante)).antes == (0, 100)
    uneven = hand_of(
        text_of(1, "fold", antes="Big: posts the ante 10\nBtn: posts the ante 10\n").replace("130", "120")
    )
    assert find_table(uneven, find_jam_fold_spot(uneven)) == NO_TABLE
    for one, other in (("6+ Hold'em No Limit", "Hold'em Limit"), ("6+ Hold'em", "Omaha")):
        hand = hand_of(
            text_of(1, "fold", cards="Kh Kd 9h 9d" if other == "Omaha" else "Kh Kd").replace(one, other)
        )
        assert find_table(hand, find_jam_fold_spot(hand)) == NO_TABLE


def kept(folder: Path, *texts: str) -> Path:
    path = folder / "hands.txt"
    path.write_text("\n\n\n".join(texts), encoding="utf-8")
    with HistoryStore(folder / "h.db") as store:
        found = import_histories([path], store, processes=1)
    assert not found.problems, found.problems
    return folder / "h.db"


def report_of(base: Path, tables: int = 5, max_s: float = 20.0) -> Report:
    with HistoryStore(base) as store:
        return make_report(
            store, ReportScope(tables=tables, within=DecisionFilter(max_s=max_s)), lambda *_: None
        )


HERO = (
    ("fold", "Btn", "Kh Kd"),
    ("jam, call", "Small", "As 6d"),
    ("jam, call, call", "Big", "Ks 6d"),
    ("jam", "Big", "Ad Kd"),
    ("limp", "Btn", "9h 6d"),
    ("jam, flat", "Small", "Ah Ad"),
)


def test_losses_are_those_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_threeway(SIX_PLUS)
    base = kept(tmp_path, *(text_of(k, *words) for k, words in enumerate(HERO, 1)))
    refused = report_of(base, tables=0).threes
    assert refused is not None
    assert dict(refused.left_out) == {multiway_solver.NOT_SOLVED: 4, multiway_solver.NOT_JAM: 2}
    report = report_of(base)
    found = report.threes
    assert found is not None
    assert (found.total.decisions, found.spots, report.total.decisions) == (4, 1, 0)
    assert dict(found.left_out) == {multiway_solver.NOT_JAM: 2}
    solved = solve_table(SIX_PLUS, HandOfThree((900, 1000, 800), BlindLevel((50, 100), ante=10)))
    assert 0 < found.largest_gain < 1e-5
    nodes = {"btn": Node(2, ()), "sb": Node(0, (2,)), "bb after btn sb": Node(1, (2, 0)), "bb": Node(1, (2,))}
    for one in found.judged:
        row = solved.nodes.index(nodes.get(one.turn.decision) or nodes[one.turn.seat])
        margin = float(solved.margins[row][class_of("six-plus", one.turn.cards)]) / 100
        assert one.margin == pytest.approx(margin, abs=1e-4)
        assert one.loss == pytest.approx(max(0.0, margin if one.turn.act == "fold" else -margin), abs=1e-4)
    assert {one.turn.decision for one in found.judged} == {
        "btn", "sb after btn", "bb after btn sb", "bb after btn",
    }  # fmt: skip
    assert sum(one.count for one in report.outside) == 2  # the limp and the flat call alone
    monkeypatch.setattr("jamfold.histories.multiway_solver.solve_table", None)
    again = report_of(base, tables=0).threes
    assert again is not None
    assert (again.judged, again.largest_gain) == (found.judged, found.largest_gain)
    calm = report_of(base, max_s=7.5).threes
    assert calm is not None
    assert calm.left_out[DEEPER] == sum(one.turn.s > 7.5 for one in found.judged) > 0


def test_where_the_table_is_not_built_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = kept(tmp_path, text_of(1, "fold"))
    monkeypatch.setenv("JAMFOLD_DATA", str(tmp_path))
    found = report_of(base).threes
    assert found is not None
    assert dict(found.left_out) == {multiway_solver.NOT_BUILT: 1}


def test_the_command_and_the_link_show_the_same_spot(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_threeway(SIX_PLUS)
    monkeypatch.setattr("jamfold.histories.store.data_folder", lambda: tmp_path)
    kept(tmp_path, *(text_of(k, *words) for k, words in enumerate(HERO[:2], 1))).rename(
        tmp_path / "histories.db"
    )
    run = Runner(capsys)
    assert "Tables of three" in run.good("history", "report")
    worst = json.loads(run.good("history", "report", "--json"))["threes"]["worst"]
    assert [one["decision"] for one in worst] == ["btn", "sb after btn"]
    for one in worst:
        question = TableRequest.from_strings(dict(parse_qsl(one["link"])))
        assert question.hand == HandOfThree((900, 1000, 800), BlindLevel((50, 100), ante=10))
        shown = json.loads(run.good(*shlex.split(one["explain"])[1:], "--json"))
        (decision,) = shown["decisions"]
        assert decision["gain"] == pytest.approx(100 * one["margin_bb"], abs=1e-3)
    pasted = tmp_path / "pasted.txt"
    pasted.write_text(text_of(1, *HERO[0]))
    drill = "jamfold train --game six-plus --mode close --seats 3; in the web interface: "
    drill += "/train?game=six-plus&mode=close"
    assert f"hands like it: {drill}&seat=three" in run.good("history", "explain", pasted)
