"""Kept answers by edition: a row has the edition of the rule that computed it, and is read under that alone.

Who changes what a kind of answers says raises its edition here; older rows are then solved again. All kept
answers are read and written by `kept` and `keep`, so none can be served under another rule.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

EDITIONS = {
    "spot": 1,
    "response": 1,
    "showdown": 1,
    "raise_answer": 3,
    "room_answer": 1,
    "table_spot": 3,
    "prize_answer": 1,
}
"""By table; `answer` has what hangs on a spot, and goes with it."""


def kept(
    base: sqlite3.Connection, table: str, columns: str, where: str = "1", values: Sequence[object] = ()
) -> sqlite3.Cursor:
    """Return columns of the kept answers of today's edition that fulfil a condition of SQL."""
    query = f"SELECT {columns} FROM {table} WHERE edition = ? AND {where}"
    return base.execute(query, (EDITIONS[table], *values))


def keep(base: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """Write answers, without their edition, in place of others with the same key."""
    (width,) = base.execute("SELECT count(*) FROM pragma_table_info(?)", (table,)).fetchone()
    query = f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * width)})"
    base.executemany(query, ((EDITIONS[table], *row) for row in rows))
