"""The game that is left on the doubtful hands: a linear programme, or a complementarity problem.

Classes F1 of player I and F2 of player II are free, every other class keeps a
fixed 0/1 choice.  In units of 1 / (K1 K2) a hand of I gains g + Q1 y by jamming and
one of II h + x' Q2 by calling, with

    g[i] = c[i] K2 (EV of jamming - EV of folding)  against the fixed calls
    h[j] = c[j] K2 (gain of calling)                against the fixed jams
    Q1[i, j], Q2[i, j]                              what the pair's showdown adds

for I in chips c[i] (s m[i, j] - p[i, j]).  In a zero-sum game (Q1 = -k Q2) II takes the
smallest of y[j] (Q1'x - k h)[j] over 0 <= y[j] <= 1, so I solves

    maximise g . x + sum u,   u <= 0,   u <= Q1'x - k h,   0 <= x <= 1

and the duals of the second constraints are II's strategy y.  Otherwise nobody may want
to change: a complementarity problem in a box (see `complementarity`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.solver.best_response import call_gains, jam_evs
from jamfold.solver.complementarity import solve_box_lcp
from jamfold.solver.highs import minimise
from jamfold.solver.payoffs import ClassGame, OutcomeCounts
from jamfold.solver.products import Response
from jamfold.solver.stakes import TerminalPayoffs

_SNAP = 1e-9
"""Chances closer to 0 or 1 are the rounding of the linear programme."""


@dataclass(frozen=True)
class Subgame:
    """The game left when all but a few classes are fixed."""

    g: FloatArray
    h: FloatArray
    """g, h: What I and II gain by playing the free classes, against the fixed ones alone, shapes (k1,) and
    (k2,), each in the player's own unit."""
    q1: FloatArray
    q2: FloatArray
    """q1, q2: What pairs add for I and for II, shape (k1, k2)."""
    exchange: float | None
    """`TerminalPayoffs.exchange`, None if the game is not zero-sum."""

    def solve(self) -> tuple[FloatArray, FloatArray] | None:
        """Chances of the free classes (k1,), (k2,) that nobody wants to change; None if that failed."""
        solved = self._complementary() if self.exchange is None else self._programme(self.exchange)
        return None if solved is None else (_snap(solved[0]), _snap(solved[1]))

    def _programme(self, exchange: float) -> tuple[FloatArray, FloatArray] | None:
        k1, k2 = self.q1.shape
        h = -exchange * self.h
        scale = max(float(abs(self.q1).max(initial=0.0)), float(abs(h).max(initial=0.0)), 1e-300)
        solved = minimise(
            -np.concatenate([self.g / scale, np.ones(k2)]),
            np.hstack([-self.q1.T / scale, np.eye(k2)]),
            h / scale,
            lower=np.concatenate([np.zeros(k1), np.full(k2, -np.inf)]),
            upper=np.concatenate([np.ones(k1), np.zeros(k2)]),
        )
        return None if solved is None else (solved[0][:k1], -solved[1])

    def _complementary(self) -> tuple[FloatArray, FloatArray] | None:
        k1, k2 = self.q1.shape
        by1 = max(float(abs(self.q1).max(initial=0.0)), float(abs(self.g).max(initial=0.0)), 1e-300)
        by2 = max(float(abs(self.q2).max(initial=0.0)), float(abs(self.h).max(initial=0.0)), 1e-300)
        matrix = np.zeros((k1 + k2, k1 + k2))
        matrix[:k1, k1:] = -self.q1 / by1
        matrix[k1:, :k1] = -self.q2.T / by2
        chances = solve_box_lcp(-np.concatenate([self.g / by1, self.h / by2]), matrix)
        return None if chances is None else (chances[:k1], chances[k1:])


def make_subgame(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    jam: Response,
    call: Response,
    free_jams: IntArray,
    free_calls: IntArray,
) -> Subgame:
    """The subgame on free classes (k1,), (k2,), the others fixed as in `jam` and `call`."""
    first, second = payoffs.dealt
    w1, w2 = first.weights[free_jams], second.weights[free_calls]
    both = w1[:, None] * w2
    q1, q2 = (both * pair_payoffs(payoffs, stakes, player, free_jams, free_calls) for player in range(2))
    c1, c2 = (
        payoffs.counts[classes] * weights * np.broadcast_to(dealt.opponents, payoffs.counts.shape)[classes]
        for classes, weights, dealt in ((free_jams, w1, first), (free_calls, w2, second))
    )
    g = c1 * (jam_evs(payoffs, stakes, call.range_sums())[free_jams] - stakes.first.fold)
    h = c2 * call_gains(payoffs, stakes, jam.range_sums())[free_calls]
    g = g - q1 @ call.played[free_calls].astype(np.float64)
    h = h - jam.played[free_jams].astype(np.float64) @ q2
    return Subgame(g, h, q1, q2, stakes.exchange)


def polish(subgame: Subgame, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Make the mixed classes exactly indifferent, as far as float64 goes.

    The least change of the mixed chances that solves the opponent's mixed
    classes' indifference equations; x (k1,), y (k2,), not modified.
    """
    mixed_x, mixed_y = _mixed(x), _mixed(y)
    new_x, new_y = x.copy(), y.copy()
    if mixed_x.size == 0 or mixed_y.size == 0:
        return new_x, new_y
    q1, q2 = (q[np.ix_(mixed_x, mixed_y)] for q in (subgame.q1, subgame.q2))
    for _ in range(2):
        jam_gap = (subgame.g + subgame.q1 @ new_y)[mixed_x]
        call_gap = (subgame.h + new_x @ subgame.q2)[mixed_y]
        new_y[mixed_y] -= np.linalg.lstsq(q1, jam_gap, rcond=None)[0]
        new_x[mixed_x] -= np.linalg.lstsq(q2.T, call_gap, rcond=None)[0]
    return np.clip(new_x, 0.0, 1.0), np.clip(new_y, 0.0, 1.0)


def pair_payoffs(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    player: int,
    rows: IntArray,
    columns: IntArray,
) -> FloatArray:
    """What II's call changes for a player, 0 or 1, per pair of classes of I and II.

    Shape (len(rows), len(columns)).  In the unit of the stakes, times the class size of I, which for
    II comes to the same, since c_i p[i, j] = c_j p[j, i].
    """
    ends = stakes.second if player else stakes.first

    def pairs(table: OutcomeCounts) -> FloatArray:
        values = table.sums.block(rows, columns) / table.scale
        return values if table.symmetric or not player else -values

    margins, *planes = map(pairs, payoffs.tables)
    value = ends.half * margins + (ends.mean - ends.opponent_folds) * payoffs.placements.block(rows, columns)
    for factor, plane in zip(ends.factors, planes, strict=True):
        value = value + factor * plane
    return np.asarray(payoffs.counts[rows][:, None] * value)


def _snap(chances: FloatArray) -> FloatArray:
    snapped = np.where(chances < _SNAP, 0.0, chances)
    return np.where(snapped > 1.0 - _SNAP, 1.0, snapped)


def _mixed(chances: FloatArray) -> IntArray:
    return np.flatnonzero((chances > 0.0) & (chances < 1.0))
