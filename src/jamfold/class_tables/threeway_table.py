"""The three-way table of a game: its content and storage, and cubes of deals for the solver.

For three disjoint hands the boards fall into 13 orders of strength, ties distinguished.  The table has
their numbers for every triple of classes: all cards of all three are out of the deck, so it also says how
two hands do when a third has folded.

The folder ``tables`` has ``G.threeway.npy`` (int32, shape (C(n + 2, 3), 13)),
``G.threeway.placements.npy`` (uint8, shape (C(n + 2, 3),)) and the record.

Cubes are over ordered triples of classes, in deals, and can be summed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.games import BOARD_CARDS, Game, check_threeway
from jamfold.class_tables.class_table import build_command, rules_of, tables_folder
from jamfold.class_tables.decomposition.orders import N_ORDERS, ORDERS, TURNS, triple_number, turned_orders
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact, OpenArtifact

ORDER_COUNTS, PLACEMENTS = "orders", "placements"


@dataclass(frozen=True, eq=False)
class ThreewayTable:
    """The three-way table of one game."""

    game: Game
    classes: HandClasses
    """game, classes: The rules, and the classes."""
    orders: NDArray[np.int32]
    """int32, shape (C(n + 2, 3), 13), a read-only memory map: for classes k >= j >= i, in the row C(k + 2, 3)
    + C(j + 1, 2) + i, the boards on which one hand of class k, a hand of class j and one of class i stand in
    each of the `ORDERS`, over all hands of j and i and all boards."""
    placements: NDArray[np.uint8]
    """uint8, shape (C(n + 2, 3),): the pairs of hands of j and i that are disjoint from it and one
    another."""

    @property
    def n_boards(self) -> int:
        """Boards left when three hands are known."""
        return threeway_boards(self.game)

    def counts(self, class1: int, class2: int, class3: int) -> dict[tuple[int, int, int], int]:
        """Boards by the order of three classes, over all disjoint hands of them.

        Raises ClassError if an id is out of range.

        Returns
        -------
        By the places of the three, 0 for the best; the counts of all 13 sum to the triples of disjoint
        hands times `n_boards`.
        """
        numbers = [int(self.classes.check(number)) for number in (class1, class2, class3)]
        turn = min(TURNS, key=lambda row: [-numbers[hand] for hand in row])
        k, j, i = (numbers[hand] for hand in turn)
        row = self.orders[triple_number(k, j, i)]
        turned = turned_orders()[TURNS.index(turn)]
        size = int(self.classes.sizes[k])
        return {order: size * int(row[turned[o]]) for o, order in enumerate(ORDERS)}


def threeway_boards(game: Game) -> int:
    """Boards left when three hands are known."""
    return comb(len(game.deck) - 3 * game.hole_cards, BOARD_CARDS)


def threeway_item(game: Game) -> Artifact:
    """How a game's three-way table is kept. Raises UnsupportedError if the game has none."""
    check_threeway(game)
    triples = comb(hand_classes(game).n + 2, 3)
    return Artifact(
        folder=tables_folder(),
        name=f"{game.name}.threeway",
        kind="threeway",
        title=f"three-way table of {game.name}",
        serves="table",
        identity={
            "game": game.name,
            "rules": rules_of(game),
            "unit": "boards by the order of three hands, over all disjoint hands and boards",
        },
        array_specs={
            ORDER_COUNTS: ArraySpec("<i4", (triples, N_ORDERS), mapped=True),
            PLACEMENTS: ArraySpec("|u1", (triples,)),
        },
        build_hint=f"{build_command(game)[:-1]} --threeway`",
        leftovers=(threeway_work_name(game),),
    )


def threeway_work_name(game: Game) -> str:
    """The folder, next to the table, with the blocks of an unfinished build."""
    return f"{game.name}.threeway.work"


def threeway_of(game: Game, artifact: OpenArtifact) -> ThreewayTable:
    return ThreewayTable(game, hand_classes(game), artifact.arrays[ORDER_COUNTS], artifact.arrays[PLACEMENTS])


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
