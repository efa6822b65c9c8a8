"""Jam/fold spots in played hands: blind against blind, three to ten seats, opens jammed over.

Blind against blind: everybody folded to the small blind.  The spot (s, b) is that of `betting.two_seats`,
in whole coins: a1, a2 are the antes (and dead blinds) posted by small and big blind, d is all that players
who folded have posted, L = min(S1 - a1, S2 - a2), at most the cap.  With a straddle or a button blind the
last two to act take the blinds' places: its poster acts last and has the big blind; the live post of the
player before them, possibly 0, is the small blind.

Three to ten seats: decisions before the blinds, and those of the blinds after a jam, as in `spots.nplayer`:
everybody is all-in or folds and acts once.  Decisions of the blinds after everybody else folded belong to
the two-player spot above and are not repeated.

Opens of the small blind that the big blind jams over: the open, the jam and the response, as in the tree of
the open size played (`spots.trees`).  An open that nobody jams over is not a spot: the big blind may have
called or folded, and trees have no flat calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from jamfold.betting.posts import MOST_SEATS, acting_order, seat_names
from jamfold.betting.two_seats import live_of, reduced
from jamfold.cards import Card
from jamfold.histories.records import (
    BLINDS_ALONE,
    BOMB_POT,
    CHIPS_UNTOLD,
    PREFLOP,
    Hand,
    Post,
    RecordedAction,
)
from jamfold.valuation.numbers import MAX_CHIPS

JUDGED_GAMES = ("holdem", "six-plus", "omaha", "omaha-hilo")
_DEAD = {"ante", "dead blind"}


class Status(Enum):
    """How the jam/fold model applies to a hand."""

    DECISION = "decision"
    OTHER = "other"
    NONE = "none"
    OUTSIDE = "outside"


class Choice(Enum):
    """A player's action if the model gives them a choice."""

    JAM = "jam"
    CALL = "call"
    FOLD = "fold"
    OTHER = "other"
    NONE = "none"


class Reason(Enum):
    """Why a hand is not a decision."""

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
"""Reasons outside the model unless all fold to the last two."""
LAST_POSTS = tuple(sorted(reason.value for reason in _LAST_TWO))
"""Reasons of decisions in which such a post is the big blind."""


class JamFoldSpot(NamedTuple):
    """A hand as a jam/fold spot; chips are coins of the hand."""

    status: Status
    players: int
    small: int | None
    big: int | None
    """small, big: Indices of the blinds' seats; None if not posted."""
    blinds: tuple[int, int] = (0, 0)
    """Live blinds of the two; 0 without a spot."""
    antes: tuple[int, int] = (0, 0)
    """Antes and dead blinds posted by the two."""
    dead: int = 0
    """d, posted by players who folded."""
    live: int = 0
    """L."""
    s: float = 0.0
    b: float = 0.0
    """s, b: The spot; 0 without one."""
    sb_choice: Choice = Choice.NONE
    bb_choice: Choice = Choice.NONE
    reason: Reason | None = None
    """Why it is not a decision, how the small blind left the model, or the post that replaced the big
    blind."""

    @property
    def has_spot(self) -> bool:
        """Whether all folded to the small blind, who had a choice."""
        return self.s > 0


def find_jam_fold_spot(hand: Hand) -> JamFoldSpot:
    """Find the jam/fold spot of a hand, or why there is none."""
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
    status = Status.OTHER if choice is Choice.OTHER else Status.DECISION
    answer = _big_choice(hand, big, choice, live > blinds[1])
    return JamFoldSpot(
        status, players, small, big, blinds, antes, dead, live, s, b, choice, answer, left or special
    )


def _posters(posts: Iterable[Post]) -> tuple[int | None, int | None]:
    """Return the seats that post the small and the big blind; None if not posted."""
    small: int | None = None
    big: int | None = None
    for seat, kind, _, _ in posts:
        if kind == "small blind":
            small = seat
        elif kind == "big blind":
            big = seat
    return small, big


def _dead_of(posts: Iterable[Post], small: int | None, big: int | None) -> tuple[tuple[int, int], int]:
    """Return the dead posts of two seats, and the sum of all posts of the others."""
    first = second = rest = 0
    for seat, kind, chips, _ in posts:
        if seat != small and seat != big:
            rest += chips
        elif kind in _DEAD:
            first += chips if seat == small else 0
            second += chips if seat == big else 0
    return (first, second), rest


