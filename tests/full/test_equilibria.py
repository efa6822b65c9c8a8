"""Hold'em at 10 bb: whatever is wanted of an equilibrium, a class that is pure in all of them stays so."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM
from jamfold.core.arrays import FloatArray
from jamfold.spots.proof import proved
from jamfold.spots.solve import load_payoffs, solve_situation

pytestmark = pytest.mark.usefixtures("shared_tables")
SLACK = 1e-10  # of the value, in B


@pytest.mark.parametrize("player", [0, 1])
def test_all_optimal_strategies(player: int) -> None:
    """The linear program of all optimal strategies of a player, by an outside solver.

    No pure class is played otherwise in any of them, and each mixed class comes to the ends of its span.
    """
    spot = proved(solve_situation(HOLDEM, Situation((10.0, 10.0), (0.5, 1.0))))
    assert spot.proof is not None
    payoffs, s, b = load_payoffs(HOLDEM), spot.s, spot.b
    n, value = payoffs.n_classes, float(spot.proof.value)
    everywhere = np.arange(n)
    p = payoffs.placements.block(everywhere, everywhere)
    weight = payoffs.counts[:, None] / (payoffs.n_hands * payoffs.n_opponent_hands)
    u = weight * (s * payoffs.margins / payoffs.margin_scale - p)  # I wins f x + x u y - b
    f = payoffs.counts * (1 + b) / payoffs.n_hands
    # I: v <= x u in every column, v <= 0, f x + sum v - b >= value.
    # II: w >= f + u y in every row, w >= 0, sum w - b <= value.
    eye = np.eye(n)
    if player == 0:
        a = np.vstack([np.hstack([-u.T, eye]), -np.concatenate([f, np.ones(n)])[None]])
        right = np.concatenate([np.zeros(n), [-(value + b) + SLACK]])
        bounds: list[tuple[int | None, int | None]] = [*[(0, 1)] * n, *[(None, 0)] * n]
    else:
        a = np.vstack([np.hstack([u, -eye]), np.concatenate([np.zeros(n), np.ones(n)])[None]])
        right = np.concatenate([-f, [value + b + SLACK]])
        bounds = [*[(0, 1)] * n, *[(0, None)] * n]
    strategy = spot.proof.strategies[player]
    assert strategy.spans
    pure, chances = np.setdiff1d(everywhere, [*strategy.spans]), strategy.chances()

    def most(wanted: FloatArray) -> float:
        """The most of a sum of chances in any optimal strategy."""
        directed = np.concatenate([-wanted, np.zeros(n)])
        found = linprog(directed, A_ub=a, b_ub=right, bounds=bounds, method="highs")
        assert found.status == 0
        return -float(found.fun)

    otherwise = np.zeros(n)
    otherwise[pure] = np.where(chances[pure] > 0.5, -1.0, 1.0)
    assert most(otherwise) + chances[pure].sum() == pytest.approx(0, abs=1e-4)
    for i, (lowest, highest) in strategy.spans.items():
        assert (-most(-np.eye(n)[i]), most(np.eye(n)[i])) == pytest.approx(
            (float(lowest), float(highest)), abs=1e-4
        )
