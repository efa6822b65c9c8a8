"""Suit views of hands and kinds of boards, numbered.

The view of a hand in a suit T is (A, O): A the set of its ranks in T, O the
multiset of its other ranks (at most three of a rank).  A game has 19,253 views
with four hole cards: 1,807 with no card in T, then 5,915, 7,098, 3,718 and 715
with one to four.  Views are numbered by the size of A, then A, then O, so that
all views with the same A lie together.

A board with flush suit T is (F, Q): F its three to five ranks in T, Q the
multiset of its other ranks.  There are 36,608 of these kinds in a full deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.combinations import multiset_numbers, multisets, narrow, rank_counts, rank_sets
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.core.arrays import BoolArray, IntArray

OFF_SUIT_CARDS = N_SUITS - 1  # cards of a rank outside the suit T
FLUSH_CARDS = 3  # board cards in T that make a flush possible


@dataclass(frozen=True, eq=False)
class SuitViews:
    """All suit views of the hands of one deck and hand size.

    "Set" is an A; sets are numbered by size, then as bit masks.
    """

    n_ranks: int
    hole_cards: int
    """n_ranks, hole_cards: The deck's ranks and the size of a hand."""
    sets: IntArray
    """int64, shape (n_sets,): A as a bit mask of ranks."""
    set_sizes: IntArray
    """int64, shape (n_sets,): cards in A."""
    first_view: IntArray
    """int64, shape (n_sets + 1,): the views of set a are first_view[a]..first_view[a + 1] - 1."""
    others: tuple[IntArray, ...]
    """For each size of A the possible O: ascending ranks, shape (n_others, hole_cards - size)."""
    hand_ranks: IntArray
    """int64, shape (n_views,): number of the rank multiset A + O."""

    @property
    def n_views(self) -> int:
        return int(self.first_view[-1])

    @cached_property
    def set_numbers(self) -> IntArray:
        """The number of a set by its bit mask: int64, shape (2**n_ranks,), -1 for larger sets."""
        numbers = np.full(1 << self.n_ranks, -1, dtype=np.int64)
        numbers[self.sets] = np.arange(len(self.sets))
        return numbers

    def sets_of_size(self, size: int) -> slice:
        """The numbers of the sets with ``size`` ranks."""
        first, last = np.searchsorted(self.set_sizes, [size, size + 1])
        return slice(int(first), int(last))

    def other_counts(self, size: int) -> IntArray:
        """Cards of each rank in O, for the O that go with a set of this size: (n_others, n_ranks)."""
        return rank_counts(self.others[size], self.n_ranks)

    def views_of(self, hands: NDArray[np.uint8], lowest_rank: int) -> NDArray[np.int32]:
        """The numbers of the four views of each hand.

        Parameters
        ----------
        hands
            Card ids, shape (k, hole_cards), in any order.
        lowest_rank
            The deck's lowest rank.

        Returns
        -------
        int32, shape (k, 4), one column per suit.
        """
        ranks = hands.astype(np.int64) // N_SUITS - lowest_rank
        views = np.empty((len(hands), N_SUITS), dtype=np.int32)
        for suit in range(N_SUITS):
            inside = hands % N_SUITS == suit
            numbers = self.set_numbers[np.where(inside, 1 << ranks, 0).sum(axis=1)]
            for size in range(self.hole_cards + 1):
                rows = np.flatnonzero(self.set_sizes[numbers] == size)
                outside = np.sort(np.where(inside[rows], self.n_ranks, ranks[rows]), axis=1)
                other = multiset_numbers(outside[:, : self.hole_cards - size])
                numbers_of = multiset_numbers(self.others[size])
                places = self.first_view[numbers[rows]] + np.searchsorted(numbers_of, other)
                views[rows, suit] = narrow(places, np.int32)
        return views


@cache
def suit_views(n_ranks: int, hole_cards: int) -> SuitViews:
    sizes = range(hole_cards + 1)
    outside = tuple(_outside_ranks(n_ranks, hole_cards - size) for size in sizes)
    sets = [rank_sets(n_ranks, size) for size in sizes]
    counts = np.concatenate([np.full(len(sets[size]), len(outside[size])) for size in sizes])
    hand_ranks = []
    for size in sizes:
        for mask in sets[size].tolist():
            inside = [rank for rank in range(n_ranks) if mask >> rank & 1]
            ranks = np.hstack([np.tile(inside, (len(outside[size]), 1)).astype(np.int64), outside[size]])
            hand_ranks.append(multiset_numbers(np.sort(ranks, axis=1)))
    return SuitViews(
        n_ranks=n_ranks,
        hole_cards=hole_cards,
        sets=np.concatenate(sets),
        set_sizes=np.repeat(np.array(sizes), [len(group) for group in sets]),
        first_view=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        others=outside,
        hand_ranks=np.concatenate(hand_ranks),
    )


def _outside_ranks(n_ranks: int, size: int) -> IntArray:
    rows = multisets(n_ranks, size)
    possible: BoolArray = rank_counts(rows, n_ranks).max(axis=1, initial=0) <= OFF_SUIT_CARDS
    return np.ascontiguousarray(rows[possible])


class FlushBoards(NamedTuple):
    """The kinds (F, Q) of boards with a flush suit, as kernels take them."""

    sets: IntArray
    """int64, shape (n_sets,): F as bit masks, by size 3, 4, 5."""
    group_start: IntArray
    """int64, shape (4,): the sets with 3 + g cards are group_start[g]..group_start[g + 1] - 1."""
    rests: IntArray
    """int64, shape (3, n_rests, 2): for each group the ranks of Q, ascending, -1 for none."""
    n_rests: IntArray
    """int64, shape (3,): how many Q each group has (91, 13, 1)."""
    board: IntArray
    """int64, shape (n_sets, 91): number of the rank multiset F + Q."""


@cache
def flush_boards(n_ranks: int) -> FlushBoards:
    """The kinds of boards with a flush suit in a deck with ``n_ranks`` ranks."""
    groups = range(FLUSH_CARDS, BOARD_CARDS + 1)
    sets = [rank_sets(n_ranks, size) for size in groups]
    rests = [multisets(n_ranks, BOARD_CARDS - size) for size in groups]
    widest = max(len(rest) for rest in rests)
    rest_table = np.full((len(groups), widest, BOARD_CARDS - FLUSH_CARDS), -1, dtype=np.int64)
    boards = []
    for g, (group, rest) in enumerate(zip(sets, rests, strict=True)):
        rest_table[g, : len(rest), : rest.shape[1]] = rest
        numbers = np.zeros((len(group), widest), dtype=np.int64)
        for i, mask in enumerate(group.tolist()):
            inside = [rank for rank in range(n_ranks) if mask >> rank & 1]
            ranks = np.hstack([np.tile(inside, (len(rest), 1)), rest])
            numbers[i, : len(rest)] = multiset_numbers(np.sort(ranks, axis=1))
        boards.append(numbers)
    return FlushBoards(
        sets=np.concatenate(sets),
        group_start=np.concatenate([[0], np.cumsum([len(group) for group in sets])]).astype(np.int64),
        rests=rest_table,
        n_rests=np.array([len(rest) for rest in rests], dtype=np.int64),
        board=np.concatenate(boards),
    )


def views_for(game: Game) -> SuitViews:
    return suit_views(game.n_ranks, game.hole_cards)
