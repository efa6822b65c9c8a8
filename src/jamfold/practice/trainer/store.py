"""Where training is kept: one SQLite file in the data folder, write-ahead log, strict tables, versioned.

Answers are kept as they were given; what the scheduler knows of the cards follows from
them and can be made anew.  One transaction an answer, forced to the disk: who is killed
loses none that was judged.  A file that is damaged, or of another version or program, is
renamed, never written to: `HistoryStore` may refuse such a file, but who trains wants to go on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from jamfold.errors import TrainingError
from jamfold.kept.folder import data_folder
from jamfold.kept.locks import locked
from jamfold.practice.trainer.answers import RANGE, Answer, CardKey
from jamfold.practice.trainer.repetition import Remembered, review

VERSION = 1
APPLICATION = 0x6A616D74
"""``jamt``."""
NAME = "training.db"
PATIENCE = 30.0
"""Seconds to wait for another process that writes."""

_SCHEMA = """
CREATE TABLE answer (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, game TEXT NOT NULL, level TEXT NOT NULL, seat TEXT NOT NULL,
    hand TEXT NOT NULL, mode TEXT NOT NULL, stack REAL NOT NULL, s REAL NOT NULL, act TEXT NOT NULL,
    loss REAL NOT NULL, free INTEGER NOT NULL, seconds REAL, rule_loss REAL,
    UNIQUE (at, game, level, seat, hand)
) STRICT;
CREATE INDEX answer_card ON answer (game, level, seat, hand);
CREATE TABLE card (
    game TEXT NOT NULL, level TEXT NOT NULL, seat TEXT NOT NULL, hand TEXT NOT NULL, state INTEGER NOT NULL,
    step INTEGER, stability REAL NOT NULL, difficulty REAL NOT NULL, due INTEGER NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (game, level, seat, hand)
) STRICT, WITHOUT ROWID;
"""  # noqa: E501 -- SQL reads better in long lines
_ANSWER = "at, game, level, seat, hand, mode, stack, s, act, loss, free, seconds, rule_loss"
_CARD = "game, level, seat, hand, state, step, stability, difficulty, due, last"
_WHERE = "WHERE ? IN ('', game)"


class TrainingStore:
    """The kept answers; a context that closes itself.

    Attributes
    ----------
    set_aside
        What is said of a file that could not be used and was renamed; empty if there was none.

    Raises
    ------
    TrainingError
        If the file cannot be opened now: it is left as it is.
    UnwritableError
        If the folder cannot be written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / NAME
        self.set_aside = ""
        with locked(self.path.with_suffix(".lock")):
            try:
                reason = _why_not(self.path)
                if reason:
                    aside = _put_aside(self.path)
                    self.set_aside = (
                        f"The training kept in '{self.path}' {reason}: it is kept as '{aside}', "
                        "and a new one begins."
                    )
                self._base = _connected(self.path)
                _prepare(self._base)
            except (sqlite3.Error, OSError) as error:
                raise TrainingError(f"The training in '{self.path}' cannot be opened: {error}.") from None

    def __enter__(self) -> TrainingStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def add(self, answer: Answer, *, card: bool = True) -> Remembered | None:
        """Keep an answer, and with `card` when its card comes again; what the scheduler knows then."""
        with self._writing():
            while not self._insert(answer):  # two answers in one millisecond
                answer = _later(answer)
            return self._review(answer) if card and answer.mode != RANGE else None

    def take(self, answers: Iterable[Answer]) -> int:
        """Add answers of another file, those that are not there yet; how many. Cards are made anew."""
        with self._writing():
            cards = {tuple(row) for row in self._base.execute("SELECT game, level, seat, hand FROM card")}
            added = [answer for answer in answers if self._insert(answer)]
            cards |= {tuple(answer.key) for answer in added if answer.mode != RANGE}
            self._base.execute("DELETE FROM card")
            for answer in self.answers():
                if tuple(answer.key) in cards and answer.mode != RANGE:
                    self._review(answer)
        return len(added)

    def reset(self, game: str = "") -> int:
        """Forget all answers and cards, or those of a game; how many answers. The disk is wiped of them."""
        with self._writing():
            (count,) = self._base.execute(f"SELECT count(*) FROM answer {_WHERE}", (game,)).fetchone()
            for table in ("answer", "card"):
                self._base.execute(f"DELETE FROM {table} {_WHERE}", (game,))
        try:
            self._base.execute("VACUUM")
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise TrainingError(f"The training in '{self.path}' cannot be written: {error}.") from None
        return int(count)

    def answers(self, game: str = "") -> Iterator[Answer]:
        """All answers, or those of a game, in the order of time."""
        query = f"SELECT {_ANSWER} FROM answer {_WHERE} ORDER BY at, id"
        for at, name, level, seat, hand, mode, stack, s, act, loss, free, seconds, rule in self._base.execute(
            query, (game,)
        ):
            key = CardKey(name, level, seat, hand)
            yield Answer(at, key, mode, stack, s, act, loss, bool(free), seconds, rule)

    def cards(self, game: str, level: str) -> dict[CardKey, Remembered]:
        """What the scheduler knows of the cards of a game at blinds and antes."""
        rows = self._base.execute(f"SELECT {_CARD} FROM card WHERE game = ? AND level = ?", (game, level))
        return {CardKey(*row[:4]): Remembered(*row[4:]) for row in rows}

    def _insert(self, answer: Answer) -> bool:
        """Add an answer; False if one of the same card at the same time is there."""
        values = (
            answer.at, *answer.key, answer.mode, answer.stack, answer.s, answer.act, answer.loss,
            int(answer.free), answer.seconds, answer.rule_loss,
        )  # fmt: skip
        marks = ", ".join("?" * len(values))
        cursor = self._base.execute(
            f"INSERT INTO answer ({_ANSWER}) VALUES ({marks}) "
            "ON CONFLICT (at, game, level, seat, hand) DO NOTHING",
            values,
        )
        return cursor.rowcount == 1

    def _review(self, answer: Answer) -> Remembered:
        """The card after an answer."""
        row = self._base.execute(
            f"SELECT {_CARD} FROM card WHERE game = ? AND level = ? AND seat = ? AND hand = ?", answer.key
        ).fetchone()
        card = review(None if row is None else Remembered(*row[4:]), answer.rating, answer.at)
        values = (*answer.key, card.state, card.step, card.stability, card.difficulty, card.due, card.last)
        self._base.execute(f"INSERT OR REPLACE INTO card ({_CARD}) VALUES ({', '.join('?' * 10)})", values)
        return card

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction, of which nothing stays if it fails."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise TrainingError(f"The training in '{self.path}' cannot be written: {error}.") from None
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise TrainingError(f"The training in '{self.path}' cannot be written: {error}.") from None
            raise


