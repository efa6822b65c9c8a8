"""What a kept database must be, and what is wrong with a file that is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from jamfold.errors import JamfoldError

DAMAGED = "is damaged"
FOREIGN = "is a database of another program"
OTHER_VERSION = "is of another version"


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
            wanted, tables = self.columns(plain), self.columns(base)
        if any(sorted(tables.get(name, ())) != sorted(columns) for name, columns in wanted.items()):
            return DAMAGED
        (check,) = base.execute(f"PRAGMA {'integrity' if thorough else 'quick'}_check(1)").fetchone()
        return DAMAGED if check != "ok" or (thorough and any(self.unsound_rows(base))) else ""
