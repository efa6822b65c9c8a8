"""Compiled loops over sampled deals, with and without raises: gains by class, values by seat."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.straight_flushes import paying_boards
from jamfold.cards.strength.boards import Boards
from jamfold.cards.strength.showdown import Hands, StrengthTables, high_strength
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.spots.nplayer.tree import Tree

# Columns of the moments by node and class: sums over deals of r and r f, and of squares and products of r g
# and r, for the reach probability r, the EV f of folding, and the gain g of jamming over folding.
CHANCE, FOLD, GAIN_GAIN, GAIN_CHANCE, CHANCE_CHANCE = range(5)
COLUMNS = 5


class RareHands(NamedTuple):
    """A jackpot, by rows of hands; no jackpot if `each` is 0."""

    needed: NDArray[np.uint64]
    above: NDArray[np.uint64]
    """needed, above: As in `StraightFlushes`."""
    masks: NDArray[np.uint64]
    """uint64 (hands,): the cards of each hand."""
    unseen: int
    """The number of cards left after all hands are dealt."""
    each: float
    """The value of a single paying board: the jackpot divided by C(unseen, 5)."""


@kernel
def deal_gains(
    tree: Tree,
    tables: StrengthTables,
    hands: Hands,
    class_of_row: IntArray,
    tuples: IntArray,
    boards: Boards,
    seatings: IntArray,
    strategy: FloatArray,
    response: FloatArray,
    split: bool,
    gains: FloatArray,
    moments: FloatArray,
    by_deal: FloatArray,
    rare: RareHands,
) -> None:
    """Add gains by class, and fill values by deal, averaged over all seatings and boards.

    Parameters
    ----------
    class_of_row
        The class of each hand, by its row.
    tuples
        The hands of each deal, (deals, positions).
    boards
        The boards of the first deal, then of the second, ...; the same number for each.
    seatings
        The hand of each position, (seatings, positions).
    strategy, response
        Jam frequencies, (nodes, classes).
    gains
        (nodes, classes), modified in place: the gain of jamming over folding, times the reach probability,
        is added.
    moments
        (nodes, classes, COLUMNS), modified in place: sums by column are added; skipped if it has no rows.
    by_deal
        (deals, 2, positions), filled: the value of every position, and its gain by the response.
    rare
        The jackpot; at a showdown each hand gets it times its exact probability, given all hands.
    """
    needed, above, masks, unseen, prize = rare
    depth, after_fold, after_jam, end_first, end_players, values = tree
    by_ranks, lows_by_ranks, in_suit = tables.by_ranks, tables.lows, tables.in_suit
    hand_ranks, hand_sets = hands.ranks, hands.sets
    board_ranks, board_suits, board_sets = boards.ranks, boards.suits, boards.sets
    n, nodes, n_boards = tuples.shape[1], len(depth), len(board_ranks) // max(1, len(tuples))
    class_of_hand = np.empty(n, dtype=np.int64)
    highs = np.empty((n, n_boards), dtype=np.int64)
    lows = np.zeros((n, n_boards), dtype=np.int64)
    wins = np.zeros((n, n))
    classes = np.empty(n, dtype=np.int64)
    reach = np.empty(max(1, nodes))
    is_reached = np.empty(max(1, nodes), dtype=np.bool_)
    folded, jammed = np.zeros(n), np.zeros(n)
    worth = np.empty((max(1, nodes), n))
    mine_of = np.empty((nodes, n, 3))  # reach probability, gain, and value of folding, by hand
    prizes = np.zeros(n)
    share = 1.0 / len(seatings)
    for deal in range(len(tuples)):
        by_deal[deal] = 0.0
        mine_of[:] = 0.0
        if prize != 0.0:
            for hand in range(n):
                other_masks = np.uint64(0)
                for other in range(n):
                    if other != hand:
                        other_masks |= masks[tuples[deal, other]]
                prizes[hand] = prize * paying_boards(needed, above, tuples[deal, hand], other_masks, unseen)
        for hand in range(n):
            row = tuples[deal, hand]
            class_of_hand[hand] = class_of_row[row]
            for index in range(n_boards):
                at = deal * n_boards + index
                board = board_ranks[at], board_suits[at], board_sets[at]
                highs[hand, index] = high_strength(by_ranks, in_suit, hand_ranks, hand_sets, row, board)
                if split:
                    lows[hand, index] = lows_by_ranks[board[0], hand_ranks[row]]
        if not split:
            pair_wins(highs, wins)
        for seating in range(len(seatings)):
            at_table = seatings[seating]
            for place in range(n):
                classes[place] = class_of_hand[at_table[place]]
            reach[:] = 0.0
            is_reached[:] = False
            reach[0] = 1.0
            is_reached[0] = True
            if nodes == 0:
                end_worth(end_first, end_players, values, 0, at_table, highs, lows, wins, split, worth[0])
                if prize != 0.0:
                    _add_credits(end_players, 0, at_table, prizes, worth[0])
            for node in range(nodes):
                if not is_reached[node]:
                    continue
                jams = strategy[node, classes[depth[node]]]
                for side in range(2):
                    after = after_jam[node] if side else after_fold[node]
                    chance = reach[node] * (jams if side else 1.0 - jams)
                    if after >= 0 and (reach[node] > 0 or (jams if side else 1.0 - jams) > 0):
                        is_reached[after] = True
                        reach[after] += chance
            for node in range(nodes - 1, -1, -1):
                if not is_reached[node]:
                    continue
                actor = depth[node]
                jams = strategy[node, classes[actor]]
                fold, jam = after_fold[node], after_jam[node]
                if fold < 0:
                    end_worth(
                        end_first, end_players, values, -1 - fold, at_table, highs, lows, wins, split, folded
                    )
                    if prize != 0.0:
                        _add_credits(end_players, -1 - fold, at_table, prizes, folded)
                elif is_reached[fold]:
                    for place in range(n):
                        folded[place] = worth[fold, place]
                if jam < 0:
                    end_worth(
                        end_first, end_players, values, -1 - jam, at_table, highs, lows, wins, split, jammed
                    )
                    if prize != 0.0:
                        _add_credits(end_players, -1 - jam, at_table, prizes, jammed)
                elif is_reached[jam]:
                    for place in range(n):
                        jammed[place] = worth[jam, place]
                if reach[node] > 0:
                    chance = reach[node] * share
                    gain = chance * (jammed[actor] - folded[actor])
                    mine_of[node, at_table[actor], 0] += chance
                    mine_of[node, at_table[actor], 1] += gain
                    mine_of[node, at_table[actor], 2] += chance * folded[actor]
                    by_deal[deal, 1, actor] += gain * (response[node, classes[actor]] - jams)
                for place in range(n):  # an action with frequency 0 has an old, but finite value
                    worth[node, place] = jams * jammed[place] + (1.0 - jams) * folded[place]
            for place in range(n):
                by_deal[deal, 0, place] += worth[0, place] * share
        add_hands(mine_of, class_of_hand, gains, moments)


@kernel
def _add_credits(
    end_players: IntArray,
    end: int,
    at_table: IntArray,
    prizes: FloatArray,
    out: FloatArray,
) -> None:
    """Add the jackpots of the players at a showdown."""
    k = end_players[end, 0]
    if k > 1:
        for i in range(k):
            place = end_players[end, 1 + i]
            out[place] += prizes[at_table[place]]


@kernel
def add_hands(
    mine_of: FloatArray,
    class_of_hand: IntArray,
    gains: FloatArray,
    moments: FloatArray,
) -> None:
    """Add the hands of a deal to the sums of their classes; hands of one class are one observation."""
    for node in range(mine_of.shape[0]):
        for hand in range(mine_of.shape[1]):
            for other in range(hand):
                if class_of_hand[other] == class_of_hand[hand]:
                    mine_of[node, other] += mine_of[node, hand]
                    mine_of[node, hand] = 0.0
                    break
        for hand in range(mine_of.shape[1]):
            chance, gain, fold = mine_of[node, hand]
            if chance > 0:
                gains[node, class_of_hand[hand]] += gain
                if len(moments):
                    to = moments[node, class_of_hand[hand]]
                    to[CHANCE] += chance
                    to[FOLD] += fold
                    to[GAIN_GAIN] += gain * gain
                    to[GAIN_CHANCE] += gain * chance
                    to[CHANCE_CHANCE] += chance * chance


@kernel
def pair_wins(highs: IntArray, wins: FloatArray) -> None:
    """Fill wins[a, b], the share of boards on which hand a beats hand b."""
    n, n_boards = highs.shape
    for hand in range(n):
        for other in range(n):
            count = 0
            for index in range(n_boards):
                count += highs[hand, index] > highs[other, index]
            wins[hand, other] = count / n_boards


@kernel
def end_worth(
    end_first: IntArray,
    end_players: IntArray,
    values: FloatArray,
    end: int,
    at_table: IntArray,
    highs: IntArray,
    lows: IntArray,
    wins: FloatArray,
    split: bool,
    out: FloatArray,
) -> None:
    """Fill the value of every position at an end, averaged over the boards."""
    first = end_first[end]
    k = end_players[end, 0]
    if k < 2:
        for place in range(len(out)):
            out[place] = values[first, place]
        return
    if k == 2 and not split:
        first_hand, second_hand = at_table[end_players[end, 1]], at_table[end_players[end, 2]]
        won, lost = wins[first_hand, second_hand], wins[second_hand, first_hand]
        tied = 1.0 - won - lost
        for place in range(len(out)):
            out[place] = (
                tied * values[first, place] + lost * values[first + 1, place] + won * values[first + 2, place]
            )
        return
    n_boards = highs.shape[1]
    for place in range(len(out)):
        out[place] = 0.0
    for index in range(n_boards):
        row = first + showdown_code(end_players, end, at_table, highs, lows, index, split)
        for place in range(len(out)):
            out[place] += values[row, place]
    for place in range(len(out)):
        out[place] /= n_boards


@kernel
def showdown_code(
    end_players: IntArray,
    end: int,
    at_table: IntArray,
    highs: IntArray,
    lows: IntArray,
    board: int,
    split: bool,
) -> int:
    """Return the code of a showdown on a board: the number of better hands for each hand."""
    k = end_players[end, 0]
    high, low, scale, low_scale = 0, 0, 1, 1
    for i in range(k):
        own = highs[at_table[end_players[end, 1 + i]], board]
        better = 0
        for other in range(k):
            better += highs[at_table[end_players[end, 1 + other]], board] > own
        high += better * scale
        scale *= k
    if not split:
        return high
    for i in range(k):
        own = lows[at_table[end_players[end, 1 + i]], board]
        better = k
        if own > 0:
            better = 0
            for other in range(k):
                better += lows[at_table[end_players[end, 1 + other]], board] > own
        low += better * low_scale
        low_scale *= k + 1
    return high * low_scale + low


class RaisedTree(NamedTuple):
    """A tree with raises as the kernel takes it; sequences as in `solver.seat_tree`."""

    leaves: IntArray
    """int64 (leaves, positions): the last sequence of every position."""
    leaf_end: IntArray
    """int64 (leaves,): the end of each leaf."""
    before: IntArray
    """int64 (decisions, positions): the last sequence of every position before each decision."""
    player: IntArray
    """int64 (decisions,): the position that decides."""
    end_first: IntArray
    end_players: IntArray
    values: FloatArray
    """end_first, end_players, values: As in `nplayer.tree.Tree`."""


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
    """Add values by sequence and class, and fill values by deal; other parameters as in `deal_gains`.

    Parameters
    ----------
    plan, response
        Realization plans, (sequences, classes).
    added
        (sequences, classes), modified in place: the value of a sequence's leaves is added, times the
        probability with which chance and the opponents reach them.
    arrivals
        (decisions, classes), modified in place: the reach probability without own actions is added; skipped
        if it has no rows.
    """
    leaves, leaf_end, before, player, end_first, end_players, values = tree
    by_ranks, lows_by_ranks, in_suit = tables.by_ranks, tables.lows, tables.in_suit
    hand_ranks, hand_sets = hands.ranks, hands.sets
    board_ranks, board_suits, board_sets = boards.ranks, boards.suits, boards.sets
    n, n_boards = tuples.shape[1], len(board_ranks) // max(1, len(tuples))
    class_of_hand = np.empty(n, dtype=np.int64)
    highs = np.empty((n, n_boards), dtype=np.int64)
    lows = np.zeros((n, n_boards), dtype=np.int64)
    wins = np.zeros((n, n))
    classes = np.empty(n, dtype=np.int64)
    chances, out = np.empty(n), np.zeros(n)
    share = 1.0 / len(seatings)
    for deal in range(len(tuples)):
        by_deal[deal] = 0.0
        for hand in range(n):
            row = tuples[deal, hand]
            class_of_hand[hand] = class_of_row[row]
            for index in range(n_boards):
                at = deal * n_boards + index
                board = board_ranks[at], board_suits[at], board_sets[at]
                highs[hand, index] = high_strength(by_ranks, in_suit, hand_ranks, hand_sets, row, board)
                if split:
                    lows[hand, index] = lows_by_ranks[board[0], hand_ranks[row]]
        if not split:
            pair_wins(highs, wins)
        for seating in range(len(seatings)):
            at_table = seatings[seating]
            for place in range(n):
                classes[place] = class_of_hand[at_table[place]]
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
                    continue  # no player reaches it by deviating alone
                end_worth(
                    end_first, end_players, values, leaf_end[leaf], at_table, highs, lows, wins, split, out
                )
                for place in range(n):
                    if never and place != alone:
                        continue
                    reach = product if never else product / chances[place]
                    sequence, own = leaves[leaf, place], classes[place]
                    added[sequence, own] += reach * out[place]
                    by_deal[deal, 0, place] += reach * chances[place] * out[place]
                    by_deal[deal, 1, place] += reach * (response[sequence, own] - chances[place]) * out[place]
            if len(arrivals):
                for turn in range(len(before)):
                    product = share
                    for place in range(n):
                        if place != player[turn]:
                            product *= plan[before[turn, place], classes[place]]
                    arrivals[turn, classes[player[turn]]] += product
