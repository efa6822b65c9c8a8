"""Decisions at tables of three to ten: before the blinds, and those of the blinds behind a jam.

They are the decisions of `spots.table`: everybody is all-in or folds, each acts once.  What the blinds decide
when all others have folded is a spot of two (`decisions`), and is not told here again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jamfold.cards import Card
from jamfold.errors import SituationError
from jamfold.hand.hand import Hand as TableHand
from jamfold.hand.hand import Node
from jamfold.hand.posts import Level
from jamfold.hand.seats import MOST_SEATS
from jamfold.histories.decisions import Decision, Status
from jamfold.histories.records import PREFLOP, Action, Hand

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


def stacks_text(hand: Hand, spot: Decision) -> str:
    """Stacks before anything is posted: those dealt in from the small blind round, others behind ``|``.

    ``900 1000 800-10|500``: the button has 800 and posts 10; posts of the blinds are told elsewhere.
    Empty where a blind is missing.
    """
    small, big = spot.small, spot.big
    if small is None or big is None or small == big:
        return ""
    if len(hand.seats) == 2:
        return f"{hand.seats[small].stack} {hand.seats[big].stack}|"
    posted = [0] * len(hand.seats)
    for post in hand.posts:
        posted[post.seat] += post.chips
    seats = hand.seats
    words = [f"{seats[small].stack} {seats[big].stack}"]
    others = _others(hand, small, big)
    words += [f"{seats[k].stack}-{posted[k]}" if posted[k] else f"{seats[k].stack}" for k in others]
    away = [f"{seat.stack}" for seat in seats if not seat.dealt_in and seat.stack]
    return f"{' '.join(words)}|{' '.join(away)}"


def _others(hand: Hand, small: int, big: int) -> list[int]:
    """Those dealt in but the blinds, from the big blind round; the button is the last."""
    seats, start = hand.seats, hand.seats[big].number
    top = max(seat.number for seat in seats) + 1
    others = [k for k, seat in enumerate(seats) if seat.dealt_in and k not in (small, big)]
    others.sort(key=lambda k: (seats[k].number - start) % top)
    return others


def find_table(hand: Hand, spot: Decision) -> TableTurns:
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
    if n > _EXACT and not any(
        cards and 0 < seat.stack <= _DEEPEST * hand.big_blind
        for cards, seat in zip(hand.cards, hand.seats, strict=True)
    ):
        return NO_TABLE
    players = small, big, *_others(hand, small, big)
    if n > _EXACT and not _any_known(hand, players):
        return NO_TABLE
    antes = _antes(hand, players)
    if antes is None:
        return NO_TABLE
    stacks = tuple(hand.seats[player].stack for player in players)
    try:
        table = TableHand(stacks, Level((hand.small_blind, hand.big_blind), *antes))
    except SituationError:  # chips that no hand has
        return NO_TABLE
    turns = tuple(_turns(hand, table, players))
    if n > _EXACT:
        turns = tuple(turn for turn in turns if turn.cards)
    return TableTurns(antes, turns) if turns else NO_TABLE


def _any_known(hand: Hand, players: Sequence[int]) -> bool:
    """Whether anybody whose cards are known may act before somebody limps or raises less.

    A hand of chips costs as much as all else here, and a third of the hands of larger tables need none.
    """
    left = set(players)
    for action in hand.actions:
        player = action.seat
        if action.street != PREFLOP or player not in left:
            return False
        if hand.cards[player]:
            return True
        left.discard(player)
        if action.move != "fold" and not action.all_in and left:
            chips = {other: hand.seats[other].stack for other in left}
            for post in hand.posts:
                if post.seat in chips:
                    chips[post.seat] -= post.chips
            if action.total < max(chips.values()):
                return False
    return False


def _antes(hand: Hand, players: Sequence[int]) -> tuple[int, int] | None:
    """The ante of each and that of the big blind alone; none where something else was posted.

    `players` by seat, the big blind second.
    """
    posted = dict.fromkeys(players, 0)
    for post in hand.posts:
        if post.kind not in _POSTS or post.seat not in posted:
            return None
        if post.kind == "ante":
            posted[post.seat] += post.chips
    ante = max(chips for player, chips in posted.items() if player != players[1])
    if not ante:
        return 0, posted[players[1]]
    even = all(chips == min(ante, hand.seats[k].stack) for k, chips in posted.items())
    return (ante, 0) if even else None


def _turns(hand: Hand, table: TableHand, players: Sequence[int]) -> Iterator[SeatTurn]:
    """What was decided, as far as everybody has jammed or folded before; `players` by seat."""
    actions = [action for action in hand.actions if action.street == PREFLOP]
    order, names = table.order, table.names
    if not actions or actions[0].seat != players[order[0]]:
        return
    first_actions = {action.seat: action for action in reversed(actions)}
    after: tuple[int, ...] = ()
    for seat in order:
        player = players[seat]
        if seat < 2 and not after:
            return  # folded to the blinds
        if player in first_actions:
            action = first_actions[player]
            act = "fold" if action.move == "fold" else _act(table, Node(seat, after), action)
            behind = " ".join([names[one] for one in after])
            yield SeatTurn(names[seat], hand.seats[player].name, behind, hand.cards[player], act)
            if act == "other":
                return
        else:
            act = "call"  # all-in by posting
            if table.all_in[seat] > table.posted[seat]:
                return
        after += () if act == "fold" else (seat,)


def _act(table: TableHand, node: Node, action: Action) -> str:
    """A jam or call puts all chips in, or as many as anybody who is in or behind has.

    Who calls and keeps chips that a player behind could ask for has left the model.
    """
    if action.all_in:
        return node.action
    most = max(table.behind[seat] for seat in table.rivals(node))
    is_last = node.seat == table.order[-1]
    return node.action if is_last or action.total >= most else "other"
