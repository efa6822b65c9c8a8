"""The canonical record of a played hand, returned by the readers of all sites.

Chips are exact integers in the smallest coin of the hand; ``Hand.coin`` coins make one chip (100 for dollars
and cents, 1 in tournaments).  Players are indices into ``Hand.seats``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

from jamfold.cards import Card

PREFLOP, FLOP, TURN, RIVER = range(4)
CHIPS_UNTOLD = "a player whose chips are not told"
BLINDS_ALONE = "nothing told but the blinds"
BOMB_POT = "bomb pot"
"""CHIPS_UNTOLD, BLINDS_ALONE, BOMB_POT: Reasons why a hand cannot be analysed."""

Move = Literal["fold", "check", "call", "bet", "raise"]
PostKind = Literal[
    "ante", "small blind", "big blind", "dead blind", "returning blind", "straddle", "button blind"
]
Limit = Literal["NL", "PL", "FL", ""]


class Seat(NamedTuple):
    """A player at the table, with their chips before posting."""

    number: int
    name: str
    stack: int
    dealt_in: bool


class Post(NamedTuple):
    """A forced bet before the cards are dealt."""

    seat: int
    kind: PostKind
    chips: int
    all_in: bool


class RecordedAction(NamedTuple):
    """An action: the chips added, and the player's total on that street (without antes)."""

    seat: int
    street: int
    move: Move
    added: int
    total: int
    all_in: bool


class ProblemKind(Enum):
    """Kinds of problems with a history."""

    UNREADABLE = "unreadable"
    CONFLICT = "conflict"
    CHIPS = "chips"
    EMPTY = "empty"
    FILE = "file"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a history that is not read, or doubtful."""

    file: str
    line: int
    """0 for the whole file."""
    kind: ProblemKind
    """chips: those won are not those put in; file: cannot be opened; summary: no error, the text is the
    summary of a tournament."""
    sentence: str


@dataclass(slots=True)
class Hand:
    """One played hand, never changed; not frozen, as that would take as long as its validation."""

    site: str
    hand_id: str
    """site, hand_id: The site's name and its printed hand number."""
    key: str
    """Unique among the site's hands; often equal to `hand_id`."""
    played_at: int | None
    """Seconds since 1970 in UTC; None if the site does not state its time zone."""
    day: str
    """The day as printed, ``2026-03-10``; empty if not printed."""
    tournament: str
    """The tournament's number; empty for cash games."""
    game: str
    limit: Limit
    """game, limit: ``holdem``, ``omaha``, ``omaha-hilo``, ``six-plus``, or another name
    (`decisions.JUDGED_GAMES`)."""
    currency: str
    """Currency code, ``USD``; empty for chips, or if not printed."""
    coin: int
    """Coins per chip; amounts are in coins."""
    small_blind: int
    big_blind: int
    ante: int
    """small_blind, big_blind, ante: The level; chips actually posted are in `posts`."""
    cap: int
    """Most that a player can put in; 0 without a cap."""
    button: int
    """Seat number of the button; 0 if unknown."""
    seats: tuple[Seat, ...]
    posts: tuple[Post, ...]
    actions: tuple[RecordedAction, ...]
    cards: tuple[tuple[Card, ...], ...]
    """Hole cards by seat; empty unless the text shows them all."""
    board: tuple[Card, ...]
    collected: tuple[int, ...]
    """Chips won from the pots, by seat."""
    rake: int | None
    """None if not printed."""
    hero: int | None
    """Index of the player whose history it is."""
    cancelled: bool
    file: str
    line: int
    digest: bytes
    """Hash of all content except file and line: equal exactly for copies of one hand."""
    warning: str
    timed_out: tuple[int, ...] = ()
    """Players whose first action the room took after a timeout or disconnection."""
    positions: bool = False
    """Whether names are positions, which do not identify players."""
    untold: str = ""
    """Reason for missing information; if set, only the hand and its players are stored."""
    timed_out_later: tuple[int, ...] = ()
    """Players for whom the room took a later preflop action."""
    ring: tuple[int, ...] = ()
    """Players dealt in, ordered by seat number."""

    def chips(self, coins: int) -> int | float:
        """Convert coins to chips, as int if whole."""
        whole, rest = divmod(coins, self.coin)
        return coins / self.coin if rest else whole
