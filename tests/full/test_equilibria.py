"""Hold'em at 10 bb: whatever is wanted of an equilibrium, a class that is pure in all of them stays so."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM
from jamfold.spots.proof import proved
from jamfold.spots.solve import load_payoffs, solve_situation

pytestmark = pytest.mark.usefixtures("shared_tables")
DIRECTIONS = 500  # of each player
SLACK = 1e-10  # of the value, in B


@pytest.mark.parametrize("player", [0, 1])
def test_a_thousand_directions(player: int) -> None:
    """The linear program of all optimal strategies of a player, by an outside solver."""
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
    assert strategy.spans is not None
    pure = np.setdiff1d(everywhere, [*strategy.spans])
    rng = np.random.default_rng(player)
    for _ in range(DIRECTIONS):
        wanted = np.concatenate([rng.standard_normal(n), np.zeros(n)])
        found = linprog(wanted, A_ub=a, b_ub=right, bounds=bounds, method="highs")
        assert found.status == 0
        assert found.x[pure] == pytest.approx(strategy.chances()[pure], abs=1e-4)
        for i, (least, most) in strategy.spans.items():
            assert float(least) - 1e-4 <= found.x[i] <= float(most) + 1e-4
