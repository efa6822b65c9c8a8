"""The store of played hands, one versioned SQLite file, with repair of damaged files and deletion.

The file is in the data folder, with a write-ahead log and strict tables.  The text of the histories is not
copied: a hand has its file and line.  Every file is one transaction, so a killed import leaves only whole
files and continues with the next one.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from jamfold.core.display import DisplayableResult
from jamfold.core.errors import HistoryError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.database import (
    FOREIGN,
    OTHER_VERSION,
    Database,
    above_zero,
    check_types,
    examine,
    of_fields,
)
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.repair import copies, holds, remove, repair
from jamfold.histories.records import Problem, ProblemKind
from jamfold.histories.schema import DESIGN, HAND_COLUMNS, PLAYER_FIELDS, Players, StoredHandRow

_HAND = ", ".join(f'"{column}"' for column in HAND_COLUMNS.values())
_INSERT = f"""INSERT INTO hand (id, file, {_HAND}) VALUES (?, ?{", ?" * len(HAND_COLUMNS)})
    ON CONFLICT (site, key) DO NOTHING"""
TURN_TABLES = ("flop_turn", "raise_turn", "seat_turn")
_HAND_PLAYERS = tuple(HAND_COLUMNS[name] for name in PLAYER_FIELDS)
_BLOCK = 256
"""Fewest rows written at once."""
SB_TURNS = """INSERT OR IGNORE INTO decision SELECT id, sb, 'sb', game, s, b, sb_cards, sb_decision FROM hand
    WHERE id > ? AND s IS NOT NULL AND sb IS NOT NULL"""
BB_TURNS = """INSERT OR IGNORE INTO decision SELECT id, bb, 'bb', game, s, b, bb_cards, bb_decision FROM hand
    WHERE id > ? AND bb_decision <> 'none' AND bb IS NOT NULL"""


class Counts(NamedTuple):
    """Counts of an import of one or several files."""

    hands: int = 0
    """New hands, including those outside the model."""
    duplicates: int = 0
    """Hands that were stored before, or occur twice in the files."""
    conflicts: int = 0
    """Hands whose number is stored with other content; the first one stays."""
    unreadable: int = 0
    outside: int = 0
    """New hands with a fixed limit, another game, a straddle or a button blind."""
    decisions: int = 0
    """New hands in which the small blind jammed or folded."""
    choices: int = 0
    """Decisions of both players in these hands."""
    warnings: int = 0
    """Hands whose chips won are not those put in."""
    summaries: int = 0
    """Tournament summaries, which contain no hand and are skipped."""

    def plus(self, other: Counts) -> Counts:
        return Counts(*map(sum, zip(self, other, strict=True)))


_COUNTED = {
    ProblemKind.UNREADABLE: "unreadable",
    ProblemKind.CONFLICT: "conflicts",
    ProblemKind.CHIPS: "warnings",
    ProblemKind.SUMMARY: "summaries",
}
"""Fields of `Counts` by the kind of problem that they count."""


class ResumePoint(NamedTuple):
    """The start of a file's last hand, which may be unfinished; later imports read on from here."""

    digest: bytes
    size: int
    """digest, size: Hash and number of the bytes before it."""
    line: int
    """The next line; 0 if the file can only be read as a whole."""


FROM_ITS_START = ResumePoint(b"", 0, 0)


class FileState(NamedTuple):
    """The stored state of a file."""

    digest: bytes
    """Hash of the file."""
    start: ResumePoint
    counts: Counts
    """Counts reported if the file is imported again unchanged."""


@dataclass(frozen=True)
class SiteCounts:
    """Stored hands of a site: all, those with a decision, those outside the model."""

    site: str
    hands: int = 0
    decisions: int = 0
    outside: int = 0

    def plus(self, other: SiteCounts) -> SiteCounts:
        counts = zip(astuple(self)[1:], astuple(other)[1:], strict=True)
        return SiteCounts(self.site, *map(sum, counts))


