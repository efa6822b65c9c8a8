"""Approximate answers measured on the whole table: bounds hold, gains are small, frequencies agree."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import OMAHA, OMAHA_HILO, Game
from jamfold.class_tables.build import load_table
from jamfold.solver.best_response import evaluate
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import strategy_sums
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots.solve import load_payoffs, low_rank_payoffs, solve_situation
from tests.command_line import Runner
from tests.spots.test_in_step import CountedSums


def random_spot(rng: random.Random) -> Situation:
    """1 to 25 bb, equal or not, with antes, an ante of the big blind, dead money."""
    ante, big, stack = rng.choice([0, 0, 0.1, 0.125, 0.25, 0.5]), rng.choice([0, 0, 1.0]), rng.uniform(1, 25)
    stacks = stack + ante, stack * rng.choice([1, 1, rng.uniform(1, 2)]) + ante + big
    dead = rng.choice([0, 0, rng.uniform(0, 2)])
    return Situation(stacks, (rng.choice([0.5, 0.5, 0.4, 1 / 3]), 1.0), (ante, ante), dead)


@pytest.mark.parametrize("game", [OMAHA, OMAHA_HILO], ids=lambda game: game.name)
def test_random_spots(game: Game) -> None:
    rng, payoffs = random.Random(2026), load_payoffs(game)
    for _ in range(40):
        situation = random_spot(rng)
        found = solve_situation(game, situation, method="approximate")
        solution, exact = found.solution, solve_situation(game, situation)
        pair = strategy_sums(payoffs, solution.x), strategy_sums(payoffs, solution.y)
        measured = evaluate(payoffs, solution.stakes, *pair)
        for gain, bound in zip(measured.gains, solution.gains, strict=True):
            assert gain <= min(bound, 1e-4)
        assert found.jam_percent == pytest.approx(exact.jam_percent, abs=0.3)
        assert found.call_percent == pytest.approx(exact.call_percent, abs=0.3)
        equity = np.abs(measured.ev_jam - solution.ev_jam).max() / (2 * solution.stakes.first.half)
        assert equity < 0.002


@pytest.mark.parametrize("stack", [5.0, 10.0, 20.0])
def test_an_exact_solve_from_an_approximate_one_takes_two_passes(stack: float) -> None:
    """One for each side; the few rows that change after that are read by themselves."""
    payoffs, stakes = load_payoffs(OMAHA), chip_payoffs(stack, 0.5)
    counted = CountedSums(payoffs.margins, small=160)
    found = solve_exact(replace(payoffs, margins=counted, near=lambda: low_rank_payoffs(OMAHA)), stakes)
    assert len(counted.passes) == 2
    assert found.value == pytest.approx(solve_exact(payoffs, stakes).value, abs=1e-12)


def test_with_the_table_the_usual_answer_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    load_table("omaha")
    result = Runner(capsys)("solve", "10.1bb", "--game", "omaha", "--json")
    assert (json.loads(result.out)["method"], result.err) == ("exact", "")
