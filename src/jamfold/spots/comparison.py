"""Two solutions beside each other: how far apart they play the same hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.errors import ClassError
from jamfold.spots.strategy import SeatStrategy


@dataclass(frozen=True, eq=False)
class Comparison:
    """One player's strategy in two spots with the same classes, of one game or of two.

    Attributes
    ----------
    first, second
        The strategies.

    Raises
    ------
    ClassError
        If the hands are not the same.
    """

    first: SeatStrategy
    second: SeatStrategy

    def __post_init__(self) -> None:
        """Check that the classes are the same."""
        one, other = self.first.spot.game, self.second.spot.game
        if (one.deck, one.hole_cards) != (other.deck, other.hole_cards):
            raise ClassError(f"{one.title} and {other.title} have different hands.")

    @property
    def apart(self) -> NDArray[np.float64]:
        """How much more or less often each class is played in the second, in [0, 1], shape (n,)."""
        return np.abs(self.second.played - self.first.played)

    @property
    def share(self) -> float:
        """The part of all hands that is played in one of the two only: the mean of `apart` over hands."""
        sizes = self.first.spot.classes.sizes
        return float(self.apart @ sizes) / self.first.spot.game.n_hands
