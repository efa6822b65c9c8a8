"""Linear complementarity: what is left of a general-sum game on a few doubtful hands.

Find z >= 0 with C z <= r (the chances of sequences, see `tree`; with one decision a seat a box, z <= 1) so
that nobody gains by changing.  With multipliers u >= 0 this is the complementarity problem

    w1 = q + M z + C'u >= 0,  w1 . z = 0,      w2 = r - C z >= 0,  w2 . u = 0,

solved by Lemke's method with a covering vector on the first block only.  It always ends
in a solution: a ray with growing z0 has w1 > 0, so z = 0 and u = 0, which is the first ray;
and on a ray with z0 fixed, z is fixed because it is bounded.  If u of a decision grows, then so does u of
the first decision before it, since w1 of the sequence between may not fall; and from there some sequence
that is played leads on to decisions of growing u, until one has no more behind it: its w1 grows, and it
is not played.

Method: C. E. Lemke (1965); D. Koller, N. Megiddo and B. von Stengel (1996) for general-sum
games in which a player chooses once per hand.
"""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray, IntArray

_PIVOT = 1e-11
"""Entries of the scaled tableau that are smaller are no pivots."""
_PERTURBATION = 1e-12
"""Keeps equal ratios apart, so that the method cannot run in circles; the solution is that without it."""


def solve_box_lcp(q: FloatArray, m: FloatArray) -> FloatArray | None:
    """The solution for z <= 1, see `solve_complementary`."""
    return solve_complementary(q, m, np.eye(q.size), np.ones(q.size))


def solve_complementary(
    q: FloatArray,
    m: FloatArray,
    c: FloatArray,
    r: FloatArray,
    perturbation: float = _PERTURBATION,
) -> FloatArray | None:
    """A solution z, shape (k,); None if rounding has led the method astray.

    Parameters
    ----------
    q, m
        Shapes (k,) and (k, k), scaled so that the largest entries are about 1.
    c, r
        Shapes (l, k) and (l,), so that z is bounded.
    perturbation
        By how much q and r are moved on the way; a larger one leads more seldom astray, and may end beside
        the solution.
    """
    k = q.size
    if k == 0:
        return np.zeros(0)
    rows = k + r.size
    spread = (np.arange(k) * 0.6180339887498949) % 1.0  # no two alike
    apart = perturbation * (1.0 + (np.arange(r.size) * 0.7548776662466927) % 1.0)  # where r is 0, too
    moved = np.concatenate([q + perturbation * (1.0 + spread), np.where(r > 0.0, r, apart)])
    right = np.stack([moved, np.concatenate([q, r])], axis=1)  # what leaves goes by the first
    # Basic variables = right - body @ (the others, which are 0); the last column is z0.
    body = np.zeros((rows, rows + 1))
    body[:k, :k] = -m
    body[:k, k:rows] = -c.T
    body[k:, :k] = c
    body[:k, rows] = -1.0
    basic = np.arange(rows)  # i: slack w[i]
    others = np.concatenate([rows + np.arange(rows), [2 * rows]])  # rows + i: z or u; 2 rows: z0
    leaving = int(np.argmin(right[:, 0]))
    if right[leaving, 0] < 0.0:
        entering = rows
        for _ in range(50 * rows):
            gone = _pivot(body, right, basic, others, leaving, entering)
            if gone == 2 * rows:
                break
            entering = int(np.flatnonzero(others == (gone + rows) % (2 * rows))[0])
            column = body[:, entering]
            candidates = np.flatnonzero(column > _PIVOT)
            if candidates.size == 0:
                return None
            ratios = right[candidates, 0] / column[candidates]
            least = float(ratios.min())
            tied = candidates[ratios <= least + _PIVOT * max(1.0, abs(least))]
            artificial = tied[basic[tied] == 2 * rows]
            leaving = int(artificial[0] if artificial.size else candidates[np.argmin(ratios)])
        else:
            return None
    values = np.zeros(2 * rows + 1)
    values[basic] = right[:, 1]
    return np.clip(values[rows : rows + k], 0.0, 1.0)


def _pivot(
    body: FloatArray,
    right: FloatArray,
    basic: IntArray,
    others: IntArray,
    row: int,
    column: int,
) -> int:
    """Exchange a basic variable and another one; returns the one that has left the basis."""
    pivot = body[row, column]
    factors = body[:, column].copy()
    factors[row] = 0.0
    new_row = body[row] / pivot
    new_row[column] = 1.0 / pivot
    new_right = right[row] / pivot
    body[:, column] = 0.0
    body[row] = 0.0
    body -= factors[:, None] * new_row
    body[row] = new_row
    right -= factors[:, None] * new_right
    right[row] = new_right
    gone = int(basic[row])
    basic[row], others[column] = others[column], gone
    return gone
