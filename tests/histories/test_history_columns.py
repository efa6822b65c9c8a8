"""Columns of rows: what is put in comes out, turns are the same, and judging them is an obvious loop."""

from __future__ import annotations

import math
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.core.progress import ignore_progress
from jamfold.histories import schema
from jamfold.histories.decision_columns import Coded, Numbers, Pairs, Texts, Turns
from jamfold.histories.decisions import PlayerDecision, read_turns
from jamfold.histories.grading import (
    RatedDecision,
    TermsAnswer,
    holding_of,
    judge,
    loss_of,
    partition_gradable,
    request_hands,
)
from jamfold.histories.importer import import_histories
from jamfold.histories.spot_solver import RequestedHands, chart_key, code_in, holding_at, solve_missing
from jamfold.histories.statistics import Costs, cells_by
from jamfold.histories.store import HistoryStore
from jamfold.solver.solution import FREE_MARGIN
from tests.histories.samples import synthetic


@pytest.mark.slow
@given(st.lists(st.text(max_size=3)))
def test_coded_columns_hold_what_they_are_given(values: list[str]) -> None:
    column = Coded[str]()
    column.extend(values)
    assert list(column) == values
    assert [column[row] for row in range(len(column))] == values
    assert [column.values[code] for code in column.codes.tolist()] == values
    assert all(column.number(value) == column.values.index(value) for value in values)
    assert column.number("four") == -1


@pytest.mark.parametrize("count", [255, 256, 257, 65_535, 65_536, 65_537])
def test_codes_widen_where_values_ask_for_it(count: int) -> None:
    column = Coded[int]()
    column.extend(range(count))
    column.append(0)
    assert list(column) == [*range(count), 0]
    assert column.codes.tolist() == [*range(count), 0]


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-300, 300)))
def test_numbers_are_as_wide_as_they_have_to_be(values: list[int]) -> None:
    column = Numbers()
    for value in values:
        column.append(value)
    assert [column[row] for row in range(len(column))] == values


@given(st.lists(st.text()), st.lists(st.tuples(st.integers(0, 2**62), st.integers(0, 2**62))))
def test_texts_and_pairs_hold_what_they_are_given(texts: list[str], pairs: list[tuple[int, int]]) -> None:
    own, both = Texts(), Pairs()
    for text in texts:
        own.append(text)
    for pair in pairs:
        both.append(pair)
    assert [own[row] for row in range(len(own))] == texts
    assert [both[row] for row in range(len(both))] == pairs


@pytest.mark.parametrize("seat", ["sb", "bb"])
@pytest.mark.parametrize("one", [0, 168, 16_431])
def test_a_holding_is_a_number(seat: str, one: int) -> None:
    assert holding_at(code_in(seat, one)) == (seat, one)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the labelled hands."""
    path = tmp_path_factory.mktemp("columns") / "h.db"
    with HistoryStore(path) as store:
        import_histories(synthetic(), store, processes=1)
    return path


@pytest.mark.parametrize("raises", [False, True])
def test_turns_come_back_as_they_were(kept: Path, raises: bool) -> None:
    with HistoryStore(kept) as store:
        turns = list(read_turns(store, raises=raises))
    columns = Turns(turns)
    assert turns
    assert columns == turns
    assert (columns[1:3], columns[-1]) == (turns[1:3], turns[-1])
    assert columns.units.tolist() == [turn.unit_bb for turn in turns]
    known = [k for k, turn in enumerate(turns) if turn.cards]
    assert [holding_at(int(columns.holdings[k])) for k in known] == [holding_of(turns[k]) for k in known]


def obvious(
    turn: PlayerDecision, played: float, margin: float, charted: float, response: float
) -> RatedDecision:
    """A turn judged by itself."""
    plays = turn.act != "fold"
    margin = 0.0 if abs(margin) <= FREE_MARGIN else turn.unit_bb * margin
    loss = loss_of(margin, plays)
    against = loss if math.isnan(response) else loss_of(turn.unit_bb * response, plays)
    return RatedDecision(
        turn, holding_of(turn), margin, played, loss, loss_of(margin, charted >= 0.5), against
    )


def test_turns_are_judged_as_one_by_one(kept: Path) -> None:
    turns, wanted = Turns(), RequestedHands()
    with HistoryStore(kept) as store:
        some = read_turns(store, "decision.game = 'holdem'")
        left_out = partition_gradable(some, 20.0, turns.append)
        own = request_hands(turns, wanted)
        answers = solve_missing(store, wanted, ignore_progress)
        again = solve_missing(store, wanted, ignore_progress)
    assert left_out
    assert len(turns) > 20
    assert np.array_equal(answers.values, again.values, equal_nan=True)
    responses = np.where(np.arange(len(turns)) % 3, np.nan, 0.1)
    terms = {1: TermsAnswer(0.25, -0.5, "--room x"), 2: TermsAnswer(0.25, math.nan)}
    judged, never = judge(turns, wanted, answers, responses, terms)
    charts = [wanted.spots[chart_key("holdem")] << 32 | int(code) for code in turns.holdings]
    charted = answers.of(np.array(charts), "played")
    right = []
    for row, turn in enumerate(turns):
        played, margin = (float(answers.of(own[row : row + 1], part)[0]) for part in ("played", "margin"))
        one = obvious(turn, played, margin, float(charted[row]), float(responses[row]))
        if row == 1:
            plays = turn.act != "fold"
            loss = loss_of(-0.5, plays)
            chart = loss_of(-0.5, bool(charted[row] >= 0.5))
            own_terms = {"margin": -0.5, "played": 0.25, "loss": loss, "response_loss": loss}
            one = replace(one, **own_terms, chart_loss=chart, room="--room x")  # type: ignore[arg-type]
        if row != 2 and not math.isnan(margin):
            right.append(one)
    assert judged == right
    assert sum(never.values()) == len(turns) - len(right) >= 1
    assert [one.loss for one in judged.costliest()] == sorted((one.loss for one in right), reverse=True)
    assert all(math.copysign(1.0, one.loss) == 1.0 for one in judged)
    assert judged.costs.cell("all") == Costs.of(right).cell("all")
    names = judged.turns.coded("seat")
    by_seat = [judged.costs.at(np.flatnonzero(judged.codes(names) == k)) for k in range(len(names.values))]
    cells = {name: costs.cell(name) for name, costs in zip(names.values, by_seat, strict=True)}
    assert {cell.name: cell for cell in cells_by(right, lambda one: one.turn.seat)} == cells
    assert Costs.of(right).days.size == len(right)


def test_few_names_are_remembered_and_numbers_stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    paths = [path for path in synthetic() if path.suffix == ".txt"]
    kept = []
    for most in (1, 50_000):
        monkeypatch.setattr(schema, "_MOST", most)
        with HistoryStore(tmp_path / f"{most}.db") as store:
            import_histories(paths, store, processes=1)
        with sqlite3.connect(tmp_path / f"{most}.db") as base:
            kept.append(base.execute("SELECT * FROM player ORDER BY id").fetchall())
            kept.append(base.execute("SELECT hero, sb, bb FROM hand ORDER BY id").fetchall())
    assert kept[:2] == kept[2:]
    assert len(kept[0]) > 20
