"""Compiled loops over the run-outs of one flop: all holdings against all others.

Positions: the 49 cards that are not on the flop, ascending, are 0..48.  A holding
with positions i < j has the number j (j - 1) / 2 + i, which fills 0..1,175; a
run-out is numbered in the same way.

Every kernel takes the flop as the same six arrays (`strength.FlopLookup`):

ranks, suits
    int64, shape (49,): of each position.
flush_suits, flush_sets
    int64, shape (1176,): of each run-out, the suit of which the board has three or
    more cards, and their ranks as a set, 0 if there is none.
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

from jamfold.compiled import kernel

Ints = NDArray[np.int64]
Shorts = NDArray[np.uint16]

LIVE = 49  # cards that are not on the flop
N_RANKS = 13
STRENGTHS = 7_463  # 7,462 classes of hands, and 0


@kernel
def count_wins(
    ranks: Ints,
    suits: Ints,
    flush_suits: Ints,
    flush_sets: Ints,
    by_ranks: Shorts,
    flushes: Shorts,
    wins: NDArray[np.int32],
    not_lost: NDArray[np.int32],
) -> None:
    """Add to each holding its wins, and its wins and ties, against every holding on every run-out.

    ``wins`` and ``not_lost`` have shape (1176,), zeros; both stay below 1,081 x 990.

    On one run-out the holdings are taken in order of strength.  The holdings
    below strength v that leave the cards a and b free are N - N(a) - N(b), where
    N counts holdings below v and N(a) those among them that contain a; none
    contains both.  With v included the holding ab itself is in all three counts.

    Where no flush is possible this is done once for all run-outs with the same
    ranks, for pairs of ranks instead of holdings: 11 ms become 3 on a flop of
    three suits and 7 on one of two.
    """
    _count_plain(ranks, flush_sets, by_ranks, wins, not_lost)
    _count_flushes(ranks, suits, flush_suits, flush_sets, by_ranks, flushes, wins, not_lost)


@kernel
def _count_plain(
    ranks: Ints, flush_sets: Ints, by_ranks: Shorts, wins: NDArray[np.int32], not_lost: NDArray[np.int32]
) -> None:
    """The run-outs on which no flush is possible.

    What a holding gets depends on its ranks, unless it holds the turn or the
    river.  So every holding gets it for all run-outs first, and then those 95
    lose it again, run-out by run-out.
    """
    beaten = np.empty((N_RANKS, N_RANKS, N_RANKS, N_RANKS), dtype=np.int32)
    not_better = np.empty_like(beaten)
    all_beaten = np.zeros((N_RANKS, N_RANKS), dtype=np.int32)
    all_not_better = np.zeros_like(all_beaten)
    known = np.zeros((N_RANKS, N_RANKS), dtype=np.bool_)
    left = np.zeros(N_RANKS, dtype=np.int64)
    for card in range(LIVE):
        left[ranks[card]] += 1
    runout = -1
    for river in range(LIVE):
        for turn in range(river):
            runout += 1
            if flush_sets[runout]:
                continue
            x, y = ranks[turn], ranks[river]
            if not known[x, y]:
                known[x, y] = True
                left[x] -= 1
                left[y] -= 1
                _count_rank_pairs(left, by_ranks[x, y], beaten[x, y], not_better[x, y])
                left[x] += 1
                left[y] += 1
            all_beaten += beaten[x, y]
            all_not_better += not_better[x, y]
            for card in range(LIVE):
                for taken in (turn, river):
                    if card == taken or (card == turn and taken == river):
                        continue
                    low, high = min(card, taken), max(card, taken)
                    holding = high * (high - 1) // 2 + low
                    wins[holding] -= beaten[x, y, ranks[low], ranks[high]]
                    not_lost[holding] -= not_better[x, y, ranks[low], ranks[high]]
    holding = 0
    for high in range(LIVE):
        for low in range(high):
            wins[holding] += all_beaten[ranks[low], ranks[high]]
            not_lost[holding] += all_not_better[ranks[low], ranks[high]]
            holding += 1


@kernel
def _count_rank_pairs(
    left: Ints, strength: Shorts, beaten: NDArray[np.int32], not_better: NDArray[np.int32]
) -> None:
    """Fill what a holding of two ranks beats, and beats or ties, shape (13, 13), ranks ascending.

    ``left`` counts the cards of each rank that are free, ``strength`` has shape (13, 13).
    """
    n = N_RANKS * (N_RANKS + 1) // 2
    first, second = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    values = np.empty(n, dtype=np.int64)
    k = 0
    for y in range(N_RANKS):
        for x in range(y + 1):
            first[k], second[k], values[k] = x, y, strength[x, y]
            k += 1
    order = np.argsort(values)
    below, total = np.zeros(N_RANKS, dtype=np.int64), 0
    begin = 0
    while begin < n:
        end = begin
        while end < n and values[order[end]] == values[order[begin]]:
            end += 1
        for p in range(begin, end):
            x, y = first[order[p]], second[order[p]]
            beaten[x, y] = total - below[x] - below[y]
        for p in range(begin, end):
            x, y = first[order[p]], second[order[p]]
            if x == y:
                total += left[x] * (left[x] - 1) // 2
                below[x] += left[x] - 1
            else:
                total += left[x] * left[y]
                below[x] += left[y]
                below[y] += left[x]
        for p in range(begin, end):
            x, y = first[order[p]], second[order[p]]
            not_better[x, y] = total - below[x] - below[y] + 1
        begin = end


@kernel
def _count_flushes(
    ranks: Ints,
    suits: Ints,
    flush_suits: Ints,
    flush_sets: Ints,
    by_ranks: Shorts,
    flushes: Shorts,
    wins: NDArray[np.int32],
    not_lost: NDArray[np.int32],
) -> None:
    """The run-outs on which a flush is possible."""
    live, suited = np.empty(LIVE - 2, dtype=np.int64), np.empty(LIVE - 2, dtype=np.int64)
    strength = np.empty(LIVE * LIVE // 2, dtype=np.uint16)
    first, second = np.empty(len(strength), dtype=np.uint8), np.empty(len(strength), dtype=np.uint8)
    found = np.empty(len(strength), dtype=np.uint16)
    count = np.zeros(STRENGTHS, dtype=np.int32)
    runout = -1
    for river in range(LIVE):
        for turn in range(river):
            runout += 1
            flush_set = flush_sets[runout]
            if not flush_set:
                continue
            k = 0
            for card in range(LIVE):
                if card not in (turn, river):
                    live[k] = card
                    suited[k] = flush_set
                    if suits[card] == flush_suits[runout]:
                        suited[k] |= 1 << ranks[card]
                    k += 1
            rows = by_ranks[ranks[turn], ranks[river]]
            k, kinds = 0, 0
            for b in range(1, LIVE - 2):
                row = rows[ranks[live[b]]]
                for a in range(b):
                    value = max(row[ranks[live[a]]], flushes[suited[a] | suited[b]])
                    strength[k] = value
                    if count[value] == 0:
                        found[kinds] = value
                        kinds += 1
                    count[value] += 1
                    k += 1
            groups = np.sort(found[:kinds])
            _sort_holdings(live, strength, groups, count, first, second)
            _count_groups(groups, count, first, second, wins, not_lost)


@kernel
def _sort_holdings(
    live: Ints,
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
    wins: NDArray[np.int32],
    not_lost: NDArray[np.int32],
) -> None:
    """Add the holdings beaten, and beaten or tied, group by group; ``count`` becomes zero again."""
    below = np.zeros(LIVE, dtype=np.int32)
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
