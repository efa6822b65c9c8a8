"""Hand against hand and class against class before the flop, exactly.

`hand_outcomes` uses the decomposition outcome by outcome: all rank boards once
with the number of boards that have these ranks, and then, on the boards with a
flush suit, from the outcome by ranks to the true one.  About 60,000 board kinds
instead of more than a million boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS, format_cards
from jamfold.equities.decomposition.codes import rank_codes
from jamfold.equities.decomposition.views import OFF_SUIT_CARDS, flush_boards
from jamfold.equities.tables import ClassTable
from jamfold.errors import CardError
from jamfold.games import BOARD_CARDS, Game
from jamfold.hands.classes import ClassId, hand_classes
from jamfold.hands.multisets import multiset_numbers, multisets, rank_counts
from jamfold.hands.removal import CardRemoval
from jamfold.hands.strength import best_in_suit, flush_range
from jamfold.jit import kernel

WIN, TIE, LOSE = range(3)
NO_LOW, LOW_WIN, LOW_TIE, LOW_LOSE = range(4)

# Twice the pot-share difference of a split pot, by high and low outcome.
_SPLIT_MARGIN = np.array([[2, 2, 1, 0], [0, 1, 0, -1], [-2, 0, -1, -2]], dtype=np.int64)


@dataclass(frozen=True)
class ClassMatchup:
    """One hand of class 1 against all hands of class 2 that share no card with it.

    Attributes
    ----------
    class1, class2
        The classes.
    placements
        The number of those hands.
    margin
        Wins minus losses of class 1 over all placements and boards; twice the
        difference of the pot shares where the pot is split.
    equity
        Class 1's share of the pot; None where no placement is left.
    """

    class1: ClassId
    class2: ClassId
    placements: int
    margin: int
    equity: float | None


def class_matchup(table: ClassTable, class1: int, class2: int) -> ClassMatchup:
    """Look a pair of classes up.

    Raises
    ------
    ClassError
        If an id is out of range.
    """
    i, j = table.classes.check(class1), table.classes.check(class2)
    placements = int(CardRemoval(table.classes).block([i], [j])[0, 0])
    margin = int(table.margins[i, j])
    equity = 0.5 + margin / (2 * table.margin_scale * placements) if placements else None
    return ClassMatchup(i, j, placements, margin, equity)


def hand_outcomes(game: Game, hand1: Sequence[int], hand2: Sequence[int]) -> NDArray[np.int64]:
    """Outcomes of two hands over all boards.

    Returns
    -------
    int64, shape (3, 4): boards by hand 1's high (win, tie, lose) and low (no low
    for anybody, win, tie, lose; a low wins against no low).  Games without a low
    use the first column only.

    Raises
    ------
    CardError
        If the hands share a card.
    ClassError
        If a hand does not fit the game.
    """
    for hand in (hand1, hand2):
        hand_classes(game).index(hand)
    shared = sorted(set(hand1) & set(hand2))
    if shared:
        raise CardError(f"Both hands hold {format_cards(shared)}.")
    codes, boards = rank_codes(game), flush_boards(game.n_ranks)
    ranks = [np.sort(np.array(hand, dtype=np.int64) // N_SUITS - game.lowest_rank) for hand in (hand1, hand2)]
    numbers = [int(multiset_numbers(row)) for row in ranks]
    used = rank_counts(np.concatenate(ranks)[None, :], game.n_ranks)[0]
    outcomes = np.zeros((3, 4), dtype=np.int64)
    high = np.ascontiguousarray(codes.high[:, numbers].T)
    low = np.ascontiguousarray(codes.low[:, numbers].T)
    _count_rank_boards(high, low, used, _board_counts(game.n_ranks), outcomes)
    for suit in range(N_SUITS):
        sets = np.array([_ranks_in_suit(game, hand, suit) for hand in (hand1, hand2)], dtype=np.int64)
        flushes = best_in_suit(game, sets, boards.sets)
        in_suit = int(sets[0] | sets[1])
        others = used - np.array([in_suit >> rank & 1 for rank in range(game.n_ranks)])
        _correct_flush_boards(
            high, low, others, in_suit, flushes, flush_range(game)[1], codes.beats_flush,
            boards.sets, boards.group_start, boards.rests, boards.n_rests, boards.board, outcomes,
        )  # fmt: skip
    return outcomes


def outcome_margin(game: Game, outcomes: NDArray[np.int64]) -> int:
    """The margin of hand 1 in units of the game: wins minus losses, or twice the pot-share difference."""
    if game.split_low:
        return int((outcomes * _SPLIT_MARGIN).sum())
    high = outcomes.sum(axis=1)
    return int(high[WIN] - high[LOSE])


@cache
def _board_counts(n_ranks: int) -> NDArray[np.int64]:
    return rank_counts(multisets(n_ranks, BOARD_CARDS), n_ranks)


def _ranks_in_suit(game: Game, hand: Sequence[int], suit: int) -> int:
    return sum(1 << card // N_SUITS - game.lowest_rank for card in hand if card % N_SUITS == suit)


@kernel
def _ways(left: int, q: int) -> int:
    """C(left, q) for q up to 5, 0 for less than q."""
    ways = 1
    for step in range(q):
        ways = ways * max(left - step, 0) // (step + 1)
    return ways


@kernel
def _order(mine: int, theirs: int) -> int:
    """The outcome WIN, TIE or LOSE of two strengths."""
    if mine > theirs:
        return 0
    return 1 if mine == theirs else 2


@kernel
def _low_order(mine: int, theirs: int) -> int:
    """The outcome NO_LOW, LOW_WIN, LOW_TIE or LOW_LOSE of two lows, 0 for none."""
    if mine == 0 and theirs == 0:
        return 0
    return 1 + _order(mine, theirs)


@kernel
def _count_rank_boards(
    high: NDArray[np.uint8],
    low: NDArray[np.uint8],
    used: NDArray[np.int64],
    board_counts: NDArray[np.int64],
    outcomes: NDArray[np.int64],
) -> None:
    """Add every rank board with its weight, by ranks alone; high and low are (2, boards)."""
    for b in range(high.shape[1]):
        weight = 1
        for rank in range(len(used)):
            if board_counts[b, rank]:
                weight *= _ways(N_SUITS - used[rank], board_counts[b, rank])
        outcomes[_order(high[0, b], high[1, b]), _low_order(low[0, b], low[1, b])] += weight


@kernel
def _correct_flush_boards(
    high: NDArray[np.uint8],
    low: NDArray[np.uint8],
    others: NDArray[np.int64],
    in_suit: int,
    flushes: NDArray[np.uint16],
    top_flush: int,
    beats_flush: NDArray[np.uint8],
    flush_sets: NDArray[np.int64],
    group_start: NDArray[np.int64],
    rests: NDArray[np.int64],
    n_rests: NDArray[np.int64],
    board: NDArray[np.int64],
    outcomes: NDArray[np.int64],
) -> None:
    """Move the boards with a flush suit from the outcome by ranks to the true one.

    high and low are (2, boards), others (n_ranks,) counts both hands' cards outside the suit, in_suit is the
    set of their ranks in it, flushes (2, flush sets) as `best_in_suit`.
    """
    for g in range(3):
        for f in range(group_start[g], group_start[g + 1]):
            mine, theirs = flushes[0, f], flushes[1, f]
            if flush_sets[f] & in_suit or (mine == 0 and theirs == 0):
                continue
            straight = max(mine, theirs) > top_flush
            for q in range(n_rests[g]):
                a, c = rests[g, q, 0], rests[g, q, 1]
                weight = 1
                if a >= 0 and a == c:
                    weight = _ways(OFF_SUIT_CARDS - others[a], 2)
                else:
                    if a >= 0:
                        weight *= _ways(OFF_SUIT_CARDS - others[a], 1)
                    if c >= 0:
                        weight *= _ways(OFF_SUIT_CARDS - others[c], 1)
                b = board[f, q]
                if straight or max(high[0, b], high[1, b]) < beats_flush[b]:
                    low_outcome = _low_order(low[0, b], low[1, b])
                    outcomes[_order(high[0, b], high[1, b]), low_outcome] -= weight
                    outcomes[_order(mine, theirs), low_outcome] += weight
