"""Small linear programmes by HiGHS, the way `scipy.optimize.linprog` asks it.

Of SciPy this needs the compiled core of HiGHS alone, which loads in 0.02 s; all of `scipy.optimize`
takes 0.4 s, more than a game of 169 classes.  SciPy does not promise where the core lies, so a
version that has it elsewhere is asked through `linprog`, with the same answers to the last bit.

Tried and rejected: the complementarity method that solves other subgames (`complementarity`).  It
finds the same strategies, but for the last digits, and where several are optimal maybe others.
"""

from __future__ import annotations

import sys
import threading
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

import numpy as np

from jamfold.arrays import FloatArray

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
    """The x with lower <= x <= upper and rows @ x <= right whose costs . x are least, and the duals.

    Parameters
    ----------
    costs, lower, upper
        Shape (n,).
    rows, right
        Shapes (m, n) and (m,).

    Returns
    -------
    tuple of ndarray, or None
        x, shape (n,), and what a larger right side would change, shape (m,); None if that failed.
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
    """HiGHS's module under the name it has in SciPy, so that SciPy itself finds it loaded; None without."""
    with _loading:  # it cannot be loaded twice
        return sys.modules.get(_CORE) or _load_core()


@cache
def _load_core() -> Any:
    package = find_spec("scipy")  # where it stands, without loading it
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
    """What HiGHS is told, which copies it: 0.1 ms to make."""
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
    """The programme in HiGHS's form: the matrix by columns, without zeros."""
    programme = core.HighsLp()
    programme.num_row_, programme.num_col_ = rows.shape
    programme.col_cost_, programme.col_lower_, programme.col_upper_ = costs, lower, upper
    programme.row_lower_, programme.row_upper_ = np.full(right.size, -core.kHighsInf), right
    columns, places = np.nonzero(rows.T)
    matrix = programme.a_matrix_
    matrix.num_row_, matrix.num_col_ = rows.shape
    matrix.format_ = core.MatrixFormat.kColwise
    starts = np.searchsorted(columns, np.arange(costs.size + 1))
    matrix.start_, matrix.index_ = starts.astype(np.int32), places.astype(np.int32)
    matrix.value_ = rows.T[columns, places]
    return programme


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
