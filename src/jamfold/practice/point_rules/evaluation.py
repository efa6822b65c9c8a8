"""Evaluation of point rules: loss against the equilibrium, exploitability, and the best thresholds.

The quick measure is the loss against the equilibrium opponent.  Against a fixed opponent every class has
its margin: what playing gains over folding.  Playing the scores from t on loses the positive margins below
t and the negative ones from t on::

    loss(t) = sum of positive margins - sum of margins with score >= t

so the margins summed by score, and their sums from the top, give the loss at every threshold; the best
threshold of each seat at each stack is the largest sum.  That loss is at most the exploitability of the
same thresholds: the best response gains at least as much.

The exact measure is what both best responses gain together, from one sweep over the thresholds of a score.
It is v1 + v2, where v1 depends on the calling range alone and v2 on the jamming range alone, so the best
pair of thresholds is the best calling threshold and the best jamming threshold.  The sums of a range over
the table do not depend on the stack either: walking from the highest score down, every class enters once,
and all thresholds of both seats at all stacks cost no more than the sums of one wide range.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import json_fields
from jamfold.core.jit import kernel
from jamfold.core.progress import Progress, ignore_progress
from jamfold.practice.point_rules.rule import Rule, Threshold
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.respond import measure_pair
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import TerminalPayoffs, chip_payoffs
from jamfold.solver.sweeps import SweepState, sweep
from jamfold.spots.strategy import Seat

MOST_SCORES = 512
"""The most different scores of a candidate; a wider one has infinite loss."""


@dataclass(frozen=True, eq=False)
class Losses:
    """The margins of both seats at all stacks, against the equilibrium."""

    margins: NDArray[np.float32]
    """c[i] / K1 times the margin of class i, float32, shape (n, 2 x stacks): jamming at every stack, then
    calling at every stack."""
    best: FloatArray
    """The sums of the positive margins, float64, shape (2 x stacks,)."""
    weights: FloatArray
    """Weights of the columns in the total, shape (2 x stacks,)."""

    @classmethod
    def of(cls, payoffs: ClassGame, solutions: list[Solution], weights: FloatArray) -> Losses:
        """Return the margins of solved stacks; `weights` are those of the stacks, shape (stacks,)."""
        columns = [solution.margin_jam for solution in solutions] + [
            solution.call_gain for solution in solutions
        ]
        margins = np.stack(columns, axis=1) * (payoffs.counts / payoffs.n_hands)[:, None]
        return cls(
            np.ascontiguousarray(margins, dtype=np.float32),
            np.maximum(margins, 0.0).sum(axis=0),
            np.tile(weights, 2),
        )

    def totals(self, base: IntArray, feature: IntArray, weights: IntArray) -> FloatArray:
        """Return the weighted losses of the scores  base + w x feature  at their best thresholds, shape (k,).

        base, feature (n,); weights (k,).
        """
        totals = np.empty(weights.size)
        _totals(base, feature, weights, self.margins, self.best, self.weights, totals)
        return totals


@kernel
def _totals(
    base: IntArray,
    feature: IntArray,
    by: IntArray,
    margins: NDArray[np.float32],
    best: FloatArray,
    weights: FloatArray,
    totals: FloatArray,
) -> None:
    """Write `totals` (k,), see `Losses.totals`; margins (n, columns), C order."""
    n, columns = margins.shape
    sums = np.empty((MOST_SCORES, columns), dtype=np.float32)
    scores = np.empty(n, dtype=np.int64)
    for k in range(by.size):
        least, most = base[0] + by[k] * feature[0], base[0] + by[k] * feature[0]
        for i in range(n):
            score = base[i] + by[k] * feature[i]
            scores[i] = score
            least, most = min(least, score), max(most, score)
        width = most - least + 1
        if width > MOST_SCORES:
            totals[k] = np.inf
            continue
        sums[:width] = 0.0
        for i in range(n):
            row = scores[i] - least
            for c in range(columns):
                sums[row, c] += margins[i, c]
        total = 0.0
        for c in range(columns):
            running, largest = 0.0, 0.0
            for row in range(width - 1, -1, -1):
                running += sums[row, c]
                largest = max(largest, running)
            total += weights[c] * (best[c] - largest)
        totals[k] = total


SMALL_BLIND = 0.5
"""The small blind in big blinds; rules are for hands without antes."""


@json_fields(
    "s jam_from=threshold.jam_points call_from=threshold.call_points gain_bb loss_bb gains_bb=gains "
    "losses_bb=losses jam_percent call_percent",
    schema="ThresholdContract",
)
@dataclass(frozen=True)
class RuleRow:
    """A rule at one stack; all numbers in big blinds per hand, small blind 1/2, no ante."""

    threshold: Threshold
    """The stack, and the points from which on hands are played."""
    gains: tuple[float, float]
    """What the small, or the big, blind alone gains by a best response if both play by the rule."""
    losses: tuple[float, float]
    """What the rule loses as small and as big blind against the equilibrium opponent."""
    jam_percent: float
    call_percent: float
    epsilon: float
    """The certificate of the equilibrium behind the losses."""

    @property
    def s(self) -> float:
        """The stack in big blinds."""
        return self.threshold.s

    @property
    def gain_bb(self) -> float:
        """The sum of both best responses' gains: the exploitability, never below the loss."""
        return sum(self.gains)

    @property
    def loss_bb(self) -> float:
        """The rule's loss against the equilibrium, both seats together."""
        return sum(self.losses)


