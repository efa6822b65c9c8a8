"""Audits of given strategies: every seat's gain, and the most expensive hands.

The loss of a class at a decision is

    (reach probability) x (EV of the best action - EV of what is played),

with best play after each action; the losses sum to the gain of a seat's best response [1]_.  With sampled
deals the best action is chosen on separate deals, so losses are not biased; a seat's gain comes from the
folds of the certificate.

References
----------
.. [1] S. Kakade, J. Langford, "Approximately optimal approximate reinforcement learning", 2002, lemma 6.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import TableHand, is_exactly_solvable
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.ranges.grid import class_label
from jamfold.spots.nplayer.exact import fill_table
from jamfold.spots.nplayer.range_import import GivenRanges, RangeProblem
from jamfold.spots.nplayer.result import TableResult, table_result
from jamfold.spots.nplayer.search import sample_table
from jamfold.spots.nplayer.tree import best_rows, decisions_of_rows, fitted, plans_before

FOLD = -1
_NOTHING = 1e-15


class Loss(NamedTuple):
    """The loss of a class at a decision."""

    row: int
    """The first row of the decision."""
    class_id: int
    best: int
    """The row that is best, or `FOLD`."""
    cost: float
    """The loss per hand dealt, in ``hand.unit``; with sampled deals an unbiased estimate."""
    error: float
    """Its standard error, 0 if exact."""


@dataclass(frozen=True, eq=False)
class MeasuredProfile:
    """Strategies, their losses, and our solution."""

    table: TableResult
    """The strategies with their certificate."""
    own: TableResult
    """Our solution with its certificate."""
    given: BoolArray
    """Whether a row was given; otherwise it was filled in, shape (nodes,)."""
    losses: tuple[Loss, ...]
    """Losses at given decisions, largest first.  With sampled deals order and best actions come from other
    deals than the losses, and classes with too few deals are left out."""
    behind: FloatArray
    behind_error: FloatArray
    """behind, behind_error: Every seat's loss by these strategies against our solution, and the standard
    error; without classes with too few sampled deals."""


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

    Raises SituationError if the strategies are not for this hand; TableError if a class table cannot be built
    or loaded.

    Parameters
    ----------
    own
        Our solution of the hand.
    seconds, seed
        For each step of sampling: filling in rows, choosing best actions, and measuring.
    """
    is_given = np.array(~np.isnan(rows).any(axis=1))
    strategy = rows if is_given.all() else _filled(game, hand, rows, own, seconds, seed, progress)
    table = table_result(game, hand, profile=strategy, seconds=seconds, seed=seed, progress=progress)
    choosing = table
    if not table.is_counted:
        choosing = table_result(
            game, hand, profile=strategy, seconds=seconds / 2, seed=seed + 1, progress=progress
        )
    losses = [loss for seemed, loss in _losses(table, choosing) if is_given[loss.row] and seemed > _NOTHING]
    return MeasuredProfile(table, own, is_given, tuple(losses), *_behind(own, strategy))


def _filled(
    game: Game,
    hand: TableHand,
    rows: FloatArray,
    own: TableResult,
    seconds: float,
    seed: int,
    progress: Progress,
) -> FloatArray:
    """Return the strategies with missing rows filled by best play against the others.

    With raises and missing rows of several seats, these play our solution.
    """
    if not hand.raises and is_exactly_solvable(game, hand):
        return fill_table(game, hand, rows, progress)
    if not hand.raises:
        return sample_table(game, hand, seconds=seconds, seed=seed, fixed=rows, progress=progress).strategy
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
    """Return losses of every decision and class: as estimated by `choosing`, and as measured by `table`.

    `choosing` also gives the best actions and the order, largest first.
    """
    hand, costs_seen = table.hand, list[tuple[float, Loss]]()
    for rows, reach in _decisions(hand, table.strategy):
        with_fold = np.vstack([np.zeros_like(reach), np.nan_to_num(choosing.margins[list(rows)])])
        best = with_fold.argmax(axis=0)
        best_play = (np.arange(1, len(rows) + 1)[:, None] == best).astype(np.float64)
        change = (best_play - table.strategy[list(rows)]) * reach
        seemed = (change * choosing.arrivals[rows[0]] * with_fold[1:]).sum(axis=0)
        change = change * table.arrivals[rows[0]]
        costs = (change * np.nan_to_num(table.margins[list(rows)])).sum(axis=0)
        errors = np.sqrt(((change * np.nan_to_num(table.margins_error[list(rows)])) ** 2).sum(axis=0))
        measured = ~np.isnan(table.margins[list(rows)]).any(axis=0)
        for class_id in np.flatnonzero((seemed > 0) & measured).tolist():
            which = int(best[class_id])
            better = rows[which - 1] if which else FOLD
            loss = Loss(rows[0], class_id, better, float(costs[class_id]), float(errors[class_id]))
            costs_seen.append((float(seemed[class_id]), loss))
    return sorted(costs_seen, key=lambda entry: -entry[0])


