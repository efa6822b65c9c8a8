"""Charts of positions: play first in and facing all-ins by seat over equal stacks, and bundled files.

Two and three seats are solved exactly, more by the model with at most three players all-in; each search
starts from the solution of the neighbouring stack.

One file is bundled for each game, number of seats and level: gzip of a line of JSON and three planes of
bytes over nodes, stacks and classes:

    gains   in steps of 0.001 bb up to 0.005 bb, of 0.01 bb above; differences along stacks, then along
            classes, as 2n or -2n - 1; all low bytes before all high bytes
    play    0 if the hand is played just if it gains, else 1 + 200 times the frequency; 255 without a decision
    close   one bit each

``python -m tools.positions`` packs and writes them.
"""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from jamfold.betting.hand import MOST_ALLIN, Node, TableHand, is_exactly_solvable
from jamfold.betting.posts import BlindLevel, seat_names
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.display import DisplayableResult
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.bundled import BOX, decode_planes
from jamfold.solver.predictive_regrets import ModelSolution, purified, solve_model
from jamfold.spots.charts import OverStacks
from jamfold.spots.nplayer.exact import solve_table
from jamfold.spots.nplayer.model import SURE, TOLERANCE, TableModel, model_errors, table_model, unsettled
from jamfold.spots.stack_grid import StackGrid


@dataclass(frozen=True, eq=False)
class PositionCharts(OverStacks[Node], DisplayableResult):
    """Every seat's strategies first in and facing all-ins, at S equal stacks.

    Gains are NaN if a seat has no decision: all-in by its blind, or facing the maximum of all-ins.
    """

    game: Game
    grid: StackGrid
    """Stacks in big blinds before posts."""
    level: BlindLevel
    seats: int
    nodes: tuple[Node, ...]
    """The decisions, in the order of acting."""
    play: FloatArray
    """Jam and call frequencies, shape (S, nodes, n)."""
    gain_bb: FloatArray
    """The EV of jamming or calling less folding, shape (S, nodes, n)."""
    close: BoolArray
    """Whether the sign of the gain is uncertain, shape (S, nodes, n)."""
    terms: PayoffTerms = CHIPS
    packed: bool = False
    """Whether these charts are bundled."""

    def chances(self, key: Node) -> FloatArray:
        """Return the frequencies of playing at a decision, shape (S, n)."""
        return self.play[:, self.nodes.index(key)]

    def indifferent(self, key: Node) -> BoolArray:
        """Return where a decision is close, shape (S, n)."""
        return self.close[:, self.nodes.index(key)]

    @property
    def method(self) -> Literal["counted", "model"]:
        """The method: every deal counted, or the model of `second_order`."""
        return "counted" if is_exactly_solvable(self.game, self.hand(0)) else "model"

    @property
    def names(self) -> tuple[str, ...]:
        """The seats from the button's left."""
        return seat_names(self.seats)

    @property
    def percent(self) -> FloatArray:
        """Percent of all hands that are played, shape (S, nodes)."""
        sizes = self.classes.sizes
        return np.asarray(100 * (self.play @ sizes) / sizes.sum())

    def hand(self, number: int) -> TableHand:
        """Return the hand at a stack of the grid, by its number."""
        return position_hand(self.seats, self.level, self.stacks[number], self.terms)


def position_hand(seats: int, level: BlindLevel, stack: float, terms: PayoffTerms = CHIPS) -> TableHand:
    """Return the hand of a chart: equal stacks in big blinds, at most three players all-in."""
    return TableHand((stack * level.big_blind,) * seats, level, terms, max_allin=min(seats, MOST_ALLIN))


def position_nodes(hand: TableHand, *, overcalls: bool) -> tuple[Node, ...]:
    """Return the decisions of a chart: first in and facing one all-in, with `overcalls` also two."""
    return tuple(node for node in hand.nodes if overcalls or len(node.all_in_before) < 2)


class _Solved(NamedTuple):
    """The solution at a stack, by node of its hand."""

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
    """Solve the equal stacks of a grid. Raises TableError if a class table cannot be built or loaded."""
    stacks = grid.stacks
    hands = [position_hand(seats, level, stack, terms) for stack in stacks]
    nodes = position_nodes(hands[-1], overcalls=overcalls)
    shape = len(stacks), len(nodes), hand_classes(game).n
    play, gains, close = np.zeros(shape), np.full(shape, np.nan), np.zeros(shape, dtype=np.bool_)
    search = _Search(game)
    for number in range(len(stacks) - 1, -1, -1):
        hand = hands[number]
        progress(f"stack {stacks[number]:g} bb", 1 - (number + 1) / len(stacks))
        solved = search.solve(hand, progress)
        rows = {node: row for row, node in enumerate(hand.nodes)}
        play[number, [hand.action(node) is True for node in nodes]] = 1.0
        present = [place for place, node in enumerate(nodes) if node in rows]
        own = [rows[nodes[place]] for place in present]
        play[number, present], close[number, present] = solved.strategy[own], solved.close[own]
        gains[number, present] = solved.margins[own] / hand.big_blind
    return PositionCharts(game, grid, level, seats, nodes, play, gains, close, terms)


class _Search:
    """Solver of hands with decreasing stacks, each from the last solution."""

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
        solution = solve_model(model.solver, TOLERANCE * hand.big_blind, sure, start=start)
        self._last = model, solution
        margins = solution.margins[model.rows]
        doubts = unsettled(solution, errors, solved=True)[model.rows]
        played = purified(model.solver, solution, sure)[model.rows]  # a search may end before all are settled
        return _Solved(played, margins, ~(np.abs(margins) > SURE * doubts))


