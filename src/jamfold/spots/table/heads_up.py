"""Two seats: the ends of the hand as the heads-up solver takes them, in all games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.games import Game
from jamfold.hand.ends import DIVIDED, UNDIVIDED, two_ends, with_jackpot
from jamfold.hand.hand import TableHand
from jamfold.progress import Progress, ignore_progress
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import measure_pair
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import TerminalPayoffs
from jamfold.spots.solving import payoffs_for
from jamfold.spots.terms import scaled_stakes


@dataclass(frozen=True, eq=False)
class HeadsUp:
    """A solution of two seats: what the hand is worth is ``base`` + ``unit`` times what the solver says.

    ``folds`` is what folding is worth to the small blind, and to the big blind behind a jam.
    """

    solution: Solution
    base: FloatArray
    unit: float
    folds: FloatArray


def solve_heads_up(game: Game, hand: TableHand, progress: Progress = ignore_progress) -> HeadsUp:
    """The equilibrium of two seats. Raises TableError if a class table cannot be had."""
    stakes, base, unit = _stakes(game, hand)
    payoffs = payoffs_for(game, stakes, hand.terms, progress)
    return _found(solve_exact(payoffs, stakes), base, unit)


def measure_heads_up(
    game: Game, hand: TableHand, strategy: FloatArray, progress: Progress = ignore_progress
) -> HeadsUp:
    """Given strategies of small and big blind, shape (2, n); raises as `solve_heads_up`."""
    stakes, base, unit = _stakes(game, hand)
    payoffs = payoffs_for(game, stakes, hand.terms, progress)
    return _found(measure_pair(payoffs, stakes, *strategy), base, unit)


def _stakes(game: Game, hand: TableHand) -> tuple[TerminalPayoffs, FloatArray, float]:
    """What the hand is played for; the worth of no change, and the unit."""
    pool, spot = hand.pool, hand.situation
    base, unit = (np.array(hand.stacks), hand.big_blind) if pool is None else (np.zeros(2), pool)
    worth = None if pool is None else hand.values_at
    shares = DIVIDED if game.split_low else UNDIVIDED
    terms = hand.terms
    first, second = two_ends(spot, terms.rake, worth, shares, whole_chips=hand.whole_chips, fees=terms.fees)
    ends = with_jackpot(first, terms.jackpot), with_jackpot(second, terms.jackpot)
    return scaled_stakes(ends, unit, spot.has_decision), base, unit


def _found(solution: Solution, base: FloatArray, unit: float) -> HeadsUp:
    folds = np.array([solution.stakes.first.fold, solution.stakes.second.opponent_folds])
    return HeadsUp(solution, base, unit, base + unit * folds)
