"""The linear programme on the doubtful hands, and its polishing.

Classes F1 of player I and F2 of player II are free, every other class keeps a
fixed 0/1 choice.  In units of 1 / (K1 K2), player I's payoff is, up to a
constant and linear terms in one player's choices,

    g . x + h . y + x' Q y,     Q[i, j] = c[i] (s m[i, j] - p[i, j])
    g[i] = c[i] K2 (EV of jamming + b)   against the fixed calls
    h[j] = -c[j] K2 (gain of calling)    against the fixed jams

II takes the smallest of y[j] (h[j] + (Q'x)[j]) over 0 <= y[j] <= 1, so I solves

    maximise g . x + sum u,   u <= 0,   u <= h + Q'x,   0 <= x <= 1

and the duals of the second constraints are II's strategy y.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.solver.best_response import call_gains, jam_evs
from jamfold.solver.payoffs import Payoffs
from jamfold.solver.products import Response
from jamfold.solver.stakes import Stakes

_SNAP = 1e-9
"""Chances closer to 0 or 1 are the rounding of the linear programme."""


@dataclass(frozen=True)
class Subgame:
    """The game left when all but a few classes are fixed.

    Attributes
    ----------
    g, h
        Payoffs of the free classes alone, shapes (k1,) and (k2,).
    q
        Payoffs of pairs, shape (k1, k2).
    """

    g: NDArray[np.float64]
    h: NDArray[np.float64]
    q: NDArray[np.float64]

    def solve(self) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """Optimal chances of the free classes (k1,), (k2,); None if the programme failed."""
        from scipy.optimize import linprog  # 0.4 s to import

        k1, k2 = self.q.shape
        scale = max(float(abs(self.q).max(initial=0.0)), float(abs(self.h).max(initial=0.0)), 1e-300)
        result = linprog(
            -np.concatenate([self.g / scale, np.ones(k2)]),
            A_ub=np.hstack([-self.q.T / scale, np.eye(k2)]),
            b_ub=self.h / scale,
            bounds=[(0.0, 1.0)] * k1 + [(None, 0.0)] * k2,
            method="highs-ds",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if result.status != 0:
            return None
        return _snap(result.x[:k1]), _snap(-result.ineqlin.marginals)


def make_subgame(
    payoffs: Payoffs,
    stakes: Stakes,
    jam: Response,
    call: Response,
    free_jams: NDArray[np.int64],
    free_calls: NDArray[np.int64],
) -> Subgame:
    """The subgame on free classes (k1,), (k2,), the others fixed as in `jam` and `call`."""
    scale = payoffs.n_opponent_hands
    q = pair_payoffs(payoffs, stakes, free_jams, free_calls)
    c1, c2 = payoffs.counts[free_jams], payoffs.counts[free_calls]
    g = c1 * scale * (jam_evs(payoffs, stakes, call.range_sums())[free_jams] + stakes.b)
    h = -c2 * scale * call_gains(payoffs, stakes, jam.range_sums())[free_calls]
    g = g - q @ call.played[free_calls].astype(np.float64)
    h = h - jam.played[free_jams].astype(np.float64) @ q
    return Subgame(g, h, q)


def polish(
    subgame: Subgame, x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Make the mixed classes exactly indifferent, as far as float64 goes.

    The least change of the mixed chances that solves the opponent's mixed
    classes' indifference equations; x (k1,), y (k2,), not modified.
    """
    mixed_x, mixed_y = _mixed(x), _mixed(y)
    new_x, new_y = x.copy(), y.copy()
    if mixed_x.size == 0 or mixed_y.size == 0:
        return new_x, new_y
    q = subgame.q[np.ix_(mixed_x, mixed_y)]
    for _ in range(2):
        jam_gap = (subgame.g + subgame.q @ new_y)[mixed_x]
        call_gap = (subgame.h + new_x @ subgame.q)[mixed_y]
        new_y[mixed_y] -= np.linalg.lstsq(q, jam_gap, rcond=None)[0]
        new_x[mixed_x] -= np.linalg.lstsq(q.T, call_gap, rcond=None)[0]
    return np.clip(new_x, 0.0, 1.0), np.clip(new_y, 0.0, 1.0)


def pair_payoffs(
    payoffs: Payoffs, stakes: Stakes, rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> NDArray[np.float64]:
    """What a call changes for I, c_i (s m[i, j] - p[i, j]), in units of B: (len(rows), len(columns))."""
    margins = payoffs.margins[np.ix_(rows, columns)] / payoffs.margin_scale
    placements = payoffs.placements.block(rows, columns)
    return np.asarray(payoffs.counts[rows][:, None] * (stakes.s * margins - placements))


def _snap(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    snapped = np.where(chances < _SNAP, 0.0, chances)
    return np.where(snapped > 1.0 - _SNAP, 1.0, snapped)


def _mixed(chances: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.flatnonzero((chances > 0.0) & (chances < 1.0))
