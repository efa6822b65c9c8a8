"""The number of different equilibria of three seats that searches from random starts reach.

A game of three players may have several equilibria.  A search ends near one of them, so two results count as
different if a seat's value or the frequency of a decision differs by more than a tolerance.  The number is a
lower bound: the searches may miss equilibria.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.seats import solve_seats
from jamfold.spots.nplayer.exact import exact_gain, seat_game, settled_gain

VALUES_APART = 1e-4
PERCENT_APART = 0.1
"""VALUES_APART, PERCENT_APART: Two results are different equilibria if a seat's value differs by more than
the first (in big blinds, or as a share of the prizes), or the frequency of a decision by more than the second
(in percent of hands).  A hundred results of Hold'em at 10 bb differ by less than 1e-8 bb and 1e-7%."""


@json_fields("starts settled equilibria values_apart percent_apart")
@dataclass(frozen=True, eq=False)
class Starts:
    """Results of searches from several starts."""

    starts: int
    settled: int
    """The number of searches that ended within the tolerance of an equilibrium."""
    equilibria: int
    """The number of different equilibria among these results; a lower bound."""
    values_apart: float
    """The largest difference of a seat's value between two of these results, in the unit of the hand."""
    percent_apart: float
    """The largest difference of a decision's frequency, in percent of hands."""


def search_starts(
    game: Game, hand: TableHand, starts: int, seed: int, progress: Progress = ignore_progress
) -> Starts:
    """Search for equilibria from random starts, for a hand of three seats without raises.

    Raises TableError if the three-way table can be neither loaded nor built.
    """
    seats, classes, rng = seat_game(game, hand, progress), hand_classes(game), np.random.default_rng(seed)
    rows = np.asarray(np.isnan(seats.forced.reshape(len(seats.forced), -1)).all(axis=1))
    share = classes.sizes / classes.sizes.sum()
    settled: list[tuple[FloatArray, FloatArray]] = []
    for number in range(starts):
        progress("searching from other starts", number / starts)
        solution = solve_seats(seats, classes.n, exact_gain(hand), start=_start(len(rows), classes.n, rng))
        if solution.own_gains.max() <= settled_gain(hand):
            settled.append((solution.values, 100 * solution.strategy[rows] @ share))
    unit = hand.big_blind if hand.pool is None else hand.pool
    values, percents = (np.array([pair[k] for pair in settled]).reshape(len(settled), -1) for k in (0, 1))
    return Starts(starts, len(settled), _count(values / unit, percents), _spread(values), _spread(percents))


def _start(nodes: int, n: int, rng: np.random.Generator) -> FloatArray:
    """Return random frequencies around a random level for each decision: loose and tight starts."""
    return np.clip(rng.random((nodes, 1)) + rng.uniform(-0.5, 0.5, (nodes, n)), 0.0, 1.0)


def _spread(values: FloatArray) -> float:
    return float(np.ptp(values, axis=0).max(initial=0.0)) if len(values) else 0.0


def _count(values: FloatArray, percents: FloatArray) -> int:
    """Return the number of results that differ from all earlier ones."""
    distinct: list[int] = []
    for index in range(len(values)):
        if all(
            abs(values[index] - values[other]).max() > VALUES_APART
            or abs(percents[index] - percents[other]).max() > PERCENT_APART
            for other in distinct
        ):
            distinct.append(index)
    return len(distinct)
