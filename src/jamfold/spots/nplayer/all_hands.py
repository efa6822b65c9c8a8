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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_masks
from jamfold.cards.games import BOARD_CARDS
from jamfold.cards.strength.boards import Boards, number_boards
from jamfold.cards.strength.showdown import Hands, StrengthTables, high_strength, strength_tables
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel
from jamfold.spots.nplayer.kernels import showdown_code
from jamfold.spots.nplayer.sampler import TASKS, Dealer, Sampler
from jamfold.spots.nplayer.tree import Tree

_HANDS = 1_000_000
_FEWEST_DEALS, _MOST_DEALS = 10, 200
"""_HANDS, _FEWEST_DEALS, _MOST_DEALS: Hands in a batch, and limits of its deals."""
_DEALS_A_CLASS = 8
"""Deals equivalent to one in which a seat holds the class and is shown down on many boards."""
MANY_MEASURED, MANY_SEARCHED = 500, 5_000
"""Classes.  One board for all hands is luck that they share: it leads a search astray where there are few.

After 5 s of CPU three seats on a flop of Hold'em (1,176) gained 0.02 big blinds so, 0.004 by deals for all
seats; after 20 s four seats of Omaha (16,432) 0.003, and 0.024.
"""
_MOST_SEATS = 4


class AllHandsSampler:
    """Deals of hands to all seats but one, which holds every hand in turn; used like a `Sampler`."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler
        game, n_others = sampler.game, sampler.hand.n - 1
        self._dealer = Dealer(game, n_others, sampler.flop)
        self._seatings = np.array(list(permutations(range(n_others))), dtype=np.int64)
        self._free = np.flatnonzero(sampler.free)
        self._held = hands_by_class(*sampler.holdings)
        self._left = comb(len(game.deck) - BOARD_CARDS - n_others * game.hole_cards, game.hole_cards)
        self.batch = min(_MOST_DEALS, max(_FEWEST_DEALS, _HANDS // self._left))
        self.deals_a_class = _DEALS_A_CLASS

    def play(
        self,
        strategy: FloatArray,
        response: FloatArray,
        stream: list[int],
        step: int,
        gains: Sequence[FloatArray],
        squares: Sequence[FloatArray] | None = None,
    ) -> FloatArray:
        """Play the batches of a step; what positions gain by the response: (deals, positions).

        The batches of a stream are added to the sums of ``gains`` in turn, squares of a batch's sums to
        those of its task.
        """
        sampler, free = self._sampler, self._free
        game, (hands, class_of_row) = sampler.game, sampler.holdings
        more = np.ascontiguousarray((response - strategy)[free].T)

        def batch(task: int) -> FloatArray:
            number = TASKS * step + task
            tuples, boards = self._dealer.deal(self.batch, 1, [*stream, number])
            sums, by_deal = np.zeros_like(more), np.zeros((len(tuples), sampler.hand.n))
            add_all_hands(
                sampler.tree.tree, strength_tables(game), hands, class_of_row, self._held, tuples,
                number_boards(game, boards), hand_masks(boards), self._seatings, strategy, free, more,
                self._left, game.split_low, sums, by_deal,
            )  # fmt: skip
            gains[number % len(gains)][free] += sums.T
            if squares is not None:
                squares[task][free] += sums.T**2
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))


class HandsByClass(NamedTuple):
    """All hands in the order of their classes: hands of one have the same ranks."""

    first: IntArray
    """Where the hands of each class begin, and the end: int64, shape (n + 1,)."""
    ranks: IntArray
    """As in `Hands`, of each class: int64, shape (n,)."""
    masks: NDArray[np.uint64]
    sets: NDArray[np.int16]
    """masks, sets: As in `Hands`."""


def hands_by_class(hands: Hands, class_of_row: IntArray) -> HandsByClass:
    """Hands and the class of each as kernels take them here."""
    order = np.argsort(class_of_row, kind="stable")
    first = np.searchsorted(class_of_row[order], np.arange(class_of_row.max() + 2))
    return HandsByClass(first, hands.ranks[order][first[:-1]], hands.masks[order], hands.sets[order])


def is_more_informative(sampler: Sampler, many: int = MANY_MEASURED) -> bool:
    """Whether all hands are more informative per second than deals for all seats: over `many` classes."""
    return sampler.n > many and 2 < sampler.hand.n <= _MOST_SEATS and sampler.hand.terms.jackpot is None


@kernel
def add_all_hands(
    tree: Tree,
    tables: StrengthTables,
    hands: Hands,
    class_of_row: IntArray,
    own: HandsByClass,
    tuples: IntArray,
    boards: Boards,
    board_masks: NDArray[np.uint64],
    seatings: IntArray,
    strategy: FloatArray,
    free: IntArray,
    more: FloatArray,
    left: int,
    split: bool,
    sums: FloatArray,
    by_deal: FloatArray,
) -> None:
    """Add what jamming is worth more than folding, times the chance of being there, for all hands.

    Hands of a class have the same ranks: unless a flush beats them they stand alike, and are but counted.

    Parameters
    ----------
    own
        The hands once more, by class.
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
    first, class_ranks, held_masks, held_sets = own.first, own.ranks, own.masks, own.sets
    board_ranks, board_suits, board_sets = boards.ranks, boards.suits, boards.sets
    n_others = tuples.shape[1]
    n_high, n_low = 2 * n_others + 1, (2 * n_others + 2 if split else 1)
    depth = tree.depth[free]
    cases, counts = np.empty((n_high, n_low, len(free))), np.empty(n_high, dtype=np.int64)
    by_decision, reached = np.empty(len(free)), np.empty(len(free), dtype=np.int64)
    highs, lows = np.empty(n_others, dtype=np.int64), np.zeros(n_others, dtype=np.int64)
    for deal in range(len(tuples)):
        used = board_masks[deal]
        board = board_ranks[deal], board_suits[deal], board_sets[deal]
        for other in range(n_others):
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
        n_reached = 0
        for k in range(len(free)):
            if cases[:, :, k].any():
                reached[n_reached] = k
                n_reached += 1
        by_decision[:] = 0.0
        for index in range(len(class_ranks)):
            rank = class_ranks[index]
            high = _place(high_levels, by_ranks[board[0], rank])
            low = 0
            if split and lows_by_ranks[board[0], rank]:
                low = 1 + _place(low_levels, lows_by_ranks[board[0], rank])
            counts[:] = 0
            for row in range(first[index], first[index + 1]):
                if held_masks[row] & used:
                    continue
                if board[1] >= 0:
                    flush = in_suit[held_sets[row, board[1]], board[2]]
                    if flush > by_ranks[board[0], rank]:
                        counts[_place(high_levels, flush)] += 1
                        continue
                counts[high] += 1
            for place in range(n_high):
                if counts[place] == 0:
                    continue
                for at in range(n_reached):
                    k = reached[at]
                    gain = counts[place] * cases[place, low, k]
                    sums[index, k] += gain
                    by_decision[k] += gain * more[index, k]
        for k in range(len(free)):
            by_deal[deal, depth[k]] += by_decision[k]


