"""Compiled loops over the run-outs of one flop; all of them stand in this file.

Positions: the 49 cards that are not on the flop, ascending, are 0..48.  A holding
with positions i < j has the number j (j - 1) / 2 + i, which fills 0..1,175.

Every kernel takes the flop as the same five arrays (`strength.FlopLookup`):

ranks, suits
    int64, shape (49,): of each position.
board
    int64, shape (4,): the flop's rank set in each suit.
by_ranks
    uint16, shape (13, 13, 13, 13): best strength without a flush, by the ranks of
    turn, river and the two hole cards.
flushes
    uint16, shape (8192,): best flush or straight flush in a set of ranks of one
    suit, 0 when it has less than five.

The strength of seven cards is the greater of the two.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.jit import kernel

Ints = NDArray[np.int64]
Shorts = NDArray[np.uint16]

LIVE = 49  # cards that are not on the flop
STRENGTHS = 7_463  # 7,462 classes of hands, and 0


@kernel
def count_wins(
    ranks: Ints,
    suits: Ints,
    board: Ints,
    by_ranks: Shorts,
    flushes: Shorts,
    wins: NDArray[np.int32],
    not_lost: NDArray[np.int32],
) -> None:
    """Add to each holding its wins, and its wins and ties, against every holding on every run-out.

    ``wins`` and ``not_lost`` have shape (1176,); both stay below 1,081 x 990.

    On one run-out the holdings are taken in order of strength.  The holdings
    below strength v that leave the cards a and b free are N - N(a) - N(b), where
    N counts holdings below v and N(a) those among them that contain a; none
    contains both.  With v included the holding ab itself is in all three counts.
    """
    live = np.empty(LIVE - 2, dtype=np.int64)
    suited = np.empty(LIVE - 2, dtype=np.int64)
    n = (LIVE - 2) * (LIVE - 3) // 2
    strength = np.empty(n, dtype=np.int64)
    first, second = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    order = np.empty(n, dtype=np.int64)
    count = np.zeros(STRENGTHS, dtype=np.int64)
    found = np.empty(n, dtype=np.int64)
    below = np.empty(LIVE, dtype=np.int64)
    for river in range(1, LIVE):
        for turn in range(river):
            k = 0
            for card in range(LIVE):
                if card not in (turn, river):
                    live[k] = card
                    k += 1
            flush_set = _flush_board(ranks, suits, board, turn, river, live, suited)
            rows = by_ranks[ranks[turn], ranks[river]]
            k, kinds = 0, 0
            for b in range(1, LIVE - 2):
                row = rows[ranks[live[b]]]
                for a in range(b):
                    value = row[ranks[live[a]]]
                    if flush_set:
                        value = max(value, flushes[flush_set | suited[a] | suited[b]])
                    first[k], second[k], strength[k] = live[a], live[b], value
                    if count[value] == 0:
                        found[kinds] = value
                        kinds += 1
                    count[value] += 1
                    k += 1
            groups = np.sort(found[:kinds])
            start = 0
            for g in range(kinds):
                size = count[groups[g]]
                count[groups[g]] = start
                start += size
            for k in range(n):
                order[count[strength[k]]] = k
                count[strength[k]] += 1
            # count now holds where each group ends.
            below[:] = 0
            begin = 0
            for g in range(kinds):
                end = count[groups[g]]
                count[groups[g]] = 0
                for p in range(begin, end):
                    a, b = first[order[p]], second[order[p]]
                    wins[b * (b - 1) // 2 + a] += begin - below[a] - below[b]
                for p in range(begin, end):
                    below[first[order[p]]] += 1
                    below[second[order[p]]] += 1
                for p in range(begin, end):
                    a, b = first[order[p]], second[order[p]]
                    not_lost[b * (b - 1) // 2 + a] += end - below[a] - below[b] + 1
                begin = end


@kernel
def _flush_board(
    ranks: Ints, suits: Ints, board: Ints, turn: int, river: int, live: Ints, suited: Ints
) -> int:
    """The board's rank set in the suit it has three or more cards of, 0 if none.

    Fills ``suited`` with the rank bit of each live card of that suit, else 0.
    """
    for suit in range(4):
        ranks_in_suit = board[suit]
        if suits[turn] == suit:
            ranks_in_suit |= 1 << ranks[turn]
        if suits[river] == suit:
            ranks_in_suit |= 1 << ranks[river]
        rest = ranks_in_suit & (ranks_in_suit - 1)
        if rest & (rest - 1):
            for k in range(len(live)):
                suited[k] = 1 << ranks[live[k]] if suits[live[k]] == suit else 0
            return int(ranks_in_suit)
    return 0