PACKED_GRID = StackGrid(1.0, 25.0, 0.5)
FINE_STEP, COARSE_STEP, SMALL_GAIN = 0.001, 0.01, 0.005
CHANCE_PARTS, NO_DECISION = 200, 255
_SAME = 1e-9


def position_charts(
    game: Game,
    seats: int,
    level: BlindLevel,
    grid: StackGrid,
    terms: PayoffTerms = CHIPS,
    *,
    overcalls: bool = False,
    progress: Progress = ignore_progress,
) -> PositionCharts:
    """Return bundled charts if they have all stacks of the grid, otherwise solve them.

    Raises TableError as `solve_positions`.
    """
    packed = None if overcalls or not terms.plain else packed_positions(game, seats, level)
    numbers = {stack: number for number, stack in enumerate(PACKED_GRID.stacks)}
    if packed is None or not set(grid.stacks) <= set(numbers):
        return solve_positions(game, seats, level, grid, terms, overcalls=overcalls, progress=progress)
    rows = [numbers[stack] for stack in grid.stacks]
    return replace(
        packed,
        grid=grid,
        level=level,
        play=packed.play[rows],
        gain_bb=packed.gain_bb[rows],
        close=packed.close[rows],
    )


@dataclass(frozen=True, eq=False)
class PackedTable:
    """A stack of the bundled charts as a table: first in and facing one all-in."""

    game: Game
    hand: TableHand
    nodes: tuple[Node, ...]
    strategy: FloatArray
    gains_bb: FloatArray
    close: BoolArray
    """strategy, gains_bb, close: As in `PositionCharts` at the stack, shape (nodes, n)."""
    percent: FloatArray
    is_counted: bool

    @property
    def played(self) -> FloatArray:
        """The strategy: each seat decides for the first time."""
        return self.strategy


def packed_table(game: Game, hand: TableHand) -> PackedTable | None:
    """Return the bundled strategy of a hand; None if there is none."""
    stack = hand.stacks[0] / hand.big_blind
    charts = packed_positions(game, hand.n, hand.level) if hand.terms.plain and not hand.raises else None
    if charts is None or stack not in charts.stacks or hand.terms.about is not None:
        return None
    if replace(hand, max_allin=hand.most_allin) != position_hand(hand.n, hand.level, stack):
        return None
    at, is_counted = charts.stacks.index(stack), charts.method == "counted"
    play, gains, close = charts.play[at], charts.gain_bb[at], charts.close[at]
    return PackedTable(game, hand, charts.nodes, play, gains, close, charts.percent[at], is_counted)


def packed_positions(game: Game, seats: int, level: BlindLevel) -> PositionCharts | None:
    """Return the bundled charts at all stacks; None if there are none."""
    return _read(
        game, seats, tuple(round(chips, 9) for chips in (level.in_bb.blinds[0], *astuple(level.in_bb)[1:]))
    )


@lru_cache(maxsize=4)
def _read(game: Game, seats: int, posts: tuple[float, ...]) -> PositionCharts | None:
    small, *extras = posts
    level = BlindLevel((small, 1.0), *extras)
    path = BOX.joinpath(file_name(game, seats, level))
    return read_positions(game, path.read_bytes()) if path.is_file() else None


def file_name(game: Game, seats: int, level: BlindLevel) -> str:
    """Return the name of a file: ``positions-holdem-9-ante-0.1.gz``."""
    extras = "".join(f"-{name.replace('_', '-')}-{chips:.6g}" for name, chips in level.in_bb.extras.items())
    small = level.in_bb.blinds[0]
    blind = "" if abs(small - 0.5) < _SAME else f"-blind-{small:.6g}"
    return f"positions-{game.name}-{seats}{blind}{extras}.gz"


def read_positions(game: Game, content: bytes) -> PositionCharts | None:
    """Return the charts of a file; None if they have other rules."""
    head, data = decode_planes(content)
    if head["rules"] != json.loads(json.dumps(rules_of(game))):
        return None
    nodes = tuple(Node(seat, tuple(after)) for seat, after, *_ in head["nodes"])
    shape = len(nodes), len(PACKED_GRID.stacks), -1
    cells = 8 * len(data) // 25
    low, high, chances = np.frombuffer(data[: 3 * cells], dtype=np.uint8).reshape(3, *shape)
    zigzag = low.astype(np.int64) | high.astype(np.int64) << 8
    levels = np.cumsum(np.cumsum(np.where(zigzag & 1, -(zigzag + 1 >> 1), zigzag >> 1), axis=2), axis=1)
    gains = np.where(chances == NO_DECISION, np.nan, _gains(levels))
    listed = (chances > 0) & (chances < NO_DECISION)
    play = np.where(listed, (chances - 1.0) / CHANCE_PARTS, (levels > 0) | (chances == NO_DECISION))
    bits = np.unpackbits(np.frombuffer(data[3 * cells :], dtype=np.uint8), count=cells)
    play, gains, close = (
        np.ascontiguousarray(values.reshape(gains.shape).transpose(1, 0, 2))
        for values in (play, gains, bits.astype(np.bool_))
    )
    (blinds, *extras) = head["level"]
    level = BlindLevel(tuple(blinds), *extras)
    return PositionCharts(game, PACKED_GRID, level, head["seats"], nodes, play, gains, close, packed=True)


def _gains(levels: IntArray) -> FloatArray:
    """Return gains from signed integers."""
    size, small = np.abs(levels), round(SMALL_GAIN / FINE_STEP)
    return np.sign(levels) * np.where(
        size < small, size * FINE_STEP, SMALL_GAIN + (size - small) * COARSE_STEP
    )
