"""Audits in Hold'em: planted errors, the textbook's shortcut, intervals of four seats, the scoreboard."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards import Rank
from jamfold.cards.games import GAMES, HOLDEM, SIX_PLUS
from jamfold.spots.nplayer.audit import Audit, measure_profile
from jamfold.spots.nplayer.profile import profile_values
from jamfold.spots.nplayer.range_import import GivenRanges, read_range_files
from jamfold.spots.nplayer.result import TableResult, table_result
from tests.planted import planted
from tests.shortcut import row_of_seats, shortcut
from tools.scoreboard import audits, load, place, recipe, solve, standing

LEVEL = BlindLevel((5.0, 10.0))
WORTH = (0.01, 0.001, 0.0001)
SCOREBOARD = (Path(__file__).parents[2] / "docs" / "scoreboard.md").read_text(encoding="utf-8").splitlines()
SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))


def found_planted(own: TableResult, audits_: int) -> int:
    """In how many audits a planted error is what is lost there, to 1e-9."""
    rng, right = np.random.default_rng(own.hand.n), 0
    for number in range(audits_):
        worth = WORTH[number % len(WORTH)] * own.hand.big_blind
        strategy, row, class_id, cost = planted(own, worth, rng)
        measured = measure_profile(HOLDEM, own.hand, strategy, own)
        [loss] = [one for one in measured.losses if (one.row, one.class_id) == (row, class_id)]
        right += abs(loss.cost - cost) < 1e-9 and loss == max(
            (one for one in measured.losses if one.row == row), key=lambda one: one.cost
        )
    return right


def test_planted_errors_of_two() -> None:
    own = table_result(HOLDEM, TableHand((100.0, 100.0), LEVEL))
    assert found_planted(own, 60) == 60


def test_planted_errors_of_three() -> None:
    own = table_result(HOLDEM, TableHand((50.0,) * 3, LEVEL))
    assert found_planted(own, 20) == 20


def test_planted_errors_of_four_lie_in_their_intervals(
    monkeypatch: pytest.MonkeyPatch, counted_clock: None
) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)
    own = table_result(SMALL, TableHand((20.0,) * 4, BlindLevel((1.0, 2.0))), seconds=1)
    rng = np.random.default_rng(4)
    for number in range(12):
        strategy, row, class_id, cost = planted(own, WORTH[number % 2] * 2 * 10, rng)
        measured = measure_profile(SMALL, own.hand, strategy, own, seconds=0.3, seed=number)
        there = own.arrivals[row, class_id] * own.margins_error[row, class_id]
        losses = [one for one in measured.losses if (one.row, one.class_id) == (row, class_id)]
        seat = own.hand.nodes[row].seat
        assert measured.table.bounds[seat] > cost - 4 * there
        assert losses
        assert abs(losses[0].cost - cost) < 4 * np.hypot(losses[0].error, there)


@pytest.mark.parametrize(("own_cards", "gain"), [(False, 0.0019), (True, 0.0008)])
def test_the_textbook_shortcut(tmp_path: Path, own_cards: bool, gain: float) -> None:
    """Published: usual solvers of three seats leave 0.0019 bb at 10 bb for chips."""
    hand = TableHand((100.0,) * 3, LEVEL)
    found = shortcut(3, 10.0, own_cards=own_cards)
    strategy = found.solution.strategy[found.model.rows]
    file = tmp_path / "shortcut.json"
    file.write_text(json.dumps(profile_values(hand, strategy)), encoding="utf-8")
    given = read_range_files(HOLDEM, hand, [str(file)]).strategy(HOLDEM, hand)
    itself = table_result(HOLDEM, hand, profile=given)
    audit = Audit(measure_profile(HOLDEM, hand, given, itself), GivenRanges((), ()), 20)
    assert audit.table.is_counted
    assert max(seat.gain_bb or 0 for seat in audit.seats) == pytest.approx(gain, abs=0.0002)


def cells(row: str) -> list[float]:
    """The numbers of a row of a table, by column; NaN where a cell has none, or two."""
    texts = (cell.strip() for cell in row.removeprefix("|").removesuffix("|").split("|"))
    return [float(text) if text.replace(".", "", 1).isdigit() else np.nan for text in texts]


def printed(seats: int) -> list[float]:
    """The row of the shortcut in the document."""
    [row] = [line for line in SCOREBOARD if line.startswith(f"| {seats} | 0.0") and line.count("|") == 7]
    return cells(row)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_table_of_the_shortcut(seats: int) -> None:
    """The figures in the document, but for those of fresh deals."""
    found, known = cells(row_of_seats(seats, 0)), printed(seats)
    assert found[:4] == pytest.approx(known[:4], abs=0.0001, nan_ok=True)
    assert found[4:] == pytest.approx(known[4:], abs=0.2)


@pytest.mark.long
def test_the_shortcut_of_nine_seats() -> None:
    assert shortcut(9, 10.0).gain == pytest.approx(printed(9)[1], abs=0.0001)


def test_the_scoreboard(tmp_path: Path) -> None:
    spots = load()
    assert len({one["id"] for one in spots}) == len(spots) == 300
    assert {len(one["stacks"]) for one in spots} == set(range(2, 10))
    assert [{key: one[key] for key in one if key != "answer"} for one in spots[100:]] == recipe()
    for number, spot in enumerate(spots):
        if "answer" not in spot:
            assert number >= 100
            continue
        answer, counted = spot["answer"], len(spot["stacks"]) < 4
        assert len(answer["values"]) == len(answer["gains_bound"]) == len(spot["stacks"])
        assert answer["exact"] == counted
        assert answer["method"] in (["counted"] if counted else ["model"])
        if counted:
            assert max(answer["gains_bound"]) < (1e-3 if "prizes" in spot else 1e-5)
        total = 100 if "prizes" in spot else sum(spot["stacks"])
        assert sum(answer["values"]) == pytest.approx(total, abs=1e-4)
    for line in standing(spots):
        assert line in SCOREBOARD
    (tmp_path / "two-10.txt").write_text("sb: 22+,A2+,K2s+\nbb after sb: 22+,A2+", encoding="utf-8")
    (tmp_path / "two-5.txt").write_text("sb: 22+,AAx", encoding="utf-8")
    assert place(tmp_path, spots[0]) is None
    told = {spot["id"]: audit for spot, audit in audits(tmp_path, 1.0)}
    assert set(told) == {"two-10", "two-5"}
    assert isinstance(told["two-10"], Audit)
    assert "AAx" in str(told["two-5"])


@pytest.mark.long
def test_a_spot_begins_with_the_solution_of_the_spot_before() -> None:
    """Six seats for prizes: the second search is shorter, and the answer is certified."""
    deeper, shallower = recipe()[5:7]
    _, last = solve(deeper, 2.0, None)
    found, again = solve(shallower, 2.0, last)
    assert last is not None
    assert again is not None
    assert again.solution.iterations < last.solution.iterations
    assert found.method == "model"
    assert found.bounds.max() < 0.1
