"""Omaha charts: exact at every stack, like single solves, and the published tables."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from jamfold.cards.games import find_game
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.analysis import explain
from jamfold.spots.charts import Chart, make_chart
from jamfold.spots.outline import MatrixPlay, pattern_curve
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat
from jamfold.views.chart_files import as_json, chart_text, save_figure
from tests.loose import solve
from tests.ranges.test_deciding import recount
from tests.stack_report import stack_report

GAMES = ("omaha", "omaha-hilo")
N_CLASSES = 16_432


@cache
def chart(game: str) -> Chart:
    return make_chart(find_game(game), StackGrid(1, 25, 0.1))


@pytest.mark.parametrize("game", GAMES)
def test_every_point_is_exact(game: str) -> None:
    found = chart(game)
    assert len(found.points) == 241
    for point in found.points:
        assert point.exact
        assert 0 <= point.epsilon < 1e-9
        assert point.pure_values[0] - 1e-12 <= point.value <= point.pure_values[1] + 1e-12
        assert point.pure_proven
        assert point.delta < 1e-7


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stack", [2.4, 10.0, 19.0])
def test_a_point_is_what_a_single_solve_gives(game: str, stack: float) -> None:
    found = chart(game)
    k = found.grid.index(stack)
    spot = solve(game, (stack, stack), (0.5, 1))
    assert found.points[k].value == pytest.approx(spot.value_bb, abs=1e-12)
    np.testing.assert_allclose(found.jam_margin[k], spot.solution.margin_jam, atol=1e-7)


def test_omaha_at_ten_big_blinds() -> None:
    found = chart("omaha")
    point = found.points[found.grid.index(10)]
    assert f"{100 * point.jam_share:.4f}" == "69.2947"
    assert f"{100 * point.call_share:.4f}" == "58.6156"
    assert f"{point.value:.9f}" == "0.055352822"


@pytest.mark.parametrize("game", GAMES)
def test_families_add_up_to_the_whole(game: str) -> None:
    found = chart(game)
    for seat in Seat:
        cells = list(pattern_matrix(found.game).cells())
        shares = [found.classes.sizes[cell.ids].sum() / found.game.n_hands for cell in cells]
        curves = [pattern_curve(found, seat, cell).played for cell in cells]
        together = np.array(shares) @ np.array(curves)
        wanted = [point.jam_share if seat is Seat.SMALL_BLIND else point.call_share for point in found.points]
        np.testing.assert_allclose(together, wanted, atol=1e-12)
        at_ten = MatrixPlay.of_chart(found, seat, found.grid.index(10))
        assert sum(cell.share * cell.played for cell in at_ten.cells) == pytest.approx(wanted[90], abs=1e-12)


@pytest.mark.parametrize("game", GAMES)
def test_what_decides_is_as_exact_as_it_says(game: str) -> None:
    found = chart(game)
    for seat in Seat:
        play = MatrixPlay.of_chart(found, seat, found.grid.index(10))
        told = 0
        for cell in play.cells:
            deciding = play.deciding(cell.pattern)
            if deciding is not None:
                told += 1
                recount(found.game, deciding, cell.pattern, play.chances)
        assert told / len(play.cells) > 0.7


def test_the_matrix_of_a_spot_is_that_of_the_chart() -> None:
    spot, found = solve("omaha"), chart("omaha")
    for seat in Seat:
        one = MatrixPlay.of_strategy(spot.strategy(seat))
        other = MatrixPlay.of_chart(found, seat, found.grid.index(10))
        for cell, same in zip(one.cells, other.cells, strict=True):
            assert cell.played == pytest.approx(same.played, abs=1e-6)
            assert cell.margin == pytest.approx(same.margin, abs=1e-9)
        percent = 100 * sum(cell.share * cell.played for cell in one.cells)
        assert percent == pytest.approx(spot.strategy(seat).played_percent, abs=1e-9)


def test_chart_files(tmp_path: Path) -> None:
    found = chart("omaha")
    values = json.loads(as_json(found))
    assert len(values["hands"]) == N_CLASSES
    assert max(point["epsilon_bb"] for point in values["points"]) < 1e-9
    assert len(chart_text(found, "csv").splitlines()) == N_CLASSES + 1
    for name in ("omaha.png", "omaha.svg"):
        assert save_figure(found, tmp_path / name).stat().st_size > 100_000


def test_explanations_give_the_ev_back() -> None:
    spot = solve("omaha")
    for hand in ("6h Qd 6c Ac", "2s 4s 3c 9c", "As Ah Ks Kh", "7d 2c 8h 3s"):
        jam = explain(spot, spot.hand(hand, "sb"))
        ev = 1 - jam.chance + jam.chance * jam.ev_called
        assert ev == pytest.approx(jam.hand.ev_allin_bb, abs=1e-12)
        call = explain(spot, spot.hand(hand, "bb"))
        assert call.ev_called == pytest.approx(call.hand.ev_allin_bb, abs=1e-12)


def test_published_omaha_percentages_are_fifty_iterations() -> None:
    for row in stack_report(GAMES):
        assert row.agrees
        assert row.epsilon < 1e-9 < row.played_epsilon
