"""Strengths of hands that are listed one by one, instead of all hands of a game.

Private cards alone (stud, draw): every choice of five of them is looked up, or in badugi every choice of
the four.  Hands with a board get tables of their own, in the form that all hands of a game have in
`showdown`: a column for each hand, so that the same kernels serve.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS
from jamfold.cards.counting.classes import hand_masks
from jamfold.cards.counting.combinations import multiset_numbers, multiset_summands, multisets, ranks_by_suit
from jamfold.cards.counting.suit_views import flush_boards
from jamfold.cards.games import Category
from jamfold.cards.strength.boards import DeckRules
from jamfold.cards.strength.evaluator import HAND, best_board_part, fill_best_in_suit, five_strengths
from jamfold.cards.strength.rankings import FiveCardRanking, RainbowRanking, Ranking
from jamfold.cards.strength.showdown import Hands, StrengthTables
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

Part = tuple[FiveCardRanking, tuple[int, ...]]
"""What wins a pot, and how many private cards may play for it."""


def private_strengths(deck: DeckRules, ranking: Ranking, cards: NDArray[np.uint8]) -> IntArray:
    """The best strength of private cards: card ids (k, cards), in any order; int64 (k,), 0 for no hand."""
    best = np.zeros(len(cards), dtype=np.int64)
    if isinstance(ranking, RainbowRanking):
        _fill_rainbow(cards, best)
        return best
    choices = np.array(list(combinations(range(cards.shape[1]), HAND)), dtype=np.int64)
    summands = multiset_summands(deck.n_ranks, HAND)
    by_ranks, in_suit = five_strengths(ranking, deck.n_ranks)
    _fill_best_five(np.sort(cards, axis=1), deck.lowest_rank, choices, summands, by_ranks, in_suit, best)
    return best


def listed_tables(
    deck: DeckRules, cards: NDArray[np.uint8], high: Part, low: Part | None
) -> tuple[StrengthTables, Hands]:
    """The tables of hands with a board, and the hands by their numbers in them.

    Parameters
    ----------
    cards
        uint8, shape (k, private cards).
    high, low
        The pots; of the low flushes do not count.
    """
    ranks, inside = ranks_by_suit(cards, deck.lowest_rank)
    sets, numbers = np.unique(inside, return_inverse=True)
    board_sets = flush_boards(deck.n_ranks).sets
    in_suit = np.zeros((len(sets), len(board_sets)), dtype=np.uint16)
    if Category.FLUSH in high[0].order:
        uses = np.array(high[1], dtype=np.int64)
        fill_best_in_suit(sets, board_sets, uses, five_strengths(high[0], deck.n_ranks)[1], in_suit)
    by_ranks = _best_by_ranks(deck.n_ranks, ranks, high)
    lows = np.zeros(by_ranks.shape, np.uint16) if low is None else _best_by_ranks(deck.n_ranks, ranks, low)
    set_numbers = np.ascontiguousarray(numbers.reshape(inside.shape).astype(np.int16))
    hands = Hands(hand_masks(cards), np.arange(len(cards)), set_numbers)
    return StrengthTables(by_ranks, lows, in_suit), hands


def _best_by_ranks(n_ranks: int, ranks: IntArray, part: Part) -> NDArray[np.uint16]:
    """The best strength by ranks alone, uint16 (board multisets, hands)."""
    ascending = np.sort(ranks, axis=1)
    best = np.zeros((len(multisets(n_ranks, HAND)), len(ranks)), dtype=np.uint16)
    for used in part[1]:
        from_board = _board_part(part[0], n_ranks, used)
        for chosen in combinations(range(ranks.shape[1]), used):
            np.maximum(best, from_board[:, multiset_numbers(ascending[:, list(chosen)])], out=best)
    return best


@cache
def _board_part(ranking: FiveCardRanking, n_ranks: int, used: int) -> NDArray[np.uint16]:
    return best_board_part(n_ranks, used, five_strengths(ranking, n_ranks)[0])


@kernel
def _fill_best_five(
    cards: NDArray[np.uint8],
    lowest_rank: int,
    choices: IntArray,
    summands: IntArray,
    by_ranks: NDArray[np.uint16],
    in_suit: NDArray[np.uint16],
    best: IntArray,
) -> None:
    """Fill best (k,) for cards (k, n) ascending, by all choices of five places (choices, 5)."""
    for h in range(cards.shape[0]):
        most = 0
        for c in range(choices.shape[0]):
            first = cards[h, choices[c, 0]]
            number, ranks, one_suit = 0, 0, True
            for i in range(5):
                card = cards[h, choices[c, i]]
                rank = card // 4 - lowest_rank
                number += summands[rank, i]
                ranks |= 1 << rank
                one_suit &= card % 4 == first % 4
            most = max(most, in_suit[ranks] if one_suit else by_ranks[number])
        best[h] = most


@kernel
def _fill_rainbow(cards: NDArray[np.uint8], best: IntArray) -> None:
    """Fill best (k,): more cards first, then the lower highest card, ace low: a smaller binary number."""
    n = cards.shape[1]
    for h in range(cards.shape[0]):
        most = 0
        for chosen in range(1, 1 << n):
            ranks, suits, size = 0, 0, 0
            differ = True
            for i in range(n):
                if chosen >> i & 1:
                    rank = 1 << (cards[h, i] // 4 + 1) % N_RANKS
                    suit = 1 << cards[h, i] % 4
                    differ &= not (ranks & rank or suits & suit)
                    ranks |= rank
                    suits |= suit
                    size += 1
            if differ:
                most = max(most, size << N_RANKS | (1 << N_RANKS) - 1 - ranks)
        best[h] = most
