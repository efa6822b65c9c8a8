"""Models of spread: stacks of a field around their mean, and losses unnoticeable in a lifetime.

200 hands an hour, 12 hours a day, for 70 years are 61,320,000 hands.  Their mean has the standard error of
one hand's standard deviation over the root of their number.  A strategy that loses less than 1.64 such errors
a hand cannot be told from a perfect one with 95% confidence in a lifetime: the criterion by which two-player
limit hold'em was called solved [1]_.

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
"""All have the mean stack; or stacks are exponentially distributed, roughly as in deep fields."""
_GROUPS = 50


def spread_around(players: int, mean: float, spread: str) -> tuple[tuple[int, float], ...]:
    """Return groups of equal stacks around a mean, as pairs of players and chips.

    `spread` is one of `SPREADS`; an exponential field has up to 50 groups of quantiles with their means.
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
    """Return the stack of every player of some groups, in their order."""
    return tuple(chips for players, stack in groups for chips in [stack] * players)


def _tail(share: float) -> float:
    """Return the integral of the quantile function of the unit exponential distribution above a share."""
    left = 1.0 - share
    return left * (1.0 - log(left)) if left > 0 else 0.0


LIFETIME = "lifetime"
"""A name for `lifetime_limit` as the gain to stop at."""
LIFETIME_HANDS = 200 * 12 * 365 * 70
DEVIATIONS = 1.64


def lifetime_limit(deviation: float, hands: float = LIFETIME_HANDS) -> float:
    """Return the largest gain per hand that cannot be noticed, in the unit of one hand's deviation."""
    return DEVIATIONS * deviation / math.sqrt(hands)


def hands_to_notice(gain: float, deviation: float) -> float:
    """Return the number of hands after which a gain per hand is noticed; infinite for no gain."""
    return (DEVIATIONS * deviation / gain) ** 2 if gain > 0 else math.inf
