"""Showdowns: strengths of many hands on many boards, and who gets what share of the pot.

Strengths come from three tables of the game: by rank multisets of board and
hand, by rank sets in the flush suit, and lows by rank multisets.  Hands and boards
are stored as their numbers in these tables, so that a strength costs two look-ups.


Shares are integers: a pot is `POT` units, divisible by every number of players
up to nine, and by two for the halves of a split pot.

The kernels take the tables, hands and boards whole and bind their arrays to names
before a loop: taken from the tuple inside of one, they made it five times as slow.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_masks
from jamfold.cards.counting.combinations import multiset_numbers, ranks_by_suit
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import Game
from jamfold.cards.strength.boards import Boards, suit_strengths
from jamfold.cards.strength.evaluator import best_by_ranks, high_strengths, low_strengths
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

MOST_PLAYERS = 9
POT = 5040
"""Units of a pot: 2 x 2,520, the least common multiple of 1 to 9."""

# Columns of the sums per player, in boards or units of the pot over boards.
SHARE, WIN, TIE, HIGH, LOW, QUARTERED = range(6)
COLUMNS = 6


class StrengthTables(NamedTuple):
    """What strengths of one game are looked up in.

    ``by_ranks`` uint16 (boards, hands), ``lows`` uint8 (boards, hands), of listed hands uint16,
    ``in_suit`` uint16 (hand sets, board sets).
    """

    by_ranks: NDArray[np.uint16]
    lows: NDArray[np.uint8] | NDArray[np.uint16]
    in_suit: NDArray[np.uint16]


class Hands(NamedTuple):
    """Hands by their numbers: ``masks`` uint64 (k,), ``ranks`` int64 (k,), ``sets`` int16 (k, 4)."""

    masks: NDArray[np.uint64]
    ranks: IntArray
    sets: NDArray[np.int16]


@cache
def strength_tables(game: Game) -> StrengthTables:
    """The tables of a game; 0.3 s with four hole cards."""
    return StrengthTables(
        by_ranks=best_by_ranks(game, high_strengths(game)[0]),
        lows=best_by_ranks(game, low_strengths(game)).astype(np.uint8),
        in_suit=suit_strengths(game),
    )


def number_hands(game: Game, cards: NDArray[np.uint8]) -> Hands:
    """The numbers of hands given as card ids, shape (k, hole_cards)."""
    ranks, inside = ranks_by_suit(cards, game.lowest_rank)
    sets = views_for(game).set_numbers.astype(np.int16)[inside]
    return Hands(hand_masks(cards), multiset_numbers(np.sort(ranks, axis=1)), sets)


class ShowdownSums(NamedTuple):
    """Sums over showdowns."""

    shares: IntArray
    """int64, shape (t, players, COLUMNS): SHARE, HIGH and LOW in units of 1 / POT, WIN (the whole pot alone),
    TIE (a part of it) and QUARTERED (less than one half of a pot with a low, but something) in boards."""
    boards: IntArray
    """int64, shape (t,): boards counted."""
    outcomes: IntArray
    """int64, shape (t, 3, 4), of the first two players, as `pair_outcomes`."""


def showdown_sums(
    rules: Game | StrengthTables, hands: Hands, tuples: IntArray, boards: Boards
) -> ShowdownSums:
    """Showdowns of hands on all boards that share no card with them.

    ``tuples``, int64 of shape (t, players), says which hands meet; they must share no card.
    """
    t, players = tuples.shape
    sums = ShowdownSums(
        np.zeros((t, players, COLUMNS), dtype=np.int64),
        np.zeros(t, dtype=np.int64),
        np.zeros((t, 3, 4), dtype=np.int64),
    )
    _showdown_sums(_tables(rules), hands, tuples, boards, sums)
    return sums


def deal_shares(rules: Game | StrengthTables, hands: Hands, tuples: IntArray, boards: Boards) -> IntArray:
    """Showdowns of single deals, row t of the tuples on board t: int64 (t, players, COLUMNS).

    Columns are as in `ShowdownSums`.
    """
    shares = np.empty((*tuples.shape, COLUMNS), dtype=np.int64)
    _deal_shares(_tables(rules), hands, tuples, boards, shares)
    return shares


def strengths_on(game: Game, hands: Hands, boards: Boards, number: int) -> tuple[IntArray, IntArray]:
    """High and low strengths of all hands on one board, int64, shape (k,); 0 for no low."""
    k = len(hands.masks)
    highs, lows = np.empty(k, dtype=np.int64), np.empty(k, dtype=np.int64)
    _fill_strengths(strength_tables(game), hands, np.arange(k), boards, number, highs, lows)
    return highs, lows


def _tables(rules: Game | StrengthTables) -> StrengthTables:
    return rules if isinstance(rules, StrengthTables) else strength_tables(rules)


@kernel
def high_strength(
    by_ranks: NDArray[np.uint16],
    in_suit: NDArray[np.uint16],
    ranks: IntArray,
    sets: NDArray[np.int16],
    hand: int,
    board: tuple[int, int, int],
) -> int:
    """The high strength of one of the hands with these ``ranks`` and ``sets``.

    The board is its numbers in `Boards`: ranks, flush suit, set.
    """
    rank, suit, board_set = board
    strength = by_ranks[rank, ranks[hand]]
    if suit >= 0:
        strength = max(strength, in_suit[sets[hand, suit], board_set])
    return int(strength)


@kernel
def _fill_strengths(
    tables: StrengthTables,
    hands: Hands,
    chosen: IntArray,
    boards: Boards,
    board: int,
    highs: IntArray,
    lows: IntArray,
) -> None:
    """Fill highs and lows with the strengths of the chosen hands on one board."""
    by_ranks, lows_by_ranks, in_suit = tables.by_ranks, tables.lows, tables.in_suit
    ranks, sets = hands.ranks, hands.sets
    numbers = boards.ranks[board], boards.suits[board], boards.sets[board]
    for k in range(len(chosen)):
        highs[k] = high_strength(by_ranks, in_suit, ranks, sets, chosen[k], numbers)
        lows[k] = lows_by_ranks[numbers[0], ranks[chosen[k]]]


@kernel
def share_pot(highs: IntArray, lows: IntArray, shares: IntArray) -> None:
    """Fill shares (players, COLUMNS) of one board from the players' strengths."""
    best_high, best_low, n_high, n_low = 0, 0, 0, 0
    for k in range(len(highs)):
        if highs[k] > best_high:
            best_high, n_high = highs[k], 0
        n_high += highs[k] == best_high
        if lows[k] > best_low:
            best_low, n_low = lows[k], 0
        n_low += lows[k] == best_low
    for k in range(len(highs)):
        shares[k, HIGH] = POT // n_high if highs[k] == best_high else 0
        shares[k, LOW] = POT // n_low if best_low > 0 and lows[k] == best_low else 0
        share = shares[k, HIGH]
        if best_low > 0:
            share = (shares[k, HIGH] + shares[k, LOW]) // 2
        shares[k, SHARE] = share
        shares[k, WIN] = share == POT
        shares[k, TIE] = 0 < share < POT
        shares[k, QUARTERED] = best_low > 0 and 0 < share < POT // 2


