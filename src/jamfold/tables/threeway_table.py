"""The three-way table of a game, and how it is kept.

For three disjoint hands the boards fall into 13 orders of strength, ties told apart.  The table has their
numbers for every triple of classes: all cards of all three are out of the deck, so it also says how two
hands do when a third has folded.

In the folder ``tables`` lie ``G.threeway.npy`` (int32, shape (C(n + 2, 3), 13)),
``G.threeway.placements.npy`` (uint8, shape (C(n + 2, 3),)) and the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.games import BOARD_CARDS, Game, check_threeway
from jamfold.kept.files import ArraySpec
from jamfold.kept.item import Artifact, OpenArtifact
from jamfold.tables.class_table import build_command, rules_of, tables_folder
from jamfold.tables.decomposition.orders import N_ORDERS, ORDERS, TURNS, turned_orders
from jamfold.tables.decomposition.triples import triple_number

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
    """The folder, beside the table, with the blocks of an unfinished build."""
    return f"{game.name}.threeway.work"


def threeway_of(game: Game, kept: OpenArtifact) -> ThreewayTable:
    return ThreewayTable(game, hand_classes(game), kept.arrays[ORDER_COUNTS], kept.arrays[PLACEMENTS])
