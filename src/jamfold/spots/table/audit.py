"""Strategies of others measured: what every seat could gain against them, and which hands cost what.

What a decision loses with a class is

    (chance that the class is dealt, and that all let it come there) x (best action - what is played),

the actions valued with best play behind them; added up that is what a seat's best response gains [1]_.  Where
deals are sampled the best action is chosen on deals of their own and valued on others, so a loss is not too
high by luck; a seat's gain comes from the certificate's own folds.

References
----------
.. [1] S. Kakade, J. Langford, "Approximately optimal approximate reinforcement learning", 2002, lemma 6.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.arrays import BoolArray, FloatArray
from jamfold.games import Game
from jamfold.hand.hand import TableHand, is_exactly_solvable
from jamfold.progress import Progress, ignore_progress
from jamfold.spots.table.exact import fill_table
from jamfold.spots.table.result import TableResult, table_result
from jamfold.spots.table.sampled import sample_table
from jamfold.spots.table.tree_rows import best_rows, decisions_of_rows, fitted, plans_before

FOLD = -1
_NOTHING = 1e-15


class Loss(NamedTuple):
    """What a decision loses with one class."""

    row: int
    """The first row of the decision."""
    class_id: int
    best: int
    """The row that is best, or `FOLD`."""
    cost: float
    """By hand dealt, in ``hand.unit``; where deals are sampled an estimate that luck has not chosen."""
    error: float
    """Its standard error, 0 where it is exact."""


@dataclass(frozen=True, eq=False)
class MeasuredProfile:
    """Strategies, what they lose, and our own answer beside them."""

    table: TableResult
    """The strategies with their certificate."""
    own: TableResult
    """Our own answer with its certificate."""
    given: BoolArray
    """Whether a row was given; else it was filled in, shape (nodes,)."""
    losses: tuple[Loss, ...]
    """What is lost at given decisions, the dearest first; where deals are sampled their order and what is
    best are those of other deals, and classes that too few deals came to are left out."""
    behind: FloatArray
    behind_error: FloatArray
    """behind, behind_error: What every seat loses by these strategies where the others play our answer, and
    the standard error; without classes that too few of the sampled deals came to."""


def measure_profile(
    game: Game,
    hand: TableHand,
    rows: FloatArray,
    own: TableResult,
    *,
    seconds: float = 10.0,
    seed: int = 0,
    progress: Progress = ignore_progress,
) -> MeasuredProfile:
    """Measure given strategies, shape (nodes of the hand, n); rows of NaN are filled in.

    Raises SituationError if the strategies are not for this hand; TableError if a class table cannot be had.

    Parameters
    ----------
    own
        Our answer to the hand.
    seconds, seed
        How long each step is sampled where not every deal is counted: what is filled in, the choice of best
        actions, and the measurement.
    """
    given = np.array(~np.isnan(rows).any(axis=1))
    strategy = rows if given.all() else _filled(game, hand, rows, own, seconds, seed, progress)
    table = table_result(game, hand, profile=strategy, seconds=seconds, seed=seed, progress=progress)
    choosing = table
    if not table.is_counted:
        choosing = table_result(
            game, hand, profile=strategy, seconds=seconds / 2, seed=seed + 1, progress=progress
        )
    losses = [one for seemed, one in _losses(table, choosing) if given[one.row] and seemed > _NOTHING]
    return MeasuredProfile(table, own, given, tuple(losses), *_behind(own, strategy))


def _filled(
    game: Game,
    hand: TableHand,
    rows: FloatArray,
    own: TableResult,
    seconds: float,
    seed: int,
    progress: Progress,
) -> FloatArray:
    """The same with best play against the rest where nothing is given.

    Where raises are listed and more than one seat decides there, as our own answer plays.
    """
    if not hand.raises and is_exactly_solvable(game, hand):
        return fill_table(game, hand, rows, progress)
    if not hand.raises:
        return sample_table(game, hand, seconds=seconds, seed=seed, given=rows, progress=progress).strategy
    missing = np.array(np.isnan(rows).any(axis=1))
    strategy = np.where(missing[:, None], own.strategy, rows)
    strategy = fitted(hand, strategy, np.flatnonzero(~missing).tolist())
    seats = np.array([node.seat for node in hand.nodes])
    lone = np.unique(seats[missing])
    if len(lone) > 1 or (seats[~missing] == lone[0]).any():
        return strategy
    table = table_result(game, hand, profile=strategy, seconds=seconds, seed=seed + 2, progress=progress)
    return np.where((seats == lone[0])[:, None], best_rows(hand, strategy, table.margins), strategy)


def _losses(table: TableResult, choosing: TableResult) -> list[tuple[float, Loss]]:
    """What every decision seems to lose with every class by one measurement, and what it does by another.

    The dearest first, and the best actions, by the first of them.
    """
    hand, found = table.hand, list[tuple[float, Loss]]()
    for rows, there in _decisions(hand, table.strategy):
        with_fold = np.vstack([np.zeros_like(there), np.nan_to_num(choosing.margins[list(rows)])])
        best = with_fold.argmax(axis=0)
        wanted = (np.arange(1, len(rows) + 1)[:, None] == best).astype(np.float64)
        change = (wanted - table.strategy[list(rows)]) * there
        seemed = (change * choosing.arrivals[rows[0]] * with_fold[1:]).sum(axis=0)
        change = change * table.arrivals[rows[0]]
        costs = (change * np.nan_to_num(table.margins[list(rows)])).sum(axis=0)
        errors = np.sqrt(((change * np.nan_to_num(table.margins_error[list(rows)])) ** 2).sum(axis=0))
        known = ~np.isnan(table.margins[list(rows)]).any(axis=0)
        for class_id in np.flatnonzero((seemed > 0) & known).tolist():
            which = int(best[class_id])
            better = rows[which - 1] if which else FOLD
            loss = Loss(rows[0], class_id, better, float(costs[class_id]), float(errors[class_id]))
            found.append((float(seemed[class_id]), loss))
    return sorted(found, key=lambda one: -one[0])


def _behind(own: TableResult, strategy: FloatArray) -> tuple[FloatArray, FloatArray]:
    """What every seat loses by strategies where the others play our answer, and the standard error."""
    hand = own.hand
    lost, spread = np.zeros(hand.n), np.zeros(hand.n)
    for rows, there in _decisions(hand, strategy):
        seat = hand.nodes[rows[0]].seat
        change = (own.strategy[list(rows)] - strategy[list(rows)]) * there * own.arrivals[rows[0]]
        lost[seat] += float((change * np.nan_to_num(own.margins[list(rows)])).sum())
        spread[seat] += float(((change * np.nan_to_num(own.margins_error[list(rows)])) ** 2).sum())
    return lost, np.sqrt(spread)


def _decisions(hand: TableHand, strategy: FloatArray) -> Iterator[tuple[Sequence[int], FloatArray]]:
    """The rows of every decision, and the chance by class to come there by its own doing."""
    if hand.raises:
        return zip(decisions_of_rows(hand), plans_before(hand, strategy), strict=True)
    return (((row,), np.ones(strategy.shape[1])) for row in range(len(strategy)))


def seat_costs(measured: MeasuredProfile) -> FloatArray:
    """What every seat loses at given decisions, by the losses: shape (seats,)."""
    total = np.zeros(measured.table.hand.n)
    for one in measured.losses:
        total[measured.table.nodes[one.row].seat] += one.cost
    return total
