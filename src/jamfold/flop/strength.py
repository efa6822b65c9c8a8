"""Raw strength of all holdings on one flop.

The raw strength of a holding is its exact equity against one random holding,
turn and river open: C(47, 2) = 1,081 run-outs times C(45, 2) = 990 opponents, a
tie counted as one half.  A holding judges itself by it without knowing what
anybody else holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_CARDS, N_RANKS, N_SUITS, Card, format_cards, parse_cards, rank_of, suit_of
from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.counting.multisets import multiset_numbers
from jamfold.errors import ChanceError
from jamfold.flop.counting import count_wins
from jamfold.games import BOARD_CARDS, HOLDEM
from jamfold.strength.evaluator import best_by_ranks, high_strengths

Ints = NDArray[np.int64]
Shorts = NDArray[np.uint16]

FLOP = 3
HOLE = HOLDEM.hole_cards
N_LIVE = N_CARDS - FLOP
N_HOLDINGS = comb(N_LIVE, HOLE)
N_RUNOUTS = comb(N_LIVE - HOLE, BOARD_CARDS - FLOP)
N_OUTCOMES = N_RUNOUTS * comb(N_LIVE - HOLE - (BOARD_CARDS - FLOP), HOLE)
POINTS = 2 * N_OUTCOMES
"""Raw strength in integers: two points for a win, one for a tie; equity is points / POINTS."""

_FLUSH_BOARD = 3  # board cards of one suit that make a flush possible


@dataclass(frozen=True, eq=False)
class FlopStrengths:
    """All holdings on one flop.

    Attributes
    ----------
    flop
        The three cards.
    holdings
        uint8, shape (1176, 2): cards ascending, numbered as in `counting`.
    wins, ties
        int32, shape (1176,): out of 1,070,190 outcomes each.
    """

    flop: tuple[Card, ...]
    holdings: NDArray[np.uint8]
    wins: NDArray[np.int32]
    ties: NDArray[np.int32]

    @cached_property
    def points(self) -> NDArray[np.int32]:
        """Raw strength in points, int32, shape (1176,)."""
        return 2 * self.wins + self.ties

    def number(self, hand: Iterable[int]) -> int:
        """The row of a holding, its two cards in any order."""
        low, high = sorted(hand)
        rows = np.flatnonzero((self.holdings[:, 0] == low) & (self.holdings[:, 1] == high))
        return int(rows[0])


@dataclass(frozen=True, eq=False)
class FlopLookup:
    """One flop as the kernels take it; `counting` describes the arrays."""

    live: NDArray[np.uint8]
    ranks: NDArray[np.int64]
    suits: NDArray[np.int64]
    flush_suits: NDArray[np.int64]
    flush_sets: NDArray[np.int64]
    by_ranks: NDArray[np.uint16]
    flushes: NDArray[np.uint16]

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Shorts, Shorts]:
        """The arguments that all kernels share."""
        return self.ranks, self.suits, self.flush_suits, self.flush_sets, self.by_ranks, self.flushes


def read_flop(text: str) -> tuple[Card, ...]:
    """The flop as written.

    Raises
    ------
    CardError
        If the text is no list of cards.
    ChanceError
        If it is not three cards.
    """
    cards = parse_cards(text)
    if len(cards) != FLOP:
        raise ChanceError(f"'{text[:60]}' has {len(cards)} cards: a flop has {FLOP}.")
    return cards


def read_hand(text: str, flop: Iterable[int]) -> tuple[Card, ...]:
    """A holding as written, checked against the flop.

    Raises
    ------
    CardError
        If the text is no list of cards.
    ChanceError
        If it is not two cards, or one of them lies on the flop.
    """
    cards = parse_cards(text)
    if len(cards) != HOLE:
        raise ChanceError(f"'{text[:60]}' has {len(cards)} cards: a Hold'em hand has {HOLE}.")
    both = [card for card in cards if card in tuple(flop)]
    if both:
        raise ChanceError(f"The card {format_cards(both[:1])} is in the hand '{text[:60]}' and on the flop.")
    return cards


def flop_classes() -> HandClasses:
    """The 1,755 flops that differ by more than suits, numbered like hand classes."""
    return hand_classes(replace(HOLDEM, hole_cards=FLOP))


def flop_strengths(flop: Iterable[int]) -> FlopStrengths:
    """Exact wins and ties of all 1,176 holdings against a random holding (3 to 12 ms).

    ``flop`` is three different cards.
    """
    cards = tuple(Card(card) for card in flop)
    lookup = flop_lookup(cards)
    wins, not_lost = np.zeros(N_HOLDINGS, dtype=np.int32), np.zeros(N_HOLDINGS, dtype=np.int32)
    count_wins(*lookup.arrays, wins, not_lost)
    return FlopStrengths(cards, lookup.live[holding_positions()], wins, not_lost - wins)


@cache
def holding_positions() -> NDArray[np.int64]:
    """The positions i < j of each holding, by its number: shape (1176, 2)."""
    pairs = [(i, j) for j in range(N_LIVE) for i in range(j)]
    return np.array(pairs, dtype=np.int64)


def flop_lookup(flop: Iterable[int]) -> FlopLookup:
    """One flop as the kernels take it."""
    cards = tuple(flop)
    live = np.array([card for card in range(N_CARDS) if card not in cards], dtype=np.uint8)
    by_ranks, pairs = _best_by_ranks()
    flop_ranks = np.broadcast_to([rank_of(card) for card in cards], (N_RANKS**2, FLOP))
    boards = multiset_numbers(np.sort(np.concatenate([flop_ranks, _rank_pairs()], axis=1), axis=1))
    return FlopLookup(
        live,
        live.astype(np.int64) // N_SUITS,
        live.astype(np.int64) % N_SUITS,
        *_flush_boards(cards, live),
        np.ascontiguousarray(by_ranks[boards][:, pairs]).reshape((N_RANKS,) * 4),
        _best_flushes(),
    )


def _flush_boards(flop: Iterable[int], live: NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """The suit of which each board has three or more cards and their ranks, by run-out; 0, 0 if none."""
    turn, river = live[holding_positions()].T.astype(np.int64)
    flush_suits, flush_sets = (np.zeros(N_HOLDINGS, dtype=np.int64) for _ in range(2))
    for suit in range(N_SUITS):
        held = np.full(N_HOLDINGS, sum(1 << rank_of(card) for card in flop if suit_of(card) == suit))
        for card in (turn, river):
            held |= np.where(card % N_SUITS == suit, 1 << card // N_SUITS, 0)
        several = np.bitwise_count(held) >= _FLUSH_BOARD
        flush_suits[several], flush_sets[several] = suit, held[several]
    return flush_suits, flush_sets


def _rank_pairs() -> NDArray[np.int64]:
    """All ordered pairs of ranks, shape (169, 2)."""
    return np.indices((N_RANKS, N_RANKS)).reshape(2, -1).T.astype(np.int64)


@cache
def _best_by_ranks() -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """Strengths by (board multiset, hand multiset), and the hand multiset of each pair of ranks."""
    five, _ = high_strengths(HOLDEM)
    return best_by_ranks(HOLDEM, five), multiset_numbers(np.sort(_rank_pairs(), axis=1))


@cache
def _best_flushes() -> NDArray[np.uint16]:
    """The best five cards of one suit in each set of at most seven ranks, else 0."""
    _, in_suit = high_strengths(HOLDEM)
    best = in_suit.copy()
    for size in (BOARD_CARDS + 1, BOARD_CARDS + HOLE):
        for ranks in combinations(range(N_RANKS), size):
            whole = sum(1 << rank for rank in ranks)
            best[whole] = max(best[whole ^ (1 << rank)] for rank in ranks)
    return best
