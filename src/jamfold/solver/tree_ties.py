"""Raises that are the jam by another name: they are left out, and told.

A raise whose owner never folds to the jam over it comes to the same as jamming, and the other seat may treat
both alike.  Such a tree has as many equilibria as there are ways to part the hands between the two; what is
wanted is the one that does not part them.  So trees are first solved without the raises that may be so, and
these are taken in only if somebody gains by one while the other answers it as the jam.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jamfold.solver.payoffs import Payoffs
from jamfold.solver.products import RangeSums
from jamfold.solver.solution import TOLERANCE
from jamfold.solver.tree import Decision, Tree
from jamfold.solver.tree_exact import Sums, TreeSolution, solve_tree
from jamfold.solver.tree_response import PlanEvaluation, evaluate_plans, plan_of

_NOISE = 1e-13
"""Gains below this times the largest end are rounding."""


class Tie(NamedTuple):
    """A raise that may be the same as the jam at a decision: numbers of the decision and of its actions."""

    decision: int
    raised: int
    jam: int


def possible_ties(tree: Tree) -> tuple[Tie, ...]:
    """Raises that the other seat can only fold to or jam over, where there is a jam beside them."""

    def is_answered_by_calls(number: int | None) -> bool:
        return number is not None and tree.decisions[number].actions == (None,)

    ties = []
    for number, decision in enumerate(tree.decisions):
        jams = [k for k, action in enumerate(decision.actions) if is_answered_by_calls(action)]
        for k, action in enumerate(decision.actions):
            if not jams or action is None or k in jams:
                continue
            behind = tree.decisions[action].actions
            if len(behind) == 1 and is_answered_by_calls(behind[0]):
                ties.append(Tie(number, k, jams[-1]))
    return tuple(ties)


def solve_tied(
    payoffs: Payoffs,
    tree: Tree,
    *,
    tolerance: float = TOLERANCE,
    progress: Callable[[int, PlanEvaluation], None] | None = None,
) -> tuple[TreeSolution, tuple[Tie, ...]]:
    """The equilibrium of a tree, and its raises that are the same as the jam: nobody plays them.

    Raises
    ------
    SolverError
        If the stakes need planes that the payoffs lack.
    """
    ties = possible_ties(tree)
    seconds, steps = 0.0, 0
    while ties:
        kept = _Without(tree, ties)
        small = solve_tree(payoffs, kept.tree, tolerance=tolerance, progress=progress)
        seconds, steps = seconds + small.seconds, steps + small.iterations
        sums = kept.extended(small, payoffs.n_classes)
        evaluation = evaluate_plans(payoffs, tree, sums)
        wanted = tuple(tie for tie in ties if not _gains(tree, evaluation, tie, _NOISE * tree.scale))
        if wanted == ties:
            plans = plan_of(sums[0]), plan_of(sums[1])
            exact = evaluation.epsilon < tolerance
            return TreeSolution(tree, plans, evaluation, sums, exact, steps, seconds), ties
        ties = wanted
    solution = solve_tree(payoffs, tree, tolerance=tolerance, progress=progress)
    return replace(solution, iterations=steps + solution.iterations, seconds=seconds + solution.seconds), ()


def _gains(tree: Tree, evaluation: PlanEvaluation, tie: Tie, noise: float) -> bool:
    """Whether some class would rather raise than do anything else."""
    turns = tree.turns
    seat = turns[tie.decision].seat
    place = tree.turns_of(seat).index(turns[tie.decision])
    actions = evaluation.best[seat].actions[place]
    others = np.maximum(np.delete(actions, tie.raised, axis=0).max(axis=0), 0.0)
    return bool((actions[tie.raised] > others + noise).any())


class _Without:
    """A tree without some raises, and the way back."""

    def __init__(self, tree: Tree, ties: tuple[Tie, ...]) -> None:
        self._whole, self._ties = tree, ties
        left_out = {(tie.decision, tie.raised) for tie in ties}
        self._kept: list[tuple[int, tuple[int, ...]]] = []
        numbers: dict[int, int] = {}
        queue = [0]
        while queue:
            number = queue.pop(0)
            numbers[number] = len(self._kept)
            actions = tree.decisions[number].actions
            kept = tuple(k for k in range(len(actions)) if (number, k) not in left_out)
            self._kept.append((number, kept))
            queue += [following for k in kept if (following := actions[k]) is not None]
        decisions = []
        for number, kept in self._kept:
            seat, fold, actions = tree.decisions[number]
            leads = (actions[k] for k in kept)
            decisions.append(Decision(seat, fold, tuple(None if to is None else numbers[to] for to in leads)))
        self.tree = Tree(tree.stakes, tuple(decisions))

    def extended(self, solution: TreeSolution, n_classes: int) -> Sums:
        """The plans in the whole tree: nobody raises so, and a raise is answered as the jam."""
        nothing = np.zeros(n_classes)
        planes = tuple(nothing for _ in range(self._whole.stakes.n_planes))
        never = RangeSums(nothing, nothing, nothing, planes)
        sums: Sums = ([never] * self._whole.n_sequences(0), [never] * self._whole.n_sequences(1))
        for place, (number, kept) in enumerate(self._kept):
            turn, small = self._whole.turns[number], self.tree.turns[place]
            for k, sequence in zip(kept, small.actions, strict=True):
                sums[turn.seat][turn.actions[k]] = solution.sums[turn.seat][sequence]
        for tie in self._ties:
            actions = self._whole.decisions[tie.decision].actions
            raised, jam = actions[tie.raised], actions[tie.jam]
            assert raised is not None
            assert jam is not None
            answer, call = self._whole.turns[raised], self._whole.turns[jam]
            sums[answer.seat][answer.actions[0]] = sums[call.seat][call.actions[0]]
        return sums
