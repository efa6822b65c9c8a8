"""Which hands are jam/fold spots: folded to the small blind, at which (s, b), and what both did.

With a1, a2 the antes (and dead blinds) posted by small and big blind, d all
that players who folded have posted, L = min(S1 - a1, S2 - a2), at most the
cap, and the blinds as asked, (s, b) are those of `spots.situation`; here they
are divided once, from whole numbers:

    s = (2L + D) / (2 min(bb, L) + D),  b = (2 min(sb, L) + D) / (2 min(bb, L) + D),  D = d + a1 + a2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from jamfold.histories.records import PREFLOP, Hand

JUDGED_GAMES = ("holdem", "sixplus", "omaha", "omaha-hilo")


class Status(Enum):
    """What a hand is for the jam/fold model."""

    DECISION = "decision"
    OTHER = "other"
    NONE = "none"
    OUTSIDE = "outside"


class Choice(Enum):
    """What a player did where the model gives him a choice."""

    JAM = "jam"
    CALL = "call"
    FOLD = "fold"
    OTHER = "other"
    NONE = "none"


class Reason(Enum):
    """Why a hand is no decision."""

    CANCELLED = "hand cancelled"
    FIXED_LIMIT = "fixed limit"
    OTHER_GAME = "game outside the four"
    STRADDLE = "straddle"
    BUTTON_BLIND = "button blind"
    NO_BLINDS = "no small or no big blind"
    NOT_FOLDED = "not folded to the small blind"
    JAM_BEFORE = "jam before the small blind"
    NO_CHOICE = "a blind all-in by posting: nobody decides"
    NO_ACTION = "the small blind does not act"
    LIMP = "limp"
    RAISE = "raise, not all-in"


@dataclass(frozen=True, slots=True)
class Decision:
    """A hand as a jam/fold spot; chips are coins of the hand.

    Attributes
    ----------
    players
        Dealt in.
    small, big
        Indices of the blinds' seats; none where nobody posts it.
    antes
        Posted by the two, dead blinds of theirs included.
    dead
        d, posted by those who folded.
    live
        L.
    s, b
        The game; 0 where there is none.
    sb_choice, bb_choice
        What they did.
    reason
        Why it is no decision, or how the small blind left the model.
    """

    status: Status
    players: int
    small: int | None
    big: int | None
    antes: tuple[int, int] = (0, 0)
    dead: int = 0
    live: int = 0
    s: float = 0.0
    b: float = 0.0
    sb_choice: Choice = Choice.NONE
    bb_choice: Choice = Choice.NONE
    reason: Reason | None = None

    @property
    def has_spot(self) -> bool:
        """Whether it was folded to the small blind and he had a choice."""
        return self.s > 0


def find_decision(hand: Hand) -> Decision:
    """What a hand is for the jam/fold model."""
    small = next((post.seat for post in hand.posts if post.kind == "small blind"), None)
    big = next((post.seat for post in hand.posts if post.kind == "big blind"), None)
    players = sum(seat.dealt_in for seat in hand.seats)
    antes = _dead_of(hand, small), _dead_of(hand, big)
    outside = _outside(hand)
    if hand.cancelled and outside is not Reason.OTHER_GAME:
        return Decision(Status.NONE, players, small, big, antes, reason=Reason.CANCELLED)
    if outside is not None:
        return Decision(Status.OUTSIDE, players, small, big, antes, reason=outside)
    if small is None or big is None or small == big:
        return Decision(Status.NONE, players, small, big, antes, reason=Reason.NO_BLINDS)
    reason = _before_small(hand, small, big)
    live = min(hand.seats[small].stack - antes[0], hand.seats[big].stack - antes[1])
    live = min(live, hand.cap) if hand.cap else live
    if reason is None and live <= hand.small_blind:
        reason = Reason.NO_CHOICE
    first = next((action for action in hand.actions if action.seat == small), None)
    if reason is None and (first is None or first.street != PREFLOP):
        reason = Reason.NO_ACTION
    if reason is not None or first is None:
        return Decision(Status.NONE, players, small, big, antes, reason=reason)
    dead = sum(post.chips for post in hand.posts if post.seat not in {small, big})
    total = dead + sum(antes)
    unit = 2 * min(hand.big_blind, live) + total
    choice, left = _small_choice(first.move, first.total, live)
    return Decision(
        Status.OTHER if choice is Choice.OTHER else Status.DECISION,
        players,
        small,
        big,
        antes,
        dead,
        live,
        (2 * live + total) / unit,
        (2 * min(hand.small_blind, live) + total) / unit,
        choice,
        _big_choice(hand, big, choice, live),
        left,
    )


def _dead_of(hand: Hand, seat: int | None) -> int:
    """Antes and dead blinds that a seat posted."""
    return sum(post.chips for post in hand.posts if post.seat == seat and post.kind in {"ante", "dead blind"})


def _outside(hand: Hand) -> Reason | None:
    if hand.game not in JUDGED_GAMES:
        return Reason.OTHER_GAME
    if hand.limit == "FL":
        return Reason.FIXED_LIMIT
    for post in hand.posts:
        if post.kind == "straddle":
            return Reason.STRADDLE
        if post.kind == "button blind":
            return Reason.BUTTON_BLIND
    return None


def _before_small(hand: Hand, small: int, big: int) -> Reason | None:
    """Why the hand is not folded to the small blind; none if it is."""
    folded = set()
    for action in hand.actions:
        if action.seat == small or action.street != PREFLOP:
            break
        if action.move != "fold" or action.seat == big:
            jam = action.move == "raise" and action.all_in
            return Reason.JAM_BEFORE if jam else Reason.NOT_FOLDED
        folded.add(action.seat)
    others = {k for k, seat in enumerate(hand.seats) if seat.dealt_in} - {small, big}
    return None if others == folded else Reason.NOT_FOLDED


def _small_choice(move: str, total: int, live: int) -> tuple[Choice, Reason | None]:
    if move == "fold":
        return Choice.FOLD, None
    if total >= live:
        return Choice.JAM, None
    return Choice.OTHER, Reason.LIMP if move in {"call", "check"} else Reason.RAISE


def _big_choice(hand: Hand, big: int, small_choice: Choice, live: int) -> Choice:
    """He decides only against a jam, and only with more than the big blind to lose."""
    if small_choice is not Choice.JAM or live <= hand.big_blind:
        return Choice.NONE
    answer = next((action for action in hand.actions if action.seat == big), None)
    if answer is None or answer.street != PREFLOP:
        return Choice.NONE
    return Choice.FOLD if answer.move == "fold" else Choice.CALL
