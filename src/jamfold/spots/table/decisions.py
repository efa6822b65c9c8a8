"""Decisions of a solved table: those of a seat, its best answer in their places, one hand at one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from jamfold.counting.classes import ClassId, hand_classes
from jamfold.ranges.grid import class_label
from jamfold.shown import outward
from jamfold.spots.table.result import TableResult


def with_response(answer: TableResult, seat: int) -> TableResult:
    """The same table with one seat's strategies replaced by its best answer to the others."""
    rows = rows_of(answer, seat)
    sizes = hand_classes(answer.game).sizes
    strategy, percent = answer.strategy.copy(), answer.percent.copy()
    strategy[rows] = answer.responses[rows]
    percent[rows] = 100 * (strategy[rows] @ sizes) / sizes.sum()
    return replace(answer, strategy=strategy, percent=percent)


def rows_of(answer: TableResult, seat: int) -> list[int]:
    return [row for row, node in enumerate(answer.nodes) if node.seat == seat]


@outward("seat after hand chance ev_fold ev_play gain gain_error", schema="HandDecisionContract")
@dataclass(frozen=True)
class HandAt:
    """One hand at a decision; EVs in the unit of the table, None where the hand cannot come there."""

    seat: str
    after: tuple[str, ...]
    """seat, after: The decision."""
    hand: str
    size: int
    """hand, size: The hand's name, and how many hands are of its class."""
    action: str
    """``jam`` or ``call``."""
    chance: float
    """How often it is played."""
    ev_fold: float | None
    ev_play: float | None
    """ev_fold, ev_play: What both actions are worth: chips after the hand, or money."""
    gain: float | None
    gain_error: float | None
    """gain, gain_error: What playing is worth more than folding, and its standard error, 0 where it is
    exact."""


def hand_at(answer: TableResult, row: int, class_id: ClassId) -> HandAt:
    node, names = answer.nodes[row], answer.hand.names
    fold, margin, error = (
        None if np.isnan(values[row, class_id]) else float(values[row, class_id])
        for values in (answer.folds, answer.margins, answer.margins_error)
    )
    return HandAt(
        seat=names[node.seat],
        after=tuple(names[seat] for seat in node.after),
        hand=class_label(answer.game, class_id),
        size=int(hand_classes(answer.game).sizes[class_id]),
        action=node.action,
        chance=float(answer.strategy[row, class_id]),
        ev_fold=fold,
        ev_play=None if fold is None or margin is None else fold + margin,
        gain=margin,
        gain_error=error,
    )
