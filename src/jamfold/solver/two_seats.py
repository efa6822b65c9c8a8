"""Two players who each act once, by the sums of two hands: the smallest table, in the terms of `seats`.

Node 0 is player 0's jam, node 1 player 1's call.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.solver.seats import FloatArray, SeatState

_PLAYERS = np.array([0, 1])


@dataclass(frozen=True, eq=False)
class TwoDeals:
    """Deals of two classes, those in which the first wins, and those in which they tie: (n, n) each."""

    deals: FloatArray
    wins: FloatArray
    ties: FloatArray


@dataclass(frozen=True, eq=False)
class TwoEnds:
    """What the ends are worth to players 0, 1.

    Attributes
    ----------
    nobody, alone
        Shape (2,): player 0 folds; player 1 does.
    pair
        Shape (3, 2): player 0 wins, ties, loses.
    """

    nobody: FloatArray
    alone: FloatArray
    pair: FloatArray


class TwoSeats:
    """A game of two seats; see `solver.seats`."""

    def __init__(self, deals: TwoDeals, ends: TwoEnds, forced: FloatArray) -> None:
        self.deals, self.ends, self.forced = deals, ends, forced
        self.total = float(deals.deals.sum())
        losses = deals.deals - deals.wins - deals.ties
        self.shown = [
            ends.pair[0, p] * deals.wins + ends.pair[1, p] * deals.ties + ends.pair[2, p] * losses
            for p in range(2)
        ]

    @property
    def players(self) -> NDArray[np.int64]:
        """The player of every node."""
        return _PLAYERS

    def state(self, strategy: FloatArray) -> TwoState:
        """The state of a strategy, shape (2, n)."""
        return TwoState(self, strategy.copy())

    def values(self, state: SeatState) -> FloatArray:
        """What the game is worth to players 0, 1."""
        x, y = state.strategy
        deals, ends = self.deals.deals, self.ends
        values = [
            ends.nobody[p] * ((1 - x) @ deals).sum()
            + ends.alone[p] * (x @ deals @ (1 - y))
            + x @ self.shown[p] @ y
            for p in range(2)
        ]
        return np.array(values) / self.total


class TwoState:
    """A strategy of two seats."""

    def __init__(self, game: TwoSeats, strategy: FloatArray) -> None:
        self._game, self._strategy = game, strategy

    @property
    def strategy(self) -> FloatArray:
        """Chances to jam, shape (2, n)."""
        return self._strategy

    def copy(self) -> TwoState:
        """The same, to be changed."""
        return TwoState(self._game, self._strategy.copy())

    def shift(self, node: int, classes: NDArray[np.int64], amounts: FloatArray) -> None:
        """Add amounts to the chances of some classes at a node."""
        self._strategy[node, classes] += amounts

    def mix(self, other: TwoState, weight: float) -> None:
        """Go so much of the way to another strategy."""
        self._strategy += weight * (other._strategy - self._strategy)

    def arrivals(self) -> FloatArray:
        """The chance of being at each node with each class: shape (2, n)."""
        deals = self._game.deals.deals
        return np.stack([deals.sum(axis=1), self._strategy[0] @ deals]) / self._game.total

    def folds(self) -> FloatArray:
        """What folding is worth, times the chance of being there: shape (2, n)."""
        ends = self._game.ends
        worth: FloatArray = self.arrivals() * np.array([[ends.nobody[0]], [ends.alone[1]]])
        return worth

    def gains(self) -> FloatArray:
        """What jamming is worth more than folding, times the chance of being there: shape (2, n)."""
        x, y = self._strategy
        jam = self._game.shown[0] @ y + self._game.ends.alone[0] * (self._game.deals.deals @ (1 - y))
        return np.stack([jam, x @ self._game.shown[1]]) / self._game.total - self.folds()
