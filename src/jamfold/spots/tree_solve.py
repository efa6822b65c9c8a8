"""Solutions of trees with raises before the all-in: solving, decisions over stacks, and saved files.

The ends of a tree are converted to the solver's unit; spots are solved one after another, each from the last
solution.  `load_solution` loads files with and without raises.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from jamfold.betting.ends import one_end
from jamfold.betting.raises import BettingState, Raises, raise_tree
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import JamfoldError, SolutionError, check_kind
from jamfold.core.progress import Progress
from jamfold.solver.exact import ExactSolver
from jamfold.solver.payoffs import ClassGame, Counted
from jamfold.solver.respond import strategy_sums
from jamfold.solver.solution import EXACT, TOLERANCE, Iteration, Solution
from jamfold.solver.stakes import TerminalPayoffs
from jamfold.solver.tree import DecisionNode, Tree, chances_at
from jamfold.solver.tree_covered import RedundantAction, covered_actions, solve_without_redundant
from jamfold.solver.tree_exact import TreeSolution, TreeSolver
from jamfold.solver.tree_rational import CLOSE, RationalPlans
from jamfold.solver.tree_response import PlanEvaluation, evaluate_plans, plan_of, unstacked
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.spots.solution import SpotSolution, read_solution
from jamfold.spots.solve import load_payoffs
from jamfold.spots.trees import PLANS, TreeSpot

FEWEST_DECISIONS = 2
"""Decisions of a tree without raises."""


class WarmStartSolver:
    """Solver of spots of one game: each search starts from the last solution."""

    def __init__(self, payoffs: ClassGame) -> None:
        self.trees = TreeSolver(payoffs)
        self._solver = ExactSolver(payoffs)
        self._last: Solution | None = None

    def jam_or_fold(
        self, stakes: TerminalPayoffs, progress: Callable[[Iteration], None] | None = None
    ) -> Solution:
        """Return the equilibrium without raises; the last one is cached."""
        if self._last is None or self._last.stakes != stakes:
            self._last = self._solver.solve(stakes, start=self._last, progress=progress)
        return self._last


def solve_raises(
    game: Game,
    situation: Situation,
    raises: Raises,
    terms: PayoffTerms,
    *,
    progress: Callable[[Iteration], None] | None = None,
    table_progress: Progress | None = None,
    neighbours: WarmStartSolver | None = None,
    unreached: bool = False,
) -> TreeSpot:
    """Solve the tree of a situation.

    Raises SituationError if a size is no legal raise; TableError if the class table cannot be built here.

    Parameters
    ----------
    neighbours
        The solver of the last spot, to start from its solution; None for a new solver.
    unreached
        As in `raise_tree`.
    """
    points = raise_tree(situation, raises, unreached=unreached)
    played = spot_payoffs(situation, terms, split=game.split_low)
    tree = make_tree(points, situation, terms, played)
    payoffs = load_payoffs(game, table_progress, planes=tree.stakes.needs_planes)
    neighbours = neighbours or WarmStartSolver(payoffs)
    history: list[Iteration] = []

    def record(steps: int, evaluation: PlanEvaluation) -> None:
        gains, values = evaluation.gains, evaluation.values
        row = Iteration(
            len(history) + 1, 0.0, 0.0, values[0] + gains[0], values[1] + gains[1], evaluation.epsilon
        )
        history.append(row)
        if progress is not None:
            progress(row)

    covered: tuple[RedundantAction, ...] = ()
    if len(points) == FEWEST_DECISIONS:
        solution = neighbours.jam_or_fold(played.stakes, progress)
        solved = _as_tree(payoffs, tree, solution)
    else:
        solved, covered = solve_without_redundant(neighbours.trees, tree, progress=record)
        solution = _as_solution(payoffs, points, solved, history)
    chips = None
    if terms.currency == "money":
        chips = _chips_won(payoffs, points, situation, solved)
    return TreeSpot(
        game, situation, solution, terms, chips, raises=raises, points=points, solved=solved, covered=covered
    )


def make_tree(
    points: tuple[BettingState, ...], situation: Situation, terms: PayoffTerms, played: SpotPayoffs
) -> Tree:
    """Return the tree for the solver, with the values of every fold in its unit."""
    worth = None if terms.currency == "chips" else partial(terms.utility.values, situation.stacks)
    decisions = []
    for point in points:
        staked, won = point.put_in[point.seat], float(point.seat)
        first, second = one_end(situation, terms.rake, worth, staked, won, showdown=False)
        fold = (
            (first - played.offsets[0]) / played.factors[0],
            (second - played.offsets[1]) / played.factors[1],
        )
        decisions.append(DecisionNode(point.seat, fold, point.following[1:]))
    return Tree(played.stakes, tuple(decisions))


def _as_tree(payoffs: ClassGame, tree: Tree, solution: Solution) -> TreeSolution:
    """Return jam or fold as a tree with one sequence for each player."""
    jamming, calling = (strategy_sums(payoffs, strategy) for strategy in (solution.x, solution.y))
    sums = [jamming], [calling]
    evaluation = evaluate_plans(payoffs, tree, sums)
    plans = plan_of(sums[0]), plan_of(sums[1])
    return TreeSolution(
        tree, plans, evaluation, sums, solution.free, solution.exact, solution.iterations, solution.seconds
    )


def _chips_won(
    payoffs: ClassGame, points: tuple[BettingState, ...], situation: Situation, solved: TreeSolution
) -> float:
    """Return the chips that the plans win for the small blind."""
    played = spot_payoffs(situation, CHIPS, split=False)
    first, second = ([replace(sequence, planes=()) for sequence in sums] for sums in solved.sums)
    value = evaluate_plans(payoffs, make_tree(points, situation, CHIPS, played), (first, second)).values[0]
    return played.of(0, value)


def _as_solution(
    payoffs: ClassGame, points: tuple[BettingState, ...], solved: TreeSolution, history: list[Iteration]
) -> Solution:
    """Return the opening jam, its call, and the tree's certificate as a `Solution`."""
    tree, evaluation, n = solved.tree, solved.evaluation, payoffs.n_classes
    x = y = jam_chance = call_gain = np.zeros(n)
    margin_jam = np.full(n, np.nan)
    jams = [k for k, action in enumerate(points[0].actions) if action.kind == "jam"]
    if jams:
        place = jams[0] - 1
        sequence, answer = tree.turns[0].actions[place], points[0].following[jams[0]]
        assert answer is not None
        call = tree.turns[answer]
        x, y = solved.plans[0][sequence], solved.plans[1][call.actions[0]]
        jam_chance = solved.sums[0][sequence].placements / payoffs.n_opponent_hands
        margin_jam = evaluation.best[0].actions[0][place]
        call_gain = evaluation.best[1].actions[tree.turns_of(1).index(call)][0]
    margin_call = np.divide(call_gain, jam_chance, out=np.full(n, np.nan), where=jam_chance > 0.0)
    mixed_jams, mixed_calls = (
        int(np.count_nonzero(((plan > 0.0) & (plan < 1.0)).any(axis=0))) for plan in solved.plans
    )
    return Solution(
        stakes=tree.stakes,
        x=x,
        y=y,
        ev_jam=margin_jam + tree.decisions[0].fold[0],
        margin_jam=margin_jam,
        jam_chance=jam_chance,
        call_gain=call_gain,
        ev_call=margin_call + tree.stakes.second.opponent_folds,
        margin_call=margin_call,
        values=evaluation.values,
        v1=evaluation.values[0] + evaluation.gains[0],
        v2=evaluation.values[1] + evaluation.gains[1],
        epsilon=evaluation.epsilon,
        gains=evaluation.gains,
        method=EXACT,
        exact=solved.exact,
        iterations=len(history),
        jam_share=payoffs.share(x),
        call_share=payoffs.share(y),
        mixed=(mixed_jams, mixed_calls),
        free=solved.free,
        history=np.array(history, dtype=np.float64).reshape(len(history), len(Iteration._fields)),
        seconds=solved.seconds,
    )


