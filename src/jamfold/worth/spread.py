"""How the stacks of a field lie around their mean, where only that and the players left are known: models."""

from __future__ import annotations

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