def _last_two(hand: Hand) -> tuple[int, int, tuple[int, int]] | None:
    """Return the last two to act in a hand with a straddle or button blind, and their live posts.

    None unless all others fold before them and there is something to win.
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
    """Return why a hand is or may be outside the model; None if it is inside."""
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
    """Return why the hand is not folded to the small blind, or their first action."""
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
    """Return the big blind's action, if facing a jam with more than the big blind to lose."""
    if small_choice is not Choice.JAM or not more or big in hand.timed_out:
        return Choice.NONE
    answer = next((action for action in hand.actions if action.seat == big), None)
    if answer is None or answer.street != PREFLOP:
        return Choice.NONE
    return Choice.FOLD if answer.move == "fold" else Choice.CALL


GAMES = ("holdem", "six-plus")
"""Games solved for three or more seats: those with few classes."""
SB, BB, BTN = "sb", "bb", "btn"
_EXACT = 3
_DEEPEST = 40
"""Deepest stacks stored at larger tables, in big blinds: deeper play is not jam or fold."""
_POSTS = {"ante", "small blind", "big blind"}


class SeatTurn(NamedTuple):
    """Action of one seat."""

    seat: str
    """``utg``, ``btn``, ``sb`` ... (`hand.seats`)."""
    name: str
    after: str
    """Seats all-in before, in the order of acting: empty, ``btn``, ``btn sb`` ..."""
    cards: tuple[Card, ...]
    """Empty if unknown."""
    act: str
    """``jam``, ``call`` (after a jam), ``fold``, or ``other``."""


class TableTurns(NamedTuple):
    """Antes in coins (each player's, the big blind's) and decisions, empty without a spot."""

    antes: tuple[int, int]
    turns: tuple[SeatTurn, ...]


NO_TABLE = TableTurns((0, 0), ())


def stacks_text(hand: Hand, spot: JamFoldSpot) -> str:
    """Format stacks before posting: players dealt in, from the small blind on, and others after ``|``.

    ``900 1000 800-10|500``: the button has 800 and posts 10; posts of the blinds are stored elsewhere.
    Empty if a blind is missing.
    """
    small, big = spot.small, spot.big
    if small is None or big is None or small == big:
        return ""
    if len(hand.seats) == 2:
        return f"{hand.seats[small].stack} {hand.seats[big].stack}|"
    seats = hand.seats
    stacks = [str(seat.stack) for seat in seats]
    words = stacks[:]
    posted = dict.fromkeys(range(len(seats)), 0)
    for player, _, chips, _ in hand.posts:
        posted[player] += chips
        if chips:
            words[player] = f"{stacks[player]}-{posted[player]}"
    dealt = " ".join([words[player] for player in _after_blinds(hand, small, big)])
    away = ""
    if len(hand.ring) < len(seats):
        away = " ".join([f"{seat.stack}" for seat in seats if not seat.dealt_in and seat.stack])
    return f"{stacks[small]} {stacks[big]}{dealt and ' '}{dealt}|{away}"


def _after_blinds(hand: Hand, small: int, big: int) -> list[int]:
    """Return the players dealt in except the blinds, in order; the button is last."""
    place = hand.ring.index(big)
    opponents = [*hand.ring[place + 1 :], *hand.ring[:place]]
    if small in opponents:
        opponents.remove(small)
    return opponents


def find_table(hand: Hand, spot: JamFoldSpot) -> TableTurns:
    """Find the decisions of a hand of three to ten, until somebody does not jam or fold.

    With more than three, only decisions with known cards, and stacks up to `_DEEPEST`.
    """
    small, big, n = spot.small, spot.big, spot.players
    if (
        not _EXACT <= n <= MOST_SEATS
        or spot.status is Status.OUTSIDE
        or hand.cancelled
        or hand.game not in GAMES
    ):
        return NO_TABLE
    if hand.limit != "NL" or hand.cap or small is None or big is None or small == big:
        return NO_TABLE
    if n > _EXACT:
        deepest = _DEEPEST * hand.big_blind
        known_stacks = [
            seat.stack for cards, seat in zip(hand.cards, hand.seats, strict=True) if cards and seat.stack
        ]
        if not known_stacks or min(known_stacks) > deepest:
            return NO_TABLE
    players = small, big, *_after_blinds(hand, small, big)
    posted = _antes(hand, players)
    if posted is None:
        return NO_TABLE
    stacks = [hand.seats[player].stack for player in players]
    if min(stacks) <= 0 or max(*stacks, hand.big_blind) > MAX_CHIPS:  # chips that no hand has
        return NO_TABLE
    behind = [stack - chips for stack, chips in zip(stacks, posted, strict=True)]
    turns = tuple(_turns(hand, behind, players, cards_known=n > _EXACT))
    return TableTurns(_level_antes(posted), turns) if turns else NO_TABLE


