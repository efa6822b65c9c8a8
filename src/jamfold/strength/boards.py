"""Boards by their numbers in the tables of strengths, and all boards that complete some cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.cards import Card, Rank
from jamfold.compiled import kernel
from jamfold.counting.binomials import multiset_summands
from jamfold.counting.suit_views import flush_boards
from jamfold.games import BOARD_CARDS

_LANE = 15  # bits, one for each rank and to spare


class DeckRules(Protocol):
    """What boards ask of the rules of a game."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards, ascending."""

    @property
    def n_ranks(self) -> int:
        """How many ranks there are."""

    @property
    def lowest_rank(self) -> Rank:
        """The lowest of them."""


class Boards(NamedTuple):
    """Boards by their numbers: ``masks`` uint64 (m,), ``ranks`` int64 (m,).

    ``suits`` int8 (m,) is the flush suit, -1 for none, ``sets`` int16 (m,) the
    number of the board's ranks in it.
    """

    masks: NDArray[np.uint64]
    ranks: IntArray
    suits: NDArray[np.int8]
    sets: NDArray[np.int16]

    def part(self, rows: slice) -> Boards:
        return Boards(self.masks[rows], self.ranks[rows], self.suits[rows], self.sets[rows])


def number_boards(deck: DeckRules, cards: NDArray[np.uint8]) -> Boards:
    """The numbers of boards given as card ids, shape (m, 5)."""
    m = len(cards)
    boards = Boards(
        masks=np.empty(m, dtype=np.uint64),
        ranks=np.empty(m, dtype=np.int64),
        suits=np.empty(m, dtype=np.int8),
        sets=np.empty(m, dtype=np.int16),
    )
    summands, board_set = multiset_summands(deck.n_ranks, BOARD_CARDS), board_set_numbers(deck.n_ranks)
    _number_boards(cards, deck.lowest_rank, summands, board_set, boards)
    return boards


def all_boards(deck: DeckRules, board: Sequence[int], removed: Collection[int]) -> Boards:
    """Every board that completes the given cards from the deck, without the removed cards."""
    left = [card for card in deck.deck if card not in removed and card not in board]
    missing = BOARD_CARDS - len(board)
    cards = np.empty((comb(len(left), missing), BOARD_CARDS), dtype=np.uint8)
    cards[:, : len(board)] = np.array(board, dtype=np.uint8)
    fill_combinations(np.array(left, dtype=np.uint8), missing, cards)
    return number_boards(deck, cards)


@cache
def board_set_numbers(n_ranks: int) -> NDArray[np.int16]:
    """The number of a board's ranks in the flush suit by bit mask, int16 (2**ranks,); -1: no flush there."""
    numbers = np.full(1 << n_ranks, -1, dtype=np.int16)
    sets = flush_boards(n_ranks).sets
    numbers[sets] = np.arange(len(sets))
    return numbers


@kernel
def fill_combinations(left: NDArray[np.uint8], missing: int, cards: NDArray[np.uint8]) -> None:
    """Write every choice of ``missing`` of the cards left into the last columns, row by row."""
    at = np.arange(missing)
    known = cards.shape[1] - missing
    for row in range(cards.shape[0]):
        for k in range(missing):
            cards[row, known + k] = left[at[k]]
        k = missing - 1
        while k >= 0 and at[k] == len(left) - missing + k:
            k -= 1
        if k >= 0:
            at[k] += 1
            for later in range(k + 1, missing):
                at[later] = at[later - 1] + 1


@kernel
def _number_boards(
    cards: NDArray[np.uint8],
    lowest_rank: int,
    summands: IntArray,
    board_set: NDArray[np.int16],
    boards: Boards,
) -> None:
    """Fill the boards for cards (boards, 5).

    Sorting five ranks, mostly sorted already, took half of the time of comparing each with each.
    """
    masks, numbers, suits, sets = boards.masks, boards.ranks, boards.suits, boards.sets
    ranks = np.empty(BOARD_CARDS, dtype=np.int64)
    lane_mask = (1 << _LANE) - 1
    for row in range(cards.shape[0]):
        mask, lanes = np.uint64(0), np.int64(0)  # the cards; the ranks of each suit in a lane of its own
        for k in range(BOARD_CARDS):
            card = np.int64(cards[row, k])
            rank = card // 4 - lowest_rank
            mask |= np.uint64(1) << np.uint64(card)
            lanes |= np.int64(1) << (_LANE * (card % 4) + rank)
            at = k
            while at > 0 and ranks[at - 1] > rank:
                ranks[at] = ranks[at - 1]
                at -= 1
            ranks[at] = rank
        number = 0
        for k in range(BOARD_CARDS):
            number += summands[ranks[k], k]
        masks[row], numbers[row], suits[row], sets[row] = mask, number, -1, 0
        for suit in range(4):
            found = board_set[lanes >> (_LANE * suit) & lane_mask]
            if found >= 0:
                suits[row], sets[row] = suit, found
