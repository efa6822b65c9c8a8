"""The exact method against closed forms, against a plain linear program, and at its edges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.core.errors import SolverError
from jamfold.solver.exact import ExactSolver, Subgame, solve_exact
from jamfold.solver.fictitious_play import solve_fictitious_play
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Iteration, Solution
from jamfold.solver.stakes import chip_payoffs
from tests.solver.test_solver_naive import (
    Vector,
    blinds,
    deck_game,
    games,
    make_payoffs,
    naive_value,
    one_card_poker,
    pair_payoffs,
    stacks,
    uniform_poker,
)


def linear_programme_value(payoffs: ClassGame, s: float, b: float) -> float:
    """The value of the whole game by one dense linear program."""
    from scipy.optimize import linprog

    u, f = pair_payoffs(payoffs, s, b)
    n = payoffs.n_classes
    scale = max(abs(u).max(), abs(f).max())
    result = linprog(
        -np.concatenate([f / scale, np.ones(n)]),
        A_ub=np.hstack([-u.T / scale, np.eye(n)]),
        b_ub=np.zeros(n),
        bounds=[(0, 1)] * n + [(None, 0)] * n,
        method="highs",
    )
    assert result.status == 0
    return float(-result.fun * scale - b)


def check_certificate(payoffs: ClassGame, solution: Solution) -> None:
    """Epsilon and the values recomputed from the strategies by dense products."""
    s, b = solution.stakes.second.showdown[-1], solution.stakes.second.fold
    u, f = pair_payoffs(payoffs, s, b)
    v1 = -b + np.maximum(f + u @ solution.y, 0.0).sum()
    v2 = b - (f @ solution.x + np.minimum(solution.x @ u, 0.0).sum())
    tiny = 1e-13 * s
    assert solution.v1 == pytest.approx(v1, abs=tiny)
    assert solution.v2 == pytest.approx(v2, abs=tiny)
    assert solution.epsilon == pytest.approx((v1 + v2) / 2.0, abs=tiny)
    value = naive_value(payoffs, s, b, solution.x, solution.y)
    assert solution.value == pytest.approx(value, abs=tiny)
    assert ((solution.x >= 0.0) & (solution.x <= 1.0) & (solution.y >= 0.0) & (solution.y <= 1.0)).all()


@settings(max_examples=60)
@given(games, stacks, blinds)
def test_value_equals_the_whole_linear_programme(payoffs: ClassGame, s: float, b: float) -> None:
    solution = solve_exact(payoffs, chip_payoffs(s, b))
    assert solution.exact
    assert solution.epsilon < 1e-12
    assert solution.method == "exact"
    check_certificate(payoffs, solution)
    assert solution.value == pytest.approx(linear_programme_value(payoffs, s, b), abs=1e-6)


@settings(max_examples=20)
@given(
    games, st.sampled_from([1.0, 1.0 + 1e-12, 1.5, 200.0, 1000.0]), st.sampled_from([1e-9, 0.01, 0.5, 1.0])
)
def test_extreme_stakes(payoffs: ClassGame, s: float, b: float) -> None:
    solution = solve_exact(payoffs, chip_payoffs(s, b))
    assert solution.exact
    assert solution.epsilon < 1e-9
    check_certificate(payoffs, solution)


@pytest.mark.parametrize("s", [1.1, 1.5, 1.9])
def test_three_card_poker_in_closed_form(s: float) -> None:
    """Queen, king, ace without replacement, 1 < s < 1 + 2 b.

    Aces and kings jam, aces call, queens fold.  II's king is indifferent at
    the jam chance q of a queen with (s + 1) q = s - 1; I's queen is indifferent
    at the call chance k of a king with 1 - (s + 1)(1 + k) / 2 = -b.
    """
    b = 0.5
    q = (s - 1.0) / (s + 1.0)
    k = 2.0 * (1.0 + b) / (s + 1.0) - 1.0
    ace = (1.0 + k * s + (1.0 - k)) / 2.0
    king = (1.0 - s) / 2.0
    solution = solve_exact(one_card_poker(3), chip_payoffs(s, b))
    np.testing.assert_allclose(solution.x, [q, 1.0, 1.0], atol=1e-14)
    np.testing.assert_allclose(solution.y, [0.0, k, 1.0], atol=1e-14)
    np.testing.assert_allclose(solution.ev_jam, [-b, king, ace], atol=1e-14)
    assert solution.value == pytest.approx((-b + king + ace) / 3.0, abs=1e-14)
    assert solution.mixed == (1, 1)
    assert solution.free == (1, 1)
    assert solution.exact
    assert solution.epsilon < 1e-14


@pytest.mark.parametrize(("s", "b"), [(2.0, 0.5), (5.0, 0.5), (10.0, 0.5), (4.0, 1.0)])
def test_uniform_poker_in_closed_form(s: float, b: float) -> None:
    """Hands uniform on [0, 1], here 600 steps: II calls above beta, I jams a share 1 - alpha.

    I's hands below beta are indifferent: beta - (1 - beta) s = -b.  II's hand
    beta is indifferent: s (2 beta - 1 - alpha) + 1 - alpha = 0.
    """
    n = 600
    beta = (s - b) / (s + 1.0)
    alpha = (s * (2.0 * beta - 1.0) + 1.0) / (s + 1.0)
    value = -b * alpha + (1.0 - alpha) * beta - s * (beta - alpha) * (1.0 - beta)
    solution = solve_exact(uniform_poker(n), chip_payoffs(s, b))
    assert solution.exact
    assert solution.epsilon < 1e-12
    assert solution.value == pytest.approx(value, abs=3.0 * s / n)
    assert solution.jam_share == pytest.approx(1.0 - alpha, abs=5.0 / n)
    assert solution.call_share == pytest.approx(1.0 - beta, abs=3.0 / n)
    assert solution.free[0] > 100


def test_one_class_that_always_ties() -> None:
    solution = solve_exact(
        make_payoffs(np.array([3]), np.array([[2]]), np.array([[0]])), chip_payoffs(10.0, 0.5)
    )
    assert (solution.x[0], solution.y[0]) == (1.0, 1.0)
    assert solution.ev_jam[0] == 0.0
    assert solution.ev_call[0] == 0.0
    assert solution.value == 0.0
    assert solution.epsilon == 0.0
    assert solution.exact


def test_a_class_that_is_never_asked() -> None:
    """The nut hand has the only cards that beat the other: no showdown, and it must not divide by 0."""
    p = np.array([[0, 1], [1, 0]])
    solution = solve_exact(
        make_payoffs(np.array([1, 1]), p, np.array([[0, -1], [1, 0]])), chip_payoffs(10.0, 0.5)
    )
    np.testing.assert_array_equal(solution.x, [0.0, 1.0])
    assert np.isnan(solution.ev_call[1])
    assert np.isnan(solution.margin_call[1])
    assert solution.jam_chance[1] == 0.0
    assert solution.call_gain[1] == 0.0
    assert solution.free[1] == 1
    assert solution.exact


@pytest.mark.parametrize("method", ["exact", "fictitious-play"])
@pytest.mark.parametrize("payoffs", [one_card_poker(5), uniform_poker(7), deck_game(3, 2, 2, 10, 1)])
def test_short_of_the_big_blind_ii_never_folds(payoffs: ClassGame, method: str) -> None:
    solve = solve_exact if method == "exact" else solve_fictitious_play
    solution = solve(payoffs, chip_payoffs(1.0, 0.25))
    assert (solution.y == 1.0).all()
    expected = payoffs.row_sums / (payoffs.margin_scale * payoffs.n_opponent_hands)
    np.testing.assert_allclose(solution.ev_jam, expected, atol=1e-15)
    if method == "exact":
        np.testing.assert_array_equal(solution.x, expected > -0.25)
        assert solution.epsilon < 1e-15
        assert solution.exact


@pytest.mark.parametrize("payoffs", [one_card_poker(5), uniform_poker(7), deck_game(3, 2, 2, 10, 1)])
def test_both_short_of_the_blinds_nobody_decides(payoffs: ClassGame) -> None:
    for solution in (
        solve_exact(payoffs, chip_payoffs(1.0, 1.0)),
        solve_fictitious_play(payoffs, chip_payoffs(1.0, 1.0), 5),
    ):
        assert (solution.x == 1.0).all()
        assert (solution.y == 1.0).all()
        assert solution.value == pytest.approx(0.0, abs=1e-15)
        assert solution.epsilon == pytest.approx(0.0, abs=1e-15)


def test_evs_of_calling_are_conditional_on_a_jam() -> None:
    payoffs = deck_game(4, 2, 2, 100, 3)
    s, b = 5.0, 0.5
    solution = solve_fictitious_play(payoffs, chip_payoffs(s, b), 7)
    classes = np.arange(payoffs.n_classes)
    p = payoffs.placements.block(classes, classes)
    showdown = s * (payoffs.margins @ solution.x) / payoffs.margin_scale
    np.testing.assert_allclose(solution.ev_call, showdown / (p @ solution.x), atol=1e-12)
    np.testing.assert_allclose(solution.jam_chance, p @ solution.x / payoffs.n_opponent_hands, atol=1e-14)
    np.testing.assert_allclose(solution.margin_call, solution.ev_call + 1.0)
    np.testing.assert_allclose(solution.call_gain, solution.margin_call * solution.jam_chance, atol=1e-14)
    np.testing.assert_allclose(solution.margin_jam, solution.ev_jam + b)


def test_fictitious_play_approaches_the_exact_value() -> None:
    payoffs = deck_game(4, 3, 2, 1000, 11)
    exact = solve_exact(payoffs, chip_payoffs(6.0, 0.5))
    rough = solve_fictitious_play(payoffs, chip_payoffs(6.0, 0.5), 3000)
    assert abs(rough.value - exact.value) <= 2.0 * rough.epsilon
    assert exact.epsilon < rough.epsilon < 1e-3


def test_a_sweep_gives_the_values_of_single_points() -> None:
    payoffs = deck_game(4, 3, 2, 1000, 12)
    solver = ExactSolver(payoffs)
    last: Solution | None = None
    for s in np.arange(10, 60) / 4.0:
        last = solver.solve(chip_payoffs(float(s), 0.5), start=last)
        assert last.exact
        assert last.value == pytest.approx(solve_exact(payoffs, chip_payoffs(float(s), 0.5)).value, abs=1e-9)


def test_the_result_does_not_depend_on_what_was_solved_before() -> None:
    payoffs = deck_game(4, 3, 2, 1000, 13)
    solver = ExactSolver(payoffs)
    solver.solve(chip_payoffs(20.0, 0.5))
    again, fresh = solver.solve(chip_payoffs(4.0, 0.5)), solve_exact(payoffs, chip_payoffs(4.0, 0.5))
    np.testing.assert_array_equal(again.x, fresh.x)
    np.testing.assert_array_equal(again.y, fresh.y)
    np.testing.assert_array_equal(again.history, fresh.history)


def test_an_interrupted_solver_can_be_used_again() -> None:
    payoffs = deck_game(4, 3, 2, 1000, 13)
    solver = ExactSolver(payoffs)

    def interrupt(row: Iteration) -> None:
        if row.iteration == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(chip_payoffs(20.0, 0.5), progress=interrupt)
    np.testing.assert_array_equal(
        solver.solve(chip_payoffs(4.0, 0.5)).x, solve_exact(payoffs, chip_payoffs(4.0, 0.5)).x
    )


def test_progress_is_the_history() -> None:
    seen: list[Iteration] = []
    solution = solve_exact(one_card_poker(3), chip_payoffs(1.5, 0.5), progress=seen.append)
    np.testing.assert_array_equal(solution.history, np.array(seen))
    assert [row.iteration for row in seen] == list(range(1, solution.iterations + 1))
    assert min(row.epsilon for row in seen) == solution.epsilon


def test_a_failing_linear_programme_is_never_called_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Subgame) -> tuple[Vector, Vector] | None:
        return None

    monkeypatch.setattr(Subgame, "solve", fail)
    monkeypatch.setattr("jamfold.solver.exact._ATTEMPTS", 2)
    solution = solve_exact(one_card_poker(3), chip_payoffs(1.5, 0.5))
    assert not solution.exact
    assert 1e-6 < solution.epsilon < 0.1
    assert solution.epsilon == solution.history[:, 5].min()


def test_bad_options() -> None:
    payoffs = one_card_poker(3)
    with pytest.raises(SolverError, match="tolerance"):
        solve_exact(payoffs, chip_payoffs(2.0, 0.5), tolerance=0.0)
    with pytest.raises(SolverError, match="tolerance"):
        solve_exact(payoffs, chip_payoffs(2.0, 0.5), tolerance=float("nan"))
    with pytest.raises(SolverError, match="start has 4 classes, the game has 3"):
        solve_exact(
            payoffs, chip_payoffs(2.0, 0.5), start=solve_exact(one_card_poker(4), chip_payoffs(2.0, 0.5))
        )
    with pytest.raises(SolverError, match="stack s"):
        solve_exact(payoffs, chip_payoffs(0.5, 0.5))
