"""Fictitious play, exactly as in the published tables.

Both players start by playing every hand.  At t = 1, 2, ..., N both best-respond [1]_ to the other's current
average at the same time, then

    average += (response - average) / (t + 1).

An indifferent class is not played.  The averages are integer sums over t + 1, without rounding.

References
----------
.. [1] G. W. Brown, "Iterative solution of games by fictitious play", 1951.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

import numpy as np

from jamfold.core.errors import SolverError
from jamfold.solver.best_response import evaluate
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import Average, Response
from jamfold.solver.solution import FICTITIOUS_PLAY, Iteration, Solution, make_iteration, make_solution
from jamfold.solver.stakes import TerminalPayoffs

MAX_ITERATIONS = 1_000_000


def solve_fictitious_play(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    iterations: int = 100,
    progress: Callable[[Iteration], None] | None = None,
) -> Solution:
    """Return the averages after `iterations` of fictitious play, 1 to 1,000,000, as a solution.

    `progress` is called after every iteration.  Raises SolverError if the number of iterations is out of
    range, or the stakes need planes that the payoffs lack.
    """
    payoffs.check_planes(stakes.n_planes)
    n_iterations = check_iterations(iterations)
    started = time.perf_counter()
    jam, call = Response(payoffs), Response(payoffs)
    jam_average, call_average = Average(payoffs), Average(payoffs)
    history: list[Iteration] = []
    pair = evaluate(payoffs, stakes, jam.range_sums(), call.range_sums())
    jam_average.add(jam)
    call_average.add(call)
    for t in range(1, n_iterations + 1):
        jam.move_to(pair.jam_response)
        call.move_to(pair.call_response)
        jam_average.add(jam)
        call_average.add(call)
        pair = evaluate(payoffs, stakes, jam_average.range_sums(), call_average.range_sums())
        history.append(make_iteration(payoffs, t, pair))
        if progress is not None:
            progress(history[-1])
    return make_solution(
        payoffs,
        stakes,
        pair,
        method=FICTITIOUS_PLAY,
        exact=False,
        history=history,
        seconds=time.perf_counter() - started,
    )


def check_iterations(iterations: object) -> int:
    """Return a valid number of iterations, 1 to 1,000,000. Raises SolverError if it is anything else."""
    whole = isinstance(iterations, int | np.integer) and not isinstance(iterations, bool)
    if whole and 1 <= cast("int", iterations) <= MAX_ITERATIONS:
        return int(cast("int", iterations))
    raise SolverError(
        f"The number of iterations must be a whole number from 1 to {MAX_ITERATIONS:,}, "
        f"not {str(iterations)[:40]!r}."
    )