@kernel
def fill_cases(
    tree: Tree,
    classes: IntArray,
    highs: IntArray,
    lows: IntArray,
    seatings: IntArray,
    strategy: FloatArray,
    free: IntArray,
    split: bool,
    cases: FloatArray,
) -> None:
    """Fill (highs, lows, decisions): the gain of a hand by its rank among the others.

    ``highs`` and ``lows`` rank the others: 2 i + 1 for the i-th level of equal hands, even numbers between
    levels; lows are one more, 0 for none.
    """
    depth = tree.depth
    nodes, n = len(depth), len(classes) + 1
    cases[:] = 0.0
    own_highs = np.empty((n, 1), dtype=np.int64)
    their_lows = np.empty((n, 1), dtype=np.int64)
    own_highs[: n - 1, 0], their_lows[: n - 1, 0] = highs, lows
    at_table = np.empty(n, dtype=np.int64)
    reach, chances, ends = np.empty(nodes), np.empty(nodes), np.empty(len(tree.end_first))
    for seating in range(len(seatings)):
        for own in range(n):
            for place in range(n):
                if place == own:
                    at_table[place] = n - 1
                else:
                    at_table[place] = seatings[seating, place - (place > own)]
            reach[:] = 0.0
            reach[0] = 1.0
            _spread(tree, 0, own, strategy, classes, at_table, reach, ends)
            for k in range(len(free)):
                begin = free[k]
                if depth[begin] != own or reach[begin] == 0.0:
                    continue
                chances[:] = 0.0
                ends[:] = 0.0
                _share(tree.after_fold[begin], -reach[begin], chances, ends)
                _share(tree.after_jam[begin], reach[begin], chances, ends)
                _spread(tree, begin + 1, n, strategy, classes, at_table, chances, ends)
                for end in range(len(ends)):
                    if ends[end] != 0.0:
                        _add_end(
                            tree, end, ends[end], at_table, own_highs, their_lows, own, split, cases[:, :, k]
                        )
    cases /= len(seatings)


