"""Strategies as lists of hands: filters, sort orders, and parsing of CSV lists, also from other tools."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, RANK_NAMES, parse_cards
from jamfold.cards.counting.classes import ClassId, HandClasses, hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.display import DisplayableResult
from jamfold.core.errors import CardError, ClassError, JamfoldError, error_field
from jamfold.ranges import HandRange
from jamfold.ranges.patterns import pattern_matrix
from jamfold.spots.analysis import Comparison
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import HandReport, Seat, SeatStrategy, class_report, parse_hand

_RANKS_ONLY = re.compile(r"(?:10|[2-9TJQKA])+", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class HandFilter:
    """Filters for classes of a game, as the user writes them; empty for none."""

    pattern: str = ""
    """A suit pattern: ``aabb`` is two suits of two cards each."""
    contains: str = ""
    """Cards that a hand of the class holds (``Ah Kh``: a suited ace and king), or ranks (``AA``)."""
    family: str = ""
    """The name of a row, a column or a cell of `ranges.patterns`."""

    def chosen(self, game: Game, hand_range: HandRange | None = None) -> BoolArray:
        """Return which classes pass the filters, and have a hand in the range, shape (n,).

        Raises CardError or ClassError if the game has no such pattern, family or cards.
        """
        classes = hand_classes(game)
        chosen = np.ones(classes.n, dtype=np.bool_)
        if self.pattern:
            with error_field("pattern"):
                chosen &= with_pattern(classes, self.pattern)
        if self.contains:
            with error_field("contains"):
                chosen &= containing(classes, self.contains)
        if self.family:
            with error_field("family"):
                chosen &= np.isin(np.arange(classes.n), pattern_matrix(game).find(self.family).ids)
        if hand_range is not None:
            chosen &= np.add.reduceat((hand_range.hand_weights > 0).astype(np.int64), classes.starts[:-1]) > 0
        return chosen


@dataclass(frozen=True, eq=False)
class HandList(DisplayableResult):
    """Some classes of a strategy in an order."""

    strategy: SeatStrategy
    ids: IntArray
    """The classes, shape (k,)."""
    comparison: Comparison | None = None
    """The comparison with another source; None if there is none."""
    left_out: int = 0
    """The number of classes that were requested, but are not in this part of the list."""
    warnings: tuple[str, ...] = ()
    """Parts of the request that were probably not intended."""

    def first(self, count: int) -> HandList:
        left_out = self.left_out + max(0, len(self.ids) - count)
        return replace(self, ids=self.ids[:count], left_out=left_out)

    @cached_property
    def hands(self) -> int:
        return int(self.strategy.classes.sizes[self.ids].sum())

    @property
    def share(self) -> float:
        """Their share of all hands, in [0, 1]."""
        return self.hands / self.strategy.game.n_hands

    @property
    def played(self) -> float:
        """The share of these hands that is played, in [0, 1]; 0 if there are none."""
        sizes = self.strategy.classes.sizes[self.ids]
        return float(self.strategy.frequency[self.ids] @ sizes) / self.hands if self.hands else 0.0

    def reports(self, start: int = 0, stop: int | None = None) -> list[HandReport]:
        """Return reports of the classes, or of some of them."""
        return [class_report(self.strategy, ClassId(class_id)) for class_id in self.ids[start:stop].tolist()]


@dataclass(frozen=True)
class LookupResult(DisplayableResult):
    """One hand of a solved spot."""

    spot: SpotSolution
    hand: HandReport


@dataclass(frozen=True)
class RangeReport(DisplayableResult):
    """Hands of several classes that were looked up together."""

    spot: SpotSolution
    """The solved spot."""
    text: str
    """The text of the request."""
    held: HandRange
    """The range."""
    hands: HandList
    """Its classes, most played first."""

    @property
    def played(self) -> float:
        """The share of the range's hands that is played, in [0, 1]."""
        sizes = self.hands.strategy.classes.sizes * self.held.class_shares
        return float(self.hands.strategy.frequency @ sizes) / float(sizes.sum())


def list_hands(
    strategy: SeatStrategy,
    chosen: BoolArray,
    sort: str = "ev",
    *,
    reverse: bool = False,
    comparison: Comparison | None = None,
) -> HandList:
    """Return the chosen classes (n,) of a strategy in an order. Raises ClassError if it is unknown.

    Parameters
    ----------
    sort
        ``id`` (highest cards first), ``ev`` (best all-in EV first), ``margin``
        (most gained over folding first), ``played`` (most played first, then by
        margin), ``size`` (largest class first), ``close`` (smallest difference
        first); with a comparison ``other_played``, ``other_margin``, ``apart``
        (most different first) and ``cost`` (most expensive first).  Ties are in
        the order of ids; unknown EVs come last.
    reverse
        Reverse the order; unknown EVs still come last.
    """
    ids = np.arange(strategy.classes.n)
    keys: dict[str, tuple[NDArray[Any], ...]] = {
        "id": (ids,),
        "ev": (-strategy.ev_allin,),
        "margin": (-strategy.margin,),
        "played": (-strategy.frequency, -strategy.margin),
        "size": (-strategy.classes.sizes,),
        "close": (abs(strategy.margin),),
    }
    if comparison is not None:
        keys |= {"other_played": (-comparison.chances,), "apart": (-comparison.apart,)}
        keys |= {"cost": (-comparison.costs,)}
        if comparison.second is not None:
            keys |= {"other_margin": (-comparison.second.margin,)}
    if sort not in keys:
        raise ClassError(f"Unknown order '{sort[:40]}': hands are sorted by {', '.join(keys)}.", field="sort")
    columns = [-column if reverse else column for column in keys[sort]]
    order = np.lexsort((ids, *reversed(columns))).astype(np.int64)
    return HandList(strategy, order[chosen[order]], comparison)


