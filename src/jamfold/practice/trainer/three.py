"""Seats of three: decisions of a table of three equal stacks, solved by counting all deals."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.errors import TrainingError
from jamfold.hand.hand import Node
from jamfold.histories.judged_turns import loss_of
from jamfold.histories.tables import FREE
from jamfold.practice.trainer.answers import Answer, CardKey, Rating, rate
from jamfold.practice.trainer.exercise import CLOSE, CLOSE_BB
from jamfold.ranges.grid import class_label
from jamfold.shown import Shown
from jamfold.spots.table.exact import TableSolution
from jamfold.spots.table.node_words import node_words

STACKS = (5.0, 8.0, 10.0, 12.0, 15.0)
"""Big blinds: each is solved when it is first asked, a second or two."""
NAME = "three seats"


@dataclass(frozen=True, eq=False)
class ThreeAsked(Shown):
    """One decision of a solved table.

    Attributes
    ----------
    solution
        The table; chips are big blinds.
    row
        The decision, among ``solution.nodes``.
    class_id
        The hand.
    mode
        How it was chosen.
    """

    solution: TableSolution
    row: int
    class_id: int
    mode: str

    @property
    def node(self) -> Node:
        return self.solution.nodes[self.row]

    @property
    def playing(self) -> str:
        """What playing is called: jam, or call behind a jam."""
        return "call" if self.node.after else "jam"

    @property
    def hand(self) -> str:
        return class_label(self.solution.game, self.class_id)

    @property
    def stack(self) -> float:
        """Of the seat, big blinds."""
        return self.solution.hand.stacks[self.node.seat]


@dataclass(frozen=True)
class ThreeVerdict:
    """A judged decision; big blinds won from the start of the hand, given that it has come to the decision.

    Attributes
    ----------
    plays, margin, loss, rating
        As in `judging.Verdict`; margins within 1e-5 bb are free, which such solutions cannot tell from 0.
    ev_play, ev_fold
        What both actions are worth.
    """

    plays: bool
    margin: float
    loss: float
    rating: Rating
    ev_play: float
    ev_fold: float

    @property
    def free(self) -> bool:
        return self.margin == 0.0

    @property
    def right(self) -> bool:
        return self.loss == 0.0


def ask_three(solution: TableSolution, mode: str, rng: random.Random) -> ThreeAsked:
    """A decision of a table, each as often as the others, and a hand as often as it is dealt.

    Raises
    ------
    TrainingError
        If no decision has a hand that will do.
    """
    rows = list(range(len(solution.nodes)))
    rng.shuffle(rows)
    for row in rows:
        gains = np.abs(solution.margins[row])
        fits = ~np.isnan(gains)
        if mode == CLOSE:
            fits &= (gains >= CLOSE_BB[0]) & (gains <= CLOSE_BB[1])
        weights = np.where(fits, _sizes(solution), 0)
        total = int(weights.sum())
        if total:
            drawn = int(np.searchsorted(np.cumsum(weights), rng.randrange(total), side="right"))
            return ThreeAsked(solution, row, drawn, mode)
    raise TrainingError("There is no such hand at this table.", field="mode")


def _sizes(solution: TableSolution) -> NDArray[np.int64]:
    return hand_classes(solution.game).sizes


def judge_three(asked: ThreeAsked, *, plays: bool, seconds: float | None = None) -> ThreeVerdict:
    margin = float(asked.solution.margins[asked.row, asked.class_id])
    fold = float(asked.solution.folds[asked.row, asked.class_id]) - asked.stack
    free = abs(margin) <= FREE
    loss = 0.0 if free else loss_of(margin, plays)
    return ThreeVerdict(plays, 0.0 if free else margin, loss, rate(loss, seconds), fold + margin, fold)


def three_answer(asked: ThreeAsked, verdict: ThreeVerdict, at: int, seconds: float | None) -> Answer:
    """A decision as an answer to be kept; tables of three have no cards that come again."""
    hand = asked.solution.hand
    words = hand.level.bb_text()
    level = f"{NAME}, {words}" if words else NAME
    key = CardKey(asked.solution.game.name, level, node_words(hand, asked.node), asked.hand)
    act = asked.playing if verdict.plays else "fold"
    return Answer(at, key, asked.mode, asked.stack, asked.stack, act, verdict.loss, verdict.free, seconds)
