"""Saves the intact rows of a damaged database into a new one; the damaged file is renamed."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.carving import Carved, Value, recover_rows
from jamfold.core.storage.database import (
    OTHER_VERSION,
    DatabaseSchema,
    database_error,
    examine,
    unwritable,
    writable,
)
from jamfold.core.storage.files import exclusive_lock, writing
from jamfold.core.storage.folder import FILE_MODE

_BESIDE = ("-wal", "-shm", "-journal", "")
"""What belongs to a database, by the ends of names, itself last."""
_TELL = 10_000


@dataclass(frozen=True)
class RepairReport:
    """The result of a repair."""

    fault: str
    """The fault; empty if there was none and nothing was done."""
    aside: Path | None
    """The new name of the damaged file; None if there is none, or it was deleted."""
    rows: Counter[str]
    """How many rows of each table were saved."""


RepairPlan = Callable[[sqlite3.Connection], object]
"""Makes whole again what follows from the saved rows, and deletes what hangs on lost ones."""


def repair(
    design: DatabaseSchema,
    path: Path,
    tables: tuple[str, ...],
    mend: RepairPlan,
    progress: Progress = ignore_progress,
) -> RepairReport:
    """Save the whole rows of some tables of a file, if anything is wrong with it.

    Raises JamfoldError if the file cannot be opened now, or the disk does not take the fresh one: nothing has
    changed then.

    Parameters
    ----------
    tables
        Those that are saved; what follows from them is made anew by `mend`.
    """
    if not examine(design, path, thorough=True):
        return RepairReport("", None, Counter())
    if not writable(path):
        raise unwritable(design, path)
    with exclusive_lock(path.with_suffix(".lock"), progress):
        fault = examine(design, path, thorough=True)
        if not fault:  # another process was quicker
            return RepairReport("", None, Counter())
        fresh = path.with_name(f"{path.name}.tmp")
        with writing(path), database_error(design, fresh):
            remove(fresh)
            whole = _old_rows if fault.startswith(OTHER_VERSION) else _carved_rows
            rows = _save(design, fresh, whole(design, path, tables), mend, progress, tables)
            aside = set_aside(path)
            fresh.rename(path)
        return RepairReport(fault, aside, rows)


def set_aside(path: Path) -> Path:
    """Rename a file and what belongs to it, to a name that is free."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-aside-{number}{path.suffix}")).exists():
        number += 1
    for ending in _BESIDE:
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def remove(path: Path) -> None:
    """Delete a database and what belongs to it."""
    for ending in _BESIDE:
        path.with_name(path.name + ending).unlink(missing_ok=True)


def holds(design: DatabaseSchema, path: Path, table: str) -> bool:
    """Whether a file holds a whole row of a table of ours, whatever else it is."""
    with closing(design.plain()) as plain:
        kind = _Kind(table, design.columns(plain)[table])
    return any(kind.read(row) for row in recover_rows(path))


def copies(path: Path) -> list[Path]:
    """Damaged files that were put aside."""
    return sorted(path.parent.glob(f"{path.stem}-aside-*{path.suffix}"))


_Row = tuple[str, list[Value]]
"""A row with its table; values as the table of today has them."""


def _carved_rows(design: DatabaseSchema, path: Path, tables: tuple[str, ...]) -> Iterator[_Row]:
    """The whole rows of a file whatever is lost of its header and its schema."""
    with closing(design.plain()) as plain:
        columns = design.columns(plain)
    kinds = [_Kind(name, columns[name]) for name in tables]
    for row in recover_rows(path):
        for kind in kinds:
            values = kind.read(row)
            if values is not None:
                yield kind.name, values


def _old_rows(design: DatabaseSchema, path: Path, tables: tuple[str, ...]) -> Iterator[_Row]:
    """The rows of another version, by the names of columns; where it is damaged, too, those that are whole.

    A column that it does not have is NULL, or where a value is needed 0 or empty.
    """
    nothing: dict[str, Value] = {"INTEGER": 0, "REAL": 0.0, "TEXT": "", "BLOB": b""}
    try:
        with closing(design.plain()) as plain, closing(sqlite3.connect(path)) as base:
            today, then = design.columns(plain), design.columns(base)
            for table in tables:
                old = [name for name, *_ in then.get(table, ())]
                chosen = ", ".join(f'"{name}"' for name in old) or "0"
                for row in base.execute(f"SELECT {chosen} FROM {table}") if old else ():
                    values = dict(zip(old, row, strict=True))
                    yield (
                        table,
                        [
                            values.get(name, nothing[kind] if need else None)
                            for name, kind, need, _ in today[table]
                        ],
                    )
    except sqlite3.Error:
        yield from _carved_rows(design, path, tables)


def _save(
    design: DatabaseSchema,
    fresh: Path,
    rows: Iterable[_Row],
    mend: RepairPlan,
    progress: Progress,
    tables: tuple[str, ...],
) -> Counter[str]:
    """Fill a fresh database; how many rows of each table are in it at last."""
    fresh.touch(FILE_MODE)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as base:
        base.executescript(design.script())
        base.execute("BEGIN")
        for k, (name, values) in enumerate(rows):
            if k % _TELL == 0:
                progress("saving what is intact", 0.0)
            base.execute(f"INSERT OR IGNORE INTO {name} VALUES ({', '.join('?' * len(values))})", values)
        for name in design.unsound_rows(base):  # of the right types, for they are in strict tables
            base.execute(f"DELETE FROM {name} WHERE {design.unsound[name]}")
        mend(base)
        base.execute("COMMIT")
        counts = {name: base.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
        base.execute("PRAGMA journal_mode = WAL")
        return Counter(counts)


class _Kind:
    """The layout of a table's rows in a file.

    An alias of the row number is not among the values; in a table without row numbers the values of the key
    come first.
    """

    def __init__(self, name: str, columns: list[tuple[str, str, int, int]]) -> None:
        self.name = name
        keys = [k for _, k in sorted((key, k) for k, (*_, key) in enumerate(columns) if key)]
        self._number = keys[0] if len(keys) == 1 and columns[keys[0]][1] == "INTEGER" else None
        self._numbered = self._number is not None or not keys
        values = [k for k in range(len(columns)) if k not in keys]
        self._order = list(range(len(columns))) if self._numbered else keys + values
        self._types = [(kind, bool(need) or key > 0) for _, kind, need, key in columns]

    def read(self, row: Carved) -> list[Value] | None:
        """The values for the table; None if the row is of another one."""
        if (row.number is not None) != self._numbered or len(row.values) != len(self._order):
            return None
        values: list[Value] = [None] * len(self._order)
        for k, value in zip(self._order, row.values, strict=True):
            values[k] = value
        if self._number is not None:
            if values[self._number] is not None:
                return None
            values[self._number] = row.number
        fits = all(_fits(value, *kind) for value, kind in zip(values, self._types, strict=True))
        return values if fits else None


def _fits(value: Value, kind: str, need: bool) -> bool:
    if value is None:
        return not need
    if kind == "REAL":  # whole ones are kept as integers
        return isinstance(value, int | float)
    return isinstance(value, {"INTEGER": int, "TEXT": str, "BLOB": bytes}[kind])
