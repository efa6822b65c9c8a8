"""Two seats with raises before the all-in: what `solve` finds, as a table tells it."""

from __future__ import annotations

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.errors import SituationError
from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.progress import Progress, ignore_progress
from jamfold.solver.respond import strategy_sums
from jamfold.solver.tree import EMPTY, TwoPlayerInfoset
from jamfold.solver.tree_response import PlanEvaluation, evaluate_plans
from jamfold.spots.solving import load_payoffs
from jamfold.spots.table.exact import TableSolution
from jamfold.spots.table.tree_rows import plan_of_rows
from jamfold.spots.terms import spot_payoffs
from jamfold.spots.tree_solving import make_tree, solve_raises


def solve_two(game: Game, hand: TableHand, progress: Progress = ignore_progress) -> TableSolution:
    """The equilibrium of two seats. Raises TableError if a class table cannot be had."""
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
    """Chances by row of the hand, measured; raises as `solve_two`."""
    _check(hand)
    played = spot_payoffs(hand.situation, hand.terms, split=game.split_low)
    tree = make_tree(hand.points, hand.situation, hand.terms, played)
    payoffs = load_payoffs(game, progress, planes=tree.stakes.needs_planes)
    plan, sizes = plan_of_rows(hand, strategy), hand_classes(game).sizes
    plans = [
        plan[[row for row, (n, _) in enumerate(hand.lines) if tree.turns[n].seat == seat]] for seat in (0, 1)
    ]
    sums = [[strategy_sums(payoffs, np.ascontiguousarray(one)) for one in plans[seat]] for seat in (0, 1)]
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
        there = np.where(let_in > 0, let_in, np.nan)
        fold = before[seat] + played.of(seat, tree.decisions[number].fold[seat])
        folds.append(np.where(np.isnan(there), np.nan, fold))
        margins.append(factors[seat] * _best(measured, tree.turns, number)[action - 1] / there)
    return TableSolution(
        game=game,
        hand=hand,
        strategy=strategy,
        reach=np.array(reach),
        percent=100 * (plan @ sizes / sizes.sum() if percent is None else percent),
        values=before + np.array(played.both(measured.values)),
        gains=factors * np.array(measured.gains),
        folds=np.array(folds),
        margins=np.array(margins),
        arrivals=np.array(arrivals),
        iterations=iterations,
    )


def _check(hand: TableHand) -> None:
    if hand.whole_chips:
        raise SituationError(
            "Odd chips are not counted with two seats that may raise: leave out whole chips.",
            field="whole_chips",
        )


def _best(measured: PlanEvaluation, turns: tuple[TwoPlayerInfoset, ...], number: int) -> FloatArray:
    """What the actions of a decision are worth over folding, with best play behind."""
    seat = turns[number].seat
    place = [turn for turn in turns if turn.seat == seat].index(turns[number])
    best: FloatArray = measured.best[seat].actions[place]
    return best


def _row(turn: TwoPlayerInfoset, plan: FloatArray, best: FloatArray, action: int) -> FloatArray:
    """The chance of an action at a decision; where a class never comes by itself, whether it is best."""
    there = np.ones(plan.shape[1]) if turn.own == EMPTY else plan[turn.own]
    wanted = (best.argmax(axis=0) == action - 1) & (best[action - 1] > 0)
    chances: FloatArray = wanted.astype(np.float64)
    np.divide(plan[turn.actions[action - 1]], there, out=chances, where=there > 0)
    return chances
