"""A strategy by the patterns of four-card hands: how much of each cell is played, and what decides there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.ranges.deciding import Deciding, what_decides
from jamfold.ranges.patterns import Pattern, PatternMatrix, pattern_matrix
from jamfold.spots.charts import PLAYED, Chart, Interval, runs
from jamfold.spots.strategy import Seat, SeatStrategy


@dataclass(frozen=True, eq=False)
class PatternPlay:
    """How one player plays a pattern."""

    pattern: Pattern
    """A row, a column or a cell."""
    hands: int
    """Its hands."""
    share: float
    """Their share of all hands, in [0, 1]."""
    played: float
    """The share of them that is played, in [0, 1]."""
    margin: float
    """What playing gains over folding, the mean of its hands, in the unit of `margins`; nan where the big
    blind is never asked."""


@dataclass(frozen=True, eq=False)
class MatrixPlay:
    """One player's strategy over the matrix of patterns.

    Raises ChartError if hands of the game have not four cards.
    """

    game: Game
    """The game."""
    chances: FloatArray
    """How often each class is played, in [0, 1], shape (n,)."""
    margins: FloatArray
    """What playing each class gains over folding, shape (n,): big blinds, or money where prizes are played
    for, as in `SeatStrategy.measure`."""

    def __post_init__(self) -> None:
        """Only hands of four cards have patterns."""
        pattern_matrix(self.game)

    @classmethod
    def of_strategy(cls, strategy: SeatStrategy) -> MatrixPlay:
        """The play of one player of a solved spot."""
        return cls(strategy.game, strategy.frequency, strategy.margin / strategy.measure.divisor)

    @classmethod
    def of_chart(cls, chart: Chart, seat: Seat, point: int) -> MatrixPlay:
        """The play at one stack of a chart, by its row."""
        return cls(chart.game, chart.chances(seat)[point], chart.margins(seat)[point])

    @property
    def matrix(self) -> PatternMatrix:
        return pattern_matrix(self.game)

    def of(self, pattern: Pattern) -> PatternPlay:
        """How a row, a column or a cell is played."""
        sizes = hand_classes(self.game).sizes[pattern.ids]
        hands = int(sizes.sum())
        played = float(self.chances[pattern.ids] @ sizes) / hands
        margin = float(self.margins[pattern.ids] @ sizes) / hands
        return PatternPlay(pattern, hands, hands / self.game.n_hands, played, margin)

    @cached_property
    def rows(self) -> tuple[PatternPlay, ...]:
        return tuple(self.of(row) for row in self.matrix.rows)

    @cached_property
    def cells(self) -> tuple[PatternPlay, ...]:
        """All cells, row by row; together they are the strategy."""
        return tuple(self.of(cell) for cell in self.matrix.cells())

    def deciding(self, pattern: Pattern) -> Deciding | None:
        """What decides within a pattern, in a few words; None if no few words are right for 95 % of it."""
        return what_decides(self.game, pattern.ids, self.chances[pattern.ids])


@dataclass(frozen=True, eq=False)
class PatternCurve:
    """How much one player plays of a pattern over the stacks of a chart."""

    played: FloatArray
    """Share of the pattern's hands that are played, in [0, 1], shape (points,)."""
    threshold: float
    """The largest stack at which at least half of the hands is played; nan if at none."""
    intervals: tuple[Interval, ...]
    """All stacks at which it is, as intervals on the grid, ascending."""


def pattern_curve(chart: Chart, seat: Seat, pattern: Pattern) -> PatternCurve:
    """How much a player plays of a pattern at each stack."""
    sizes = chart.classes.sizes[pattern.ids].astype(np.float64)
    played = chart.chances(seat)[:, pattern.ids] @ sizes / sizes.sum()
    half = tuple((chart.points[i].stack, chart.points[j].stack) for i, j in runs(played >= PLAYED))
    return PatternCurve(played, half[-1][1] if half else float("nan"), half)