def default_path() -> Path:
    """Return the default path of the store."""
    return data_folder() / DESIGN.file


class HistoryStore(Database):
    """The stored hands; closes itself as a context manager.

    Raises HistoryError if the file is no database of hands, is damaged or of another version, or cannot be
    opened.
    """

    def __init__(self, path: Path | None = None, progress: Progress = ignore_progress) -> None:
        super().__init__(DESIGN, path or default_path(), progress)
        self._players = Players(self.base)

    def file_state(self, path: str) -> FileState | None:
        """Return the stored state of a file; None if it was never read."""
        row = self.base.execute(
            "SELECT hash, start_hash, start_size, start_line, id, hands, duplicates, conflicts "
            "FROM file WHERE path = ?",
            (path,),
        ).fetchone()
        if row is None:
            return None
        digest, start, size, line, file, hands, duplicates, conflicts = row
        kinds = dict(
            self.base.execute(
                "SELECT kind, count(*) FROM problem WHERE file = ? GROUP BY kind", (file,)
            ).fetchall()
        )
        problems = {name: kinds.get(kind.value, 0) for kind, name in _COUNTED.items()}
        counts = Counts(duplicates=hands + duplicates, **problems | {"conflicts": conflicts})
        return FileState(bytes(digest), ResumePoint(bytes(start), size, line), counts)

    @contextmanager
    def adding(self, path: str, since: int = 0) -> Iterator[HandWriter]:
        """Add rows and problems of a file, or of its lines from `since` on, in one transaction."""
        with self.writing() as base:
            base.execute(
                "INSERT INTO file VALUES (NULL, ?, x'', 0, 0, 0, x'', 0, 0) ON CONFLICT (path) DO NOTHING",
                (path,),
            )
            (file,) = base.execute("SELECT id FROM file WHERE path = ?", (path,)).fetchone()
            base.execute("DELETE FROM problem WHERE file = ? AND line >= ?", (file, since))
            (last,) = base.execute("SELECT coalesce(max(id), 0) FROM hand").fetchone()
            try:
                adding = HandWriter(base, file, self._players, since, last)
                yield adding
                adding.flush()
                for turns in (SB_TURNS, BB_TURNS):
                    base.execute(turns, (adding.before,))
                adding.close()
            except BaseException:
                self._players.clear()  # this file's are not stored
                raise

    def forget(self, paths: Iterable[str] = ()) -> int:
        """Delete the hands of files, or all, and wipe them from the disk; return their number.

        Raises HistoryError, and deletes nothing, if nothing was imported from one of the paths.
        """
        paths = list(paths)
        with self.writing() as base:
            (before,) = base.execute("SELECT count(*) FROM hand").fetchone()
            if paths:
                below = "FROM file WHERE path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || ?2"
                for path in paths:
                    if base.execute(f"SELECT 1 {below}", (path, os.sep)).fetchone() is None:
                        raise HistoryError(
                            f"Nothing was imported from '{path}'. Name a file or folder as it was imported.",
                            field="paths",
                        )
                base.executemany(f"DELETE {below}", [(path, os.sep) for path in paths])
            else:
                # Decisions are deleted explicitly, as they may have lost their hand.
                for table in (*TURN_TABLES, "decision", "hand", "file"):
                    base.execute(f"DELETE FROM {table}")
            places = [(place, "hand") for place in _HAND_PLAYERS]
            places += [("player", table) for table in (*TURN_TABLES, "decision")]
            owners = (f"SELECT {name} FROM {table} WHERE {name} IS NOT NULL" for name, table in places)
            base.execute(f"DELETE FROM player WHERE id NOT IN ({' UNION '.join(owners)})")
            base.execute("DELETE FROM solved")  # solved spots reveal the hands
            (after,) = base.execute("SELECT count(*) FROM hand").fetchone()
            if not after:
                base.execute("DELETE FROM secret")
        self._players.clear()
        self.compact()
        return int(before - after)

    def by_site(self, path: str) -> Iterator[SiteCounts]:
        """Return counts of a file's stored hands by site."""
        query = """SELECT site, count(*), sum(status = 'decision'), sum(status = 'outside')
            FROM hand JOIN file ON file.id = hand.file WHERE path = ? GROUP BY site ORDER BY site"""
        return (SiteCounts(*row) for row in self.base.execute(query, (path,)))

    def problems(self, path: str = "") -> Iterator[Problem]:
        """Yield all problems, or those of a file, by file and line, except tournament summaries."""
        query = f"""SELECT path, line, kind, text FROM problem JOIN file ON file.id = file
            WHERE ? IN ('', path) AND kind <> '{ProblemKind.SUMMARY.value}' ORDER BY path, line"""
        for file, line, kind, text in self.base.execute(query, (path,)):
            check_types((file, text), str)
            yield Problem(file, line, ProblemKind(kind), text)

    def hands(
        self, status: str = "", site: str = "", game: str = "", where: str = "1"
    ) -> Iterator[tuple[str, StoredHandRow]]:
        """Yield stored hands with their files, by file and line.

        An empty status, site or game means any; `where` is an SQL condition.
        """
        query = f"""SELECT path, {_COLUMNS} FROM hand JOIN file ON file.id = hand.file
            {_PLAYERS}
            WHERE ? IN ('', status) AND ? IN ('', hand.site) AND ? IN ('', game) AND {where}
            ORDER BY path, line"""
        for path, *values in self.base.execute(query, (status, site, game)):
            row = StoredHandRow(*values)
            check_types((path,), str)
            of_fields(row)
            if row.s is not None:
                above_zero(row.big_blind)
            yield path, row