def rule_stakes(s: float) -> TerminalPayoffs:
    """Return the payoffs at a stack of s bb, small blind 1/2, no ante; raises SolverError if s is invalid."""
    return chip_payoffs(s, SMALL_BLIND)


def solve_stacks(
    payoffs: ClassGame, stacks: Sequence[float], progress: Progress = ignore_progress
) -> list[Solution]:
    """Solve every stack exactly, each starting from its neighbour's equilibrium."""

    def heard(state: SweepState) -> None:
        progress(f"equilibria at {state.done} of {state.points} stacks", state.share)

    with closing(sweep(payoffs, [rule_stakes(s) for s in stacks], on_progress=heard)) as points:
        solutions = {point.number: point.solution for point in points}
    return [solutions[k] for k in range(len(stacks))]


def measure_with(rule: Rule, payoffs: ClassGame, solutions: Sequence[Solution]) -> tuple[RuleRow, ...]:
    """Measure a rule at each of its stacks against solved equilibria."""
    return tuple(
        _row(rule, threshold, payoffs, solution)
        for threshold, solution in zip(rule.thresholds, solutions, strict=True)
    )


def _row(rule: Rule, threshold: Threshold, payoffs: ClassGame, solution: Solution) -> RuleRow:
    jam, call = (rule.played(threshold, seat).astype(np.float64) for seat in Seat)
    pair = measure_pair(payoffs, solution.stakes, jam, call)
    return RuleRow(
        threshold=threshold,
        gains=pair.gains,
        losses=(
            _lost(payoffs, jam, solution.margin_jam, forced=solution.stakes.jam_forced),
            _lost(payoffs, call, solution.call_gain, forced=solution.stakes.call_forced),
        ),
        jam_percent=100 * pair.jam_share,
        call_percent=100 * pair.call_share,
        epsilon=solution.epsilon,
    )


def _lost(payoffs: ClassGame, chances: FloatArray, margins: FloatArray, *, forced: bool) -> float:
    """Return a strategy's loss if playing gains `margins` over folding, shape (n,)."""
    best = margins if forced else np.maximum(margins, 0.0)
    return float(payoffs.counts @ (best - chances * margins)) / payoffs.n_hands


_ROWS = 60
"""Rows of the table per step, few enough that one thread adds them."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """The values of best responses against every threshold of a score."""

    thresholds: IntArray
    """The different scores, descending, shape (t,); at the last one every hand is played."""
    against_call: FloatArray
    """v1: value of the small blind's best response to calling from that score on, shape (t, stacks)."""
    against_jam: FloatArray
    """v2: value of the big blind's best response to jamming from that score on, shape (t, stacks)."""

    def best(self, least: int | None = None) -> tuple[IntArray, IntArray, FloatArray]:
        """Return rows of the best jamming and calling thresholds, and both responses' gain; shapes (stacks,).

        Thresholds below `least` are left out, except the one that plays everything.  Of equally good ones
        the tightest is taken.
        """
        jam, call = self.against_jam, self.against_call
        if least is not None:
            left_out = self.thresholds < least
            left_out[-1] = False
            jam, call = (np.where(left_out[:, None], np.inf, values) for values in (jam, call))
        rows = jam.argmin(axis=0), call.argmin(axis=0)
        stacks = np.arange(jam.shape[1])
        return *rows, jam[rows[0], stacks] + call[rows[1], stacks]


