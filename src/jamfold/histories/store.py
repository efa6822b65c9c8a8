"""Where read hands are kept: one SQLite file in the data folder, write-ahead log, strict tables, versioned.

The text of the histories is not copied: a hand keeps its file and line.  One
transaction a file, so that an import that is killed has whole files only, and
goes on with the next.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from jamfold.errors import HistoryError
from jamfold.histories.records import Problem, ProblemKind
from jamfold.histories.rows import Row
from jamfold.kept.folder import data_folder

VERSION = 3
APPLICATION = 0x6A616D68
"""``jamh``: told by `file`, and what tells a foreign database."""

PATIENCE = 30.0
"""Seconds to wait for another process that writes."""

_SCHEMA = """
CREATE TABLE file (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, hash BLOB NOT NULL,
    hands INTEGER NOT NULL, duplicates INTEGER NOT NULL, conflicts INTEGER NOT NULL
) STRICT;
CREATE TABLE player (id INTEGER PRIMARY KEY, site TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (site, name)) STRICT;
CREATE TABLE hand (
    id INTEGER PRIMARY KEY, site TEXT NOT NULL, key TEXT NOT NULL, hash BLOB NOT NULL, hand_id TEXT NOT NULL,
    file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE, line INTEGER NOT NULL,
    played_at INTEGER, day TEXT NOT NULL, tournament TEXT NOT NULL, game TEXT NOT NULL, "limit" TEXT NOT NULL,
    currency TEXT NOT NULL, coin INTEGER NOT NULL, small_blind INTEGER NOT NULL, big_blind INTEGER NOT NULL,
    status TEXT NOT NULL, reason TEXT NOT NULL, players INTEGER NOT NULL,
    hero INTEGER REFERENCES player, sb INTEGER REFERENCES player, bb INTEGER REFERENCES player,
    sb_stack INTEGER NOT NULL, bb_stack INTEGER NOT NULL, sb_ante INTEGER NOT NULL, bb_ante INTEGER NOT NULL,
    dead INTEGER, live INTEGER, s REAL, b REAL, sb_decision TEXT NOT NULL, bb_decision TEXT NOT NULL,
    sb_cards TEXT NOT NULL, bb_cards TEXT NOT NULL, rake INTEGER, UNIQUE (site, key)
) STRICT;
CREATE TABLE decision (
    hand INTEGER NOT NULL REFERENCES hand ON DELETE CASCADE, player INTEGER NOT NULL REFERENCES player,
    seat TEXT NOT NULL, game TEXT NOT NULL, s REAL NOT NULL, b REAL NOT NULL, cards TEXT NOT NULL, act TEXT NOT NULL,
    PRIMARY KEY (hand, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX decision_player ON decision (player);
CREATE INDEX hand_file ON hand (file);
CREATE TABLE problem (
    file INTEGER NOT NULL REFERENCES file ON DELETE CASCADE, line INTEGER NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX problem_file ON problem (file);
"""  # noqa: E501 -- SQL reads better in long lines
_SECOND = """
CREATE TABLE spot (
    id INTEGER PRIMARY KEY, edition INTEGER NOT NULL, game TEXT NOT NULL, s REAL NOT NULL, b REAL NOT NULL,
    value REAL NOT NULL, jams REAL NOT NULL, calls REAL NOT NULL, UNIQUE (game, s, b)
) STRICT;
CREATE TABLE answer (
    spot INTEGER NOT NULL REFERENCES spot ON DELETE CASCADE, seat TEXT NOT NULL, class INTEGER NOT NULL,
    played REAL NOT NULL, margin REAL, worth REAL NOT NULL, PRIMARY KEY (spot, seat, class)
) STRICT, WITHOUT ROWID;
CREATE TABLE showdown (
    game TEXT NOT NULL, cards TEXT NOT NULL, other TEXT NOT NULL, share REAL NOT NULL,
    PRIMARY KEY (game, cards, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE secret (key BLOB NOT NULL) STRICT;
"""
"""What version 2 adds: solved spots, the hands asked about, showdowns; what pseudonyms are made with."""
_THIRD = """
ALTER TABLE hand ADD COLUMN stacks TEXT;
ALTER TABLE hand ADD COLUMN each_ante INTEGER;
ALTER TABLE hand ADD COLUMN big_ante INTEGER;
ALTER TABLE hand ADD COLUMN sb_won INTEGER;
ALTER TABLE hand ADD COLUMN bb_won INTEGER;
CREATE TABLE seat_turn (
    hand INTEGER NOT NULL REFERENCES hand ON DELETE CASCADE, seat TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES player, after TEXT NOT NULL, cards TEXT NOT NULL, act TEXT NOT NULL,
    PRIMARY KEY (hand, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_turn_player ON seat_turn (player);
CREATE TABLE table_spot (
    game TEXT NOT NULL, chips TEXT NOT NULL, edition INTEGER NOT NULL, gain REAL NOT NULL,
    played BLOB NOT NULL, margins BLOB NOT NULL, PRIMARY KEY (game, chips)
) STRICT, WITHOUT ROWID;
CREATE TABLE prize_answer (
    chips TEXT NOT NULL, seat TEXT NOT NULL, class INTEGER NOT NULL, margin REAL,
    PRIMARY KEY (chips, seat, class)
) STRICT, WITHOUT ROWID;
CREATE TABLE response (
    spot INTEGER NOT NULL REFERENCES spot ON DELETE CASCADE, seat TEXT NOT NULL, class INTEGER NOT NULL,
    share REAL NOT NULL, margin REAL, PRIMARY KEY (spot, seat, class, share)
) STRICT, WITHOUT ROWID;
"""
"""What version 3 adds: all stacks, who won, decisions at tables of three; and more kept answers."""
_STEPS = (_SECOND, _THIRD)
_INSERT = f"""INSERT INTO hand VALUES (NULL, {", ".join("?" * 39)}) ON CONFLICT (site, key) DO NOTHING"""
_FILL = "UPDATE hand SET stacks = ?, each_ante = ?, big_ante = ?, sb_won = ?, bb_won = ? WHERE id = ?"
_SB = """INSERT INTO decision SELECT id, sb, 'sb', game, s, b, sb_cards, sb_decision FROM hand
    WHERE id > ? AND s IS NOT NULL AND sb IS NOT NULL"""
_BB = """INSERT INTO decision SELECT id, bb, 'bb', game, s, b, bb_cards, bb_decision FROM hand
    WHERE id > ? AND bb_decision <> 'none' AND bb IS NOT NULL"""


class Counts(NamedTuple):
    """What came of a file, or of some."""

    hands: int = 0
    duplicates: int = 0
    conflicts: int = 0
    unreadable: int = 0
    outside: int = 0
    decisions: int = 0
    choices: int = 0
    warnings: int = 0

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(*map(sum, zip(self, other, strict=True)))


class HistoryStore:
    """The kept hands; a context that closes itself.

    Raises
    ------
    HistoryError
        If the file is no database of hands, is of a newer version, or cannot be opened.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "histories.db"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            self._open()
        except (sqlite3.Error, OSError) as error:
            raise HistoryError(f"The hands in '{self.path}' cannot be opened: {error}.") from None
        self._players: dict[tuple[str, str], int] = {}

    def _open(self) -> None:
        base = self._base
        base.execute("PRAGMA foreign_keys = ON")
        (version,) = base.execute("PRAGMA user_version").fetchone()
        (application,) = base.execute("PRAGMA application_id").fetchone()
        if version > VERSION and application == APPLICATION:
            raise HistoryError(
                f"The hands in '{self.path}' were kept by a newer version of jamfold "
                f"(format {version}, not {VERSION})."
            )
        if application != APPLICATION:
            (tables,) = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if tables or version or application:
                raise HistoryError(f"'{self.path}' is a database of another program.")
            base.execute("PRAGMA journal_mode = WAL")
            base.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA} {' '.join(_STEPS)} PRAGMA application_id = {APPLICATION}; "
                f"PRAGMA user_version = {VERSION}; COMMIT"
            )
        elif version < VERSION:
            self._upgrade()
        base.execute("PRAGMA synchronous = NORMAL")

    def _upgrade(self) -> None:
        """Make an earlier version's database one of today; another process may be at it too.

        What an earlier version did not keep of its hands comes when their files are imported again.
        """
        base = self._base
        base.execute("BEGIN IMMEDIATE")
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version < VERSION:
            for statement in ";".join(_STEPS[version - 1 :]).split(";"):
                base.execute(statement)
            base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute("COMMIT")

    @property
    def base(self) -> sqlite3.Connection:
        """The database, for reading; what is written goes through `writing`."""
        return self._base

    def __enter__(self) -> HistoryStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, of which nothing stays if it fails."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise HistoryError(f"The hands in '{self.path}' cannot be written: {error}.") from None
        try:
            yield self._base
            self._base.execute("COMMIT")
        except BaseException as error:
            self._base.execute("ROLLBACK")
            self._players.clear()
            if isinstance(error, sqlite3.Error):
                raise HistoryError(f"The hands in '{self.path}' cannot be written: {error}.") from None
            raise

    def known(self, path: str, digest: bytes) -> Counts | None:
        """What is counted of a file that was read before with the same content: all its hands are there."""
        row = self._base.execute(
            "SELECT id, hands, duplicates, conflicts FROM file WHERE path = ? AND hash = ?", (path, digest)
        ).fetchone()
        if row is None:
            return None
        kinds = dict(
            self._base.execute(
                "SELECT kind, count(*) FROM problem WHERE file = ? GROUP BY kind", row[:1]
            ).fetchall()
        )
        return Counts(
            duplicates=row[1] + row[2],
            conflicts=row[3],
            unreadable=kinds.get(ProblemKind.UNREADABLE.value, 0),
            warnings=kinds.get(ProblemKind.CHIPS.value, 0),
        )

    @contextmanager
    def adding(self, path: str) -> Iterator[Adding]:
        """Rows and problems of one file, in one transaction."""
        with self.writing() as base:
            base.execute(
                "INSERT INTO file VALUES (NULL, ?, x'', 0, 0, 0) ON CONFLICT (path) DO NOTHING", (path,)
            )
            (file,) = base.execute("SELECT id FROM file WHERE path = ?", (path,)).fetchone()
            base.execute("DELETE FROM problem WHERE file = ?", (file,))
            (last,) = base.execute("SELECT coalesce(max(id), 0) FROM hand").fetchone()
            adding = Adding(base, file, self._players)
            yield adding
            base.execute(_SB, (last,))
            base.execute(_BB, (last,))
            adding.close(last)

    def forget(self, paths: Iterable[str] = ()) -> int:
        """Delete the hands of some files, or all; how many. What was deleted is wiped from the disk."""
        paths = list(paths)
        with self.writing() as base:
            (before,) = base.execute("SELECT count(*) FROM hand").fetchone()
            if paths:
                base.executemany("DELETE FROM file WHERE path = ?", [(path,) for path in paths])
            else:
                base.execute("DELETE FROM file")
            base.execute(
                "DELETE FROM player WHERE id NOT IN (SELECT sb FROM hand WHERE sb IS NOT NULL UNION "
                "SELECT bb FROM hand WHERE bb IS NOT NULL UNION SELECT hero FROM hand WHERE hero IS NOT NULL "
                "UNION SELECT player FROM seat_turn)"
            )
            for table in ("spot", "showdown", "table_spot", "prize_answer"):
                base.execute(f"DELETE FROM {table}")  # what was asked about tells of the hands, too
            (after,) = base.execute("SELECT count(*) FROM hand").fetchone()
            if not after:
                base.execute("DELETE FROM secret")
        self._players.clear()
        self._base.execute("VACUUM")
        self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return int(before - after)

    def problems(self, path: str = "") -> Iterator[Problem]:
        """All problems, or those of a file, by file and line."""
        query = """SELECT path, line, kind, text FROM problem JOIN file ON file.id = file
            WHERE ? IN ('', path) ORDER BY path, line"""
        for file, line, kind, text in self._base.execute(query, (path,)):
            yield Problem(file, line, ProblemKind(kind), text)

    def hands(self, status: str = "", site: str = "", game: str = "") -> Iterator[tuple[str, Row]]:
        """Kept hands with their files, by file and line; of one status, site or game where given."""
        query = f"""SELECT path, {_COLUMNS} FROM hand JOIN file ON file.id = hand.file
            LEFT JOIN player AS h ON h.id = hero LEFT JOIN player AS p ON p.id = sb
            LEFT JOIN player AS q ON q.id = bb
            WHERE ? IN ('', status) AND ? IN ('', hand.site) AND ? IN ('', game) ORDER BY path, line"""
        for path, *values in self._base.execute(query, (status, site, game)):
            yield path, Row(*values)


_COLUMNS = (
    'hand.site, hand.key, hand.hash, hand_id, line, played_at, day, tournament, game, "limit", currency, '
    "coin, small_blind, big_blind, status, reason, players, coalesce(h.name, ''), coalesce(p.name, ''), "
    "coalesce(q.name, ''), sb_stack, bb_stack, sb_ante, bb_ante, dead, live, s, b, sb_decision, bb_decision, "
    "sb_cards, bb_cards, rake, stacks, each_ante, big_ante, sb_won, bb_won"
)


class Adding:
    """One file's rows on their way into the store; `counts` and `problems` say what came of them."""

    def __init__(self, base: sqlite3.Connection, file: int, players: dict[tuple[str, str], int]) -> None:
        self._base, self._file, self._players = base, file, players
        self._counts = dict.fromkeys(Counts._fields, 0)
        self.problems: list[Problem] = []
        self.digest = b""

    @property
    def counts(self) -> Counts:
        """What came of the file so far."""
        return Counts(**self._counts)

    def add(self, found: Row | Problem) -> None:
        """One row, unless its hand is there already, or one problem."""
        if isinstance(found, Problem):
            self._problem(found)
            return
        site, player = found.site, self._player
        values = (
            *found[:2], found.digest, found.hand_id, self._file, *found[4:17], player(site, found.hero),
            player(site, found.sb_name), player(site, found.bb_name), *found[20:-1],
        )  # fmt: skip
        cursor = self._base.execute(_INSERT, values)
        if cursor.rowcount:
            self._add_turns(int(cursor.lastrowid or 0), found)
            counts = self._counts
            counts["hands"] += 1
            if found.status == "decision":
                counts["decisions"] += 1
                counts["choices"] += 1 + (found.bb_decision != "none")
            elif found.status == "outside":
                counts["outside"] += 1
            return
        number, kept, path, line, old = self._base.execute(
            "SELECT hand.id, hand.hash, path, line, stacks IS NULL FROM hand JOIN file ON file.id = file "
            "WHERE site = ? AND key = ?",
            found[:2],
        ).fetchone()
        if kept == found.digest:
            self._counts["duplicates"] += 1
            if old:
                self._base.execute(_FILL, (*found[-6:-1], number))
                self._add_turns(number, found)
            return
        sentence = f"Hand {found.hand_id[:40]}: the one of {path}, line {line}, has other content and stays."
        self._problem(Problem("", found.line, ProblemKind.CONFLICT, sentence))

    def _add_turns(self, number: int, found: Row) -> None:
        for seat, name, after, cards, act in found.turns:
            values = (number, seat, self._player(found.site, name), after, cards, act)
            self._base.execute("INSERT INTO seat_turn VALUES (?, ?, ?, ?, ?, ?)", values)

    def _problem(self, problem: Problem) -> None:
        names = {
            ProblemKind.UNREADABLE: "unreadable",
            ProblemKind.CONFLICT: "conflicts",
            ProblemKind.CHIPS: "warnings",
        }
        if problem.kind in names:
            self._counts[names[problem.kind]] += 1
        self.problems.append(problem)
        self._base.execute(
            "INSERT INTO problem VALUES (?, ?, ?, ?)",
            (self._file, problem.line, problem.kind.value, problem.sentence),
        )

    def _player(self, site: str, name: str) -> int | None:
        if not name:
            return None
        number = self._players.get((site, name))
        if number is None:
            self._base.execute("INSERT OR IGNORE INTO player VALUES (NULL, ?, ?)", (site, name))
            row = self._base.execute(
                "SELECT id FROM player WHERE site = ? AND name = ?", (site, name)
            ).fetchone()
            if len(self._players) > 200_000:
                self._players.clear()
            number = self._players[site, name] = int(row[0])
        return number

    def close(self, last: int) -> None:
        """Note what the file holds now."""
        (own,) = self._base.execute("SELECT count(*) FROM hand WHERE file = ?", (self._file,)).fetchone()
        repeated = self.counts.hands + self.counts.duplicates - own
        self._base.execute(
            "UPDATE file SET hash = ?, hands = ?, duplicates = ?, conflicts = ? WHERE id = ?",
            (self.digest, own, max(0, repeated), self.counts.conflicts, self._file),
        )
