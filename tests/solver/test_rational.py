"""Equilibria in fractions: closed forms, all signs by plain sums, any start, what is degenerate."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.core.errors import SolverError
from jamfold.solver.exact import solve_exact
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.rational import RationalGame, RationalSolution
from jamfold.solver.stakes import chip_payoffs
from jamfold.solver.tree_rational import RationalStrategy
from tests.solver.test_solver_naive import Vector, games, make_payoffs, one_card_poker

stacks = st.fractions(1, 40, max_denominator=1000)
blinds = st.fractions(Fraction(1, 50), 1, max_denominator=100)


class Start(NamedTuple):
    x: Vector
    y: Vector


def chances(strategy: RationalStrategy) -> list[Fraction]:
    return [strategy.mixed.get(i, Fraction(int(one))) for i, one in enumerate(strategy.played)]


def check(payoffs: ClassGame, solution: RationalSolution) -> None:
    """Nobody gains anything, summed pair by pair as the definition says."""
    n, s, b = payoffs.n_classes, solution.s, solution.b
    everywhere = np.arange(n)
    p = payoffs.placements.block(everywhere, everywhere).tolist()
    m = [[Fraction(int(cell), payoffs.margin_scale) for cell in row] for row in payoffs.margins]
    x, y = chances(solution.jam), chances(solution.call)
    value = -b
    for i in range(n):
        jam = 1 + b + sum(y[j] * (s * m[i][j] - p[i][j]) for j in range(n)) / payoffs.n_opponent_hands
        call = sum(x[j] * (s * m[i][j] + p[i][j]) for j in range(n))
        for gain, chance, forced in ((jam, x[i], s == b == 1), (call, y[i], s == 1)):
            assert chance == 1 if forced else gain == 0 or chance == (gain > 0)
        value += x[i] * jam * int(payoffs.counts[i]) / payoffs.n_hands
    assert value == solution.value


@settings(max_examples=60)
@given(games, stacks, blinds)
def test_nobody_gains_anything(payoffs: ClassGame, s: Fraction, b: Fraction) -> None:
    start = solve_exact(payoffs, chip_payoffs(float(s), float(b)))
    solution = RationalGame(payoffs).solve(s, b, start)
    check(payoffs, solution)
    assert float(solution.value) == pytest.approx(start.value, abs=1e-9)


@settings(max_examples=30)
@given(games, stacks, blinds, st.randoms(use_true_random=False))
def test_any_start_leads_there(payoffs: ClassGame, s: Fraction, b: Fraction, random: Any) -> None:
    x, y = (np.array([random.choice([0.0, 0.5, 1.0]) for _ in range(payoffs.n_classes)]) for _ in range(2))
    game = RationalGame(payoffs)
    solution = game.solve(s, b, Start(x, y))
    check(payoffs, solution)
    again = game.solve(s, b, Start(solution.jam.chances(), solution.call.chances()))
    assert again.value == solution.value


@pytest.mark.parametrize("s", [Fraction(11, 10), Fraction(3, 2), Fraction(19, 10)])
def test_three_card_poker_in_closed_form(s: Fraction) -> None:
    b, payoffs = Fraction(1, 2), one_card_poker(3)
    solution = RationalGame(payoffs).solve(s, b, solve_exact(payoffs, chip_payoffs(float(s), float(b))))
    assert chances(solution.jam) == [(s - 1) / (s + 1), 1, 1]
    assert chances(solution.call) == [0, 2 * (1 + b) / (s + 1) - 1, 1]


def test_hands_that_are_all_the_same() -> None:
    """Every hand ties with every other: whatever is in doubt has the same column."""
    n = 6
    payoffs = make_payoffs(
        np.ones(n, dtype=np.int64), 1 - np.eye(n, dtype=np.int64), np.zeros((n, n), dtype=np.int64), 10
    )
    half = np.full(n, 0.5)
    check(payoffs, RationalGame(payoffs).solve(Fraction(7), Fraction(1, 2), Start(half, half)))


@pytest.mark.parametrize(("s", "b"), [(Fraction(1, 2), Fraction(1, 2)), (Fraction(2), Fraction(0)), (2, 3)])
def test_bad_games(s: Fraction, b: Fraction) -> None:
    with pytest.raises(SolverError, match="There is no game"):
        RationalGame(one_card_poker(3)).solve(s, b, Start(np.ones(3), np.ones(3)))
