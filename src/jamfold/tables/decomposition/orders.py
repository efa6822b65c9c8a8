"""The 13 weak orders of three strengths, and how they turn when the three hands change places.

An order is written as the place of each hand, 0 for the best: (0, 1, 2) is first before second before
third, (0, 0, 1) the first two level before the third.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.compiled import kernel


def _places(strengths: tuple[int, ...]) -> tuple[int, int, int]:
    better = sorted(set(strengths), reverse=True)
    a, b, c = (better.index(one) for one in strengths)
    return a, b, c


ORDERS: tuple[tuple[int, int, int], ...] = tuple(
    sorted({_places(one) for one in product(range(3), repeat=3)})
)
"""The places of the three hands by the number of the order: (0, 0, 0), (0, 0, 1), ..., (2, 1, 0)."""

N_ORDERS = len(ORDERS)

TURNS: tuple[tuple[int, int, int], ...] = tuple((a, b, c) for a, b, c in permutations(range(3)))
"""The ways to put three hands in a row: which hand stands first, second and third."""


def turned_orders() -> IntArray:
    """The number of an order in a row of hands: int64, shape (6, 13).

    ``[t, o]`` is the order that the hands TURNS[t][0], TURNS[t][1], TURNS[t][2] are in, in this row, when
    the order of hands 0, 1, 2 is o.
    """
    numbers = {order: number for number, order in enumerate(ORDERS)}
    return np.array(
        [[numbers[order[a], order[b], order[c]] for order in ORDERS] for a, b, c in TURNS], dtype=np.int64
    )


# Where the third hand stands, for the three ways the first two stand to one another: above the better,
# level with it, between, level with the worse, below it.
_FIRST = tuple(map(ORDERS.index, ((1, 2, 0), (0, 1, 0), (0, 2, 1), (0, 1, 1), (0, 1, 2))))
_SECOND = tuple(map(ORDERS.index, ((2, 1, 0), (1, 0, 0), (2, 0, 1), (1, 0, 1), (1, 0, 2))))
_LEVEL = tuple(map(ORDERS.index, ((1, 1, 0), (0, 0, 0), (0, 0, 1))))
_F0, _F1, _F2, _F3, _F4 = _FIRST
_S0, _S1, _S2, _S3, _S4 = _SECOND
_L0, _L1, _L2 = _LEVEL

FIRST_AHEAD, SECOND_AHEAD, BOTH_LEVEL = range(3)


@kernel
def add_orders(relation: int, counts: NDArray[np.int32], row: NDArray[np.int32]) -> None:
    """Add to row (13,) what counts of a third hand say, where the first two stand in this relation.

    counts (5,): how often the third is above the better of them, above or level, above the worse, above or
    level, and of how many.
    """
    above, from_better, above_worse, from_worse, total = counts[0], counts[1], counts[2], counts[3], counts[4]
    if relation == FIRST_AHEAD:
        row[_F0] += above
        row[_F1] += from_better - above
        row[_F2] += above_worse - from_better
        row[_F3] += from_worse - above_worse
        row[_F4] += total - from_worse
    elif relation == SECOND_AHEAD:
        row[_S0] += above
        row[_S1] += from_better - above
        row[_S2] += above_worse - from_better
        row[_S3] += from_worse - above_worse
        row[_S4] += total - from_worse
    else:
        row[_L0] += above
        row[_L1] += from_better - above
        row[_L2] += total - from_better
