"""Naive twins for flops: every opponent on every run-out, one showdown at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numba import njit

from jamfold.cards.games import HOLDEM, Game
from tests.naive import _best, best_high, category_positions


def flop_outcomes(game: Game, hand: Sequence[int], flop: Sequence[int]) -> tuple[int, int, int]:
    """Wins, ties and losses of a holding against every other one on every run-out."""
    uses = np.array(game.hole_used, dtype=np.int64)
    given = np.array([*hand, *flop], dtype=np.int64)
    deck = np.array([card for card in game.deck if card not in given], dtype=np.int64)
    win, tie, lose = _flop_outcomes(given, deck, uses, int(game.lowest_rank), category_positions(game))
    return win, tie, lose


@njit
def _flop_outcomes(given: Any, deck: Any, uses: Any, lowest: int, positions: Any) -> tuple[int, int, int]:
    win, tie, lose = 0, 0, 0
    board, other = np.empty(5, dtype=np.int64), np.empty(2, dtype=np.int64)
    board[:3] = given[2:]
    for turn in range(len(deck)):
        for river in range(turn):
            board[3], board[4] = deck[turn], deck[river]
            mine = _best(given[:2], board, uses, lowest, positions, False)
            for first in range(len(deck)):
                for second in range(first):
                    if first in (turn, river) or second in (turn, river):
                        continue
                    other[0], other[1] = deck[first], deck[second]
                    theirs = _best(other, board, uses, lowest, positions, False)
                    win += mine > theirs
                    tie += mine == theirs
                    lose += mine < theirs
    return win, tie, lose


def share_against(
    hand: Sequence[int], others: Sequence[Sequence[int]], flop: Sequence[int], game: Game = HOLDEM
) -> float:
    """The share of the pot of a hand against given hands, the mean over all run-outs."""
    known = {*hand, *flop, *(card for other in others for card in other)}
    shares = []
    for runout in combinations([card for card in game.deck if card not in known], 2):
        board = (*flop, *runout)
        mine = best_high(game, hand, board)
        theirs = [best_high(game, other, board) for other in others]
        best = max(theirs) <= mine
        shares.append(1 / (1 + theirs.count(mine)) if best else 0.0)
    return sum(shares) / len(shares)


def flop_margin(game: Game, hand: Sequence[int], other: Sequence[int], flop: Sequence[int]) -> int:
    """Wins less losses over all run-outs; in a split game twice the pot-share difference."""
    known = {*hand, *other, *flop}
    uses, positions = np.array(game.hole_used, dtype=np.int64), category_positions(game)
    runouts = np.array(list(combinations([card for card in game.deck if card not in known], 2)))
    return int(
        _flop_margin(
            np.array(hand, dtype=np.int64),
            np.array(other, dtype=np.int64),
            np.array(flop, dtype=np.int64),
            runouts,
            uses,
            int(game.lowest_rank),
            positions,
            game.split_low,
        )
    )


@njit
def _flop_margin(
    hand: Any, other: Any, flop: Any, runouts: Any, uses: Any, lowest: int, positions: Any, split: bool
) -> int:
    total = 0
    board = np.empty(5, dtype=np.int64)
    board[:3] = flop
    for k in range(len(runouts)):
        board[3:] = runouts[k]
        mine = _best(hand, board, uses, lowest, positions, False)
        theirs = _best(other, board, uses, lowest, positions, False)
        high = (mine > theirs) - (mine < theirs)
        if not split:
            total += high
            continue
        low, their_low = (
            _best(hand, board, uses, lowest, positions, True),
            _best(other, board, uses, lowest, positions, True),
        )
        nobody = low < 0 and their_low < 0
        total += high + (high if nobody else (low > their_low) - (low < their_low))
    return total
