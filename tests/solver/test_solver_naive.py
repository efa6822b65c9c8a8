"""Toy games, and the solver's definitions written out directly (naive twins)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.core.errors import SolverError
from jamfold.solver.best_response import evaluate
from jamfold.solver.fictitious_play import check_iterations, solve_fictitious_play
from jamfold.solver.payoffs import ClassGame, DensePlacements
from jamfold.solver.products import RangeSums, Response
from jamfold.solver.solution import Iteration
from jamfold.solver.stakes import chip_payoffs

IntMatrix = NDArray[np.int64]
Vector = NDArray[np.float64]


def make_payoffs(counts: IntMatrix, p: IntMatrix, margins: IntMatrix, scale: int = 1) -> ClassGame:
    payoffs = ClassGame(
        counts=np.asarray(counts, dtype=np.int64),
        n_hands=int(counts.sum()),
        n_opponent_hands=int(p[0].sum()),
        margins=np.asarray(margins, dtype=np.int32),
        margin_scale=scale,
        row_sums=margins.sum(axis=1, dtype=np.int64),
        placements=DensePlacements(np.asarray(p)),
    )
    check_payoffs(payoffs)
    return payoffs


def check_payoffs(payoffs: ClassGame) -> None:
    """The identities that `ClassGame` trusts."""
    classes = np.arange(payoffs.n_classes)
    p = payoffs.placements.block(classes, classes)
    margins = payoffs.tables[0].sums.block(classes, classes).astype(np.int64)
    weighted = payoffs.counts[:, None] * margins
    placed = payoffs.counts[:, None] * p
    for holds, identity in (
        (np.array_equal(weighted, -weighted.T), "c[i] M[i, j] = -c[j] M[j, i]"),
        (np.array_equal(placed, placed.T), "c[i] p[i, j] = c[j] p[j, i]"),
        (bool((p >= 0).all()), "p[i, j] >= 0"),
        (bool((p.sum(axis=1) == payoffs.n_opponent_hands).all()), "sum_j p[i, j] = K2"),
        (bool((abs(margins) <= payoffs.margin_scale * p).all()), "|M[i, j]| <= scale p[i, j]"),
        (np.array_equal(margins.sum(axis=1), payoffs.row_sums), "row_sums[i] = sum_j M[i, j]"),
    ):
        if not holds:
            raise SolverError(f"These payoffs are no jam/fold game: {identity} does not hold.")


def uniform_poker(n: int) -> ClassGame:
    """One card out of n each, both dealt with replacement; the higher wins."""
    rank = np.arange(n)
    ones = np.ones((n, n), dtype=np.int64)
    return make_payoffs(np.ones(n, dtype=np.int64), ones, np.sign(rank[:, None] - rank[None, :]))


def one_card_poker(n: int) -> ClassGame:
    """One card out of n each, without replacement; the higher wins."""
    rank = np.arange(n)
    p = 1 - np.eye(n, dtype=np.int64)
    return make_payoffs(np.ones(n, dtype=np.int64), p, np.sign(rank[:, None] - rank[None, :]))


def deck_game(n_ranks: int, n_suits: int, hole_cards: int, scale: int, seed: int) -> ClassGame:
    """Hands from a small deck, classes by suit permutation, random margins.

    The class sizes and the placements (some are 0) are those of a real deck.
    """
    deck = list(product(range(n_ranks), range(n_suits)))
    hands = [frozenset(hand) for hand in combinations(deck, hole_cards)]
    orders = list(permutations(range(n_suits)))
    key_of = {
        hand: min(tuple(sorted((rank, order[suit]) for rank, suit in hand)) for order in orders)
        for hand in hands
    }
    keys = sorted(set(key_of.values()))
    members = [[hand for hand in hands if key_of[hand] == key] for key in keys]
    counts = np.array([len(member) for member in members])
    p = np.array([[sum(not (mine[0] & hand) for hand in yours) for yours in members] for mine in members])
    rng = np.random.default_rng(seed)
    margins = np.zeros_like(p)
    for i, j in combinations(range(len(keys)), 2):
        step = counts[j] // np.gcd(counts[i], counts[j])
        room = scale * p[i, j] // step
        margins[i, j] = step * rng.integers(-room, room + 1)
        margins[j, i] = -counts[i] * margins[i, j] // counts[j]
    return make_payoffs(counts, p, margins, scale)


def pair_payoffs(payoffs: ClassGame, s: float, b: float) -> tuple[Vector, Vector]:
    """u[i, j]: what calling with j changes for I's jam with i; f[i]: a jam that all fold to."""
    classes = np.arange(payoffs.n_classes)
    p = payoffs.placements.block(classes, classes)
    m = payoffs.margins / payoffs.margin_scale
    weight = payoffs.counts[:, None] / (payoffs.n_hands * payoffs.n_opponent_hands)
    return weight * (s * m - p), payoffs.counts * (1.0 + b) / payoffs.n_hands


