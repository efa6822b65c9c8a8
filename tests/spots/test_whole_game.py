"""Bounds of the whole game: published digits, exact fractions, statuses, bad input and JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS, Game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer, StopRequestedError
from jamfold.cases.charts import BoundsRequest
from jamfold.cases.spots import SolveRequest
from jamfold.spots.solve import load_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.whole_game import Bounds, BoundsSolver, UpperBound, WholeGame, whole_game_bounds
from jamfold.views.sentences import whole_game_sentence
from tests.command_line import Runner
from tests.published_values import Row, rows

EVERYTHING = Situation((9.0, 14.0), (0.5, 1.0), (0.1, 0.6), 0.4)


@pytest.fixture(autouse=True)
def _tables(shared_tables: Path) -> None:
    """The tables of the run."""


def bounds(**values: Any) -> Bounds:
    """The answer of the command."""
    answer = run_case(BoundsRequest.from_json({"game": "holdem", **values}), Observer())
    assert isinstance(answer, Bounds)
    return answer


def at(game: Game, stack: float, level: BlindLevel | None = None) -> WholeGame:
    """The bounds at an effective stack in big blinds."""
    level = level or BlindLevel()
    return BoundsSolver(game).solve(
        Situation.at((stack + level.ante, stack + level.ante + level.bb_ante), level)
    )


@pytest.mark.parametrize("row", rows("whole_game.csv"), ids=lambda row: f"{row['stack_bb']} {row['bb_ante']}")
def test_published_bounds_to_all_printed_digits(row: Row) -> None:
    found = at(HOLDEM, float(row["stack_bb"]), BlindLevel(bb_ante=float(row["bb_ante"])))
    values = found.at(0.0)._asdict()
    for name, value in values.items():
        if printed := row.get(name if name != "stack_bb" else ""):
            digits = len(printed.partition(".")[2])
            if printed == "0":
                assert value == 0
            else:
                assert f"{value:.{digits}f}" == f"{float(printed):.{digits}f}", name


@pytest.mark.long
def test_the_gap_opens_where_it_is_published() -> None:
    """No gap at 3.8867 big blinds, one at 3.8906; with a big-blind ante of one none at 4.976."""
    solver = BoundsSolver(HOLDEM)
    threshold = solver.threshold(BlindLevel(), limp=True)
    assert threshold is not None
    assert 3.8867 <= threshold < 3.8906
    behind_ante = solver.threshold(BlindLevel(bb_ante=1.0), limp=True)
    assert behind_ante is not None
    assert 4.976 <= behind_ante < 4.9815
    assert at(HOLDEM, threshold).gaps[0] == 0
    assert at(HOLDEM, threshold + 1e-4).gaps[0] > 0


@pytest.mark.parametrize("game", [HOLDEM, SIX_PLUS, SIX_PLUS_TRIPS])
@pytest.mark.parametrize("stack", [0.4, 1.0, 1.5, 2.0, 2.5, 6.0, 12.0, 40.0])
def test_bounds_are_in_order(game: Game, stack: float) -> None:
    """Jam or fold, then without limps, then with them: each adds what the small blind may do."""
    lower, upper, without = at(game, stack).bounds
    assert lower <= without <= upper


def test_every_kind_of_chips() -> None:
    """Unequal stacks, antes and dead money: the lower bound is the value of jam or fold."""
    found = whole_game_bounds(HOLDEM, EVERYTHING)
    spot = run_case(
        _solve(stacks=("9", "14"), blinds=("0.5", "1"), ante="0.1", bb_ante="0.5", dead="0.4"), Observer()
    )
    assert found.at.lower_bb == pytest.approx(spot.value_bb, abs=1e-12)
    assert found.at.gap_bb > found.at.gap_without_limps_bb > 0


def _solve(**values: Any) -> SolveRequest:
    question: SolveRequest = SolveRequest.from_json({"game": "holdem", **values})
    return question


@pytest.mark.parametrize("stack", [3.0, 8.0])
def test_the_upper_bound_is_what_a_naive_best_response_earns(stack: float) -> None:
    """Against the big blind's fractions, class by class in floating point over the whole table."""
    found, payoffs = at(HOLDEM, stack), load_payoffs(HOLDEM)
    n, counts = payoffs.n_classes, payoffs.counts
    pairs = payoffs.placements.block(np.arange(n), np.arange(n)).astype(float)
    won = payoffs.margins[:].astype(float) / payoffs.margin_scale
    for bound, limps in zip(found.upper, (True, False), strict=True):
        answers = {name: one.chances() for name, one in bound.answers.items()}
        assert ("limp" in answers) == limps
        fold = -0.5 * pairs.sum(axis=1)
        jam = pairs @ (1 - answers["jam"]) + stack * (won @ answers["jam"])
        best = np.maximum(fold, jam)
        for name, paid in (("limp", 1.0), ("raise", 2.0)):
            if name in answers:
                called = np.maximum(stack * (won @ answers[name]), -paid * (pairs @ answers[name]))
                best = np.maximum(best, pairs @ (1 - answers[name]) + called)
        value = float(counts @ best) / (1326 * 1225)
        assert value == pytest.approx(float(bound.value), abs=1e-12)


