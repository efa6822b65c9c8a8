"""Sampled deals in which one seat holds every remaining hand in turn: gains of all classes at once.

With many classes, each appears in few deals, and gains of a response chosen and valued on the same deals are
too high.  Here a deal consists of the opponents' hands and a board, and gives the gains of all classes at
once: the gain of jamming depends only on which opponents a hand beats, so against k of them there are at most
2 k + 1 cases by highs, and 2 k + 2 by lows.  They are evaluated for every seat and several seatings of the
opponents; then each hand that shares no card with the deal is assigned to its case.  Against eight opponents
in Omaha a deal has 1,365 such hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_masks
from jamfold.cards.games import BOARD_CARDS, Game
from jamfold.cards.strength.boards import Boards, number_boards
from jamfold.cards.strength.showdown import Hands, StrengthTables, high_strength, strength_tables
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel
from jamfold.spots.nplayer.kernels import showdown_code
from jamfold.spots.nplayer.sampler import TASKS, Dealer, Sampler, seatings
from jamfold.spots.nplayer.tree import Tree

_HANDS = 1_000_000
_FEWEST_DEALS, _MOST_DEALS = 10, 200
"""_HANDS, _FEWEST_DEALS, _MOST_DEALS: Hands of a batch over all its deals; bounds of the number of deals."""
_DEALS_A_CLASS = 8
"""Deals as informative about a class as one `Sampler` deal of it, which is shown down on many boards."""
MANY_MEASURED, MANY_SEARCHED = 500, 5_000
"""MANY_MEASURED, MANY_SEARCHED: Numbers of classes above which this sampling measures and searches.

All hands share the luck of one board, which misleads a search with few classes.  After 5 s of CPU, best
responses to three seats on a flop of Hold'em (1,176 classes) gained 0.02 bb this way, 0.004 bb with deals to
all seats; four seats of Omaha (16,432), after 20 s, 0.003 and 0.024 bb.
"""
_FEWEST_HANDS = 100
"""The fewest hands of a deal.

With nine seats of Omaha and 20 s the bound of all gains is 0.19 bb, with deals to all seats 1.3; with eight
seats of five-card Omaha (792 hands) and 30 s 1.2 and 1.9.
"""


class AllHandsSampler:
    """Deals of hands to all seats but one, which holds every remaining hand in turn; used like `Sampler`."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler
        game, n_others = sampler.game, sampler.hand.n - 1
        self._dealer = Dealer(game, n_others, sampler.flop)
        self._seatings = seatings(n_others)
        self._held = hands_by_class(*sampler.holdings)
        self._left = _hands_left(game, n_others)
        self.batch = min(_MOST_DEALS, max(_FEWEST_DEALS, _HANDS // self._left))
        self.deals_a_class = _DEALS_A_CLASS

    def play(
        self,
        strategy: FloatArray,
        response: FloatArray,
        stream: list[int],
        step: int,
        gains: Sequence[FloatArray],
        moments: Sequence[FloatArray] | None = None,
    ) -> FloatArray:
        """Play the batches of a step; return the gains by the response, shape (deals, positions).

        Each batch adds its sums to the next array of ``gains``, in rotation, and to the array of its task in
        ``moments``, shape (3, nodes, n), their squares, reach probabilities, and these times EVs of folding.
        """
        sampler = self._sampler
        game, (hands, class_of_row) = sampler.game, sampler.holdings
        more = np.ascontiguousarray((response - strategy).T)

        def batch(task: int) -> FloatArray:
            number = TASKS * step + task
            tuples, boards = self._dealer.deal(self.batch, 1, [*stream, number])
            sums, by_deal = np.zeros_like(more), np.zeros((len(tuples), sampler.hand.n))
            hand_counts = np.empty((0 if moments is None else len(more), len(tuples)), dtype=np.float32)
            reach = np.empty((len(tuples), 2, len(strategy)), dtype=np.float32)
            add_all_hands(
                sampler.tree, strength_tables(game), hands, class_of_row, self._held, tuples,
                number_boards(game, boards), hand_masks(boards), self._seatings, strategy, more,
                self._left, game.split_low, sums, hand_counts, reach, by_deal,
            )  # fmt: skip
            gains[number % len(gains)][:] += sums.T
            if moments is not None:
                came = hand_counts @ reach.reshape(len(tuples), -1)
                moments[task][0] += sums.T**2
                moments[task][1:] += came.T.reshape(2, *strategy.shape)
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))


