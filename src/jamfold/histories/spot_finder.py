"""Jam/fold spots in played hands: blind against blind, three to ten seats, opens jammed over.

Blind against blind: everybody folded to the small blind.  The spot (s, b) is that of `betting.two_seats`,
in whole coins: a1, a2 are the antes (and dead blinds) posted by small and big blind, d is all that players
who folded have posted, L = min(S1 - a1, S2 - a2), at most the cap.  With a straddle or a blind on the
button the last two to act take the blinds' places: whoever posted it acts last and has the big blind; what
the player before them posted live, possibly nothing, is the small blind.

Three to ten seats: decisions before the blinds, and those of the blinds after a jam, as in `spots.nplayer`:
everybody is all-in or folds and acts once.  What the blinds decide when all others have folded is the spot
of two players above and is not repeated.

Opens of the small blind that the big blind jams over: the open, the jam and the answer, as in the tree of
the open size that was played (`spots.trees`).  An open that nobody jams over is not a spot: the big blind
may have called or folded, and flat calls are in no tree.
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


GAMES = ("holdem", "six-plus")
"""Those of which every deal of three hands can be counted; at larger tables, those of few classes."""
SB, BB, BTN = "sb", "bb", "btn"
_EXACT = 3
_DEEPEST = 40
"""Big blinds up to which a decision at a larger table is kept: deeper folds are not between jam and fold."""
_POSTS = {"ante", "small blind", "big blind"}


class SeatTurn(NamedTuple):
    """What one seat did."""

    seat: str
    """``utg``, ``btn``, ``sb`` ... (`hand.seats`)."""
    name: str
    """The player."""
    after: str
    """Who is all-in before them, in the order of acting: nobody, ``btn``, ``btn sb`` ..."""
    cards: tuple[Card, ...]
    """Empty where they are not known."""
    act: str
    """``jam``, ``call`` (behind a jam), ``fold``, or ``other``."""


class TableTurns(NamedTuple):
    """Antes in coins, of each and of the big blind alone; what was decided, nothing if it is no such spot."""

    antes: tuple[int, int]
    turns: tuple[SeatTurn, ...]


NO_TABLE = TableTurns((0, 0), ())


def stacks_text(hand: Hand, spot: JamFoldSpot) -> str:
    """Stacks before anything is posted: those dealt in from the small blind round, others behind ``|``.

    ``900 1000 800-10|500``: the button has 800 and posts 10; posts of the blinds are told elsewhere.
    Empty where a blind is missing.
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
    dealt = " ".join([words[player] for player in _others(hand, small, big)])
    away = ""
    if len(hand.ring) < len(seats):
        away = " ".join([f"{seat.stack}" for seat in seats if not seat.dealt_in and seat.stack])
    return f"{stacks[small]} {stacks[big]}{dealt and ' '}{dealt}|{away}"


def _others(hand: Hand, small: int, big: int) -> list[int]:
    """Those dealt in but the blinds, from the big blind round; the button is the last."""
    place = hand.ring.index(big)
    others = [*hand.ring[place + 1 :], *hand.ring[:place]]
    if small in others:
        others.remove(small)
    return others


def find_table(hand: Hand, spot: JamFoldSpot) -> TableTurns:
    """The decisions of a hand of three to ten, as far as everybody has jammed or folded before.

    Of more than three those whose cards are known, at stacks at which jam or fold is played.
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
        known = [
            seat.stack for cards, seat in zip(hand.cards, hand.seats, strict=True) if cards and seat.stack
        ]
        if not known or min(known) > deepest:
            return NO_TABLE
    players = small, big, *_others(hand, small, big)
    posted = _antes(hand, players)
    if posted is None:
        return NO_TABLE
    stacks = [hand.seats[player].stack for player in players]
    if min(stacks) <= 0 or max(*stacks, hand.big_blind) > MAX_CHIPS:  # chips that no hand has
        return NO_TABLE
    behind = [stack - chips for stack, chips in zip(stacks, posted, strict=True)]
    turns = tuple(_turns(hand, behind, players, known=n > _EXACT))
    return TableTurns(_asked(posted), turns) if turns else NO_TABLE


def _antes(hand: Hand, players: Sequence[int]) -> list[int] | None:
    """What each has posted as ante; none where something else was posted, or more by some than by others.

    `players` by seat, the big blind second, who alone may post one.
    """
    posted = dict.fromkeys(players, 0)
    for player, kind, chips, _ in hand.posts:
        if kind not in _POSTS or player not in posted:
            return None
        if kind == "ante":
            posted[player] += chips
    antes = list(posted.values())
    ante, _ = _asked(antes)
    if ante:
        for player, chips in posted.items():
            if chips not in (ante, min(ante, hand.seats[player].stack)):
                return None
    return antes


def _asked(posted: list[int]) -> tuple[int, int]:
    """The ante of each and that of the big blind alone."""
    ante = max(posted[0], *posted[2:])
    return (ante, 0) if ante else (0, posted[1])


def _turns(hand: Hand, behind: Sequence[int], players: Sequence[int], *, known: bool) -> Iterator[SeatTurn]:
    """What was decided, as far as everybody has jammed or folded before.

    Parameters
    ----------
    behind, players
        Chips without antes, and the players, by seat.
    known
        Of those alone whose cards are known.
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
            if hand.cards[player] or not known:
                before = " ".join([names[one] for one in after])
                yield SeatTurn(names[seat], hand.seats[player].name, before, hand.cards[player], act)
            if act == "other":
                return
        else:
            act = "call"  # all-in by posting
            if behind[seat] > (blinds[seat] if seat < 2 else 0):
                return
        after += () if act == "fold" else (seat,)


def _act(behind: Sequence[int], later: Sequence[int], after: Sequence[int], action: RecordedAction) -> str:
    """A jam or call puts all chips in, or as many as anybody who is in or behind has.

    Who calls and keeps chips that a player behind could ask for has left the model.
    """
    if not action.all_in and later and action.total < max([behind[seat] for seat in (*after, *later)]):
        return "other"
    return "call" if after else "jam"


OPEN, OVER, ANSWER = range(3)
"""Places: the small blind opens, the big blind jams over that, the small blind answers."""


class RaiseAct(NamedTuple):
    """What a blind did."""

    place: int
    seat: str
    raised: int
    """What the open was to, in coins, without antes."""
    act: str
    """``raise``, ``jam``, ``call``, ``fold``."""


def find_raises(hand: Hand, spot: JamFoldSpot) -> tuple[RaiseAct, ...]:
    """The decisions of a hand, in their order; none where no open was jammed over."""
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
