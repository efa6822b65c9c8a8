"""The canonical record of a played hand: what every reader gives, whatever the site wrote.

Chips are exact: whole numbers of the smallest coin the hand is written in, of
which ``Hand.coin`` make one chip (100 for dollars and cents, 1 for chips of a
tournament).  Players are named by their index in ``Hand.seats``.
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
"""Why nothing can be said of a hand that its room has written so."""

Move = Literal["fold", "check", "call", "bet", "raise"]
PostKind = Literal[
    "ante", "small blind", "big blind", "dead blind", "returning blind", "straddle", "button blind"
]
Limit = Literal["NL", "PL", "FL", ""]


class Seat(NamedTuple):
    """A player at the table, with their chips before anything is posted."""

    number: int
    name: str
    stack: int
    dealt_in: bool


class Post(NamedTuple):
    """Chips a player has to put in before they look at their cards."""

    seat: int
    kind: PostKind
    chips: int
    all_in: bool


class RecordedAction(NamedTuple):
    """What a player did: the chips added, and all that is in front on that street (without antes)."""

    seat: int
    street: int
    move: Move
    added: int
    total: int
    all_in: bool


class ProblemKind(Enum):
    """What can be wrong with a history."""

    UNREADABLE = "unreadable"
    CONFLICT = "conflict"
    CHIPS = "chips"
    EMPTY = "empty"
    FILE = "file"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not read, or not sure."""

    file: str
    line: int
    """0 where it is about the whole file."""
    kind: ProblemKind
    """What is wrong; chips: those won are not those put in; file: it cannot be opened; summary: nothing is,
    the text is the summary of a tournament."""
    sentence: str


@dataclass(slots=True)
class Hand:
    """One played hand; not frozen, as that would take as long as to check it, but nobody changes one."""

    site: str
    hand_id: str
    """site, hand_id: The site's name and the number it prints."""
    key: str
    """What tells the site's hands apart; often the same as `hand_id`."""
    played_at: int | None
    """Seconds since 1970 in UTC; none where the site does not say in which time zone its clock is."""
    day: str
    """The day as printed, ``2026-03-10``; empty if none is."""
    tournament: str
    """The tournament's number; empty for cash games."""
    game: str
    limit: Limit
    """game, limit: ``holdem``, ``omaha``, ``omaha-hilo``, ``six-plus``, or another name
    (`decisions.JUDGED_GAMES`)."""
    currency: str
    """Code of the money, ``USD``; empty for chips and where none is printed."""
    coin: int
    """How many of the whole numbers below make one chip."""
    small_blind: int
    big_blind: int
    ante: int
    """small_blind, big_blind, ante: As asked; posted ones stand in `posts`."""
    cap: int
    """Most a player can put in, 0 if all their chips."""
    button: int
    """Number of the button's seat, 0 if it is not told."""
    seats: tuple[Seat, ...]
    posts: tuple[Post, ...]
    actions: tuple[RecordedAction, ...]
    cards: tuple[tuple[Card, ...], ...]
    """Per seat the hole cards as far as the text shows them all, else empty."""
    board: tuple[Card, ...]
    collected: tuple[int, ...]
    """Per seat what was won from the pots."""
    rake: int | None
    """None where the site does not print it."""
    hero: int | None
    """The seat of the player whose history it is."""
    cancelled: bool
    file: str
    line: int
    digest: bytes
    """Of all content without file and line: equal exactly for copies of one hand."""
    warning: str
    timed_out: tuple[int, ...] = ()
    """Seats whose first action the room took in their stead, for want of time or of a connection."""
    positions: bool = False
    """The seats' names are positions, which tell nobody apart."""
    untold: str = ""
    """What its room does not tell of it, so that nothing is kept but the hand and its players."""
    timed_out_later: tuple[int, ...] = ()
    """Seats one of whose later actions before the flop the room took in their stead."""
    ring: tuple[int, ...] = ()
    """Those dealt in, in the order of their seats' numbers."""

    def chips(self, coins: int) -> int | float:
        """Coins as chips, whole where they are."""
        whole, rest = divmod(coins, self.coin)
        return coins / self.coin if rest else whole
