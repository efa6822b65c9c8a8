"""Strengths of five-card hands by a ranking, from its rules alone.

A strength is a number 1, 2, ...: equal hands have equal numbers, better hands higher ones; 0 is no hand.
Whether a hand is a flush depends on its suits, everything else on its ranks: so there are two tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS
from jamfold.cards.counting.combinations import multisets
from jamfold.cards.games import Category
from jamfold.cards.strength.rankings import FiveCardRanking

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
