"""Hand against hand and class against class before the flop, exactly.

`pair_outcomes` uses the decomposition outcome by outcome: all rank boards once
with the number of boards that have these ranks, and then, on the boards with a
flush suit, from the outcome by ranks to the true one.  About 60,000 board kinds
instead of more than a million boards.

`few_pair_outcomes` does the same for a few pairs of two-card hands by NumPy alone, for a process that
compares nothing else.  Pairs that differ only in the names of suits are counted once: the 36 of AA against KK
are three.  Numba and the tables of all hands take 0.8 s to load, this takes 0.2 s in all.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.classes import HandClasses, hand_masks
from jamfold.cards.counting.combinations import multiset_numbers, multisets, rank_counts, ranks_by_suit
from jamfold.cards.counting.suit_views import OFF_SUIT_CARDS, FlushBoards, flush_boards, views_for
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.boards import rank_codes, suit_strengths
from jamfold.cards.strength.evaluator import best_by_ranks, flush_range, high_strengths
from jamfold.cards.strength.showdown import compare_highs, compare_lows
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

WIN, TIE, LOSE = range(3)

# Twice the pot-share difference of a split pot, by high and low outcome.
_SPLIT_MARGIN = np.array([[2, 2, 1, 0], [0, 1, 0, -1], [-2, 0, -1, -2]], dtype=np.int64)


def class_outcomes(classes: HandClasses, game: Game, class1: int, class2: int) -> IntArray:
    """Return the outcomes of one hand of class 1 against all hands of class 2 that share no card with it.

    Returns
    -------
    int64, shape (placements, 3, 4): a row for each of those hands, as `pair_outcomes`.
    """
    hand, hands2 = classes.combinations(class1)[:1], classes.combinations(class2)
    hands2 = hands2[hand_masks(hands2) & hand_masks(hand) == 0]
    return pair_outcomes(game, np.repeat(hand, len(hands2), axis=0), hands2)


def pair_outcomes(game: Game, hands1: NDArray[np.uint8], hands2: NDArray[np.uint8]) -> IntArray:
    """Outcomes over all boards of pairs of hands that are known to fit the game and to share no card.

    Both are card ids, uint8, shape (k, hole_cards).

    Returns
    -------
    int64, shape (k, 3, 4): boards by hand 1's high (win, tie, lose) and low (no low for anybody, win, tie,
    lose; a low wins against no low).  Games without a low use the first column only.
    """
    ranks, in_suit = ranks_by_suit(np.stack([hands1, hands2], axis=1), game.lowest_rank)
    pairs = _Pairs(
        numbers=multiset_numbers(np.sort(ranks, axis=2)),
        used=rank_counts(ranks.reshape(len(ranks), -1), game.n_ranks),
        in_suit=in_suit,
    )
    outcomes = np.zeros((len(hands1), 3, 4), dtype=np.int64)
    _pair_outcomes(pairs, _matchup_tables(game), outcomes)
    return outcomes


class _Pairs(NamedTuple):
    """Pairs of hands."""

    numbers: IntArray
    """int64, shape (pairs, 2): rank multisets of the hands."""
    used: IntArray
    """int64, shape (pairs, ranks): both hands' cards of each rank."""
    in_suit: IntArray
    """int64, shape (pairs, 2, 4): their rank sets in each suit."""


class _MatchupTables(NamedTuple):
    """What outcomes of one game are looked up in."""

    highs: NDArray[np.uint8]
    lows: NDArray[np.uint8]
    """highs, lows: uint8, shape (hand multisets, board multisets): codes, the boards of a hand together."""
    parts: IntArray
    """int64, shape (boards, 5, 2): see `_board_parts`."""
    set_numbers: IntArray
    flushes: NDArray[np.uint16]
    """set_numbers, flushes: The number of a rank set, and its best flushes, uint16, shape (hand sets, flush
    sets)."""
    top_flush: int
    beats_flush: NDArray[np.uint8]
    """top_flush, beats_flush: The strongest flush, and the code on each board from which a hand beats it."""
    boards: FlushBoards
    """The kinds of boards with a flush suit."""


def outcome_margin(game: Game, outcomes: IntArray) -> int:
    """The margin of hand 1 in units of the game: wins minus losses, or twice the pot-share difference."""
    if game.split_low:
        return int((outcomes * _SPLIT_MARGIN).sum())
    high = outcomes.sum(axis=1)
    return int(high[WIN] - high[LOSE])


@cache
def _board_parts(n_ranks: int) -> IntArray:
    """The ranks of each board multiset and how often each occurs: (boards, 5, 2), 0 times at the end."""
    rows = multisets(n_ranks, BOARD_CARDS)
    counts = rank_counts(rows, n_ranks)
    ranks = np.argsort(counts == 0, axis=1, kind="stable")[:, :BOARD_CARDS]
    return np.stack([ranks, np.take_along_axis(counts, ranks, axis=1)], axis=2)


