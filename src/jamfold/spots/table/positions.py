"""Charts of positions: what every seat plays first in and behind all-ins, over equal stacks.

Two and three seats are solved exactly, more by the model with at most three players all-in; each stack starts
from the solution of its neighbour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from jamfold.arrays import BoolArray, FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.hand.hand import MOST_ALLIN, Node, TableHand, is_exactly_solvable
from jamfold.hand.posts import BlindLevel
from jamfold.hand.seats import seat_names
from jamfold.hand.terms import CHIPS, PayoffTerms
from jamfold.progress import Progress, ignore_progress
from jamfold.shown import DisplayableResult
from jamfold.solver.predictive_regrets import ModelSolution, purified, solve_model
from jamfold.spots.charts import OverStacks
from jamfold.spots.stacks import StackGrid
from jamfold.spots.table.exact import solve_table
from jamfold.spots.table.model import TableModel, table_model
from jamfold.spots.table.modelled import SURE, TOLERANCE, model_errors, unsettled


@dataclass(frozen=True, eq=False)
class PositionCharts(OverStacks[Node], DisplayableResult):
    """What every seat plays first in and behind all-ins, at equal stacks.

    Where a seat has no decision, all-in by its blind or behind as many as may be, the gain is NaN.
    """

    game: Game
    grid: StackGrid
    """In big blinds before anything is posted; S stacks."""
    level: BlindLevel
    seats: int
    nodes: tuple[Node, ...]
    """The decisions, in the order of acting."""
    play: FloatArray
    """Chances to jam or call: shape (S, nodes, n)."""
    gain_bb: FloatArray
    """What jamming or calling adds over folding once it has come there: shape (S, nodes, n)."""
    close: BoolArray
    """Whether the sign of the gain is uncertain: shape (S, nodes, n)."""
    terms: PayoffTerms = CHIPS
    packed: bool = False
    """Whether these charts come with the program."""

    def chances(self, key: Node) -> FloatArray:
        """How often each class is played at a decision."""
        return self.play[:, self.nodes.index(key)]

    def indifferent(self, key: Node) -> BoolArray:
        """Where a decision is close."""
        return self.close[:, self.nodes.index(key)]

    @property
    def method(self) -> Literal["counted", "model"]:
        """How they were found: every deal counted, or by the model of `second_order`."""
        return "counted" if is_exactly_solvable(self.game, self.hand(0)) else "model"

    @property
    def names(self) -> tuple[str, ...]:
        """The seats from the button's left round."""
        return seat_names(self.seats)

    @property
    def percent(self) -> FloatArray:
        """Percent of all hands that are played: shape (S, nodes)."""
        sizes = self.classes.sizes
        share: FloatArray = 100 * (self.play @ sizes) / sizes.sum()
        return share

    def hand(self, number: int) -> TableHand:
        """The hand at a stack of the grid, by its number."""
        return position_hand(self.seats, self.level, self.stacks[number], self.terms)


def position_hand(seats: int, level: BlindLevel, stack: float, terms: PayoffTerms = CHIPS) -> TableHand:
    """The hand of a chart: the same big blinds at every seat, at most three all-in."""
    return TableHand((stack * level.big_blind,) * seats, level, terms, max_allin=min(seats, MOST_ALLIN))


def position_nodes(hand: TableHand, *, overcalls: bool) -> tuple[Node, ...]:
    """The decisions of a chart: first in and behind one all-in; those behind two are overcalls."""
    return tuple(node for node in hand.nodes if overcalls or len(node.all_in_before) < 2)


class _Solved(NamedTuple):
    """One stack, by node of its hand."""

    strategy: FloatArray
    margins: FloatArray
    close: BoolArray


def solve_positions(
    game: Game,
    seats: int,
    level: BlindLevel,
    grid: StackGrid,
    terms: PayoffTerms = CHIPS,
    *,
    overcalls: bool = False,
    progress: Progress = ignore_progress,
) -> PositionCharts:
    """Solve the equal stacks of a grid.

    Raises TableError if a class table cannot be had.
    """
    stacks = grid.stacks
    hands = [position_hand(seats, level, stack, terms) for stack in stacks]
    nodes = position_nodes(hands[-1], overcalls=overcalls)
    shape = len(stacks), len(nodes), hand_classes(game).n
    play, gains, close = np.zeros(shape), np.full(shape, np.nan), np.zeros(shape, dtype=np.bool_)
    search = _Search(game)
    for number in range(len(stacks) - 1, -1, -1):
        hand = hands[number]
        progress(f"stack {stacks[number]:g} bb", 1 - (number + 1) / len(stacks))
        found = search.solve(hand, progress)
        rows = {node: row for row, node in enumerate(hand.nodes)}
        play[number, [hand.action(node) is True for node in nodes]] = 1.0
        there = [place for place, node in enumerate(nodes) if node in rows]
        own = [rows[nodes[place]] for place in there]
        play[number, there], close[number, there] = found.strategy[own], found.close[own]
        gains[number, there] = found.margins[own] / hand.big_blind
    return PositionCharts(game, grid, level, seats, nodes, play, gains, close, terms)


class _Search:
    """Solves hands of falling stacks, each from the solution before."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._last: tuple[TableModel, ModelSolution] | None = None

    def solve(self, hand: TableHand, progress: Progress) -> _Solved:
        if is_exactly_solvable(self._game, hand):
            exact = solve_table(self._game, hand, progress)
            mixed = (exact.strategy != (exact.margins > 0)) & ~np.isnan(exact.margins)
            return _Solved(exact.strategy, exact.margins, exact.close | mixed)
        model = table_model(self._game, hand, progress)
        errors = hand.big_blind * model_errors(hand, model)
        start = None
        if self._last is not None and self._last[0].after == model.after:
            start = self._last[1]
        sure = SURE * errors
        found = solve_model(model.solver, TOLERANCE * hand.big_blind, sure, start=start)
        self._last = model, found
        margins = found.margins[model.rows]
        doubts = unsettled(found, errors, solved=True)[model.rows]
        played = purified(model.solver, found, sure)[model.rows]  # a search may end before all are settled
        return _Solved(played, margins, ~(np.abs(margins) > SURE * doubts))
