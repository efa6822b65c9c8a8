"""A table with fees and a jackpot, dealt and played out by plain code: nothing here is the program's own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

Cards = frozenset[int]
Chance = Callable[[int, tuple[int, ...], Cards], float]
"""The chance that a seat is in, behind the seats that are all-in, with its hand."""


class RoomRules(NamedTuple):
    """What is played for, in big blinds; all stacks are the same."""

    seats: int
    stack: float
    fee: tuple[float, float, float]
    """For a hand dealt, for being all-in, for a showdown."""
    fortune: float
    jackpot: float
    lowest: int
    """The lowest rank of the deck; the ace is also low."""


def runs(lowest: int) -> list[Cards]:
    """All straight flushes, the highest first."""
    ranks = [12, *range(lowest, 13)]
    return [
        frozenset(4 * rank + suit for rank in ranks[low : low + 5])
        for low in range(len(ranks) - 5, -1, -1)
        for suit in range(4)
    ]


def is_paid(found: Sequence[Cards], hand: Cards, board: Cards) -> bool:
    """Whether the best straight flush is one that uses both hole cards."""
    held = hand | board
    return next((hand <= run for run in found if run <= held), False)


def strength(cards: Cards, lowest: int) -> tuple[int, ...]:
    """The best of all hands of five, in the order of Six-Plus where straights beat trips."""
    return max(_five(five, lowest) for five in combinations(sorted(cards), 5))


def _five(cards: Sequence[int], lowest: int) -> tuple[int, ...]:
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = [count for count, _ in counts]
    order = [rank for _, rank in counts]
    flush = len({card % 4 for card in cards}) == 1
    top = 0
    if shape == [1] * 5:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        elif ranks == [12, *range(lowest + 3, lowest - 1, -1)]:
            top = lowest + 3
    if top and flush:
        return 8, top
    if shape[0] == 4:
        return 7, *order
    if flush:
        return 6, *ranks
    if shape == [3, 2]:
        return 5, *order
    if top:
        return 4, top
    return {3: 3, 2: 2, 1: 0}[shape[0]] - (shape == [2, 1, 1, 1]), *order


def play_hand(rules: RoomRules, chance: Chance, dice: random.Random, found: Sequence[Cards]) -> list[float]:
    """What every seat wins; seats from the small blind on, the one behind the big blind acts first."""
    n = rules.seats
    deck = list(range(4 * rules.lowest, 52))
    dice.shuffle(deck)
    hands = [frozenset(deck[2 * seat : 2 * seat + 2]) for seat in range(n)]
    board = frozenset(deck[2 * n : 2 * n + 5])
    in_: tuple[int, ...] = ()
    for seat in [*range(2, n), 0, 1]:
        if seat == 1 and not in_:
            break
        if dice.random() < chance(seat, in_, hands[seat]):
            in_ = (*in_, seat)
    put_in = [rules.stack if seat in in_ else (0.5, 1.0)[seat] if seat < 2 else 0.0 for seat in range(n)]
    if len(in_) == 1:
        most = max(put_in[seat] for seat in range(n) if seat not in in_)
        put_in[in_[0]] = max(most, 1.0 if in_[0] == 1 else most)
    won = [-chips - rules.fee[0] for chips in put_in]
    best = [1]
    if len(in_) > 1:
        places = {seat: strength(hands[seat] | board, rules.lowest) for seat in in_}
        best = [seat for seat in in_ if places[seat] == max(places.values())]
    elif in_:
        best = [*in_]
    for seat in best:
        won[seat] += sum(put_in) / len(best)
    for seat in in_:
        won[seat] += rules.fortune - rules.fee[1]
        if len(in_) > 1:
            won[seat] += rules.jackpot * is_paid(found, hands[seat], board) - rules.fee[2]
    return won
