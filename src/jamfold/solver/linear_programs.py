"""Small games solved exactly: integer simplex, Lemke's complementarity method, and HiGHS.

Integer simplex: a vertex of the linear program of a small game, however degenerate, by fraction-free pivots
[1]_ [2]_ and Bland's rule [3]_.

Linear complementarity [4]_ [5]_, for a general-sum game of a few doubtful classes: find z >= 0 with C z <= r
(the chances of sequences, see `solver.tree`; with one decision a seat a box, z <= 1) so that nobody gains by
deviating.  With multipliers u >= 0 this is the complementarity problem

    w1 = q + M z + C'u >= 0,  w1 . z = 0,      w2 = r - C z >= 0,  w2 . u = 0,

solved with a covering vector on the first block only.  It always ends in a solution: a ray with growing z0
has w1 > 0, so z = 0 and u = 0, which is the first ray; and on a ray with z0 fixed, z is fixed because it is
bounded.  If u of a decision grows, then so does u of the first decision before it, since w1 of the sequence
between must not fall; from there some sequence that is played leads to decisions of growing u, down to a
last one: its w1 grows, so it is not played.

HiGHS is called as `scipy.optimize.linprog` calls it, but only its compiled core is loaded: 0.02 s, where
`scipy.optimize` takes 0.4 s, more than a game of 169 classes.  If SciPy has the core elsewhere, `linprog` is
called, with the same results to the last bit.  The complementarity method in place of HiGHS was rejected: its
last digits differ, and of several optimal strategies it may find others.

References
----------
.. [1] J. Edmonds, "Systems of distinct representatives and linear algebra", 1967.
.. [2] E. H. Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination", 1968.
.. [3] R. G. Bland, "New finite pivoting rules for the simplex method", 1977.
.. [4] C. E. Lemke, "Bimatrix equilibrium points and mathematical programming", 1965.
.. [5] D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive two-person
   games", 1996.
.. [6] R. T. Rockafellar, "Monotone operators and the proximal point algorithm", 1976.
"""

from __future__ import annotations

import sys
import threading
from fractions import Fraction
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray, IntArray

Integers = NDArray[Any]
"""An array of Python integers, which cannot overflow."""
Rows = tuple[Integers, Integers]
"""C and r of the constraints z >= 0, C z <= r on a player's chances z."""


def solve_box_game(g: Integers, h: Integers, q: Integers) -> tuple[list[Fraction], list[Fraction]]:
    """Return `solve_sequences` with the constraints 0 <= x <= 1 and 0 <= y <= 1 alone."""
    x, y = ((np.eye(k, dtype=int).astype(object), np.ones(k, dtype=int).astype(object)) for k in q.shape)
    return solve_sequences(g, h, q, x, y)


def solve_sequences(
    g: Integers, h: Integers, q: Integers, of_x: Rows, of_y: Rows
) -> tuple[list[Fraction], list[Fraction]]:
    """Solve a game in which I gains g x + x q y and II gains h y - x q y.

    I maximises g x - r2 v with v >= 0, C2'v >= h - x q, C1 x <= r1; the duals of the second are y.

    Parameters
    ----------
    g, h, q
        Integers, shapes (k1,), (k2,), (k1, k2).
    of_x, of_y
        C with entries -1, 0 and 1, parents first, and r >= 0, shapes (m1, k1) and (m1,), (m2, k2) and (m2,).

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
    """Exchange a basic variable, in place; entries are over `scale`, and the next scale is returned."""
    pivot, chosen = table[row, column], table[row].copy()
    if pivot < 0:
        pivot, chosen = -pivot, -chosen
    other_rows = np.arange(len(table)) != row
    table[other_rows] = (table[other_rows] * pivot - np.outer(table[other_rows, column], chosen)) // scale
    table[row] = chosen
    basis[row] = column
    return int(pivot)


_PIVOT = 1e-11
"""Smaller entries of the scaled tableau are no pivots."""
_PERTURBATION = 1e-12
"""Separates equal ratios, so that the method cannot cycle; the solution is that without it."""


def solve_complementary(
    q: FloatArray,
    m: FloatArray,
    c: FloatArray,
    r: FloatArray,
    perturbation: float = _PERTURBATION,
) -> FloatArray | None:
    """Return a solution z, shape (k,), of the complementarity problem; None if it failed by rounding.

    Parameters
    ----------
    q, m
        Shapes (k,) and (k, k), scaled so that the largest entries are about 1.
    c, r
        Shapes (l, k) and (l,), so that z is bounded.
    perturbation
        Size of the perturbation of q and r; a larger one avoids more dead ends, and may miss the solution.
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
    nonbasic = np.concatenate([rows + np.arange(rows), [2 * rows]])  # rows + i: z or u; 2 rows: z0
    leaving = int(np.argmin(right[:, 0]))
    if right[leaving, 0] < 0.0:
        entering = rows
        for _ in range(50 * rows):
            gone = _pivot_on(body, right, basic, nonbasic, leaving, entering)
            if gone == 2 * rows:
                break
            entering = int(np.flatnonzero(nonbasic == (gone + rows) % (2 * rows))[0])
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


def _pivot_on(
    body: FloatArray,
    right: FloatArray,
    basic: IntArray,
    nonbasic: IntArray,
    row: int,
    column: int,
) -> int:
    """Exchange a basic variable and another one, in place; return the one that leaves the basis."""
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
    basic[row], nonbasic[column] = nonbasic[column], gone
    return gone


