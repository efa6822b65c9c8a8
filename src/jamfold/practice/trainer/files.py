"""Answers as files for others and for another machine: JSON or CSV, and back."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator
from typing import Any

from jamfold.errors import TrainingError
from jamfold.practice.trainer.answers import CardKey, GivenAnswer

FORMAT = "jamfold-training"
VERSION = 1
COLUMNS = (
    "at", "game", "level", "seat", "hand", "mode", "stack", "s", "act", "loss", "free", "seconds",
    "rule_loss",
)  # fmt: skip
FORMATS = ("csv", "json")
NUMBERS = ("stack", "s", "loss")
OPTIONAL_NUMBERS = ("seconds", "rule_loss")
TEXTS = ("game", "level", "seat", "hand", "mode", "act")
LONGEST_ACT = 2_000_000
"""Characters of an act: a range of Omaha can be long."""
LAST_AT = 253_370_764_800_000
"""Milliseconds since 1970: the end of 9998."""


def to_row(answer: GivenAnswer) -> dict[str, Any]:
    key = answer.key._asdict()
    return {name: key[name] if name in key else getattr(answer, name) for name in COLUMNS}


def write_lines(answers: Iterable[GivenAnswer], form: str) -> Iterator[str]:
    """The lines of a file; cells of CSV that a table program would take for a formula begin with a quote."""
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
    """The answers of a file that `write_lines` wrote, JSON or CSV.

    Raises TrainingError if it is neither, or one answer makes no sense; then none is taken.
    """
    rows = _json_rows(text, source) if text.lstrip()[:1] in ("{", "[") else _csv_rows(text, source)
    return [_answer(row, f"{source}, answer {k + 1}") for k, row in enumerate(rows)]


def _json_rows(text: str, source: str) -> list[Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise TrainingError(f"{source} is no JSON.", field="file") from None
    if (
        not isinstance(data, dict)
        or data.get("format") != FORMAT
        or not isinstance(data.get("answers"), list)
    ):
        raise TrainingError(f"{source} holds no answers of a training.", field="file")
    if data.get("version") != VERSION:
        version = str(data.get("version"))[:20]
        raise TrainingError(f"{source} is of another version: {version}, not {VERSION}.", field="file")
    rows: list[Any] = data["answers"]
    return rows


def _csv_rows(text: str, source: str) -> list[Any]:
    try:
        lines = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error as error:
        raise TrainingError(f"{source} is no CSV: {error}.", field="file") from None
    if not lines or tuple(lines[0]) != COLUMNS:
        raise TrainingError(
            f"{source} holds no answers of a training: its first line is another.", field="file"
        )
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
    if not isinstance(row, dict):
        raise TrainingError(f"{where} is no answer.", field="file")
    for name in TEXTS:
        value = row.get(name)
        if not isinstance(value, str) or len(value) > LONGEST_ACT or "\0" in value:
            raise TrainingError(f"{where}: '{name}' must be a text.", field="file")
    for name in ("at", *NUMBERS, *OPTIONAL_NUMBERS):
        value = row.get(name)
        if value is None and name in OPTIONAL_NUMBERS:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
            raise TrainingError(f"{where}: '{name}' must be a number from 0 on.", field="file")
    at = row["at"]
    if not isinstance(at, int) or at >= LAST_AT:
        raise TrainingError(f"{where}: 'at' must be milliseconds since 1970.", field="file")
    if row.get("free") not in (0, 1):
        raise TrainingError(f"{where}: 'free' must be true or false.", field="file")
    key = CardKey(*(row[name] for name in CardKey._fields))
    stack, s, loss = (float(row[name]) for name in NUMBERS)
    seconds, rule_loss = (None if row.get(name) is None else float(row[name]) for name in OPTIONAL_NUMBERS)
    return GivenAnswer(
        at, key, row["mode"], stack, s, row["act"], loss, bool(row["free"]), seconds, rule_loss
    )