_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class DecisionAt:
    """One decision at one stack; arrays have a column for each class."""

    seat: str
    """``sb`` or ``bb``."""
    after: tuple[str, ...]
    actions: tuple[str, ...]
    """after, actions: As a `NodeReport` names them; folding is left out."""
    reach: float
    """The reach probability, in [0, 1]."""
    here: FloatArray
    """The probability that a class gets here by its own play, shape (n,)."""
    chances: FloatArray
    """The probability that it does and takes each action, shape (actions, n)."""
    margin: FloatArray
    """The best action's gain over folding, given that a class is here, in big blinds or money; NaN if the
    opponent's strategy never leads here."""

    @property
    def played(self) -> FloatArray:
        """The probability that a class gets here and does not fold, shape (n,)."""
        return _whole(self.chances.sum(axis=0))


def decisions_at(spot: TreeSpot, factors: tuple[float, float]) -> tuple[DecisionAt, ...]:
    """Return all decisions of a solved tree; `factors` convert the units of both seats."""
    decisions, places = [], [0, 0]
    for number, report in enumerate(spot.nodes):
        turn = spot.solved.tree.turns[number]
        plan, let_in = spot.solved.plans[turn.seat], spot.let_in(number)
        best = spot.solved.evaluation.best[turn.seat].actions[places[turn.seat]].max(axis=0)
        places[turn.seat] += 1
        margin = np.full(len(best), np.nan)
        np.divide(factors[turn.seat] * best, let_in, out=margin, where=let_in > 0.0)
        decisions.append(
            DecisionAt(
                report.seat,
                report.after,
                report.actions[1:],
                report.reach,
                _whole(chances_at(turn, plan)),
                _whole(plan[list(turn.actions)]),
                margin,
            )
        )
    return tuple(decisions)


