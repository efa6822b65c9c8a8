"""Saves the intact rows of a damaged database into a new one; the damaged file is renamed.

The format is documented in https://www.sqlite.org/fileformat2.html, sections 1.5 to 2.1 and 4.1.  A damaged
page costs its own rows only, even if it is the first one, with the schema, or the parent of others.
A row counts as intact if its header and its length agree.  SQLite never opens the file, so never
writes to it; finished transactions are read from its log.
"""

from __future__ import annotations

import sqlite3
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from jamfold.core.progress import Progress, ignore_progress
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

_USUAL_PAGE = 4096
_HEADER = 100
_INNER_KEYS, _LEAF_KEYS, _LEAF_ROWS = 2, 10, 13
_INTEGERS = (0, 1, 2, 3, 4, 6, 8)
_FLOAT, _ZERO, _ONE, _FIRST_LONG = 7, 8, 9, 12

Value = None | int | float | str | bytes


class Carved(NamedTuple):
    """A row: its number, None in a table without such numbers (or in an index), and its values."""

    number: int | None
    values: tuple[Value, ...]


class _DamagedError(Exception):
    """Bytes that are no row."""


def recover_rows(path: Path) -> Iterator[Carved]:
    """All rows and keys of a file that are whole, in the order of its pages; of an index also."""
    pages = _Pages(path)
    free = pages.free()
    for number in range(1, pages.count + 1):
        if number not in free:
            yield from _rows(pages, number)


class _Pages:
    """The pages of a file, from 1 on, those of its log instead of older ones."""

    def __init__(self, path: Path) -> None:
        self._content = path.read_bytes()
        self.size = _page_size(self._content)
        self._log = dict(_logged(path.with_name(path.name + "-wal"), self.size))
        self.count = max([-(-len(self._content) // self.size), *self._log])

    def __getitem__(self, number: int) -> bytes:
        if number in self._log:
            return self._log[number]
        return self._content[(number - 1) * self.size : number * self.size]

    def free(self) -> set[int]:
        """Pages of deleted rows, up to the first damage in the list of them."""
        first = self[1]
        free: set[int] = set()
        (trunk,) = struct.unpack_from(">I", first, 32) if len(first) == self.size else (0,)
        while 0 < trunk <= self.count and trunk not in free and len(page := self[trunk]) == self.size:
            free.add(trunk)
            trunk, leaves = struct.unpack_from(">II", page)
            leaves = min(leaves, self.size // 4 - 2)
            free.update(struct.unpack_from(f">{leaves}I", page, 8))
        return free


def _page_size(content: bytes) -> int:
    """The size that the file tells; that of nearly all where it tells none that can be."""
    (size,) = struct.unpack_from(">H", content.ljust(_HEADER, b"\0"), 16)
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else _USUAL_PAGE


def _logged(path: Path, size: int) -> Iterator[tuple[int, bytes]]:
    """The pages of finished transactions in a log, later ones last."""
    try:
        log = path.read_bytes()
    except OSError:
        return
    salt, waiting = log[16:24], []
    for at in range(32, len(log) - size - 23, size + 24):
        number, ends = struct.unpack_from(">II", log, at)
        if log[at + 8 : at + 16] != salt:
            return
        waiting.append((number, log[at + 24 : at + 24 + size]))
        if ends:
            yield from waiting
            waiting = []


def _rows(pages: _Pages, number: int) -> Iterator[Carved]:
    """The whole rows of a page; none of a page of another kind."""
    page, start = pages[number], _HEADER if number == 1 else 0
    if len(page) < start + 12 or page[start] not in (_INNER_KEYS, _LEAF_KEYS, _LEAF_ROWS):
        return
    kind = page[start]
    (cells,) = struct.unpack_from(">H", page, start + 3)
    pointers = start + (12 if kind == _INNER_KEYS else 8)
    for k in range(min(cells, (len(page) - pointers) // 2)):
        (at,) = struct.unpack_from(">H", page, pointers + 2 * k)
        try:
            yield _row(pages, page, at, kind)
        except (_DamagedError, IndexError, struct.error, UnicodeDecodeError, OverflowError):
            continue


def _row(pages: _Pages, page: bytes, at: int, kind: int) -> Carved:
    at += 4 if kind == _INNER_KEYS else 0
    length, at = _varint(page, at)
    number: int | None = None
    if kind == _LEAF_ROWS:
        number, at = _varint(page, at)
    usable = pages.size
    least = (usable - 12) * 32 // 255 - 23
    most = usable - 35 if kind == _LEAF_ROWS else (usable - 12) * 64 // 255 - 23
    n_local = length
    if length > most:
        n_local = least + (length - least) % (usable - 4)
        n_local = n_local if n_local <= most else least
    if at + n_local > len(page):
        raise _DamagedError
    payload = page[at : at + n_local]
    if n_local < length:
        (following,) = struct.unpack_from(">I", page, at + n_local)
        payload += _overflow(pages, following, length - n_local)
    return Carved(number, _values(payload))


def _overflow(pages: _Pages, number: int, length: int) -> bytes:
    """The rest of a row that is longer than a page takes."""
    parts, seen = [], set()
    while length > 0:
        if not 0 < number <= pages.count or number in seen:
            raise _DamagedError
        seen.add(number)
        page = pages[number]
        if len(page) < pages.size:
            raise _DamagedError
        parts.append(page[4 : 4 + min(length, pages.size - 4)])
        length -= len(parts[-1])
        (number,) = struct.unpack_from(">I", page)
    return b"".join(parts)


def _values(payload: bytes) -> tuple[Value, ...]:
    head, at = _varint(payload, 0)
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != head or head + sum(map(_length, kinds)) != len(payload):
        raise _DamagedError
    values = []
    for kind in kinds:
        values.append(_value(kind, payload[at : at + _length(kind)]))
        at += _length(kind)
    return tuple(values)


def _length(kind: int) -> int:
    if kind >= _FIRST_LONG:
        return (kind - _FIRST_LONG) // 2
    if kind > _ONE:
        raise _DamagedError
    return 8 if kind == _FLOAT else 0 if kind > _FLOAT else _INTEGERS[kind]


def _value(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind in (_ZERO, _ONE):
        return kind - _ZERO
    if kind == _FLOAT:
        (number,) = struct.unpack(">d", data)
        return float(number)
    if kind < _FLOAT:
        return int.from_bytes(data, "big", signed=True)
    return data.decode() if kind % 2 else data


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for k in range(8):
        byte = data[at + k]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + k + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64 if value >= 1 << 63 else 0), at + 9


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
