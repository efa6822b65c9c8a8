"""Exact solutions of two and three seats with raises before the all-in: every deal is counted.

Two seats are converted from the results of the heads-up `solve`.
"""

from __future__ import annotations

import time

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.raises import TerminalNode
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.threeway_build import load_threeway
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import SituationError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.respond import strategy_sums
from jamfold.solver.seat_search import TreeSeatSolution, evaluate_tree, solve_seat_tree
from jamfold.solver.three_trees import LeafEnd, ThreeTree
from jamfold.solver.tree import EMPTY, TwoPlayerInfoset
from jamfold.solver.tree_response import PlanEvaluation, evaluate_plans
from jamfold.spots.nplayer.exact import (
    PAIR_PLACES,
    TableSolution,
    check_rows,
    check_seats,
    least_gain,
    settled_gain,
    three_deals,
    three_ends,
)
from jamfold.spots.nplayer.tree import (
    behaviour_of_rows,
    by_seat,
    hand_tree,
    opens_as_jams,
    plan_of_rows,
    restore_redundant_actions,
    sequences_of,
    with_smallest_open,
)
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tree_solve import make_tree, solve_raises


def solve_two(game: Game, hand: TableHand, progress: Progress = ignore_progress) -> TableSolution:
    """Return the equilibrium of two seats. Raises TableError if a class table cannot be built or loaded."""
    _check(hand)
    spot = solve_raises(game, hand.situation, hand.raises, hand.terms, table_progress=progress)
    turns, plans = spot.solved.tree.turns, spot.solved.plans
    rows = [
        _row(turns[number], plans[turns[number].seat], _best(spot.solved.evaluation, turns, number), action)
        for number, action in hand.lines
    ]
    sizes = hand_classes(game).sizes
    percent = [plans[turns[n].seat][turns[n].actions[a - 1]] @ sizes / sizes.sum() for n, a in hand.lines]
    return measure_two(game, hand, np.array(rows), progress, np.array(percent), spot.solved.iterations)


def measure_two(
    game: Game,
    hand: TableHand,
    strategy: FloatArray,
    progress: Progress = ignore_progress,
    percent: FloatArray | None = None,
    iterations: int = 0,
) -> TableSolution:
    """Measure a strategy by row of the hand, shape (rows, n); raises as `solve_two`."""
    _check(hand)
    played = spot_payoffs(hand.situation, hand.terms, split=game.split_low)
    tree = make_tree(hand.points, hand.situation, hand.terms, played)
    payoffs = load_payoffs(game, progress, planes=tree.stakes.needs_planes)
    plan, sizes = plan_of_rows(hand, strategy), hand_classes(game).sizes
    plans = [
        plan[[row for row, (n, _) in enumerate(hand.lines) if tree.turns[n].seat == seat]] for seat in (0, 1)
    ]
    sums = [[strategy_sums(payoffs, np.ascontiguousarray(row)) for row in plan] for plan in plans]
    measured = evaluate_plans(payoffs, tree, (sums[0], sums[1]))
    before = np.array(hand.stacks) if hand.pool is None else np.zeros(2)
    factors = np.array(played.factors)
    reach, folds, margins, arrivals = [], [], [], []
    for number, action in hand.lines:
        turn = tree.turns[number]
        seat = turn.seat
        own = np.ones(payoffs.n_classes) if turn.own == EMPTY else plans[seat][turn.own]
        let_in = np.ones(payoffs.n_classes)
        if turn.other != EMPTY:
            let_in = sums[1 - seat][turn.other].placements / payoffs.n_opponent_hands
        reach.append(float((sizes * own) @ let_in) / game.n_hands)
        arrivals.append(sizes * let_in / game.n_hands)
        reached = np.where(let_in > 0, let_in, np.nan)
        fold = before[seat] + played.of(seat, tree.decisions[number].fold[seat])
        folds.append(np.where(np.isnan(reached), np.nan, fold))
        margins.append(factors[seat] * _best(measured, tree.turns, number)[action - 1] / reached)
    return TableSolution(
        game=game,
        hand=hand,
        strategy=strategy,
        reach=np.array(reach),
        percent=100 * (plan @ sizes / sizes.sum() if percent is None else percent),
        values=before + np.array(played.of_both(measured.values)),
        gains=factors * np.array(measured.gains),
        folds=np.array(folds),
        margins=np.array(margins),
        arrivals=np.array(arrivals),
        iterations=iterations,
    )


