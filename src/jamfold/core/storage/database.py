"""SQLite databases: design checks, guarded connections, waiting for other processes, and examination.

Whatever SQLite refuses, anywhere, also while rows are read, becomes one sentence that names the file and
what to do.  A database is opened read-only where it must be.  Users of one know SQL of their own tables
only.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType, UnionType
from typing import Any, Self, get_args, get_origin, get_type_hints
from urllib.parse import quote

from jamfold.core.errors import JamfoldError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.files import exclusive_lock
from jamfold.core.storage.folder import FILE_MODE, make_folder

DAMAGED = "is damaged"
FOREIGN = "is a database of another program"
OTHER_VERSION = "has another version"


@dataclass(frozen=True)
class DatabaseSchema:
    """What a database must be."""

    file: str
    """Its name in the data folder."""
    content: str
    """What is kept in it, in words."""
    application: int
    """Tells it from databases of other programs."""
    version: int
    """Of the tables: a file of another one is refused, or repaired into this one."""
    tables: str
    """SQL that makes them."""
    error: type[JamfoldError]
    """The class of all errors."""
    repair: str
    """The command that saves what is whole of a damaged one."""
    durable: bool = False
    """Whether a transaction is on the disk when it ends; else a loss of power may undo the last ones."""
    unsound: Mapping[str, str] = field(default_factory=dict)
    """By table the condition of SQL under which a row is none that we wrote."""
    functions: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """What these conditions call, by name; with one value each."""
    upgrades: Mapping[int, str] = field(default_factory=dict)
    """By older version the SQL that turns its tables into those of today."""

    def script(self) -> str:
        """What makes the tables of nothing, in one transaction."""
        return (
            f"BEGIN IMMEDIATE; {self.tables} PRAGMA application_id = {self.application}; "
            f"PRAGMA user_version = {self.version}; COMMIT"
        )

    def columns(self, base: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
        """By table the name, type, need and place in the key of every column."""
        names = [name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        query = 'SELECT name, type, "notnull", pk FROM pragma_table_info(?)'
        return {name: base.execute(query, (name,)).fetchall() for name in names}

    def plain(self) -> sqlite3.Connection:
        """An empty database in memory, with all tables."""
        base = sqlite3.connect(":memory:", isolation_level=None)
        base.executescript(self.script())
        return base

    def unsound_rows(self, base: sqlite3.Connection) -> Iterator[str]:
        """Tables that hold a row which is none that we wrote; a flipped bit may make a text bytes."""
        for name, function in self.functions.items():
            base.create_function(name, 1, function, deterministic=True)
        with closing(self.plain()) as plain:
            tables = self.columns(plain)
        for table, columns in tables.items():
            kinds = " OR ".join(
                f"typeof(\"{name}\") NOT IN ('null', '{kind.lower()}')" for name, kind, *_ in columns
            )
            condition = f"{kinds} OR {self.unsound.get(table, 0)}"
            if base.execute(f"SELECT 1 FROM {table} WHERE {condition} LIMIT 1").fetchone():
                yield table

    @staticmethod
    def marks(base: sqlite3.Connection) -> tuple[int, int, int]:
        """Application, version, and how many tables and indices: of one moment, others may be making them."""
        marks: tuple[int, int, int] = base.execute(
            "SELECT (SELECT application_id FROM pragma_application_id), "
            "(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)"
        ).fetchone()
        return marks

    def fault(self, base: sqlite3.Connection, *, thorough: bool) -> str:
        """What is wrong with a database, in words; thoroughly as `examine` means it."""
        application, version, count = self.marks(base)
        if application != self.application:
            return FOREIGN if count or application or version else ""
        if version != self.version:
            return f"{OTHER_VERSION} (format {version}, not {self.version})"
        with closing(self.plain()) as plain:
            expected, tables = self.columns(plain), self.columns(base)
        if any(sorted(tables.get(name, ())) != sorted(columns) for name, columns in expected.items()):
            return DAMAGED
        (check,) = base.execute(f"PRAGMA {'integrity' if thorough else 'quick'}_check(1)").fetchone()
        return DAMAGED if check != "ok" or (thorough and any(self.unsound_rows(base))) else ""


Refusal = sqlite3.Error | UnicodeDecodeError
REFUSALS = (sqlite3.Error, UnicodeDecodeError)
"""What Python says of a database: the second of names and texts that are none."""
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SURROUNDING = (
    *_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_INTERRUPT,
)

_UNWRITTEN = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_FSYNC)
"""Not the disk's end, but a limit, a quota or a device that refuses."""


