"""Going through sampled deals: what each class gains at each node, and what every seat has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jamfold.compiled import kernel
from jamfold.spots.table.tree import Tree
from jamfold.strength.showdown import Boards, Hands, StrengthTables, high_strength


@kernel
def deal_gains(
    tree: Tree,
    tables: StrengthTables,
    hands: Hands,
    class_of_row: NDArray[np.int64],
    tuples: NDArray[np.int64],
    boards: Boards,
    seatings: NDArray[np.int64],
    strategy: NDArray[np.float64],
    response: NDArray[np.float64],
    split: bool,
    gains: NDArray[np.float64],
    by_deal: NDArray[np.float64],
) -> None:
    """Add up gains, and fill what each deal says, in the mean over all seatings.

    Parameters
    ----------
    class_of_row
        The class of each hand, by its row.
    tuples
        Hands of each deal, (deals, positions).
    seatings
        Which hand each position holds, (seatings, positions).
    strategy, response
        Chances to jam, (nodes, classes).
    gains
        (nodes, classes): added is what jamming is worth more than folding, times the chance of being there.
    by_deal
        (deals, 2, positions): what every position has; what it has more when it plays the response.
    """
    depth, after_fold, after_jam, end_first, end_players, values = tree
    by_ranks, lows_by_ranks, in_suit = tables.by_ranks, tables.lows, tables.in_suit
    hand_ranks, hand_sets = hands.ranks, hands.sets
    n, nodes = tuples.shape[1], len(depth)
    dealt = np.zeros((3, n), dtype=np.int64)  # class, high and low by hand
    highs = np.empty(n, dtype=np.int64)
    lows = np.zeros(n, dtype=np.int64)
    classes = np.empty(n, dtype=np.int64)
    reach = np.empty(nodes)
    wanted = np.empty(nodes, dtype=np.bool_)
    folded, jammed = np.zeros(n), np.zeros(n)
    worth = np.empty((nodes, n))
    share = 1.0 / len(seatings)
    for deal in range(len(tuples)):
        board = boards.ranks[deal], boards.suits[deal], boards.sets[deal]
        by_deal[deal] = 0.0
        for hand in range(n):
            row = tuples[deal, hand]
            dealt[0, hand] = class_of_row[row]
            dealt[1, hand] = high_strength(by_ranks, in_suit, hand_ranks, hand_sets, row, board)
            if split:
                dealt[2, hand] = lows_by_ranks[board[0], hand_ranks[row]]
        for seating in range(len(seatings)):
            for place in range(n):
                hand = seatings[seating, place]
                classes[place] = dealt[0, hand]
                highs[place] = dealt[1, hand]
                lows[place] = dealt[2, hand]
            reach[:] = 0.0
            wanted[:] = False
            reach[0] = 1.0
            wanted[0] = True
            for node in range(nodes):
                if not wanted[node]:
                    continue
                jams = strategy[node, classes[depth[node]]]
                for side in range(2):
                    after = after_jam[node] if side else after_fold[node]
                    chance = reach[node] * (jams if side else 1.0 - jams)
                    if after >= 0 and (reach[node] > 0 or (jams if side else 1.0 - jams) > 0):
                        wanted[after] = True
                        reach[after] += chance
            for node in range(nodes - 1, -1, -1):
                if not wanted[node]:
                    continue
                mine = depth[node]
                jams = strategy[node, classes[mine]]
                fold, jam = after_fold[node], after_jam[node]
                if fold < 0:
                    end_row = _row(end_first, end_players, -1 - fold, highs, lows, split)
                    for place in range(n):
                        folded[place] = values[end_row, place]
                elif wanted[fold]:
                    for place in range(n):
                        folded[place] = worth[fold, place]
                if jam < 0:
                    end_row = _row(end_first, end_players, -1 - jam, highs, lows, split)
                    for place in range(n):
                        jammed[place] = values[end_row, place]
                elif wanted[jam]:
                    for place in range(n):
                        jammed[place] = worth[jam, place]
                if reach[node] > 0:
                    gain = reach[node] * share * (jammed[mine] - folded[mine])
                    gains[node, classes[mine]] += gain
                    by_deal[deal, 1, mine] += gain * (response[node, classes[mine]] - jams)
                for place in range(n):  # where one is not wanted its chance is 0 and it is some finite number
                    worth[node, place] = jams * jammed[place] + (1.0 - jams) * folded[place]
            for place in range(n):
                by_deal[deal, 0, place] += worth[0, place] * share


@kernel
def _row(
    end_first: NDArray[np.int64],
    end_players: NDArray[np.int64],
    end: int,
    highs: NDArray[np.int64],
    lows: NDArray[np.int64],
    split: bool,
) -> int:
    """The row of an end's values for these strengths."""
    first: int = end_first[end]
    k = end_players[end, 0]
    if k < 2:
        return first
    if k == 2 and not split:
        mine, theirs = highs[end_players[end, 1]], highs[end_players[end, 2]]
        return first + int(theirs > mine) + 2 * int(mine > theirs)
    high, low, scale, low_scale = 0, 0, 1, 1
    for i in range(k):
        mine = highs[end_players[end, 1 + i]]
        better = 0
        for other in range(k):
            better += highs[end_players[end, 1 + other]] > mine
        high += better * scale
        scale *= k
    if not split:
        return first + high
    for i in range(k):
        mine = lows[end_players[end, 1 + i]]
        better = k
        if mine > 0:
            better = 0
            for other in range(k):
                better += lows[end_players[end, 1 + other]] > mine
        low += better * low_scale
        low_scale *= k + 1
    return first + high * low_scale + low
