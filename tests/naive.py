"""Naive twins: the rules of poker written down as directly as possible.

Nothing here shares code with `jamfold.cards.counting` or `jamfold.class_tables`.  Compiled
with Numba only so that a test may run through all boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from jamfold.cards.games import Category, Game


def margin(game: Game, hand1: Sequence[int], hand2: Sequence[int]) -> int:
    """Wins minus losses of hand 1 over all boards; with a low, twice the pot-share difference."""
    return margin_of(game, shares(game, hand1, hand2))


def margin_of(game: Game, counts: Sequence[int]) -> int:
    """The margin of hand 1 from the boards by its pot share."""
    twice = sum(d * count for d, count in zip(range(-2, 3), counts, strict=True))
    return twice if game.split_low else twice // 2


def shares(game: Game, hand1: Sequence[int], hand2: Sequence[int]) -> list[int]:
    """Boards by the pot share of hand 1: 0, 1/4, 1/2, 3/4, 1."""
    return shares_of(outcomes(game, hand1, hand2))


def shares_of(counts: NDArray[np.int64]) -> list[int]:
    """The boards by pot share, from the boards by `outcomes`; without a low from one column of them."""
    quarters = [0] * 5
    for high, row in enumerate(counts.tolist()):
        for low, count in enumerate(row):
            quarters[2 + (2 * (1 - high) if low == 0 else (1 - high) + (2 - low))] += count
    return quarters


def outcomes(game: Game, hand1: Sequence[int], hand2: Sequence[int]) -> NDArray[np.int64]:
    """Boards by what hand 1 does, shape (3, 4): high win, tie, lose; no low, low win, tie, lose."""
    deck = np.array([card for card in game.deck if card not in hand1 and card not in hand2], dtype=np.int64)
    boards = np.array(list(combinations(range(len(deck)), 5)), dtype=np.int64)
    counts: NDArray[np.int64] = _outcomes(
        np.array(hand1, dtype=np.int64),
        np.array(hand2, dtype=np.int64),
        deck[boards],
        np.array(game.hole_used, dtype=np.int64),
        int(game.lowest_rank),
        category_positions(game),
        game.split_low,
    )
    return counts


def category_positions(game: Game) -> NDArray[np.int64]:
    """The place of each category in the game's order, in the order of `Category`."""
    return np.array([game.order.index(category) for category in Category], dtype=np.int64)


def high_value(game: Game, cards: Sequence[int]) -> int:
    """A number that orders five-card hands."""
    return int(_high(np.array(cards, dtype=np.int64), int(game.lowest_rank), category_positions(game)))


def low_value(cards: Sequence[int]) -> int:
    """A number that orders 8-or-better lows, higher is better; -1 for none."""
    return int(_low(np.array(cards, dtype=np.int64)))


@njit
def _high(cards: Any, lowest: int, positions: Any) -> int:
    counts = np.zeros(13, dtype=np.int64)
    flush = True
    for card in cards:
        counts[card // 4] += 1
        flush = flush and card % 4 == cards[0] % 4
    # Ranks by (how often, rank), highest first, as digits of one number.
    digits, kinds, most, second = 0, 0, 0, 0
    for times in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] == times:
                digits = digits * 13 + rank
                kinds += 1
                if kinds == 1:
                    most = times
                elif kinds == 2:
                    second = times
    for _ in range(kinds, 5):
        digits *= 13
    top = -1
    for high in range(12, 3, -1):
        run = True
        for step in range(5):
            run = run and counts[high - step] == 1
        if run:
            top = high
    wheel = counts[12] == 1
    for step in range(4):
        wheel = wheel and counts[lowest + step] == 1
    if wheel:
        top = lowest + 3
    if top >= 0:
        return int((positions[8] if flush else positions[4]) * 13**5 + top)
    if flush:
        category = 5
    elif most == 4:
        category = 7
    elif most == 3:
        category = 6 if second == 2 else 3
    elif most == 2:
        category = 2 if second == 2 else 1
    else:
        category = 0
    return int(positions[category] * 13**5 + digits)


@njit
def _low(cards: Any) -> int:
    ladder = np.zeros(13, dtype=np.int64)
    for card in cards:
        ladder[(card // 4 + 1) % 13] += 1
    value = 0
    for step in range(13):
        if ladder[step] > 1 or (ladder[step] == 1 and step > 7):
            return -1
        if ladder[step]:
            value += 2**step
    return 1000 - value


@njit
def _size(subset: Any) -> Any:
    size = 0
    while subset:
        subset &= subset - 1
        size += 1
    return size


@njit
def _best(hand: Any, board: Any, uses: Any, lowest: int, positions: Any, low: bool) -> int:
    best = -1
    five = np.empty(5, dtype=np.int64)
    for from_hand in range(1 << len(hand)):
        used = _size(from_hand)
        if not (uses == used).any():
            continue
        for from_board in range(32):
            if used + _size(from_board) != 5:
                continue
            n = 0
            for k in range(len(hand)):
                if from_hand >> k & 1:
                    five[n] = hand[k]
                    n += 1
            for k in range(5):
                if from_board >> k & 1:
                    five[n] = board[k]
                    n += 1
            value = _low(five) if low else _high(five, lowest, positions)
            best = max(best, value)
    return best


@njit
def _outcomes(
    hand1: Any, hand2: Any, boards: Any, uses: Any, lowest: int, positions: Any, split_low: bool
) -> Any:
    counts = np.zeros((3, 4), dtype=np.int64)
    for b in range(len(boards)):
        high = np.sign(
            _best(hand1, boards[b], uses, lowest, positions, False)
            - _best(hand2, boards[b], uses, lowest, positions, False)
        )
        low = 0
        if split_low:
            low1 = _best(hand1, boards[b], uses, lowest, positions, True)
            low2 = _best(hand2, boards[b], uses, lowest, positions, True)
            if low1 >= 0 or low2 >= 0:
                low = 2 - np.sign(low1 - low2)
        counts[1 - high, low] += 1
    return counts


def best_high(game: Game, hand: Sequence[int], board: Sequence[int]) -> int:
    """The best high hand over the hole and board cards the game lets play."""
    return _best_of(game, hand, board, False)


def best_low(game: Game, hand: Sequence[int], board: Sequence[int]) -> int:
    """The best low; -1 for none."""
    return _best_of(game, hand, board, True)


def _best_of(game: Game, hand: Sequence[int], board: Sequence[int], low: bool) -> int:
    return int(
        _best(
            np.array(hand, dtype=np.int64),
            np.array(board, dtype=np.int64),
            np.array(game.hole_used, dtype=np.int64),
            int(game.lowest_rank),
            category_positions(game),
            low,
        )
    )
