"""Saves what is whole of damaged kept hands, and forgets all of them whatever state they are in."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from jamfold.errors import HistoryError
from jamfold.histories.schema import DESIGN
from jamfold.histories.store import BB_TURNS, SB_TURNS, HistoryStore, kept_path
from jamfold.kept.database import examine
from jamfold.kept.design import FOREIGN, OTHER_VERSION
from jamfold.kept.repair import copies, holds, remove, repair
from jamfold.progress import Progress, ignore_progress
from jamfold.shown import DisplayableResult

_SAVED = ("file", "player", "hand", "problem", "seat_turn", "raise_turn", "flop_turn", "secret")
"""Tables that are saved: what else there is follows from them, or is solved again."""
_ORPHANS = (
    "DELETE FROM hand WHERE file NOT IN (SELECT id FROM file)",
    *(f"DELETE FROM hand WHERE {one} NOT IN (SELECT id FROM player)" for one in ("hero", "sb", "bb")),
    "DELETE FROM problem WHERE file NOT IN (SELECT id FROM file)",
    *(
        f"DELETE FROM {turns} WHERE {one} NOT IN (SELECT id FROM {one})"
        for turns in ("seat_turn", "raise_turn", "flop_turn")
        for one in ("hand", "player")
    ),
)
"""What hangs on a row that is lost: without its file and its players a hand is not whole."""
_LOST = "SELECT coalesce(sum(max(0, hands - (SELECT count(*) FROM hand WHERE file = file.id))), 0) FROM file"


@dataclass(frozen=True)
class HistoryRepair(DisplayableResult):
    """What was saved of a damaged file."""

    fault: str
    """What was wrong; empty where nothing was, and nothing was done."""
    hands: int
    files: int
    """hands, files: Those that are kept now."""
    lost: int
    """Hands of these files that could not be saved; those of files that are lost are not known."""
    aside: str
    """The name of the damaged file now; empty where nothing was wrong."""


def repair_histories(path: Path | None = None, progress: Progress = ignore_progress) -> HistoryRepair:
    """Save the whole hands of a damaged file; importing their files again adds those that are lost.

    Raises HistoryError if the file cannot be opened, or the disk does not take a fresh one: nothing has
    changed then.
    """
    path, lost = path or kept_path(), 0
    is_old = examine(DESIGN, path).startswith(OTHER_VERSION)

    def mend(base: sqlite3.Connection) -> None:
        nonlocal lost
        for statement in _ORPHANS:
            base.execute(statement)
        for turns in (SB_TURNS, BB_TURNS):
            base.execute(turns, (0,))
        (lost,) = base.execute(_LOST).fetchone()
        if is_old:
            base.execute("UPDATE hand SET hash = x''")  # imported again, they take their place anew
        base.execute(
            "UPDATE file SET hash = x'', start_line = 0"
        )  # they are read again when they are imported again

    saved = repair(DESIGN, path, _SAVED, mend, progress)
    aside = "" if saved.aside is None else str(saved.aside)
    with HistoryStore(path, progress) as store:
        hands, files = store.base.execute(
            "SELECT (SELECT count(*) FROM hand), (SELECT count(*) FROM file)"
        ).fetchone()
    return HistoryRepair(saved.fault, hands, files, lost, aside)


def forget_histories(path: Path | None = None, progress: Progress = ignore_progress) -> int:
    """Forget all hands, and delete damaged files, also those that a repair has kept.

    Returns how many hands there were, as far as they could be read.  Raises HistoryError if the file cannot
    be opened, or holds nothing of ours.
    """
    path = path or kept_path()
    if _foreign(path):
        raise HistoryError(f"'{path}' {FOREIGN}: nothing of it is deleted.")
    repair_histories(path, progress)
    with HistoryStore(path, progress) as store:
        hands = store.forget()
    for copy in copies(path):
        if not _foreign(copy):
            remove(copy)
    return hands


def _foreign(path: Path) -> bool:
    """Whether a file is another program's: nothing says that it is ours, and it holds no list of files."""
    return examine(DESIGN, path) == FOREIGN and not holds(DESIGN, path, "file")
