"""Stakes that are not chips: general sums, ties that count, against naive sums and other solvers."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.core.errors import SolverError
from jamfold.solver.best_response import evaluate
from jamfold.solver.exact import ExactSolver, solve_exact
from jamfold.solver.fictitious_play import solve_fictitious_play
from jamfold.solver.linear_programs import solve_complementary
from jamfold.solver.payoffs import ClassGame, OutcomeCounts
from jamfold.solver.products import Response
from jamfold.solver.pure import PureSolver
from jamfold.solver.respond import measure_pair, strategy_sums
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs, chip_payoffs
from tests.import_quantecon import import_quantecon
from tests.solver.test_solver_naive import deck_game, make_payoffs, one_card_poker

Vector = NDArray[np.float64]
SCALE = 8


def with_planes(payoffs: ClassGame, n_planes: int, seed: int) -> ClassGame:
    """Random outcomes between losing and winning, as card games have them, and margins that fit."""
    rng = np.random.default_rng(seed)
    n = payoffs.n_classes
    every = np.arange(n)
    p = payoffs.placements.block(every, every)
    low = np.tril_indices(n, -1)

    def pairs(most: NDArray[np.int64], *, antisymmetric: bool) -> NDArray[np.int64]:
        """Per meeting of two hands."""
        drawn = rng.integers(-most if antisymmetric else 0 * most, most + 1)
        drawn[low] = -drawn.T[low] if antisymmetric else drawn.T[low]
        if antisymmetric:
            np.fill_diagonal(drawn, 0)
        return np.asarray(drawn)

    full = np.full((n, n), SCALE)
    if n_planes == 1:
        ties = pairs(full, antisymmetric=False)
        margins = pairs(full - ties, antisymmetric=True)
        planes = [(ties, True)]
    else:
        half = pairs(full, antisymmetric=False)
        quarters = pairs(full - half, antisymmetric=False)
        apart = pairs(quarters, antisymmetric=True)
        apart -= np.sign(apart) * ((quarters - abs(apart)) % 2)  # 3/4 and 1/4 are whole boards
        margins = 2 * pairs(full - half - quarters, antisymmetric=True) + apart
        planes = [(half, True), (quarters, True), (apart, False)]
    units = 1 if n_planes == 1 else 2
    made = make_payoffs(payoffs.counts, p, p * margins, SCALE * units)
    return replace(
        made,
        planes=tuple(
            OutcomeCounts((p * each).astype(np.int32), (p * each).sum(axis=1), symmetric, SCALE)
            for each, symmetric in planes
        ),
    )


def share_counts(payoffs: ClassGame) -> list[NDArray[np.float64]]:
    """Meetings of a hand of class i with class j at each share of i, ascending: (n, n) each."""
    every = np.arange(payoffs.n_classes)
    p = payoffs.placements.block(every, every).astype(np.float64)
    m = payoffs.margins / payoffs.margin_scale
    values = [plane.values / plane.scale for plane in payoffs.planes]
    if not values:
        return [(p - m) / 2, (p + m) / 2]
    if len(values) == 1:
        return [(p - values[0] - m) / 2, values[0], (p - values[0] + m) / 2]
    half, quarters, apart = values
    rest, ahead = p - half - quarters, m - apart / 2
    return [(rest - ahead) / 2, (quarters - apart) / 2, half, (quarters + apart) / 2, (rest + ahead) / 2]


def naive_values(payoffs: ClassGame, stakes: TerminalPayoffs, x: Vector, y: Vector) -> tuple[float, float]:
    """What both earn, end by end."""
    every = np.arange(payoffs.n_classes)
    p = payoffs.placements.block(every, every).astype(np.float64)
    total = payoffs.n_hands * payoffs.n_opponent_hands
    met = payoffs.counts[:, None] * p / total
    folds, steals = (met * (1 - x)[:, None]).sum(), (met * (x[:, None] * (1 - y)[None, :])).sum()
    shown = [
        (payoffs.counts[:, None] * counts / total * (x[:, None] * y[None, :])).sum()
        for counts in share_counts(payoffs)
    ]
    first = folds * stakes.first.fold + steals * stakes.first.opponent_folds
    second = folds * stakes.second.fold + steals * stakes.second.opponent_folds
    first += sum(chance * value for chance, value in zip(shown, stakes.first.showdown, strict=True))
    second += sum(chance * value for chance, value in zip(shown[::-1], stakes.second.showdown, strict=True))
    return float(first), float(second)


def random_stakes(rng: np.random.Generator, shares: int) -> TerminalPayoffs:
    """Ends as hands have them: folding loses less than the showdown can, stealing wins."""

    def ends(folder: bool) -> PlayerPayoffs:
        showdown = np.sort(rng.normal(0, 5, shares))
        loss, gain = -rng.random() * 2, rng.random() * 2
        mean = showdown.mean()
        fold, steal = (loss, gain) if folder else (gain, loss)
        return PlayerPayoffs(mean + fold, mean + steal, tuple(showdown.tolist()))

    return TerminalPayoffs(ends(True), ends(False))


GAMES = [
    (seed, shares, with_planes(base, planes, seed) if planes else base)
    for seed, base in enumerate([one_card_poker(4), deck_game(4, 2, 2, 10, 3), deck_game(3, 3, 2, 10, 5)])
    for shares, planes in ((2, 0), (3, 1), (5, 3))
]


@pytest.mark.parametrize(("seed", "shares", "payoffs"), GAMES)
def test_values_and_certificate_by_naive_sums(seed: int, shares: int, payoffs: ClassGame) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(4):
        stakes, (x, y) = random_stakes(rng, shares), rng.random((2, payoffs.n_classes))
        found = measure_pair(payoffs, stakes, x, y)
        assert found.values == pytest.approx(naive_values(payoffs, stakes, x, y), abs=1e-12)
        for i in range(payoffs.n_classes):
            jam, call = x.copy(), y.copy()
            jam[i], call[i] = 1 - jam[i], 1 - call[i]
            assert naive_values(payoffs, stakes, jam, y)[0] <= found.v1 + 1e-12
            assert naive_values(payoffs, stakes, x, call)[1] <= found.v2 + 1e-12
        best_x = (found.margin_jam > 0).astype(float)
        best_y = (found.call_gain > 0).astype(float)
        assert naive_values(payoffs, stakes, best_x, y)[0] == pytest.approx(found.v1, abs=1e-12)
        assert naive_values(payoffs, stakes, x, best_y)[1] == pytest.approx(found.v2, abs=1e-12)


@pytest.mark.parametrize(("seed", "shares", "payoffs"), GAMES)
def test_equilibria_of_random_stakes(seed: int, shares: int, payoffs: ClassGame) -> None:
    """The certificate is measured, not believed: nobody gains more than rounding."""
    rng, solver = np.random.default_rng(seed + 50), ExactSolver(payoffs)
    for _ in range(25):
        stakes = random_stakes(rng, shares)
        found = solver.solve(stakes)
        assert found.exact
        assert max(found.gains) < 1e-12 * stakes.scale
        again = measure_pair(payoffs, stakes, found.x, found.y)
        assert max(again.gains) < 1e-11 * stakes.scale


def pure_values(
    payoffs: ClassGame, stakes: TerminalPayoffs
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both players' payoffs over all pure strategies, as a bimatrix."""
    plans = [np.array(plan, dtype=float) for plan in product((0, 1), repeat=payoffs.n_classes)]
    values = np.array([[naive_values(payoffs, stakes, x, y) for y in plans] for x in plans])
    return values[:, :, 0], values[:, :, 1]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_among_the_equilibria_that_quantecon_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All equilibria of the normal form; ours has the values of one of them.

    QuantEcon's `_ints_arr_to_bits`, a compiled ufunc out of Numba's cache, has once ended a worker by a
    segmentation fault.
    """
    games = import_quantecon("game_theory")

    def bits(labels: NDArray[np.int32]) -> NDArray[np.uint64]:
        sums: NDArray[np.uint64] = (np.uint64(1) << labels.astype(np.uint64)).sum(axis=-1, dtype=np.uint64)
        return sums

    monkeypatch.setattr(import_module("quantecon.game_theory.vertex_enumeration"), "_ints_arr_to_bits", bits)
    rng = np.random.default_rng(seed)
    payoffs = with_planes(one_card_poker(3), 1, seed)
    stakes = random_stakes(rng, 3)
    mine, theirs = pure_values(payoffs, stakes)
    ours = solve_exact(payoffs, stakes)
    found = games.vertex_enumeration(games.NormalFormGame((games.Player(mine), games.Player(theirs.T))))
    values = [(x @ mine @ y, x @ theirs @ y) for x, y in found]
    assert values
    assert min(max(abs(a - ours.values[0]), abs(b - ours.values[1])) for a, b in values) < 1e-6


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_complementarity_in_a_box(k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    q, m = rng.normal(size=k), rng.normal(size=(k, k))
    z = solve_complementary(q, m, np.eye(q.size), np.ones(q.size))
    assert z is not None
    w = q + m @ z
    assert ((z >= 0) & (z <= 1)).all()
    assert (w[z <= 1e-9] >= -1e-8).all()
    assert (w[z >= 1 - 1e-9] <= 1e-8).all()
    assert (abs(w[(z > 1e-9) & (z < 1 - 1e-9)]) <= 1e-8).all()


@pytest.mark.long
def test_complementarity_as_quantecon_solves_it() -> None:
    """The same problem with its bounds as explicit rows, by another program's Lemke."""
    lcp_lemke = import_quantecon("optimize.lcp_lemke").lcp_lemke

    rng = np.random.default_rng(3)
    for _ in range(20):
        k = 5
        a = rng.normal(size=(k, k))
        m, q = a @ a.T + np.eye(k), rng.normal(size=k)  # positive definite: one solution
        rows = np.block([[m, np.eye(k)], [-np.eye(k), np.zeros((k, k))]])
        theirs = lcp_lemke(rows, np.concatenate([q, np.ones(k)])).z[:k]
        ours = solve_complementary(q, m, np.eye(q.size), np.ones(q.size))
        assert ours is not None
        np.testing.assert_allclose(ours, theirs, atol=1e-8)


