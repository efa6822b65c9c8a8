"""A connection to SQLite whose errors are sentences, wherever they come from, and which waits for others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from jamfold.errors import JamfoldError
from jamfold.kept.design import DatabaseSchema
from jamfold.progress import Progress

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
            words = f"The disk is full: '{self._path}' cannot be written; all that was kept before is there."
        elif getattr(error, "sqlite_errorcode", 0) in _UNWRITTEN:
            words = (
                f"The disk does not take what is written to '{self._path}': make room, or raise the limit "
                "of the size of files (ulimit -f); all that was kept before is there."
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
            f"'{self._path}' with {self._design.content} is damaged ({detail}): "
            f"'{self._design.repair}' saves what is whole."
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
    """A connection whose cursors are guarded; it holds a transaction only where it is told to."""

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
