"""Small games in integers: a vertex of the linear programme, whatever is degenerate.

Method: the simplex method with fraction-free pivots (J. Edmonds, "Systems of distinct representatives
and linear algebra", 1967; E. H. Bareiss, 1968) and Bland's rule (1977).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[Any]
"""An array of Python integers, which have no largest one."""


Rows = tuple[Integers, Integers]
"""C and r so that the chances z of a player are those of a strategy: z >= 0, C z <= r."""


def solve_box_game(g: Integers, h: Integers, q: Integers) -> tuple[list[Fraction], list[Fraction]]:
    """The same as `solve_sequences` where every chance is from 0 to 1, and nothing else is asked of it."""
    x, y = ((np.eye(k, dtype=int).astype(object), np.ones(k, dtype=int).astype(object)) for k in q.shape)
    return solve_sequences(g, h, q, x, y)


def solve_sequences(
    g: Integers, h: Integers, q: Integers, of_x: Rows, of_y: Rows
) -> tuple[list[Fraction], list[Fraction]]:
    """The small game of what is in doubt: I gains g x + x q y, II gains h y - x q y.

    I maximises  g x - r2 v  with  v >= 0,  C2'v >= h - x q,  C1 x <= r1;  the prices of the second are y.

    Parameters
    ----------
    g, h, q
        Integers, shapes (k1,), (k2,), (k1, k2).
    of_x, of_y
        C of entries -1, 0 and 1, each decision behind those that lead to it, and r >= 0, shapes (m1, k1) and
        (m1,), (m2, k2) and (m2,).

    Returns
    -------
    x, y
        Chances of both players, a vertex.
    """
    (k1, k2), ((c1, r1), (c2, r2)) = q.shape, (of_x, of_y)
    m1, m2 = r1.size, r2.size
    # Columns: x, v, slacks of the x, surpluses of the v, right side.  Rows: C1 x <= r1, v, objective.
    free = k1 + m2
    table = np.zeros((m1 + k2 + 1, free + m1 + k2 + 1), dtype=object)
    table[:m1, :k1], table[:m1, -1] = c1, r1
    table[m1:-1, :k1], table[m1:-1, k1:free], table[m1:-1, -1] = -q.T, -c2.T, -h
    table[:-1, free:-1] = np.eye(m1 + k2, dtype=int).astype(object)
    table[-1, :k1], table[-1, k1:free] = -g, r2
    basis, scale = list(range(free, free + m1 + k2)), 1
    for turn in range(m2 - 1, -1, -1):  # x = 0, so v is the best of h there, and of what comes behind it
        actions = (m1 + np.flatnonzero(c2[turn] > 0)).tolist()
        row = min(actions, key=lambda row: table[row, -1])
        if table[row, -1] < 0:
            scale = _pivot(table, basis, row, k1 + turn, scale)
    while (entering := np.flatnonzero(table[-1, :-1] < 0)).size:
        column = int(entering[0])
        rows = [row for row in range(m1 + k2) if table[row, column] > 0]
        row = min(rows, key=lambda row: (Fraction(table[row, -1], table[row, column]), basis[row]))
        scale = _pivot(table, basis, row, column, scale)
    x = [Fraction(0)] * k1
    for row, column in enumerate(basis):
        if column < k1:
            x[column] = Fraction(table[row, -1], scale)
    return x, [Fraction(price, scale) for price in table[-1, free + m1 : -1]]


def _pivot(table: Integers, basis: list[int], row: int, column: int, scale: int) -> int:
    """Exchange a basic variable, in place: all entries are over `scale`, the answer is the next one."""
    pivot, chosen = table[row, column], table[row].copy()
    if pivot < 0:
        pivot, chosen = -pivot, -chosen
    others = np.arange(len(table)) != row
    table[others] = (table[others] * pivot - np.outer(table[others, column], chosen)) // scale
    table[row] = chosen
    basis[row] = column
    return int(pivot)
