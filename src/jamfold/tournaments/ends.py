"""How often each end of a hand of three comes: who is in, and the order of the three hands.

All three hands count, those of players who have folded, too: the order of a hand that folded does not matter
at the showdown, but its cards are out of the deck.  Node numbers are those of `solver.three_seats`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.compiled import kernel
from jamfold.tables.decomposition.orders import ORDERS, TURNS, turned_orders
from jamfold.tables.threeway_table import ThreewayTable

FloatArray = NDArray[np.float64]

IN = ((), (0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
"""Who is in at an end: players 0, 1, 2 as they act.  Player 2 alone is nobody: they have won."""


def end_chances(table: ThreewayTable, strategy: FloatArray) -> FloatArray:
    """The chance of every end: float64, shape (7, 13), by `IN` and by the order of players 0, 1, 2.

    Parameters
    ----------
    strategy
        Chances to jam of the six nodes by class, shape (6, n).
    """
    out = np.zeros((len(IN), len(ORDERS)))
    _end_chances(
        table.orders, table.classes.sizes, np.array(TURNS), turned_orders(),
        np.ascontiguousarray(strategy), out,
    )  # fmt: skip
    chances: FloatArray = out / out.sum()
    return chances


def places_in(in_: tuple[int, ...], order: int) -> tuple[int, ...]:
    """The places of those who are in, among themselves, by the number of the order of all three."""
    places = [ORDERS[order][player] for player in in_]
    ranks = sorted(set(places))
    return tuple(ranks.index(place) for place in places)


@kernel
def _end_chances(
    orders: NDArray[np.int32],
    sizes: NDArray[np.int64],
    turns: NDArray[np.int64],
    turned: NDArray[np.int64],
    strategy: FloatArray,
    out: FloatArray,
) -> None:
    """Add up out (7, 13): boards by end; below 1e15, so exact but for the chances."""
    given = np.empty(3, dtype=np.int64)
    weights = np.empty(7)
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
                    a, b, c = given[turns[t, 0]], given[turns[t, 1]], given[turns[t, 2]]
                    x, call, jam = strategy[0, a], strategy[1, b], strategy[2, b]
                    both, zero, one = strategy[3, c], strategy[4, c], strategy[5, c]
                    weights[0] = (1 - x) * (1 - jam)
                    weights[1] = x * (1 - call) * (1 - zero)
                    weights[2] = (1 - x) * jam * (1 - one)
                    weights[3] = x * call * (1 - both)
                    weights[4] = x * (1 - call) * zero
                    weights[5] = (1 - x) * jam * one
                    weights[6] = x * call * both
                    for end in range(7):
                        if weights[end] == 0:
                            continue
                        weight = weights[end] * sizes[k]
                        for o in range(orders.shape[1]):
                            out[end, turned[t, o]] += weight * orders[row, o]
                row += 1


@kernel
def _place(turn: NDArray[np.int64], hand: int) -> int:
    for place in range(3):
        if turn[place] == hand:
            return place
    return -1
