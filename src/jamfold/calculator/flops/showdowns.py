"""Compiled loops over the run-outs of one flop: one hand against others, and all against all.

`calculator.flops.flop_hands` says how holdings and run-outs are numbered.  The kernels bind the arrays
they need to names before a loop, as in `cards.strength.showdown`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.flops.flop_hands import FlopLookup
from jamfold.cards.strength.showdown import high_strength
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel


@kernel
def count_against(flop: FlopLookup, hand: int, wins: IntArray, ties: IntArray) -> None:
    """Add to each other holding the run-outs on which the hand beats it, or ties with it.

    ``wins`` and ``ties`` have shape (holdings,); each holding that shares no card
    with the hand meets C(45, 2) = 990 run-outs of a full deck, the others stay at 0.
    """
    (by_ranks, _, in_suit), (used, pairs, sets) = flop.tables, flop.hands
    masks, ranks, suits, board_sets = flop.boards
    for runout in range(len(masks)):
        if masks[runout] & used[hand]:
            continue
        blocked = masks[runout] | used[hand]
        board = ranks[runout], suits[runout], board_sets[runout]
        own = high_strength(by_ranks, in_suit, pairs, sets, hand, board)
        for other in range(len(used)):
            if used[other] & blocked:
                continue
            opponent = high_strength(by_ranks, in_suit, pairs, sets, other, board)
            wins[other] += own > opponent
            ties[other] += own == opponent


@kernel
def count_each(flop: FlopLookup, wins: NDArray[np.int32], not_lost: NDArray[np.int32]) -> None:
    """Fill what each holding wins, and wins or ties, against all others on every run-out, shape (holdings,).

    Holding by holding, for at most 48 run-outs; `count_wins` is for the 1,176 of a flop.
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
    weight by which ``cumulative`` rises at i; draws that share a card are rejected
    whole, so that the weight of a deal is the product of its weights.
    ``tally[0]`` counts lost deals, ``tally[k]`` those shared by k players.
    Returns the deals made and the attempts used.
    """
    by_ranks, in_suit = flop.tables.by_ranks, flop.tables.in_suit
    pairs, sets, positions = flop.hands.ranks, flop.hands.sets, flop.positions
    _, ranks, suits, board_sets = flop.boards
    live, opponents = len(flop.live), len(tally) - 2
    chosen = np.empty(opponents, dtype=np.int64)
    n_made, used = 0, 0
    while n_made < deals and used < attempts:
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
        own = high_strength(by_ranks, in_suit, pairs, sets, hand, board)
        sharers = 1
        for n in range(opponents):
            opponent = high_strength(by_ranks, in_suit, pairs, sets, chosen[n], board)
            if opponent > own:
                sharers = 0
                break
            sharers += opponent == own
        tally[sharers] += 1
        n_made += 1
    return n_made, used


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
    ``rises``: the last entry sums the hand's share when nobody folds, entry i its gain
    when holdings of level i fold in addition to all lower levels.
    """
    by_ranks, in_suit = flop.tables.by_ranks, flop.tables.in_suit
    pairs, sets, positions = flop.hands.ranks, flop.hands.sets, flop.positions
    _, ranks, suits, board_sets = flop.boards
    opponents, n_runout = len(tally) - 3, flop.drawn
    own_cards = positions[hand]
    cards = np.array([card for card in range(len(flop.live)) if card not in (own_cards[0], own_cards[1])])
    level, strength = np.empty(opponents, dtype=np.int64), np.empty(opponents, dtype=np.int64)
    for _ in range(deals):
        for k in range(2 * opponents + n_runout):
            swap = k + int(_uniform(random) * (len(cards) - k))
            cards[k], cards[swap] = cards[swap], cards[k]
        runout = 0
        if n_runout:
            runout = cards[2 * opponents]
        if n_runout == 2:
            runout = _pair_number(cards[2 * opponents], cards[2 * opponents + 1])
        board = ranks[runout], suits[runout], board_sets[runout]
        own = high_strength(by_ranks, in_suit, pairs, sets, hand, board)
        sharers, stayers = 1, 0
        for n in range(opponents):
            other = _pair_number(cards[2 * n], cards[2 * n + 1])
            opponent = high_strength(by_ranks, in_suit, pairs, sets, other, board)
            if _uniform(random) < stays[other]:
                stayers += 1
                if opponent > own:
                    sharers = 0
                elif opponent == own and sharers:
                    sharers += 1
            place = n
            while place and level[place - 1] < levels[other]:
                level[place], strength[place] = level[place - 1], strength[place - 1]
                place -= 1
            level[place], strength[place] = levels[other], opponent
        tally[sharers if stayers else -1] += 1
        _add_rises(level, strength, own, rises)


@kernel
def _add_rises(level: IntArray, strength: IntArray, own: int, rises: FloatArray) -> None:
    """Add one deal, opponents in falling order of level, to ``rises``."""
    share, sharers = 1.0, 1
    for n in range(len(level)):
        if strength[n] > own:
            sharers = 0
        elif strength[n] == own and sharers:
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
    is_done = np.zeros(n_pairs, dtype=np.bool_)
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
            if not is_done[pair]:
                is_done[pair] = True
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
