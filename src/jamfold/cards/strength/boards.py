"""Boards in the strength tables: their numbers and completions, and strengths on one board as bytes.

On a board with given ranks at most 91 strengths without flushes occur, so their
order fits into a byte: the code of a hand is the dense rank of its strength
among all hands on this board, 1 for the worst.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import Card, Rank
from jamfold.cards.counting.combinations import multiset_summands
from jamfold.cards.counting.suit_views import flush_boards, views_for
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.evaluator import (
    best_by_ranks,
    best_in_suit,
    flush_range,
    high_strengths,
    low_strengths,
)
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.jit import kernel

_BOARDS = 256  # at a time: less memory, and what is written is read from the cache


@dataclass(frozen=True, eq=False)
class RankCodes:
    """Order of all hands on all boards, by ranks alone."""

    high: NDArray[np.uint8]
    """uint8, shape (board multisets, hand multisets): code of the high strength without flushes."""
    beats_flush: NDArray[np.uint8]
    """uint8, shape (board multisets,): the code from which a hand beats every flush (not straight flush)."""
    low: NDArray[np.uint8]
    """uint8, the same shape as ``high``: low strength, 0 for none."""
    low_boards: BoolArray
    """bool, shape (board multisets,): whether some hand has a low there."""


@cache
def rank_codes(game: Game) -> RankCodes:
    """The codes of a game; about 0.3 s for four hole cards."""
    by_ranks, _ = high_strengths(game)
    strengths = best_by_ranks(game, by_ranks)
    high, beats_flush = _dense_ranks(strengths, flush_range(game)[1])
    low = best_by_ranks(game, low_strengths(game)).astype(np.uint8)
    return RankCodes(high, beats_flush, low, np.asarray(low.any(axis=1)))


@cache
def suit_strengths(game: Game) -> NDArray[np.uint16]:
    """The best flush of every set of hole cards with every set of board cards in one suit.

    uint16, shape (sets of `views`, sets of `flush_boards`), 0 for none; 5 MB with four hole cards.
    """
    return best_in_suit(game, views_for(game).sets, flush_boards(game.n_ranks).sets)


def _dense_ranks(
    strengths: NDArray[np.uint16], top_flush: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The codes (boards, hands), and from which on they beat flushes (boards,), 255 for none."""
    codes = np.empty(strengths.shape, dtype=np.uint8)
    beats_flush, top = np.empty(len(strengths), dtype=np.uint8), max(int(strengths.max()), top_flush)
    for begin in range(0, len(strengths), _BOARDS):
        part = slice(begin, begin + _BOARDS)
        occurs = np.zeros((len(strengths[part]), top + 1), dtype=np.uint8)
        np.put_along_axis(occurs, strengths[part].astype(np.int64), 1, axis=1)
        code_of = np.cumsum(occurs, axis=1, dtype=np.uint8)
        codes[part] = np.take_along_axis(code_of, strengths[part].astype(np.int64), axis=1)
        below = code_of[:, top_flush]
        beats_flush[part] = np.where(code_of[:, -1] > below, below + 1, 255)
    return codes, beats_flush


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
    n_known = cards.shape[1] - missing
    for row in range(cards.shape[0]):
        for k in range(missing):
            cards[row, n_known + k] = left[at[k]]
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
            flush_set = board_set[lanes >> (_LANE * suit) & lane_mask]
            if flush_set >= 0:
                suits[row], sets[row] = suit, flush_set
