"""Two strategies for the same hands beside each other: how far apart, and what the difference costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.errors import ClassError
from jamfold.solver.solution import FREE_MARGIN
from jamfold.solver.tree_response import regrets
from jamfold.spots.strategy import SeatStrategy
from jamfold.spots.tree import TreeStrategy


@dataclass(frozen=True, eq=False)
class Comparison:
    """One player's strategy in a solved spot, and how another source plays the same hands."""

    first: SeatStrategy
    """The strategy, with the EVs by which differences are judged."""
    chances: FloatArray
    """How often the other source plays each class, in [0, 1], shape (n,)."""
    second: SeatStrategy | None = None
    """The other strategy where it is one of a solved spot, of this game or another with the same hands."""

    @classmethod
    def of_spots(cls, first: SeatStrategy, second: SeatStrategy) -> Comparison:
        """The strategies of one seat in two solved spots.

        Raises ClassError if the hands of the two games are not the same.
        """
        one, other = first.game, second.game
        if not one.deals_like(other):
            raise ClassError(f"{one.title} and {other.title} have different hands.")
        if isinstance(first, TreeStrategy) and isinstance(second, TreeStrategy) and first.decides_as(second):
            return TreeComparison(first, second.frequency, second)
        return cls(first, second.frequency, second)

    @property
    def apart(self) -> FloatArray:
        """How much more or less often each class is played by the other, in [0, 1], shape (n,)."""
        return np.abs(self.chances - self.first.frequency)

    @property
    def share(self) -> float:
        """The part of all hands that only one of the two plays: the mean of `apart` over hands."""
        return float(self.apart @ self.first.classes.sizes) / self.first.game.n_hands

    @property
    def costs(self) -> FloatArray:
        """What each class loses by the other's chances, in chips when it is dealt, shape (n,).

        Measured in the first spot against its opponent's strategy there; a big blind's class loses
        only when the small blind jams, and counts with the chance of that.  Indifferent classes
        cost nothing; below 0 where the first strategy is not a best response.
        """
        first = self.first
        margin = np.where(abs(first.play_margin_units) < FREE_MARGIN, 0.0, np.nan_to_num(first.play_margin))
        return (first.frequency - self.chances) * margin * first.reach_probability

    @property
    def different(self) -> IntArray:
        """The classes that are not played alike: dearest for their hands first, then most different."""
        sizes = self.first.classes.sizes
        order = np.lexsort((-self.apart * sizes, -(self.costs * sizes)))
        return order[self.apart[order] > 1e-9].astype(np.int64)

    @property
    def cost(self) -> float:
        """What the other's chances lose a hand dealt, in chips: the mean of `costs` over hands."""
        return float(self.costs @ self.first.classes.sizes) / self.first.game.n_hands


@dataclass(frozen=True, eq=False)
class TreeComparison(Comparison):
    """Two strategies for the same decisions of a tree: all of them count, not the first alone."""

    @property
    def apart(self) -> FloatArray:
        """How much more or less often each class does one of the actions, in [0, 1], shape (n,)."""
        mine, theirs = self._plans
        apart: FloatArray = np.abs(mine - theirs).max(axis=0)
        return apart

    @property
    def costs(self) -> FloatArray:
        """What each class loses by the other's plan, in chips when it is dealt, shape (n,)."""
        spot, place = self._first.tree, self.first.seat.place
        turns, best = spot.solved.tree.turns_of(place), spot.solved.evaluation.best[place]
        mine, theirs = (regrets(turns, best, plan) for plan in self._plans)
        lost = theirs - mine
        return np.where(abs(lost) < FREE_MARGIN, 0.0, lost) * self.first.payoffs.factors[place]

    @property
    def _first(self) -> TreeStrategy:
        assert isinstance(self.first, TreeStrategy)
        return self.first

    @property
    def _plans(self) -> tuple[FloatArray, FloatArray]:
        assert isinstance(self.second, TreeStrategy)
        place = self.first.seat.place
        return self._first.tree.solved.plans[place], self.second.tree.solved.plans[place]
