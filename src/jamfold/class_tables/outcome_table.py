"""The outcome planes of a game, and their files.

A margin is wins minus losses.  If losing a pot costs another amount than winning it gains
(prizes, rake, bounties), or if wins and ties are needed, so are the boards at every pot share:
margins, placements and these planes give them exactly.  An undivided pot has one plane,
``ties``; a split pot three:

- ``halves``: boards with pot share 1/2;
- ``quarters``: boards with share 1/4 or 3/4;
- ``quarter_margin``: boards with share 3/4 minus boards with share 1/4.

Like margins, row i and column j sum over all hands of class j that share no card with one hand
of class i, and over all boards; c_i T[i, j] = c_j T[j, i] for the first three, with c the class
sizes, and for the last the negative.  The folder ``tables`` has ``G.ties.npy``, or
``G.shares.npy`` (the halves), ``G.shares.quarters.npy`` and ``G.shares.quarter_margin.npy``,
all int32 of shape (n, n), their row sums (int64, shape (planes, n)) and the record.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.removal import CardRemoval
from jamfold.cards.games import Game
from jamfold.class_tables.blocks import outcome_work_name
from jamfold.class_tables.class_table import (
    ROW_SUMS,
    ClassTable,
    build_command,
    check_supported,
    rules_of,
    tables_folder,
)
from jamfold.class_tables.decomposition.orders import outcome_planes
from jamfold.core.arrays import IntArray
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact, OpenArtifact
from jamfold.solver.payoffs import OutcomeCounts

_MAPPED_BYTES = 1 << 24

# Boards at every pot share, from the lowest, out of placements x boards, the margin, and the
# planes; over 2 in an undivided pot and over 4 in a split one.
_PARTS = {
    False: [[1, -1, -1], [0, 0, 2], [1, 1, -1]],
    True: [[2, -1, -2, -2, 1], [0, 0, 0, 2, -2], [0, 0, 4, 0, 0], [0, 0, 0, 2, 2], [2, 1, -2, -2, -1]],
}


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcome planes of a game, with its class table."""

    game: Game
    planes: tuple[OutcomeCounts, ...]
    """Those of `outcome_planes`; read-only memory maps where they are large."""
    table: ClassTable

    def shares(self, class1: int, class2: int) -> tuple[int, ...]:
        """Boards by the pot share of class 1, over all placements of class 2.

        Raises ClassError if an id is out of range.

        Returns
        -------
        Three counts, at shares 0, 1/2, 1; in a split pot five, at 0, 1/4, 1/2, 3/4, 1.
        """
        i, j = (self.table.classes.check(number) for number in (class1, class2))
        placements = int(CardRemoval(self.table.classes).block([i], [j])[0, 0])
        sums = [self.table.margins[i, j], *(plane.values[i, j] for plane in self.planes)]
        parts, whole = share_parts(self.game)
        counts = parts @ np.array([placements * self.game.n_boards, *sums], dtype=np.int64)
        return tuple(int(count) // whole for count in counts)


def share_parts(game: Game) -> tuple[IntArray, int]:
    """Boards by pot share as combinations of placements x boards, the margin and the planes.

    Returns
    -------
    int64, shape (3, 3) or (5, 5), and what their sums are to be divided by.
    """
    return np.array(_PARTS[game.split_low], dtype=np.int64), 2 * game.margin_unit


def is_large(game: Game) -> bool:
    """Whether the planes are mapped, and built in blocks that are kept; else they are made in one go."""
    return 4 * hand_classes(game).n ** 2 >= _MAPPED_BYTES


def outcomes_item(game: Game) -> Artifact:
    """How a game's outcome planes are kept. Raises UnsupportedError if the game has no class table."""
    check_supported(game)
    n, planes = hand_classes(game).n, outcome_planes(game)
    kind = "shares" if game.split_low else "ties"
    return Artifact(
        folder=tables_folder(),
        name=f"{game.name}.{kind}",
        kind=kind,
        title=f"{kind} of {game.name}",
        serves="equity, prizes",
        identity={
            "game": game.name,
            "rules": rules_of(game),
            "unit": "boards by pot share, over all disjoint hands and boards",
        },
        array_specs={plane.name: ArraySpec("<i4", (n, n), mapped=is_large(game)) for plane in planes}
        | {ROW_SUMS: ArraySpec("<i8", (len(planes), n))},
        build_hint=f"{build_command(game)[:-1]} --outcomes`",
        leftovers=(outcome_work_name(game),),
    )


def planes_of(table: ClassTable, artifact: OpenArtifact) -> Outcomes:
    arrays = artifact.arrays
    planes = (
        OutcomeCounts(arrays[plane.name], arrays[ROW_SUMS][number], plane.symmetric, table.game.n_boards)
        for number, plane in enumerate(outcome_planes(table.game))
    )
    return Outcomes(table.game, tuple(planes), table)