def test_one_class_that_ties() -> None:
    """Closed form: both hold the same hand, so a showdown is worth its middle."""
    payoffs = with_planes(make_payoffs(np.array([3]), np.array([[2]]), np.array([[0]]), SCALE), 1, 0)
    ties = OutcomeCounts(np.array([[2 * SCALE]], dtype=np.int32), np.array([2 * SCALE]), True, SCALE)
    payoffs = replace(payoffs, planes=(ties,))
    # A tie is worth more than folding to II, less than folding to I: so I folds.
    stakes = TerminalPayoffs(
        PlayerPayoffs(1.0, 4.0, (0.0, 0.5, 9.0)), PlayerPayoffs(4.0, 1.0, (0.0, 2.0, 9.0))
    )
    found = solve_exact(payoffs, stakes)
    assert (found.x[0], found.y[0], found.values) == (0.0, 1.0, (1.0, 4.0))
    # And jams where the tie is worth more.
    stakes = replace(stakes, first=PlayerPayoffs(1.0, 4.0, (0.0, 1.5, 9.0)))
    found = solve_exact(payoffs, stakes)
    assert (found.x[0], found.y[0], found.values) == (1.0, 1.0, (1.5, 2.0))


def test_a_bluff_against_a_bluff_catcher_with_rake() -> None:
    """Closed form: I holds the nuts or nothing, II the hand between; both mix.

    Of I's two hands one wins and one loses, II holds the middle: with rake r on the pot of
    2 s, I jams nothing with chance beta so that calling costs II nothing, and II calls with
    chance alpha so that jamming nothing earns what folding does.
    """
    s, b, r = 4.0, 0.5, 1.0
    # classes: nothing, middle, nuts; I and II never hold the same; II's others fold or call anyhow.
    ones = 1 - np.eye(3, dtype=np.int64)
    rank = np.arange(3)
    payoffs = make_payoffs(np.ones(3, dtype=np.int64), ones, np.sign(rank[:, None] - rank[None, :]) * ones)
    stakes = TerminalPayoffs(PlayerPayoffs(-b, 1.0, (-s, s - r)), PlayerPayoffs(b, -1.0, (-s, s - r)))
    found = solve_exact(payoffs, stakes)
    assert max(found.gains) < 1e-15
    mixed_jams = (found.x > 0) & (found.x < 1)
    mixed_calls = (found.y > 0) & (found.y < 1)
    assert mixed_jams.any() == mixed_calls.any()
    # the nuts always play; II's nothing never calls
    assert (found.x[2], found.y[2], found.y[0]) == (1.0, 1.0, 0.0)
    # I with nothing meets middle or nuts with chance 1/2 each: jamming earns (1 - y1) / 2 - s (1 + y1) / 2,
    # less than folding (-b) at any y1, so it folds; then the middle's call loses to the nuts alone.
    assert (found.x[0], found.y[1]) == (0.0, 0.0) or found.x[1] > 0
    # the middle: meets nothing (who folds to it) or the nuts (who calls): (1 - s) / 2 against -b.
    assert found.x[1] == (1.0 if (1 - s) / 2 > -b else 0.0)
    assert found.values[0] == pytest.approx((-b - b + 1.0) / 3)


