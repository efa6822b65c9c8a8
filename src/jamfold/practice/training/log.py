"""The training log: answers in one SQLite file, their export and import (JSON, CSV), and the score.

Answers are stored unchanged; the scheduler's states of the cards follow from them and can be rebuilt.  Each
answer is one transaction, synced to the disk, so a killed process loses no graded answer.  A file that is
damaged, or of another version or program, is renamed and never written to, and the intact answers of a
damaged file are carried over.  `HistoryStore` refuses such a file until it is repaired, but a training
session should go on.

The score is the cost of answers and the share that were right, by seat, by depth and over time.
"""

from __future__ import annotations

import csv
import io
import json
import math
import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

from jamfold.core.display import DisplayableResult
from jamfold.core.errors import TrainingError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.database import Database, DatabaseSchema, check_types, examine, writable
from jamfold.core.storage.folder import data_folder
from jamfold.core.storage.repair import repair
from jamfold.histories.filters import DEPTH_NAMES, depth_of
from jamfold.histories.statistics import MILLI, Cell, Costs, cells_by
from jamfold.practice.training.answers import RANGE, CardKey, GivenAnswer, MemoryState, review

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
_AT, _KEY, *_REST = (field.name for field in fields(GivenAnswer))
COLUMNS = (_AT, *CardKey._fields, *_REST)
"""The fields of an answer in files and in the table."""
_ANSWER = ", ".join(COLUMNS)
_CARD = ", ".join((*CardKey._fields, *(field.name for field in fields(MemoryState))))
_WHERE = "WHERE ? IN ('', game)"


