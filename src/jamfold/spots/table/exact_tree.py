"""Tables of two and three seats with raises before the all-in, exactly: every deal is counted."""

from __future__ import annotations

import time

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.hand.raises import TerminalNode
from jamfold.progress import Progress, ignore_progress
from jamfold.solver.seat_search import TreeSeatSolution, evaluate_tree, solve_seat_tree
from jamfold.solver.three_trees import LeafEnd, ThreeTree
from jamfold.spots.table.covered import opens_as_jams, restore_redundant_actions, with_smallest_open
from jamfold.spots.table.exact import (
    PAIR_PLACES,
    TableSolution,
    check_rows,
    check_seats,
    least_gain,
    settled_gain,
    three_deals,
    three_ends,
)
from jamfold.spots.table.heads_up_tree import measure_two, solve_two
from jamfold.spots.table.tree_rows import behaviour_of_rows, hand_tree, sequences_of
from jamfold.tables.threeway import load_threeway


def solve_raised(
    game: Game,
    hand: TableHand,
    progress: Progress = ignore_progress,
    tolerance: float | None = None,
    seconds: float = np.inf,
) -> TableSolution:
    """An equilibrium of a table of two or three seats where raises are listed; as `solve_table`.

    With three seats the best strategies found in so many seconds, and a little more to measure them.
    """
    check_seats(game, hand)
    if hand.n == 2:
        return solve_two(game, hand, progress)
    least = least_gain(hand) if tolerance is None else tolerance
    small, whole = with_smallest_open(hand), three_tree(game, hand, progress)
    end = time.monotonic() + seconds
    covered = None if small is None else _solve_small(game, hand, small, whole, least, progress, end)
    if covered is not None and (
        covered.largest_gain <= max(least, settled_gain(hand)) or time.monotonic() > end
    ):
        return covered
    found = _solution(game, hand, solve_seat_tree(whole, least, progress, end=end))
    return found if covered is None or found.largest_gain < covered.largest_gain else covered


def _solve_small(
    game: Game,
    hand: TableHand,
    small: TableHand,
    whole: ThreeTree,
    least: float,
    progress: Progress,
    end: float,
) -> TableSolution:
    """What the smallest open alone gives, measured in the whole tree."""
    found = _solution(
        game, small, solve_seat_tree(three_tree(game, small, progress), least, progress, end=end)
    )
    strategy = restore_redundant_actions(hand, small, found.strategy)
    best = _measured(game, hand, whole, strategy, found.iterations)
    jams = _measured(game, hand, whole, opens_as_jams(hand, strategy), found.iterations)
    return jams if jams.largest_gain <= max(best.largest_gain, least) else best


def evaluate_raised(
    game: Game, hand: TableHand, strategy: FloatArray, progress: Progress = ignore_progress
) -> TableSolution:
    """Given strategies measured where raises are listed; as `evaluate_table`."""
    check_seats(game, hand)
    given = check_rows(game, hand, strategy)
    if hand.n == 2:
        return measure_two(game, hand, given, progress)
    return _measured(game, hand, three_tree(game, hand, progress), given)


def three_tree(game: Game, hand: TableHand, progress: Progress = ignore_progress) -> ThreeTree:
    """The hand of three seats as the solver takes it. Raises TableError as `seat_game`."""
    table = load_threeway(game, progress)
    tree, ends = hand_tree(hand)
    leaves = tuple(leaf_end(hand, end) for end in ends)
    return ThreeTree(three_deals(game), tree, leaves, three_ends(hand, table).all_three)


def leaf_end(hand: TableHand, end: TerminalNode) -> LeafEnd:
    """An end as the solver takes it."""
    order = list(hand.order)

    def worth(in_: tuple[int, ...], places: tuple[int, ...]) -> FloatArray:
        """By player, as the solver numbers them."""
        return np.array(hand.values_after(in_, places, bets=end.put_in))[order]

    if len(end.in_) == 1:
        return LeafEnd((), worth(end.in_, (0,)))
    players = tuple(sorted(order.index(seat) for seat in end.in_))
    if len(players) == hand.n:
        return LeafEnd(players, np.zeros(0))
    seats = tuple(order[player] for player in players)
    return LeafEnd(players, np.array([worth(seats, places) for places in PAIR_PLACES]))


def _measured(
    game: Game, hand: TableHand, whole: ThreeTree, strategy: FloatArray, iterations: int = 0
) -> TableSolution:
    behaviour = behaviour_of_rows(hand, whole.tree, strategy)
    return _solution(game, hand, evaluate_tree(whole, behaviour, iterations))


def _solution(game: Game, hand: TableHand, found: TreeSeatSolution) -> TableSolution:
    tree, seats = hand_tree(hand)[0], list(hand.order)
    values, gains = np.empty(hand.n), np.empty(hand.n)
    values[seats], gains[seats] = found.values, found.own_gains
    sizes = hand_classes(game).sizes
    rows, numbers = sequences_of(hand, tree), [number for number, _ in hand.lines]
    there = np.where(found.arrivals > 0, found.arrivals, np.nan)[numbers]
    folding = found.worth[[tree.infosets[number].first for number in numbers]]
    own = found.plan[[tree.infosets[number].own for number in numbers]]
    return TableSolution(
        game=game,
        hand=hand,
        strategy=found.behaviour[rows],
        reach=(own * found.arrivals[numbers]).sum(axis=1),
        percent=100 * (found.plan[rows] @ sizes) / sizes.sum(),
        values=values,
        gains=gains,
        folds=folding / there,
        margins=(found.worth[rows] - folding) / there,
        arrivals=found.arrivals[numbers],
        iterations=found.iterations,
    )