class HandsByClass(NamedTuple):
    """All hands, sorted by class; hands of a class have the same ranks."""

    first: IntArray
    """int64, shape (n + 1,): the index of the first hand of each class, then the number of hands."""
    ranks: IntArray
    """int64, shape (n,): the ranks of each class, as in `Hands`."""
    masks: NDArray[np.uint64]
    sets: NDArray[np.int16]
    """masks, sets: As in `Hands`."""


def hands_by_class(hands: Hands, class_of_row: IntArray) -> HandsByClass:
    """Return hands sorted by class, given the class of each row."""
    order = np.argsort(class_of_row, kind="stable")
    first = np.searchsorted(class_of_row[order], np.arange(class_of_row.max() + 2))
    return HandsByClass(first, hands.ranks[order][first[:-1]], hands.masks[order], hands.sets[order])


def is_more_informative(sampler: Sampler, many: int = MANY_MEASURED) -> bool:
    """Return whether this sampling tells more per second than deals to all seats: above `many` classes."""
    hand = sampler.hand
    is_large = sampler.n > many and _hands_left(sampler.game, hand.n - 1) >= _FEWEST_HANDS
    return is_large and hand.n > 2 and hand.terms.jackpot is None and bool(hand.nodes)


def _hands_left(game: Game, opponents: int) -> int:
    """Return the number of hands that share no card with a board and the opponents' hands."""
    return comb(len(game.deck) - BOARD_CARDS - opponents * game.hole_cards, game.hole_cards)


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
    more: FloatArray,
    left: int,
    split: bool,
    sums: FloatArray,
    hand_counts: NDArray[np.float32],
    reach: NDArray[np.float32],
    by_deal: FloatArray,
) -> None:
    """Add the gain of jamming over folding, times the reach probability, for all hands.

    Hands of a class have the same ranks, so they are counted by strength: only a flush tells them apart.

    Parameters
    ----------
    own
        The same hands, sorted by class.
    tuples, boards
        The opponents' hands of each deal, (deals, positions - 1), and one board for each deal.
    seatings
        The orders in which the opponents sit, (seatings, positions - 1).
    strategy
        Jam frequencies, (nodes, classes).
    more
        (classes, nodes): the response's jam frequency minus the strategy's.
    left
        The number of hands that share no card with a deal.
    sums
        (classes, nodes), modified in place: the gains are added.
    hand_counts
        (classes, deals), filled: the number of hands of a class that share no card with a deal; skipped if it
        has no rows.
    reach
        (deals, 2, nodes), filled: the reach probability of a hand, and this times the EV of folding.
    by_deal
        (deals, positions), modified in place: the gains by the response are added.
    """
    by_ranks, lows_by_ranks, in_suit = tables.by_ranks, tables.lows, tables.in_suit
    masks, ranks, sets = hands.masks, hands.ranks, hands.sets
    first, class_ranks, held_masks, held_sets = own.first, own.ranks, own.masks, own.sets
    board_ranks, board_suits, board_sets = boards.ranks, boards.suits, boards.sets
    n_others = tuples.shape[1]
    n_high, n_low = 2 * n_others + 1, (2 * n_others + 2 if split else 1)
    depth, nodes = tree.depth, len(tree.depth)
    cases, counts = np.empty((n_high, n_low, nodes)), np.empty(n_high, dtype=np.int64)
    by_node, reached = np.empty(nodes), np.empty(nodes, dtype=np.int64)
    came, folded = np.empty(nodes), np.empty(nodes)
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
            seatings, strategy, split, cases, came, folded,
        )  # fmt: skip
        cases /= left
        reach[deal, 0] = came / left
        reach[deal, 1] = folded / left
        n_reached = 0
        for node in range(nodes):
            if came[node] > 0.0:
                reached[n_reached] = node
                n_reached += 1
        by_node[:] = 0.0
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
                    node = reached[at]
                    gain = counts[place] * cases[place, low, node]
                    sums[index, node] += gain
                    by_node[node] += gain * more[index, node]
            if len(hand_counts):
                hand_counts[index, deal] = counts.sum()
        for node in range(nodes):
            by_deal[deal, depth[node]] += by_node[node]


