"""The store of solved answers: numbers by kind and key, each with the edition of the rule that computed it.

Who changes what a kind of answers says raises its edition here; older rows are then solved again. All answers
are read and written by the functions of this module, so none can be served under another rule.
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
"""By kind."""
_SOURCES = {"response": "spot"}
"""The kind from whose answers a kind is computed: it is outdated with them."""
_BATCH = 100
"""Keys solved between two transactions."""


class SolvedAnswer(NamedTuple):
    """The numbers of a key."""

    key: str
    numbers: FloatArray
    gain: float = 0.0
    seconds: float = 0.0
    """gain, seconds: Of a table what a seat gains at most, and how long deals were sampled; else 0."""


def edition_of(kind: str) -> int:
    """Return the edition under which answers of a kind are stored, with that of the kind behind it."""
    return EDITIONS[kind] + 1000 * EDITIONS.get(_SOURCES.get(kind, ""), 0)


def stored_answers(
    base: sqlite3.Connection, kind: str, keys: Iterable[str], width: int = 1
) -> Iterator[SolvedAnswer]:
    """Yield the stored answers of today's edition, looked up by their keys, in rows of `width` numbers."""
    query = """SELECT solved.key, numbers, gain, seconds FROM json_each(?) AS wanted
        CROSS JOIN solved ON kind = ? AND solved.key = wanted.value AND edition = ?"""
    found = base.execute(query, (json.dumps(list(keys)), kind, edition_of(kind)))
    for key, numbers, gain, seconds in found:
        yield SolvedAnswer(key, np.frombuffer(numbers, dtype="<f8").reshape(-1, width), gain, seconds)


def stored_seconds(base: sqlite3.Connection, kind: str) -> dict[str, float]:
    """Return the keys that are stored under today's edition, with their seconds."""
    query = "SELECT key, seconds FROM solved WHERE kind = ? AND edition = ?"
    return dict(base.execute(query, (kind, edition_of(kind))).fetchall())


def store_answers(base: sqlite3.Connection, kind: str, answers: Iterable[SolvedAnswer]) -> None:
    """Write answers in place of others with the same key."""
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
"""Key after key the answers of hands."""


def find_answers(
    store: Database, kind: str, wanted: Missing, width: int, solve: Callable[[Missing], Solved]
) -> dict[str, dict[int, Numbers]]:
    """Return answers of `width` numbers by key and hand: stored ones, and new ones, which are stored.

    What is solved is stored, whoever stops it.  Raises JamfoldError of the store's class if it cannot be
    written.
    """
    found: dict[str, dict[int, Numbers]] = {key: {} for key in wanted}
    for key, numbers, *_ in stored_answers(store.base, kind, wanted, 1 + width):
        found[key] = {int(hand): tuple(values) for hand, *values in numbers.tolist()}
    missing = {key: set(hands) - found[key].keys() for key, hands in wanted.items()}
    fresh: list[str] = []

    def write() -> None:
        if fresh:
            rows = [[(hand, *values) for hand, values in found[key].items()] for key in fresh]
            answers = [SolvedAnswer(*one) for one in zip(fresh, map(np.array, rows), strict=True)]
            store.keep(lambda base: store_answers(base, kind, answers))
            fresh.clear()

    try:
        with closing(solve({key: hands for key, hands in missing.items() if hands})) as solved:
            for key, answers in solved:
                found[key].update(answers)
                fresh.append(key)
                if len(fresh) >= _BATCH:
                    write()
    finally:
        write()
    return found
