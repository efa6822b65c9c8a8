"""Probabilities of the terminal nodes of a two-player hand, for moments of its results."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums


class EndChances(NamedTuple):
    """Probabilities of the ends of a hand; they sum to 1."""

    fold: float
    """I folds."""
    steal: float
    """I jams and II folds."""
    showdown: tuple[float, ...]
    """Both are all-in, by I's share of the pot, ascending: 0, 1/2 and 1, or 0, 1/4, 1/2, 3/4 and 1."""

    def mean(self, fold: float, steal: float, showdown: tuple[float, ...]) -> float:
        """Return the mean of the values of all ends, with showdowns by I's share."""
        return (
            self.fold * fold
            + self.steal * steal
            + sum(chance * value for chance, value in zip(self.showdown, showdown, strict=True))
        )


def terminal_probabilities(payoffs: ClassGame, jamming: RangeSums, calling: RangeSums) -> EndChances:
    """Return the probabilities of the ends for a pair of strategies.

    The payoffs need planes of split pots, see `PlayerPayoffs.curvature`.
    """
    jammed = payoffs.share(jamming.strategy)
    weights = payoffs.counts * jamming.strategy / (payoffs.n_hands * payoffs.n_opponent_hands)
    called, margin, *between = (
        float(np.sum(weights * sums)) for sums in (calling.placements, calling.margins, *calling.planes)
    )
    if len(between) == 1:
        (ties,) = between
        high = (called - ties - margin) / 2, ties, (called - ties + margin) / 2
        return EndChances(1 - jammed, jammed - called, high)
    halves, quarters, more = between
    whole, lead = called - halves - quarters, margin - more / 2
    outcomes = (whole - lead) / 2, (quarters - more) / 2, halves, (quarters + more) / 2, (whole + lead) / 2
    return EndChances(1 - jammed, jammed - called, outcomes)
