"""Two strategies for the same hands beside each other: how far apart, and what the difference costs."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.errors import ClassError, JamfoldError
from jamfold.games import Game
from jamfold.solver.solution import FREE_MARGIN
from jamfold.spots.lookup import parse_hand
from jamfold.spots.strategy import Seat, SeatStrategy

_HAND_COLUMNS = ("hand", "name", "cards", "combo", "holding")
_CHANCE_COLUMNS = {
    Seat.SMALL_BLIND: ("jam", "push", "shove", "allin", "all-in", "sb"),
    Seat.BIG_BLIND: ("call", "bb"),
}
_EITHER = ("played", "frequency", "chance")


@dataclass(frozen=True, eq=False)
class Comparison:
    """One player's strategy in a solved spot, and how another source plays the same hands.

    Attributes
    ----------
    first
        The strategy, with the EVs by which differences are judged.
    chances
        How often the other source plays each class, in [0, 1], shape (n,).
    second
        The other strategy where it is one of a solved spot, of this game or another with the
        same hands.
    """

    first: SeatStrategy
    chances: NDArray[np.float64]
    second: SeatStrategy | None = None

    @classmethod
    def of_spots(cls, first: SeatStrategy, second: SeatStrategy) -> Comparison:
        """The strategies of one seat in two solved spots.

        Raises
        ------
        ClassError
            If the hands of the two games are not the same.
        """
        one, other = first.game, second.game
        if not one.deals_like(other):
            raise ClassError(f"{one.title} and {other.title} have different hands.")
        return cls(first, second.played, second)

    @property
    def apart(self) -> NDArray[np.float64]:
        """How much more or less often each class is played by the other, in [0, 1], shape (n,)."""
        return np.abs(self.chances - self.first.played)

    @property
    def share(self) -> float:
        """The part of all hands that only one of the two plays: the mean of `apart` over hands."""
        return float(self.apart @ self.first.classes.sizes) / self.first.game.n_hands

    @property
    def costs(self) -> NDArray[np.float64]:
        """What each class loses by the other's chances, in chips when it is dealt, shape (n,).

        Measured in the first spot against its opponent's strategy there; a big blind's class loses
        only when the small blind jams, and counts with the chance of that.  Indifferent classes
        cost nothing; below 0 where the first strategy is not a best response.
        """
        margin = np.nan_to_num(self.first.margin)
        margin = np.where(abs(np.nan_to_num(self.first.margin_units)) < FREE_MARGIN, 0.0, margin)
        return (self.first.played - self.chances) * margin * self.first.asked

    @property
    def different(self) -> NDArray[np.int64]:
        """The classes that are not played alike: dearest for their hands first, then most different."""
        sizes = self.first.classes.sizes
        order = np.lexsort((-self.apart * sizes, -(self.costs * sizes)))
        return order[self.apart[order] > 1e-9].astype(np.int64)

    @property
    def cost(self) -> float:
        """What the other's chances lose a hand dealt, in chips: the mean of `costs` over hands."""
        return float(self.costs @ self.first.classes.sizes) / self.first.game.n_hands


def parse_strategy_csv(text: str, game: Game) -> dict[Seat, NDArray[np.float64]]:
    """How often hands are played, from a CSV text of another tool (or of ``jamfold hands --format csv``).

    One column names the hand (``hand``, ``name`` or ``cards``: ``AKs``, ``AsKs``, a range), one or two
    say how often it is jammed (``jam``, ``push``) and called with (``call``); or one column ``played``
    beside a column ``position`` of sb or bb.  Chances go from 0 to 1, or to 100 if any is above 1 or
    has a per-cent sign.  Hands that are not named are not played.

    Raises
    ------
    ClassError
        If a column is missing, or a line has no hand or no chance; the sentence names the line.
    """
    rows = list(csv.reader(io.StringIO(text), _dialect(text)))
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        raise ClassError("The CSV has no lines.")
    heads = [cell.strip().lower() for cell in rows[0]]
    hand = next((heads.index(name) for name in _HAND_COLUMNS if name in heads), None)
    if hand is None:
        raise ClassError(f"The CSV has no column of hands: it must be named {', '.join(_HAND_COLUMNS)}.")
    columns = {
        seat: next((heads.index(name) for name in names if name in heads), None)
        for seat, names in _CHANCE_COLUMNS.items()
    }
    either = next((heads.index(name) for name in _EITHER if name in heads), None)
    position = heads.index("position") if "position" in heads else None
    found: list[tuple[Seat, str, float, int]] = []
    for number, row in enumerate(rows[1:], start=2):
        if all(column is None for column in columns.values()) and either is not None and position is not None:
            seat = Seat.parse(_cell(row, position, number))
            found.append(
                (seat, _cell(row, hand, number), _chance(_cell(row, either, number), number), number)
            )
            continue
        for seat, column in columns.items():
            if column is not None:
                chance = _chance(_cell(row, column, number), number)
                found.append((seat, _cell(row, hand, number), chance, number))
    if not found:
        raise ClassError("The CSV has no column of chances: jam, call, or played beside position.")
    percent = "%" in text or any(chance > 1 for _, _, chance, _ in found)
    chances = {seat: np.zeros(hand_classes(game).n) for seat, _, _, _ in found}
    for seat, name, chance, number in found:
        value = chance / 100 if percent else chance
        if not 0 <= value <= 1:
            raise ClassError(f"Line {number} of the CSV has a chance of {chance:g}: 0 to 1, or 0 to 100 %.")
        try:
            meant = parse_hand(game, name)
        except JamfoldError as error:
            raise ClassError(f"Line {number} of the CSV: {error}") from None
        ids = np.array([meant[0]]) if isinstance(meant, tuple) else np.flatnonzero(meant.class_shares)
        chances[seat][ids] = value
    return chances


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
