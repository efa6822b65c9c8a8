"""Which hands are jam/fold spots: folded to the small blind, at which (s, b), and what both did.

(s, b) are those of `hand.two_seats`, of whole coins: a1, a2 are the antes (and dead blinds) posted by small
and big blind, d is all that players who folded have posted, L = min(S1 - a1, S2 - a2), at most the cap.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from jamfold.hand.two_seats import live_of, reduced
from jamfold.histories.records import BLINDS_ALONE, CHIPS_UNTOLD, PREFLOP, Action, Hand, PostKind

JUDGED_GAMES = ("holdem", "six-plus", "omaha", "omaha-hilo")


class Status(Enum):
    """What a hand is for the jam/fold model."""

    DECISION = "decision"
    OTHER = "other"
    NONE = "none"
    OUTSIDE = "outside"


class Choice(Enum):
    """What a player did where the model gives them a choice."""

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
    CHIPS_UNTOLD = CHIPS_UNTOLD
    BLINDS_ALONE = BLINDS_ALONE
    NO_BLINDS = "no small or no big blind"
    NOT_FOLDED = "not folded to the small blind"
    JAM_BEFORE = "jam before the small blind"
    NO_CHOICE = "a blind all-in by posting: nobody decides"
    NO_ACTION = "the small blind does not act"
    TIMED_OUT = "timed out or disconnected"
    LIMP = "limp"
    RAISE = "raise, not all-in"


@dataclass(frozen=True, slots=True)
class Decision:
    """A hand as a jam/fold spot; chips are coins of the hand."""

    status: Status
    players: int
    """Dealt in."""
    small: int | None
    big: int | None
    """small, big: Indices of the blinds' seats; none where nobody posts it."""
    antes: tuple[int, int] = (0, 0)
    """Posted by the two, dead blinds of theirs included."""
    dead: int = 0
    """d, posted by those who folded."""
    live: int = 0
    """L."""
    s: float = 0.0
    b: float = 0.0
    """s, b: The game; 0 where there is none."""
    sb_choice: Choice = Choice.NONE
    bb_choice: Choice = Choice.NONE
    """sb_choice, bb_choice: What they did."""
    reason: Reason | None = None
    """Why it is no decision, or how the small blind left the model."""

    @property
    def has_spot(self) -> bool:
        """Whether it was folded to the small blind and they had a choice."""
        return self.s > 0


def find_decision(hand: Hand) -> Decision:
    """What a hand is for the jam/fold model."""
    small: int | None = None
    big: int | None = None
    other: PostKind | None = None
    antes_of = [0] * len(hand.seats)
    for post in hand.posts:
        if post.kind == "small blind":
            small = post.seat
        elif post.kind == "big blind":
            big = post.seat
        elif post.kind == "ante" or post.kind == "dead blind":
            antes_of[post.seat] += post.chips
        elif other is None or post.kind != "returning blind":
            other = post.kind
    antes = (0 if small is None else antes_of[small], 0 if big is None else antes_of[big])
    players = 0
    for seat in hand.seats:
        players += seat.dealt_in
    outside = _outside(hand, other)
    if hand.cancelled and (outside is None or outside in {Reason.STRADDLE, Reason.BUTTON_BLIND}):
        return Decision(Status.NONE, players, small, big, antes, reason=Reason.CANCELLED)
    if outside is not None:
        return Decision(Status.OUTSIDE, players, small, big, antes, reason=outside)
    if small is None or big is None or small == big:
        return Decision(Status.NONE, players, small, big, antes, reason=Reason.NO_BLINDS)
    reason, first = _before_small(hand, small, big, players)
    if reason is None and first is not None and small in hand.timed_out:
        reason = Reason.TIMED_OUT
    live = live_of((hand.seats[small].stack, hand.seats[big].stack), antes)
    if 0 < hand.cap < live:
        live = hand.cap
    if reason is None and live <= hand.small_blind:
        reason = Reason.NO_CHOICE
    if reason is not None or first is None:
        return Decision(Status.NONE, players, small, big, antes, reason=reason or Reason.NO_ACTION)
    dead = 0
    for post in hand.posts:
        if post.seat != small and post.seat != big:
            dead += post.chips
    all_dead = dead + antes[0] + antes[1]
    s, b = reduced(live, (hand.small_blind, hand.big_blind), all_dead)
    choice, left = _small_choice(first.move, first.total, live)
    return Decision(
        Status.OTHER if choice is Choice.OTHER else Status.DECISION,
        players,
        small,
        big,
        antes,
        dead,
        live,
        s,
        b,
        choice,
        _big_choice(hand, big, choice, live),
        left,
    )


def _outside(hand: Hand, kind: PostKind | None) -> Reason | None:
    """Why a hand is outside the model; `kind` is that of a post that is no ante, small or big blind."""
    if hand.game not in JUDGED_GAMES:
        return Reason.OTHER_GAME
    if hand.limit == "FL":
        return Reason.FIXED_LIMIT
    if hand.untold:
        return Reason(hand.untold)
    if kind == "straddle":
        return Reason.STRADDLE
    return Reason.BUTTON_BLIND if kind == "button blind" else None


def _before_small(hand: Hand, small: int, big: int, players: int) -> tuple[Reason | None, Action | None]:
    """Why the hand is not folded to the small blind, or their first action."""
    folded = 2
    for action in hand.actions:
        if action.street != PREFLOP:
            break
        if action.seat == small:
            return (None, action) if folded == players else (Reason.NOT_FOLDED, None)
        if action.move != "fold" or action.seat == big:
            jam = action.move == "raise" and action.all_in
            return (Reason.JAM_BEFORE if jam else Reason.NOT_FOLDED), None
        folded += 1
    return (Reason.NO_ACTION if folded == players else Reason.NOT_FOLDED), None


def _small_choice(move: str, total: int, live: int) -> tuple[Choice, Reason | None]:
    if move == "fold":
        return Choice.FOLD, None
    if total >= live:
        return Choice.JAM, None
    return Choice.OTHER, Reason.LIMP if move in {"call", "check"} else Reason.RAISE


def _big_choice(hand: Hand, big: int, small_choice: Choice, live: int) -> Choice:
    """They decide only against a jam, and only with more than the big blind to lose."""
    if small_choice is not Choice.JAM or live <= hand.big_blind or big in hand.timed_out:
        return Choice.NONE
    answer = next((action for action in hand.actions if action.seat == big), None)
    if answer is None or answer.street != PREFLOP:
        return Choice.NONE
    return Choice.FOLD if answer.move == "fold" else Choice.CALL