@cache
def _matchup_tables(game: Game) -> _MatchupTables:
    codes = rank_codes(game)
    return _MatchupTables(
        highs=np.ascontiguousarray(codes.high.T),
        lows=np.ascontiguousarray(codes.low.T),
        parts=_board_parts(game.n_ranks),
        set_numbers=views_for(game).set_numbers,
        flushes=suit_strengths(game),
        top_flush=flush_range(game)[1],
        beats_flush=codes.beats_flush,
        boards=flush_boards(game.n_ranks),
    )


@kernel
def _pair_outcomes(pairs: _Pairs, tables: _MatchupTables, outcomes: IntArray) -> None:
    """Add to outcomes (pairs, 3, 4)."""
    numbers, used, in_suit = pairs
    high = np.empty((2, tables.highs.shape[1]), dtype=np.uint8)
    low = np.empty((2, tables.highs.shape[1]), dtype=np.uint8)
    flushes = np.empty((2, tables.flushes.shape[1]), dtype=np.uint16)
    off_suit = np.empty(used.shape[1], dtype=np.int64)
    for p in range(len(numbers)):
        for side in range(2):
            high[side] = tables.highs[numbers[p, side]]
            low[side] = tables.lows[numbers[p, side]]
        _count_rank_boards(high, low, used[p], tables.parts, outcomes[p])
        for suit in range(N_SUITS):
            for side in range(2):
                flushes[side] = tables.flushes[tables.set_numbers[in_suit[p, side, suit]]]
            blocked = in_suit[p, 0, suit] | in_suit[p, 1, suit]
            for rank in range(len(off_suit)):
                off_suit[rank] = used[p, rank] - (blocked >> rank & 1)
            _correct_flush_boards(high, low, flushes, off_suit, blocked, tables, outcomes[p])


@kernel
def _ways(left: int, q: int) -> int:
    """C(left, q) for q up to 5, 0 for less than q."""
    ways = 1
    for step in range(q):
        ways = ways * max(left - step, 0) // (step + 1)
    return ways


@kernel
def _count_rank_boards(
    high: NDArray[np.uint8],
    low: NDArray[np.uint8],
    used: IntArray,
    parts: IntArray,
    outcomes: IntArray,
) -> None:
    """Add every rank board with its weight, by ranks alone; high and low are (2, boards)."""
    ways = np.empty((N_SUITS + 1, N_SUITS + 2), dtype=np.int64)  # C(left, q)
    for left in range(N_SUITS + 1):
        for q in range(N_SUITS + 2):
            ways[left, q] = _ways(left, q)
    for b in range(high.shape[1]):
        weight = 1
        for k in range(parts.shape[1]):
            weight *= ways[N_SUITS - used[parts[b, k, 0]], parts[b, k, 1]]
        if weight:
            outcomes[compare_highs(high[0, b], high[1, b]), compare_lows(low[0, b], low[1, b])] += weight


@kernel
def _correct_flush_boards(
    high: NDArray[np.uint8],
    low: NDArray[np.uint8],
    flushes: NDArray[np.uint16],
    off_suit: IntArray,
    in_suit: int,
    tables: _MatchupTables,
    outcomes: IntArray,
) -> None:
    """Move the boards with a flush suit from the outcome by ranks to the true one.

    high and low are (2, boards), flushes (2, flush sets) as `best_in_suit`, others (n_ranks,)
    counts both hands' cards outside the suit, in_suit is the set of their ranks in it.
    """
    flush_sets, group_start, rests, n_rests, board = tables.boards
    top_flush, beats_flush = tables.top_flush, tables.beats_flush
    for g in range(3):
        for f in range(group_start[g], group_start[g + 1]):
            own, opponent = flushes[0, f], flushes[1, f]
            if flush_sets[f] & in_suit or (own == 0 and opponent == 0):
                continue
            straight = max(own, opponent) > top_flush
            for q in range(n_rests[g]):
                a, c = rests[g, q, 0], rests[g, q, 1]
                weight = 1
                if a >= 0 and a == c:
                    weight = _ways(OFF_SUIT_CARDS - off_suit[a], 2)
                else:
                    if a >= 0:
                        weight *= _ways(OFF_SUIT_CARDS - off_suit[a], 1)
                    if c >= 0:
                        weight *= _ways(OFF_SUIT_CARDS - off_suit[c], 1)
                b = board[f, q]
                if straight or max(high[0, b], high[1, b]) < beats_flush[b]:
                    low_outcome = compare_lows(low[0, b], low[1, b])
                    outcomes[compare_highs(high[0, b], high[1, b]), low_outcome] -= weight
                    outcomes[compare_highs(own, opponent), low_outcome] += weight


MOST_KINDS = 30
"""Kinds of pairs, 10 ms each; more are faster with Numba."""
_TWO_CARDS = 2


