"""Compiled loops over the run-outs of one flop: one hand against others.

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
Floats = NDArray[np.float64]

LIVE = 49  # cards that are not on the flop


@kernel
def count_against(
    ranks: Ints,
    suits: Ints,
    flush_suits: Ints,
    flush_sets: Ints,
    by_ranks: Shorts,
    flushes: Shorts,
    a: int,
    b: int,
    wins: Ints,
    ties: Ints,
) -> None:
    """Add to each other holding the run-outs on which the holding ab beats it, or ties with it.

    ``wins`` and ``ties`` have shape (1176,); each holding without a and b meets
    C(45, 2) = 990 run-outs, the others stay at 0.
    """
    for river in range(1, LIVE):
        for turn in range(river):
            if turn in (a, b) or river in (a, b):
                continue
            runout = _pair_number(turn, river)
            suit, flush_set = flush_suits[runout], flush_sets[runout]
            rows = by_ranks[ranks[turn], ranks[river]]
            mine = _strength(ranks, suits, rows, flushes, suit, flush_set, a, b)
            k = -1
            for j in range(LIVE):
                for i in range(j):
                    k += 1
                    if i in (a, b, turn, river) or j in (a, b, turn, river):
                        continue
                    other = _strength(ranks, suits, rows, flushes, suit, flush_set, i, j)
                    wins[k] += mine > other
                    ties[k] += mine == other


@kernel
def deal_stayers(
    ranks: Ints,
    suits: Ints,
    flush_suits: Ints,
    flush_sets: Ints,
    by_ranks: Shorts,
    flushes: Shorts,
    a: int,
    b: int,
    first: Ints,
    second: Ints,
    cumulative: Floats,
    deals: int,
    attempts: int,
    random: NDArray[np.uint64],
    tally: Ints,
) -> tuple[int, int]:
    """Deal opponents who all stay against the holding ab, and a run-out; add up who wins.

    Each of the ``len(tally) - 2`` opponents draws a holding (first[i], second[i])
    with the weight by which ``cumulative`` rises at i; draws that share a card are
    thrown away whole, so that a deal has the product of its weights as its weight.
    ``tally[0]`` counts lost deals, ``tally[k]`` those shared by k players.
    Returns the deals made and the attempts used, at most as many as were given.
    """
    opponents = len(tally) - 2
    chosen = np.empty(opponents, dtype=np.int64)
    made, used = 0, 0
    while made < deals and used < attempts:
        used += 1
        taken = 1 << a | 1 << b
        dealt = 0
        while dealt < opponents:
            i = np.searchsorted(cumulative, _uniform(random) * cumulative[-1], side="right")
            cards = 1 << first[i] | 1 << second[i]
            if taken & cards:
                break
            taken |= cards
            chosen[dealt] = i
            dealt += 1
        if dealt < opponents:
            continue
        turn = _free_card(random, taken)
        river = _free_card(random, taken | 1 << turn)
        runout = _pair_number(turn, river)
        suit, flush_set = flush_suits[runout], flush_sets[runout]
        rows = by_ranks[ranks[turn], ranks[river]]
        mine = _strength(ranks, suits, rows, flushes, suit, flush_set, a, b)
        sharers = 1
        for i in chosen:
            other = _strength(ranks, suits, rows, flushes, suit, flush_set, first[i], second[i])
            if other > mine:
                sharers = 0
                break
            sharers += other == mine
        tally[sharers] += 1
        made += 1
    return made, used


@kernel
def deal_answers(
    ranks: Ints,
    suits: Ints,
    flush_suits: Ints,
    flush_sets: Ints,
    by_ranks: Shorts,
    flushes: Shorts,
    a: int,
    b: int,
    levels: Ints,
    stays: Floats,
    deals: int,
    random: NDArray[np.uint64],
    tally: Ints,
    rises: Floats,
) -> None:
    """Deal opponents at random against the holding ab, let each stay or fold, and a run-out.

    ``levels`` and ``stays``, shape (1176,), are a holding's place in the order of
    raw strength and its probability of staying.  ``tally`` has one entry per
    opponent and three more: 0 lost, k shared by k players, last everybody folds.
    ``rises``: the last entry adds up ab's share when nobody folds, entry i what it
    gains when holdings of level i fold besides those of all lower levels.
    """
    opponents = len(tally) - 3
    cards = np.array([card for card in range(LIVE) if card not in (a, b)])
    level, strength = np.empty(opponents, dtype=np.int64), np.empty(opponents, dtype=np.int64)
    for _ in range(deals):
        for k in range(2 * opponents + 2):
            swap = k + int(_uniform(random) * (len(cards) - k))
            cards[k], cards[swap] = cards[swap], cards[k]
        turn, river = cards[2 * opponents], cards[2 * opponents + 1]
        runout = _pair_number(turn, river)
        suit, flush_set = flush_suits[runout], flush_sets[runout]
        rows = by_ranks[ranks[turn], ranks[river]]
        mine = _strength(ranks, suits, rows, flushes, suit, flush_set, a, b)
        sharers, stayers = 1, 0
        for n in range(opponents):
            i, j = cards[2 * n], cards[2 * n + 1]
            number = _pair_number(i, j)
            other = int(_strength(ranks, suits, rows, flushes, suit, flush_set, i, j))
            if _uniform(random) < stays[number]:
                stayers += 1
                if other > mine:
                    sharers = 0
                elif other == mine and sharers:
                    sharers += 1
            place = n
            while place and level[place - 1] < levels[number]:
                level[place], strength[place] = level[place - 1], strength[place - 1]
                place -= 1
            level[place], strength[place] = levels[number], other
        tally[sharers if stayers else -1] += 1
        _add_rises(level, strength, int(mine), rises)


@kernel
def _add_rises(level: Ints, strength: Ints, mine: int, rises: Floats) -> None:
    """Add one deal, opponents in falling order of level, to ``rises``."""
    share, sharers = 1.0, 1
    for n in range(len(level)):
        if strength[n] > mine:
            sharers = 0
        elif strength[n] == mine and sharers:
            sharers += 1
        with_him = 1.0 / sharers if sharers else 0.0
        rises[level[n]] += share - with_him
        share = with_him
    rises[-1] += share


@kernel
def _strength(
    ranks: Ints, suits: Ints, rows: Shorts, flushes: Shorts, suit: int, flush_set: int, i: int, j: int
) -> int:
    """The strength of a holding; ``rows`` belongs to the run-out, so do suit and flush set."""
    value = rows[ranks[i], ranks[j]]
    if flush_set:
        held = flush_set
        if suits[i] == suit:
            held |= 1 << ranks[i]
        if suits[j] == suit:
            held |= 1 << ranks[j]
        value = max(value, flushes[held])
    return int(value)


@kernel
def _pair_number(i: int, j: int) -> int:
    """The number of two positions, in any order."""
    low, high = min(i, j), max(i, j)
    return int(high * (high - 1) // 2 + low)


@kernel
def _free_card(random: NDArray[np.uint64], taken: int) -> int:
    """A random position that is not in the set."""
    while True:
        card = int(_uniform(random) * LIVE)
        if not taken >> card & 1:
            return card


@kernel
def _uniform(random: NDArray[np.uint64]) -> float:
    """The next number in [0, 1) of the SplitMix64 generator whose state is ``random[0]``."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return float((z ^ (z >> np.uint64(31))) >> np.uint64(11)) / 9007199254740992.0  # 2**53
