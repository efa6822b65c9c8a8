"""Where training is kept: one SQLite file in the data folder, write-ahead log, strict tables, versioned.

Answers are kept as they were given; what the scheduler knows of the cards follows from
them and can be made anew.  One transaction an answer, forced to the disk: who is killed
loses none that was judged.  A file that is damaged, or of another version or program, is
renamed, never written to, and what is whole of a damaged one goes on: `HistoryStore` refuses
such a file until it is repaired, but who trains wants to go on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from jamfold.errors import TrainingError
from jamfold.kept.database import Database, check_types, examine, writable
from jamfold.kept.design import DatabaseSchema
from jamfold.kept.folder import data_folder
from jamfold.kept.repair import repair
from jamfold.practice.trainer.answers import RANGE, CardKey, GivenAnswer
from jamfold.practice.trainer.repetition import MemoryState, review
from jamfold.progress import Progress, ignore_progress
from jamfold.shown import DisplayableResult

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


DESIGN = DatabaseSchema(
    file="training.db",
    content="kept training",
    application=0x6A616D74,  # jamt
    version=1,
    tables=_SCHEMA,
    error=TrainingError,
    repair="jamfold train repair",
    durable=True,
    unsound={
        "answer": "at NOT BETWEEN 0 AND 253370764799999 OR free NOT IN (0, 1) "
        "OR max(stack, s, loss, coalesce(seconds, 0), coalesce(rule_loss, 0)) > 1e9 "
        "OR min(stack, s, loss, coalesce(seconds, 0), coalesce(rule_loss, 0)) < 0",
        "card": "state NOT IN (1, 2, 3) OR step < 0 OR min(stability, difficulty) <= 0 "
        "OR max(stability, difficulty) > 1e9 OR due NOT BETWEEN 0 AND 253370764799999 "
        "OR last NOT BETWEEN 0 AND due",
    },
)


@dataclass(frozen=True)
class TrainingRepair(DisplayableResult):
    """What was saved of a damaged file."""

    fault: str
    """What was wrong; empty where nothing was, and nothing was done."""
    answers: int
    cards: int
    """answers, cards: Those that are kept now; cards are made anew from the answers."""
    aside: str
    """The name of the damaged file now; empty where nothing was wrong."""


def kept_path() -> Path:
    """Where training is kept unless another file is named."""
    return data_folder() / DESIGN.file


def repair_training(path: Path | None = None, progress: Progress = ignore_progress) -> TrainingRepair:
    """Save the whole answers of a damaged file.

    Raises TrainingError if the file cannot be opened, or the disk does not take a fresh one: nothing has
    changed then.
    """
    path = path or kept_path()
    saved = repair(DESIGN, path, ("answer", "card"), _mend, progress)
    aside = "" if saved.aside is None else str(saved.aside)
    with TrainingStore(path) as store:
        answers, cards = store.base.execute(
            "SELECT (SELECT count(*) FROM answer), (SELECT count(*) FROM card)"
        ).fetchone()
    return TrainingRepair(saved.fault, answers, cards, aside)


class Kept(NamedTuple):
    """A kept answer: when its card comes again, and what is said of a file that was set aside for it."""

    card: MemoryState | None
    notice: str


def keep_answer(answer: GivenAnswer, *, card: bool = False) -> Kept:
    """Keep the answer of a drill, and with `card` when its card comes again.

    Raises TrainingError if it cannot be kept.
    """
    with TrainingStore() as store:
        return Kept(store.add(answer, card=card), store.set_aside)


class TrainingStore(Database):
    """The kept answers; a context that closes itself.

    Raises TrainingError if the file cannot be opened now: it is left as it is.

    Attributes
    ----------
    set_aside
        What is said of a file that could not be used and was renamed; empty if there was none.
    """

    def __init__(self, path: Path | None = None) -> None:
        path = path or kept_path()
        self.set_aside = ""
        if writable(path) and examine(DESIGN, path):
            saved = repair(DESIGN, path, ("answer", "card"), _mend)
            if saved.aside is not None:
                self.set_aside = (
                    f"The training kept in '{path}' {saved.fault}: it is kept as '{saved.aside}', and a "
                    f"new one begins with {saved.rows['answer']:,} answers of it that are whole."
                )
        super().__init__(DESIGN, path)

    def add(self, answer: GivenAnswer, *, card: bool = True) -> MemoryState | None:
        """Keep an answer, and with `card` when its card comes again; what the scheduler knows then."""
        with self.writing():
            while not self._insert(answer):  # two answers in one millisecond
                answer = replace(answer, at=answer.at + 1)
            return _review(self.base, answer) if card and answer.mode != RANGE else None

    def take(self, answers: Iterable[GivenAnswer]) -> int:
        """Add answers of another file, those that are not there yet; how many. Cards are made anew."""
        with self.writing():
            cards = {CardKey(*row) for row in self.base.execute("SELECT game, level, seat, hand FROM card")}
            added = [answer for answer in answers if self._insert(answer)]
            cards |= {answer.key for answer in added if answer.mode != RANGE}
            _make_cards(self.base, cards)
        return len(added)

    def reset(self, game: str = "") -> int:
        """Forget all answers and cards, or those of a game; how many answers. The disk is wiped of them."""
        with self.writing():
            (count,) = self.base.execute(f"SELECT count(*) FROM answer {_WHERE}", (game,)).fetchone()
            for table in ("answer", "card"):
                self.base.execute(f"DELETE FROM {table} {_WHERE}", (game,))
        self.compact()
        return int(count)

    def answers(self, game: str = "") -> Iterator[GivenAnswer]:
        """All answers, or those of a game, in the order of time."""
        return _answers(self.base, game)

    def cards(self, game: str, level: str) -> dict[CardKey, MemoryState]:
        """What the scheduler knows of the cards of a game at blinds and antes."""
        rows = self.base.execute(f"SELECT {_CARD} FROM card WHERE game = ? AND level = ?", (game, level))
        return {CardKey(*row[:4]): MemoryState(*row[4:]) for row in rows}

    def _insert(self, answer: GivenAnswer) -> bool:
        """Add an answer; False if one of the same card at the same time is there."""
        values = (
            answer.at, *answer.key, answer.mode, answer.stack, answer.s, answer.act, answer.loss,
            int(answer.free), answer.seconds, answer.rule_loss,
        )  # fmt: skip
        marks = ", ".join("?" * len(values))
        cursor = self.base.execute(
            f"INSERT INTO answer ({_ANSWER}) VALUES ({marks}) "
            "ON CONFLICT (at, game, level, seat, hand) DO NOTHING",
            values,
        )
        return cursor.rowcount == 1


def _review(base: sqlite3.Connection, answer: GivenAnswer) -> MemoryState:
    row = base.execute(
        f"SELECT {_CARD} FROM card WHERE game = ? AND level = ? AND seat = ? AND hand = ?", answer.key
    ).fetchone()
    card = review(None if row is None else MemoryState(*row[4:]), answer.rating, answer.at)
    values = (*answer.key, card.state, card.step, card.stability, card.difficulty, card.due, card.last)
    base.execute(f"INSERT OR REPLACE INTO card ({_CARD}) VALUES ({', '.join('?' * 10)})", values)
    return card


def _answers(base: sqlite3.Connection, game: str = "") -> Iterator[GivenAnswer]:
    query = f"SELECT {_ANSWER} FROM answer {_WHERE} ORDER BY at, id"
    for at, name, level, seat, hand, mode, stack, s, act, loss, free, seconds, rule in base.execute(
        query, (game,)
    ):
        key = CardKey(name, level, seat, hand)
        check_types((*key, mode, act), str)
        check_types((at, stack, s, loss, free), int, float)
        yield GivenAnswer(at, key, mode, stack, s, act, loss, bool(free), seconds, rule)


def _make_cards(base: sqlite3.Connection, cards: Container[CardKey]) -> None:
    """Make these cards anew from the answers, in the order of time."""
    base.execute("DELETE FROM card")
    for answer in _answers(base):
        if answer.key in cards and answer.mode != RANGE:
            _review(base, answer)


def _mend(base: sqlite3.Connection) -> None:
    """Make the cards anew: those that are saved, and those of answers that always make one."""
    saved = base.execute(
        "SELECT game, level, seat, hand FROM card UNION "
        "SELECT game, level, seat, hand FROM answer WHERE mode = 'repeat'"
    )
    _make_cards(base, {CardKey(*row) for row in saved})
