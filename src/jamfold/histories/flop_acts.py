"""Folds to a bet on the flop: each player's first answer to one, unless they have bet there before."""

from __future__ import annotations

from collections.abc import Iterator

from jamfold.histories.records import FLOP, Hand

GAMES = ("holdem", "six-plus")
"""Games of two hole cards."""


def find_flop_acts(hand: Hand) -> Iterator[tuple[int, bool]]:
    """Seats that a bet on the flop came to, and whether they folded."""
    if hand.game not in GAMES or hand.cancelled or len(hand.board) < 3:
        return
    is_bet, done = False, set[int]()
    for seat, street, move, *_ in hand.actions:
        if street != FLOP:
            continue
        if is_bet and seat not in done:
            yield seat, move == "fold"
        if move in {"bet", "raise"}:
            is_bet = True
        if is_bet:
            done.add(seat)
