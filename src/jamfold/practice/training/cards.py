"""The cards of a game: every hand of both seats with the stack up to which it is played.

A card's exercises have stacks within 30% of its threshold, on both sides, since the answer changes there.
The threshold is the largest stack of a chart at which the hand is played at least half of the time; for a
hand that is never played, the smallest stack at which its player decides.  Answers are graded by the
equilibrium of the exercise's own stack, not by the threshold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.display import DisplayableResult
from jamfold.histories.filters import DEPTHS
from jamfold.practice.training.answers import CardKey
from jamfold.ranges.grid import class_label
from jamfold.spots.charts import Chart, situations_on
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat

NEAR = 0.3
"""The largest distance of an exercise's stack from the threshold, as a share of it."""
MOST_CARDS = 200
"""The most cards of a game with more classes than anyone can learn."""
GRID = StackGrid(1.0, 25.0, 0.5)
"""The stacks of exercises."""
STACKS = (1.5, 20.0)
"""Stacks of dealt hands, in big blinds, above the first and up to the second; deeper folds are trivial."""


@dataclass(frozen=True, slots=True)
class Card:
    """One hand of a seat."""

    key: CardKey
    class_id: int
    threshold: float
    """The stack, in big blinds, around which exercises are chosen."""


@dataclass(frozen=True, eq=False)
class FlashcardDeck(DisplayableResult):
    """The cards of a chart."""

    chart: Chart
    """The equilibria over the stacks of exercises; `level` is in big blinds."""

    @cached_property
    def level(self) -> str:
        """Blinds and antes in words, as in keys."""
        return self.chart.level.bb_text()

    @cached_property
    def stacks(self) -> FloatArray:
        return np.array(self.chart.stacks)

    @cached_property
    def decides(self) -> Mapping[Seat, BoolArray]:
        """Whether each seat has a decision at each stack, shape (points,)."""
        spots = [situation.has_decision for _, situation in situations_on(self.chart.grid, self.chart.level)]
        return {seat: np.array([spot[seat.place] for spot in spots]) for seat in Seat}

    def margins(self, seat: Seat) -> FloatArray:
        """Return what playing gains over folding, shape (points, n); NaN without a decision."""
        return np.where(self.decides[seat][:, None], self.chart.margins(seat), np.nan)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards: both seats of every class, or the 200 most important ones in a game of many classes.

        Those have a threshold of 2 to 20 big blinds.  Each seat and group of stacks has the same number of
        cards, as otherwise all would be calls of deep jams, which have the largest weights.
        """
        cards = []
        for seat in Seat:
            ids, thresholds, weights = self._weighed(seat)
            if self.chart.game.has_many_classes:
                ids = _most_important(ids, thresholds, weights)
            cards += [Card(self.key(seat, k), k, float(thresholds[k])) for k in ids.tolist()]
        return tuple(cards)

    @cached_property
    def by_key(self) -> dict[CardKey, Card]:
        return {card.key: card for card in self.cards}

    def near(self, card: Card) -> tuple[IntArray, IntArray]:
        """Return the indices of the stacks of a card's exercises: up to its threshold, and above."""
        in_play = ~np.isnan(self.margins(Seat(card.key.seat))[:, card.class_id])
        low = in_play & _within(self.stacks, card.threshold)
        above = self.stacks > card.threshold
        return np.flatnonzero(low & ~above), np.flatnonzero(low & above)

    def key(self, seat: Seat, class_id: int) -> CardKey:
        return CardKey(self.chart.game.name, self.level, seat.value, class_label(self.chart.game, class_id))

    def _weighed(self, seat: Seat) -> tuple[IntArray, FloatArray, FloatArray]:
        """Return a seat's classes for exercises, and thresholds and weights by class, shape (n,).

        A weight is the number of hands times the mean margin around the threshold; the big blind's is
        multiplied by the share of hands that are jammed.
        """
        margins, thresholds = self.margins(seat), self.chart.thresholds(seat)
        in_play = ~np.isnan(margins)
        lowest = self.stacks[np.argmax(in_play, axis=0)]
        around = np.where(np.isnan(thresholds), lowest, np.maximum(thresholds, lowest))
        near = in_play & _within(self.stacks[:, None], around[None, :])
        count = near.sum(axis=0)
        is_first = seat is Seat.SMALL_BLIND
        jammed = np.array([1.0 if is_first else point.jam_share for point in self.chart.points])
        mean = np.where(near, np.abs(margins) * jammed[:, None], 0.0).sum(axis=0) / np.maximum(count, 1)
        return np.flatnonzero(count), around, self.chart.classes.sizes * mean


def _most_important(ids: IntArray, thresholds: FloatArray, weights: FloatArray) -> IntArray:
    """Return the 100 classes of largest weight, equally many per group of stacks if possible."""
    most = MOST_CARDS // len(Seat)
    low, high = STACKS
    inside = ids[(thresholds[ids] > low) & (thresholds[ids] <= high)]
    ordered = inside[np.lexsort((inside, -weights[inside]))]
    groups = np.searchsorted(DEPTHS, thresholds[ordered])
    places = np.zeros(ordered.size, dtype=np.int64)
    for group in range(len(DEPTHS)):
        in_group = groups == group
        places[in_group] = np.arange(int(in_group.sum()))
    first = ordered[places < most // len(DEPTHS)]
    rest = ordered[places >= most // len(DEPTHS)]
    return np.concatenate([first, rest[: most - first.size]])


def _within(stacks: FloatArray, threshold: FloatArray | float) -> BoolArray:
    """Return which stacks are within 30% of a threshold, with a tolerance of 0.0005 for rounding."""
    return np.asarray(np.abs(stacks - threshold) <= NEAR * threshold + 5e-4)