def sweep_scores(payoffs: ClassGame, stakes: Sequence[TerminalPayoffs], scores: IntArray) -> Sweep:
    """Compute best responses to all ranges "scores from t on", at all stakes (linear showdowns only).

    The stakes are one per stack; the scores are integers of shape (n,).
    """
    thresholds = np.unique(scores)[::-1]
    ends = _ends(stakes)
    shape = (thresholds.size, len(stakes))
    against_call, against_jam = np.empty(shape), np.empty(shape)
    weighted, placements = np.zeros(scores.size, dtype=np.int64), payoffs.placements.new_sum()
    played = 0
    for k, threshold in enumerate(thresholds):
        entering = np.flatnonzero(scores == threshold)
        counts = payoffs.counts[entering]
        for first in range(0, entering.size, _ROWS):
            part = slice(first, first + _ROWS)
            payoffs.tables[0].sums.add_rows(entering[part], counts[part], weighted)
        placements.add(entering, np.ones(entering.size, dtype=np.int64))
        played += int(counts.sum())
        _respond(
            weighted,
            placements.values(),
            payoffs.counts,
            payoffs.margin_scale,
            payoffs.n_opponent_hands,
            payoffs.n_hands,
            played / payoffs.n_hands,
            ends,
            against_call[k],
            against_jam[k],
        )
    return Sweep(thresholds, against_call, against_jam)


def _ends(stakes: Sequence[TerminalPayoffs]) -> FloatArray:
    """Return the kernel's parameters of the stakes, shape (stacks, 10)."""
    return np.array(
        [
            (
                stake.first.half,
                stake.first.mean - stake.first.opponent_folds,
                stake.first.opponent_folds - stake.first.fold,
                stake.first.fold,
                float(stake.jam_forced),
                stake.second.half,
                stake.second.mean - stake.second.opponent_folds,
                stake.second.fold,
                stake.second.opponent_folds,
                float(stake.call_forced),
            )
            for stake in stakes
        ]
    ).reshape(len(stakes), 10)


@kernel
def _respond(
    weighted: IntArray,
    placements: IntArray,
    counts: IntArray,
    scale: int,
    n_opponent_hands: int,
    n_hands: int,
    share: float,
    ends: FloatArray,
    against_call: FloatArray,
    against_jam: FloatArray,
) -> None:
    """Write the values of both best responses to one range, for every stack, into the last two arrays.

    weighted (n,): sum over the range of c_i M[i, j]; placements (n,) of the range; counts (n,);
    share of hands in the range; ends as in `_ends`; against_call, against_jam (stacks,).
    """
    margins = np.empty(weighted.size, dtype=np.float64)
    for i in range(weighted.size):
        margins[i] = -(weighted[i] // counts[i]) / scale  # exact: c_j divides the sum
    for k in range(ends.shape[0]):
        half, base, offset, fold, forced = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3], ends[k, 4]
        half_2, base_2, fold_2, steal_2 = ends[k, 5], ends[k, 6], ends[k, 7], ends[k, 8]
        forced_2 = ends[k, 9]
        jams, calls = 0.0, 0.0
        for i in range(margins.size):
            jam = offset + (half * margins[i] + base * placements[i]) / n_opponent_hands
            call = (half_2 * margins[i] + base_2 * placements[i]) / n_opponent_hands
            if jam > 0.0 or forced > 0.0:
                jams += counts[i] * jam
            if call > 0.0 or forced_2 > 0.0:
                calls += counts[i] * call
        against_call[k] = fold + jams / n_hands
        against_jam[k] = fold_2 * (1.0 - share) + steal_2 * share + calls / n_hands
