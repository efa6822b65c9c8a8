"""Given strategies as pairs with their certificate: with the best response to one, or both as they are."""

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
    """The pair of a given range and the best response to it.

    Raises SolverError if the range makes no sense, or the stakes need planes that the payoffs lack.

    Parameters
    ----------
    payoffs
        The game.
    stakes
        What the hand is played for, in chips `chip_payoffs`.
    jamming, calling
        Exactly one of them: the range of I or of II, chances in [0, 1], shape (n,).

    Returns
    -------
    A solution whose epsilon says how far this pair is from an equilibrium.
    """
    payoffs.check_planes(stakes.n_planes)
    started = time.perf_counter()
    if (jamming is None) == (calling is None):
        raise SolverError("A best response needs one range, of jamming or of calling.")
    if calling is not None:
        sums = strategy_sums(payoffs, calling)
        answer = _pure_sums(payoffs, jam_response(stakes, jam_evs(payoffs, stakes, sums)))
        pair = (answer, sums)
    elif jamming is not None:
        sums = strategy_sums(payoffs, jamming)
        answer = _pure_sums(payoffs, call_response(stakes, call_gains(payoffs, stakes, sums)))
        pair = (sums, answer)
    return _solution(payoffs, stakes, *pair, BEST_RESPONSE, started)


def measure_pair(
    payoffs: ClassGame, stakes: TerminalPayoffs, jamming: FloatArray, calling: FloatArray
) -> Solution:
    """Two given strategies, what they are worth, and what either player could still gain.

    Raises SolverError if a strategy makes no sense, or the stakes need planes that the payoffs lack.

    Parameters
    ----------
    payoffs
        The game.
    stakes
        What the hand is played for, in chips `chip_payoffs`.
    jamming, calling
        The strategies of I and of II, chances in [0, 1], shape (n,).
    """
    payoffs.check_planes(stakes.n_planes)
    started = time.perf_counter()
    return _solution(
        payoffs, stakes, strategy_sums(payoffs, jamming), strategy_sums(payoffs, calling), GIVEN, started
    )


def _solution(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    jamming: RangeSums,
    calling: RangeSums,
    method: str,
    started: float,
) -> Solution:
    evaluation = evaluate(payoffs, stakes, jamming, calling)
    return make_solution(
        payoffs,
        stakes,
        jamming,
        calling,
        evaluation,
        method=method,
        exact=method == GIVEN and is_exact(evaluation.epsilon),
        history=[make_iteration(payoffs, 1, jamming, calling, evaluation)],
        seconds=time.perf_counter() - started,
    )


def strategy_sums(payoffs: ClassGame, strategy: FloatArray) -> RangeSums:
    """A strategy with its products, from chances of shape (n,).

    Raises SolverError if they are not n chances in [0, 1].
    """
    chances = np.asarray(strategy, dtype=np.float64)
    if chances.shape != (payoffs.n_classes,) or not np.all((chances >= 0) & (chances <= 1)):
        raise SolverError(f"A range has {payoffs.n_classes} chances between 0 and 1, one per class.")
    response = Response(payoffs)
    response.move_to(chances == 1)
    mixed = np.flatnonzero((chances > 0) & (chances < 1))
    return response.mixed_sums(mixed, chances[mixed])


def _pure_sums(payoffs: ClassGame, played: BoolArray) -> RangeSums:
    response = Response(payoffs)
    response.move_to(played)
    return response.range_sums()
