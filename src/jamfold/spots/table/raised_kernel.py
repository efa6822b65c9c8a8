"""Going through sampled deals where raises are listed: what every sequence adds, and what every seat has."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jamfold.arrays import FloatArray, IntArray
from jamfold.compiled import kernel
from jamfold.spots.table.deals_kernel import end_worth, pair_wins
from jamfold.strength.boards import Boards
from jamfold.strength.showdown import Hands, StrengthTables, high_strength


class RaisedTree(NamedTuple):
    """What the kernel reads; sequences as in `solver.seat_tree`."""

    leaves: IntArray
    """int64 (leaves, seats): the last sequence of every position."""
    leaf_end: IntArray
    """int64 (leaves,): the number of the end."""
    before: IntArray
    """int64 (turns, seats): the last sequence of every position at each decision."""
    player: IntArray
    """int64 (turns,): who decides."""
    end_first: IntArray
    end_players: IntArray
    values: FloatArray
    """end_first, end_players, values: As in `table.tree.Tree`."""


@kernel
def deal_additions(
    tree: RaisedTree,
    tables: StrengthTables,
    hands: Hands,
    class_of_row: IntArray,
    tuples: IntArray,
    boards: Boards,
    seatings: IntArray,
    plan: FloatArray,
    response: FloatArray,
    split: bool,
    added: FloatArray,
    arrivals: FloatArray,
    by_deal: FloatArray,
) -> None:
    """Add up what sequences add, and fill what each deal says; parameters else as `deal_gains`.

    Parameters
    ----------
    plan, response
        (sequences, classes).
    added
        (sequences, classes): is added to.
    arrivals
        (turns, classes): the chance that the others let a class come is added; left alone if it has no rows.
    """
    leaves, leaf_end, before, player, end_first, end_players, values = tree
    by_ranks, lows_by_ranks, in_suit = tables.by_ranks, tables.lows, tables.in_suit
    hand_ranks, hand_sets = hands.ranks, hands.sets
    board_ranks, board_suits, board_sets = boards.ranks, boards.suits, boards.sets
    n, shown = tuples.shape[1], len(board_ranks) // max(1, len(tuples))
    held = np.empty(n, dtype=np.int64)
    highs = np.empty((n, shown), dtype=np.int64)
    lows = np.zeros((n, shown), dtype=np.int64)
    wins = np.zeros((n, n))
    classes = np.empty(n, dtype=np.int64)
    chances, out = np.empty(n), np.zeros(n)
    share = 1.0 / len(seatings)
    for deal in range(len(tuples)):
        by_deal[deal] = 0.0
        for hand in range(n):
            row = tuples[deal, hand]
            held[hand] = class_of_row[row]
            for one in range(shown):
                at = deal * shown + one
                board = board_ranks[at], board_suits[at], board_sets[at]
                highs[hand, one] = high_strength(by_ranks, in_suit, hand_ranks, hand_sets, row, board)
                if split:
                    lows[hand, one] = lows_by_ranks[board[0], hand_ranks[row]]
        if not split:
            pair_wins(highs, wins)
        for seating in range(len(seatings)):
            at_table = seatings[seating]
            for place in range(n):
                classes[place] = held[at_table[place]]
            for leaf in range(len(leaves)):
                never, alone, product = 0, -1, share
                for place in range(n):
                    chances[place] = plan[leaves[leaf, place], classes[place]]
                    if chances[place] == 0.0:
                        never += 1
                        alone = place
                        if never > 1:
                            break
                    else:
                        product *= chances[place]
                if never > 1:
                    continue  # nobody comes there by changing alone
                end_worth(
                    end_first, end_players, values, leaf_end[leaf], at_table, highs, lows, wins, split, out
                )
                for place in range(n):
                    if never and place != alone:
                        continue
                    others = product if never else product / chances[place]
                    sequence, mine = leaves[leaf, place], classes[place]
                    added[sequence, mine] += others * out[place]
                    by_deal[deal, 0, place] += others * chances[place] * out[place]
                    by_deal[deal, 1, place] += (
                        others * (response[sequence, mine] - chances[place]) * out[place]
                    )
            if len(arrivals):
                for turn in range(len(before)):
                    product = share
                    for place in range(n):
                        if place != player[turn]:
                            product *= plan[before[turn, place], classes[place]]
                    arrivals[turn, classes[player[turn]]] += product
