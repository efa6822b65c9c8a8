"""Solutions of given strategies: a strategy with its best response, or two strategies as they are."""

from __future__ import annotations

import time

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.core.errors import SolverError
from jamfold.solver.best_response import call_gains, call_response, evaluate, jam_evs, jam_response
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums, Response
from jamfold.solver.solution import BEST_RESPONSE, GIVEN, Solution, is_exact, make_iteration, make_solution
from jamfold.solver.stakes import TerminalPayoffs


def solve_response(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    *,
    jamming: FloatArray | None = None,
    calling: FloatArray | None = None,
) -> Solution:
    """Return a strategy of I (`jamming`) or II (`calling`), chances of shape (n,), with its best response.

    Raises SolverError if there is not exactly one strategy of n chances in [0, 1], or the stakes need planes
    that the payoffs lack.
    """
    payoffs.check_planes(stakes.n_planes)
    started = time.perf_counter()
    if (jamming is None) == (calling is None):
        raise SolverError("A best response needs one range, of jamming or of calling.")
    if calling is not None:
        second = strategy_sums(payoffs, calling)
        first = strategy_sums(payoffs, jam_response(stakes, jam_evs(payoffs, stakes, second)))
    elif jamming is not None:
        first = strategy_sums(payoffs, jamming)
        second = strategy_sums(payoffs, call_response(stakes, call_gains(payoffs, stakes, first)))
    return _solution(payoffs, stakes, first, second, BEST_RESPONSE, started)


def measure_pair(
    payoffs: ClassGame, stakes: TerminalPayoffs, jamming: FloatArray, calling: FloatArray
) -> Solution:
    """Return the solution of two given strategies, chances of shape (n,).

    Raises SolverError if a strategy is not n chances in [0, 1], or the stakes need planes that the payoffs
    lack.
    """
    payoffs.check_planes(stakes.n_planes)
    started = time.perf_counter()
    pair = strategy_sums(payoffs, jamming), strategy_sums(payoffs, calling)
    return _solution(payoffs, stakes, *pair, GIVEN, started)


def _solution(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    jamming: RangeSums,
    calling: RangeSums,
    method: str,
    started: float,
) -> Solution:
    pair = evaluate(payoffs, stakes, jamming, calling)
    return make_solution(
        payoffs,
        stakes,
        pair,
        method=method,
        exact=method == GIVEN and is_exact(pair.epsilon),
        history=[make_iteration(payoffs, 1, pair)],
        seconds=time.perf_counter() - started,
    )


def strategy_sums(payoffs: ClassGame, strategy: FloatArray | BoolArray) -> RangeSums:
    """Return a strategy, shape (n,), with its products.

    Raises SolverError if it is not n chances in [0, 1].
    """
    chances = np.asarray(strategy, dtype=np.float64)
    if chances.shape != (payoffs.n_classes,) or not np.all((chances >= 0) & (chances <= 1)):
        raise SolverError(f"A range has {payoffs.n_classes} chances between 0 and 1, one per class.")
    response = Response(payoffs)
    response.move_to(chances == 1)
    mixed = np.flatnonzero((chances > 0) & (chances < 1))
    return response.mixed_sums(mixed, chances[mixed])