def naive_value(payoffs: ClassGame, s: float, b: float, x: Vector, y: Vector) -> float:
    """Player I's value of a pair of strategies, by the definition."""
    u, f = pair_payoffs(payoffs, s, b)
    return float(-b + f @ x + x @ u @ y)


def dense_sums(payoffs: ClassGame, strategy: Vector) -> RangeSums:
    classes = np.arange(payoffs.n_classes)
    p = payoffs.placements.block(classes, classes)
    return RangeSums(strategy, payoffs.margins @ strategy / payoffs.margin_scale, p @ strategy)


def naive_fictitious_play(
    payoffs: ClassGame, s: Fraction, b: Fraction, iterations: int
) -> tuple[list[Fraction], list[Fraction]]:
    """Fictitious play in exact fractions, everything recomputed in every iteration."""
    n = payoffs.n_classes
    classes = np.arange(n)
    p = payoffs.placements.block(classes, classes).tolist()
    m = [[Fraction(cell, payoffs.margin_scale) for cell in row] for row in payoffs.margins.tolist()]
    x, y = [Fraction(1)] * n, [Fraction(1)] * n
    for t in range(1, iterations + 1):
        ev = [
            1 + sum(y[j] * (s * m[i][j] - p[i][j]) for j in range(n)) / payoffs.n_opponent_hands
            for i in range(n)
        ]
        gain = [sum(x[i] * (s * m[j][i] + p[j][i]) for i in range(n)) for j in range(n)]
        x = [old + (int(e > -b) - old) / (t + 1) for old, e in zip(x, ev, strict=True)]
        y = [old + (int(g > 0) - old) / (t + 1) for old, g in zip(y, gain, strict=True)]
    return x, y


deck_games = st.builds(
    deck_game,
    n_ranks=st.integers(2, 4),
    n_suits=st.integers(2, 3),
    hole_cards=st.just(2),
    scale=st.sampled_from([1, 2, 7, 1000]),
    seed=st.integers(0, 2**32 - 1),
)
one_card_deck_games = st.builds(
    deck_game,
    n_ranks=st.integers(2, 12),
    n_suits=st.integers(1, 3),
    hole_cards=st.just(1),
    scale=st.sampled_from([1, 16, 1000]),
    seed=st.integers(0, 2**32 - 1),
)
games = st.one_of(deck_games, one_card_deck_games)
stacks = st.floats(1.0, 40.0)
blinds = st.floats(0.015625, 1.0)


