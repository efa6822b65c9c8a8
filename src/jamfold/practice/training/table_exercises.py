"""Decisions at tables of four to ten; what an answer costs unless it is too close to call.

A margin within the error of the model is too close to call, and costs nothing; of a spot that was sampled
also one within the error of the margin and what any seat gains by leaving the profile.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import Node, TableHand
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import find_game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.errors import TrainingError
from jamfold.histories.multiway_solver import TableAnswer, TableKey
from jamfold.practice.training.exercises import CLOSE, CLOSE_BB, draw_class, seat_decision
from jamfold.practice.training.grading import Decision


class TableSpot(NamedTuple):
    """A solved spot of four to ten seats; chips are big blinds."""

    key: TableKey
    answer: TableAnswer


def table_decision(spot: TableSpot, row: int, class_id: int, mode: str) -> Decision:
    """Return a decision of a solved spot; a margin within the error is too close to call."""
    key, answer = spot
    margin = float(answer.margins[row, class_id])
    doubt = math.nan if math.isnan(margin) else answer.error_margin((row, class_id))
    game = find_game(key.game)
    return seat_decision(spot, game, key.hand, row, class_id, mode, margin, doubt)


def draw_table_decision(spot: TableSpot, mode: str, rng: random.Random, node: Node | None = None) -> Decision:
    """Draw a decision, as often as the hand comes to it, and a hand as often as it is dealt.

    Close ones are within 0.4 big blinds of what is too close to call.  Raises TrainingError if no hand will
    do.

    Parameters
    ----------
    spot
        The spot with its solution.
    mode
        ``random`` or ``close``.
    rng
        Draws.
    node
        One decision alone.
    """
    key, answer = spot
    table, sizes = key.hand, hand_classes(find_game(key.game)).sizes
    rows = range(len(table.nodes)) if node is None else (table.nodes.index(node),)
    fitting = {row: np.cumsum(np.where(_fits(answer, row, mode), sizes, 0)) for row in rows}
    some = [row for row in rows if fitting[row][-1]]
    if not some:
        raise TrainingError(
            "Every hand here is too clear or too close to call: take the mode random.",
            field="mode",
        )
    chances = _arrivals(table, answer.played, sizes)
    (row,) = rng.choices(some, [chances[one] for one in some])
    return table_decision(spot, row, draw_class(fitting[row], rng), mode)


def _fits(answer: TableAnswer, row: int, mode: str) -> BoolArray:
    margins, doubts = np.abs(answer.margins[row]), answer.error_margins[row]
    fits: BoolArray = ~np.isnan(margins)
    if mode == CLOSE:
        fits &= (margins > doubts) & (margins <= doubts + CLOSE_BB[1])
    return fits


_LEAST = 1e-6
"""The chance that is given to decisions that the profile never comes to."""


def _arrivals(table: TableHand, played: FloatArray, sizes: IntArray) -> list[float]:
    """About how often the hand comes to each decision, as if everybody had a deck of their own."""
    shares = played @ sizes / sizes.sum()
    rows = {node: row for row, node in enumerate(table.nodes)}
    chances = []
    for node in table.nodes:
        chance = 1.0
        after: tuple[int, ...] = ()
        for seat in table.order[: table.order.index(node.seat)]:
            share = float(shares[rows[before]]) if (before := Node(seat, after)) in rows else None
            is_in = seat in node.all_in_before
            chance *= 1.0 if share is None else share if is_in else 1.0 - share
            after = (*after, seat) if is_in else after
        chances.append(max(chance, _LEAST))
    return chances
