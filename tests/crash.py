"""Stops a build before each of its file operations; run as a program, with an empty folder as its argument.

The build is a real one, on a small deck and in few blocks.  Each attempt runs in
a child of this process, which ends without cleaning up; then a normal build must
give the same bytes and leave nothing over.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from jamfold.cards import Rank
from jamfold.cards.games import GAMES, SIX_PLUS
from jamfold.class_tables import blocks, build, class_table

GAME = replace(SIX_PLUS, name="toy", lowest_rank=Rank(7))
CRASHED = 9


class Trap:
    """Counts the operations on files of a folder, and ends the process before one of them."""

    def __init__(self, folder: str) -> None:
        self.folder, self.seen, self.limit = folder, 0, sys.maxsize
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        of_files = event == "open" or event.startswith(("os.", "shutil."))
        if of_files and any(str(argument).startswith(self.folder) for argument in arguments[:2]):
            self.seen += 1
            if self.seen > self.limit:
                os._exit(CRASHED)


def crash(trap: Trap, operation: int) -> bool:
    """Build in a child that ends before that operation; returns whether it came so far."""
    child = os.fork()
    if child == 0:
        trap.seen, trap.limit = 0, operation
        build.build_table(GAME)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == CRASHED


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the record, whose times differ, and the locks."""
    return {
        path.name: b"" if path.suffix == ".json" else path.read_bytes()
        for path in folder.iterdir()
        if path.suffix != ".lock"
    }


def main(folder: str) -> int:
    """Crash everywhere; returns the number of crashes."""
    os.environ["JAMFOLD_DATA"] = folder
    GAMES[GAME.name] = GAME
    blocks._MOST_BLOCKS = 2
    trap, tables = Trap(folder), Path(folder, "tables")
    build.build_table(GAME)
    expected = contents(tables)
    crashes = 0
    while True:
        for name in expected:
            (tables / name).unlink()
        if not crash(trap, crashes):
            return crashes
        crashes += 1
        build.tidy(GAME)
        if class_table.table_item(GAME).is_there():
            assert contents(tables) == expected, crashes
        assert not list(tables.glob("*.tmp")), crashes
        build.build_table(GAME)
        assert contents(tables) == expected, crashes


if __name__ == "__main__":
    sys.stdout.write(f"{main(sys.argv[1])}\n")
