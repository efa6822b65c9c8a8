"""A database of SQLite that is kept: opened, read only where it must be, guarded, waited for, examined.

Whatever SQLite refuses, anywhere, also while rows are read, becomes one sentence that names the file
and what to do.  Who holds one knows SQL of their own tables only.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from types import TracebackType, UnionType
from typing import Self, get_args, get_origin, get_type_hints
from urllib.parse import quote

from jamfold.errors import JamfoldError
from jamfold.kept.design import DAMAGED, DatabaseSchema
from jamfold.kept.folder import FILE_MODE, make_folder
from jamfold.kept.guard import REFUSALS, Connection, Guard
from jamfold.kept.locks import exclusive_lock
from jamfold.progress import Progress, ignore_progress

_PATIENCE = 0.5
"""Seconds to wait for another process that writes, before it is said and waited on."""
_STUMBLES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code raises that reads a row as no program of ours has written it."""


def check_types(values: Iterable[object], *kinds: type) -> None:
    """Refuse values of other kinds, as a flipped bit makes them, where they are read.

    Raises TypeError which a database blames on the damage of its file.
    """
    if not all(isinstance(value, kinds) for value in values):
        raise TypeError("values of another kind")


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
        raise TypeError("values of another kind")


def check_choices(values: Iterable[object], words: Container[object]) -> None:
    """Refuse what is none of the words that a row of ours has there, as `check_types` other kinds.

    Raises ValueError which a database blames on the damage of its file.
    """
    if not all(value in words for value in values):
        raise ValueError("none of the words that stand there")


def above_zero(amount: float) -> None:
    """Refuse an amount of nothing or less, as `check_choices` other words; it is divided by.

    Raises ValueError which a database blames on the damage of its file.
    """
    if not amount > 0:
        raise ValueError("an amount of nothing")


class Database:
    """A kept database; a context that closes itself.

    Raises JamfoldError of the design's class: if it is no such database, is of another version, or cannot be
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
        if self._has_tables():
            return
        if self.read_only:  # it is in memory
            base.executescript(design.script())
            return
        with exclusive_lock(self.path.with_suffix(".lock"), self._progress):
            if not self._has_tables():
                base.execute("PRAGMA journal_mode = WAL")
                base.executescript(design.script())

    def _has_tables(self) -> bool:
        """Whether the file is not empty; what is of another version or program is refused."""
        application, version, count = self.design.marks(self.base)
        if application == self.design.application:
            if version != self.design.version:
                raise self.design.error(
                    f"'{self.path}' was kept by another version of jamfold (format {version}, not "
                    f"{self.design.version}): use that one, or '{self.design.repair}', which keeps it under "
                    "another name and saves what it can."
                )
            return True
        if count or version or application:
            raise self.design.error(
                f"'{self.path}' is a database of another program, or damaged: "
                f"'{self.design.repair}' keeps it under another name and saves what it can."
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
        """One transaction, of which nothing stays if it fails.  Waits for another process that writes."""
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
        raise design.error(f"'{path}' cannot be opened: it is no file.")


def writable(path: Path) -> bool:
    """Whether SQLite can write here: the file, and its log beside it. The folder is made."""
    try:
        make_folder(path.parent)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EROFS, errno.EPERM):
            raise
        return False
    mine = os.access in os.supports_effective_ids
    return os.access(path.parent, os.W_OK | os.X_OK, effective_ids=mine) and (
        not os.path.lexists(path) or os.access(path, os.W_OK, effective_ids=mine)
    )


def unwritable(design: DatabaseSchema, path: Path) -> JamfoldError:
    """What is said where something is to be kept in a folder that cannot be written."""
    return design.error(f"'{path}' cannot be written: its folder does not allow it.")


def _address(path: Path, *, read_only: bool) -> str:
    """The name under which SQLite opens a file.

    Reading alone it wants its log's index beside it, which it cannot make in a folder that is read-only:
    there the file is said to stand still, unless a log is left that must be read with it.
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
