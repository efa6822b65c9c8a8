"""Reads the rows of a SQLite file page by page, without its tree, so that intact rows survive anywhere.

The format is documented in https://www.sqlite.org/fileformat2.html, sections 1.5 to 2.1 and 4.1.  A damaged
page costs its own rows only, even if it is the first one, with the schema, or the parent of others.
A row counts as intact if its header and its length agree.  SQLite never opens the file, so never
writes to it; finished transactions are read from its log.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

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
