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

from jamfold.compiled import kernel
from jamfold.counting.suit_views import flush_boards, views_for
from jamfold.games import Game
from jamfold.strength.evaluator import best_by_ranks, best_in_suit, flush_range, high_strengths, low_strengths


@dataclass(frozen=True, eq=False)
class RankCodes:
    """Order of all hands on all boards, by ranks alone.

    Attributes
    ----------
    high
        uint8, shape (board multisets, hand multisets): code of the high strength without flushes.
    beats_flush
        uint8, shape (board multisets,): the code from which a hand beats every flush (not straight flush).
    low
        uint8, the same shape as ``high``: low strength, 0 for none.
    low_boards
        bool, shape (board multisets,): whether some hand has a low there.
    """

    high: NDArray[np.uint8]
    beats_flush: NDArray[np.uint8]
    low: NDArray[np.uint8]
    low_boards: NDArray[np.bool_]


@cache
def rank_codes(game: Game) -> RankCodes:
    """The codes of a game; about 0.3 s for four hole cards."""
    by_ranks, _ = high_strengths(game)
    strengths = best_by_ranks(game, by_ranks)
    high = np.empty(strengths.shape, dtype=np.uint8)
    beats_flush = np.empty(len(strengths), dtype=np.uint8)
    _dense_ranks(strengths, flush_range(game)[1], int(by_ranks.max()), high, beats_flush)
    low = best_by_ranks(game, low_strengths(game)).astype(np.uint8)
    return RankCodes(high, beats_flush, low, np.asarray(low.any(axis=1)))


@cache
def suit_strengths(game: Game) -> NDArray[np.uint16]:
    """The best flush of every set of hole cards with every set of board cards in one suit.

    uint16, shape (sets of `views`, sets of `flush_boards`), 0 for none; 5 MB with four hole cards.
    """
    return best_in_suit(game, views_for(game).sets, flush_boards(game.n_ranks).sets)


@kernel
def _dense_ranks(
    strengths: NDArray[np.uint16],
    top_flush: int,
    top: int,
    codes: NDArray[np.uint8],
    beats_flush: NDArray[np.uint8],
) -> None:
    """Fill codes (boards, hands) and beats_flush (boards,); strengths are at most ``top``."""
    code_of = np.empty(top + 1, dtype=np.uint8)
    for b in range(strengths.shape[0]):
        code_of[:] = 0
        for h in range(strengths.shape[1]):
            code_of[strengths[b, h]] = 1
        code = 0
        beats_flush[b] = 255
        for value in range(top + 1):
            if code_of[value]:
                code += 1
                code_of[value] = code
                if value > top_flush and beats_flush[b] == 255:
                    beats_flush[b] = code
        for h in range(strengths.shape[1]):
            codes[b, h] = code_of[strengths[b, h]]
