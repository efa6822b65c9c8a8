"""All equilibria: the least and most chances by brute force over the vertices of both sets of strategies."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.solver.exact import solve_exact
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.rational import RationalGame, RationalSolution
from jamfold.solver.stakes import chip_payoffs
from jamfold.solver.tree_rational import RationalStrategy
from tests.solver.test_solver_naive import make_payoffs, pair_payoffs

Matrix = NDArray[np.float64]


def solved(payoffs: ClassGame, s: Fraction, b: Fraction) -> RationalSolution:
    game = RationalGame(payoffs)
    return game.with_spans(game.solve(s, b, solve_exact(payoffs, chip_payoffs(float(s), float(b)))))


def spans(strategy: RationalStrategy) -> list[tuple[float, float]]:
    assert strategy.spans is not None
    pure = [(float(one), float(one)) for one in strategy.played]
    return [
        (float(strategy.spans[i][0]), float(strategy.spans[i][1])) if i in strategy.spans else one
        for i, one in enumerate(pure)
    ]


def vertices(a: Matrix, right: Matrix) -> Matrix:
    """All vertices of a x <= right."""
    rows = np.array(list(combinations(range(len(a)), a.shape[1])))
    square = a[rows]
    regular = abs(np.linalg.det(square)) > 1e-9
    points = np.linalg.solve(square[regular], right[rows[regular]][..., None])[..., 0]
    return points[(points @ a.T <= right + 1e-9).all(axis=1)]


def naive_spans(payoffs: ClassGame, s: float, b: float, value: float) -> tuple[Matrix, Matrix]:
    """Of both players: an optimal strategy has the value against every pure one."""
    u, f = pair_payoffs(payoffs, s, b)  # I wins f x + x u y - b
    n = payoffs.n_classes
    box, ends = np.vstack([np.eye(n), -np.eye(n)]), np.concatenate([np.ones(n), np.zeros(n)])
    pure = np.array(list(product([0.0, 1.0], repeat=n)))
    forced_x, forced_y = (s == b == 1), s == 1
    xs, ys = (np.ones((1, n)) if forced_x else pure), (np.ones((1, n)) if forced_y else pure)
    first = vertices(
        np.vstack([box, -(f + ys @ u.T)]), np.concatenate([ends, np.full(len(ys), -(value + b))])
    )
    second = vertices(np.vstack([box, xs @ u]), np.concatenate([ends, value + b - xs @ f]))
    return (np.ones((1, n)) if forced_x else first), (np.ones((1, n)) if forced_y else second)


@pytest.mark.long
@settings(max_examples=80)
@given(st.integers(2, 4), st.data())
def test_spans_are_those_of_all_vertices(n: int, data: st.DataObject) -> None:
    margins = np.zeros((n, n), dtype=np.int64)
    for i, j in combinations(range(n), 2):
        margins[i, j] = data.draw(st.integers(-2, 2))
        margins[j, i] = -margins[i, j]
    s = data.draw(st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(6)]))
    b = data.draw(st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1)]))
    payoffs = make_payoffs(np.ones(n, dtype=np.int64), 1 - np.eye(n, dtype=np.int64), margins, 2)
    found = solved(payoffs, s, b)
    for strategy, points in zip(
        found.strategies, naive_spans(payoffs, float(s), float(b), float(found.value)), strict=True
    ):
        expected = [
            (float(low), float(high))
            for low, high in zip(points.min(axis=0), points.max(axis=0), strict=True)
        ]
        assert spans(strategy) == [pytest.approx(one, abs=1e-7) for one in expected]


def test_hands_that_are_all_the_same_play() -> None:
    """Five hands that always tie: who folds loses."""
    n = 5
    payoffs = make_payoffs(
        np.ones(n, dtype=np.int64), 1 - np.eye(n, dtype=np.int64), np.zeros((n, n), dtype=np.int64), 10
    )
    found = solved(payoffs, Fraction(7), Fraction(1, 2))
    assert spans(found.jam) == [(1.0, 1.0)] * n
    assert found.jam.spans == {}
    assert spans(found.call) == [(1.0, 1.0)] * n


def test_spans_survive_a_file() -> None:
    margins = np.array([[0, 1, -2], [-1, 0, 2], [2, -2, 0]])
    payoffs = make_payoffs(np.ones(3, dtype=np.int64), 1 - np.eye(3, dtype=np.int64), margins, 2)
    found = solved(payoffs, Fraction(3), Fraction(1, 2))
    again = RationalSolution.with_pair(found.as_dict(), found.jam.chances(), found.call.chances())
    assert (again.jam.spans, again.call.spans) == (found.jam.spans, found.call.spans)
    old = {name: one for name, one in found.as_dict().items() if name != "spans"}
    assert RationalSolution.with_pair(old, found.jam.chances(), found.call.chances()).jam.spans is None