class Guard:
    """Turns what SQLite says into sentences, and waits where waiting helps."""

    def __init__(self, design: DatabaseSchema, path: Path, progress: Progress) -> None:
        self._design, self._path, self._progress = design, path, progress

    def wait(self, error: Refusal) -> None:
        """Return if another process is at work and it is worth trying again; else raise the sentence."""
        if _code(error) not in _BUSY:
            raise self.sentence(error) from None
        self._progress(f"waiting for another process that writes {self._design.content}", 0.0)

    def sentence(self, error: Refusal) -> JamfoldError:
        if self.blames_file(error):
            return self.damaged(str(error))
        if _code(error) == sqlite3.SQLITE_FULL:
            words = f"The disk is full: '{self._path}' cannot be written. Everything saved before is intact."
        elif getattr(error, "sqlite_errorcode", 0) in _UNWRITTEN:
            words = (
                f"'{self._path}' cannot grow. Free disk space, or raise the file size limit (ulimit -f). "
                "Everything saved before is intact."
            )
        else:
            words = f"'{self._path}' cannot be opened, read or written: {error}."
        return self._design.error(words)

    def blames_file(self, error: Refusal) -> bool:
        """Whether it comes from what is in the file, not from the disk, the memory or other processes."""
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ:
            return True
        return _code(error) not in _SURROUNDING

    def damaged(self, detail: str) -> JamfoldError:
        detail = "".join(sign for sign in detail if sign.isprintable())[:80]
        return self._design.error(
            f"'{self._path}' with {self._design.content} is damaged ({detail}). Run '{self._design.repair}' "
            "to save what is intact."
        )


class _Cursor(sqlite3.Cursor):
    """A cursor whose errors are sentences."""

    def __init__(self, base: Connection) -> None:
        super().__init__(base)
        self._guard = base.guard

    def execute(self, sql: str, parameters: Any = ()) -> Self:
        while True:
            try:
                return super().execute(sql, parameters)
            except sqlite3.ProgrammingError:
                raise
            except REFUSALS as error:
                self._guard.wait(error)

    def executemany(self, sql: str, parameters: Iterable[Any]) -> Self:
        try:
            return super().executemany(sql, parameters)
        except sqlite3.ProgrammingError:
            raise
        except REFUSALS as error:
            raise self._guard.sentence(error) from None

    def executescript(self, script: str) -> Self:
        try:
            super().executescript(script)
        except REFUSALS as error:
            raise self._guard.sentence(error) from None
        return self

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except REFUSALS as error:
            raise self._guard.sentence(error) from None

    def fetchone(self) -> Any:
        return next(self, None)

    def fetchall(self) -> list[Any]:
        return list(self)


class Connection(sqlite3.Connection):
    """A connection with guarded cursors; transactions are explicit."""

    guard: Guard

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """Run a statement; waits where another process is in the way."""
        return _Cursor(self).execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any]) -> sqlite3.Cursor:
        """Run a statement for many values."""
        return _Cursor(self).executemany(sql, parameters)

    def executescript(self, script: str) -> sqlite3.Cursor:
        return _Cursor(self).executescript(script)


def _code(error: Refusal) -> int:
    """SQLite's number of an error, without what makes it finer; 0 where it has none, as of odd texts."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


_PATIENCE = 0.5
"""Seconds to wait for another writing process before a notice; the wait goes on after it."""
_STUMBLES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors that readers raise on a row that jamfold did not write."""


def check_types(values: Iterable[object], *kinds: type) -> None:
    """Refuse values of other kinds, as a flipped bit makes them, where they are read.

    Raises TypeError which a database blames on the damage of its file.
    """
    if not all(isinstance(value, kinds) for value in values):
        raise TypeError("values of the wrong type")


