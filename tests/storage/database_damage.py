"""Damages databases: every way of it, and what each command may say of the copy."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

_PAGE = 4096


def damaged_copies(whole: bytes, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Copies of a database, each damaged in one of many ways, which is named."""
    rng = random.Random(seed)
    for k in range(count):
        way = _WAYS[k % len(_WAYS)]
        yield f"{k}: {way.__name__.strip('_')}", way(rng, whole)


def _flip_bytes(rng: random.Random, whole: bytes) -> bytes:
    content = bytearray(whole)
    for _ in range(rng.choice((1, 10, 200))):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def _flip_header(rng: random.Random, whole: bytes) -> bytes:
    content = bytearray(whole)
    content[rng.randrange(100)] ^= 1 << rng.randrange(8)
    return bytes(content)


def _flip_first_page(rng: random.Random, whole: bytes) -> bytes:
    content = bytearray(whole)
    for _ in range(5):
        content[rng.randrange(_PAGE)] ^= 1 << rng.randrange(8)
    return bytes(content)


def _overwrite_words(rng: random.Random, whole: bytes) -> bytes:
    """Texts become other texts of the same length: no page is odd, rows are."""
    content = bytearray(whole)
    words = (b"decision", b"jam", b"fold", b"holdem", b"omaha", b"unreadable", b"repeat", b"Hero", b"call")
    for _ in range(40):
        word = rng.choice(words)
        at = whole.find(word, rng.randrange(len(whole)))
        if at > 0:
            content[at : at + len(word)] = bytes(rng.randrange(33, 255) for _ in word)
    return bytes(content)


def _zero_page(rng: random.Random, whole: bytes) -> bytes:
    at = rng.randrange(len(whole) // _PAGE) * _PAGE
    return whole[:at] + bytes(_PAGE) + whole[at + _PAGE :]


def _swap_pages(rng: random.Random, whole: bytes) -> bytes:
    pages = [whole[at : at + _PAGE] for at in range(0, len(whole), _PAGE)]
    first, second = rng.randrange(len(pages)), rng.randrange(len(pages))
    pages[first], pages[second] = pages[second], pages[first]
    return b"".join(pages)


def _cut(rng: random.Random, whole: bytes) -> bytes:
    return whole[: rng.randrange(len(whole))]


def _cut_pages(rng: random.Random, whole: bytes) -> bytes:
    return whole[: rng.randrange(len(whole) // _PAGE) * _PAGE]


def _empty(_: random.Random, __: bytes) -> bytes:
    return b""


def _text(rng: random.Random, _: bytes) -> bytes:
    return b"These are my hands, which I typed.\n" * rng.randrange(1, 400)


def _noise(rng: random.Random, whole: bytes) -> bytes:
    return rng.randbytes(len(whole))


def _change_schema(rng: random.Random, whole: bytes) -> bytes:
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.deserialize(_rollback(whole))
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    table = rng.choice(tables)
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
    rng.choice(
        (
            lambda: base.execute(f"DROP TABLE {table}"),
            lambda: base.execute(f"ALTER TABLE {table} RENAME TO other"),
            lambda: base.execute(f'ALTER TABLE {table} RENAME COLUMN "{rng.choice(columns)}" TO other'),
            lambda: base.execute(f"PRAGMA user_version = {rng.choice((0, 1, 2, 99, -1))}"),
            lambda: base.execute(f"PRAGMA application_id = {rng.choice((0, 1))}"),
        )
    )()
    return base.serialize()


_ODD: dict[str, tuple[object, ...]] = {
    "INTEGER": (-7, 0, 2**62),
    "REAL": (-1.0, 0.0, 1e300),
    "TEXT": ("", "x", "\x01 '"),
}


def _spoil_values(rng: random.Random, whole: bytes) -> bytes:
    """Values that no row of ours has, in a database that is whole to SQLite."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.deserialize(_rollback(whole))
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    for _ in range(3):
        table = rng.choice(tables)
        _, column, kind, *_ = rng.choice(base.execute(f"PRAGMA table_info({table})").fetchall())
        value = rng.choice(_ODD.get(kind, (b"",)))
        try:
            base.execute(f'UPDATE OR IGNORE {table} SET "{column}" = ? WHERE abs(random()) % 3 = 0', (value,))
        except sqlite3.Error:
            continue
    return base.serialize()


def _rollback(whole: bytes) -> bytes:
    """The same without a write-ahead log, which memory has not."""
    return whole[:18] + b"\x01\x01" + whole[20:]


_WAYS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip_bytes, _flip_header, _flip_first_page, _overwrite_words, _zero_page, _swap_pages, _cut, _cut_pages,
    _empty, _text, _noise, _change_schema, _spoil_values, _flip_bytes, _zero_page,
)  # fmt: skip


def put(content: bytes, path: Path) -> None:
    """Write a copy in place of all that stands there."""
    for other in path.parent.glob(f"{path.stem}*"):
        other.unlink()
    path.write_bytes(content)
