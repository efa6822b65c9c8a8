"""An audit as it is told: seats, decisions, the dearest hands, what could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.counting.classes import hand_classes
from jamfold.ranges.grid import class_label
from jamfold.shown import DisplayableResult, json_fields
from jamfold.spots.table.audit import FOLD, Loss, MeasuredProfile
from jamfold.spots.table.range_files import GivenRanges, RangeProblem
from jamfold.spots.table.result import TableResult
from jamfold.spots.table.tree_rows import decisions_of_rows


@dataclass(frozen=True)
class AuditSeat:
    """What a seat gives away, in the unit of the audit by hand dealt."""

    seat: str
    gain: float
    gain_error: float
    """gain, gain_error: What its best answer to the others' ranges adds; a lower estimate with its standard
    error where deals are sampled."""
    gain_least: float
    gain_bound: float
    """gain_least, gain_bound: What it adds at least and at most, all seats together with 95 %; the gain
    itself where it is exact."""
    gain_bb: float | None
    """The gain in big blinds; null where prizes are played for."""
    behind: float
    behind_error: float
    """behind, behind_error: What its ranges lose against our answer of the others, and the standard error."""
    behind_bb: float | None
    own_bound: float
    """What it could gain at most against our own answer."""


@dataclass(frozen=True)
class AuditDecision:
    """A decision: where its range comes from, how much is played, and what that costs."""

    seat: str
    after: tuple[str, ...]
    action: str
    """seat, after, action: The decision, and what is played."""
    given: bool
    """Whether its range was given; else it is filled in with best play."""
    file: str | None
    line: int | None
    """file, line: Where the range stands."""
    named: str | None
    """The name that was read as this decision; null where the file says it in our own words."""
    percent: float
    own_percent: float
    """percent, own_percent: Of the hands dealt, how many are played; and by our answer."""
    cost: float | None
    """What the decision loses by hand dealt, the best actions chosen on other deals where deals are sampled;
    null where it was filled in, and for further actions of the same decision."""


@dataclass(frozen=True)
class AuditHand:
    """What a hand costs at a decision."""

    seat: str
    after: tuple[str, ...]
    hand: str
    size: int
    """hand, size: The hand's name, and how many hands are of its class."""
    best: str
    """What is best: ``fold``, ``jam``, ``call`` or ``raise 2``."""
    chance: float
    """How often that is played by the ranges."""
    cost: float
    cost_error: float
    """cost, cost_error: What it costs by hand dealt, and the standard error; where deals are sampled it was
    chosen on others, so an estimate may come out below zero."""
    cost_bb: float | None


@json_fields(
    "measured.table.spot measured.table.exact counted=measured.table.is_counted "
    "measured.table.unit measured.table.deals seats decisions "
    "hands more_hands problems measured.table.lifetime measured.table.unnoticed",
    schema="AuditContract",
)
@dataclass(frozen=True, eq=False)
class Audit(DisplayableResult):
    """Given ranges measured."""

    measured: MeasuredProfile
    given: GivenRanges
    most: int
    """The dearest hands that are told."""

    @property
    def table(self) -> TableResult:
        return self.measured.table

    @property
    def problems(self) -> tuple[RangeProblem, ...]:
        """What could not be read, and was left out."""
        return self.given.problems

    @property
    def seats(self) -> tuple[AuditSeat, ...]:
        """By seat, from the button's left round."""
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
        table, given = self.table, {one.row: one for one in self.given.ranges}
        costs = dict.fromkeys(given, 0.0)
        firsts = {row: rows[0] for rows in decisions_of_rows(table.hand) for row in rows}
        for loss in self.measured.losses:
            costs[loss.row] = costs.get(loss.row, 0.0) + loss.cost
        found = []
        for row, node in enumerate(table.nodes):
            one = given.get(row)
            is_first = firsts.get(row, row) == row
            found.append(
                AuditDecision(
                    table.hand.names[node.seat],
                    node.before(table.hand.names),
                    node.action,
                    one is not None,
                    one.file if one else None,
                    one.line if one else None,
                    (one.said or None) if one else None,
                    float(table.percent[row]),
                    float(self.measured.own.percent[row]),
                    costs.get(row) if is_first else None,
                )
            )
        return tuple(found)

    @property
    def hands(self) -> tuple[AuditHand, ...]:
        """The dearest hands."""
        return tuple(map(self.hand_of, self.measured.losses[: self.most]))

    @property
    def more_hands(self) -> int:
        """How many others cost something."""
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
        """The rows of a decision."""
        by_point = decisions_of_rows(self.table.hand) if self.table.hand.raises else [[first]]
        return list(next(rows for rows in by_point if first in rows))

    def _bb(self, value: float) -> float | None:
        hand = self.table.hand
        return None if hand.prizes is not None else value / hand.big_blind
