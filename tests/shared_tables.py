"""The tables of a run: built once, by whichever test needs one first, under the program's own lock."""

from __future__ import annotations

from pathlib import Path

from jamfold.core.storage.folder import data_folder


def share_tables(folder: Path) -> Path:
    """Give an own data folder the tables of the whole run; what else a test keeps there is its own.

    Not for tests that damage, remove or count tables.
    """
    tables = data_folder() / "tables"
    tables.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tables").symlink_to(tables)
    return folder