def _behind(own: TableResult, strategy: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return every seat's loss by `strategy` against our solution, and standard errors."""
    hand = own.hand
    lost, spread = np.zeros(hand.n), np.zeros(hand.n)
    for rows, reach in _decisions(hand, strategy):
        seat = hand.nodes[rows[0]].seat
        change = (own.strategy[list(rows)] - strategy[list(rows)]) * reach * own.arrivals[rows[0]]
        lost[seat] += float((change * np.nan_to_num(own.margins[list(rows)])).sum())
        spread[seat] += float(((change * np.nan_to_num(own.margins_error[list(rows)])) ** 2).sum())
    return lost, np.sqrt(spread)


def _decisions(hand: TableHand, strategy: FloatArray) -> Iterator[tuple[Sequence[int], FloatArray]]:
    """Return the rows of every decision, and the own reach probability by class."""
    if hand.raises:
        return zip(decisions_of_rows(hand), plans_before(hand, strategy), strict=True)
    return (((row,), np.ones(strategy.shape[1])) for row in range(len(strategy)))


@dataclass(frozen=True)
class AuditSeat:
    """A seat's gain and loss per hand dealt, in the unit of the audit."""

    seat: str
    gain: float
    gain_error: float
    """gain, gain_error: The gain by a best response to the others' ranges; with sampled deals a lower
    estimate with its standard error."""
    gain_least: float
    gain_bound: float
    """gain_least, gain_bound: Lower and upper bounds of the gain, with 95% for all seats together; the gain
    if it is exact."""
    gain_bb: float | None
    """The gain in big blinds; null with prizes."""
    behind: float
    behind_error: float
    """behind, behind_error: The loss of its ranges against our solution, and the standard error."""
    behind_bb: float | None
    own_bound: float
    """The upper bound of its gain against our solution."""


@dataclass(frozen=True)
class AuditDecision:
    """A decision: the source of its range, its frequency, and its loss."""

    seat: str
    after: tuple[str, ...]
    action: str
    """seat, after, action: The decision and the action."""
    given: bool
    """Whether its range was given; otherwise it is filled in with best play."""
    file: str | None
    line: int | None
    """file, line: Source of the range."""
    named: str | None
    """The decision's name in the file; null if it is ours."""
    percent: float
    own_percent: float
    """percent, own_percent: Percent of all hands that are played; and in our solution."""
    cost: float | None
    """The loss of the decision per hand dealt; with sampled deals best actions are chosen on other deals.
    Null if the range was filled in, and for further actions of the decision."""


@dataclass(frozen=True)
class AuditHand:
    """The loss of a hand at a decision."""

    seat: str
    after: tuple[str, ...]
    hand: str
    size: int
    """hand, size: The name of the class, and the number of its combos."""
    best: str
    """The best action: ``fold``, ``jam``, ``call`` or ``raise 2``."""
    chance: float
    """The frequency of the best action in the ranges."""
    cost: float
    cost_error: float
    """cost, cost_error: The loss per hand dealt, and the standard error; with sampled deals an unbiased
    estimate, which can be below zero."""
    cost_bb: float | None


@json_fields(
    "measured.table.spot measured.table.exact counted=measured.table.is_counted "
    "measured.table.unit measured.table.deals seats decisions "
    "hands more_hands problems measured.table.lifetime measured.table.unnoticed",
    schema="AuditContract",
)
@dataclass(frozen=True, eq=False)
class Audit(DisplayableResult):
    """The measured gains and losses of given ranges."""

    measured: MeasuredProfile
    given: GivenRanges
    most: int
    """The number of most expensive hands to list."""

    @property
    def table(self) -> TableResult:
        return self.measured.table

    @property
    def problems(self) -> tuple[RangeProblem, ...]:
        """Problems with ranges that could not be read and are left out."""
        return self.given.problems

    @property
    def seats(self) -> tuple[AuditSeat, ...]:
        """By seat, from the button's left."""
        table, measured = self.table, self.measured
        return tuple(
            AuditSeat(
                name,
                float(table.gains[seat]),
                float(table.gains_error[seat]),
                float(table.least[seat]),
                float(table.bounds[seat]),
                self._bb(float(table.gains[seat])),
                float(measured.behind[seat]),
                float(measured.behind_error[seat]),
                self._bb(float(measured.behind[seat])),
                float(measured.own.bounds[seat]),
            )
            for seat, name in enumerate(table.hand.names)
        )

    @property
    def decisions(self) -> tuple[AuditDecision, ...]:
        """All decisions of the hand, one for each action but folding."""
        table, imported_ranges = self.table, {range_.row: range_ for range_ in self.given.ranges}
        costs = dict.fromkeys(imported_ranges, 0.0)
        firsts = {row: rows[0] for rows in decisions_of_rows(table.hand) for row in rows}
        for loss in self.measured.losses:
            costs[loss.row] = costs.get(loss.row, 0.0) + loss.cost
        decisions = []
        for row, node in enumerate(table.nodes):
            imported_range = imported_ranges.get(row)
            is_first = firsts.get(row, row) == row
            decisions.append(
                AuditDecision(
                    table.hand.names[node.seat],
                    node.before(table.hand.names),
                    node.action,
                    imported_range is not None,
                    imported_range.file if imported_range else None,
                    imported_range.line if imported_range else None,
                    (imported_range.said or None) if imported_range else None,
                    float(table.percent[row]),
                    float(self.measured.own.percent[row]),
                    costs.get(row) if is_first else None,
                )
            )
        return tuple(decisions)

    @property
    def hands(self) -> tuple[AuditHand, ...]:
        """The most expensive hands."""
        return tuple(map(self.hand_of, self.measured.losses[: self.most]))

    @property
    def more_hands(self) -> int:
        """The number of other hands with a loss."""
        return max(0, len(self.measured.losses) - self.most)

    def hand_of(self, loss: Loss) -> AuditHand:
        table = self.table
        node = table.nodes[loss.row]
        rows = self._rows(loss.row)
        played = table.strategy[rows, loss.class_id]
        chance = (
            1.0 - float(played.sum())
            if loss.best == FOLD
            else float(table.strategy[loss.best, loss.class_id])
        )
        return AuditHand(
            table.hand.names[node.seat],
            node.before(table.hand.names),
            class_label(table.game, loss.class_id),
            int(hand_classes(table.game).sizes[loss.class_id]),
            "fold" if loss.best == FOLD else table.nodes[loss.best].action,
            max(0.0, chance),
            loss.cost,
            loss.error,
            self._bb(loss.cost),
        )

    def _rows(self, first: int) -> list[int]:
        """Return the rows of a decision."""
        by_point = decisions_of_rows(self.table.hand) if self.table.hand.raises else [[first]]
        return list(next(rows for rows in by_point if first in rows))

    def _bb(self, value: float) -> float | None:
        hand = self.table.hand
        return None if hand.prizes is not None else value / hand.big_blind