def _whole(chances: FloatArray) -> FloatArray:
    """Return probabilities with values within rounding of 0 or 1 set to these."""
    return np.where(chances > 1.0 - _ROUNDING, 1.0, np.where(chances < _ROUNDING, 0.0, chances))


def load_solution(path: str | Path) -> SpotSolution:
    """Load a saved solution; with raises before the all-in, including its decisions.

    Raises SolutionError if the file is missing, damaged, of another version, or no saved spot.
    """
    check_kind(path, (str, PathLike), "path", "the name of a saved solution, such as 'spot.npz'")
    spot, metadata, more = read_solution(Path(path))
    if "tree" not in metadata:
        return spot
    try:
        form: Any = metadata["tree"]
        sizes: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in form["raises"].items()
        }
        raises = Raises(**sizes)
        points = raise_tree(spot.situation, raises, unreached=True)
        tree = make_tree(points, spot.situation, spot.terms, spot.payoffs)
        sums = unstacked(more[PLANS[0]]), unstacked(more[PLANS[1]])
        if any(len(plan_sums) != tree.n_sequences(seat) for seat, plan_sums in enumerate(sums)):
            raise ValueError(f"there are plans of {len(sums[0])} and {len(sums[1])} sequences")
        free, iterations = (int(form["free"][0]), int(form["free"][1])), int(form["iterations"])
        counted = Counted(spot.classes.sizes, spot.game.n_hands, spot.game.n_opponent_hands)
        evaluation = evaluate_plans(counted, tree, sums)
        if evaluation.epsilon > spot.solution.epsilon + TOLERANCE:
            raise ValueError("the plans are worse than the file says")
        plans, proof_values = (plan_of(sums[0]), plan_of(sums[1])), form.get("proof")
        proof = None if proof_values is None else RationalPlans.with_plans(proof_values, plans)
        if proof is not None and not math.isclose(
            proof.value, evaluation.values[0], rel_tol=0.0, abs_tol=CLOSE
        ):
            raise ValueError("the proof is that of another spot")
    except (ArithmeticError, AttributeError, IndexError, JamfoldError, KeyError, TypeError, ValueError):
        raise SolutionError(f"The solution in '{path}' does not fit its raises.") from None
    solved = TreeSolution(tree, plans, evaluation, sums, free, spot.exact, iterations, spot.seconds)
    return TreeSpot(
        spot.game, spot.situation, spot.solution, spot.terms, spot.money_chips, spot.proof,
        raises=raises, points=points, solved=solved, covered=covered_actions(tree), proved_plans=proof,
    )  # fmt: skip
