"""Strategies from CSV texts of other tools, and of our own lists of hands."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.errors import ClassError, JamfoldError
from jamfold.games import Game
from jamfold.spots.lookup import parse_hand
from jamfold.spots.strategy import Seat

_HAND_COLUMNS = ("hand", "name", "cards", "combo", "holding")
_CHANCE_COLUMNS = {
    Seat.SMALL_BLIND: ("jam", "push", "shove", "allin", "all-in", "sb"),
    Seat.BIG_BLIND: ("call", "bb"),
}
_EITHER = ("played", "frequency", "chance")


class _Entry(NamedTuple):
    """One chance of a file: whose, of which hand, and the line it stands in."""

    seat: Seat
    hand: str
    chance: float
    line: int
    is_percent: bool


def parse_strategy_csv(text: str, game: Game) -> dict[Seat, FloatArray]:
    """How often hands are played, from a CSV text of another tool (or of ``jamfold hands --format csv``).

    One column names the hand (``hand``, ``name`` or ``cards``: ``AKs``, ``AsKs``, a range), one or two
    say how often it is jammed (``jam``, ``push``) and called with (``call``); or one column ``played``
    beside a column ``position`` of sb or bb.  Chances go from 0 to 1, or to 100 if any is above 1 or
    has a per-cent sign.  Hands that are not named are not played.  Raises ClassError if a column is missing,
    or a line has no hand or no chance; the sentence names the line.

    Returns
    -------
    By seat, as far as the text has them, chances in [0, 1] of shape (n,), by class id.
    """
    entries = list(_entries(text))
    if not entries:
        raise ClassError("The CSV has no column of chances: jam, call, or played beside position.")
    scale = 100 if any(entry.is_percent or entry.chance > 1 for entry in entries) else 1
    chances = {entry.seat: np.zeros(hand_classes(game).n) for entry in entries}
    for entry in entries:
        if not 0 <= entry.chance <= scale:
            given = f"has a chance of {entry.chance:g}"
            raise ClassError(f"Line {entry.line} of the CSV {given}: 0 to 1, or 0 to 100 %.")
        try:
            meant = parse_hand(game, entry.hand)
        except JamfoldError as error:
            raise ClassError(f"Line {entry.line} of the CSV: {error}") from None
        ids = np.array([meant[0]]) if isinstance(meant, tuple) else np.flatnonzero(meant.class_shares)
        chances[entry.seat][ids] = entry.chance / scale
    return chances


def _entries(text: str) -> Iterator[_Entry]:
    """The chances of a CSV text, line by line."""
    try:
        lines = [row for row in csv.reader(io.StringIO(text), _dialect(text)) if any(map(str.strip, row))]
    except csv.Error as error:
        raise ClassError(f"The CSV cannot be read: {error}.") from None
    if not lines:
        raise ClassError("The CSV has no lines.")
    heads = [cell.strip().lower() for cell in lines[0]]
    hand = _column(heads, _HAND_COLUMNS)
    if hand is None:
        raise ClassError(f"The CSV has no column of hands: it must be named {', '.join(_HAND_COLUMNS)}.")
    columns = {seat: _column(heads, names) for seat, names in _CHANCE_COLUMNS.items()}
    either, position = _column(heads, _EITHER), _column(heads, ("position",))
    for number, row in enumerate(lines[1:], start=2):
        of_seats = {seat: column for seat, column in columns.items() if column is not None}
        if not of_seats and either is not None and position is not None:
            of_seats = {Seat.parse(_cell(row, position, number)): either}
        for seat, column in of_seats.items():
            cell = _cell(row, column, number)
            yield _Entry(seat, _cell(row, hand, number), _chance(cell, number), number, cell.endswith("%"))


def _column(heads: list[str], names: Sequence[str]) -> int | None:
    return next((heads.index(name) for name in names if name in heads), None)


def _dialect(text: str) -> type[csv.Dialect]:
    """The separator of a CSV text: the one that its first line has most of."""

    class Dialect(csv.excel):
        delimiter = max(",;\t", key=(text.splitlines() or [""])[0].count)

    return Dialect


def _cell(row: list[str], column: int, number: int) -> str:
    if column >= len(row):
        raise ClassError(f"Line {number} of the CSV has only {len(row)} columns.")
    return row[column].strip()


def _chance(text: str, number: int) -> float:
    try:
        return float(text.rstrip("% "))
    except ValueError:
        raise ClassError(f"Line {number} of the CSV has no chance but '{text[:40]}'.") from None
