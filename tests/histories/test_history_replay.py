"""PokerKit, an independent engine, plays the hands that are read: the same turns, bets and results."""

from __future__ import annotations

from typing import Any

import pokerkit
import pytest
from pokerkit import Automation

from jamfold.cards import format_cards
from jamfold.histories.records import Hand
from tests.histories.samples import hands_of, synthetic

_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
_GAMES: dict[tuple[str, str], Any] = {
    ("holdem", "NL"): pokerkit.NoLimitTexasHoldem,
    ("omaha", "PL"): pokerkit.PotLimitOmahaHoldem,
}


def order_of(hand: Hand) -> list[int]:
    """Seats as PokerKit lists them: small blind first; of two, the button last."""
    dealt = sorted(
        (k for k, seat in enumerate(hand.seats) if seat.dealt_in), key=lambda k: hand.seats[k].number
    )
    small = next(post.seat for post in hand.posts if post.kind == "small blind")
    start = dealt.index(small)
    ring = dealt[start:] + dealt[:start]
    return ring if len(ring) > 2 else ring[::-1]


def can_be_played(hand: Hand) -> bool:
    """PokerKit knows the game, and has antes and two blinds only, which stand behind one another."""
    kinds = [post.kind for post in hand.posts]
    if (hand.game, hand.limit) not in _GAMES or hand.cap or hand.cancelled:
        return False
    if set(kinds) - {"ante", "small blind", "big blind"} or kinds.count("small blind") != 1:
        return False
    big = [post.seat for post in hand.posts if post.kind == "big blind"]
    order = order_of(hand)
    return len(big) == 1 and big[0] == order[1 if len(order) > 2 else 0]


def start(hand: Hand, order: list[int]) -> Any:
    """PokerKit's state before the cards are dealt; it turns blinds and antes of two players round itself."""
    asked = {post.seat: post.chips for post in hand.posts if post.kind == "ante"}
    antes = [asked.get(seat, 0) for seat in (order if len(order) > 2 else order[::-1])]
    return _GAMES[hand.game, hand.limit].create_state(
        _AUTOMATIC,
        False,
        antes,
        (hand.small_blind, hand.big_blind),
        hand.big_blind,
        [hand.seats[seat].stack for seat in order],
        len(order),
    )


def replay(hand: Hand) -> tuple[list[int], bool]:
    """Stacks at the end per seat, and whether all cards of a showdown are known."""
    order = order_of(hand)
    state = start(hand, order)
    folded = {action.seat for action in hand.actions if action.move == "fold"}
    known = all(hand.cards[seat] for seat in order if seat not in folded) or len(order) - len(folded) == 1
    for seat in order:
        state.deal_hole(format_cards(hand.cards[seat]) or "??" * {"holdem": 2, "omaha": 4}[hand.game])
    board = list(hand.board)
    for action in hand.actions:
        while len(hand.board) - len(board) < (0, 3, 4, 5)[action.street]:
            _deal(state, board)
        assert state.actor_index == order.index(action.seat), (hand.hand_id, action)
        if action.move == "fold":
            state.fold()
        elif action.move in {"check", "call"}:
            assert state.checking_or_calling_amount == action.added, (hand.hand_id, action)
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(action.total)
    while state.actor_index is not None and state.checking_or_calling_amount == 0 and known and board:
        state.check_or_call()  # by a big blind against players who are all-in; no site prints it
    while board and known:
        _deal(state, board)
    if known:
        assert not state.status, hand.hand_id
    ends = [0] * len(hand.seats)
    for place, seat in enumerate(order):
        ends[seat] = state.stacks[place]
    return ends, known


def _deal(state: Any, board: list[Any]) -> None:
    cards = 1 if len(board) < 5 else 3
    state.burn_card("??")
    state.deal_board(format_cards(board[:cards]))
    del board[:cards]


def ends_of(hand: Hand) -> list[int]:
    """Stacks at the end as read: paid, won, and the part of a bet that nobody called returned."""
    stakes, paid = [0] * len(hand.seats), [0] * len(hand.seats)
    for post in hand.posts:
        paid[post.seat] += post.chips
        stakes[post.seat] += post.chips if post.kind != "ante" else 0
    for action in hand.actions:
        paid[action.seat] += action.added
        stakes[action.seat] += action.added
    first, second = sorted(stakes, reverse=True)[:2]
    returned = [0] * len(hand.seats)
    if sum(hand.collected) < sum(paid):
        returned[stakes.index(first)] = first - second
    return [
        seat.stack - paid[k] + hand.collected[k] + returned[k] if seat.dealt_in else 0
        for k, seat in enumerate(hand.seats)
    ]


@pytest.mark.parametrize("path", synthetic(), ids=lambda path: path.name)
def test_pokerkit_plays_what_is_read(path: Any) -> None:
    played = 0
    for hand in hands_of(path):
        if not can_be_played(hand):
            continue
        ends, known = replay(hand)
        played += 1
        if known and hand.site != "PHH":
            assert ends == ends_of(hand), hand.hand_id
    assert played >= 1


def test_most_hands_are_played() -> None:
    hands = [hand for path in synthetic() for hand in hands_of(path)]
    assert sum(map(can_be_played, hands)) >= 110