@cache
def _kinds_of(record: type) -> tuple[tuple[type, ...], ...]:
    """The kinds of value that each field of a record declares; a whole number is a number."""
    hints = get_type_hints(record).values()
    kinds = (get_args(hint) if isinstance(hint, UnionType) else (get_origin(hint) or hint,) for hint in hints)
    return tuple((*of, int) if float in of else of for of in kinds)


def of_fields(row: tuple[object, ...]) -> None:
    """Refuse a named tuple whose values are not of the kinds of its fields, as `check_types` other kinds.

    Raises TypeError which a database blames on the damage of its file.
    """
    if not all(map(isinstance, row, _kinds_of(type(row)))):
        raise TypeError("values of the wrong type")


def check_choices(values: Iterable[object], words: Container[object]) -> None:
    """Refuse what is none of the words that a row of ours has there, as `check_types` other kinds.

    Raises ValueError which a database blames on the damage of its file.
    """
    if not all(value in words for value in values):
        raise ValueError("an unknown word")


def above_zero(amount: float) -> None:
    """Refuse an amount of zero or less, as `check_choices` other words; it is divided by.

    Raises ValueError which a database blames on the damage of its file.
    """
    if not amount > 0:
        raise ValueError("an amount of zero")


class Database:
    """A kept database; a context that closes itself.

    Raises JamfoldError of the design's class: if it is no such database, has another version, or cannot be
    opened.

    Attributes
    ----------
    read_only
        Whether its folder cannot be written: it can be read, and nothing is kept.
    base
        The connection; its errors are sentences.  What is written goes through `writing` or `keep`.
    """

    def __init__(self, design: DatabaseSchema, path: Path, progress: Progress = ignore_progress) -> None:
        self.design, self.path, self._progress = design, path, progress
        _check(design, path)
        self.read_only = not writable(path)
        self.base = self._opened()
        try:
            self._prepare()
        except BaseException:
            self.base.close()
            raise

    def _opened(self) -> Connection:
        guard = Guard(self.design, self.path, self._progress)
        empty = not _filled(self.path)
        name = ":memory:" if self.read_only and empty else _address(self.path, read_only=self.read_only)
        if not self.read_only and not self.path.exists():
            with suppress(OSError):  # SQLite says why it cannot be made
                self.path.touch(FILE_MODE)  # its log gets the same rights
        try:
            base = sqlite3.connect(name, _PATIENCE, isolation_level=None, uri=True, factory=Connection)
        except REFUSALS as error:
            raise guard.sentence(error) from None
        base.guard = guard
        return base

    def _prepare(self) -> None:
        design, base = self.design, self.base
        base.execute("PRAGMA foreign_keys = ON")
        base.execute(f"PRAGMA synchronous = {'FULL' if design.durable else 'NORMAL'}")
        if not self.read_only and self._upgrade():
            with exclusive_lock(self.path.with_suffix(".lock"), self._progress):
                base.executescript(self._upgrade())  # nothing, if another process was quicker
        if self._has_tables():
            return
        if self.read_only:  # it is in memory
            base.executescript(design.script())
            return
        with exclusive_lock(self.path.with_suffix(".lock"), self._progress):
            if not self._has_tables():
                base.execute("PRAGMA journal_mode = WAL")
                base.executescript(design.script())

    def _upgrade(self) -> str:
        """The SQL that makes tables of an older version those of today, in one transaction; or nothing."""
        application, version, _ = self.design.marks(self.base)
        if application != self.design.application or version not in self.design.upgrades:
            return ""
        statements = self.design.upgrades[version]
        return f"BEGIN IMMEDIATE; {statements} PRAGMA user_version = {self.design.version}; COMMIT"

    def _has_tables(self) -> bool:
        """Whether the file is not empty; what has another version or program is refused."""
        application, version, count = self.design.marks(self.base)
        if application == self.design.application:
            if version != self.design.version:
                raise self.design.error(
                    f"'{self.path}' is from another version of jamfold (format {version}, not "
                    f"{self.design.version}). Use that version, or run '{self.design.repair}', which "
                    "renames the file and saves what it can."
                )
            return True
        if count or version or application:
            raise self.design.error(
                f"'{self.path}' is damaged, or a database of another program. Run '{self.design.repair}', "
                "which renames the file and saves what it can."
            )
        return False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        """Close it; an error that damage explains becomes a sentence about the damage."""
        self.base.close()
        if isinstance(error, _STUMBLES) and not isinstance(error, self.design.error):
            self.blame(error)

    def blame(self, error: Exception) -> None:
        """Say that the file is damaged, if it is: what is read of such rows may go wrong anywhere.

        Raises JamfoldError if the file is damaged.
        """
        if examine(self.design, self.path, thorough=True):
            raise self.base.guard.damaged(type(error).__name__) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, undone if it fails.  Waits for other writing processes."""
        if self.read_only:
            raise unwritable(self.design, self.path)
        self.base.execute("BEGIN IMMEDIATE")
        try:
            yield self.base
            self.base.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.base.rollback()  # nothing is left to do where SQLite has done it, as on a full disk
            raise

    def keep(self, write: Callable[[sqlite3.Connection], object]) -> None:
        """Write in one transaction what only saves time later; not where nothing can be written."""
        if not self.read_only:
            with self.writing() as base:
                write(base)

    def compact(self) -> None:
        """Wipe what was deleted from the disk."""
        self.base.execute("VACUUM")
        self.base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _filled(path: Path) -> bool:
    """Whether there is a file that is not empty."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _check(design: DatabaseSchema, path: Path) -> None:
    """Refuse what is no file: a folder, or a pipe, which never ends."""
    if path.exists() and not path.is_file():
        raise design.error(f"'{path}' cannot be opened: it is not a file.")


