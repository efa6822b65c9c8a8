"""One result for all tables: exact where every deal can be counted, else sampled, and it says which."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.games import Game
from jamfold.progress import Progress, silent
from jamfold.spots.table.hand import Node, TableHand
from jamfold.tables.threeway import has_threeway

FloatArray = NDArray[np.float64]

_EXACT_SEATS = 3


@dataclass(frozen=True, eq=False)
class TableResult:
    """Strategies of all seats, what they are worth, and every seat's own gain.

    Attributes
    ----------
    game, hand
        The rules, and the hand.
    exact
        Whether every deal was counted; else values and gains are sampled.
    strategy
        Chances to jam or call by node and class: shape (nodes, n).
    reach, percent
        The chance that the hand comes to each node; percent of hands that are played there.
    values, values_error
        What every seat has after the hand, in ``unit``, and its standard error; by seat.
    gains, gains_error
        What every seat's best response to the others adds, and its standard error; by seat.
    bounds
        What every seat's gain is below, all of them together with 95 %; the gain itself where it is exact.
    deals
        Deals sampled; 0 where all were counted.
    seconds
        How long it took.
    """

    game: Game
    hand: TableHand
    exact: bool
    strategy: FloatArray
    reach: FloatArray
    percent: FloatArray
    values: FloatArray
    values_error: FloatArray
    gains: FloatArray
    gains_error: FloatArray
    bounds: FloatArray
    deals: int
    seconds: float

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The decisions, in the order of the strategy's rows."""
        return self.hand.nodes

    @property
    def unit(self) -> str:
        """What values count: chips or money."""
        return self.hand.unit


def is_counted(game: Game, hand: TableHand) -> bool:
    """Whether a table is solved over all deals."""
    return hand.n <= _EXACT_SEATS and has_threeway(game)


def table_result(
    game: Game,
    hand: TableHand,
    *,
    profile: FloatArray | None = None,
    seconds: float = 30.0,
    gain: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> TableResult:
    """Solve a table, or measure given strategies.

    Parameters
    ----------
    profile
        Strategies to be measured, shape (nodes of the hand, n); None to solve.
    seconds, gain, seed
        Of sampling, as in `sampled.sample_table`; where all deals are counted ``gain`` ends the search.

    Raises
    ------
    SituationError
        If the strategies are not for this hand, or it cannot be sampled so.
    TableError
        If a class table cannot be had.
    """
    begun = time.perf_counter()
    if is_counted(game, hand):
        from jamfold.spots.table.exact import evaluate_table, solve_table

        counted = (
            solve_table(game, hand, progress, gain)
            if profile is None
            else evaluate_table(game, hand, profile, progress)
        )
        none = np.zeros(hand.n)
        return TableResult(
            game, hand, True, counted.strategy, counted.reach, counted.percent, counted.values, none,
            counted.gains, none, counted.gains, 0, time.perf_counter() - begun,
        )  # fmt: skip
    from jamfold.spots.table.sampled import measure_table, sample_table

    found = (
        sample_table(game, hand, seconds=seconds, gain=gain, seed=seed, progress=progress)
        if profile is None
        else measure_table(game, hand, profile, seconds=seconds, seed=seed, progress=progress)
    )
    return TableResult(
        game, hand, False, found.strategy, found.reach, found.percent, found.values, found.values_error,
        found.gains, found.gains_error, found.bounds, found.deals, found.seconds,
    )  # fmt: skip
