"""What every hand gains in a deal: the others' hands and a board are dealt, one seat holds all that is left.

With many classes few deals tell of each, and gains that are chosen and valued on the same deals come out too
high.  Here a deal of the others' hands and a board tells of all classes at once: what a hand gains by jamming
depends only on whom it beats, so for two opponents or three there are at most seven cases by highs, and eight
by lows.  They are worked out for every seat and every seating of the others, and then all hands that share no
card are looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.compiled import kernel
from jamfold.counting.classes import hand_masks
from jamfold.games import BOARD_CARDS
from jamfold.parallel import in_parallel
from jamfold.spots.table.dealer import Dealer
from jamfold.spots.table.deals_kernel import showdown_code
from jamfold.spots.table.sampler import TASKS, Sampler
from jamfold.spots.table.tree import Tree
from jamfold.strength.boards import Boards, number_boards
from jamfold.strength.showdown import Hands, StrengthTables, high_strength, strength_tables

FloatArray = NDArray[np.float64]

_HANDS = 1_000_000
_FEWEST_DEALS, _MOST_DEALS = 10, 200
"""_HANDS, _FEWEST_DEALS, _MOST_DEALS: A batch has so many hands, within these numbers of deals."""
_DEALS_A_CLASS = 8
"""Deals that tell as much of a class as one in which it is held by a seat, shown down on many boards."""
MANY_MEASURED, MANY_SEARCHED = 500, 5_000
"""Classes.  One board for all hands is luck that they share: it leads a search astray where there are few.

After 5 s of CPU three seats on a flop of Hold'em (1,176) gained 0.02 big blinds so, 0.004 by deals for all
seats; after 20 s four seats of Omaha (16,432) 0.003, and 0.024.
"""
_MOST_SEATS = 4


class AllHandsSampler:
    """Deals of one hand for all seats but one, which holds every hand in turn; it plays as a `Sampler`."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler
        game, others = sampler.game, sampler.hand.n - 1
        self._dealer = Dealer(game, others, sampler.flop)
        self._seatings = np.array(list(permutations(range(others))), dtype=np.int64)
        self._free = np.flatnonzero(sampler.free)
        self._left = comb(len(game.deck) - BOARD_CARDS - others * game.hole_cards, game.hole_cards)
        self.batch = min(_MOST_DEALS, max(_FEWEST_DEALS, _HANDS // self._left))
        self.deals_a_class = _DEALS_A_CLASS

    def play(
        self,
        strategy: FloatArray,
        response: FloatArray,
        stream: list[int],
        step: int,
        gains: Sequence[FloatArray],
    ) -> FloatArray:
        """Play the batches of a step; what positions gain by the response: (deals, positions).

        The batches of a stream are added to the sums of ``gains`` in turn.
        """
        sampler, free = self._sampler, self._free
        game, (hands, class_of_row) = sampler.game, sampler.holdings
        more = np.ascontiguousarray((response - strategy)[free].T)

        def batch(task: int) -> FloatArray:
            number = TASKS * step + task
            tuples, boards = self._dealer.deal(self.batch, 1, [*stream, number])
            sums, by_deal = np.zeros_like(more), np.zeros((len(tuples), sampler.hand.n))
            add_all_hands(
                sampler.tree.tree, strength_tables(game), hands, class_of_row, tuples,
                number_boards(game, boards), hand_masks(boards), self._seatings, strategy, free, more,
                self._left, game.split_low, sums, by_deal,
            )  # fmt: skip
            gains[number % len(gains)][free] += sums.T
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))


def tells_more(sampler: Sampler, many: int = MANY_MEASURED) -> bool:
    """Whether this tells more in the same time than deals of hands for all seats: of so many classes."""
    return sampler.n > many and 2 < sampler.hand.n <= _MOST_SEATS and sampler.hand.terms.jackpot is None


@kernel
def add_all_hands(
    tree: Tree,
    tables: StrengthTables,
    hands: Hands,
    class_of_row: NDArray[np.int64],
    tuples: NDArray[np.int64],
    boards: Boards,
    board_masks: NDArray[np.uint64],
    seatings: NDArray[np.int64],
    strategy: FloatArray,
    free: NDArray[np.int64],
    more: FloatArray,
    left: int,
    split: bool,
    sums: FloatArray,
    by_deal: FloatArray,
) -> None:
    """Add what jamming is worth more than folding, times the chance of being there, for all hands.

    Parameters
    ----------
    tuples, boards
        The others' hands of each deal, (deals, positions - 1), and one board each.
    seatings
        In which order the others sit, (seatings, positions - 1).
    strategy
        Chances to jam, (nodes, classes).
    free
        The nodes with a decision.
    more
        (classes, decisions): how much more often the response jams.
    left
        How many hands share no card with a deal.
    sums
        (classes, decisions): added to.
    by_deal
        (deals, positions): what each gains by the response.
    """
    by_ranks, lows_by_ranks, in_suit = tables.by_ranks, tables.lows, tables.in_suit
    masks, ranks, sets = hands.masks, hands.ranks, hands.sets
    board_ranks, board_suits, board_sets = boards.ranks, boards.suits, boards.sets
    others = tuples.shape[1]
    n_high, n_low = 2 * others + 1, (2 * others + 2 if split else 1)
    depth = tree.depth[free]
    cases = np.empty((n_high, n_low, len(free)))
    highs, lows = np.empty(others, dtype=np.int64), np.zeros(others, dtype=np.int64)
    for deal in range(len(tuples)):
        used = board_masks[deal]
        board = board_ranks[deal], board_suits[deal], board_sets[deal]
        for other in range(others):
            row = tuples[deal, other]
            used |= masks[row]
            highs[other] = high_strength(by_ranks, in_suit, ranks, sets, row, board)
            if split:
                lows[other] = lows_by_ranks[board[0], ranks[row]]
        high_levels, low_levels = np.unique(highs), np.unique(lows[lows > 0])
        fill_cases(
            tree, class_of_row[tuples[deal]], _places(high_levels, highs), _low_places(low_levels, lows),
            seatings, strategy, free, split, cases,
        )  # fmt: skip
        cases /= left
        for row in range(len(masks)):
            if masks[row] & used:
                continue
            held = class_of_row[row]
            high = _place(high_levels, high_strength(by_ranks, in_suit, ranks, sets, row, board))
            low = 0
            if split:
                mine = lows_by_ranks[board[0], ranks[row]]
                if mine:
                    low = 1 + _place(low_levels, int(mine))
            for k in range(len(free)):
                gain = cases[high, low, k]
                sums[held, k] += gain
                by_deal[deal, depth[k]] += gain * more[held, k]


