"""The tables of a run: built once, by whichever test needs one first, under the program's own lock."""

from __future__ import annotations

import os
from pathlib import Path


def share_tables(folder: Path) -> Path:
    """Give an own data folder the tables of the whole run; what else a test keeps there is its own.

    Not for tests that damage, remove or count tables.
    """
    tables = Path(os.environ["JAMFOLD_DATA"]) / "tables"
    tables.mkdir(parents=True, exist_ok=True)
    (folder / "tables").symlink_to(tables)
    return folder
