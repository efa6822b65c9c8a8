"""Strength of hands, from the rules alone.

A five-card hand's strength is a number 1, 2, ...: equal hands have equal
numbers, better hands higher ones (7,462 classes in a full deck), 0 means no
hand.  The order of the categories is the game's; within a category the ranks
decide, most frequent first.

Whether a hand is a flush depends on its suits, everything else on its ranks.
So there are two tables: strengths of rank multisets (never a flush) and of rank
sets in one suit (always one).  `best_by_ranks` and `best_in_suit` take the best
choice of hole and board cards that the game allows.

Lows: five different ranks, 8 or lower, ace low, straights and flushes ignored;
56 of them, numbered the same way (higher is better, 0 is no low).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS
from jamfold.cards.counting.combinations import joined_numbers, multisets, submultisets
from jamfold.cards.games import BOARD_CARDS, Category, Game
from jamfold.cards.strength.rankings import EIGHT_OR_BETTER, FiveCardRanking, high
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

HAND = 5  # a poker hand has five cards
_SHAPES = {
    (4, 1): Category.QUADS,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.TRIPS,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}
_BELOW = -1  # the ace under the lowest card

Key = tuple[int, ...]


@cache
def five_strengths(ranking: FiveCardRanking, n_ranks: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Strengths of all five-card hands of a deck; its ranks count from the lowest (0).

    Returns
    -------
    by_ranks
        uint16, by multiset number: strength when not all cards share a suit; 0 for five of a kind and
        for what is no hand.
    in_suit
        uint16, by rank set (2**n_ranks entries): strength of five cards of one suit; 0 for sets of
        another size.
    """
    rows = multisets(n_ranks, HAND).tolist()
    rank_keys = {tuple(row): five_key(ranking, n_ranks, row, False) for row in rows}
    suit_keys = {row: five_key(ranking, n_ranks, row, True) for row in combinations(range(n_ranks), HAND)}
    keys = sorted({*rank_keys.values(), *suit_keys.values()} - {()}, reverse=ranking.lowest_wins)
    number = {key: i + 1 for i, key in enumerate(keys)} | {(): 0}
    by_ranks = np.array([number[key] for key in rank_keys.values()], dtype=np.uint16)
    in_suit = np.zeros(1 << n_ranks, dtype=np.uint16)
    for row, key in suit_keys.items():
        in_suit[sum(1 << rank for rank in row)] = number[key]
    return by_ranks, in_suit


def five_key(ranking: FiveCardRanking, n_ranks: int, ranks: Sequence[int], one_suit: bool) -> Key:
    """What orders five cards: category, then the ranks that decide; () for no hand."""
    ladder = ranks if ranking.ace_high else [_BELOW if rank == n_ranks - 1 else rank for rank in ranks]
    counts = Counter(ladder)
    shape = tuple(sorted(counts.values(), reverse=True))
    highest = N_RANKS if ranking.highest is None else ranking.highest - (N_RANKS - n_ranks)
    if shape == (HAND,) or max(ladder) > highest:
        return ()
    flush = one_suit and Category.FLUSH in ranking.order
    top = straight_top(ranks, n_ranks, ranking.ace_low) if ranking.has_straights else None
    if top is not None:
        category = Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT
        return (ranking.order.index(category), top)
    category = Category.FLUSH if flush else _SHAPES[shape]
    if category not in ranking.order:
        return ()
    deciding = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return (ranking.order.index(category), *deciding)


def straight_top(ranks: Sequence[int], n_ranks: int, ace_low: bool = True) -> int | None:
    """The highest rank of a straight (the fourth lowest when the ace plays low), or None."""
    distinct = sorted(set(ranks))
    if len(distinct) < HAND:
        return None
    if distinct[-1] - distinct[0] == HAND - 1:
        return distinct[-1]
    if ace_low and distinct == [*range(HAND - 1), n_ranks - 1]:
        return HAND - 2
    return None


@cache
def high_strengths(game: Game) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Strengths of all five-card hands of a game's deck, by ranks and in one suit; see `five_strengths`."""
    return five_strengths(high(game.order), game.n_ranks)


@cache
def low_strengths(game: Game) -> NDArray[np.uint8]:
    """Low strength by multiset number, uint8: 0 for no low; all 0 in games without one."""
    if not game.split_low:
        return np.zeros(len(multisets(game.n_ranks, HAND)), dtype=np.uint8)
    return five_strengths(EIGHT_OR_BETTER, game.n_ranks)[0].astype(np.uint8)


@cache
def flush_range(game: Game) -> tuple[int, int]:
    """The weakest and the strongest flush that is no straight flush."""
    _, in_suit = high_strengths(game)
    sets = [row for row in combinations(range(game.n_ranks), HAND) if straight_top(row, game.n_ranks) is None]
    values = [int(in_suit[sum(1 << rank for rank in row)]) for row in sets]
    return min(values), max(values)


def best_by_ranks(game: Game, five: NDArray[np.uint16] | NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The best strength by ranks alone, over the hole cards the game lets play.

    ``five`` gives the strength of five cards by multiset number.  Returns
    uint16, shape (board multisets, hand multisets).
    """
    n, hole = game.n_ranks, game.hole_cards
    best = np.zeros((len(multisets(n, BOARD_CARDS)), len(multisets(n, hole))), dtype=np.uint16)
    for used in game.hole_used:
        from_board = best_board_part(n, used, five)
        for hand_part in submultisets(n, hole, used).T:
            np.maximum(best, from_board[:, hand_part], out=best)
    return best


def best_in_suit(game: Game, hand_sets: IntArray, board_sets: IntArray) -> NDArray[np.uint16]:
    """The best flush or straight flush from the hand's and the board's ranks in one suit.

    Both are rank sets; returns uint16, shape (hand_sets, board_sets), 0 where
    no flush is possible or the sets share a rank.
    """
    _, in_suit = high_strengths(game)
    uses = np.array(game.hole_used, dtype=np.int64)
    best = np.zeros((len(hand_sets), len(board_sets)), dtype=np.uint16)
    fill_best_in_suit(hand_sets, board_sets, uses, in_suit, best)
    return best


def best_board_part(
    n_ranks: int, used: int, five: NDArray[np.uint16] | NDArray[np.uint8]
) -> NDArray[np.uint16]:
    """Best strength by (board multiset, multiset of the hole cards that play)."""
    playing, taken = multisets(n_ranks, used), multisets(n_ranks, HAND - used)
    strength = five[joined_numbers(taken, playing)].astype(np.uint16)
    best = np.zeros((len(multisets(n_ranks, BOARD_CARDS)), len(playing)), dtype=np.uint16)
    for board_part in submultisets(n_ranks, BOARD_CARDS, HAND - used).T:
        np.maximum(best, strength[board_part], out=best)
    return best


@kernel
def fill_best_in_suit(
    hand_sets: IntArray,
    board_sets: IntArray,
    uses: IntArray,
    in_suit: NDArray[np.uint16],
    best: NDArray[np.uint16],
) -> None:
    """Fill best (hands, boards) by running through the subsets of the union of both sets."""
    for i in range(len(hand_sets)):
        for j in range(len(board_sets)):
            hand, board = hand_sets[i], board_sets[j]
            if hand & board:
                continue
            union = hand | board
            part = union
            while part:
                value = in_suit[part]
                if value > best[i, j]:
                    from_hand = part & hand
                    used = 0
                    while from_hand:
                        from_hand &= from_hand - 1
                        used += 1
                    for k in range(len(uses)):
                        if uses[k] == used:
                            best[i, j] = value
                part = (part - 1) & union
