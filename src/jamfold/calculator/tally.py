"""Showdown outcomes of two hands, high and low, and sums over sampled deals with standard errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import numpy as np

from jamfold.cards.games import Game
from jamfold.cards.strength.boards import Boards
from jamfold.cards.strength.showdown import COLUMNS, POT, SHARE, Hands, deal_shares
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.parallel import in_parallel

POT_COLUMNS = np.array([POT, 1, 1, POT, POT, 1], dtype=float)
"""What one pot is worth in each column of the sums."""
_HIGH = np.array([1.0, 0.5, 0.0])[:, None]
_LOW = np.array([0.0, 1.0, 0.5, 0.0])[None, :]
_HAS_LOW = np.array([False, True, True, True])[None, :]
_SHARE = np.where(_HAS_LOW, (_HIGH + _LOW) / 2, _HIGH)


def mirrored(outcomes: FloatArray) -> FloatArray:
    """The outcomes seen by player 2."""
    return outcomes[::-1][:, [0, 3, 2, 1]]


def sums_of_outcomes(outcomes: FloatArray) -> FloatArray:
    """The columns of player 1 in boards, from joint outcomes (3, 4)."""
    share = _SHARE
    quartered = _HAS_LOW & (share > 0) & (share < 0.5)
    parts = (share, share == 1, (share > 0) & (share < 1), _HIGH + 0 * _LOW, _LOW + 0 * _HIGH, quartered)
    return np.array([(outcomes * part).sum() for part in parts])


def shares_of_outcomes(outcomes: FloatArray) -> FloatArray:
    """The pots of player 1 in boards, from joint outcomes (t, 3, 4): float64 (t,)."""
    return np.tensordot(outcomes, _SHARE, axes=2)


def whole_outcomes(split: bool, outcomes: FloatArray) -> tuple[int, ...]:
    """The counts as `EquityResult.outcomes` has them."""
    counts = outcomes if split else outcomes.sum(axis=1)
    return tuple(int(count) for count in counts.ravel())


DEFAULT_DEALS = 1_000_000
BATCH = 20_000
"""Deals that one task draws."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Deals with weights w and pot shares x."""

    deals: int
    """How many."""
    weight: float
    squares: float
    """weight, squares: Sums of w and of w^2: the number of deals where all count alike."""
    sums: FloatArray
    """Sums of w times the columns of `showdown`, shape (players, COLUMNS)."""
    shares: FloatArray
    shares_squared: FloatArray
    """shares, shares_squared: Sums of w^2 x and of w^2 x^2, shape (players,), in units of the pot."""

    @classmethod
    def empty(cls, players: int) -> Tally:
        return cls(0, 0.0, 0.0, np.zeros((players, COLUMNS)), np.zeros(players), np.zeros(players))

    @classmethod
    def of(
        cls, game: Game, hands: Hands, tuples: IntArray, boards: Boards, weights: FloatArray | None
    ) -> Tally:
        """Showdowns of single deals, row t of the tuples on board t; without weights all count alike."""
        columns = deal_shares(game, hands, tuples, boards)
        return cls.of_deals(columns, np.ones(len(tuples)) if weights is None else weights)

    @classmethod
    def of_deals(cls, columns: IntArray, weights: FloatArray) -> Tally:
        """Deals by the columns of `showdown`, shape (deals, players, COLUMNS), and their weights."""
        squares, shares = weights**2, columns[:, :, SHARE].astype(np.float64)
        return cls(
            len(columns),
            float(weights.sum()),
            float(squares.sum()),
            np.tensordot(weights, columns, axes=1),
            squares @ shares,
            squares @ shares**2,
        )

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.deals + other.deals,
            self.weight + other.weight,
            self.squares + other.squares,
            self.sums + other.sums,
            self.shares + other.shares,
            self.shares_squared + other.shares_squared,
        )

    @property
    def worth(self) -> float:
        """How many deals that count alike tell about as much."""
        return self.weight**2 / self.squares if self.squares else 0.0

    @property
    def errors(self) -> FloatArray:
        """Standard errors of the shares of the pot, shape (players,), by the delta method."""
        means = self.sums[:, SHARE] / self.weight
        spread = self.shares_squared - 2 * means * self.shares + means**2 * self.squares
        spread *= self.deals / max(1, self.deals - 1)
        return np.asarray(np.sqrt(np.maximum(0.0, spread)) / (POT * self.weight))


def tally_deals(
    n_players: int,
    draw: Callable[[int, list[int]], Tally],
    deals: int | None,
    error: float | None,
    seed: int | None,
    progress: Callable[[str, float], object],
) -> tuple[Tally, int]:
    """Draw until there are enough deals, or until the standard errors are small enough.

    Ctrl-C ends it with the deals drawn so far.  Returns the sums, and the seed that was taken.

    Parameters
    ----------
    draw
        Draws a number of deals with a seed of two numbers; called by several threads.
    deals, error
        Number of deals, or the standard error to reach; `DEFAULT_DEALS` deals if both are None.
    seed
        Of all draws, a new one unless given.
    """
    chosen = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    n_deals = deals or (None if error is not None else DEFAULT_DEALS)
    tally = Tally.empty(n_players)

    def batch(number: int) -> Tally:
        size = BATCH if n_deals is None else min(BATCH, n_deals - number * BATCH)
        return draw(size, [chosen, number])

    numbers = count() if n_deals is None else range(-(-n_deals // BATCH))
    try:
        for more in in_parallel(batch, numbers):
            tally += more
            if n_deals is None and error is not None:
                most = tally.errors.max()
                progress("dealing", min(1.0, (error / max(most, 1e-12)) ** 2))
                if tally.deals > BATCH and most <= error:
                    break
            elif n_deals is not None:
                progress("dealing", min(1.0, tally.deals / n_deals))
    except KeyboardInterrupt:
        if not tally.deals:
            raise
    return tally, chosen