def few_pair_outcomes(game: Game, hands1: NDArray[np.uint8], hands2: NDArray[np.uint8]) -> IntArray | None:
    """Return what `pair_outcomes` does, int64 (k, 3, 4); None for many kinds, or another game."""
    if game.hole_cards != _TWO_CARDS or game.split_low:
        return None
    ranks, in_suit = ranks_by_suit(np.stack([hands1, hands2], axis=1), game.lowest_rank)
    keys = np.sort(in_suit[:, 0] << game.n_ranks | in_suit[:, 1], axis=1)
    _, rows, kinds = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    if len(rows) > MOST_KINDS:
        return None
    return np.array([_outcomes(game, ranks[row], in_suit[row]) for row in rows])[kinds.ravel()]


class _Kinds(NamedTuple):
    """The kinds of boards with a flush suit, one after the other."""

    sets: IntArray
    """The ranks in the suit, as a bit mask."""
    others: IntArray
    """How many cards of each rank are outside of it, (kinds, ranks)."""
    boards: IntArray
    """The rank board."""


@cache
def _kinds(n_ranks: int) -> _Kinds:
    sets, counts_of_ranks, boards = [], [], []
    tables = flush_boards(n_ranks)
    for g, n_rests in enumerate(tables.n_rests):
        group = slice(*tables.group_start[g : g + 2])
        rests = tables.rests[g, :n_rests]
        counts = rank_counts(np.where(rests < 0, n_ranks, rests), n_ranks + 1)[:, :n_ranks]
        sets.append(np.repeat(tables.sets[group], n_rests))
        counts_of_ranks.append(np.tile(counts, (len(tables.sets[group]), 1)))
        boards.append(tables.board[group, :n_rests].ravel())
    return _Kinds(np.concatenate(sets), np.concatenate(counts_of_ranks), np.concatenate(boards))


@cache
def _strengths(game: Game) -> tuple[NDArray[np.uint16], IntArray]:
    """By rank board the strength of each hand of ranks, and the cards of each rank."""
    boards = rank_counts(multisets(game.n_ranks, BOARD_CARDS), game.n_ranks)
    return best_by_ranks(game, high_strengths(game)[0]), boards


def _outcomes(game: Game, ranks: IntArray, in_suit: IntArray) -> IntArray:
    """The outcomes (3, 4) of a pair: its ranks (2, 2), and their sets by suit (2, suits)."""
    strengths, boards = _strengths(game)
    kinds, top = _kinds(game.n_ranks), flush_range(game)[1]
    by_ranks = strengths[:, multiset_numbers(np.sort(ranks, axis=1))].T
    used = rank_counts(ranks.reshape(1, -1), game.n_ranks)[0]
    outcomes = _sum(by_ranks, _suit_choices(N_SUITS - used, boards))
    for suit in range(N_SUITS):
        blocked = in_suit[0, suit] | in_suit[1, suit]
        free = np.flatnonzero(kinds.sets & blocked == 0)
        flushes = np.stack([_flushes(game, hand)[kinds.sets[free]] for hand in in_suit[:, suit].tolist()])
        plain, best = by_ranks[:, kinds.boards[free]], flushes.max(axis=0)
        true = (best > 0) & ((best > top) | (plain.max(axis=0) <= top))
        own = blocked >> np.arange(game.n_ranks) & 1
        ways = _suit_choices(OFF_SUIT_CARDS - (used - own), kinds.others[free[true]])
        outcomes += _sum(flushes[:, true], ways) - _sum(plain[:, true], ways)
    return np.pad(outcomes[:, None], ((0, 0), (0, 3)))


def _sum(strengths: NDArray[np.uint16], ways: IntArray) -> IntArray:
    """How many boards are won, tied and lost, of strengths (2, n)."""
    first, second = strengths
    return np.array([ways[first > second].sum(), ways[first == second].sum(), ways[first < second].sum()])


def _suit_choices(left: IntArray, taken: IntArray) -> IntArray:
    """How many choices of suits there are for ranks, (n, ranks), of what is left of each."""
    choices = np.array([[comb(cards, k) for k in range(BOARD_CARDS + 1)] for cards in range(N_SUITS + 1)])
    ways = np.ones(len(taken), dtype=np.int64)
    for rank, cards in enumerate(np.maximum(left, 0)):
        ways *= choices[cards, taken[:, rank]]
    return ways


@cache
def _flushes(game: Game, hand: int) -> NDArray[np.uint16]:
    """The best flush of a set of ranks of a hand with every set of the board, (2**ranks,); 0 for none."""
    in_suit = high_strengths(game)[1]
    sets = flush_boards(game.n_ranks).sets
    best = np.zeros(1 << game.n_ranks, dtype=np.uint16)
    part = union = sets | hand
    while part.any():
        best[sets] = np.maximum(best[sets], in_suit[part])
        part = (part - 1) & union & -(part > 0).astype(np.int64)
    return best
