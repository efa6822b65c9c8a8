"""A solved spot in a few words: short ranges with their cost, and what decides in each pattern."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.ranges import HandRange, format_classes, near_range, parse_range
from jamfold.ranges.deciding import Deciding
from jamfold.ranges.patterns import Pattern
from jamfold.shown import DisplayableResult, json_fields
from jamfold.spots.charts import PLAYED
from jamfold.spots.comparison import Comparison
from jamfold.spots.pattern_play import MatrixPlay
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat, SeatStrategy


@json_fields("pattern=pattern.name said.words said.accuracy", schema="OutlineCell")
class CellOutline(NamedTuple):
    """What decides in one cell of the matrix of patterns, None where no few words say it."""

    pattern: Pattern
    said: Deciding | None


@json_fields(
    "position=strategy.seat percent=strategy.played_percent text terms differs_percent cost=cost_in_unit "
    "cells",
    schema="OutlineSeat",
)
@dataclass(frozen=True, eq=False)
class SeatOutline:
    """One player's strategy in a few words."""

    strategy: SeatStrategy
    """The strategy."""
    text: str | None
    """A short range near it, each hand played always or never, which `jamfold range` reads; None where none
    was asked for."""
    terms: int
    """How many terms it has."""
    differs: float
    """Share of all hands that it plays differently, in [0, 1]."""
    cost: float
    """What playing by it loses a hand dealt, in chips or money, while the other plays the equilibrium."""
    cells: tuple[CellOutline, ...]
    """Empty where classes fill a square."""

    @property
    def differs_percent(self) -> float:
        """Share of all hands that the range plays differently."""
        return 100 * self.differs

    @property
    def cost_in_unit(self) -> float:
        """What playing by it loses a hand dealt, against the other's equilibrium strategy, in unit."""
        return self.strategy.measure.of(self.cost)


@json_fields("spot.game unit=spot.measure.unit seats")
@dataclass(frozen=True, eq=False)
class Outline(DisplayableResult):
    """A spot in a few words: short ranges with what they cost, and what decides in each pattern."""

    spot: SpotSolution
    seats: tuple[SeatOutline, SeatOutline]


def outline(spot: SpotSolution, most_terms: int | None = None) -> Outline:
    """A spot in a few words.

    Raises RangeError if the number of terms is out of bounds.

    Parameters
    ----------
    most_terms
        The most terms of a short range of four-card hands, None for no range; ranges of two-card
        hands are always told, exact but for hands that are mixed, which do what they do more often.
    """
    small, big = (_seat(spot.strategy(seat), most_terms) for seat in Seat)
    return Outline(spot, (small, big))


def _seat(strategy: SeatStrategy, most_terms: int | None) -> SeatOutline:
    text = _short_text(strategy, most_terms)
    terms, differs, cost = 0, 0.0, 0.0
    if text is not None:
        said = Comparison(strategy, parse_range(text, strategy.game).class_shares)
        terms, differs, cost = len(text.split(",")), said.share, said.cost
    cells: tuple[CellOutline, ...] = ()
    if strategy.game.is_outlined:
        play = MatrixPlay.of_strategy(strategy)
        cells = tuple(CellOutline(cell, play.deciding(cell)) for cell in play.matrix.cells())
    return SeatOutline(strategy, text, terms, differs, cost, cells)


def _short_text(strategy: SeatStrategy, most_terms: int | None) -> str | None:
    """A short range near what is played, with nothing in it played sometimes."""
    pure = (strategy.frequency >= PLAYED).astype(np.float64)
    if not strategy.game.is_outlined:
        return format_classes(strategy.game, pure)
    if most_terms is None:
        return None
    return near_range(HandRange.from_classes(strategy.game, pure), most_terms).text