@kernel
def fill_cases(
    tree: Tree,
    classes: IntArray,
    highs: IntArray,
    lows: IntArray,
    seatings: IntArray,
    strategy: FloatArray,
    split: bool,
    cases: FloatArray,
    came: FloatArray,
    folded: FloatArray,
) -> None:
    """Fill the gains of a hand by its rank among the opponents, shape (highs, lows, nodes).

    Fill also reach probabilities, and these times EVs of folding, which are the same for all hands.

    ``highs`` and ``lows`` rank the opponents' hands: 2 i + 1 for the i-th level of equal hands; even ranks
    are between levels.  Ranks of lows are larger by 1, with 0 for no low.
    """
    depth = tree.depth
    nodes, n = len(depth), len(classes) + 1
    cases[:] = 0.0
    came[:] = 0.0
    folded[:] = 0.0
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
            for node in range(nodes):
                if depth[node] != own or reach[node] == 0.0:
                    continue
                chances[:] = 0.0
                ends[:] = 0.0
                _share(tree.after_fold[node], -reach[node], chances, ends)
                _share(tree.after_jam[node], reach[node], chances, ends)
                _spread(tree, node + 1, n, strategy, classes, at_table, chances, ends)
                came[node] += reach[node]
                always = 0.0  # whatever the hand is
                for end in range(len(ends)):
                    if ends[end] != 0.0:
                        worth = _add_end(
                            tree, end, ends[end], at_table, own_highs, their_lows, own, split,
                            cases[:, :, node],
                        )  # fmt: skip
                        always += worth
                        if ends[end] < 0.0:  # after folding
                            folded[node] -= worth
                cases[:, :, node] += always
    cases /= len(seatings)
    came /= len(seatings)
    folded /= len(seatings)


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
    """Pass reach probabilities on to successors, from node `begin` on, where a position < `below` acts."""
    depth, after_fold, after_jam = tree.depth, tree.after_fold, tree.after_jam
    for node in range(begin, len(depth)):
        if depth[node] < below and nodes[node] != 0.0:
            jams = strategy[node, classes[at_table[depth[node]]]]
            _share(after_fold[node], nodes[node] * (1.0 - jams), nodes, ends)
            _share(after_jam[node], nodes[node] * jams, nodes, ends)


@kernel
def _share(after: int, chance: float, nodes: FloatArray, ends: FloatArray) -> None:
    """Add a reach probability to the next node, or to an end (-1 - its number)."""
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
) -> float:
    """Add the value of position `own` at an end, times its probability, for each (high, low) of its hand.

    Return it instead if it is the same for all hands.
    """
    end_players, last = tree.end_players, len(highs) - 1
    row, n_shown = tree.end_first[end], end_players[end, 0]
    shows = False
    for i in range(n_shown):
        shows |= end_players[end, 1 + i] == own
    if n_shown < 2 or not shows:
        if n_shown > 1:
            row += showdown_code(end_players, end, at_table, highs, lows, 0, split)
        return float(chance * tree.values[row, own])
    for high in range(out.shape[0]):
        for low in range(out.shape[1]):
            highs[last, 0], lows[last, 0] = high, low
            code = showdown_code(end_players, end, at_table, highs, lows, 0, split)
            out[high, low] += chance * tree.values[row + code, own]
    return 0.0


@kernel
def _place(levels: IntArray, strength: int) -> int:
    """Return twice the number of lower levels, plus 1 if the strength equals a level."""
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
