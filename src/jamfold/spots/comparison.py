"""Two strategies for the same hands beside each other: how far apart, and what the difference costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.errors import ClassError
from jamfold.solver.solution import FREE_MARGIN
from jamfold.spots.strategy import SeatStrategy


@dataclass(frozen=True, eq=False)
class Comparison:
    """One player's strategy in a solved spot, and how another source plays the same hands."""

    first: SeatStrategy
    """The strategy, with the EVs by which differences are judged."""
    chances: NDArray[np.float64]
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
        return cls(first, second.played, second)

    @property
    def apart(self) -> NDArray[np.float64]:
        """How much more or less often each class is played by the other, in [0, 1], shape (n,)."""
        return np.abs(self.chances - self.first.played)

    @property
    def share(self) -> float:
        """The part of all hands that only one of the two plays: the mean of `apart` over hands."""
        return float(self.apart @ self.first.classes.sizes) / self.first.game.n_hands

    @property
    def costs(self) -> NDArray[np.float64]:
        """What each class loses by the other's chances, in chips when it is dealt, shape (n,).

        Measured in the first spot against its opponent's strategy there; a big blind's class loses
        only when the small blind jams, and counts with the chance of that.  Indifferent classes
        cost nothing; below 0 where the first strategy is not a best response.
        """
        margin = np.nan_to_num(self.first.margin)
        margin = np.where(abs(np.nan_to_num(self.first.margin_units)) < FREE_MARGIN, 0.0, margin)
        return (self.first.played - self.chances) * margin * self.first.asked

    @property
    def different(self) -> NDArray[np.int64]:
        """The classes that are not played alike: dearest for their hands first, then most different."""
        sizes = self.first.classes.sizes
        order = np.lexsort((-self.apart * sizes, -(self.costs * sizes)))
        return order[self.apart[order] > 1e-9].astype(np.int64)

    @property
    def cost(self) -> float:
        """What the other's chances lose a hand dealt, in chips: the mean of `costs` over hands."""
        return float(self.costs @ self.first.classes.sizes) / self.first.game.n_hands
