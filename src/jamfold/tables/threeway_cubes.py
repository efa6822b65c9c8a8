"""Three-way tables as cubes over ordered triples of classes, in deals, as the solver takes them; summed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray, IntArray
from jamfold.compiled import kernel
from jamfold.tables.decomposition.orders import ORDERS, TURNS, turned_orders
from jamfold.tables.threeway_table import ThreewayTable


def order_cube(table: ThreewayTable, values: FloatArray) -> FloatArray:
    """Deals of three classes, each weighted with the mean of a value over its boards.

    Parameters
    ----------
    values
        Shape (13,): by the order of the first, the second and the third class.

    Returns
    -------
    float64, shape (n, n, n), by the three classes.
    """
    turned = np.asarray(values, dtype=np.float64)[turned_orders()] / table.n_boards
    return _cube(table, table.orders, turned)


def deal_cube(table: ThreewayTable) -> FloatArray:
    """Deals of three classes: float64, shape (n, n, n), whole numbers."""
    return _cube(table, table.placements[:, None], np.ones((len(TURNS), 1)))


def _cube(table: ThreewayTable, rows: NDArray[Any], values: FloatArray) -> FloatArray:
    n = table.classes.n
    cube = np.empty((n, n, n))
    _fill(rows, table.classes.sizes, np.array(TURNS), values, cube)
    return cube


def pair_values() -> tuple[FloatArray, FloatArray]:
    """By the order of three hands: 1 where the first beats the second; and where they tie."""
    wins = np.array([float(order[0] < order[1]) for order in ORDERS])
    ties = np.array([float(order[0] == order[1]) for order in ORDERS])
    return wins, ties


def pair_sums(
    table: ThreewayTable,
) -> tuple[IntArray, IntArray, IntArray]:
    """Over all third hands: how often class a beats class b, how often they tie, and in how many deals.

    Returns
    -------
    wins, ties
        int64, shape (n, n): over all hands of both classes, third hands and boards; below
        1,326 x 1,225 x 1,128 x 1,370,754 < 2^52, so that floats hold them.
    deals
        int64, shape (n, n): triples of hands.
    """
    wins, ties = (order_cube(table, table.n_boards * values).sum(axis=2) for values in pair_values())
    return wins.astype(np.int64), ties.astype(np.int64), deal_cube(table).sum(axis=2).astype(np.int64)


@kernel
def _fill(
    counts: NDArray[Any],
    sizes: IntArray,
    turns: IntArray,
    values: FloatArray,
    cube: FloatArray,
) -> None:
    """Fill cube (n, n, n) with the counts of each row, each times its value (6, counts of a row) by turn."""
    triple = np.empty(3, dtype=np.int64)
    row = 0
    for k in range(len(sizes)):
        for j in range(k + 1):
            for i in range(j + 1):
                triple[0], triple[1], triple[2] = k, j, i
                for t in range(turns.shape[0]):
                    total = 0.0
                    for o in range(counts.shape[1]):
                        total += values[t, o] * counts[row, o]
                    a, b, c = triple[turns[t, 0]], triple[turns[t, 1]], triple[turns[t, 2]]
                    cube[a, b, c] = sizes[k] * total
                row += 1