FIRST_INERTIA = 0.02
"""The inertia of the first Newton step, in units of the largest slope of a gain."""
_LESS, _MORE = 0.25, 8.0
"""The factors of inertia after a step that reduces the gain (at least), and after one that does not."""
_MOST_INERTIA = 1.0
_PERTURBATIONS = (1e-12, 1e-9, 1e-7)
"""Perturbations of a step, tried in turn."""
_PURE = 1e-12
"""Chances closer to 0 or 1 differ from them by rounding alone."""


def next_inertia(inertia: float, gain: float, last: float) -> float:
    """Return the inertia of the next Newton step; `last` is the gain before, infinite at the start."""
    if np.isinf(last):
        return inertia
    return inertia * min(_LESS, gain / last) if gain < last else min(inertia * _MORE, _MOST_INERTIA)


def solve_linearised(
    gains: FloatArray,
    slopes: FloatArray,
    before: FloatArray,
    scale: FloatArray,
    inertia: float,
    same: FloatArray | None = None,
) -> FloatArray | None:
    """Return the chances, shape (k,), of an equilibrium of a linearised game; None if none was found.

    With many nearly indifferent classes it has many equilibria, most of them far away; so moving has a cost,
    `inertia` (proximal point method [6]_).

    Parameters
    ----------
    gains
        The gain of raising each chance, at the chances `before`, shape (k,).
    slopes
        Their derivatives by the chances, shape (k, k).
    scale
        The size of each row of the slopes, shape (k,).
    same
        Which chances sum to at most 1, shape (l, k); by default every chance is at most 1.
    """
    rows = np.eye(len(before)) if same is None else same
    game = (
        (slopes @ before - gains) / scale - inertia * before,
        -slopes / scale[:, None] + inertia * np.eye(len(before)),
        rows, np.ones(len(rows)),
    )  # fmt: skip
    tries = (solve_complementary(*game, perturbation=perturbation) for perturbation in _PERTURBATIONS)
    after = next((chances for chances in tries if chances is not None), None)
    return None if after is None else np.where(np.abs(after - after.round()) < _PURE, after.round(), after)


_CORE = "scipy.optimize._highspy._core"
_TOLERANCE = 1e-10
_loading = threading.Lock()


def minimise(
    costs: FloatArray,
    rows: FloatArray,
    right: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
) -> tuple[FloatArray, FloatArray] | None:
    """Return the x with lower <= x <= upper and rows @ x <= right that minimises costs @ x, and the duals.

    `costs`, `lower`, `upper` and x have shape (n,), `rows` (m, n), `right` and the duals (m,).  None if HiGHS
    found no optimum.
    """
    core = _core()
    if core is None:
        return _by_linprog(costs, rows, right, lower, upper)
    highs = core._Highs()  # noqa: SLF001 -- its name
    if (
        highs.passOptions(_options(core)) == core.HighsStatus.kError
        or highs.passModel(_programme(core, costs, rows, right, lower, upper)) == core.HighsStatus.kError
        or highs.run() == core.HighsStatus.kError
        or highs.getModelStatus() != core.HighsModelStatus.kOptimal
    ):
        return None
    solution = highs.getSolution()
    return np.array(solution.col_value), np.array(solution.row_dual)


def _core() -> Any:
    """Return HiGHS's module, loaded under its name in SciPy; None if it is not there."""
    with _loading:  # it cannot be loaded twice
        return sys.modules.get(_CORE) or _load_core()


@cache
def _load_core() -> Any:
    package = find_spec("scipy")  # finds it without loading it
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent.joinpath(*_CORE.split(".")[1:-1])
    spec = PathFinder.find_spec(_CORE, [str(folder)])
    if spec is None or spec.loader is None:
        return None
    try:
        core = module_from_spec(spec)
        spec.loader.exec_module(core)
        _options(core)
    except (ImportError, AttributeError):
        return None
    sys.modules[_CORE] = core
    return core


@cache
def _options(core: Any) -> Any:
    """Return the options of HiGHS, which copies them; cached because they take 0.1 ms."""
    options = core.HighsOptions()
    options.presolve, options.solver = "on", "simplex"
    options.simplex_strategy = int(core.simplex_constants.SimplexStrategy.kSimplexStrategyDual)
    options.primal_feasibility_tolerance = options.dual_feasibility_tolerance = _TOLERANCE
    options.log_to_console = options.output_flag = False
    return options


def _programme(
    core: Any,
    costs: FloatArray,
    rows: FloatArray,
    right: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
) -> Any:
    """Return the program in HiGHS's form, with a sparse matrix by columns."""
    program = core.HighsLp()
    program.num_row_, program.num_col_ = rows.shape
    program.col_cost_, program.col_lower_, program.col_upper_ = costs, lower, upper
    program.row_lower_, program.row_upper_ = np.full(right.size, -core.kHighsInf), right
    columns, places = np.nonzero(rows.T)
    matrix = program.a_matrix_
    matrix.num_row_, matrix.num_col_ = rows.shape
    matrix.format_ = core.MatrixFormat.kColwise
    starts = np.searchsorted(columns, np.arange(costs.size + 1))
    matrix.start_, matrix.index_ = starts.astype(np.int32), places.astype(np.int32)
    matrix.value_ = rows.T[columns, places]
    return program


def _by_linprog(
    costs: FloatArray,
    rows: FloatArray,
    right: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
) -> tuple[FloatArray, FloatArray] | None:
    from scipy.optimize import linprog

    result = linprog(
        costs,
        A_ub=rows,
        b_ub=right,
        bounds=np.stack([lower, upper], axis=1),
        method="highs-ds",
        options={"primal_feasibility_tolerance": _TOLERANCE, "dual_feasibility_tolerance": _TOLERANCE},
    )
    return None if result.status != 0 else (result.x, result.ineqlin.marginals)