def _later(answer: Answer) -> Answer:
    from dataclasses import replace

    return replace(answer, at=answer.at + 1)


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)


def _why_not(path: Path) -> str:
    """Why a file cannot be used; empty where it can, or where there is none.

    Raises
    ------
    sqlite3.OperationalError
        If it cannot be opened now, which says nothing about what is in it.
    """
    if not path.exists() or not path.stat().st_size:
        return ""
    base = _connected(path)
    try:
        (version,) = base.execute("PRAGMA user_version").fetchone()
        (application,) = base.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION:
            (tables,) = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            return "is a database of another program" if tables or application or version else ""
        if version != VERSION:
            return f"is of another version (format {version}, not {VERSION})"
        names = {name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        (sound,) = base.execute("PRAGMA quick_check(1)").fetchone()
        return "" if sound == "ok" and {"answer", "card"} <= names else "is damaged"
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return "is damaged"
    finally:
        base.close()


def _put_aside(path: Path) -> Path:
    """Rename a file and what belongs to it, to a name that is free."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-aside-{number}{path.suffix}")).exists():
        number += 1
    for ending in ("-wal", "-shm", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def _prepare(base: sqlite3.Connection) -> None:
    """Tables, where there are none yet."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    if application != APPLICATION:
        base.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {VERSION}; COMMIT"
        )
