"""What a score loses against the equilibrium opponent: the quick measure of the search.

Against a fixed opponent every class has its margin: what playing gains over folding.  Playing
the scores from t on loses the positive margins below t and the negative ones from t on::

    loss(t) = sum of positive margins - sum of margins with score >= t

so the margins summed by score, and sums of those from the top, give the loss at every
threshold; the best threshold of each seat at each stack is the largest sum.  That loss is
at most the exploitability of the same thresholds: the best response gains at least as much.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray, IntArray
from jamfold.compiled import kernel
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import Solution

MOST_SCORES = 512
"""Different scores that a candidate may span; a wider one counts as infinitely bad."""


@dataclass(frozen=True, eq=False)
class Losses:
    """The margins of both seats at all stacks, against the equilibrium."""

    margins: NDArray[np.float32]
    """c[i] / K1 times the margin of class i, float32, shape (n, 2 x stacks): jamming at every stack, then
    calling at every stack."""
    best: FloatArray
    """The sums of the positive ones, float64, shape (2 x stacks,)."""
    weights: FloatArray
    """What a column counts in the total, shape (2 x stacks,)."""

    @classmethod
    def of(cls, payoffs: ClassGame, solutions: list[Solution], weights: FloatArray) -> Losses:
        """The margins of solved stacks; `weights` of the stacks, shape (stacks,)."""
        columns = [one.margin_jam for one in solutions] + [one.call_gain for one in solutions]
        margins = np.stack(columns, axis=1) * (payoffs.counts / payoffs.n_hands)[:, None]
        return cls(
            np.ascontiguousarray(margins, dtype=np.float32),
            np.maximum(margins, 0.0).sum(axis=0),
            np.tile(weights, 2),
        )

    def totals(self, base: IntArray, feature: IntArray, weights: IntArray) -> FloatArray:
        """The weighted losses of the scores  base + w x feature,  best thresholds, shape (k,).

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
    """Writes `totals` (k,), see `Losses.totals`; margins (n, columns), C order."""
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
