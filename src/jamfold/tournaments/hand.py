"""One hand of a heads-up tournament on the grid: where each of its ends leads, and how often it comes.

With x the small blind's stack before posting, a the ante, M = min(x, N - x) and L = M - a,
the small blind has after the hand

    fold  x - a - min(sb, L)      steal  x + a + min(bb, L)
    win   x + M      lose  x - M      tie  x

Where the pot is split between a high and a low, the quarters of it that cannot be halved
in the unit of the grid leave the odd unit with the big blind, who sits left of the button.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.solver.payoffs import Payoffs
from jamfold.solver.products import RangeSums
from jamfold.solver.stakes import Ends, Stakes
from jamfold.tournaments.levels import BlindLevel


@dataclass(frozen=True)
class GridHand:
    """A hand with stacks in units.

    Attributes
    ----------
    stack, steps
        The small blind's stack x, and N.
    level
        The blinds, in chips.
    unit
        Chips of a unit.
    split
        Whether a high and a low share the pot.
    """

    stack: int
    steps: int
    level: BlindLevel
    unit: int
    split: bool

    @property
    def risked(self) -> int:
        """M, what each player can lose."""
        return min(self.stack, self.steps - self.stack)

    @property
    def live(self) -> int:
        """L, M without the ante."""
        return self.risked - min(self.level.ante // self.unit, self.risked)

    @property
    def decides(self) -> tuple[bool, bool]:
        """Whether the small blind and the big blind have a choice."""
        return self.live > self.level.small // self.unit, self.live > self.level.big // self.unit

    @property
    def next_stacks(self) -> tuple[int, ...]:
        """The small blind's stack after folding, after stealing, and after a showdown by ascending share."""
        x, most, live = self.stack, self.risked, self.live
        ante = most - live
        small, big = (min(blind // self.unit, live) for blind in (self.level.small, self.level.big))
        quarters = (most // 2, most, most + most // 2) if self.split else (most,)
        return (x - ante - small, x + ante + big, x - most, *(x - most + won for won in quarters), x + most)

    def stakes(self, continuation: NDArray[np.float64]) -> Stakes:
        """The hand when a stack of k units is worth ``continuation[k]`` to the small blind after it."""
        fold, steal, *shown = (float(continuation[stack]) for stack in self.next_stacks)
        jams, calls = self.decides
        return Stakes(
            Ends(fold, steal, tuple(shown)),
            Ends(1.0 - fold, 1.0 - steal, tuple(1.0 - value for value in reversed(shown))),
            jam_forced=not jams,
            call_forced=not calls,
        )


def end_chances(payoffs: Payoffs, jamming: RangeSums, calling: RangeSums) -> NDArray[np.float64]:
    """How often each end comes, in the order of `GridHand.next_stacks`; they sum to 1.

    Of `jamming` only the strategy counts, of `calling` the products.
    """
    weights = payoffs.counts * jamming.strategy / payoffs.n_hands
    return _chances(payoffs, float(weights.sum()), weights, calling, 1)


def end_chances_called(
    payoffs: Payoffs, jamming: RangeSums, calling: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The same from the other side: the products of `jamming`, and a calling strategy (n,)."""
    weights = payoffs.counts * calling / payoffs.n_hands
    return _chances(payoffs, payoffs.share(jamming.strategy), weights, jamming, -1)


def _chances(
    payoffs: Payoffs, jams: float, weights: NDArray[np.float64], met: RangeSums, sign: int
) -> NDArray[np.float64]:
    """`sign` turns margins of the classes that the weights (n,) belong to into the small blind's."""

    def mean(sums: NDArray[np.float64]) -> float:
        return float(weights @ sums) / payoffs.n_opponent_hands

    shown, margin = mean(met.placements), sign * mean(met.margins)
    planes = [mean(sums) for sums in met.planes]
    if len(planes) == 1:
        rest, apart, between = shown - planes[0], margin, planes
    else:
        half, quarters, quarter_margin = planes[0], planes[1], sign * planes[2]
        rest, apart = shown - half - quarters, margin - quarter_margin / 2
        between = [(quarters - quarter_margin) / 2, half, (quarters + quarter_margin) / 2]
    return np.array([1.0 - jams, jams - shown, (rest - apart) / 2, *between, (rest + apart) / 2])
