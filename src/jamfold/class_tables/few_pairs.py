"""A few pairs of two-card hands before the flop, by NumPy alone: for a process that compares nothing else.

The decomposition of `matchup`: all rank boards with their numbers, then the boards with a flush suit from
the outcome by ranks to the true one. Pairs that differ only in the names of suits are counted once: the 36 of
AA against KK are three. Numba and the tables of all hands take 0.8 s to load, this takes 0.2 s in all.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.combinations import multiset_numbers, multisets, rank_counts
from jamfold.cards.counting.suit_views import OFF_SUIT_CARDS, flush_boards
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.evaluator import best_by_ranks, flush_range, high_strengths
from jamfold.core.arrays import IntArray

MOST_KINDS = 30
"""Kinds of pairs, 10 ms each; more are faster with Numba."""
_TWO_CARDS = 2


def few_pair_outcomes(game: Game, hands1: NDArray[np.uint8], hands2: NDArray[np.uint8]) -> IntArray | None:
    """Return what `matchup.pair_outcomes` does, int64 (k, 3, 4); None for many kinds, or another game."""
    if game.hole_cards != _TWO_CARDS or game.split_low:
        return None
    hands = np.stack([hands1, hands2], axis=1).astype(np.int64)  # (pairs, 2, 2)
    ranks, suits = hands // N_SUITS - game.lowest_rank, hands % N_SUITS
    parts = [np.where(suits == suit, 1 << ranks, 0).sum(axis=2) for suit in range(N_SUITS)]
    in_suit = np.stack(parts, axis=2)  # rank sets
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
    outcomes = _sum(by_ranks, _ways(N_SUITS - used, boards))
    for suit in range(N_SUITS):
        blocked = in_suit[0, suit] | in_suit[1, suit]
        free = np.flatnonzero(kinds.sets & blocked == 0)
        flushes = np.stack([_flushes(game, hand)[kinds.sets[free]] for hand in in_suit[:, suit].tolist()])
        plain, best = by_ranks[:, kinds.boards[free]], flushes.max(axis=0)
        true = (best > 0) & ((best > top) | (plain.max(axis=0) <= top))
        own = blocked >> np.arange(game.n_ranks) & 1
        ways = _ways(OFF_SUIT_CARDS - (used - own), kinds.others[free[true]])
        outcomes += _sum(flushes[:, true], ways) - _sum(plain[:, true], ways)
    return np.pad(outcomes[:, None], ((0, 0), (0, 3)))


def _sum(strengths: NDArray[np.uint16], ways: IntArray) -> IntArray:
    """How many boards are won, tied and lost, of strengths (2, n)."""
    first, second = strengths
    return np.array([ways[first > second].sum(), ways[first == second].sum(), ways[first < second].sum()])


def _ways(left: IntArray, taken: IntArray) -> IntArray:
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