def with_pattern(classes: HandClasses, pattern: str) -> BoolArray:
    """Return which classes have a suit pattern, shape (n,). Raises ClassError if no class has it."""
    patterns = classes.suit_patterns()
    name = pattern.strip().lower()
    if name not in patterns:
        names = ", ".join(sorted(set(patterns)))
        raise ClassError(f"'{pattern[:40]}' is not a suit pattern of this game. Choose from: {names}.")
    return np.array([pattern_ == name for pattern_ in patterns])


def containing(classes: HandClasses, text: str) -> BoolArray:
    """Return which classes have a hand that holds these cards or ranks, shape (n,).

    Raises CardError if the text is neither cards nor ranks; ClassError if no hand of the game can hold them.
    """
    compact = re.sub(r"[\s,]+", "", text)
    if _RANKS_ONLY.fullmatch(compact):
        ranks = [RANK_NAMES.index(name) for name in compact.upper().replace("10", "T")]
        _check_room(classes, len(ranks), text)
        rank_rows = classes.representatives // N_SUITS
        counts = np.bincount(ranks, minlength=len(RANK_NAMES))
        enough = [(rank_rows == rank).sum(axis=1) >= counts[rank] for rank in set(ranks)]
        return np.asarray(np.all(enough, axis=0))
    cards = parse_cards(text)
    if not cards:
        raise CardError("There are no cards to look for: give cards (Ah Kd) or ranks (AA).")
    _check_room(classes, len(cards), text)
    missing = [card for card in cards if card not in classes.deck]
    if missing:
        raise ClassError(f"A card of '{text[:60]}' is not in the deck of this game.")
    holds = np.all([(classes.hands == card).any(axis=1) for card in cards], axis=0)
    return np.add.reduceat(holds.astype(np.int64), classes.starts[:-1]) > 0


def _check_room(classes: HandClasses, n_cards: int, text: str) -> None:
    if n_cards > classes.hole_cards:
        raise ClassError(f"'{text[:60]}' has {n_cards} cards. A hand in this game has {classes.hole_cards}.")


_HAND_COLUMNS = ("hand", "name", "cards", "combo", "holding")
_CHANCE_COLUMNS = {
    Seat.SMALL_BLIND: ("jam", "push", "shove", "allin", "all-in", "sb"),
    Seat.BIG_BLIND: ("call", "bb"),
}
_EITHER = ("played", "frequency", "chance")


class _Entry(NamedTuple):
    """A frequency in a file: seat, hand, value and line number."""

    seat: Seat
    hand: str
    chance: float
    line: int
    is_percent: bool


def parse_strategy_csv(text: str, game: Game) -> dict[Seat, FloatArray]:
    """Parse frequencies from CSV of another tool (or ``jamfold hands --format csv``).

    One column names the hand (``hand``, ``name`` or ``cards``: ``AKs``, ``AsKs``, a range).  One or two have
    the frequencies of jamming (``jam``, ``push``) and calling (``call``); or a column ``played`` has them,
    and a column ``position`` sb or bb.  Frequencies go from 0 to 1, or to 100 if any is above 1 or has a
    per-cent sign.  Missing hands are not played.  Raises ClassError, naming the line, if a column is missing
    or a line has no hand or frequency.

    Returns
    -------
    Frequencies in [0, 1] by seat in the text and class id, shape (n,).
    """
    entries = list(_entries(text))
    if not entries:
        raise ClassError("The CSV has no column of chances: jam, call, or played beside position.")
    scale = 100 if any(entry.is_percent or entry.chance > 1 for entry in entries) else 1
    chances = {entry.seat: np.zeros(hand_classes(game).n) for entry in entries}
    for entry in entries:
        if not 0 <= entry.chance <= scale:
            fault = f"has a chance of {entry.chance:g}"
            raise ClassError(f"Line {entry.line} of the CSV {fault}: 0 to 1, or 0 to 100%.")
        try:
            meant = parse_hand(game, entry.hand)
        except JamfoldError as error:
            raise ClassError(f"Line {entry.line} of the CSV: {error}") from None
        ids = np.array([meant[0]]) if isinstance(meant, tuple) else np.flatnonzero(meant.class_shares)
        chances[entry.seat][ids] = entry.chance / scale
    return chances


def _entries(text: str) -> Iterator[_Entry]:
    """Yield the frequencies of a CSV text, line by line."""
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
    """Return the dialect of a CSV text, with the most frequent separator of its first line."""

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
        raise ClassError(f"Line {number} of the CSV: '{text[:40]}' is not a chance.") from None