@kernel
def _spread(
    tree: Tree,
    begin: int,
    below: int,
    strategy: FloatArray,
    classes: IntArray,
    at_table: IntArray,
    nodes: FloatArray,
    ends: FloatArray,
) -> None:
    """Send the chances of nodes from the first on to what follows, where a position below the other acts."""
    depth, after_fold, after_jam = tree.depth, tree.after_fold, tree.after_jam
    for node in range(begin, len(depth)):
        if depth[node] < below and nodes[node] != 0.0:
            jams = strategy[node, classes[at_table[depth[node]]]]
            _share(after_fold[node], nodes[node] * (1.0 - jams), nodes, ends)
            _share(after_jam[node], nodes[node] * jams, nodes, ends)


@kernel
def _share(after: int, chance: float, nodes: FloatArray, ends: FloatArray) -> None:
    """Add a chance where the tree goes on, at a node or an end."""
    if after >= 0:
        nodes[after] += chance
    else:
        ends[-1 - after] += chance


@kernel
def _add_end(
    tree: Tree,
    end: int,
    chance: float,
    at_table: IntArray,
    highs: IntArray,
    lows: IntArray,
    own: int,
    split: bool,
    out: FloatArray,
) -> None:
    """Add what a position has at an end, times the chance: (highs, lows) of the hand that is held last."""
    end_players, last = tree.end_players, len(highs) - 1
    row, n_shown = tree.end_first[end], end_players[end, 0]
    shows = False
    for i in range(n_shown):
        shows |= end_players[end, 1 + i] == own
    if n_shown < 2 or not shows:
        if n_shown > 1:
            row += showdown_code(end_players, end, at_table, highs, lows, 0, split)
        out += chance * tree.values[row, own]
        return
    for high in range(out.shape[0]):
        for low in range(out.shape[1]):
            highs[last, 0], lows[last, 0] = high, low
            code = showdown_code(end_players, end, at_table, highs, lows, 0, split)
            out[high, low] += chance * tree.values[row + code, own]


@kernel
def _place(levels: IntArray, strength: int) -> int:
    """Twice the number of levels below, and one if it is one of them."""
    below = 0
    for level in levels:
        if level == strength:
            return 2 * below + 1
        below += level < strength
    return 2 * below


@kernel
def _places(levels: IntArray, strengths: IntArray) -> IntArray:
    places = np.empty(len(strengths), dtype=np.int64)
    for k in range(len(strengths)):
        places[k] = _place(levels, strengths[k])
    return places


@kernel
def _low_places(levels: IntArray, strengths: IntArray) -> IntArray:
    places = _places(levels, strengths) + 1
    places[strengths == 0] = 0
    return places
