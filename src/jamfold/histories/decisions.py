"""Which hands are jam/fold spots: folded to the small blind, at which (s, b), and what both did.

(s, b) are those of `hand.two_seats`, of whole coins: a1, a2 are the antes (and dead blinds) posted by small
and big blind, d is all that players who folded have posted, L = min(S1 - a1, S2 - a2), at most the cap.

With a straddle or a blind on the button the last two to act take the blinds' places: whoever posted it is
last and has the big blind; what the player before them posted live, maybe nothing, is the small one.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from jamfold.hand.two_seats import live_of, reduced
from jamfold.histories.records import (
    BLINDS_ALONE,
    BOMB_POT,
    CHIPS_UNTOLD,
    PREFLOP,
    Hand,
    Post,
    RecordedAction,
)

JUDGED_GAMES = ("holdem", "six-plus", "omaha", "omaha-hilo")
_DEAD = {"ante", "dead blind"}


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
    BOMB_POT = BOMB_POT
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


_LAST_TWO = {Reason.STRADDLE, Reason.BUTTON_BLIND}
"""Outside unless all fold to the last two."""
LAST_POSTS = tuple(sorted(reason.value for reason in _LAST_TWO))
"""The reasons of decisions in which such a post stands for the big blind."""


class JamFoldSpot(NamedTuple):
    """A hand as a jam/fold spot; chips are coins of the hand."""

    status: Status
    players: int
    """Dealt in."""
    small: int | None
    big: int | None
    """small, big: Indices of the blinds' seats; none where nobody posts it."""
    blinds: tuple[int, int] = (0, 0)
    """What the two are asked for live; 0 where there is no spot."""
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
    """Why it is no decision, how the small blind left the model, or what the last to act posted in place of
    the big blind."""

    @property
    def has_spot(self) -> bool:
        """Whether it was folded to the small blind and they had a choice."""
        return self.s > 0


def find_jam_fold_spot(hand: Hand) -> JamFoldSpot:
    """What a hand is for the jam/fold model."""
    outside = special = _outside(hand)
    blinds = hand.small_blind, hand.big_blind
    small, big = _posters(hand.posts)
    if outside in _LAST_TWO and not hand.cancelled and (last := _last_two(hand)) is not None:
        small, big, blinds = last
        outside = None
    antes, dead = _dead_of(hand.posts, small, big)
    players = sum([seat.dealt_in for seat in hand.seats])
    if hand.cancelled and (outside is None or outside in _LAST_TWO):
        return JamFoldSpot(Status.NONE, players, small, big, antes=antes, reason=Reason.CANCELLED)
    if outside is not None:
        return JamFoldSpot(Status.OUTSIDE, players, small, big, antes=antes, reason=outside)
    if small is None or big is None or small == big:
        return JamFoldSpot(Status.NONE, players, small, big, antes=antes, reason=Reason.NO_BLINDS)
    reason, first = _before_small(hand, small, big, players)
    if reason is None and first is not None and small in hand.timed_out:
        reason = Reason.TIMED_OUT
    live = live_of((hand.seats[small].stack, hand.seats[big].stack), antes)
    if 0 < hand.cap < live:
        live = hand.cap
    if reason is None and live <= blinds[0]:
        reason = Reason.NO_CHOICE
    if reason is not None or first is None:
        return JamFoldSpot(Status.NONE, players, small, big, antes=antes, reason=reason or Reason.NO_ACTION)
    s, b = reduced(live, blinds, dead + antes[0] + antes[1])
    choice, left = _small_choice(first.move, first.total, live)
    return JamFoldSpot(
        Status.OTHER if choice is Choice.OTHER else Status.DECISION,
        players,
        small,
        big,
        blinds,
        antes,
        dead,
        live,
        s,
        b,
        choice,
        _big_choice(hand, big, choice, live > blinds[1]),
        left or special,
    )


def _posters(posts: Iterable[Post]) -> tuple[int | None, int | None]:
    """Who posts the small and the big blind."""
    small: int | None = None
    big: int | None = None
    for seat, kind, _, _ in posts:
        if kind == "small blind":
            small = seat
        elif kind == "big blind":
            big = seat
    return small, big


def _dead_of(posts: Iterable[Post], small: int | None, big: int | None) -> tuple[tuple[int, int], int]:
    """What two seats post dead, and all that others post."""
    first = second = others = 0
    for seat, kind, chips, _ in posts:
        if seat != small and seat != big:
            others += chips
        elif kind in _DEAD:
            first += chips if seat == small else 0
            second += chips if seat == big else 0
    return (first, second), others


def _last_two(hand: Hand) -> tuple[int, int, tuple[int, int]] | None:
    """Who acts last but one and last of a straddled hand or one with a button blind, and their live posts.

    None unless all others have folded before the first of them acts, and something is there to be won.
    """
    front = [0] * len(hand.seats)
    for post in hand.posts:
        if post.kind not in _DEAD:
            front[post.seat] += post.chips
    posters = [post.seat for post in hand.posts if post.kind in {"straddle", "button blind"}]
    last = max(posters, key=front.__getitem__)
    ring = sorted(
        [k for k, seat in enumerate(hand.seats) if seat.dealt_in], key=lambda k: hand.seats[k].number
    )
    if last not in ring or len(ring) < 2 or front[last] < max(front):
        return None
    before = [action.seat for action in hand.actions[: len(ring) - 2]]
    left = [k for k in ring if k != last and k not in before]
    if left != [ring[ring.index(last) - 1]]:
        return None
    if _before_small(hand, left[0], last, len(ring))[1] is None:
        return None
    if sum([post.chips for post in hand.posts]) == front[last]:
        return None
    return left[0], last, (front[left[0]], front[last])


def _outside(hand: Hand) -> Reason | None:
    """Why a hand is outside the model, or may be."""
    if hand.untold == BOMB_POT or hand.game == "bomb":
        return Reason.BOMB_POT
    if hand.game not in JUDGED_GAMES:
        return Reason.OTHER_GAME
    if hand.limit == "FL":
        return Reason.FIXED_LIMIT
    if hand.untold:
        return Reason(hand.untold)
    for post in hand.posts:
        if post.kind == "straddle":
            return Reason.STRADDLE
        if post.kind == "button blind":
            return Reason.BUTTON_BLIND
    return None


def _before_small(
    hand: Hand, small: int, big: int, players: int
) -> tuple[Reason | None, RecordedAction | None]:
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


def _big_choice(hand: Hand, big: int, small_choice: Choice, more: bool) -> Choice:
    """They decide only against a jam, and only with more than the big blind to lose."""
    if small_choice is not Choice.JAM or not more or big in hand.timed_out:
        return Choice.NONE
    answer = next((action for action in hand.actions if action.seat == big), None)
    if answer is None or answer.street != PREFLOP:
        return Choice.NONE
    return Choice.FOLD if answer.move == "fold" else Choice.CALL