@pytest.mark.long
def test_hands_are_proved_only_without_a_gap() -> None:
    """Below the threshold all hands but the mixed one; above it none, but many where nobody limps."""
    below, above = bounds(stacks="3.5bb"), bounds(stacks="5bb")
    open_hands = [hand.label for hand in below.hands if hand.status != "proved"]
    assert open_hands == ["95o"]
    assert {hand.status for hand in above.hands} == {"open"}
    assert sum(hand.status_without_limps == "proved" for hand in above.hands) == 168
    assert all(hand.otherwise == (0.0 if hand.status == "proved" else 1.0) for hand in below.hands)


def test_what_else_a_strategy_can_do_is_bounded_by_the_gap() -> None:
    """The dearer the other action, the smaller the share; and all of it costs the gap at most."""
    found = at(HOLDEM, 7.0)
    bound, gap = found.upper[1], found.gaps[1]
    shares = bound.otherwise(gap)
    assert 0.0 < shares.min() < 0.04 < shares.max() == 1.0
    assert (bound.otherwise(Fraction(0)) > 0).sum() <= 2
    assert (bound.otherwise(gap / 2) <= shares).all()


def test_a_strategy_that_did_not_become_fractions_is_rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then its bound is another one, a little above, and exact."""
    right = at(SIX_PLUS, 10.0)
    monkeypatch.setattr("jamfold.spots.whole_game.proved_plans", lambda tree: None)
    rounded = at(SIX_PLUS, 10.0)
    for one, other in zip(right.upper, rounded.upper, strict=True):
        assert isinstance(other, UpperBound)
        assert one.value <= other.value < one.value + Fraction(1, 10**5)


def test_the_sentence_rounds_up_and_says_no_more_than_is_proved() -> None:
    assert "more than 0.021 bb" in whole_game_sentence("Texas Hold'em", 0.0203)
    assert "is an equilibrium of the whole game here" in whole_game_sentence("Texas Hold'em", 0)
    assert "more than 0.0000010 bb" in whole_game_sentence("Texas Hold'em", 1e-12)


@pytest.mark.long
def test_the_command_prints_both_intervals_and_the_chart(capsys: pytest.CaptureFixture[str]) -> None:
    grid = ("--chart", "--from", 3, "--to", 5, "--step", 1)
    out = " ".join(Runner(capsys).good("bounds", "5bb", "--game", "holdem", *grid).split())
    for words in ("no small-blind strategy earns more than 0.021 bb per hand", "+0.05620 +0.07652", "3.8876"):
        assert words in out
    assert " 4 +0.06603 +0.06609 0.00006 +0.06604 0.00000 " in out


def test_json_round_trip(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(Runner(capsys).good("bounds", "3.5bb", "--game", "holdem", "--json"))
    assert told["is_equilibrium"] is True
    assert told["lower"] == told["upper"]
    assert Fraction(told["lower"]) == Fraction(told["upper"])
    assert float(Fraction(told["lower"])) == told["lower_bb"] == told["upper_bb"]
    assert (told["gap_bb"], told["flops"], told["threshold_bb"]) == (0.0, False, 3.8876)
    assert told["lower_strategy"][0] == {"class": "AA", "jam": 1.0}
    assert set(told["upper_strategy"][0]) == {
        "class", "call", "jam_over_raise", "jam_over_limp", "call_raise", "jam_over_larger"
    }  # fmt: skip
    assert told["upper_strategy"][0]["call_raise"] is told["upper_strategy"][0]["jam_over_larger"] is None
    assert told["hands"][0]["class"] == "AA"
    assert told["hands"][0]["status"] == "proved"
    assert told["chart"] == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("8bb", "--game", "omaha-5"), "Bounds need the class table of Five-card Omaha"),
        (
            ("8bb", "--game", "holdem", "--chart", "--from", "9", "--to", "3"),
            "There are no stacks from 9 to 3.",
        ),
        (("-3bb", "--game", "holdem"), "No such option"),
        (("0bb", "--game", "holdem"), "must be above zero"),
    ],
)
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], words: Any, sentence: str) -> None:
    assert sentence in Runner(capsys).bad("bounds", *words)


def test_prizes_and_rake_are_refused() -> None:
    for values in ({"rake": 5}, {"prizes": (50, 30), "table": (100,)}):
        with pytest.raises(Exception, match="Bounds of the whole game are in chips"):
            bounds(**values)


def test_whoever_watches_hears_of_the_work_and_may_end_it() -> None:
    told: list[float] = []

    def stop(stage: str, share: float) -> None:
        told.append(share)
        if len(told) > 10:
            raise StopRequestedError

    with pytest.raises(StopRequestedError):
        whole_game_bounds(SIX_PLUS, Situation((5.0, 5.0), (0.5, 1.0)), StackGrid(2, 9, 0.5), stop)
    assert all(0.0 <= share <= 1.0 for share in told)
