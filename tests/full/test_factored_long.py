"""Factors of whole decks: Omaha and Omaha Hi/Lo equal to their tables, five cards of 36, many kills."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.raises import Raises
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.cards import Rank
from jamfold.cards.games import OMAHA, OMAHA_5, OMAHA_5_SHORT, OMAHA_HILO, Game
from jamfold.class_tables import load_table
from jamfold.class_tables.factored.factors import Factors, factors_item, load_factors, work_store
from jamfold.solver.exact import solve_exact
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots.charts import make_chart
from jamfold.spots.solve import load_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.tree_solve import solve_raises
from tests.loose import solve

_ROWS = 512


@pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO], ids=lambda game: game.name)
def test_products_are_those_of_the_omaha_tables(game: Game, known_factors: Callable[[Game], Factors]) -> None:
    payoffs, table, factors = load_payoffs(game), load_table(game), known_factors(game)
    n, rng = table.classes.n, np.random.default_rng(1832)
    weights = rng.integers(-9, 10, (3, n))
    weights[2, rng.permutation(n)[40:]] = 0  # few: the other way
    found = factors.sums.product(weights)
    for first in range(0, n, _ROWS):
        rows = table.margins[first : first + _ROWS].astype(np.int64)
        assert np.array_equal(found[:, first : first + _ROWS], weights @ rows.T)
    assert np.array_equal(factors.row_sums, table.row_sums)
    stakes = chip_payoffs(10.0, 0.5)
    one, other = solve_exact(payoffs, stakes), solve_exact(replace(payoffs, margins=factors.sums), stakes)
    assert np.array_equal(one.x, other.x)
    assert np.array_equal(one.y, other.y)
    assert (one.value, one.epsilon) == (other.value, other.epsilon)


@cache
def alone(stack: float) -> Solution:
    """The solution of five cards of 36, of one stack by itself."""
    return solve(OMAHA_5_SHORT, (10 * stack, 10 * stack), (5, 10)).solution


def test_equilibrium_of_five_cards_of_36(shared_tables: Path) -> None:
    """Pure and exact; known from an independent program."""
    payoffs, solution = load_payoffs(OMAHA_5_SHORT), alone(10.0)
    assert solution.exact
    assert solution.epsilon == 0.0
    assert round(100 * payoffs.share(solution.x), 4) == 71.2981
    assert round(100 * payoffs.share(solution.y), 4) == 69.9643
    assert round(solution.value, 9) == 0.074092601


def test_stacks_solved_in_step_are_those_solved_alone(shared_tables: Path) -> None:
    """Three stacks are three runs, each begun from nothing as `solve` does."""
    chart = make_chart(OMAHA_5_SHORT, StackGrid(8.0, 12.0, 2.0))
    for k, stack in enumerate(chart.stacks):
        one = alone(stack)
        assert np.array_equal(chart.jam[k], one.x)
        assert np.array_equal(chart.call[k], one.y)
        assert (chart.points[k].value, chart.points[k].epsilon) == (one.value, one.epsilon)


_BUILD = """
from dataclasses import replace
from jamfold.cards import Rank
from jamfold.cards.games import OMAHA_5
from jamfold.class_tables.factored.factors import build_factors
game = replace(OMAHA_5, name="small-five", lowest_rank=Rank(6))
build_factors(game, lambda stage, share: print(share, flush=True))
"""
_MOMENTS = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.96, 0.97, 0.97)
"""Shares of the work: the ranks, the blocks, and thrice what becomes of them in the end."""


def test_many_kills_end_in_the_same_bytes(data_folder: Path) -> None:
    """SIGKILL shortly after each of these moments; five cards of 28, whose build has the stages of any."""
    game, rng, killed = replace(OMAHA_5, name="small-five", lowest_rank=Rank(6)), random.Random(5), 0
    item = factors_item(game)

    def contents() -> dict[str, bytes]:
        return {name: item.array_path(name).read_bytes() for name in item.array_specs}

    load_factors(game)
    expected = contents()
    item.remove()
    for moment in _MOMENTS:
        with subprocess.Popen([sys.executable, "-c", _BUILD], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            next((line for line in process.stdout if float(line) >= moment), None)
            time.sleep(rng.random() / 10)
            process.kill()
        killed += process.returncode == -signal.SIGKILL
        if item.is_there():
            assert contents() == expected
            item.remove()
    assert killed >= len(_MOMENTS) // 2
    subprocess.run([sys.executable, "-c", _BUILD], check=True, stdout=subprocess.DEVNULL)
    assert contents() == expected
    assert not work_store(game).folder.exists()


@pytest.mark.parametrize(
    ("raises", "value"), [(Raises(open=(2.0,)), 0.058584317608), (Raises(limit="pot"), 0.057643183420)]
)
def test_raises_before_the_all_in(raises: Raises, value: float, shared_tables: Path) -> None:
    """Products come from passes over the factors, as without raises."""
    spot = solve_raises(OMAHA_5_SHORT, Situation((15.0, 15.0), (0.5, 1.0)), raises, CHIPS)
    assert spot.value_bb == pytest.approx(value, abs=1e-9)
    assert max(spot.gains_bb) < 1e-12
