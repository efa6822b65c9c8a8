"""The best pure strategies against all pure strategies of toy games, and their bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.core.errors import SolverError
from jamfold.solver import pure as pure_module
from jamfold.solver.exact import solve_exact
from jamfold.solver.fictitious_play import solve_fictitious_play
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.pure import PureSolver
from jamfold.solver.stakes import chip_payoffs
from tests.solver.test_solver_naive import (
    blinds,
    games,
    naive_value,
    one_card_poker,
    pair_payoffs,
    stacks,
    uniform_poker,
)


def every_choice(n: int) -> NDArray[np.float64]:
    """All pure strategies, shape (2**n, n)."""
    return (np.arange(1 << n)[:, None] >> np.arange(n) & 1).astype(np.float64)


def naive_promises(payoffs: ClassGame, s: float, b: float) -> tuple[float, float]:
    """L1 and L2 by trying every pure strategy of both players against its best answer."""
    u, f = pair_payoffs(payoffs, s, b)
    choices = every_choice(payoffs.n_classes)
    jams = -b + choices @ f + np.minimum(choices @ u, 0.0).sum(axis=1)
    calls = -b + np.maximum(f[None, :] + choices @ u.T, 0.0).sum(axis=1)
    return float(jams.max()), float(calls.min())


@settings(max_examples=60)
@given(games, stacks, blinds)
def test_nothing_promises_more(payoffs: ClassGame, s: float, b: float) -> None:
    assume(payoffs.n_classes <= 12)
    solution = solve_exact(payoffs, chip_payoffs(s, b))
    found = PureSolver(payoffs).solve(solution)
    assert found.proven
    for strategy, value in zip((found.jam, found.call), naive_promises(payoffs, s, b), strict=True):
        assert strategy.value == pytest.approx(value, abs=1e-12 * s)
        assert strategy.bound == pytest.approx(value, abs=1e-12 * s)
    assert found.jam.value <= solution.value + 1e-12 * s
    assert solution.value <= found.call.value + 1e-12 * s
    assert found.delta >= 0


@settings(max_examples=30)
@given(games, st.floats(1.01, 40.0), blinds)
def test_the_promise_is_what_the_answer_leaves(payoffs: ClassGame, s: float, b: float) -> None:
    found = PureSolver(payoffs).solve(solve_exact(payoffs, chip_payoffs(s, b)))
    jam, call = found.jam, found.call
    value = naive_value(payoffs, s, b, jam.played.astype(float), jam.response.astype(float))
    assert value == pytest.approx(jam.value, abs=1e-12 * s)
    value = naive_value(payoffs, s, b, call.response.astype(float), call.played.astype(float))
    assert value == pytest.approx(call.value, abs=1e-12 * s)


@settings(max_examples=20)
@given(games, stacks, blinds, st.integers(1, 30))
def test_an_inexact_start_gives_the_same_promise(payoffs: ClassGame, s: float, b: float, n: int) -> None:
    assume(payoffs.n_classes <= 12)
    found = PureSolver(payoffs).solve(solve_fictitious_play(payoffs, chip_payoffs(s, b), n))
    if found.proven:
        wanted = naive_promises(payoffs, s, b)
        assert (found.jam.value, found.call.value) == pytest.approx(wanted, abs=1e-9 + 1e-12 * s)


def test_a_pure_equilibrium_gives_nothing_away() -> None:
    payoffs = uniform_poker(5)
    solution = solve_exact(payoffs, chip_payoffs(1.0, 0.5))
    found = PureSolver(payoffs).solve(solution)
    assert solution.mixed == (0, 0)
    assert found.delta == pytest.approx(0, abs=1e-15)
    assert found.jam.doubtful == found.call.doubtful == 0


def test_too_many_sets_are_not_called_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    payoffs = one_card_poker(5)
    points = [solve_exact(payoffs, chip_payoffs(s, 0.5)) for s in np.arange(2.0, 12.0, 0.25)]
    mixed = next(point for point in points if min(point.mixed) > 0)
    whole = PureSolver(payoffs).solve(mixed)
    monkeypatch.setattr(pure_module, "_MAX_SETS", 1)
    found = PureSolver(payoffs).solve(mixed)
    assert whole.proven
    assert not found.proven
    assert found.jam.value <= whole.jam.value <= found.jam.bound
    assert found.call.bound <= whole.call.value <= found.call.value


def test_a_solution_of_another_game_is_refused() -> None:
    with pytest.raises(SolverError, match="has 5 classes, the game has 4"):
        PureSolver(uniform_poker(4)).solve(solve_exact(uniform_poker(5), chip_payoffs(5, 0.5)))
