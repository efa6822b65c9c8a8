"""Outlines of strategies: short ranges with their cost, and play by patterns of four-card hands.

For each cell of patterns an outline has the share that is played and the feature that decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.ranges import HandRange, format_classes, near_range, parse_range
from jamfold.ranges.deciding import Deciding, what_decides
from jamfold.ranges.patterns import Pattern, PatternMatrix, pattern_matrix
from jamfold.spots.analysis import Comparison
from jamfold.spots.charts import PLAYED, Chart, Interval, runs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, SeatStrategy


@dataclass(frozen=True, eq=False)
class PatternPlay:
    """One player's play of a pattern."""

    pattern: Pattern
    """A row, a column or a cell."""
    hands: int
    """The number of its hands."""
    share: float
    """Their share of all hands, in [0, 1]."""
    played: float
    """The share of them that is played, in [0, 1]."""
    margin: float
    """The mean gain of playing over folding, in the unit of `MatrixPlay.margins`; NaN if the big blind never
    has a decision."""


@dataclass(frozen=True, eq=False)
class MatrixPlay:
    """One player's strategy over the matrix of patterns.

    Raises ChartError if hands of the game have not four cards.
    """

    game: Game
    chances: FloatArray
    """The frequency of playing each class, in [0, 1], shape (n,)."""
    margins: FloatArray
    """The gain of playing each class over folding, shape (n,), in big blinds or, with prizes, money."""

    def __post_init__(self) -> None:
        pattern_matrix(self.game)  # raises ChartError

    @classmethod
    def of_strategy(cls, strategy: SeatStrategy) -> MatrixPlay:
        """Return the play of one player of a solved spot."""
        return cls(strategy.game, strategy.frequency, strategy.margin / strategy.measure.divisor)

    @classmethod
    def of_chart(cls, chart: Chart, seat: Seat, point: int) -> MatrixPlay:
        """Return the play at one stack of a chart, by its row."""
        return cls(chart.game, chart.chances(seat)[point], chart.margins(seat)[point])

    @property
    def matrix(self) -> PatternMatrix:
        return pattern_matrix(self.game)

    def of(self, pattern: Pattern) -> PatternPlay:
        """Return the play of a row, a column or a cell."""
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
        """Return the feature that decides within a pattern; None if none is right for 95% of its hands."""
        return what_decides(self.game, pattern.ids, self.chances[pattern.ids])


@dataclass(frozen=True, eq=False)
class PatternCurve:
    """One player's play of a pattern over the stacks of a chart."""

    played: FloatArray
    """Share of the pattern's hands that are played, in [0, 1], shape (points,)."""
    threshold: float
    """The largest stack at which at least half of the hands are played; NaN if there is none."""
    intervals: tuple[Interval, ...]
    """All such stacks, as intervals on the grid, ascending."""


def pattern_curve(chart: Chart, seat: Seat, pattern: Pattern) -> PatternCurve:
    """Return a player's play of a pattern at each stack."""
    sizes = chart.classes.sizes[pattern.ids].astype(np.float64)
    played = chart.chances(seat)[:, pattern.ids] @ sizes / sizes.sum()
    half = tuple((chart.points[i].stack, chart.points[j].stack) for i, j in runs(played >= PLAYED))
    return PatternCurve(played, half[-1][1] if half else float("nan"), half)


@json_fields("pattern=pattern.name deciding.words deciding.accuracy", schema="OutlineCell")
class CellOutline(NamedTuple):
    """The deciding feature in one cell of the pattern matrix; None if no few words describe it."""

    pattern: Pattern
    deciding: Deciding | None


@json_fields(
    "position=strategy.seat percent=strategy.played_percent text terms differs_percent cost=cost_in_unit "
    "cells",
    schema="OutlineSeat",
)
@dataclass(frozen=True, eq=False)
class SeatOutline:
    """One player's strategy in a few words."""

    strategy: SeatStrategy
    text: str | None
    """A short pure range close to it, in the notation of `jamfold range`; None unless requested."""
    terms: int
    """The number of its terms."""
    differs: float
    """The share of all hands that it plays differently, in [0, 1]."""
    cost: float
    """The loss per hand dealt by playing it against the equilibrium, in chips or money."""
    cells: tuple[CellOutline, ...]
    """Empty in games of two hole cards."""

    @property
    def differs_percent(self) -> float:
        """Percent of all hands that the range plays differently."""
        return 100 * self.differs

    @property
    def cost_in_unit(self) -> float:
        """The loss per hand dealt by playing the range against the other's equilibrium strategy, in unit."""
        return self.strategy.measure.of(self.cost)


@json_fields("spot.game unit=spot.measure.unit seats")
@dataclass(frozen=True, eq=False)
class Outline(DisplayableResult):
    """A spot in a few words: short ranges with their cost, and the deciding feature in each pattern."""

    spot: SpotSolution
    seats: tuple[SeatOutline, SeatOutline]


def outline(spot: SpotSolution, most_terms: int | None = None) -> Outline:
    """Return the outline of a spot. Raises RangeError if the number of terms is out of bounds.

    Parameters
    ----------
    most_terms
        The maximum number of terms of a short range of four-card hands, None for no range.  Ranges of
        two-card hands are always given; mixed hands take their more frequent action.
    """
    small, big = (_seat(spot.strategy(seat), most_terms) for seat in Seat)
    return Outline(spot, (small, big))


def _seat(strategy: SeatStrategy, most_terms: int | None) -> SeatOutline:
    text = _short_text(strategy, most_terms)
    terms, differs, cost = 0, 0.0, 0.0
    if text is not None:
        comparison = Comparison(strategy, parse_range(text, strategy.game).class_shares)
        terms, differs, cost = len(text.split(",")), comparison.share, comparison.cost
    cells: tuple[CellOutline, ...] = ()
    if strategy.game.is_outlined:
        play = MatrixPlay.of_strategy(strategy)
        cells = tuple(CellOutline(cell, play.deciding(cell)) for cell in play.matrix.cells())
    return SeatOutline(strategy, text, terms, differs, cost, cells)


def _short_text(strategy: SeatStrategy, most_terms: int | None) -> str | None:
    """Return a short pure range close to the strategy; None if none is requested."""
    pure = (strategy.frequency >= PLAYED).astype(np.float64)
    if not strategy.game.is_outlined:
        return format_classes(strategy.game, pure)
    if most_terms is None:
        return None
    return near_range(HandRange.from_classes(strategy.game, pure), most_terms).text
