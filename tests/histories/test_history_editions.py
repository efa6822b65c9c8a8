"""Kept answers of an old rule are never served: every kind has an edition, by one mechanism."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import jamfold.histories
from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM, SIX_PLUS
from jamfold.core.storage.database import examine
from jamfold.histories.all_in_ev import Showdown, equities
from jamfold.histories.decisions import SpotKey
from jamfold.histories.importer import import_histories
from jamfold.histories.multiway_solver import TableKey, kept_answer, kept_seconds, solve_spot
from jamfold.histories.opponent_ranges import RangeRows
from jamfold.histories.prize_solver import PrizeKey, _solve
from jamfold.histories.raise_solver import OpenSolver, RaiseKey
from jamfold.histories.report import Report, ReportScope, make_report
from jamfold.histories.room_solver import RoomKey, terms_text
from jamfold.histories.schema import DESIGN
from jamfold.histories.solved_answers import EDITIONS, SolvedAnswer, store_answers, stored_answers
from jamfold.histories.spot_solver import ChunkOfSpots, _solve_chunk, code_in, solve_spots
from jamfold.histories.store import HistoryStore
from jamfold.spots.nplayer.exact import solve_table
from jamfold.spots.solve import load_payoffs
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from tests.history_players import always, as_text, played_hands

_SOURCES = Path(jamfold.histories.__file__).parent


def silent(stage: str, share: float) -> None:
    """Progress that nobody hears."""


def test_answers_are_read_and_written_by_one_mechanism() -> None:
    """No other SQL reads or writes their table; it may count or delete."""
    others = re.compile(r"(?:INTO|JOIN)\s+solved\b|SELECT [^\"]*numbers[^\"]* FROM solved\b")
    for path in _SOURCES.glob("*.py"):
        found = others.findall(path.read_text(encoding="utf-8").replace("sum(length(numbers))", ""))
        assert not found or path.name in ("solved_answers.py", "schema.py"), (path, found)


def stored(base: sqlite3.Connection, kind: str) -> list[list[float]]:
    return [one.numbers.ravel().tolist() for one in stored_answers(base, kind, ["x"])]


@pytest.mark.parametrize("kind", EDITIONS)
def test_another_edition_reads_nothing_and_replaces_what_is_there(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = DESIGN.plain()
    answer = SolvedAnswer("x", np.array([0.25]))
    store_answers(base, kind, [answer])
    assert stored(base, kind) == [[0.25]]
    monkeypatch.setitem(EDITIONS, kind, EDITIONS[kind] + 1)
    assert stored(base, kind) == []
    store_answers(base, kind, [answer._replace(numbers=np.array([0.5]))])
    assert stored(base, kind) == [[0.5]]
    monkeypatch.setitem(EDITIONS, kind, EDITIONS[kind] - 1)
    assert stored(base, kind) == []  # the old row was replaced


def test_responses_are_outdated_with_the_spots_behind_them(monkeypatch: pytest.MonkeyPatch) -> None:
    base = DESIGN.plain()
    store_answers(base, "response", [SolvedAnswer("x", np.array([0.25]))])
    monkeypatch.setitem(EDITIONS, "spot", EDITIONS["spot"] + 1)
    assert stored(base, "response") == []


_FORMAT_7 = """
CREATE TABLE spot (id INTEGER PRIMARY KEY); CREATE TABLE answer (spot INTEGER REFERENCES spot);
CREATE TABLE response (spot INTEGER REFERENCES spot); CREATE TABLE showdown (share REAL);
CREATE TABLE raise_answer (chips TEXT); CREATE TABLE room_answer (chips TEXT);
CREATE TABLE prize_answer (chips TEXT);
CREATE TABLE table_spot (
    edition INTEGER NOT NULL, game TEXT NOT NULL, chips TEXT NOT NULL, gain REAL NOT NULL,
    played BLOB NOT NULL, margins BLOB NOT NULL, errors BLOB NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (game, chips)
) STRICT, WITHOUT ROWID;
INSERT INTO spot VALUES (1); INSERT INTO answer VALUES (1); INSERT INTO response VALUES (1);
DROP TABLE solved; PRAGMA user_version = 7;
"""


@pytest.mark.parametrize("has_errors", [False, True])
def test_a_database_of_format_7_opens_with_its_hands_and_tables(tmp_path: Path, has_errors: bool) -> None:
    """Of what was solved only tables are carried over: all else takes a moment."""
    path, text = tmp_path / "h.db", tmp_path / "hands.txt"
    text.write_text(as_text(*next(iter(played_hands(always, always, (4.0,), 1, 5))), 1), encoding="utf-8")
    key = TableKey.of("six-plus", TableHand((8.0,) * 3, BlindLevel((0.5, 1.0))), CHIPS)
    parts = np.random.default_rng(1).standard_normal((3, len(key.hand.nodes), hand_classes(SIX_PLUS).n))
    blobs = [part.astype("<f8").tobytes() for part in parts[: 2 + has_errors]]
    with HistoryStore(path) as store:
        import_histories([text], store, processes=1)
        hands = list(store.hands())
    with closing(sqlite3.connect(path)) as base:
        base.executescript(_FORMAT_7)
        row = (EDITIONS["table"], *key, 0.125, *(*blobs, b"")[:3], 2.5)
        base.execute("INSERT INTO table_spot VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        base.commit()
    with HistoryStore(path) as store:
        assert list(store.hands()) == hands
        assert kept_seconds(store) == {key: 2.5}
        answer = kept_answer(store, key)
    assert answer is not None
    assert (answer.gain, answer.seconds) == (0.125, 2.5)
    assert answer.played.tobytes() + answer.margins.tobytes() == b"".join(blobs[:2])
    assert (answer.errors is not None) == has_errors
    assert not has_errors or (answer.errors is not None and answer.errors.tobytes() == blobs[2])
    assert not examine(DESIGN, path, thorough=True)


@pytest.mark.parametrize(
    ("kind", "more"), [("spot", (0.0, 0.0, 1.0, 1.0)), ("showdown", (0.1,)), ("response", (0.0, 0.0, -1.0))]
)
def test_a_changed_rule_is_answered_anew(
    kind: str, more: tuple[float, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    with HistoryStore(tmp_path / "h.db") as store:
        keys = [key for (key,) in store.base.execute("SELECT key FROM solved WHERE kind = ?", (kind,))]
        answers = list(stored_answers(store.base, kind, keys, len(more)))
        store_answers(store.base, kind, [one._replace(numbers=one.numbers + more) for one in answers])
    assert report() != first
    monkeypatch.setitem(EDITIONS, kind, EDITIONS[kind] + 1)
    assert report() == first


# ---- What each edition says: a changed value needs a new edition.


def class_id(name: str) -> int:
    return int(hand_classes(HOLDEM).index(name))


def spot_answer() -> float:
    (one,) = _solve_chunk(ChunkOfSpots("holdem", False, ((10.0, 0.5, (code_in("sb", class_id("7c2d")),)),)))
    return float(one.rows[1, 2])


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
    ((_, margin),) = key.solved([code_in("sb", class_id("KcQd"))], silent).values()
    return margin


def prize_answer() -> float:
    key = PrizeKey("holdem", "1000 1000 50 100 0 0 0", "1000", "50 30 20")
    found = _solve(key, Prizes((50.0, 30.0, 20.0)), [code_in("sb", class_id("KcQd"))], silent)
    assert found is not None
    ((margin,),) = found.values()
    return margin


def table_spot() -> float:
    solved = solve_table(SIX_PLUS, TableHand((8.0, 8.0, 8.0), BlindLevel((0.5, 1.0), ante=0.25)))
    return float(solved.margins[0, int(hand_classes(SIX_PLUS).index("KcQd"))])


def larger_spot() -> float:
    """What margins say, and up to where they are too close to call."""
    key = TableKey.of("six-plus", TableHand((8.0,) * 5, BlindLevel((0.5, 1.0), ante=0.25)), CHIPS)
    answer = solve_spot(key, 0.1, silent)
    place = 0, int(hand_classes(SIX_PLUS).index("KcQd"))
    return float(answer.margins[place]) + float(answer.error_margins[place])


@pytest.mark.parametrize(
    ("kind", "edition", "answer", "value"),
    [
        ("spot", 1, spot_answer, -0.492313052),
        ("response", 1, response_answer, 0.326516390),
        ("showdown", 1, showdown_answer, 0.462144572),
        ("raise", 3, raise_answer, 3.887110656),
        ("room", 1, room_answer, 1.017923327),
        ("prize", 1, prize_answer, 0.815186676),
        pytest.param("table", 3, table_spot, 1.20192904, marks=pytest.mark.long),
        ("table", 3, larger_spot, 1.097863169),
    ],
)
def test_who_changes_a_rule_raises_its_edition(
    kind: str, edition: int, answer: Callable[[], float], value: float
) -> None:
    assert EDITIONS[kind] == edition, "the value below is that of the new edition: compute it anew"
    assert answer() == pytest.approx(value, abs=1e-6), f"raise the edition of {kind}, and give its value here"
