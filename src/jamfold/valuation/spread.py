"""Models of spread: stacks of a field around their mean, and losses unnoticeable in a lifetime.

The spread of stacks follows from their mean and the number of players left alone.

A lifetime is a yardstick for "does it matter".  A player of 200 hands an hour, 12 hours a day, for 70
years plays 61,320,000.  The mean of these hands has a standard error of one hand's deviation over the root of
their number.  A strategy that loses less than 1.64 such errors a hand wins more than it should in one
lifetime of twenty, so nobody can tell it from a perfect one with 95% confidence.  The criterion by which
two-player limit hold'em was called solved [1]_.

References
----------
.. [1] M. Bowling, N. Burch, M. Johanson, O. Tammelin, "Heads-up limit hold'em poker is solved", Science
   347, 2015, p. 145-149.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from math import log

EQUAL, EXPONENTIAL = SPREADS = "equal", "exponential"
"""All have the mean stack; or the stacks of an exponential law, which deep fields come near to."""
_GROUPS = 50


def spread_around(players: int, mean: float, spread: str) -> tuple[tuple[int, float], ...]:
    """Players and chips of groups of equal stacks, whose mean is that of the field.

    Parameters
    ----------
    players
        Players left, at least 1.
    mean
        Their mean stack, in chips.
    spread
        One of `SPREADS`.  The exponential law, by the mean of each of up to 50 groups of its quantiles;
        nothing is sampled.
    """
    if spread == EQUAL or players == 1:
        return ((players, mean),)
    ends = [players * k // min(_GROUPS, players) for k in range(min(_GROUPS, players) + 1)]
    groups = []
    for low, high in pairwise(ends):
        share = (_tail(low / players) - _tail(high / players)) * players / (high - low)
        groups.append((high - low, mean * share))
    return tuple(groups)


def one_by_one(groups: Sequence[tuple[int, float]]) -> tuple[float, ...]:
    """The stack of every player of some groups, in their order."""
    return tuple(chips for players, stack in groups for chips in [stack] * players)


def _tail(share: float) -> float:
    """The mean of an exponential law of mean 1 above a quantile, times the chance to be there."""
    left = 1.0 - share
    return left * (1.0 - log(left)) if left > 0 else 0.0


LIFETIME = "lifetime"
"""What a gain to stop at may be, in place of a number."""
LIFETIME_HANDS = 200 * 12 * 365 * 70
DEVIATIONS = 1.64


def lifetime_limit(deviation: float, hands: float = LIFETIME_HANDS) -> float:
    """The gain per hand that this many hands cannot tell from none, in the unit of one hand's deviation."""
    return DEVIATIONS * deviation / math.sqrt(hands)


def hands_to_notice(gain: float, deviation: float) -> float:
    """After how many hands a gain shows, by the same criterion; infinite for none."""
    return (DEVIATIONS * deviation / gain) ** 2 if gain > 0 else math.inf