_COLUMNS = ", ".join(
    f"coalesce({name}.name, '')" if name in PLAYER_FIELDS else f'hand."{column}"'
    for name, column in HAND_COLUMNS.items()
)
_PLAYERS = " ".join(
    f"LEFT JOIN player AS {name} ON {name}.id = hand.{HAND_COLUMNS[name]}" for name in PLAYER_FIELDS
)
_PLAYER_PLACES = [StoredHandRow._fields.index(name) for name in PLAYER_FIELDS]


class HandWriter:
    """Writer of one file's rows; `counts` and `problems` are the results.

    The reader sets `digest` and `start`, which identify the file at the next import.  Hands with ids up to
    `before` are older.
    """

    def __init__(self, base: sqlite3.Connection, file: int, players: Players, since: int, last: int) -> None:
        self._base, self._file, self._players, self._since = base, file, players, since
        self._rows: list[StoredHandRow] = []
        self._last = last
        self._counts = dict.fromkeys(Counts._fields, 0)
        self.problems: list[Problem] = []
        self.before = last
        self.digest, self.start = b"", FROM_ITS_START

    @property
    def counts(self) -> Counts:
        """Counts of the file so far."""
        return Counts(**self._counts)

    def add(self, items: Iterable[StoredHandRow | Problem]) -> None:
        """Add problems, and rows whose hands are new; rows are written in blocks."""
        for item in items:
            if isinstance(item, Problem):
                self.flush()
                self._problem(item)
            else:
                self._rows.append(item)
        if len(self._rows) >= _BLOCK:
            self.flush()

    def flush(self) -> None:
        """Write pending rows, new hands at once and stored ones one by one."""
        rows, first = self._rows, self._last + 1
        if not rows:
            return
        self._rows = []
        values = [self._values(number, row) for number, row in enumerate(rows, first)]
        before = self._base.total_changes
        self._base.executemany(_INSERT, values)
        new, old = rows, list[StoredHandRow]()
        numbers: Iterable[int] = range(first, first + len(rows))
        if self._base.total_changes - before < len(rows):
            written = {row[0] for row in self._base.execute("SELECT id FROM hand WHERE id >= ?", (first,))}
            new = [row for number, row in zip(numbers, rows, strict=True) if number in written]
            old = [row for number, row in zip(numbers, rows, strict=True) if number not in written]
            numbers = sorted(written)
        self._add_turns(zip(numbers, new, strict=True))
        for row in new:
            self._count(row)
        for row in old:
            self._add_again(row)
        (self._last,) = self._base.execute("SELECT coalesce(max(id), 0) FROM hand").fetchone()
        self._players.trim()

    def _values(self, number: int | None, row: StoredHandRow) -> tuple[object, ...]:
        """Return the table's values of a hand; without a number, it gets the next id."""
        values: list[Any] = list(row[: len(HAND_COLUMNS)])
        for place in _PLAYER_PLACES:
            values[place] = self._players[row.site, values[place]]
        return number, self._file, *values

    def _add_again(self, item: StoredHandRow) -> None:
        """Handle a row of a stored hand: a copy, the rest of an unfinished hand, or a conflict."""
        number, digest, file, path, line = self._base.execute(
            "SELECT hand.id, hand.hash, file, path, line FROM hand JOIN file ON file.id = file "
            "WHERE site = ? AND key = ?",
            item[:2],
        ).fetchone()
        is_place = file == self._file and self._since <= line == item.line
        again = is_place and self._since > 0
        if digest == item.digest:
            self._counts["duplicates"] += not again
            self._add_turns([(number, item)])  # a repair may have lost some
        elif is_place or not digest:  # stored before it was complete, or by another version
            self._counts["duplicates"] += is_place and not again
            self._base.execute("DELETE FROM hand WHERE id = ?", (number,))
            number = int(self._base.execute(_INSERT, self._values(None, item)).lastrowid or 0)
            self.before = min(self.before, number - 1)  # the id may be reused
            self._add_turns([(number, item)])
        else:
            sentence = (
                f"Hand {item.hand_id[:40]} differs from the stored one of {path}, line {line}, which stays."
            )
            self._problem(Problem("", item.line, ProblemKind.CONFLICT, sentence))

    def _count(self, row: StoredHandRow) -> None:
        counts = self._counts
        counts["hands"] += 1
        if row.status == "decision":
            counts["decisions"] += 1
            counts["choices"] += 1 + (row.bb_decision != "none")
        elif row.status == "outside":
            counts["outside"] += 1

    def _add_turns(self, rows: Iterable[tuple[int, StoredHandRow]]) -> None:
        """Write the decisions at larger tables, around opens and on flops, of hands with ids."""
        turns, raises, flops = list[tuple[Any, ...]](), list[tuple[Any, ...]](), list[tuple[Any, ...]]()
        for number, row in rows:
            players, site = self._players, row.site
            for seat, name, *rest in row.turns:
                turns.append((number, seat, players[site, name], *rest))
            for place, blind, name, *act in row.raises:
                raises.append((number, place, blind, players[site, name], row.game, row.s, row.b, *act))
            for index, name, *fold in row.flops:
                flops.append((number, index, players[site, name], *fold))
        for table, values in zip(TURN_TABLES, (flops, raises, turns), strict=True):
            if values:
                marks = ", ".join("?" * len(values[0]))
                self._base.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", values)

    def _problem(self, problem: Problem) -> None:
        if problem.kind in _COUNTED:
            self._counts[_COUNTED[problem.kind]] += 1
        self.problems.append(problem)
        self._base.execute(
            "INSERT INTO problem VALUES (?, ?, ?, ?)",
            (self._file, problem.line, problem.kind.value, problem.sentence),
        )

    def close(self) -> None:
        """Write the state of the file."""
        (own,) = self._base.execute("SELECT count(*) FROM hand WHERE file = ?", (self._file,)).fetchone()
        (conflicts,) = self._base.execute(
            "SELECT count(*) FROM problem WHERE file = ? AND kind = ?",
            (self._file, ProblemKind.CONFLICT.value),
        ).fetchone()
        repeated = self.counts.duplicates
        if not self._since:  # all was read: hands stored before count as duplicates
            repeated = max(0, repeated + self.counts.hands - own)
        before = "duplicates" if self._since else "0"
        self._base.execute(
            f"""UPDATE file SET hash = ?, hands = ?, duplicates = {before} + ?, conflicts = ?,
            start_hash = ?, start_size = ?, start_line = ? WHERE id = ?""",
            (self.digest, own, repeated, conflicts, *self.start, self._file),
        )


