"""Strengths on one board, squeezed into bytes.

On a board with given ranks at most 91 strengths without flushes occur, so their
order fits into a byte: the code of a hand is the dense rank of its strength
among all hands on this board, 1 for the worst.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import BoolArray
from jamfold.counting.suit_views import flush_boards, views_for
from jamfold.games import Game
from jamfold.strength.evaluator import best_by_ranks, best_in_suit, flush_range, high_strengths, low_strengths

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
        some = slice(begin, begin + _BOARDS)
        occurs = np.zeros((len(strengths[some]), top + 1), dtype=np.uint8)
        np.put_along_axis(occurs, strengths[some].astype(np.int64), 1, axis=1)
        code_of = np.cumsum(occurs, axis=1, dtype=np.uint8)
        codes[some] = np.take_along_axis(code_of, strengths[some].astype(np.int64), axis=1)
        below = code_of[:, top_flush]
        beats_flush[some] = np.where(code_of[:, -1] > below, below + 1, 255)
    return codes, beats_flush
