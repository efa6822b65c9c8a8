"""One sweep over the thresholds of a score: the best response to every range, at every stack.

A score orders the hands; a threshold cuts the order.  What both best responses gain together
is v1 + v2, where v1 depends on the calling range alone and v2 on the jamming range alone, so
the best pair of thresholds is the best calling threshold and the best jamming threshold.  The
sums of a range over the table do not depend on the stack either: walking from the highest
score down, every class enters once, and all thresholds of both seats at all stacks cost no
more than the sums of one wide range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.compiled import kernel
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.stakes import TerminalPayoffs

_ROWS = 60
"""Rows of the table at a time: so few are added by one thread."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """What best responses earn against every threshold of a score."""

    thresholds: IntArray
    """The different scores, descending, shape (t,); the last one lets every hand be played."""
    against_call: FloatArray
    """v1: what the small blind's best response earns against calling from there on, shape (t, stacks)."""
    against_jam: FloatArray
    """v2: what the big blind's best response earns against jamming from there on, shape (t, stacks)."""

    def best(self, least: int | None = None) -> tuple[IntArray, IntArray, FloatArray]:
        """Rows of the best jamming and calling thresholds and what both responses gain, shapes (stacks,).

        Thresholds below `least` are left out, but for the one that plays everything.  Of equal
        ones the tightest is taken.
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
    """Best responses to all ranges "scores from t on", at all stakes (linear showdowns only).

    Parameters
    ----------
    payoffs
        The game.
    stakes
        One per stack.
    scores
        Shape (n,), whole numbers.
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
    """What the kernel reads of the stakes, shape (stacks, 10)."""
    return np.array(
        [
            (
                one.first.half,
                one.first.mean - one.first.opponent_folds,
                one.first.opponent_folds - one.first.fold,
                one.first.fold,
                float(one.jam_forced),
                one.second.half,
                one.second.mean - one.second.opponent_folds,
                one.second.fold,
                one.second.opponent_folds,
                float(one.call_forced),
            )
            for one in stakes
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
    """The values of both best responses to one range, for every stack; writes the last two.

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