@kernel
def compare_highs(own: int, opponent: int) -> int:
    """The outcome of two strengths: win 0, tie 1, lose 2."""
    if own > opponent:
        return 0
    return 1 if own == opponent else 2


@kernel
def compare_lows(own: int, opponent: int) -> int:
    """The outcome of two lows, 0 for none: nobody has a low 0, win 1, tie 2, lose 3."""
    if own == 0 and opponent == 0:
        return 0
    return 1 + compare_highs(own, opponent)


@kernel
def _showdown_sums(
    tables: StrengthTables, hands: Hands, tuples: IntArray, boards: Boards, sums: ShowdownSums
) -> None:
    """Add to the sums; see `showdown_sums`."""
    players = tuples.shape[1]
    highs = np.empty(players, dtype=np.int64)
    lows = np.zeros(players, dtype=np.int64)
    shares = np.empty((players, COLUMNS), dtype=np.int64)
    for t in range(tuples.shape[0]):
        used = np.uint64(0)
        for k in range(players):
            used |= hands.masks[tuples[t, k]]
        for b in range(len(boards.masks)):
            if used & boards.masks[b]:
                continue
            sums.boards[t] += 1
            _fill_strengths(tables, hands, tuples[t], boards, b, highs, lows)
            share_pot(highs, lows, shares)
            for k in range(players):
                for column in range(COLUMNS):
                    sums.shares[t, k, column] += shares[k, column]
            sums.outcomes[t, compare_highs(highs[0], highs[1]), compare_lows(lows[0], lows[1])] += 1


@kernel
def _deal_shares(
    tables: StrengthTables,
    hands: Hands,
    tuples: IntArray,
    boards: Boards,
    shares: IntArray,
) -> None:
    """Fill shares; see `deal_shares`."""
    highs = np.empty(tuples.shape[1], dtype=np.int64)
    lows = np.zeros(tuples.shape[1], dtype=np.int64)
    for t in range(tuples.shape[0]):
        _fill_strengths(tables, hands, tuples[t], boards, t, highs, lows)
        share_pot(highs, lows, shares[t])
