"""The cards of a game: every hand of both seats with the stack up to which it is played.

A card is asked at stacks within 30% of its threshold, on both sides of it, since there
the answer changes.  The threshold is the largest stack of a chart at which the hand is
played at least half of the time; a hand that is played at none has the lowest stack at
which its player decides.  What is right at the stack that is asked is judged there, not
by the threshold.
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
"""Share of the threshold within which a card is asked."""
MOST_CARDS = 200
"""Of a game with more classes than can be learnt."""
GRID = StackGrid(1.0, 25.0, 0.5)
"""The stacks that are asked."""
STACKS = (1.5, 20.0)
"""Big blinds above and up to which hands are dealt: a deeper fold is no choice between jam and fold."""


@dataclass(frozen=True, slots=True)
class Card:
    """One hand of a seat."""

    key: CardKey
    """How it is called."""
    class_id: int
    """Its class."""
    threshold: float
    """The stack, big blinds, around which it is asked."""
    weight: float
    """Hands of its class times what a mistake costs around the threshold: what it matters."""


@dataclass(frozen=True, eq=False)
class FlashcardDeck(DisplayableResult):
    """The cards of a chart."""

    chart: Chart
    """The equilibria over the stacks that are asked; `level` is in big blinds."""

    @cached_property
    def level(self) -> str:
        """Blinds and antes in words, as keys have them."""
        return self.chart.level.bb_text()

    @cached_property
    def stacks(self) -> FloatArray:
        """The stacks, shape (points,)."""
        return np.array(self.chart.stacks)

    @cached_property
    def decides(self) -> Mapping[Seat, BoolArray]:
        """At which stacks each seat has a choice, shape (points,)."""
        spots = [situation.has_decision for _, situation in situations_on(self.chart.grid, self.chart.level)]
        return {seat: np.array([spot[seat.place] for spot in spots]) for seat in Seat}

    def margins(self, seat: Seat) -> FloatArray:
        """What playing gains over folding, shape (points, n); nan where nobody decides."""
        return np.where(self.decides[seat][:, None], self.chart.margins(seat), np.nan)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards: both seats of every class, or of a game of many the 200 that matter most.

        Those have a threshold of 2 to 20 big blinds, and each seat and group of stacks has the same
        number of places: calls against deep jams are worth so much that they would take every one.
        """
        cards = []
        for seat in Seat:
            ids, thresholds, weights = self._weighed(seat)
            if self.chart.game.has_many_classes:
                ids = _dearest(ids, thresholds, weights)
            cards += [
                Card(self.key(seat, k), k, float(thresholds[k]), float(weights[k])) for k in ids.tolist()
            ]
        return tuple(cards)

    @cached_property
    def by_key(self) -> dict[CardKey, Card]:
        return {card.key: card for card in self.cards}

    def near(self, card: Card) -> tuple[IntArray, IntArray]:
        """The places of the stacks at which a card is asked: up to its threshold, and above."""
        in_play = ~np.isnan(self.margins(Seat(card.key.seat))[:, card.class_id])
        low = in_play & _within(self.stacks, card.threshold)
        above = self.stacks > card.threshold
        return np.flatnonzero(low & ~above), np.flatnonzero(low & above)

    def key(self, seat: Seat, class_id: int) -> CardKey:
        return CardKey(self.chart.game.name, self.level, seat.value, class_label(self.chart.game, class_id))

    def _weighed(self, seat: Seat) -> tuple[IntArray, FloatArray, FloatArray]:
        """The classes that a seat is asked about, and by class thresholds and weights, shape (n,).

        A weight is the number of hands times the mean of the margin around the threshold, that of the big
        blind times the share of hands that are jammed.
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


def _dearest(ids: IntArray, thresholds: FloatArray, weights: FloatArray) -> IntArray:
    """The 100 classes that matter most, as many of each group of stacks; what one lacks others have."""
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
    """Which stacks are within 30% of a threshold; half a thousandth is left for rounding."""
    return np.asarray(np.abs(stacks - threshold) <= NEAR * threshold + 5e-4)
