"""Sums of a three-way table over the third class: what two hands do, whoever holds the other cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.compiled import kernel
from jamfold.tables.decomposition.orders import ORDERS, TURNS
from jamfold.tables.threeway_table import ThreewayTable


def pair_sums(
    table: ThreewayTable,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Over all third hands: how often class a beats class b, how often they tie, and in how many deals.

    Returns
    -------
    wins, ties
        int64, shape (n, n): over all hands of both classes, third hands and boards; below
        1,326 x 1,225 x 1,128 x 1,370,754 < 2^52.
    deals
        int64, shape (n, n): triples of hands.
    """
    n = table.classes.n
    wins, ties, deals = (np.zeros((n, n), dtype=np.int64) for _ in range(3))
    _pair_sums(
        table.orders, table.placements, table.classes.sizes, np.array(TURNS), np.array(ORDERS),
        wins, ties, deals,
    )  # fmt: skip
    return wins, ties, deals


@kernel
def _pair_sums(
    orders: NDArray[np.int32],
    placements: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    turns: NDArray[np.int64],
    places: NDArray[np.int64],
    wins: NDArray[np.int64],
    ties: NDArray[np.int64],
    deals: NDArray[np.int64],
) -> None:
    """Fill wins, ties and deals, each zero before."""
    given = np.empty(3, dtype=np.int64)
    row = 0
    for k in range(len(sizes)):
        for j in range(k + 1):
            for i in range(j + 1):
                given[0], given[1], given[2] = k, j, i
                for t in range(turns.shape[0]):
                    # Every ordered triple of classes once.
                    if k == j and _place(turns[t], 0) > _place(turns[t], 1):
                        continue
                    if j == i and _place(turns[t], 1) > _place(turns[t], 2):
                        continue
                    x, y = turns[t, 0], turns[t, 1]
                    a, b = given[x], given[y]
                    for o in range(orders.shape[1]):
                        amount = sizes[k] * np.int64(orders[row, o])
                        if places[o, x] < places[o, y]:
                            wins[a, b] += amount
                        elif places[o, x] == places[o, y]:
                            ties[a, b] += amount
                    deals[a, b] += sizes[k] * np.int64(placements[row])
                row += 1


@kernel
def _place(turn: NDArray[np.int64], hand: int) -> int:
    """Where a hand stands in a row."""
    for place in range(3):
        if turn[place] == hand:
            return place
    return -1
