"""Kept answers of an old rule are never served: every kind has an edition, by one mechanism."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import jamfold.histories
from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM, SIX_PLUS
from jamfold.histories.all_in_ev import Showdown, equities
from jamfold.histories.decisions import SpotKey
from jamfold.histories.importer import import_histories
from jamfold.histories.multiway_solver import TableKey, solve_spot
from jamfold.histories.opponent_ranges import RangeRows
from jamfold.histories.prize_solver import PrizeKey, _solve
from jamfold.histories.raise_solver import OpenSolver, RaiseKey
from jamfold.histories.report import Report, ReportScope, make_report
from jamfold.histories.room_solver import RoomKey, terms_text
from jamfold.histories.schema import DESIGN
from jamfold.histories.solved_answers import EDITIONS, keep, kept
from jamfold.histories.spot_solver import SpotPiece, _solve_piece, code_in, solve_spots
from jamfold.histories.store import HistoryStore
from jamfold.spots.nplayer.exact import solve_table
from jamfold.spots.solve import load_payoffs
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from tests.history_players import always, as_text, played_hands

_SOURCES = Path(jamfold.histories.__file__).parent
_OWN = {
    "file",
    "player",
    "hand",
    "decision",
    "problem",
    "secret",
    "seat_turn",
    "raise_turn",
    "flop_turn",
    "answer",
}
"""Tables of what was read, and what hangs on a spot."""


def silent(stage: str, share: float) -> None:
    """Progress that nobody hears."""


def columns(base: sqlite3.Connection, table: str) -> dict[str, str]:
    return dict(base.execute("SELECT name, type FROM pragma_table_info(?)", (table,)))


def test_every_kind_of_answer_has_an_edition() -> None:
    base = DESIGN.plain()
    tables = {name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert tables - _OWN == set(EDITIONS)
    for table in EDITIONS:
        assert next(iter(columns(base, table))) == "edition"


def test_answers_are_read_and_written_by_one_mechanism() -> None:
    """No other SQL reads or writes their tables; it may count or delete."""
    words = "|".join(EDITIONS)
    others = re.compile(rf"(?:INTO|JOIN)\s+(?:{words})\b|SELECT (?!count)[^\"]*FROM (?:{words})\b")
    for path in _SOURCES.glob("*.py"):
        found = others.findall(path.read_text(encoding="utf-8"))
        assert not found or (path.name, found) == ("spot_solver.py", ["JOIN spot"]), (path, found)


@pytest.mark.parametrize("table", EDITIONS)
def test_another_edition_reads_nothing_and_replaces_what_is_there(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = DESIGN.plain()
    base.execute("INSERT INTO spot VALUES (0, 1, 'holdem', 9.0, 0.5, 0.0, 0.0, 0.0)")  # of no rule of today
    values: dict[str, Any] = {"INTEGER": 1, "REAL": 0.25, "TEXT": "x", "BLOB": b""}
    names = columns(base, table)
    row = [None if name == "id" else values[kind] for name, kind in names.items()][1:]
    keep(base, table, [row])
    assert len(kept(base, table, "*").fetchall()) == 1
    monkeypatch.setitem(EDITIONS, table, EDITIONS[table] + 1)
    assert kept(base, table, "*").fetchall() == []
    keep(base, table, [row])
    assert len(kept(base, table, "*").fetchall()) == 1
    monkeypatch.setitem(EDITIONS, table, EDITIONS[table] - 1)
    assert kept(base, table, "*").fetchall() == []  # the old row was replaced


@pytest.mark.parametrize(
    ("table", "damage"),
    [
        ("spot", "UPDATE answer SET margin = margin + 1, worth = worth + 1"),
        ("showdown", "UPDATE showdown SET share = 0.125"),
        ("response", "UPDATE response SET margin = margin - 1"),
    ],
)
def test_a_changed_rule_is_answered_anew(
    table: str, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the same edition what is kept is served, whatever it says; under another it is computed."""
    load_payoffs(HOLDEM)
    hands = played_hands(always, always, (4.0,), 60, 5)
    path = tmp_path / "hands.txt"
    path.write_text("\n\n\n".join(as_text(*hand, k) for k, hand in enumerate(hands, 1)), encoding="utf-8")

    def report() -> Report:
        with HistoryStore(tmp_path / "h.db") as store:
            return make_report(store, ReportScope(), silent)

    with HistoryStore(tmp_path / "h.db") as store:
        import_histories([path], store, processes=1)
    first = report()
    base = sqlite3.connect(tmp_path / "h.db")
    base.execute(damage)
    base.commit()
    base.close()
    assert report() != first
    monkeypatch.setitem(EDITIONS, table, EDITIONS[table] + 1)
    assert report() == first


