"""What the strategy page shows: a chart that is small enough to be sent, and a spot in a few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
class ExplorerPart(Contract):
    """How often each class does something at every stack, as `ExplorerSeat` tells it."""

    tops: str
    odd: dict[str, Runs]
    mixed: dict[str, tuple[tuple[int, float], ...]]


@dataclass(frozen=True, kw_only=True)
class ExplorerNode(Contract):
    """One decision of a tree at every stack.

    Chances are those that a class comes here by its own play and does something: of all its hands.
    """

    seat: Literal["sb", "bb"]
    after: tuple[str, ...]
    """The actions before, such as ``sb raise 2``."""
    reach: tuple[float | None, ...]
    """Chance that a hand comes to it, by stack; null where the tree has no such decision."""
    here: ExplorerPart | None
    """Who comes to it by their own play; null: all hands."""
    actions: tuple[str, ...]
    """What can be done besides folding, at any of the stacks."""
    parts: tuple[ExplorerPart, ...]
    """How often each action is taken."""
    plays: ExplorerSeat
    """What is not folded, and what the best action gains over folding once a class is here."""


@dataclass(frozen=True, kw_only=True)
class ExplorerTree(Contract):
    """Raises before the all-in: `jam` and `call` are then what is not folded at the first decision."""

    raises: str
    """The sizes in words."""
    notes: tuple[str, ...]
    """What the chart answers, and what is not in the tree."""
    opens: tuple[str, ...]
    """What the small blind does who does not fold, by stack: jam, raise, or raise or jam."""
    stays: ExplorerPart
    """How often the small blind jams, or raises and does not fold to a jam over that."""
    nodes: tuple[ExplorerNode, ...]
    """The decisions, those that come first before the others."""


@dataclass(frozen=True, kw_only=True)
class PositionsNode(Contract):
    """One decision of a table at every stack."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it."""
    percent: tuple[float, ...]
    """Of all hands, by stack."""
    gain_bb: tuple[tuple[float | None, ...], ...]
    """What playing gains over folding, by stack and class; null where a seat is all-in by its blind."""
    play: tuple[tuple[float, ...], ...]
    """How often each class is played, by stack."""
    close: tuple[tuple[int, ...], ...]
    """Classes whose sign of gain is uncertain, by stack."""


@dataclass(frozen=True, kw_only=True)
class PositionsContract(Contract):
    """Charts of all seats of a table over equal stacks."""

    game: str
    seats: int
    level: str
    method: Literal["counted", "model"]
    packed: bool
    """Whether they come with the program."""
    hands: tuple[str, ...]
    """The names of the classes."""
    stacks: tuple[float, ...]
    nodes: tuple[PositionsNode, ...]


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
    tree: ExplorerTree | None
    """Null where everybody jams or folds."""
    zero_sum: bool = False
    """Whether a hand that gains or loses by an action does the same in every equilibrium: chips alone are
    played for, and all stacks are solved exactly."""