@kernel
def fill_cases(
    tree: Tree,
    classes: NDArray[np.int64],
    highs: NDArray[np.int64],
    lows: NDArray[np.int64],
    seatings: NDArray[np.int64],
    strategy: FloatArray,
    free: NDArray[np.int64],
    split: bool,
    cases: FloatArray,
) -> None:
    """Fill (highs, lows, decisions): what a hand gains that stands there among the others.

    ``highs`` and ``lows`` of the others are the places of equal hands: 2 i + 1 for the i-th level, a hand
    between two levels has an even place; lows are one more, 0 for none.
    """
    depth, after_fold, after_jam = tree.depth, tree.after_fold, tree.after_jam
    nodes, n = len(depth), len(classes) + 1
    cases[:] = 0.0
    held = np.empty((n, 1), dtype=np.int64)
    their_lows = np.empty((n, 1), dtype=np.int64)
    held[: n - 1, 0], their_lows[: n - 1, 0] = highs, lows
    at_table = np.empty(n, dtype=np.int64)
    reach, worth = np.empty(nodes), np.empty(nodes)
    for seating in range(len(seatings)):
        for mine in range(n):
            for place in range(n):
                if place == mine:
                    at_table[place] = n - 1
                else:
                    at_table[place] = seatings[seating, place - (place > mine)]
            reach[:] = 0.0
            reach[0] = 1.0
            for node in range(nodes):
                if depth[node] < mine and reach[node] > 0.0:
                    jams = strategy[node, classes[at_table[depth[node]]]]
                    if after_fold[node] >= 0:
                        reach[after_fold[node]] += reach[node] * (1.0 - jams)
                    if after_jam[node] >= 0:
                        reach[after_jam[node]] += reach[node] * jams
            for high in range(cases.shape[0]):
                for low in range(cases.shape[1]):
                    held[n - 1, 0], their_lows[n - 1, 0] = high, low
                    _walk_back(
                        tree, classes, held, their_lows, at_table, mine, strategy, free, split, reach, worth,
                        cases[high, low],
                    )  # fmt: skip
    cases /= len(seatings)


@kernel
def _walk_back(
    tree: Tree,
    classes: NDArray[np.int64],
    highs: NDArray[np.int64],
    lows: NDArray[np.int64],
    at_table: NDArray[np.int64],
    mine: int,
    strategy: FloatArray,
    free: NDArray[np.int64],
    split: bool,
    reach: FloatArray,
    worth: FloatArray,
    out: FloatArray,
) -> None:
    """Add what one position gains at its decisions; who sits before it has acted."""
    depth = tree.depth
    k = len(free) - 1
    for node in range(len(depth) - 1, -1, -1):
        decides = k >= 0 and free[k] == node
        if depth[node] >= mine:
            folded = _after(tree, tree.after_fold[node], at_table, highs, lows, split, mine, worth)
            jammed = _after(tree, tree.after_jam[node], at_table, highs, lows, split, mine, worth)
            if depth[node] == mine:
                if decides:
                    out[k] += reach[node] * (jammed - folded)
            else:
                jams = strategy[node, classes[at_table[depth[node]]]]
                worth[node] = jams * jammed + (1.0 - jams) * folded
        k -= decides


@kernel
def _after(
    tree: Tree,
    after: int,
    at_table: NDArray[np.int64],
    highs: NDArray[np.int64],
    lows: NDArray[np.int64],
    split: bool,
    mine: int,
    worth: FloatArray,
) -> float:
    """What a position has behind a node: that of the next one, or of an end."""
    if after >= 0:
        return float(worth[after])
    end = -1 - after
    row = tree.end_first[end]
    if tree.end_players[end, 0] > 1:
        row += showdown_code(tree.end_players, end, at_table, highs, lows, 0, split)
    return float(tree.values[row, mine])


@kernel
def _place(levels: NDArray[np.int64], strength: int) -> int:
    """Twice the number of levels below, and one if it is one of them."""
    below = 0
    for level in levels:
        if level == strength:
            return 2 * below + 1
        below += level < strength
    return 2 * below


@kernel
def _places(levels: NDArray[np.int64], strengths: NDArray[np.int64]) -> NDArray[np.int64]:
    places = np.empty(len(strengths), dtype=np.int64)
    for k in range(len(strengths)):
        places[k] = _place(levels, strengths[k])
    return places


@kernel
def _low_places(levels: NDArray[np.int64], strengths: NDArray[np.int64]) -> NDArray[np.int64]:
    places = _places(levels, strengths) + 1
    places[strengths == 0] = 0
    return places
