"""Decisions of a solved table as they are told: who decides behind whom, how much is played, and what."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from jamfold.arrays import BoolArray, FloatArray
from jamfold.counting.classes import ClassId, hand_classes
from jamfold.games import Game
from jamfold.hand.hand import Node, TableHand
from jamfold.hand.posts import POSTED
from jamfold.ranges import format_classes
from jamfold.ranges.grid import class_label
from jamfold.shown import json_fields
from jamfold.spots.table.tree_rows import decisions_of_rows, plans_before

LEVEL = " ".join(("hand.seats", *(f"hand.level.{name}" for name in POSTED)))
"""Of a result with a hand: what is told of its seats and of what they post."""
SPOT = (
    f"game {LEVEL} hand.level.dead table=hand.others prizes=hand.in_prizes.prizes.amounts "
    "prize_unit=hand.in_prizes.prizes.unit hand.in_prizes.model hand.in_prizes.bounties "
    "rake=hand.terms.rake_values max_allin=hand.most_allin hand.whole_chips seed hand.tree"
)
"""Of a result at a table: what it is played for, as it was understood."""


class Played(Protocol):
    """A table with strategies of all seats."""

    @property
    def game(self) -> Game: ...
    @property
    def hand(self) -> TableHand: ...
    @property
    def strategy(self) -> FloatArray: ...


class SolvedTable(Played, Protocol):
    """The same, with what the strategies come to."""

    @property
    def reach(self) -> FloatArray: ...
    @property
    def percent(self) -> FloatArray: ...
    @property
    def played(self) -> FloatArray: ...
    @property
    def close(self) -> BoolArray: ...


class _Decision(NamedTuple):
    table: SolvedTable
    row: int

    @property
    def _node(self) -> Node:
        return self.table.hand.nodes[self.row]

    @property
    def seat(self) -> str:
        return self.table.hand.names[self._node.seat]

    @property
    def after(self) -> tuple[str, ...]:
        """The seats that are all-in before it, in the order of acting.

        Where raises are listed with what they have done: ``sb raise 2``.
        """
        return self._node.before(self.table.hand.names)

    @property
    def action(self) -> str:
        """What is played here: ``jam``, ``call``, or ``raise 2``."""
        return self._node.action

    @property
    def percent(self) -> float:
        """Of the hands dealt, how many are played here."""
        return float(self.table.percent[self.row])

    @property
    def reach(self) -> float:
        """The chance that the hand comes here; of sampled tables with hands as if dealt apart."""
        return float(self.table.reach[self.row])

    @property
    def range(self) -> str | None:
        """The hands that are played, with chances; null where hands have four cards."""
        game = self.table.game
        return format_classes(game, self.table.played[self.row]) if game.has_classic_notation else None

    @property
    def strategy(self) -> tuple[float, ...]:
        """The chance to play each class once it comes here, by its id."""
        return tuple(self.table.strategy[self.row].tolist())

    @property
    def close(self) -> tuple[str, ...] | None:
        """The classes whose sign of gain is uncertain; null where hands have four cards."""
        game = self.table.game
        if not game.has_classic_notation:
            return None
        close = np.flatnonzero(self.table.close[self.row]).tolist()
        return tuple(class_label(game, ClassId(number)) for number in close)


@json_fields("seat after percent reach range close", schema="TableNodeContract")
class TableDecision(_Decision):
    """A decision: jam or fold, call or fold behind an all-in."""


@json_fields("seat after percent reach range strategy action close", schema="TableDecisionContract")
class WholeDecision(_Decision):
    """One decision with its strategy."""


@json_fields("seat after percent reach range strategy action close table.spot")
class SingleActionDecision(_Decision):
    """One decision with its strategy, and the table where it comes."""


@json_fields("seat after actions percent reach ranges", schema="TableRaiseNodeContract")
class RaiseDecision(NamedTuple):
    """A decision where raises are listed."""

    seat: str
    after: tuple[str, ...]
    """The actions before, such as ``sb raise 2``; sizes are raise-to in big blinds, without antes."""
    actions: tuple[str, ...]
    """What can be done: ``fold``, ``raise 2``, ``jam``, ``call``."""
    percent: dict[str, float]
    """Per action, percent of all hands of that seat that get here by its own play and do it."""
    reach: float
    """The chance that the hand comes here; of sampled tables with hands as if dealt apart."""
    ranges: dict[str, str] | None
    """Per action but folding, these hands with chances; null where hands have four cards."""


def decisions_of(table: SolvedTable) -> tuple[TableDecision, ...]:
    """All decisions, in the order of the strategy's rows."""
    return tuple(TableDecision(table, row) for row in range(len(table.hand.nodes)))


def raise_decisions_of(table: SolvedTable) -> tuple[RaiseDecision, ...]:
    """All decisions of a tree with raises."""
    tree, found = table.hand.points, []
    before = plans_before(table.hand, table.strategy)
    sizes = hand_classes(table.game).sizes
    for point, rows, there in zip(tree, decisions_of_rows(table.hand), before, strict=True):
        lines = [TableDecision(table, row) for row in rows]
        going = {line.action: line.percent for line in lines}
        folding = max(0.0, 100 * float(there @ sizes) / float(sizes.sum()) - sum(going.values()))
        ranges = {line.action: line.range or "" for line in lines}
        found.append(
            RaiseDecision(
                table.hand.names[point.seat],
                lines[0].after,
                ("fold", *going),
                {"fold": folding, **going},
                lines[0].reach,
                ranges if table.game.has_classic_notation else None,
            )
        )
    return tuple(found)
