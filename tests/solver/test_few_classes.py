"""The kernel of small games against NumPy's iterations: the same numbers to the last bit."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from jamfold.solver.exact import ExactSolver, Subgame
from jamfold.solver.few_classes import SmallGameSolver
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import chip_payoffs
from tests.solver.test_solver_naive import Vector, deck_game, one_card_poker, uniform_poker

GAMES = [
    one_card_poker(3),
    one_card_poker(7),
    uniform_poker(90),
    uniform_poker(169),  # above 128 NumPy adds up in halves
    uniform_poker(600),
    deck_game(4, 3, 2, 1000, 12),
]
POINTS = [(1.0, 1.0), (1.0, 0.5), (1.3, 0.5), (2.0, 0.5), (2.0, 0.3), (6.5, 0.5), (7.0, 0.5), (40.0, 0.5)]


def assert_same(one: Solution, other: Solution) -> None:
    for field in fields(Solution):
        if field.name != "seconds":
            np.testing.assert_array_equal(getattr(one, field.name), getattr(other, field.name), field.name)


@pytest.mark.parametrize("payoffs", GAMES, ids=lambda one: str(one.n_classes))
def test_the_kernel_and_numpy_give_the_same_bits(payoffs: ClassGame) -> None:
    plain, many = ExactSolver(payoffs), ExactSolver(payoffs, many=True)
    before: Solution | None = None
    for s, b in POINTS:
        solution = plain.solve(chip_payoffs(s, b), start=before)
        assert_same(solution, many.solve(chip_payoffs(s, b), start=before))
        before = solution


@pytest.mark.long
def test_the_best_of_all_iterations_is_kept_where_no_programme_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Subgame) -> tuple[Vector, Vector] | None:
        return None

    monkeypatch.setattr(Subgame, "solve", fail)
    for seed in range(11, 15):
        payoffs, stakes = deck_game(4, 3, 2, 1000, seed), chip_payoffs(6.0, 0.5)
        plain = ExactSolver(payoffs).solve(stakes)
        assert plain.iterations > 24
        assert_same(plain, ExactSolver(payoffs, many=True).solve(stakes))


def test_the_kernel_is_for_small_games_held_equally_often() -> None:
    payoffs = one_card_poker(3)
    weights = np.ones(3, dtype=np.int64)
    assert SmallGameSolver.fits(payoffs)
    assert not SmallGameSolver.fits(replace(payoffs, weights=(weights, weights)))
    assert not SmallGameSolver.fits(uniform_poker(1001))
