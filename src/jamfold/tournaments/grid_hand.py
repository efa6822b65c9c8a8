"""One hand of a heads-up tournament on the grid: where each of its ends leads, and how often it comes.

Where the pot is split between a high and a low, the quarters of it that cannot be halved
in the unit of the grid leave the odd unit with the big blind, who sits left of the button.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.hand.ends import DIVIDED, UNDIVIDED
from jamfold.hand.two_seats import Situation
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs
from jamfold.tournaments.levels import ScheduledLevel


@dataclass(frozen=True)
class GridHand:
    """A hand with stacks in units."""

    stack: int
    steps: int
    """stack, steps: The small blind's stack x, and N."""
    level: ScheduledLevel
    """The blinds, in chips."""
    unit: int
    """Chips of a unit."""
    split: bool
    """Whether a high and a low share the pot."""

    @cached_property
    def spot(self) -> Situation:
        return Situation.at((self.stack, self.steps - self.stack), self.level.posted(self.unit))

    @cached_property
    def next_stacks(self) -> tuple[int, ...]:
        """The small blind's stack after folding, after stealing, and after a showdown by ascending share."""
        shown = [self.spot.showdown(share) for share in (DIVIDED if self.split else UNDIVIDED)]
        ends = (self.spot.small_blind_folds(), self.spot.big_blind_folds(), *shown)
        return tuple(self.stack + floor(won) for won, _ in ends)

    def stakes(self, continuation: FloatArray) -> TerminalPayoffs:
        """The hand when a stack of k units is worth ``continuation[k]`` to the small blind after it."""
        fold, steal, *shown = (float(continuation[stack]) for stack in self.next_stacks)
        jams, calls = self.spot.has_decision
        return TerminalPayoffs(
            PlayerPayoffs(fold, steal, tuple(shown)),
            PlayerPayoffs(1.0 - fold, 1.0 - steal, tuple(1.0 - value for value in reversed(shown))),
            jam_forced=not jams,
            call_forced=not calls,
        )


def share_sums(met: RangeSums) -> FloatArray:
    """A range by what every class wins of it: hands, weighted by how often they are played and by boards.

    Returns
    -------
    Shape (3, n), by the class's share of the pot 0, 1/2, 1; (5, n) by quarters where a high and a low
    share it.
    """
    if len(met.planes) == 1:
        between = [met.planes[0]]
        rest, apart = met.placements - met.planes[0], met.margins
    else:
        half, quarters, margin = met.planes  # a quarter more than half the pot is a margin of 1/2
        between = [(quarters - margin) / 2, half, (quarters + margin) / 2]
        rest, apart = met.placements - half - quarters, met.margins - margin / 2
    return np.array([(rest - apart) / 2, *between, (rest + apart) / 2])


def end_chances(payoffs: ClassGame, jamming: FloatArray, calling: RangeSums) -> FloatArray:
    """How often each end comes when `jamming` (n,) meets a range, in the order of `GridHand.next_stacks`."""
    weights = payoffs.counts * jamming / payoffs.n_hands
    return _chances(payoffs, float(weights.sum()), share_sums(calling) @ weights)


def end_chances_called(payoffs: ClassGame, jamming: RangeSums, calling: FloatArray) -> FloatArray:
    """The same from the other side: a range that jams, and `calling` (n,)."""
    weights = payoffs.counts * calling / payoffs.n_hands
    return _chances(payoffs, payoffs.share(jamming.strategy), (share_sums(jamming) @ weights)[::-1])


def _chances(payoffs: ClassGame, jams: float, sums: FloatArray) -> FloatArray:
    """`sums` are of showdowns by the small blind's share."""
    shown = sums / payoffs.n_opponent_hands
    return np.concatenate([[1.0 - jams, jams - shown.sum()], shown])
