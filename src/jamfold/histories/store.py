"""Where read hands are kept: one SQLite file in the data folder, write-ahead log, strict tables, versioned.

The text of the histories is not copied: a hand keeps its file and line.  One
transaction a file, so that an import that is killed has whole files only, and
goes on with the next.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import NamedTuple

from jamfold.histories.records import Problem, ProblemKind
from jamfold.histories.rows import Row
from jamfold.histories.schema import DESIGN
from jamfold.kept.database import Database, of_kinds
from jamfold.kept.folder import data_folder
from jamfold.progress import Progress, silent

_INSERT = f"""INSERT INTO hand VALUES (NULL, {", ".join("?" * 39)}) ON CONFLICT (site, key) DO NOTHING"""
SB_TURNS = """INSERT INTO decision SELECT id, sb, 'sb', game, s, b, sb_cards, sb_decision FROM hand
    WHERE id > ? AND s IS NOT NULL AND sb IS NOT NULL"""
BB_TURNS = """INSERT INTO decision SELECT id, bb, 'bb', game, s, b, bb_cards, bb_decision FROM hand
    WHERE id > ? AND bb_decision <> 'none' AND bb IS NOT NULL"""


class Counts(NamedTuple):
    """What came of a file, or of some."""

    hands: int = 0
    """New ones, those outside the model among them."""
    duplicates: int = 0
    """Hands that were kept before, or stand twice in the files."""
    conflicts: int = 0
    """Hands whose number is kept with other content; the first stays."""
    unreadable: int = 0
    outside: int = 0
    """New hands with a fixed limit, another game, a straddle or a button blind."""
    decisions: int = 0
    """New hands in which the small blind jammed or folded."""
    choices: int = 0
    """Decisions of both players in them."""
    warnings: int = 0
    """Hands whose chips won are not those put in."""

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(*map(sum, zip(self, other, strict=True)))


@dataclass(frozen=True)
class SiteCounts:
    """Kept hands of a site: all, those with a decision, those outside the model."""

    site: str
    hands: int = 0
    decisions: int = 0
    outside: int = 0

    def plus(self, other: SiteCounts) -> SiteCounts:
        """Both together."""
        return SiteCounts(
            self.site,
            self.hands + other.hands,
            self.decisions + other.decisions,
            self.outside + other.outside,
        )


def kept_path() -> Path:
    """Where hands are kept unless another file is named."""
    return data_folder() / DESIGN.file


class HistoryStore(Database):
    """The kept hands; a context that closes itself.

    Raises HistoryError if the file is no database of hands, is damaged or of another version, or cannot be
    opened.
    """

    def __init__(self, path: Path | None = None, progress: Progress = silent) -> None:
        super().__init__(DESIGN, path or kept_path(), progress)
        self._players: dict[tuple[str, str], int] = {}

    def known(self, path: str, digest: bytes) -> Counts | None:
        """What is counted of a file that was read before with the same content: all its hands are there."""
        row = self.base.execute(
            "SELECT id, hands, duplicates, conflicts FROM file WHERE path = ? AND hash = ?", (path, digest)
        ).fetchone()
        if row is None:
            return None
        kinds = dict(
            self.base.execute(
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
            try:
                adding = Adding(base, file, self._players)
                yield adding
                base.execute(SB_TURNS, (last,))
                base.execute(BB_TURNS, (last,))
                adding.close()
            except BaseException:
                self._players.clear()  # those of this file are not kept
                raise

    def forget(self, paths: Iterable[str] = ()) -> int:
        """Delete the hands of some files, or all; how many. What was deleted is wiped from the disk."""
        paths = list(paths)
        with self.writing() as base:
            (before,) = base.execute("SELECT count(*) FROM hand").fetchone()
            if paths:
                base.executemany(
                    "DELETE FROM file WHERE path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || ?2",
                    [(path, os.sep) for path in paths],
                )
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
        self.compact()
        return int(before - after)

    def by_site(self, path: str) -> Iterator[SiteCounts]:
        """The kept hands of a file, by site."""
        query = """SELECT site, count(*), sum(status = 'decision'), sum(status = 'outside')
            FROM hand JOIN file ON file.id = hand.file WHERE path = ? GROUP BY site ORDER BY site"""
        return (SiteCounts(*row) for row in self.base.execute(query, (path,)))

    def problems(self, path: str = "") -> Iterator[Problem]:
        """All problems, or those of a file, by file and line."""
        query = """SELECT path, line, kind, text FROM problem JOIN file ON file.id = file
            WHERE ? IN ('', path) ORDER BY path, line"""
        for file, line, kind, text in self.base.execute(query, (path,)):
            of_kinds((file, text), str)
            yield Problem(file, line, ProblemKind(kind), text)

    def hands(self, status: str = "", site: str = "", game: str = "") -> Iterator[tuple[str, Row]]:
        """Kept hands with their files, by file and line; of one status, site or game where given."""
        query = f"""SELECT path, {_COLUMNS} FROM hand JOIN file ON file.id = hand.file
            LEFT JOIN player AS h ON h.id = hero LEFT JOIN player AS p ON p.id = sb
            LEFT JOIN player AS q ON q.id = bb
            WHERE ? IN ('', status) AND ? IN ('', hand.site) AND ? IN ('', game) ORDER BY path, line"""
        for path, *values in self.base.execute(query, (status, site, game)):
            of_kinds((path, *values[:2], *values[3:]), str, int, float, NoneType)
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

    def add(self, item: Row | Problem) -> None:
        """One row, unless its hand is there already, or one problem."""
        if isinstance(item, Problem):
            self._problem(item)
            return
        site, player = item.site, self._player
        values = (
            *item[:2], item.digest, item.hand_id, self._file, *item[4:17], player(site, item.hero),
            player(site, item.sb_name), player(site, item.bb_name), *item[20:-1],
        )  # fmt: skip
        cursor = self._base.execute(_INSERT, values)
        if cursor.rowcount:
            self._add_turns(int(cursor.lastrowid or 0), item)
            counts = self._counts
            counts["hands"] += 1
            if item.status == "decision":
                counts["decisions"] += 1
                counts["choices"] += 1 + (item.bb_decision != "none")
            elif item.status == "outside":
                counts["outside"] += 1
            return
        number, kept, path, line = self._base.execute(
            "SELECT hand.id, hand.hash, path, line FROM hand JOIN file ON file.id = file "
            "WHERE site = ? AND key = ?",
            item[:2],
        ).fetchone()
        if kept == item.digest:
            self._counts["duplicates"] += 1
            self._add_turns(number, item)  # a repair may have lost some
            return
        sentence = f"Hand {item.hand_id[:40]}: the one of {path}, line {line}, has other content and stays."
        self._problem(Problem("", item.line, ProblemKind.CONFLICT, sentence))

    def _add_turns(self, number: int, row: Row) -> None:
        for seat, name, after, cards, act in row.turns:
            values = (number, seat, self._player(row.site, name), after, cards, act)
            self._base.execute("INSERT OR IGNORE INTO seat_turn VALUES (?, ?, ?, ?, ?, ?)", values)

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

    def close(self) -> None:
        """Note what the file holds now."""
        (own,) = self._base.execute("SELECT count(*) FROM hand WHERE file = ?", (self._file,)).fetchone()
        repeated = self.counts.hands + self.counts.duplicates - own
        self._base.execute(
            "UPDATE file SET hash = ?, hands = ?, duplicates = ?, conflicts = ? WHERE id = ?",
            (self.digest, own, max(0, repeated), self.counts.conflicts, self._file),
        )
