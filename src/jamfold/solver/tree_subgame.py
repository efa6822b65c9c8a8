"""The tree that is left on the doubtful classes, in sequence form: a linear programme, or complementarity.

Classes F1 of player I and F2 of player II are free in all their sequences, every other class keeps a pure
plan.  In units of 1 / (K1 K2), with x the chances of all sequences of the free classes of I and y of II,

    I earns  g . x + x'Q1 y,    II  h . y + x'Q2 y,     C1 x <= r1,  C2 y <= r2,  x, y >= 0

with g and h as they add over folding against the fixed classes alone.  In a zero-sum game (Q1 = -k Q2) II
holds I down, and what it can do to them is a linear programme too, whose dual has variables w:

    maximise  g . x - r2 . w    so that  k Q2'x - C2'w <= -k h,   C1 x <= r1,   x, w >= 0

and the duals of the first constraints are y.  Otherwise nobody may want to change, see `complementarity`.
With one action a decision this is the programme of `subgame`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.solver.complementarity import solve_complementary
from jamfold.solver.highs import minimise
from jamfold.solver.payoffs import ClassGame, OutcomeCounts
from jamfold.solver.stakes import PlayerPayoffs
from jamfold.solver.tree import EMPTY, Tree
from jamfold.solver.tree_response import PlanResponse, RealizationPlan, sequence_payoffs

_FEW_CLASSES = 200
_FEW_SEQUENCES = 6
"""So few go by complementarity, zero-sum or not: trees have several equilibria, and the file that solves
(`docs/app.md`) finds the same one by the same steps. With more its tableau can take minutes."""
_SNAP = 1e-9
"""Chances closer to 0 or 1 are the rounding of the linear programme."""


@dataclass(frozen=True)
class PlanSubgame:
    """The game left when all but a few classes are fixed; sequences by classes are flattened."""

    g: FloatArray
    h: FloatArray
    """What the sequences of the free classes add against the fixed ones, shapes (s1 k1,), (s2 k2,)."""
    q1: FloatArray
    q2: FloatArray
    """What pairs add for I and for II, shape (s1 k1, s2 k2)."""
    rows: tuple[FloatArray, FloatArray]
    right: tuple[FloatArray, FloatArray]
    """C and r of I and of II."""
    exchange: float | None
    """`Tree.exchange`; None where complementarity is wanted."""

    def solve(self) -> tuple[FloatArray, FloatArray] | None:
        """Chances that nobody wants to change, flattened as g and h; None if that failed."""
        solved = self._complementary() if self.exchange is None else self._programme(self.exchange)
        return None if solved is None else (_snap(solved[0]), _snap(solved[1]))

    def _programme(self, exchange: float) -> tuple[FloatArray, FloatArray] | None:
        (c1, c2), (r1, r2) = self.rows, self.right
        h, q2 = exchange * self.h, exchange * self.q2
        scale = max(*(float(abs(part).max(initial=0.0)) for part in (q2, h, self.g)), 1e-300)
        solved = minimise(
            np.concatenate([-self.g / scale, r2]),
            np.block([[q2.T / scale, -c2.T], [c1, np.zeros((r1.size, r2.size))]]),
            np.concatenate([-h / scale, r1]),
            lower=np.zeros(self.g.size + r2.size),
            upper=np.full(self.g.size + r2.size, np.inf),
        )
        return None if solved is None else (solved[0][: self.g.size], -solved[1][: self.h.size])

    def _complementary(self) -> tuple[FloatArray, FloatArray] | None:
        k1, k2 = self.q1.shape
        by1 = max(float(abs(self.q1).max(initial=0.0)), float(abs(self.g).max(initial=0.0)), 1e-300)
        by2 = max(float(abs(self.q2).max(initial=0.0)), float(abs(self.h).max(initial=0.0)), 1e-300)
        matrix = np.zeros((k1 + k2, k1 + k2))
        matrix[:k1, k1:] = -self.q1 / by1
        matrix[k1:, :k1] = -self.q2.T / by2
        (c1, c2), right = self.rows, np.concatenate(self.right)
        rows = np.zeros((right.size, k1 + k2))
        rows[: len(c1), :k1], rows[len(c1) :, k1:] = c1, c2
        chances = solve_complementary(-np.concatenate([self.g / by1, self.h / by2]), matrix, rows, right)
        return None if chances is None else (chances[:k1], chances[k1:])


def is_small(payoffs: ClassGame, tree: Tree) -> bool:
    """Whether a game that is solved anew goes by complementarity in any case."""
    sequences = tree.n_sequences(0) + tree.n_sequences(1)
    return payoffs.n_classes <= _FEW_CLASSES and sequences <= _FEW_SEQUENCES


def make_plan_subgame(
    payoffs: ClassGame,
    tree: Tree,
    responses: tuple[PlanResponse, PlanResponse],
    free: tuple[IntArray, IntArray],
    *,
    complementary: bool,
) -> PlanSubgame:
    """The subgame on free classes (k1,), (k2,), the others fixed as in the responses.

    `complementary`: not by a linear programme, even where the game is zero-sum.
    """
    q1, q2 = (_pair_payoffs(payoffs, tree, seat, *free) for seat in range(2))
    fixed = []
    for seat in range(2):
        added = sequence_payoffs(payoffs, tree, seat, responses[1 - seat].range_sums())[:, free[seat]]
        fixed.append((payoffs.counts[free[seat]] * payoffs.n_opponent_hands * added).ravel())
    mine, theirs = (responses[seat].played[:, free[seat]].astype(np.float64).ravel() for seat in range(2))
    (c1, r1), (c2, r2) = (_constraints(tree, seat, free[seat].size) for seat in range(2))
    return PlanSubgame(
        fixed[0] - q1 @ theirs,
        fixed[1] - mine @ q2,
        q1,
        q2,
        (c1, c2),
        (r1, r2),
        None if complementary else tree.exchange,
    )


def _constraints(tree: Tree, seat: int, k: int) -> tuple[FloatArray, FloatArray]:
    """`Tree.constraints` of each of k classes."""
    rows, right = tree.constraints(seat)
    return np.kron(rows, np.eye(k)).astype(np.float64), np.repeat(right, k)


def _pair_payoffs(payoffs: ClassGame, tree: Tree, seat: int, rows: IntArray, columns: IntArray) -> FloatArray:
    """What pairs of sequences and classes of I and II add for a seat, times the class size of I.

    Shape (s1 k1, s2 k2).
    """
    counts = payoffs.counts[rows][:, None]
    placements = counts * payoffs.placements.block(rows, columns)
    shown = counts * _showdowns(
        payoffs, tree.stakes.second if seat else tree.stakes.first, seat, rows, columns
    )
    shown = shown + (tree.stakes.second if seat else tree.stakes.first).mean * placements
    k1, k2 = rows.size, columns.size
    total = np.zeros((tree.n_sequences(0) * k1, tree.n_sequences(1) * k2))
    for (mine, theirs), pair in tree.pairs.items():
        if EMPTY not in (mine, theirs):
            part = pair.constant(seat) * placements
            place = slice(mine * k1, (mine + 1) * k1), slice(theirs * k2, (theirs + 1) * k2)
            total[place] = part + shown if pair.shown else part
    return total


def _showdowns(
    payoffs: ClassGame, ends: PlayerPayoffs, seat: int, rows: IntArray, columns: IntArray
) -> FloatArray:
    """What showdowns add to their mean, per pair of classes of I and II."""

    def pairs(table: OutcomeCounts) -> FloatArray:
        values = table.sums.block(rows, columns) / table.scale
        return values if table.symmetric or not seat else -values

    margins, *planes = map(pairs, payoffs.tables)
    value = ends.half * margins
    for factor, plane in zip(ends.curvature, planes, strict=True):
        value = value + factor * plane
    return value


def polished(subgame: PlanSubgame, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The same chances, with what mixes exactly indifferent as far as float64 goes.

    Newton's correction of what holds with equality: a sequence that is played sometimes adds as much as the
    constraints that it meets cost, and those stay met.
    """
    z = np.concatenate([x, y])
    (c1, c2), k1 = subgame.rows, x.size
    mixed = np.flatnonzero((z > 0.0) & (z < 1.0))
    rows = np.zeros((len(c1) + len(c2), mixed.size))
    in_first = mixed < k1
    rows[: len(c1), in_first] = c1[:, mixed[in_first]]
    rows[len(c1) :, ~in_first] = c2[:, mixed[~in_first] - k1]
    left = np.concatenate(subgame.right) - np.concatenate([c1 @ x, c2 @ y])
    rows = rows[(abs(left) <= _SNAP) & rows.any(axis=1)]
    matrix = np.zeros((mixed.size, mixed.size))
    pairs = np.ix_(mixed[in_first], mixed[~in_first] - k1)
    matrix[np.ix_(in_first, ~in_first)] = subgame.q1[pairs]
    matrix[np.ix_(~in_first, in_first)] = subgame.q2[pairs].T
    scale = max(float(abs(matrix).max(initial=0.0)), 1e-300)
    system = np.block([[matrix / scale, -rows.T], [rows, np.zeros((len(rows), len(rows)))]])
    cost = np.zeros(len(rows))
    for _ in range(2):
        gains = np.concatenate([subgame.g + subgame.q1 @ z[k1:], subgame.h + z[:k1] @ subgame.q2])[mixed]
        apart = np.concatenate([gains / scale - rows.T @ cost, np.zeros(len(rows))])
        change = np.linalg.lstsq(system, -apart, rcond=None)[0]
        z[mixed] += change[: mixed.size]
        cost += change[mixed.size :]
    z = np.clip(z, 0.0, 1.0)
    return z[:k1], z[k1:]


def _snap(chances: FloatArray) -> FloatArray:
    snapped = np.where(chances < _SNAP, 0.0, chances)
    return np.where(snapped > 1.0 - _SNAP, 1.0, snapped)


def split(chances: FloatArray, tree: Tree, seat: int) -> RealizationPlan:
    """Flattened chances as a plan of the free classes, shape (sequences, k), within the constraints."""
    plan = chances.reshape(tree.n_sequences(seat), -1).copy()
    for turn in tree.turns_of(seat):
        most = np.ones(plan.shape[1]) if turn.own == EMPTY else plan[turn.own]
        total = plan[list(turn.actions)].sum(axis=0)
        over = total > most
        for sequence in turn.actions:
            plan[sequence] = np.where(
                over, plan[sequence] * most / np.where(over, total, 1.0), plan[sequence]
            )
    return plan
