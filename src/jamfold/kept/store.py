"""Where tables lie on disk, and how to tell a good one.

For a game G the folder holds ``G.npy`` (int32 margins, shape (n, n)),
``G.row_sums.npy`` (int64, shape (n,)) and ``G.json``, the record.  The record is
written last and removed first: without it there is no table.  Files are written
under a temporary name and renamed.

Opening a table checks the record, the rules it was built for, and the sizes;
`verify` reads all of it and compares the checksum.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.errors import TableError
from jamfold.games import Game
from jamfold.kept.folder import data_folder

FORMAT_VERSION = 1
_CHUNK = 1 << 22


@dataclass(frozen=True, eq=False)
class ClassTable:
    """The table of one game.

    Attributes
    ----------
    game, classes
        The rules, and the classes that number rows and columns.
    margins
        M, int32, shape (n, n), a read-only memory map: the sum over all hands of
        class j disjoint from one hand of class i, and over all boards, of
        (2w - 1) x ``game.margin_unit``, w = pot share of class i.
    row_sums
        int64, shape (n,): sums of the rows, the margin against a random hand.
    record
        What was noted when the table was built.
    """

    game: Game
    classes: HandClasses
    margins: NDArray[np.int32]
    row_sums: NDArray[np.int64]
    record: dict[str, Any]

    @property
    def margin_scale(self) -> int:
        """The margin of one hand beaten on every board."""
        return self.game.n_boards * self.game.margin_unit


def tables_folder() -> Path:
    """The folder of the tables."""
    return data_folder() / "tables"


def table_path(game: Game) -> Path:
    """The file of a game's margins."""
    return tables_folder() / f"{game.name}.npy"


def record_path(game: Game) -> Path:
    """The file of a game's record."""
    return tables_folder() / f"{game.name}.json"


def row_sums_path(game: Game) -> Path:
    """The file of a game's row sums."""
    return tables_folder() / f"{game.name}.row_sums.npy"


def ties_path(game: Game) -> Path:
    """The file of a game's ties (see `jamfold.tables.ties`)."""
    return tables_folder() / f"{game.name}.ties.npz"


def rules_of(game: Game) -> dict[str, Any]:
    """The rules as plain data, to recognise a table of other rules."""

    def plain(value: Any) -> Any:
        if isinstance(value, tuple):
            return [plain(item) for item in value]
        return value.value if isinstance(value, Enum) else value

    names = ("name", "hole_cards", "hole_used", "lowest_rank", "order", "split_low")
    return {name: plain(getattr(game, name)) for name in names}


def open_table(game: Game) -> ClassTable:
    """The table as it lies on disk.

    Raises
    ------
    TableError
        If there is none, or it is damaged, foreign or of another version.
    """
    classes = hand_classes(game)
    record = read_record(game)
    try:
        margins = np.load(table_path(game), mmap_mode="r", allow_pickle=False)
        row_sums = np.load(row_sums_path(game), allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise TableError(f"The table {table_path(game)} cannot be read: {error}.") from error
    good = (
        table_path(game).stat().st_size == record["bytes"]
        and margins.shape == (classes.n, classes.n)
        and margins.dtype == np.int32
        and row_sums.shape == (classes.n,)
        and row_sums.dtype == np.int64
        and hashlib.sha256(row_sums.tobytes()).hexdigest() == record["row_sums_sha256"]
    )
    if not good:
        raise TableError(f"The table {table_path(game)} is damaged: it is not as it was written.")
    return ClassTable(game, classes, margins, row_sums, record)


def read_record(game: Game) -> dict[str, Any]:
    """The record of a game's table.

    Raises
    ------
    TableError
        If there is none, or it is not one of this game and version.
    """
    path = record_path(game)
    try:
        record: Any = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise TableError(
            f"There is no table for {game.name} yet: `jamfold tables build --game {game.name}` makes it."
        ) from error
    except (OSError, ValueError) as error:
        raise TableError(f"The table record {path} cannot be read: {error}.") from error
    wanted = {"format_version": FORMAT_VERSION, "rules": rules_of(game)}
    if not isinstance(record, dict) or any(record.get(key) != value for key, value in wanted.items()):
        raise TableError(f"The table record {path} is of another version or other rules.")
    if not {"bytes", "sha256", "row_sums_sha256"} <= record.keys():
        raise TableError(f"The table record {path} is incomplete.")
    return record


def verify(game: Game, progress: Callable[[float], None] | None = None) -> ClassTable:
    """Read a whole table and compare it with its checksum.

    Raises
    ------
    TableError
        If the table is missing or differs from what was written.
    """
    table = open_table(game)
    digest, done = hashlib.sha256(), 0
    with table_path(game).open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            done += len(chunk)
            if progress is not None:
                progress(done / table.record["bytes"])
    if digest.hexdigest() != table.record["sha256"]:
        raise TableError(
            f"The table {table_path(game)} is damaged: its checksum is not the recorded one; "
            f"`jamfold tables build --game {game.name}` makes it anew."
        )
    return table


def remove(game: Game) -> bool:
    """Delete a game's table; returns whether there was any file of it."""
    found = False
    for path in (record_path(game), row_sums_path(game), ties_path(game), table_path(game)):
        try:
            path.unlink()
            found = True
        except FileNotFoundError:
            pass
        except OSError as error:
            raise TableError(f"Cannot remove {path}: {error.strerror}.") from error
    return found


def write_small(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it."""
    temporary = path.with_name(f"{path.name}.tmp")
    temporary.write_bytes(content)
    temporary.replace(path)
