"""Decisions of a solved table: those of a seat, its best response, and single hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import Node
from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.ranges.grid import class_label
from jamfold.spots import solve
from jamfold.spots.nplayer.result import TableResult, WholeDecision
from jamfold.spots.nplayer.tree import plan_of_rows


@json_fields("seat is_in chance equity", schema="OpponentContract")
class Opponent(NamedTuple):
    """An opponent of a hand at a decision, given the cards of this hand, but not those of folded hands."""

    seat: str
    is_in: bool
    """Whether the seat is already all-in; otherwise it may still call."""
    chance: float
    """The probability that it went all-in, or that it calls if no seat in between does."""
    equity: float | None
    """The equity against its range alone; None if it never goes in."""


def opponents_at(table: TableResult, node: Node, class_id: ClassId) -> tuple[Opponent, ...]:
    """Return the opponents who are all-in, then those who may still call, in the order of acting.

    Empty with raises before the all-in, or if the game has many classes.
    """
    hand = table.hand
    if hand.raises or table.game.has_many_classes:
        return ()
    rows = {other: row for row, other in enumerate(hand.nodes)}
    behind = hand.order[hand.order.index(node.seat) + 1 :]
    nodes = [Node(seat, node.all_in_before[:place]) for place, seat in enumerate(node.all_in_before)]
    nodes += [Node(seat, (*node.all_in_before, node.seat)) for seat in behind]
    payoffs = solve.load_payoffs(table.game)
    everyone, own = np.arange(payoffs.n_classes), np.array([class_id])
    deals = payoffs.placements.block(own, everyone)[0]
    margins = payoffs.tables[0].sums.block(own, everyone)[0].astype(np.float64) / payoffs.margin_scale
    opponents = []
    for other in nodes:
        is_in, forced = other.seat in node.all_in_before, hand.action(other)
        if forced is False:
            continue
        plays = np.ones(payoffs.n_classes) if forced else table.strategy[rows[other]]
        weight = float(deals @ plays)
        equity = (1 + float(margins @ plays) / weight) / 2 if weight > 0 else None
        opponents.append(Opponent(hand.names[other.seat], is_in, weight / payoffs.n_opponent_hands, equity))
    return tuple(opponents)


def uncalled_chance(opponents: tuple[Opponent, ...]) -> float:
    """Return the approximate probability that nobody calls, as if the hands behind were independent."""
    return float(np.prod([1 - opponent.chance for opponent in opponents if not opponent.is_in]))


def with_response(answer: TableResult, seat: int) -> TableResult:
    """Return the table with a seat's strategies replaced by its best response to the others."""
    rows = rows_of(answer, seat)
    sizes = hand_classes(answer.game).sizes
    strategy = answer.strategy.copy()
    strategy[rows] = answer.responses[rows]
    percent = 100 * (plan_of_rows(answer.hand, strategy) @ sizes) / sizes.sum()
    return replace(answer, strategy=strategy, percent=percent)


def rows_of(answer: TableResult, seat: int) -> list[int]:
    return [row for row, node in enumerate(answer.nodes) if node.seat == seat]


@json_fields(
    "seat after hand chance ev_fold ev_play gain gain_error action opponents", schema="HandDecisionContract"
)
@dataclass(frozen=True)
class HandAt:
    """A hand at a decision; EVs in the unit of the table.

    They are None if the hand cannot reach the decision, or fewer than two sampled deals do.
    """

    seat: str
    after: tuple[str, ...]
    """seat, after: The decision."""
    hand: str
    size: int
    """hand, size: The name of the class, and the number of its combos."""
    action: str
    """``jam`` or ``call``; in trees of raises also ``raise 2``."""
    chance: float
    """The frequency of the action."""
    ev_fold: float | None
    ev_play: float | None
    """ev_fold, ev_play: The EVs of both actions: chips after the hand, or money."""
    gain: float | None
    gain_error: float | None
    """gain, gain_error: The EV of playing less folding, and its standard error, 0 if exact."""
    answer: TableResult = field(repr=False)
    node: Node
    class_id: ClassId
    """answer, node, class_id: The table, the decision, and the class."""

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The opponents who are all-in or may still call; empty with raises, or in games of four cards."""
        return opponents_at(self.answer, self.node, self.class_id)


@json_fields("answer.spot answer.exact counted=answer.is_counted answer.unit decisions")
@dataclass(frozen=True, eq=False)
class HandDecisions(DisplayableResult):
    """A hand at some decisions."""

    answer: TableResult
    decisions: tuple[HandAt, ...]


@json_fields(
    "answer.spot seat gain gain_error gain_least gain_bound answer.exact "
    "counted=answer.is_counted answer.deals answer.unit nodes",
    schema="TableResponseContract",
)
class TableResponse(NamedTuple):
    """A seat's best response to given strategies; `answer` has it in the seat's rows."""

    answer: TableResult
    number: int

    @property
    def seat(self) -> str:
        return self.answer.hand.names[self.number]

    @property
    def gain(self) -> float:
        """The gain over the seat's strategies of the profile; a lower estimate if sampled."""
        return float(self.answer.gains[self.number])

    @property
    def gain_error(self) -> float:
        return float(self.answer.gains_error[self.number])

    @property
    def gain_least(self) -> float:
        """A 95% lower bound of the gain by a best response; the gain if exact."""
        return float(self.answer.least[self.number])

    @property
    def gain_bound(self) -> float:
        """A 95% upper bound of the gain by a best response; the gain if exact."""
        return float(self.answer.bounds[self.number])

    @property
    def nodes(self) -> tuple[WholeDecision, ...]:
        """The response at the seat's decisions."""
        return tuple(WholeDecision(self.answer, row) for row in rows_of(self.answer, self.number))


def hand_at(answer: TableResult, row: int, class_id: ClassId) -> HandAt:
    node, names = answer.nodes[row], answer.hand.names
    fold, margin, error = (
        None if np.isnan(values[row, class_id]) else float(values[row, class_id])
        for values in (answer.folds, answer.margins, answer.margins_error)
    )
    return HandAt(
        seat=names[node.seat],
        after=node.before(names),
        hand=class_label(answer.game, class_id),
        size=int(hand_classes(answer.game).sizes[class_id]),
        action=node.action,
        chance=float(answer.strategy[row, class_id]),
        ev_fold=fold,
        ev_play=None if fold is None or margin is None else fold + margin,
        gain=margin,
        gain_error=error,
        answer=answer,
        node=node,
        class_id=class_id,
    )