def writable(path: Path) -> bool:
    """Whether SQLite can write the file, and its log in the same folder, which is made."""
    try:
        make_folder(path.parent)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EROFS, errno.EPERM):
            raise
        return False
    effective = os.access in os.supports_effective_ids
    return os.access(path.parent, os.W_OK | os.X_OK, effective_ids=effective) and (
        not os.path.lexists(path) or os.access(path, os.W_OK, effective_ids=effective)
    )


def unwritable(design: DatabaseSchema, path: Path) -> JamfoldError:
    """What is said where something is to be kept in a folder that cannot be written."""
    return design.error(f"'{path}' cannot be written: its folder does not allow it.")


def _address(path: Path, *, read_only: bool) -> str:
    """The name under which SQLite opens a file.

    Even to read, SQLite needs its log's index in the same folder and cannot make it if that is read-only:
    there the file is opened as immutable, unless a log is left that must be read with it.
    """
    name = "file:" + quote(str(path.absolute()))
    if not read_only:
        return name
    log = path.with_name(path.name + "-wal")
    still = not _filled(log) and not writable(path)
    return f"{name}?mode=ro" + ("&immutable=1" if still else "")


@contextmanager
def database_error(design: DatabaseSchema, path: Path) -> Iterator[None]:
    """What SQLite refuses inside becomes a sentence."""
    try:
        yield
    except REFUSALS as error:
        raise Guard(design, path, ignore_progress).sentence(error) from None


def examine(design: DatabaseSchema, path: Path, *, thorough: bool = False) -> str:
    """What is wrong with a file, in words; nothing with none or an empty one. It is not written to.

    Raises JamfoldError if it cannot be opened now, which says nothing about what is in it.

    Parameters
    ----------
    thorough
        Whether indices and the content of rows are looked at too, which takes seconds in 100 MB.
    """
    _check(design, path)
    if not _filled(path):
        return ""
    guard = Guard(design, path, ignore_progress)
    while True:
        try:
            address = _address(path, read_only=True)
            with closing(sqlite3.connect(address, _PATIENCE, isolation_level=None, uri=True)) as base:
                return design.fault(base, thorough=thorough)
        except REFUSALS as error:
            if guard.blames_file(error):
                return DAMAGED
            guard.wait(error)