_SAVED = ("file", "player", "hand", "problem", *reversed(TURN_TABLES), "secret")
"""Tables that a repair saves; others are derived from them, or solved again."""
_ORPHANS = (
    "DELETE FROM hand WHERE file NOT IN (SELECT id FROM file)",
    *(f"DELETE FROM hand WHERE {owner} NOT IN (SELECT id FROM player)" for owner in _HAND_PLAYERS),
    "DELETE FROM problem WHERE file NOT IN (SELECT id FROM file)",
    *(
        f"DELETE FROM {turns} WHERE {owner} NOT IN (SELECT id FROM {owner})"
        for turns in TURN_TABLES
        for owner in ("hand", "player")
    ),
)
"""Deletions of rows that refer to a lost row: a hand needs its file and its players."""
_LOST = "SELECT coalesce(sum(max(0, hands - (SELECT count(*) FROM hand WHERE file = file.id))), 0) FROM file"


@dataclass(frozen=True)
class HistoryRepair(DisplayableResult):
    """Result of repairing a damaged file."""

    fault: str
    """The fault; empty if there was none and nothing was done."""
    hands: int
    files: int
    """hands, files: Stored now."""
    lost: int
    """Hands of these files that could not be saved; hands of lost files are not counted."""
    aside: str
    """New name of the damaged file; empty without a fault."""


