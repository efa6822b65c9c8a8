"""Boards that give a hand a straight flush with exactly two of its cards, whatever else is known.

A hand of two cards of a suit may lie in several runs of five.  Of each, three cards are needed on the board;
with the card above the run on the board, too, the best hand is a higher run, which another entry counts or
which needs fewer cards of the hand.  So the entries of a hand exclude one another, and with n cards unseen
an entry none of whose needed cards is known to be elsewhere has

    C(n - 3 - b, 2) boards of C(n, 5),   b = 1 where the card above the run is unseen, else 0.

With three or more hole cards, exactly two of them in play, only royal flushes are counted so: there a suit
in which the hand has exactly two of T J Q K A has one entry.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS, N_SUITS
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.core.arrays import IntArray
from jamfold.core.errors import UnsupportedError
from jamfold.core.jit import kernel

_RUN = 5
_NEEDED = 3


class StraightFlushes(NamedTuple):
    """By hand of a game, in the order of its classes: uint64 sets of cards, shape (K1, entries) each.

    ``needed`` is 0 where a hand has fewer entries; ``above`` 0 where no card is above the run.
    """

    needed: NDArray[np.uint64]
    above: NDArray[np.uint64]


def check_counted(game: Game, *, royal: bool) -> None:
    """Raise `UnsupportedError` if these hands are not counted in a game."""
    if not (royal or game.counts_straight_flushes):
        raise UnsupportedError(
            f"In {game.title}, a jackpot is supported for royal flushes only. Use the rule royal.",
            field="jackpot_rule",
        )


@cache
def straight_flushes(game: Game, *, royal: bool) -> StraightFlushes:
    """The entries of all hands; raises as `check_counted`.

    With two hole cards both play; with more exactly two do, as the game's rules say.
    """
    check_counted(game, royal=royal)
    masks = hand_classes(game).masks
    runs: list[tuple[NDArray[np.uint64], NDArray[np.uint64]]] = []
    for suit in range(N_SUITS):
        for run, over in _runs(game, suit, royal=royal):
            in_run = masks & np.uint64(run)
            exactly_two = np.bitwise_count(in_run) == 2
            runs.append((
                np.where(exactly_two, np.uint64(run) & ~in_run, np.uint64(0)),
                np.where(exactly_two, np.uint64(over), np.uint64(0)),
            ))  # fmt: skip
    needed, above = (np.stack(part, axis=1) for part in zip(*runs, strict=True))
    entries = max(1, int((needed != 0).sum(axis=1).max()))
    first = np.argsort(needed == 0, axis=1, kind="stable")[:, :entries]
    return StraightFlushes(
        np.ascontiguousarray(np.take_along_axis(needed, first, axis=1)),
        np.ascontiguousarray(np.take_along_axis(above, first, axis=1)),
    )


def _runs(game: Game, suit: int, *, royal: bool) -> list[tuple[int, int]]:
    """The runs of five of a suit from the top, and the card above each, as sets; the ace is also low."""
    ranks = [N_RANKS - 1, *range(game.lowest_rank, N_RANKS)]
    runs = []
    for top in range(len(ranks) - 1, _RUN - 2, -1):
        run = sum(1 << (N_SUITS * ranks[k] + suit) for k in range(top - _RUN + 1, top + 1))
        over = 0 if top == len(ranks) - 1 else 1 << (N_SUITS * ranks[top + 1] + suit)
        runs.append((run, over))
        if royal:
            break
    return runs


@kernel
def paying_boards(
    needed: NDArray[np.uint64], above: NDArray[np.uint64], row: int, known_cards: np.uint64, unseen: int
) -> int:
    """Boards, of C(unseen, 5), on which the hand of a row pays; `known_cards` are all other known cards."""
    boards = 0
    for entry in range(needed.shape[1]):
        if needed[row, entry] == 0:
            break
        if needed[row, entry] & known_cards:
            continue
        free = unseen - _NEEDED - (above[row, entry] & ~known_cards != 0)
        boards += free * (free - 1) // 2
    return boards


@kernel
def class_boards(
    needed: NDArray[np.uint64],
    above: NDArray[np.uint64],
    masks: NDArray[np.uint64],
    class_of_row: IntArray,
    rows: IntArray,
    unseen: int,
    out: NDArray[np.int32],
) -> None:
    """Add, for the hands of some rows, the paying boards over all disjoint hands by their class.

    `out` int32, shape (rows, n).  A class has at most 24 hands of four cards, with C(41, 2) boards and two
    entries each, or 12 of two cards, with C(45, 2) and four: below 2^17.
    """
    for at in range(len(rows)):
        row_mask = masks[rows[at]]
        for other in range(len(masks)):
            if masks[other] & row_mask == 0:
                boards = paying_boards(needed, above, rows[at], masks[other], unseen)
                if boards:
                    out[at, class_of_row[other]] += boards


@kernel
def triple_boards(
    needed: NDArray[np.uint64],
    above: NDArray[np.uint64],
    masks: NDArray[np.uint64],
    class_of_row: IntArray,
    row: int,
    unseen: int,
    out: IntArray,
) -> None:
    """Add, for the hand of a row, the paying boards over all pairs of disjoint hands by their classes.

    `out` int64, shape (n, n), symmetric.
    """
    row_mask = masks[row]
    for first in range(len(masks)):
        if masks[first] & row_mask:
            continue
        for second in range(len(masks)):
            if masks[second] & (row_mask | masks[first]):
                continue
            boards = paying_boards(needed, above, row, masks[first] | masks[second], unseen)
            out[class_of_row[first], class_of_row[second]] += boards


def all_boards(unseen: int) -> int:
    """C(unseen, 5)."""
    return comb(unseen, BOARD_CARDS)