@given(games, stacks, blinds, st.integers(0, 2**32 - 1))
def test_evaluation_matches_the_definition(payoffs: ClassGame, s: float, b: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.random((2, payoffs.n_classes)).round(1)
    result = evaluate(payoffs, chip_payoffs(s, b), dense_sums(payoffs, x), dense_sums(payoffs, y))
    u, f = pair_payoffs(payoffs, s, b)
    assert result.values[0] == pytest.approx(naive_value(payoffs, s, b, x, y), abs=1e-12)
    v1 = -b + np.maximum(f + u @ y, 0.0).sum()
    v2 = b - (f @ x + np.minimum(x @ u, 0.0).sum())
    assert result.v1 == pytest.approx(v1, abs=1e-12)
    assert result.v2 == pytest.approx(v2, abs=1e-12)
    assert result.epsilon == pytest.approx((v1 + v2) / 2.0, abs=1e-12)


@given(games, stacks, blinds, st.integers(0, 2**32 - 1))
def test_no_deviation_gains_more_than_epsilon_allows(
    payoffs: ClassGame, s: float, b: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    n = payoffs.n_classes
    x, y = rng.random((2, n))
    result = evaluate(payoffs, chip_payoffs(s, b), dense_sums(payoffs, x), dense_sums(payoffs, y))
    for other in (rng.random(n), rng.integers(0, 2, n).astype(np.float64)):
        assert naive_value(payoffs, s, b, other, y) <= result.v1 + 1e-12
        assert -naive_value(payoffs, s, b, x, other) <= result.v2 + 1e-12
    best_x, best_y = result.jam_response.astype(np.float64), result.call_response.astype(np.float64)
    gain = naive_value(payoffs, s, b, best_x, y) - naive_value(payoffs, s, b, x, best_y)
    assert gain == pytest.approx(2.0 * result.epsilon, abs=1e-12)


@given(games, st.integers(0, 2**32 - 1))
def test_running_products_equal_the_matrix_products(payoffs: ClassGame, seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = payoffs.n_classes
    p = payoffs.placements.block(np.arange(n), np.arange(n))
    first, second = Response(payoffs), Response(payoffs)
    for _ in range(6):
        for response, other in ((first, second), (second, first)):
            played = rng.random(n) < rng.random()
            response.move_to(played, other)
            assert np.array_equal(response.sums[0], payoffs.margins @ played.astype(np.int64))
            assert np.array_equal(response.placements, p @ played.astype(np.int64))
        classes = np.sort(rng.permutation(n)[: n // 2])
        chances = rng.random(classes.size)
        strategy = first.played.astype(np.float64)
        strategy[classes] = chances
        mixed, direct = first.mixed_sums(classes, chances), dense_sums(payoffs, strategy)
        np.testing.assert_allclose(mixed.strategy, direct.strategy)
        np.testing.assert_allclose(mixed.margins, direct.margins, atol=1e-11)
        np.testing.assert_allclose(mixed.placements, direct.placements, atol=1e-11)


@pytest.mark.long
def test_products_of_a_game_wider_than_a_tile() -> None:
    n, moved = 4500, 301
    rng = np.random.default_rng(5)
    margins = np.triu(rng.integers(-5, 6, (n, n), dtype=np.int32), 1)
    margins = margins - margins.T
    ones = np.ones((n, n), dtype=np.int64)
    payoffs = ClassGame(
        counts=np.ones(n, dtype=np.int64),
        n_hands=n,
        n_opponent_hands=n,
        margins=margins,
        margin_scale=5,
        row_sums=margins.sum(axis=1, dtype=np.int64),
        placements=DensePlacements(ones),
    )
    first, second = Response(payoffs), Response(payoffs)
    near_all, near_none = np.ones(n, dtype=bool), np.zeros(n, dtype=bool)
    near_all[rng.permutation(n)[:moved]] = False
    near_none[rng.permutation(n)[:moved]] = True
    half = rng.random(n) < 0.5
    near_half = half ^ near_none
    for response, other, played in (
        (first, second, near_all),
        (first, second, near_none),
        (first, second, half),
        (second, first, near_half),
        (second, first, near_all),
    ):
        rows_read = response.move_to(played, other)
        assert np.array_equal(response.sums[0], margins @ played.astype(np.int64))
        assert np.array_equal(response.placements, np.full(n, played.sum()))
        assert rows_read == moved or played is half


@pytest.mark.long
@given(
    deck_games,
    st.fractions(1, 30, max_denominator=1009).map(lambda s: s + Fraction(1, 10007)),
    st.fractions(Fraction(1, 20), Fraction(9, 10), max_denominator=997).map(lambda b: b + Fraction(1, 10009)),
    st.integers(1, 12),
)
def test_fictitious_play_equals_its_definition(
    payoffs: ClassGame, s: Fraction, b: Fraction, iterations: int
) -> None:
    result = solve_fictitious_play(payoffs, chip_payoffs(float(s), float(b)), iterations)
    x, y = naive_fictitious_play(payoffs, s, b, iterations)
    np.testing.assert_allclose(result.x, [float(value) for value in x], rtol=1e-15)
    np.testing.assert_allclose(result.y, [float(value) for value in y], rtol=1e-15)
    assert result.method == "fictitious-play"
    assert not result.exact
    assert result.iterations == iterations


def test_fictitious_play_reports_every_iteration() -> None:
    payoffs = uniform_poker(30)
    seen: list[Iteration] = []
    result = solve_fictitious_play(payoffs, chip_payoffs(6.0, 0.5), 25, seen.append)
    assert [row.iteration for row in seen] == list(range(1, 26))
    np.testing.assert_array_equal(result.history, np.array(seen))
    assert seen[-1].epsilon == result.epsilon
    assert seen[-1].jam_share == result.jam_share
    assert seen[-1].v1 + seen[-1].v2 == pytest.approx(2.0 * result.epsilon, abs=1e-15)
    assert result.epsilon < seen[0].epsilon


def test_fictitious_play_lets_an_interrupt_through() -> None:
    def interrupt(row: Iteration) -> None:
        if row.iteration == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_fictitious_play(uniform_poker(10), chip_payoffs(6.0, 0.5), 25, interrupt)


@pytest.mark.parametrize("iterations", [0, -1, 1_000_001, 2.0, "10", True, None, float("nan")])
def test_bad_iterations(iterations: object) -> None:
    with pytest.raises(SolverError, match=r"whole number from 1 to 1,000,000"):
        check_iterations(iterations)


@pytest.mark.parametrize(
    ("s", "b", "message"),
    [
        (0.999, 0.5, "at least|must be 1 to"),
        (float("nan"), 0.5, "stack s must be a finite number"),
        (float("inf"), 0.5, "stack s must be a finite number"),
        (1e300, 0.5, "must be 1 to 1,000,000"),
        ("ten", 0.5, "stack s must be a finite number"),
        (True, 0.5, "stack s must be a finite number"),
        (10.0, 0.0, "above 0 and at most 1"),
        (10.0, -0.5, "above 0 and at most 1"),
        (10.0, 1.001, "above 0 and at most 1"),
        (10.0, float("nan"), "small blind b must be a finite number"),
        (10.0, None, "small blind b must be a finite number"),
    ],
)
def test_bad_stakes(s: float, b: float, message: str) -> None:
    with pytest.raises(SolverError, match=message):
        chip_payoffs(s, b)


@pytest.mark.parametrize(
    ("counts", "p", "margins", "message"),
    [
        ([1, 1], [[1, 1], [1, 1]], [[0, 1], [1, 0]], r"c\[i\] M\[i, j\] = -c\[j\] M\[j, i\]"),
        ([1, 2], [[1, 1], [1, 1]], [[0, 0], [0, 0]], r"c\[i\] p\[i, j\] = c\[j\] p\[j, i\]"),
        ([1, 1], [[1, 1], [1, 2]], [[0, 0], [0, 0]], "= K2"),
        ([1, 1], [[1, 1], [1, 1]], [[0, 2], [-2, 0]], "scale p"),
        ([1, 1], [[2, -1], [-1, 2]], [[0, 0], [0, 0]], "p.* >= 0"),
        ([1, 0], [[1, 1], [1, 1]], [[0, 0], [0, 0]], "positive"),
        ([1, 1], [[1, 1], [1, 1]], [[0, 0, 0], [0, 0, 0]], r"shape \(2, 2\)"),
    ],
)
def test_payoffs_that_are_no_game(
    counts: list[int], p: list[list[int]], margins: list[list[int]], message: str
) -> None:
    with pytest.raises(SolverError, match=message):
        make_payoffs(np.array(counts), np.array(p), np.array(margins))


def test_payoffs_too_large_for_exact_sums() -> None:
    with pytest.raises(SolverError, match="too large for exact sums"):
        make_payoffs(np.array([1]), np.array([[1]]), np.array([[0]]), 2**45)
