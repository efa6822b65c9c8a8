"""Three-way tables as cubes over ordered triples of classes, in deals, as the solver takes them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.compiled import kernel
from jamfold.tables.decomposition.orders import ORDERS, TURNS, turned_orders
from jamfold.tables.threeway_table import ThreewayTable


def order_cube(table: ThreewayTable, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Deals of three classes, each weighted with the mean of a value over its boards.

    Parameters
    ----------
    values
        Shape (13,): by the order of the first, the second and the third class.

    Returns
    -------
    float64, shape (n, n, n), by the three classes.
    """
    n = table.classes.n
    cube = np.empty((n, n, n))
    numbers = np.array(TURNS)
    turned = np.asarray(values, dtype=np.float64)[turned_orders()] / table.n_boards
    _fill(table.orders, table.classes.sizes, numbers, turned, cube)
    return cube


def deal_cube(table: ThreewayTable) -> NDArray[np.float64]:
    """Deals of three classes: float64, shape (n, n, n), whole numbers."""
    n = table.classes.n
    cube = np.empty((n, n, n))
    _fill_deals(table.placements, table.classes.sizes, np.array(TURNS), cube)
    return cube


def pair_values() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By the order of three hands: 1 where the first beats the second; and where they tie."""
    wins = np.array([float(order[0] < order[1]) for order in ORDERS])
    ties = np.array([float(order[0] == order[1]) for order in ORDERS])
    return wins, ties


@kernel
def _fill(
    orders: NDArray[np.int32],
    sizes: NDArray[np.int64],
    turns: NDArray[np.int64],
    values: NDArray[np.float64],
    cube: NDArray[np.float64],
) -> None:
    """Fill cube (n, n, n); values (6, 13) by turn and the order of the table's row."""
    given = np.empty(3, dtype=np.int64)
    row = 0
    for k in range(len(sizes)):
        for j in range(k + 1):
            for i in range(j + 1):
                given[0], given[1], given[2] = k, j, i
                for t in range(turns.shape[0]):
                    total = 0.0
                    for o in range(orders.shape[1]):
                        total += values[t, o] * orders[row, o]
                    a, b, c = given[turns[t, 0]], given[turns[t, 1]], given[turns[t, 2]]
                    cube[a, b, c] = sizes[k] * total
                row += 1


@kernel
def _fill_deals(
    placements: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    turns: NDArray[np.int64],
    cube: NDArray[np.float64],
) -> None:
    given = np.empty(3, dtype=np.int64)
    row = 0
    for k in range(len(sizes)):
        for j in range(k + 1):
            for i in range(j + 1):
                given[0], given[1], given[2] = k, j, i
                for t in range(turns.shape[0]):
                    a, b, c = given[turns[t, 0]], given[turns[t, 1]], given[turns[t, 2]]
                    cube[a, b, c] = sizes[k] * placements[row]
                row += 1
