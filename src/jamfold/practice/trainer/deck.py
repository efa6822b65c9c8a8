"""The cards of a game: every hand of both seats with the stack up to which it is played.

A card is asked at stacks within 30 % of its threshold, on both sides of it, since there
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
from numpy.typing import NDArray

from jamfold.practice.trainer.answers import CardKey, level_text
from jamfold.ranges.grid import class_label
from jamfold.spots.charts import Chart
from jamfold.spots.stacks import Level, StackGrid, situations_on
from jamfold.spots.strategy import Seat

NEAR = 0.3
"""Share of the threshold within which a card is asked."""
MOST_CARDS = 200
"""Of a game with more classes than can be learnt."""
GRID = StackGrid(1.0, 25.0, 0.5)
"""The stacks that are asked."""


@dataclass(frozen=True, slots=True)
class Card:
    """One hand of a seat.

    Attributes
    ----------
    key
        How it is called.
    class_id
        Its class.
    threshold
        The stack, big blinds, around which it is asked.
    weight
        Hands of its class times the mean of its margin around the threshold, big blinds: what it matters.
    """

    key: CardKey
    class_id: int
    threshold: float
    weight: float


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of a chart.

    Attributes
    ----------
    chart
        The equilibria over the stacks that are asked; `level` is in big blinds.
    """

    chart: Chart

    @cached_property
    def level(self) -> str:
        """Blinds and antes in words, as keys have them."""
        return level_words(self.chart.level)

    @cached_property
    def stacks(self) -> NDArray[np.float64]:
        """The stacks, shape (points,)."""
        return np.array(self.chart.stacks)

    @cached_property
    def decides(self) -> Mapping[Seat, NDArray[np.bool_]]:
        """At which stacks each seat has a choice, shape (points,)."""
        spots = [one.decides for _, one in situations_on(self.chart.grid, self.chart.level)]
        return {seat: np.array([one[seat.place] for one in spots]) for seat in Seat}

    def margins(self, seat: Seat) -> NDArray[np.float64]:
        """What playing gains over folding, shape (points, n); nan where nobody decides."""
        return np.where(self.decides[seat][:, None], self.chart.margins(seat), np.nan)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards: both seats of every class, or of a game of many the 200 that matter most.

        Those have a threshold among the stacks: what is played, or folded, at all of them is
        known soon and would take every place.
        """
        found = [card for seat in Seat for card in self._of_seat(seat)]
        if not self.chart.game.has_many_classes:
            return tuple(found)
        inside = [card for card in found if self.stacks[0] < card.threshold < self.stacks[-1]]
        return tuple(sorted(inside, key=lambda card: (-card.weight, card.key))[:MOST_CARDS])

    @cached_property
    def by_key(self) -> dict[CardKey, Card]:
        """The cards by their names."""
        return {card.key: card for card in self.cards}

    def near(self, card: Card) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The places of the stacks at which a card is asked: up to its threshold, and above."""
        asked = ~np.isnan(self.margins(Seat(card.key.seat))[:, card.class_id])
        low = asked & _within(self.stacks, card.threshold)
        above = self.stacks > card.threshold
        return np.flatnonzero(low & ~above), np.flatnonzero(low & above)

    def key(self, seat: Seat, class_id: int) -> CardKey:
        """The name of a hand in a seat."""
        return CardKey(self.chart.game.name, self.level, seat.value, class_label(self.chart.game, class_id))

    def _of_seat(self, seat: Seat) -> list[Card]:
        """The cards of a seat; none of hands that it is never asked about."""
        margins, thresholds = self.margins(seat), self.chart.thresholds(seat)
        asked = ~np.isnan(margins)
        lowest = self.stacks[np.argmax(asked, axis=0)]
        around = np.where(np.isnan(thresholds), lowest, np.maximum(thresholds, lowest))
        near = asked & _within(self.stacks[:, None], around[None, :])
        count = near.sum(axis=0)
        mean = np.where(near, np.abs(margins), 0.0).sum(axis=0) / np.maximum(count, 1)
        weights = self.chart.classes.sizes * mean
        return [
            Card(self.key(seat, k), k, float(around[k]), float(weights[k]))
            for k in np.flatnonzero(count).tolist()
        ]


def _within(stacks: NDArray[np.float64], threshold: NDArray[np.float64] | float) -> NDArray[np.bool_]:
    """Which stacks are within 30 % of a threshold; half a thousandth is left for rounding."""
    return np.asarray(np.abs(stacks - threshold) <= NEAR * threshold + 5e-4)


def level_words(level: Level) -> str:
    """Blinds and antes of a card in words."""
    small, big = level.blinds
    return level_text(small / big, level.ante / big, level.bb_ante / big, level.dead / big)
