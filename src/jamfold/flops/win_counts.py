"""Compiled loops over the run-outs of one flop: all holdings against all others.

`lookup` says how holdings and run-outs are numbered.  The kernels bind the arrays
they need to names before a loop, as in `strength.showdown`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import IntArray
from jamfold.compiled import kernel
from jamfold.flops.lookup import FlopLookup

Shorts = NDArray[np.uint16]


@kernel
def count_wins(flop: FlopLookup, wins: NDArray[np.int32], not_lost: NDArray[np.int32]) -> None:
    """Add to each holding its wins, and its wins and ties, against every holding on every run-out.

    ``wins`` and ``not_lost`` have shape (holdings,), zeros; in a full deck both stay below 1,081 x 990.

    On one run-out the holdings are taken in order of strength.  The holdings
    below strength v that leave the cards a and b free are N - N(a) - N(b), where
    N counts holdings below v and N(a) those among them that contain a; none
    contains both.  With v included the holding ab itself is in all three counts.

    Where no flush is possible this is done once for all run-outs with the same
    ranks, for pairs of ranks instead of holdings: 11 ms become 3 on a flop of
    three suits and 7 on one of two.
    """
    _count_plain(flop, wins, not_lost)
    _count_flushes(flop, wins, not_lost)


@kernel
def _count_plain(flop: FlopLookup, wins: NDArray[np.int32], not_lost: NDArray[np.int32]) -> None:
    """The run-outs on which no flush is possible.

    What a holding gets depends on the number of its pair of ranks, unless it
    holds the turn or the river.  So every holding gets it for all run-outs first,
    and then those that hold one of them lose it again, run-out by run-out.
    """
    by_ranks, ranks, pairs = flop.tables.by_ranks, flop.ranks, flop.hands.ranks
    boards, suits = flop.boards.ranks, flop.boards.suits
    live, n_pairs = len(ranks), by_ranks.shape[1]
    beaten = np.empty((n_pairs, n_pairs), dtype=np.int32)
    not_better = np.empty_like(beaten)
    all_beaten, all_not_better = np.zeros(n_pairs, dtype=np.int32), np.zeros(n_pairs, dtype=np.int32)
    known = np.zeros(n_pairs, dtype=np.bool_)
    left = np.zeros(ranks[-1] + 1, dtype=np.int64)
    for card in range(live):
        left[ranks[card]] += 1
    runout = -1
    for river in range(live):
        for turn in range(river):
            runout += 1
            if suits[runout] >= 0:
                continue
            pair = pairs[runout]
            if not known[pair]:
                known[pair] = True
                left[ranks[turn]] -= 1
                left[ranks[river]] -= 1
                _count_rank_pairs(left, by_ranks[boards[runout]], beaten[pair], not_better[pair])
                left[ranks[turn]] += 1
                left[ranks[river]] += 1
            all_beaten += beaten[pair]
            all_not_better += not_better[pair]
            for card in range(live):
                for taken in (turn, river):
                    if card == taken or (card == turn and taken == river):
                        continue
                    low, high = min(card, taken), max(card, taken)
                    holding = high * (high - 1) // 2 + low
                    wins[holding] -= beaten[pair, pairs[holding]]
                    not_lost[holding] -= not_better[pair, pairs[holding]]
    for holding in range(len(pairs)):
        wins[holding] += all_beaten[pairs[holding]]
        not_lost[holding] += all_not_better[pairs[holding]]


@kernel
def _count_rank_pairs(
    left: IntArray, strength: Shorts, beaten: NDArray[np.int32], not_better: NDArray[np.int32]
) -> None:
    """Fill what a holding of two ranks beats, and beats or ties, by the number of the pair of ranks.

    ``left`` counts the cards of each rank that are free.
    """
    n_ranks, n = len(left), len(strength)
    first, second = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    k = 0
    for y in range(n_ranks):
        for x in range(y + 1):
            first[k], second[k] = x, y
            k += 1
    order = np.argsort(strength)
    below, total = np.zeros(n_ranks, dtype=np.int64), 0
    begin = 0
    while begin < n:
        end = begin
        while end < n and strength[order[end]] == strength[order[begin]]:
            end += 1
        group = order[begin:end]
        for pair in group:
            beaten[pair] = total - below[first[pair]] - below[second[pair]]
        for pair in group:
            x, y = first[pair], second[pair]
            if x == y:
                total += left[x] * (left[x] - 1) // 2
                below[x] += left[x] - 1
            else:
                total += left[x] * left[y]
                below[x] += left[y]
                below[y] += left[x]
        for pair in group:
            not_better[pair] = total - below[first[pair]] - below[second[pair]] + 1
        begin = end


@kernel
def _count_flushes(flop: FlopLookup, wins: NDArray[np.int32], not_lost: NDArray[np.int32]) -> None:
    by_ranks, in_suit = flop.tables.by_ranks, flop.tables.in_suit
    pairs, sets = flop.hands.ranks, flop.hands.sets
    boards, suits, board_sets = flop.boards.ranks, flop.boards.suits, flop.boards.sets
    n_live = len(flop.live)
    live = np.empty(n_live - 2, dtype=np.int64)
    strength = np.empty(len(pairs), dtype=np.uint16)
    first, second = np.empty(len(pairs), dtype=np.uint8), np.empty(len(pairs), dtype=np.uint8)
    values = np.empty(len(pairs), dtype=np.uint16)
    count = np.zeros(flop.strengths, dtype=np.int32)
    runout = -1
    for river in range(n_live):
        for turn in range(river):
            runout += 1
            suit = suits[runout]
            if suit < 0:
                continue
            k = 0
            for card in range(n_live):
                if card not in (turn, river):
                    live[k] = card
                    k += 1
            by_pair, flushes = by_ranks[boards[runout]], in_suit[:, board_sets[runout]].copy()
            k, kinds = 0, 0
            for b in range(1, n_live - 2):
                row = live[b] * (live[b] - 1) // 2
                for a in range(b):
                    holding = row + live[a]
                    value = max(by_pair[pairs[holding]], flushes[sets[holding, suit]])
                    strength[k] = value
                    if count[value] == 0:
                        values[kinds] = value
                        kinds += 1
                    count[value] += 1
                    k += 1
            groups = np.sort(values[:kinds])
            _sort_holdings(live, strength, groups, count, first, second)
            _count_groups(groups, count, first, second, n_live, wins, not_lost)


@kernel
def _sort_holdings(
    live: IntArray,
    strength: Shorts,
    groups: Shorts,
    count: NDArray[np.int32],
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
) -> None:
    """Counting sort: fill the two cards of each holding in order of strength.

    ``count``, holdings by strength, becomes the end of each group.
    """
    start = 0
    for value in groups:
        size = count[value]
        count[value] = start
        start += size
    k = 0
    for b in range(1, len(live)):
        for a in range(b):
            place = count[strength[k]]
            first[place], second[place] = live[a], live[b]
            count[strength[k]] = place + 1
            k += 1


@kernel
def _count_groups(
    groups: Shorts,
    count: NDArray[np.int32],
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    n_live: int,
    wins: NDArray[np.int32],
    not_lost: NDArray[np.int32],
) -> None:
    """Add the holdings beaten, and beaten or tied, group by group; ``count`` becomes zero again."""
    below = np.zeros(n_live, dtype=np.int32)
    begin = 0
    for value in groups:
        end = count[value]
        count[value] = 0
        for p in range(begin, end):
            a, b = np.int64(first[p]), np.int64(second[p])
            wins[b * (b - 1) // 2 + a] += begin - below[a] - below[b]
        for p in range(begin, end):
            below[first[p]] += 1
            below[second[p]] += 1
        for p in range(begin, end):
            a, b = np.int64(first[p]), np.int64(second[p])
            not_lost[b * (b - 1) // 2 + a] += end - below[a] - below[b] + 1
        begin = end
