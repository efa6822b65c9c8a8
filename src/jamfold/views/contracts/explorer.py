"""What the strategy page shows: a chart that is small enough to be sent, and a spot in a few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.spots.outline import Outline, SeatOutline
from jamfold.views.contracts.base import Contract, Counts

Runs = tuple[Counts, ...]


@dataclass(frozen=True, kw_only=True)
class ExplorerSeat(Contract):
    """One player's exact strategy at every stack.

    Texts are bytes as base64, classes are keys by their ids, places count stacks from the lowest, 0, on.
    """

    percent: tuple[float, ...]
    """Of all hands, by stack."""
    tops: str
    """One byte a class: at how many stacks it is played, from the lowest on without a gap; 255: see odd."""
    odd: dict[str, Runs]
    """First and last places of the runs in which a class is played, where a top does not say it."""
    mixed: dict[str, tuple[tuple[int, float], ...]]
    """Place and chance where a class is played sometimes."""
    free: dict[str, Runs]
    """Runs of places where both actions are right."""
    margins: str
    """What playing gains over folding, in units of quantum: see `views.explorer.packing`.

    By class where classes fill a square, else the mean of each cell of the matrix; 0 where nobody asks.
    """


@dataclass(frozen=True, kw_only=True)
class ExplorerContract(Contract):
    """A chart as the strategy page takes it: exact strategies, margins rounded to `quantum`."""

    game: str
    title: str
    hole_cards: int
    """Private cards of a hand."""
    level: str
    """Blinds and antes in words."""
    exactness: str
    """What was solved and how exact it is, in words."""
    exact: bool
    unit: str
    """Of values and margins: bb, or money."""
    quantum: float
    low: float
    step: float
    count: int
    stacks: tuple[float, ...]
    """From low by step, in big blinds, and one more where it was asked for: ascending, `count` of them."""
    digits: int
    """Decimals that tell the stacks apart."""
    sizes: str
    """Hands of each class, a byte each."""
    hands: str
    """The cards of a hand of each class, a byte a card: 4 times the rank (2 is 0), and the suit (c is 0)."""
    order: str
    """Two bytes a class, low one first: its place by equity against a random hand, best 0."""
    names: tuple[str, ...] | None
    """Of the classes, where they fill a square."""
    places: tuple[int, ...] | None
    """The classes of the square, row by row."""
    rows: tuple[str, ...] | None
    """Of the matrix of patterns, where hands have four cards."""
    columns: tuple[str, ...] | None
    cells: str | None
    """The cell of each class, a byte each: row times number of columns, and column."""
    values: tuple[float, ...]
    """Of the small blind, by stack."""
    jam: ExplorerSeat
    call: ExplorerSeat


@dataclass(frozen=True, kw_only=True)
class OutlineCell(Contract):
    """What decides in one cell of the matrix of patterns."""

    pattern: str
    words: str | None
    """Which of its hands are played; null where no few words say it."""
    accuracy: float | None
    """Share of its hands that are played as the words say."""


@dataclass(frozen=True, kw_only=True)
class OutlineSeat(Contract):
    """One player's strategy in a few words."""

    position: Literal["sb", "bb"]
    percent: float
    """Of all hands, played in equilibrium."""
    text: str | None
    """A short range near it, which `jamfold range` reads; null where none was asked for."""
    terms: int
    """How many terms it has."""
    differs_percent: float
    """Share of all hands that the range plays differently."""
    cost: float
    """What playing by it loses a hand dealt, against the other's equilibrium strategy, in unit."""
    cells: tuple[OutlineCell, ...]
    """Empty where classes fill a square."""

    @classmethod
    def of(cls, seat: SeatOutline) -> Self:
        """The contract of one player."""
        strategy = seat.strategy
        return cls(
            position=strategy.seat.value,
            percent=strategy.played_percent,
            text=seat.text,
            terms=seat.terms,
            differs_percent=100 * seat.differs,
            cost=strategy.measure.of(seat.cost),
            cells=tuple(
                OutlineCell(
                    pattern=cell.name,
                    words=None if said is None else said.words,
                    accuracy=None if said is None else said.accuracy,
                )
                for cell, said in seat.cells
            ),
        )


@dataclass(frozen=True, kw_only=True)
class OutlineContract(Contract):
    """A spot in a few words: short ranges with what they cost, and what decides in each pattern."""

    game: str
    unit: str
    """Of the costs: bb, or as `jamfold solve` says it."""
    seats: tuple[OutlineSeat, OutlineSeat]

    @classmethod
    def of(cls, answer: Outline) -> Self:
        """The contract of a spot in a few words."""
        small, big = (OutlineSeat.of(seat) for seat in answer.seats)
        return cls(game=answer.spot.game.name, unit=answer.spot.measure.unit, seats=(small, big))
