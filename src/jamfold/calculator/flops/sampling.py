"""Several opponents on the flop, dealt at random: estimates with their standard errors.

A sample is reproducible: the same seed gives the same deals on every machine.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import sqrt

import numpy as np

from jamfold.calculator.flops.flop_hands import FlopLookup
from jamfold.calculator.flops.showdowns import deal_answers, deal_stayers
from jamfold.core.arrays import FloatArray, IntArray

_CHUNK = 50_000  # deals between two looks at the keyboard
_ATTEMPTS = 200  # per deal wanted, before a range counts as too narrow
_SEEDS = 1 << 64


@dataclass(frozen=True)
class FlopTally:
    """Deals by how they ended."""

    lost: int
    """Deals lost."""
    shared: tuple[int, ...]
    """Deals shared by 1, 2, ... players, oneself among them."""
    everybody_folds: int = 0
    """Deals in which nobody stayed."""

    @property
    def deals(self) -> int:
        return self.lost + sum(self.shared) + self.everybody_folds

    @property
    def share(self) -> float:
        """The mean share of the pot."""
        return self._moment(1) / self.deals

    @property
    def standard_error(self) -> float:
        """The standard error of `share`; one deal tells nothing about it and counts as 1/2."""
        n = self.deals
        if n == 1:
            return 0.5
        return sqrt(max(0.0, self._moment(2) / n - self.share**2) / (n - 1))

    def _moment(self, power: int) -> float:
        shares = sum(count / float(players) ** power for players, count in enumerate(self.shared, start=1))
        return self.everybody_folds + shares


def stream(seed: int, stays: FloatArray) -> int:
    """Where the random numbers for opponents who stay so start.

    A threshold from which to fold is chosen on the deals of one folding, and may be given as the next one:
    it has other deals then, whatever the seed, and is not measured by the luck that it was chosen by.
    """
    digest = hashlib.sha256(f"{seed}\n".encode())
    digest.update(np.ascontiguousarray(stays, dtype="<f8").tobytes())
    return int.from_bytes(digest.digest()[:8], "little")


def sample_stayers(
    flop: FlopLookup,
    hand: int,
    opponents: int,
    weights: FloatArray,
    deals: int,
    seed: int,
) -> FlopTally | None:
    """Deal opponents who all hold a holding of their remaining range.

    Each set of disjoint holdings has a probability proportional to the product of their
    weights: holdings are drawn independently by weight, and all rejected when two share a card.

    Parameters
    ----------
    flop, hand
        The flop, and the number of the hand.
    opponents
        Their number, 1 to 22.
    weights
        float64, shape (holdings,): 0 for holdings that share a card with the hand; their
        sum is positive.
    deals, seed
        The size of the sample, and where the random numbers start.

    Returns
    -------
    The tally, or None if 200 attempts per deal made none: then the ranges block each
    other always or nearly so.  The tally has fewer deals than ``deals`` if they are rare.
    """
    rows = np.flatnonzero(weights > 0)
    cumulative = np.cumsum(weights[rows])
    random = np.array([seed % _SEEDS], dtype=np.uint64)
    tally = np.zeros(opponents + 2, dtype=np.int64)
    attempts = _ATTEMPTS * deals
    while deals and attempts:
        n_dealt, used = deal_stayers(
            flop, hand, rows, cumulative,
            min(deals, _CHUNK), min(attempts, _ATTEMPTS * _CHUNK), random, tally,
        )  # fmt: skip
        deals, attempts = deals - n_dealt, attempts - used
        if not tally.any():
            return None
    return FlopTally(int(tally[0]), tuple(tally[1:].tolist()))


def sample_answers(
    flop: FlopLookup,
    hand: int,
    levels: IntArray,
    stays: FloatArray,
    opponents: int,
    deals: int,
    seed: int,
) -> tuple[FlopTally, FloatArray]:
    """Deal random opponents; each stays or folds.

    Parameters are those of `sample_stayers`, and

    levels
        int64, shape (holdings,): each holding's place among the strengths of the flop.
    stays
        float64, shape (holdings,): each holding's probability of staying.

    Returns
    -------
    tally
        How the deals ended.
    shares
        float64, shape (levels + 1,): the mean share of the pot when all holdings
        of the lowest 0, 1, ... levels fold and the others stay; it never falls.
    """
    random = np.array([seed % _SEEDS], dtype=np.uint64)
    tally = np.zeros(opponents + 3, dtype=np.int64)
    rises = np.zeros(int(levels.max()) + 2)
    for begin in range(0, deals, _CHUNK):
        deal_answers(flop, hand, levels, stays, min(_CHUNK, deals - begin), random, tally, rises)
    shares = np.cumsum(np.concatenate([rises[-1:], rises[:-1]])) / deals
    return FlopTally(int(tally[0]), tuple(tally[1:-1].tolist()), int(tally[-1])), shares