def test_linear_changes_of_utility_change_no_strategy() -> None:
    payoffs = deck_game(4, 2, 2, 10, 3)
    for s in (2.0, 4.0, 7.0):
        chips = chip_payoffs(s, 0.5)

        def scaled(ends: PlayerPayoffs, k: float, a: float) -> PlayerPayoffs:
            return PlayerPayoffs(
                a + k * ends.fold, a + k * ends.opponent_folds, tuple(a + k * one for one in ends.showdown)
            )

        other = TerminalPayoffs(scaled(chips.first, 3.0, 10.0), scaled(chips.second, 0.25, -1.0))
        assert other.exchange == pytest.approx(12.0)
        assert not other.cancels
        one, two = solve_exact(payoffs, chips), solve_exact(payoffs, other)
        assert two.values[0] == pytest.approx(10.0 + 3.0 * one.value, abs=1e-12)
        assert two.values[1] == pytest.approx(-1.0 - 0.25 * one.value, abs=1e-12)
        assert max(two.gains) < 1e-13


def test_zero_sum_is_seen() -> None:
    assert chip_payoffs(10, 0.5).exchange == 1.0
    assert chip_payoffs(10, 0.5).cancels
    raked = TerminalPayoffs(PlayerPayoffs(-0.5, 1.0, (-10, 9.0)), PlayerPayoffs(0.5, -1.0, (-10, 9.0)))
    assert raked.exchange is None
    curved = TerminalPayoffs(
        PlayerPayoffs(0.2, 0.6, (0.0, 0.45, 1.0)), PlayerPayoffs(0.8, 0.4, (0.0, 0.55, 1.0))
    )
    assert curved.exchange == pytest.approx(1.0)
    assert not curved.cancels
    assert TerminalPayoffs(PlayerPayoffs(1, 1, (1, 1)), PlayerPayoffs(1, 1, (1, 1))).exchange is None


