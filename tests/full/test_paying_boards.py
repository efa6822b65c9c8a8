"""Boards on which a hand of Hold'em is paid a jackpot: all 169 classes, board by board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from jamfold.cards.counting.classes import ClassId, hand_classes
from jamfold.cards.counting.straight_flushes import paying_boards, straight_flushes
from jamfold.cards.games import HOLDEM

_RUNS = np.array([0b11111 << low for low in range(9, 0, -1)] + [0b11111], dtype=np.int64)
"""Runs of five from the top; bit 0 and bit 13 are the ace."""


@njit
def _best_run(ranks: Any, runs: Any) -> Any:
    for run in runs:
        if ranks & run == run:
            return run
    return 0


@njit
def _paid(first: Any, second: Any, deck: Any, runs: Any) -> Any:
    """All boards of the deck on which the best straight flush needs both cards of the hand."""
    count = 0
    held = np.zeros(4, dtype=np.int64)
    for card in (first, second):
        held[card % 4] |= _bits(card)
    n = len(deck)
    for a in range(n):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for suit in range(4):
                            ranks = held[suit]
                            for at in (a, b, c, d, e):
                                if deck[at] % 4 == suit:
                                    ranks |= _bits(deck[at])
                            run = _best_run(ranks, runs)
                            if run:
                                both = first % 4 == suit and second % 4 == suit
                                count += both and bool(run & _bits(first)) and bool(run & _bits(second))
    return count


@njit
def _bits(card: Any) -> Any:
    rank = card // 4
    return (1 << rank + 1) | (rank == 12)


def test_all_classes_over_all_boards() -> None:
    """What is counted by inclusion and exclusion, on 2,118,760 boards each; offsuit hands are never paid."""
    classes = hand_classes(HOLDEM)
    needed, above = straight_flushes(HOLDEM, royal=False)
    for k in range(classes.n):
        first, second = (int(card) for card in classes.representatives[k])
        deck = np.array([card for card in HOLDEM.deck if card not in (first, second)], dtype=np.int64)
        row = int(classes.starts[k]) + int(
            np.flatnonzero((classes.hands[classes.starts[k] :] == sorted((first, second))).all(axis=1))[0]
        )
        counted = paying_boards(needed, above, row, np.uint64(0), len(deck))
        assert counted == _paid(first, second, deck, _RUNS), classes.name(ClassId(k))
        assert (counted > 0) <= (first % 4 == second % 4)