def _check(hand: TableHand) -> None:
    if hand.whole_chips:
        raise SituationError(
            "Odd chips are not counted with two seats that may raise. Remove whole chips.",
            field="whole_chips",
        )


def _best(measured: PlanEvaluation, turns: tuple[TwoPlayerInfoset, ...], number: int) -> FloatArray:
    """Return the values of a decision's actions over folding, with best play afterwards."""
    seat = turns[number].seat
    place = [turn for turn in turns if turn.seat == seat].index(turns[number])
    return measured.best[seat].actions[place]


def _row(turn: TwoPlayerInfoset, plan: FloatArray, best: FloatArray, action: int) -> FloatArray:
    """Return the frequency of an action at a decision; for classes that never reach it, 1 if it is best."""
    arrivals = np.ones(plan.shape[1]) if turn.own == EMPTY else plan[turn.own]
    is_best = (best.argmax(axis=0) == action - 1) & (best[action - 1] > 0)
    chances: FloatArray = is_best.astype(np.float64)
    np.divide(plan[turn.actions[action - 1]], arrivals, out=chances, where=arrivals > 0)
    return chances


def solve_raised(
    game: Game,
    hand: TableHand,
    progress: Progress = ignore_progress,
    tolerance: float | None = None,
    seconds: float = np.inf,
) -> TableSolution:
    """Return an equilibrium of two or three seats with raises; see `solve_table`.

    With three seats these are the best strategies found in `seconds`.
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
    solution = _solution(game, hand, solve_seat_tree(whole, least, progress, end=end))
    return solution if covered is None or solution.largest_gain < covered.largest_gain else covered


def _solve_small(
    game: Game,
    hand: TableHand,
    small: TableHand,
    whole: ThreeTree,
    least: float,
    progress: Progress,
    end: float,
) -> TableSolution:
    """Return the solution with the smallest open alone, measured in the whole tree."""
    solution = _solution(
        game, small, solve_seat_tree(three_tree(game, small, progress), least, progress, end=end)
    )
    strategy = restore_redundant_actions(hand, small, solution.strategy)
    best = _measured(game, hand, whole, strategy, solution.iterations)
    jams = _measured(game, hand, whole, opens_as_jams(hand, strategy), solution.iterations)
    return jams if jams.largest_gain <= max(best.largest_gain, least) else best


def evaluate_raised(
    game: Game, hand: TableHand, strategy: FloatArray, progress: Progress = ignore_progress
) -> TableSolution:
    """Measure strategies of a hand with raises; see `evaluate_table`."""
    check_seats(game, hand)
    rows = check_rows(game, hand, strategy)
    if hand.n == 2:
        return measure_two(game, hand, rows, progress)
    return _measured(game, hand, three_tree(game, hand, progress), rows)


def three_tree(game: Game, hand: TableHand, progress: Progress = ignore_progress) -> ThreeTree:
    """Return the solver's tree of three seats. Raises TableError as `seat_game`."""
    table = load_threeway(game, progress)
    tree, ends = hand_tree(hand)
    leaves = tuple(leaf_end(hand, end) for end in ends)
    return ThreeTree(three_deals(game), tree, leaves, three_ends(hand, table).all_three)


def leaf_end(hand: TableHand, end: TerminalNode) -> LeafEnd:
    """Return an end as the solver takes it."""
    order = list(hand.order)

    def worth(in_: tuple[int, ...], places: tuple[int, ...]) -> FloatArray:
        """Return values by player, as the solver numbers them."""
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


def _solution(game: Game, hand: TableHand, solution: TreeSeatSolution) -> TableSolution:
    tree, sizes = hand_tree(hand)[0], hand_classes(game).sizes
    rows, numbers = sequences_of(hand, tree), [number for number, _ in hand.lines]
    arrivals = np.where(solution.arrivals > 0, solution.arrivals, np.nan)[numbers]
    folding = solution.worth[[tree.infosets[number].first for number in numbers]]
    own = solution.plan[[tree.infosets[number].own for number in numbers]]
    return TableSolution(
        game=game,
        hand=hand,
        strategy=solution.behaviour[rows],
        reach=(own * solution.arrivals[numbers]).sum(axis=1),
        percent=100 * (solution.plan[rows] @ sizes) / sizes.sum(),
        values=by_seat(hand, solution.values),
        gains=by_seat(hand, solution.own_gains),
        folds=folding / arrivals,
        margins=(solution.worth[rows] - folding) / arrivals,
        arrivals=solution.arrivals[numbers],
        iterations=solution.iterations,
    )
