"""The table of a game, and how it is kept.

In the folder ``tables`` lie ``G.npy`` (int32 margins, shape (n, n)),
``G.row_sums.npy`` (int64, shape (n,)) and the record ``G.json`` (see
`jamfold.core.storage`).  The margins are opened as a memory map; only `Artifact.verify`
reads all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.games import GAMES, Game
from jamfold.class_tables.decomposition.orders import margin_planes
from jamfold.core.arrays import IntArray
from jamfold.core.errors import UnsupportedError
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.items import Artifact, Record

MARGINS, ROW_SUMS = "margins", "row_sums"


@dataclass(frozen=True, eq=False)
class ClassTable:
    """The table of one game."""

    game: Game
    classes: HandClasses
    """game, classes: The rules, and the classes that number rows and columns."""
    margins: NDArray[np.int32]
    """M, int32, shape (n, n), a read-only memory map: the sum over all hands of class j disjoint from one
    hand of class i, and over all boards, of (2w - 1) x ``game.margin_unit``, w = pot share of class i."""
    row_sums: IntArray
    """int64, shape (n,): sums of the rows, the margin against a random hand."""
    record: Record
    """What was noted when the table was built."""

    @property
    def margin_scale(self) -> int:
        """The margin of one hand beaten on every board."""
        return self.game.n_boards * self.game.margin_unit


def check_supported(game: Game) -> None:
    """Refuse a game that has no class table, before any work.

    The terms of the decomposition number hands and their views in 16 bits, and
    their sums in bytes are proven not to overflow for up to four hole cards.  Raises UnsupportedError if the
    game has fewer or more hole cards than that.
    """
    if not game.has_class_table:
        raise UnsupportedError(
            f"There is no class table of {game.name}: with {game.hole_cards} hole cards it would be too "
            "large. What needs the table or its ties is not possible."
        )


def tables_folder() -> Path:
    return data_folder() / "tables"


def build_command(game: Game) -> str:
    """The command that builds a game's table."""
    return f"`jamfold tables build --game {game.name}`"


def rules_of(game: Game) -> dict[str, Any]:
    """The rules as plain data, to recognise a table of other rules."""

    def plain(value: Any) -> Any:
        if isinstance(value, tuple):
            return [plain(item) for item in value]
        return value.value if isinstance(value, Enum) else value

    names = ("name", "hole_cards", "hole_used", "lowest_rank", "order", "split_low")
    return {name: plain(getattr(game, name)) for name in names}


def identity_of(game: Game, unit: str) -> dict[str, Any]:
    """What the record of every table of a game says: its rules, and the unit of the numbers."""
    return {"game": game.name, "rules": rules_of(game), "unit": unit}


def work_name(game: Game) -> str:
    """The folder, next to the table, with the blocks of an unfinished build."""
    return f"{game.name}.work"


def table_item(game: Game) -> Artifact:
    """How a game's table is kept. Raises UnsupportedError if the game has no class table."""
    check_supported(game)
    n = hand_classes(game).n
    return Artifact(
        folder=tables_folder(),
        name=game.name,
        kind="class table",
        title=f"table for {game.name}",
        serves="solve, chart, equity",
        identity=identity_of(
            game, f"1 / {game.margin_unit} of a board won or lost, over all disjoint hands and boards"
        ),
        array_specs={MARGINS: ArraySpec("<i4", (n, n), mapped=True), ROW_SUMS: ArraySpec("<i8", (n,))},
        build_hint=build_command(game),
        lock=f"{game.hole_cards}-of-{len(game.deck)}-cards",  # companions share one
        leftovers=(work_name(game),),
    )


def open_table(game: Game) -> ClassTable:
    """The table on disk.

    Raises UnsupportedError if the game has no class table; UnusableError if there is none, or it is damaged,
    foreign or of another version; UnavailableError if it is there and cannot be opened now.
    """
    item = table_item(game)
    file = item.open()
    item.tidy(finished=True)
    return ClassTable(game, hand_classes(game), file.arrays[MARGINS], file.arrays[ROW_SUMS], file.record)


def companions(game: Game) -> list[Game]:
    """The games whose margins are made of planes that this game's build makes, fewest planes first."""
    planes = margin_planes(game)
    alike = [
        other
        for other in GAMES.values()
        if (other.deck, other.hole_cards, other.hole_used, other.order)
        == (game.deck, game.hole_cards, game.hole_used, game.order)
        and margin_planes(other).keys() <= planes.keys()
    ]
    return sorted(alike, key=lambda other: len(margin_planes(other)))


def missing_tables(game: Game) -> list[Game]:
    """The games whose tables a build of the game's table makes; empty if that table exists.

    Raises UnavailableError if a table is there and cannot be opened now.
    """
    missing = [companion for companion in companions(game) if not table_item(companion).is_there()]
    return missing if game in missing else []
