"""Tables of four to ten: hands of a solved spot, and what an answer costs unless it is too close to call.

A margin within the error of the model is too close to call, and costs nothing; of a spot that was sampled
also one within the error of the margin and what any seat gains by leaving the profile.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.counting.classes import hand_classes
from jamfold.errors import TrainingError
from jamfold.games import Game, find_game
from jamfold.hand.hand import Node, TableHand
from jamfold.histories.judged_turns import loss_of
from jamfold.histories.table_answers import TableAnswer, TableKey
from jamfold.practice.trainer.answers import CardKey, GivenAnswer, Rating, rate
from jamfold.practice.trainer.exercise import CLOSE, CLOSE_BB, draw_class
from jamfold.ranges.grid import class_label
from jamfold.shown import DisplayableResult
from jamfold.spots.table.node_words import node_words


@dataclass(frozen=True, eq=False)
class TableExercise(DisplayableResult):
    """One decision of a solved spot; chips are big blinds."""

    key: TableKey
    answer: TableAnswer
    """key, answer: The spot, and its solution."""
    row: int
    """The decision, among the nodes of the table."""
    class_id: int
    """The hand that is held."""
    mode: str
    """How it was chosen."""

    @property
    def game(self) -> Game:
        return find_game(self.key.game)

    @cached_property
    def table(self) -> TableHand:
        """Seats, stacks and level."""
        return self.key.hand

    @property
    def node(self) -> Node:
        return self.table.nodes[self.row]

    @property
    def playing(self) -> str:
        """What playing is called: jam, or call behind a jam."""
        return self.node.action

    @property
    def hand(self) -> str:
        return class_label(self.game, self.class_id)

    @property
    def stack(self) -> float:
        """Of the seat."""
        return self.table.stacks[self.node.seat]


@dataclass(frozen=True, kw_only=True)
class TableVerdict:
    """A judged decision of a solved spot, big blinds."""

    plays: bool
    """Whether it was jammed or called."""
    sampled: float
    """EV of playing less EV of folding; nan where the hand does not come here."""
    doubt: float
    """What margins up to it are too close to call; nan where the hand does not come here."""
    rating: Rating

    @property
    def free(self) -> bool:
        """Whether it is too close to call."""
        return not abs(self.sampled) > self.doubt

    @property
    def loss(self) -> float:
        """What the answer earns less than the other one; nothing where that is not told."""
        return _loss(self.sampled, self.doubt, plays=self.plays)

    @property
    def right(self) -> bool:
        return self.loss == 0.0


def _loss(sampled: float, doubt: float, *, plays: bool) -> float:
    return loss_of(sampled, plays) if abs(sampled) > doubt else 0.0


def ask_table(
    key: TableKey, answer: TableAnswer, mode: str, rng: random.Random, node: Node | None = None
) -> TableExercise:
    """A decision, as often as the hand comes to it, and a hand as often as it is dealt.

    Close ones are within 0.4 big blinds of what is too close to call.  Raises TrainingError if no hand will
    do.

    Parameters
    ----------
    key, answer
        The spot, and its solution.
    mode
        ``random`` or ``close``.
    rng
        Draws.
    node
        One decision alone.
    """
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
    return TableExercise(key, answer, row, draw_class(fitting[row], rng), mode)


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


def judge_table(asked: TableExercise, *, plays: bool, seconds: float | None = None) -> TableVerdict:
    place = asked.row, asked.class_id
    sampled, doubt = float(asked.answer.margins[place]), asked.answer.error_margin(place)
    if math.isnan(sampled):
        doubt = math.nan
    rating = rate(_loss(sampled, doubt, plays=plays), seconds)
    return TableVerdict(plays=plays, sampled=sampled, doubt=doubt, rating=rating)


def table_answer(asked: TableExercise, verdict: TableVerdict, at: int, seconds: float | None) -> GivenAnswer:
    """A decision as an answer to be kept; these spots have no cards that come again."""
    words = asked.table.level.bb_text()
    level = f"{asked.table.n} seats{f', {words}' if words else ''}"
    key = CardKey(asked.key.game, level, node_words(asked.table, asked.node), asked.hand)
    act = asked.playing if verdict.plays else "fold"
    return GivenAnswer(
        at, key, asked.mode, asked.stack, asked.stack, act, verdict.loss, verdict.free, seconds
    )
