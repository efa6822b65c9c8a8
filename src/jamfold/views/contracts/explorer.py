"""What the strategy page shows: a chart that is small enough to be sent, and a spot in a few words."""

from __future__ import annotations

from dataclasses import dataclass

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