@pytest.mark.parametrize(("seed", "shares", "payoffs"), GAMES[1:])
def test_products_of_planes_do_not_drift(seed: int, shares: int, payoffs: ClassGame) -> None:
    """Moved about, a response has the sums of one that was made at once, to the last integer."""
    rng = np.random.default_rng(seed)
    moved, other = Response(payoffs), Response(payoffs)
    for _ in range(20):
        target = rng.random(payoffs.n_classes) < 0.5
        moved.move_to(target, other)
        other.move_to(rng.random(payoffs.n_classes) < 0.5)
    fresh = Response(payoffs)
    fresh.move_to(target)
    for table, sums, again in zip(payoffs.tables, moved.sums, fresh.sums, strict=True):
        np.testing.assert_array_equal(sums, again)
        np.testing.assert_array_equal(sums, table.values @ target.astype(np.int64))


def test_fictitious_play_takes_any_stakes() -> None:
    payoffs = with_planes(deck_game(4, 2, 2, 10, 3), 1, 7)
    stakes = random_stakes(np.random.default_rng(1), 3)
    rough = solve_fictitious_play(payoffs, stakes, 2000)
    assert rough.epsilon < 0.02 * stakes.scale
    assert len(rough.history) == 2000


def test_payoffs_must_have_the_planes() -> None:
    plain, curved = deck_game(4, 2, 2, 10, 3), with_planes(deck_game(4, 2, 2, 10, 3), 1, 7)
    stakes = random_stakes(np.random.default_rng(1), 3)
    for payoffs, wanted in ((plain, stakes), (curved, chip_payoffs(4, 0.5))):
        with pytest.raises(SolverError, match="planes"):
            solve_exact(payoffs, wanted)
        with pytest.raises(SolverError, match="planes"):
            solve_fictitious_play(payoffs, wanted, 3)
    solution: Solution = solve_exact(curved, stakes)
    with pytest.raises(SolverError, match="chips"):
        PureSolver(curved).solve(solution)
    sums = strategy_sums(curved, solution.x)
    assert evaluate(curved, stakes, sums, strategy_sums(curved, solution.y)).values == solution.values


@pytest.mark.parametrize(
    ("ends", "message"),
    [
        ((0.0, 1.0, (1.0,)), "shares"),
        ((0.0, 1.0, (1.0, 0.0)), "fall"),
        ((float("nan"), 1.0, (0.0, 1.0)), "finite"),
        ((0.0, True, (0.0, 1.0)), "finite"),
        ((0.0, "1", (0.0, 1.0)), "finite"),
    ],
)
def test_bad_ends(ends: tuple[float, float, tuple[float, ...]], message: str) -> None:
    with pytest.raises(SolverError, match=message):
        PlayerPayoffs(*ends)
    with pytest.raises(SolverError, match="same shares"):
        TerminalPayoffs(PlayerPayoffs(0, 1, (0, 1)), PlayerPayoffs(0, 1, (0, 0.5, 1)))
