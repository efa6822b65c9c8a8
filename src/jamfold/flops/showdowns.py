"""Compiled loops over the run-outs of one flop: one hand against others.

`lookup` says how holdings and run-outs are numbered.  The kernels bind the arrays
they need to names before a loop, as in `strength.showdown`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray, IntArray
from jamfold.compiled import kernel
from jamfold.flops.lookup import FlopLookup
from jamfold.strength.showdown import high_strength


@kernel
def count_against(flop: FlopLookup, hand: int, wins: IntArray, ties: IntArray) -> None:
    """Add to each other holding the run-outs on which the hand beats it, or ties with it.

    ``wins`` and ``ties`` have shape (holdings,); each holding that shares no card
    with the hand meets C(45, 2) = 990 run-outs of a full deck, the others stay at 0.
    """
    (by_ranks, _, in_suit, _, _), (used, pairs, sets) = flop.tables, flop.hands
    masks, ranks, suits, board_sets = flop.boards
    for runout in range(len(masks)):
        if masks[runout] & used[hand]:
            continue
        blocked = masks[runout] | used[hand]
        board = ranks[runout], suits[runout], board_sets[runout]
        mine = high_strength(by_ranks, in_suit, pairs, sets, hand, board)
        for other in range(len(used)):
            if used[other] & blocked:
                continue
            theirs = high_strength(by_ranks, in_suit, pairs, sets, other, board)
            wins[other] += mine > theirs
            ties[other] += mine == theirs


@kernel
def count_each(flop: FlopLookup, wins: NDArray[np.int32], not_lost: NDArray[np.int32]) -> None:
    """Fill what each holding wins, and wins or ties, against all others on every run-out, shape (holdings,).

    Holding by holding, for at most 48 run-outs; `win_counts.count_wins` is for the 1,176 of a flop.
    """
    won, tied = np.zeros(len(wins), dtype=np.int64), np.zeros(len(wins), dtype=np.int64)
    for hand in range(len(wins)):
        won[:] = 0
        tied[:] = 0
        count_against(flop, hand, won, tied)
        wins[hand] = won.sum()
        not_lost[hand] = wins[hand] + tied.sum()


@kernel
def deal_stayers(
    flop: FlopLookup,
    hand: int,
    rows: IntArray,
    cumulative: FloatArray,
    deals: int,
    attempts: int,
    random: NDArray[np.uint64],
    tally: IntArray,
) -> tuple[int, int]:
    """Deal opponents who all stay against the hand, and a run-out; add up who wins.

    Each of the ``len(tally) - 2`` opponents draws the holding ``rows[i]`` with the
    weight by which ``cumulative`` rises at i; draws that share a card are thrown
    away whole, so that a deal has the product of its weights as its weight.
    ``tally[0]`` counts lost deals, ``tally[k]`` those shared by k players.
    Returns the deals made and the attempts used, at most as many as were given.
    """
    by_ranks, in_suit = flop.tables.by_ranks, flop.tables.in_suit
    pairs, sets, positions = flop.hands.ranks, flop.hands.sets, flop.positions
    _, ranks, suits, board_sets = flop.boards
    live, opponents = len(flop.live), len(tally) - 2
    chosen = np.empty(opponents, dtype=np.int64)
    made, used = 0, 0
    while made < deals and used < attempts:
        used += 1
        taken = 1 << positions[hand, 0] | 1 << positions[hand, 1]
        dealt = 0
        while dealt < opponents:
            i = np.searchsorted(cumulative, _uniform(random) * cumulative[-1], side="right")
            cards = 1 << positions[rows[i], 0] | 1 << positions[rows[i], 1]
            if taken & cards:
                break
            taken |= cards
            chosen[dealt] = rows[i]
            dealt += 1
        if dealt < opponents:
            continue
        runout = 0
        if flop.drawn:
            runout = _free_card(random, taken, live)
        if flop.drawn == 2:
            runout = _pair_number(runout, _free_card(random, taken | 1 << runout, live))
        board = ranks[runout], suits[runout], board_sets[runout]
        mine = high_strength(by_ranks, in_suit, pairs, sets, hand, board)
        sharers = 1
        for n in range(opponents):
            theirs = high_strength(by_ranks, in_suit, pairs, sets, chosen[n], board)
            if theirs > mine:
                sharers = 0
                break
            sharers += theirs == mine
        tally[sharers] += 1
        made += 1
    return made, used


@kernel
def deal_answers(
    flop: FlopLookup,
    hand: int,
    levels: IntArray,
    stays: FloatArray,
    deals: int,
    random: NDArray[np.uint64],
    tally: IntArray,
    rises: FloatArray,
) -> None:
    """Deal opponents at random against the hand, let each stay or fold, and a run-out.

    ``levels`` and ``stays``, shape (holdings,), are a holding's place in the order of
    hand strength and its probability of staying.  ``tally`` has one entry per
    opponent and three more: 0 lost, k shared by k players, last everybody folds.
    ``rises``: the last entry adds up the hand's share when nobody folds, entry i what
    it gains when holdings of level i fold besides those of all lower levels.
    """
    by_ranks, in_suit = flop.tables.by_ranks, flop.tables.in_suit
    pairs, sets, positions = flop.hands.ranks, flop.hands.sets, flop.positions
    _, ranks, suits, board_sets = flop.boards
    opponents, drawn = len(tally) - 3, flop.drawn
    own = positions[hand]
    cards = np.array([card for card in range(len(flop.live)) if card not in (own[0], own[1])])
    level, strength = np.empty(opponents, dtype=np.int64), np.empty(opponents, dtype=np.int64)
    for _ in range(deals):
        for k in range(2 * opponents + drawn):
            swap = k + int(_uniform(random) * (len(cards) - k))
            cards[k], cards[swap] = cards[swap], cards[k]
        runout = 0
        if drawn:
            runout = cards[2 * opponents]
        if drawn == 2:
            runout = _pair_number(cards[2 * opponents], cards[2 * opponents + 1])
        board = ranks[runout], suits[runout], board_sets[runout]
        mine = high_strength(by_ranks, in_suit, pairs, sets, hand, board)
        sharers, stayers = 1, 0
        for n in range(opponents):
            other = _pair_number(cards[2 * n], cards[2 * n + 1])
            theirs = high_strength(by_ranks, in_suit, pairs, sets, other, board)
            if _uniform(random) < stays[other]:
                stayers += 1
                if theirs > mine:
                    sharers = 0
                elif theirs == mine and sharers:
                    sharers += 1
            place = n
            while place and level[place - 1] < levels[other]:
                level[place], strength[place] = level[place - 1], strength[place - 1]
                place -= 1
            level[place], strength[place] = levels[other], theirs
        tally[sharers if stayers else -1] += 1
        _add_rises(level, strength, mine, rises)


@kernel
def _add_rises(level: IntArray, strength: IntArray, mine: int, rises: FloatArray) -> None:
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
def _pair_number(i: int, j: int) -> int:
    """The number of two positions, in any order."""
    low, high = min(i, j), max(i, j)
    return int(high * (high - 1) // 2 + low)


@kernel
def _free_card(random: NDArray[np.uint64], taken: int, live: int) -> int:
    while True:
        card = int(_uniform(random) * live)
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
