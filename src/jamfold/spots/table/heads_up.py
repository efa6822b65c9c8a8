"""Two seats: the ends of the hand as the heads-up solver takes them, in all games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.games import Game
from jamfold.progress import Progress, silent
from jamfold.solver.exact import solve_exact
from jamfold.solver.respond import measure_pair
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import Ends, Stakes
from jamfold.spots.solving import load_payoffs
from jamfold.spots.table.hand import Node, TableHand
from jamfold.spots.terms import scaled_stakes

FloatArray = NDArray[np.float64]

PLACES_BY_SHARE = {
    False: (((1, 0), None), ((0, 0), None), ((0, 1), None)),
    True: (
        ((1, 0), (None, None)),
        ((0, 0), (1, 0)),
        ((0, 0), (None, None)),
        ((0, 0), (0, 1)),
        ((0, 1), (None, None)),
    ),
}
"""Places of the two, and places for the low, by the small blind's share of the pot: halves, or quarters."""


@dataclass(frozen=True, eq=False)
class HeadsUp:
    """A solution of two seats: what the hand is worth is ``base`` + ``unit`` times what the solver says.

    ``folds`` is what folding is worth to the small blind, and to the big blind behind a jam.
    """

    solution: Solution
    base: FloatArray
    unit: float
    folds: FloatArray


def solve_heads_up(game: Game, hand: TableHand, progress: Progress = silent) -> HeadsUp:
    """The equilibrium of two seats.

    Raises
    ------
    TableError
        If a class table cannot be had.
    """
    stakes, base, unit = _stakes(game, hand)
    payoffs = load_payoffs(game, progress, planes=stakes.needs_planes)
    return _found(solve_exact(payoffs, stakes), base, unit)


def measure_heads_up(
    game: Game, hand: TableHand, strategy: FloatArray, progress: Progress = silent
) -> HeadsUp:
    """Given strategies of small and big blind, shape (2, n); raises as `solve_heads_up`."""
    stakes, base, unit = _stakes(game, hand)
    payoffs = load_payoffs(game, progress, planes=stakes.needs_planes)
    return _found(measure_pair(payoffs, stakes, *strategy), base, unit)


def _stakes(game: Game, hand: TableHand) -> tuple[Stakes, FloatArray, float]:
    """What the hand is played for; the worth of no change, and the unit."""
    if hand.prizes is None:
        base, unit = np.array(hand.stacks), hand.blinds[1]
    else:
        base, unit = np.zeros(2), hand.prizes.pool
    folded = np.array(hand.values_after((), ())) - base
    alone = np.array(hand.values_after((0,), (0,))) - base
    shown = np.array(
        [hand.values_after((0, 1), places, lows) for places, lows in PLACES_BY_SHARE[game.split_low]]
    )
    shown -= base
    ends = (
        Ends(folded[0], alone[0], tuple(shown[:, 0])),
        Ends(folded[1], alone[1], tuple(shown[::-1, 1])),
    )
    decides = (hand.action(Node(0, ())) is None, hand.action(Node(1, (0,))) is None)
    return scaled_stakes(ends, unit, decides), base, unit


def _found(solution: Solution, base: FloatArray, unit: float) -> HeadsUp:
    folds = np.array([solution.stakes.first.fold, solution.stakes.second.steal])
    return HeadsUp(solution, base, unit, base + unit * folds)