# ---- What each edition says: a changed value needs a new edition.


def class_id(name: str) -> int:
    return int(hand_classes(HOLDEM).index(name))


def spot_answer() -> float:
    (one,) = _solve_piece(SpotPiece("holdem", False, ((10.0, 0.5, (code_in("sb", class_id("7c2d")),)),)))
    return one.hands[0][1].margin


def response_answer() -> float:
    ((_, payoffs, solution),) = solve_spots([SpotKey("holdem", 10.0, 0.5)], silent)
    (margin,) = RangeRows(payoffs, solution, "sb").margins([class_id("7c2d")], [0.2])
    return float(margin)


def showdown_answer() -> float:
    (share,) = equities([Showdown("holdem", "AsKs", "QdQc")], silent).values()
    return share


def raise_answer() -> float:
    opened = OpenSolver(HOLDEM, load_payoffs(HOLDEM)).solve(RaiseKey("holdem", "12 12 0.5 0 0 0 2"))
    assert opened is not None
    return opened.answer(1, class_id("AcKd")).margin


def room_answer() -> float:
    terms = PayoffTerms(rake=Rake(5.0, 1.0))
    key = RoomKey("holdem", f"10 10 0.5 0 0 0 {terms_text(terms)}")
    (one,) = key.solved([("sb", class_id("KcQd"))], silent).values()
    return one.margin


def prize_answer() -> float:
    key = PrizeKey("holdem", "1000 1000 50 100 0 0 0", "1000", "50 30 20")
    found = _solve(key, Prizes((50.0, 30.0, 20.0)), [("sb", class_id("KcQd"))], silent)
    assert found is not None
    return found[key, "sb", class_id("KcQd")]


def table_spot() -> float:
    solved = solve_table(SIX_PLUS, TableHand((8.0, 8.0, 8.0), BlindLevel((0.5, 1.0), ante=0.25)))
    return float(solved.margins[0, int(hand_classes(SIX_PLUS).index("KcQd"))])


def larger_spot() -> float:
    """What margins say, and up to where they are too close to call."""
    key = TableKey.of("six-plus", TableHand((8.0,) * 5, BlindLevel((0.5, 1.0), ante=0.25)), CHIPS)
    answer = solve_spot(key, 0.1, silent)
    place = 0, int(hand_classes(SIX_PLUS).index("KcQd"))
    return float(answer.margins[place]) + answer.error_margin(place)


@pytest.mark.parametrize(
    ("table", "edition", "answer", "value"),
    [
        ("spot", 1, spot_answer, -0.492313052),
        ("response", 1, response_answer, 0.326516390),
        ("showdown", 1, showdown_answer, 0.462144572),
        ("raise_answer", 3, raise_answer, 3.887110656),
        ("room_answer", 1, room_answer, 1.017923327),
        ("prize_answer", 1, prize_answer, 0.815186676),
        pytest.param("table_spot", 3, table_spot, 1.20192904, marks=pytest.mark.long),
        ("table_spot", 3, larger_spot, 1.097863169),
    ],
)
def test_who_changes_a_rule_raises_its_edition(
    table: str, edition: int, answer: Callable[[], float], value: float
) -> None:
    assert EDITIONS[table] == edition, "the value below is that of the new edition: compute it anew"
    assert answer() == pytest.approx(value, abs=1e-6), (
        f"raise the edition of {table}, and give its value here"
    )
