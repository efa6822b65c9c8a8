"""Decisions at tables of three to ten: before the blinds, and those of the blinds behind a jam.

They are the decisions of `spots.table`: everybody is all-in or folds, each acts once.  What the blinds decide
when all others have folded is a spot of two (`decisions`), and is not told here again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jamfold.cards import Card
from jamfold.hand.seats import MOST_SEATS, acting_order, seat_names
from jamfold.histories.decisions import JamFoldSpot, Status
from jamfold.histories.records import PREFLOP, Hand, RecordedAction
from jamfold.worth.numbers import MAX_CHIPS

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
