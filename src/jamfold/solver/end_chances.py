"""How often a hand of two ends in each way: what moments of its results are made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums


class EndChances(NamedTuple):
    """Chances of the ends of a hand; they sum to one."""

    fold: float
    """I folds."""
    steal: float
    """I jams and II folds."""
    showdown: tuple[float, ...]
    """Both are all-in, by I's share of the pot, ascending: 0, 1/2 and 1, or 0, 1/4, 1/2, 3/4 and 1."""

    def mean(self, fold: float, steal: float, showdown: tuple[float, ...]) -> float:
        """The mean of a value of every end, showdowns by I's share."""
        return (
            self.fold * fold
            + self.steal * steal
            + sum(chance * value for chance, value in zip(self.showdown, showdown, strict=True))
        )


def terminal_probabilities(payoffs: ClassGame, jamming: RangeSums, calling: RangeSums) -> EndChances:
    """The chances of the ends of a pair of strategies.

    Parameters
    ----------
    payoffs
        With planes of outcomes, which tell the shares apart; see `Ends.curvature`.
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
