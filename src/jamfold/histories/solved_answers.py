"""The store of solved answers: numbers by kind and key, with the edition of the code that computed them.

To change the meaning of a kind, raise its edition here; older rows are then solved again.  Only this module
reads and writes answers, so none can be used under another edition.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from typing import NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray
from jamfold.core.storage.database import Database

EDITIONS = {"spot": 1, "response": 1, "showdown": 1, "raise": 3, "room": 1, "table": 3, "prize": 1}
"""Current editions by kind."""
_SOURCES = {"response": "spot"}
"""The kind that a kind is computed from: both become outdated together."""
_BATCH = 100
"""Keys solved between two transactions."""


class SolvedAnswer(NamedTuple):
    """The numbers of a key."""

    key: str
    numbers: FloatArray
    gain: float = 0.0
    seconds: float = 0.0
    """gain, seconds: Of a table the bound on a seat's gain and the sampling time; else 0."""


def edition_of(kind: str) -> int:
    """Return the stored edition of a kind, combined with that of its source kind."""
    return EDITIONS[kind] + 1000 * EDITIONS.get(_SOURCES.get(kind, ""), 0)


def stored_answers(
    base: sqlite3.Connection, kind: str, keys: Iterable[str], width: int = 1
) -> Iterator[SolvedAnswer]:
    """Yield stored answers of the current edition by key, in rows of `width` numbers."""
    query = """SELECT solved.key, numbers, gain, seconds FROM json_each(?) AS wanted
        CROSS JOIN solved ON kind = ? AND solved.key = wanted.value AND edition = ?"""
    records = base.execute(query, (json.dumps(list(keys)), kind, edition_of(kind)))
    for key, numbers, gain, seconds in records:
        yield SolvedAnswer(key, np.frombuffer(numbers, dtype="<f8").reshape(-1, width), gain, seconds)


def stored_seconds(base: sqlite3.Connection, kind: str) -> dict[str, float]:
    """Return keys stored under the current edition, with their seconds."""
    query = "SELECT key, seconds FROM solved WHERE kind = ? AND edition = ?"
    return dict(base.execute(query, (kind, edition_of(kind))).fetchall())


def store_answers(base: sqlite3.Connection, kind: str, answers: Iterable[SolvedAnswer]) -> None:
    """Write answers, replacing those with the same key."""
    base.executemany(
        "INSERT OR REPLACE INTO solved VALUES (?, ?, ?, ?, ?, ?)",
        (
            (kind, key, edition_of(kind), gain, seconds, numbers.astype("<f8").tobytes())
            for key, numbers, gain, seconds in answers
        ),
    )


Numbers = tuple[float, ...]
Missing = Mapping[str, Collection[int]]
"""Hands without an answer, by key."""
Solved = Generator[tuple[str, dict[int, Numbers]], None, None]
"""Pairs of key and answers by hand."""


def find_answers(
    store: Database, kind: str, hands_by_key: Missing, width: int, solve: Callable[[Missing], Solved]
) -> dict[str, dict[int, Numbers]]:
    """Return answers of `width` numbers by key and hand: stored ones, and new ones, which are stored.

    Finished answers are stored even if solving is interrupted.  Raises JamfoldError of the store's class if
    they cannot be written.
    """
    answers_by_key: dict[str, dict[int, Numbers]] = {key: {} for key in hands_by_key}
    for key, numbers, *_ in stored_answers(store.base, kind, hands_by_key, 1 + width):
        answers_by_key[key] = {int(hand): tuple(values) for hand, *values in numbers.tolist()}
    missing = {key: set(hands) - answers_by_key[key].keys() for key, hands in hands_by_key.items()}
    fresh: list[str] = []

    def write() -> None:
        if fresh:
            rows = [[(hand, *values) for hand, values in answers_by_key[key].items()] for key in fresh]
            answers = [SolvedAnswer(*answer) for answer in zip(fresh, map(np.array, rows), strict=True)]
            store.keep(lambda base: store_answers(base, kind, answers))
            fresh.clear()

    try:
        with closing(solve({key: hands for key, hands in missing.items() if hands})) as solved:
            for key, answers in solved:
                answers_by_key[key].update(answers)
                fresh.append(key)
                if len(fresh) >= _BATCH:
                    write()
    finally:
        write()
    return answers_by_key