def _antes(hand: Hand, players: Sequence[int]) -> list[int] | None:
    """Return the antes by player; None if there are other posts, or antes are unequal.

    `players` are ordered by seat; the big blind, second, may be the only one to post an ante.
    """
    posted = dict.fromkeys(players, 0)
    for player, kind, chips, _ in hand.posts:
        if kind not in _POSTS or player not in posted:
            return None
        if kind == "ante":
            posted[player] += chips
    antes = list(posted.values())
    ante, _ = _level_antes(antes)
    if ante:
        for player, chips in posted.items():
            if chips not in (ante, min(ante, hand.seats[player].stack)):
                return None
    return antes


def _level_antes(posted: list[int]) -> tuple[int, int]:
    """Return the ante of each player and the big blind's own ante."""
    ante = max(posted[0], *posted[2:])
    return (ante, 0) if ante else (0, posted[1])


def _turns(
    hand: Hand, behind: Sequence[int], players: Sequence[int], *, cards_known: bool
) -> Iterator[SeatTurn]:
    """Yield decisions until somebody does not jam or fold; with `cards_known`, those with known cards.

    `behind` has the chips without antes; it and `players` are by seat.
    """
    order, names = acting_order(len(players)), seat_names(len(players))
    actions = hand.actions
    if not actions or actions[0].street != PREFLOP or actions[0].seat != players[order[0]]:
        return
    first_actions: dict[int, RecordedAction] = {}
    for action in actions:
        if action.street != PREFLOP:
            break
        first_actions.setdefault(action.seat, action)
    after: tuple[int, ...] = ()
    blinds = hand.small_blind, hand.big_blind
    for place, seat in enumerate(order):
        player = players[seat]
        if seat < 2 and not after:
            return  # folded to the blinds
        if player in first_actions:
            action = first_actions[player]
            act = "fold" if action.move == "fold" else _act(behind, order[place + 1 :], after, action)
            if hand.cards[player] or not cards_known:
                before = " ".join([names[jammer] for jammer in after])
                yield SeatTurn(names[seat], hand.seats[player].name, before, hand.cards[player], act)
            if act == "other":
                return
        else:
            act = "call"  # all-in by posting
            if behind[seat] > (blinds[seat] if seat < 2 else 0):
                return
        after += () if act == "fold" else (seat,)


def _act(behind: Sequence[int], later: Sequence[int], after: Sequence[int], action: RecordedAction) -> str:
    """Classify an action: a jam or call puts in all chips, or as many as anybody in or behind has.

    A call with chips left that a player behind could still raise for is outside the model.
    """
    if not action.all_in and later and action.total < max([behind[seat] for seat in (*after, *later)]):
        return "other"
    return "call" if after else "jam"


OPEN, OVER, ANSWER = range(3)
"""Decisions: the small blind opens, the big blind jams over that, the small blind responds."""


class RaiseAct(NamedTuple):
    """Action of a blind."""

    place: int
    seat: str
    raised: int
    """Total size of the open in coins, without antes."""
    act: str
    """``raise``, ``jam``, ``call``, ``fold``."""


def find_raises(hand: Hand, spot: JamFoldSpot) -> tuple[RaiseAct, ...]:
    """Return the decisions around an open that was jammed over, in order; empty if there is none."""
    small, big = spot.small, spot.big
    if spot.reason is not Reason.RAISE or not spot.has_spot or spot.live <= spot.blinds[1]:
        return ()
    acts = [action for action in hand.actions if action.street == PREFLOP and action.seat in (small, big)]
    if len(acts) < 3 or [action.seat for action in acts] != [small, big, small] or big in hand.timed_out:
        return ()
    opened, over, answer = acts
    if over.move != "raise" or over.total < spot.live or answer.move not in {"call", "fold"}:
        return ()
    done = [(OPEN, SB, "raise"), (OVER, BB, "jam")]
    if small not in hand.timed_out_later:
        done.append((ANSWER, SB, answer.move))
    return tuple(RaiseAct(place, seat, opened.total, act) for place, seat, act in done)