def repair_histories(path: Path | None = None, progress: Progress = ignore_progress) -> HistoryRepair:
    """Save the complete hands of a damaged file; importing their files again restores lost ones.

    Raises HistoryError if the file cannot be opened, or a new one cannot be written; nothing changes then.
    """
    path, lost = path or default_path(), 0
    is_old = examine(DESIGN, path).startswith(OTHER_VERSION)

    def mend(base: sqlite3.Connection) -> None:
        nonlocal lost
        for statement in _ORPHANS:
            base.execute(statement)
        for turns in (SB_TURNS, BB_TURNS):
            base.execute(turns, (0,))
        (lost,) = base.execute(_LOST).fetchone()
        if is_old:
            base.execute("UPDATE hand SET hash = x''")  # so that the next import replaces them
        # The next import reads all files again.
        base.execute("UPDATE file SET hash = x'', start_line = 0")

    saved = repair(DESIGN, path, _SAVED, mend, progress)
    aside = "" if saved.aside is None else str(saved.aside)
    with HistoryStore(path, progress) as store:
        hands, files = store.base.execute(
            "SELECT (SELECT count(*) FROM hand), (SELECT count(*) FROM file)"
        ).fetchone()
    return HistoryRepair(saved.fault, hands, files, lost, aside)


def forget_histories(path: Path | None = None, progress: Progress = ignore_progress) -> int:
    """Delete all hands and damaged files, including copies of repairs; return the number of readable hands.

    Raises HistoryError if the file cannot be opened, or is another program's.
    """
    path = path or default_path()
    if _foreign(path):
        raise HistoryError(f"'{path}' {FOREIGN}. Nothing was deleted.")
    repair_histories(path, progress)
    with HistoryStore(path, progress) as store:
        hands = store.forget()
    for copy in copies(path):
        if not _foreign(copy):
            remove(copy)
    return hands


def _foreign(path: Path) -> bool:
    """Return whether a file is another program's: not marked as ours, and without a list of files."""
    return examine(DESIGN, path) == FOREIGN and not holds(DESIGN, path, "file")