DESIGN = DatabaseSchema(
    file="training.db",
    content="your training",
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
    """The result of repairing a damaged file."""

    fault: str
    """What was wrong; empty if nothing was wrong, and then nothing was done."""
    answers: int
    cards: int
    """answers, cards: numbers stored now; cards are rebuilt from the answers."""
    aside: str
    """The new name of the damaged file; empty if nothing was wrong."""


def kept_path() -> Path:
    return data_folder() / DESIGN.file


def repair_training(path: Path | None = None, progress: Progress = ignore_progress) -> TrainingRepair:
    """Save the intact answers of a damaged file.

    Raises TrainingError if the file cannot be opened or a new one cannot be written; then nothing changes.
    """
    path = path or kept_path()
    saved = repair(DESIGN, path, ("answer", "card"), _mend, progress)
    aside = "" if saved.aside is None else str(saved.aside)
    with TrainingStore(path) as store:
        answers, cards = store.base.execute(
            "SELECT (SELECT count(*) FROM answer), (SELECT count(*) FROM card)"
        ).fetchone()
    return TrainingRepair(saved.fault, answers, cards, aside)


def keep_answer(answer: GivenAnswer, *, card: bool = False) -> tuple[MemoryState | None, str]:
    """Store the answer of a drill; `card` also schedules its card.

    Returns the state of the card, and a remark if a file was set aside for it.  Raises TrainingError if it
    cannot be stored.
    """
    with TrainingStore() as store:
        return store.add(answer, card=card), store.set_aside


class TrainingStore(Database):
    """The stored answers; a context manager that closes the file.

    Raises TrainingError if the file cannot be opened now; it is left unchanged.

    Attributes
    ----------
    set_aside
        A remark about an unusable file that was renamed; empty if there was none.
    """

    def __init__(self, path: Path | None = None) -> None:
        path = path or kept_path()
        self.set_aside = ""
        if writable(path) and examine(DESIGN, path):
            saved = repair(DESIGN, path, ("answer", "card"), _mend)
            if saved.aside is not None:
                self.set_aside = (
                    f"The training file '{path}' {saved.fault}. It is now '{saved.aside}', and a new file "
                    f"starts with its {saved.rows['answer']:,} intact answers."
                )
        super().__init__(DESIGN, path)

    def add(self, answer: GivenAnswer, *, card: bool = True) -> MemoryState | None:
        """Store an answer; with `card` schedule its card and return the card's state, else None."""
        with self.writing():
            while not self._insert(answer):  # two answers in one millisecond
                answer = replace(answer, at=answer.at + 1)
            return _review(self.base, answer) if card and answer.mode != RANGE else None

    def take(self, answers: Iterable[GivenAnswer]) -> int:
        """Add the new answers of another file, rebuild the cards, and return how many were added."""
        with self.writing():
            cards = {CardKey(*row) for row in self.base.execute("SELECT game, level, seat, hand FROM card")}
            added = [answer for answer in answers if self._insert(answer)]
            cards |= {answer.key for answer in added if answer.mode != RANGE}
            _make_cards(self.base, cards)
        return len(added)

    def reset(self, game: str = "") -> int:
        """Delete and wipe all answers and cards, or those of a game; return the number of answers."""
        with self.writing():
            (count,) = self.base.execute(f"SELECT count(*) FROM answer {_WHERE}", (game,)).fetchone()
            for table in ("answer", "card"):
                self.base.execute(f"DELETE FROM {table} {_WHERE}", (game,))
        self.compact()
        return int(count)

    def answers(self, game: str = "") -> Iterator[GivenAnswer]:
        """Yield all answers, or those of a game, in order of time."""
        return _answers(self.base, game)

    def cards(self, game: str, level: str) -> dict[CardKey, MemoryState]:
        """Return the scheduler's states of the cards of a game at blinds and antes."""
        rows = self.base.execute(f"SELECT {_CARD} FROM card WHERE game = ? AND level = ?", (game, level))
        return {CardKey(*row[:4]): MemoryState(*row[4:]) for row in rows}

    def _insert(self, answer: GivenAnswer) -> bool:
        """Add an answer; return False if there is one of the same card at the same time."""
        values = tuple(to_row(answer).values())
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
    values = (*answer.key, *astuple(card))
    base.execute(f"INSERT OR REPLACE INTO card ({_CARD}) VALUES ({', '.join('?' * len(values))})", values)
    return card


def _answers(base: sqlite3.Connection, game: str = "") -> Iterator[GivenAnswer]:
    query = f"SELECT {_ANSWER} FROM answer {_WHERE} ORDER BY at, id"
    for values in base.execute(query, (game,)):
        row = dict(zip(COLUMNS, values, strict=True))
        check_types((row[name] for name in TEXTS), str)
        check_types((row[name] for name in ("at", *NUMBERS, "free")), int, float)
        yield from_row(row)


def _make_cards(base: sqlite3.Connection, cards: Container[CardKey]) -> None:
    """Rebuild these cards from the answers, in order of time."""
    base.execute("DELETE FROM card")
    for answer in _answers(base):
        if answer.key in cards and answer.mode != RANGE:
            _review(base, answer)


def _mend(base: sqlite3.Connection) -> None:
    """Rebuild the cards: those that were saved, and those of answers that always have one."""
    saved = base.execute(
        "SELECT game, level, seat, hand FROM card UNION "
        "SELECT game, level, seat, hand FROM answer WHERE mode = 'repeat'"
    )
    _make_cards(base, {CardKey(*row) for row in saved})


FORMAT = "jamfold-training"
VERSION = 1
FORMATS = ("csv", "json")
NUMBERS = ("stack", "s", "loss")
OPTIONAL_NUMBERS = ("seconds", "rule_loss")
TEXTS = ("game", "level", "seat", "hand", "mode", "act")
LONGEST_ACT = 2_000_000
"""The most characters of an act: a range of Omaha can be long."""
LAST_AT = 253_370_764_800_000
"""The latest time of an answer, the end of 9998, in milliseconds since 1970."""


def to_row(answer: GivenAnswer) -> dict[str, Any]:
    key = answer.key._asdict()
    return {name: key[name] if name in key else getattr(answer, name) for name in COLUMNS}


def from_row(row: dict[str, Any]) -> GivenAnswer:
    key = CardKey(*(row[name] for name in CardKey._fields))
    rest: dict[str, Any] = {name: row.get(name) for name in _REST} | {"free": bool(row["free"])}
    return GivenAnswer(row[_AT], key, **rest)


def write_lines(answers: Iterable[GivenAnswer], form: str) -> Iterator[str]:
    """Yield the lines of a file; CSV cells that a spreadsheet would take for formulas begin with a quote."""
    if form == "json":
        yield json.dumps({"format": FORMAT, "version": VERSION})[:-1] + ', "answers": ['
        for k, answer in enumerate(answers):
            yield ("," if k else "") + "\n" + json.dumps(to_row(answer), allow_nan=False)
        yield "\n]}\n"
        return
    yield _csv_line(COLUMNS)
    for answer in answers:
        yield _csv_line([_cell(value) for value in to_row(answer).values()])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = str(int(value) if isinstance(value, bool) else value)
    return "'" + text if isinstance(value, str) and text[:1] in tuple("=+-@'\t\r") and text else text


def _csv_line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(cells)
    return line.getvalue()


def parse_answers(text: str, source: str) -> list[GivenAnswer]:
    """Parse a file that `write_lines` wrote, JSON or CSV.

    Raises TrainingError if it is neither, or any answer is invalid.
    """
    rows = _json_rows(text, source) if text.lstrip()[:1] in ("{", "[") else _csv_rows(text, source)
    return [_answer(row, f"{source}, answer {k + 1}") for k, row in enumerate(rows)]


def _json_rows(text: str, source: str) -> list[Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise TrainingError(f"{source} is not JSON.", field="file") from None
    is_ours = isinstance(data, dict) and data.get("format") == FORMAT
    _require(is_ours and isinstance(data.get("answers"), list), f"{source} has no training answers.")
    version = data.get("version")
    _require(version == VERSION, f"{source} has another version: {str(version)[:20]}, not {VERSION}.")
    rows: list[Any] = data["answers"]
    return rows


def _csv_rows(text: str, source: str) -> list[Any]:
    try:
        lines = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise TrainingError(f"{source} is not CSV: {error}.", field="file") from None
    is_ours = bool(lines) and tuple(lines[0]) == COLUMNS
    _require(is_ours, f"{source} has no training answers: its first line is different.")
    rows = []
    for cells in lines[1:]:
        if not cells:
            continue
        row: dict[str, Any] = dict(zip(COLUMNS, cells, strict=False))
        for name in COLUMNS:
            value = row.get(name, "")
            row[name] = value.removeprefix("'") if name in TEXTS else _number(value)
        rows.append(row)
    return rows


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text or None


def _answer(row: Any, where: str) -> GivenAnswer:
    _require(isinstance(row, dict), f"{where} is not an answer.")
    for name in TEXTS:
        value = row.get(name)
        is_text = isinstance(value, str) and len(value) <= LONGEST_ACT and "\0" not in value
        _require(is_text, f"{where}: '{name}' must be text.")
    amounts = (*NUMBERS, *(name for name in OPTIONAL_NUMBERS if row.get(name) is not None))
    for name in ("at", *amounts):
        value = row.get(name)
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf
        _require(is_number, f"{where}: '{name}' must be a number, 0 or more.")
    is_time = isinstance(row["at"], int) and row["at"] < LAST_AT
    _require(is_time, f"{where}: 'at' must be milliseconds since 1970.")
    _require(row.get("free") in (0, 1), f"{where}: 'free' must be true or false.")
    return from_row(row | {name: float(row[name]) for name in amounts})


def _require(condition: object, sentence: str) -> None:
    """Raise TrainingError with the sentence unless the condition holds."""
    if not condition:
        raise TrainingError(sentence, field="file")


CURVE = _LAST, _FIRST, _MOST_POINTS = 50, 10, 60
"""The curve: decisions per point, decisions before the first point, and number of points."""


@dataclass(frozen=True)
class TrainingScore:
    """The score of a player's answers.

    Rates are thousandths of a big blind (of a bet in video poker) per decision, with the interval of the
    report on played hands; there is no interval below 30 answers.
    """

    total: Cell
    """All decisions."""
    right: int
    """Number of right answers."""
    streak: int
    best_streak: int
    """streak, best_streak: right answers in a row, now and at most."""
    rule_decisions: int
    """Number of decisions for which a point rule is bundled."""
    rule_loss: float
    rule_own: float
    """rule_loss, rule_own: losses in them of the rule and of the player."""
    by_seat: tuple[Cell, ...]
    by_depth: tuple[Cell, ...]
    """Cells by the stack in units of B."""
    by_stack: tuple[Cell, ...]
    """Cells by the stack in big blinds, before anything is posted."""
    by_day: tuple[Cell, ...]
    """Cells by day in UTC, ascending."""
    curve_mbb: tuple[float, ...]
    """The rate of the last 50 decisions, from the tenth decision on; at most 60 points, evenly spread."""
    ranges: int
    """Number of whole ranges marked."""
    range_loss: float
    """Mean loss of these, in big blinds per hand."""
    cards: int
    due: int
    """cards, due: numbers of cards seen, and of cards that are due."""

    @property
    def right_percent(self) -> float:
        """Percent of right answers; 0 if there are none."""
        return 100.0 * self.right / self.total.decisions if self.total.decisions else 0.0

    @property
    def rule_mbb(self) -> float:
        """The rule's loss per decision, in mbb."""
        return MILLI * self.rule_loss / self.rule_decisions if self.rule_decisions else 0.0

    @property
    def rule_own_mbb(self) -> float:
        """The player's loss per decision in the same decisions, in mbb."""
        return MILLI * self.rule_own / self.rule_decisions if self.rule_decisions else 0.0


def make_score(
    answers: Sequence[GivenAnswer], cards: Sequence[MemoryState] = (), now: int = 0
) -> TrainingScore:
    """Return the score of answers, which are in order of time."""
    decided = [answer for answer in answers if answer.mode != RANGE]
    marked = [answer.loss for answer in answers if answer.mode == RANGE]
    streak = best = 0
    for answer in decided:
        streak = streak + 1 if answer.right else 0
        best = max(best, streak)
    ruled = [answer for answer in decided if answer.rule_loss is not None]
    deep = [answer for answer in decided if answer.s]
    seats = [answer for answer in decided if answer.key.seat]
    return TrainingScore(
        total=Costs.of(decided).cell("all"),
        right=sum(answer.right for answer in decided),
        streak=streak,
        best_streak=best,
        rule_decisions=len(ruled),
        rule_loss=sum(answer.rule_loss or 0.0 for answer in ruled),
        rule_own=sum(answer.loss for answer in ruled),
        by_seat=cells_by(seats, lambda answer: answer.key.seat, _seats_of(seats)),
        by_depth=cells_by(deep, lambda answer: depth_of(answer.s), DEPTH_NAMES),
        by_stack=cells_by(deep, lambda answer: depth_of(answer.stack), DEPTH_NAMES),
        by_day=cells_by(decided, lambda answer: answer.day, sorted({answer.day for answer in decided})),
        curve_mbb=_curve([answer.loss for answer in decided]),
        ranges=len(marked),
        range_loss=sum(marked) / len(marked) if marked else 0.0,
        cards=len(cards),
        due=sum(card.due <= now for card in cards),
    )


def _curve(losses: Sequence[float]) -> tuple[float, ...]:
    """Return the rate of the last decisions over time."""
    more = len(losses) - _FIRST
    points = min(_MOST_POINTS, more + 1)
    ends = [_FIRST + round(k * more / max(1, points - 1)) for k in range(points)]
    return tuple(MILLI * sum(losses[max(0, end - _LAST) : end]) / min(end, _LAST) for end in ends)


def _seats_of(answers: Sequence[GivenAnswer]) -> list[str]:
    """Return the seats in order: small blind, big blind, then decisions of larger tables."""
    names = {answer.key.seat for answer in answers}
    return sorted(names, key=lambda name: (("sb", "bb", name).index(name), name))
