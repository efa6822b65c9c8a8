"""Dealing tables: hands for all seats, and several boards from the cards that are left.

Hands decide who goes in, boards only who wins.  So each deal of hands is shown down on many boards,
which costs less than as many deals.  The boards of one shuffle have no card in common: together they
use nearly all cards that are left, so their mean varies less than that of independent boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.cards import Card
from jamfold.compiled import kernel
from jamfold.counting.binomials import set_summands
from jamfold.counting.classes import hand_classes
from jamfold.games import BOARD_CARDS, Game


class Dealer:
    """Deals of one game to so many seats, every one equally likely; with a flop from what it leaves."""

    def __init__(self, game: Game, seats: int, flop: Sequence[Card] = ()) -> None:
        self._flop = np.array(flop, dtype=np.uint8)
        self._live = np.array([card for card in game.deck if card not in flop], dtype=np.uint8)
        self._seats = seats
        self._choose = set_summands(len(self._live), game.hole_cards)
        self._row_of_hand = (
            np.arange(comb(len(self._live), game.hole_cards)) if flop else hand_classes(game).row_of_hand
        )

    def deal(self, count: int, boards: int, seed: list[int]) -> tuple[IntArray, NDArray[np.uint8]]:
        """Deals.

        Parameters
        ----------
        count, boards
            Deals of hands, and boards for each.
        seed
            Entropy of `numpy.random.default_rng`.

        Returns
        -------
        tuples
            int64, shape (count, seats): hands as rows of ``hand_classes(game).hands``; with a flop of
            ``flop_hands(flop, game).places``.
        boards
            uint8, shape (count * boards, 5): those of the first deal, of the second, ...
        """
        tuples = np.empty((count, self._seats), dtype=np.int64)
        known = len(self._flop)
        dealt = np.empty((count, boards, BOARD_CARDS - known), dtype=np.uint8)
        rng = np.random.default_rng(seed)
        deck = np.arange(len(self._live), dtype=np.uint8)
        _deal(rng, deck, self._choose, self._row_of_hand, tuples, dealt)
        cards = np.empty((count * boards, BOARD_CARDS), dtype=np.uint8)
        cards[:, :known] = self._flop
        cards[:, known:] = self._live[dealt.reshape(len(cards), -1)]
        return tuples, cards


@kernel
def _deal(
    rng: np.random.Generator,
    whole: NDArray[np.uint8],
    choose: IntArray,
    row_of_hand: IntArray,
    tuples: IntArray,
    boards: NDArray[np.uint8],
) -> None:
    """Deal places in the deck."""
    seats, hole = tuples.shape[1], choose.shape[1]
    deck = whole.copy()
    size, held = len(whole), seats * hole
    hand = np.empty(hole, dtype=np.uint8)
    for deal in range(len(tuples)):
        _shuffle(rng, deck, 0, held)
        for seat in range(seats):
            hand[:] = np.sort(deck[seat * hole : (seat + 1) * hole])
            number = 0
            for k in range(hole):
                number += choose[hand[k], k]
            tuples[deal, seat] = row_of_hand[number]
        at = size
        for board in range(boards.shape[1]):
            if at + boards.shape[2] > size:
                _shuffle(rng, deck, held, min(size, held + boards.shape[2] * (boards.shape[1] - board)))
                at = held
            boards[deal, board] = deck[at : at + boards.shape[2]]
            at += boards.shape[2]


@kernel
def _shuffle(rng: np.random.Generator, deck: NDArray[np.uint8], begin: int, end: int) -> None:
    """Draw the cards at these places from all that stand there or behind."""
    for k in range(begin, end):
        other = k + rng.integers(0, len(deck) - k)
        deck[k], deck[other] = deck[other], deck[k]
