"""How many equilibria searches of three seats end in, from starts at random.

Nothing says that three players have one equilibrium.  A search ends near one, so two ends are told apart by
what matters: a seat's value, or how much is played at a decision.  What no search finds is not counted: the
number is a lower bound.
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
from jamfold.spots.nplayer.exact import least_gain, seat_game, settled_gain

VALUES_APART = 1e-3
PERCENT_APART = 1.0
"""VALUES_APART, PERCENT_APART: Two ends are two equilibria if a seat's value differs by more than so many big
blinds, or so much of the prizes; or if so many percent of hands more are played at a decision.  Twenty ends
of Hold'em at 10 bb, in which no seat gains 1e-5 bb, have values up to 0.0002 bb apart, decisions 0.1%: what
is nearly indifferent to one seat moves chips between the others, so smaller differences tell nothing."""


@json_fields("starts settled equilibria values_apart percent_apart")
@dataclass(frozen=True, eq=False)
class Starts:
    """Where searches from several starts end."""

    starts: int
    """How many."""
    settled: int
    """Searches that ended with no seat gaining more than strategies of an equilibrium may."""
    equilibria: int
    """Equilibria told apart among these: there may be more that no search found."""
    values_apart: float
    """The most that a seat's value differs between two of them, in the unit of the hand."""
    percent_apart: float
    """The most that what is played at a decision differs, in percent of hands."""


def search_starts(
    game: Game, hand: TableHand, starts: int, seed: int, progress: Progress = ignore_progress
) -> Starts:
    """Search from so many starts at random, of a hand of three seats without raises.

    Raises TableError if the three-way table cannot be had.
    """
    seats, classes, rng = seat_game(game, hand, progress), hand_classes(game), np.random.default_rng(seed)
    rows = np.asarray(np.isnan(seats.forced.reshape(len(seats.forced), -1)).all(axis=1))
    share = classes.sizes / classes.sizes.sum()
    settled: list[tuple[FloatArray, FloatArray]] = []
    for number in range(starts):
        progress("searching from other starts", number / starts)
        solution = solve_seats(seats, classes.n, least_gain(hand), start=_start(len(rows), classes.n, rng))
        if solution.own_gains.max() <= settled_gain(hand):
            settled.append((solution.values, 100 * solution.strategy[rows] @ share))
    unit = hand.big_blind if hand.pool is None else hand.pool
    values, percents = (np.array([pair[k] for pair in settled]).reshape(len(settled), -1) for k in (0, 1))
    return Starts(starts, len(settled), _count(values / unit, percents), _spread(values), _spread(percents))


def _start(nodes: int, n: int, rng: np.random.Generator) -> FloatArray:
    """Chances at random around one for every decision, so that some seats begin loose and others tight."""
    return np.clip(rng.random((nodes, 1)) + rng.uniform(-0.5, 0.5, (nodes, n)), 0.0, 1.0)


def _spread(values: FloatArray) -> float:
    return float(np.ptp(values, axis=0).max(initial=0.0)) if len(values) else 0.0


def _count(values: FloatArray, percents: FloatArray) -> int:
    """How many can be told apart: each that is like none before it counts."""
    distinct: list[int] = []
    for index in range(len(values)):
        if all(
            abs(values[index] - values[other]).max() > VALUES_APART
            or abs(percents[index] - percents[other]).max() > PERCENT_APART
            for other in distinct
        ):
            distinct.append(index)
    return len(distinct)
