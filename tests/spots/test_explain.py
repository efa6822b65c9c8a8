"""Explanations of hands, and the published tables beside the exact ones; real Hold'em tables."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import inf, isnan
from typing import Any

import numpy as np
import pytest

import jamfold
from jamfold.betting.posts import BlindLevel
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import ClassId
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import HOLDEM
from jamfold.solver.pure import PureSolver
from jamfold.solver.solution import Solution
from jamfold.spots.analysis import Explanation, calling_condition, explain
from jamfold.spots.charts import Chart, make_chart
from jamfold.spots.solution import SpotSolution
from jamfold.spots.solve import load_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat, class_report
from jamfold.views.formats import to_values
from jamfold.views.sentences import explanation_lines
from jamfold.views.spot_schemas import hand_contract
from tests.loose import solve
from tests.published_values import rows
from tests.stack_report import PUBLISHED, as_markdown, is_print_of, stack_report

SB, BB = Seat.SMALL_BLIND, Seat.BIG_BLIND


@cache
def spot_at(stack: float, ante: float = 0) -> SpotSolution:
    return solve("holdem", (stack, stack), (5, 10), ante)


@cache
def chart() -> Chart:
    return make_chart(HOLDEM, StackGrid(1, 25, 0.1))


@pytest.mark.parametrize(("stack", "ante"), [(100, 0), (37, 0), (230, 0), (100, 1), (13, 0)])
@pytest.mark.parametrize("seat", Seat)
def test_chance_and_equity_give_the_ev_back(stack: float, ante: float, seat: Seat) -> None:
    spot = spot_at(stack, ante)
    for class_id in range(spot.classes.n):
        found = explain(spot, class_report(spot.strategy(seat), ClassId(class_id)))
        ev = found.ev_called
        if seat is SB:
            stolen = spot.situation.big_blind_folds()[0] / 10
            ev = (1 - found.chance) * stolen + (found.chance * found.ev_called if found.chance else 0.0)
        assert ev == pytest.approx(found.hand.ev_allin_bb, abs=1e-12 * spot.s)


def test_chance_to_be_called_counts_combinations() -> None:
    spot = spot_at(100)
    found = explain(spot, spot.hand("Ah Kd", "sb"))
    removal = CardRemoval(spot.classes)
    left = removal.block([found.hand.id], list(range(spot.classes.n)))[0]
    assert found.chance == pytest.approx(float(left @ spot.solution.y) / HOLDEM.n_opponent_hands)


@pytest.mark.parametrize("seat", Seat)
def test_break_even_points_are_where_the_gain_changes_sign(seat: Seat) -> None:
    spot = spot_at(100)
    for class_id in range(0, spot.classes.n, 3):
        found = explain(spot, class_report(spot.strategy(seat), ClassId(class_id)))
        gain, q = found.hand.difference_bb, found.chance
        if found.break_even_equity > 0:
            even = spot.s * (2 * found.break_even_equity - 1)
            value = 1 - q + q * even + spot.b if seat is SB else even + 1
            assert value == pytest.approx(0, abs=1e-12)
            assert (found.equity > found.break_even_equity) == (gain > 0)
        if found.break_even_stack < inf:
            even = found.break_even_stack * (2 * found.equity - 1)
            value = 1 - q + q * even + spot.b if seat is SB else even + 1
            assert value == pytest.approx(0, abs=1e-10)
            assert (found.break_even_stack > spot.s) == (gain > 0)
        else:
            assert gain > 0


def test_calling_condition_of_the_article() -> None:
    assert calling_condition(1) == 0
    assert calling_condition(10) == 0.45
    assert calling_condition(1e6) == pytest.approx(0.5, abs=1e-6)
    found = explain(spot_at(100), spot_at(100).hand("Kh 9d", "bb"))
    assert found.break_even_equity == 0.45
    line = "You call 9 bb to win a pot of 20 bb, so you need 45.00% equity."
    assert line in explanation_lines(found)


def test_break_even_stack_in_chips_with_antes() -> None:
    spot = spot_at(100, 1)
    found = explain(spot, spot.hand("Ts 4h", "sb"))
    again = Situation.at((found.break_even_chips,) * 2, BlindLevel((5, 10), ante=1))
    assert again.s == pytest.approx(found.break_even_stack)


@pytest.mark.long
def test_words() -> None:
    spot = spot_at(100)
    found = explain(spot, spot.hand("5s 3s", "sb"), chart=chart())
    text = " ".join(explanation_lines(found))
    assert "The big blind calls" in text
    assert "Jam: +0.0471 bb compared with folding." in text
    assert "is a jam at 1 to 2.4, 3.8 to 3.9, 4.1 to 12.9 bb" in text
    weak = explanation_lines(explain(spot, spot.hand("7h 2d", "bb"), chart=chart()))
    assert any(line.startswith("Fold: +") for line in weak)
    aces = explanation_lines(explain(spot, spot.hand("Ah Ad", "bb")))
    assert any("at any stack" in line for line in aces)
    all_in = spot_at(9)
    assert "nothing to decide" in explanation_lines(explain(all_in, all_in.hand("7h 2d", "bb")))[0]


def test_words_of_an_indifferent_hand() -> None:
    spot = solve("holdem", (83, 83), (5, 10))
    found = explain(spot, spot.hand("Qs 4h", "sb"), chart=chart())
    assert abs(found.hand.difference_bb) < 1e-9
    assert any(line.startswith("Indifferent: both actions are correct") for line in explanation_lines(found))
    assert found.free_stacks == ((8.0, 8.3),)


def test_json_has_no_nan() -> None:
    spot = spot_at(100)
    found = to_values(hand_contract(explain(spot, spot.hand("Ah Ad", "bb"))))
    assert json.loads(json.dumps(found, allow_nan=False))["break_even_stack"] is None
    assert found["any_stack"] is True
    assert {"chance_jammed", "equity", "ev_allin_bb", "break_even_equity", "words"} <= found.keys()


def test_a_hand_never_asked() -> None:
    spot = spot_at(100)
    nobody = SpotSolution(spot.game, spot.situation, _with_x(spot, 0.0))
    found = explain(nobody, nobody.hand("Ah Ad", "bb"))
    assert found.chance == 0
    assert isnan(found.equity)
    assert "you never face this decision" in explanation_lines(found)[0]
    everybody_folds = explain(
        SpotSolution(spot.game, spot.situation, _with_y(spot, 0.0)), spot.hand("7h 2d", "sb")
    )
    assert "the jam wins 1 bb" in explanation_lines(everybody_folds)[0]


def _with_x(spot: SpotSolution, chance: float) -> Solution:
    n = spot.classes.n
    return replace(
        spot.solution,
        x=np.full(n, chance),
        ev_call=np.full(n, np.nan),
        margin_call=np.full(n, np.nan),
    )


def _with_y(spot: SpotSolution, chance: float) -> Solution:
    return replace(spot.solution, y=np.full(spot.classes.n, chance))


def test_best_pure_strategies_of_a_spot() -> None:
    spot = spot_at(100)
    pair = PureSolver(load_payoffs(HOLDEM)).solve(spot.solution)
    assert pair.proven
    assert 0 < pair.delta < 1e-4
    assert pair.jam.value < spot.value_bb < pair.call.value
    differing = np.flatnonzero(pair.jam.played != (spot.solution.x > 0.5))
    assert (abs(spot.solution.margin_jam[differing]) < 1e-2).all()


def test_published_holdem_percentages_are_the_equilibrium() -> None:
    found = stack_report(["holdem"])
    assert [row.s for row in found] == [2, 4, 6, 8, 10, 15, 20]
    assert all(row.exact_agrees for row in found)
    assert not any(row.agrees for row in found)
    assert all(row.epsilon < 1e-9 < row.played_epsilon for row in found)
    assert as_markdown(found).count("\n| ") == 8


def test_published_numbers_of_the_report() -> None:
    for k, row in enumerate(rows("thesis_percentages.csv")):
        assert PUBLISHED["omaha"][k] == (row["omaha_jam"], row["omaha_call"])
        assert PUBLISHED["omaha-hilo"][k] == (row["hilo_jam"], row["hilo_call"])


def test_rounded_at_once_or_by_way_of_two_decimals() -> None:
    assert is_print_of("77.3", 77.24744)
    assert is_print_of("77.2", 77.24744)
    assert not is_print_of("77.3", 77.2449)
    assert is_print_of("54.4", 54.44869)
    assert is_print_of("100.0", 100.0)


@pytest.mark.parametrize(
    ("seat", "terms", "end"),
    [
        ("sb", {"stacks": "0.3bb"}, "No decision: all chips at risk are already in."),
        ("bb", {"rake": 100}, "No equity is enough."),
        ("bb", {"rake": 80}, "No equity is enough."),
    ],
)
def test_no_equity_is_needed_or_enough(seat: str, terms: dict[str, Any], end: str) -> None:
    why = jamfold.explain("holdem", "72o", position=seat, sweep=False, **terms)
    assert isinstance(why, Explanation)
    assert explanation_lines(why)[-1] == end
