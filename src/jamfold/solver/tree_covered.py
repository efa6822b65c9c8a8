"""Redundant actions, which another action covers: trees are solved without them.

Let a seat have actions A and B at a decision, and let the other seat answer B as it answers A.  If the seat
can do after A, at no loss, all that it can do after B, then B is redundant: an equilibrium of the tree
without B is one of the whole tree, with the answers to A copied after B.  Examples:

- the jam next to a raise: to raise, then jam over a re-raise or call a jam, is as good or better;
- the larger of two raises with the same re-raises: it risks more and wins as much.

Such trees have many equilibria that split hands between A and B in arbitrary ways, and are hard to solve.  In
Omaha with 15 big blinds, an open to 2 and a jam, 9,000 classes are within 1e-4 bb of either action, and 360
iterations reach an epsilon of 1.7e-5; without the jam 72 are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

import numpy as np

from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.solution import TOLERANCE, is_exact
from jamfold.solver.tree import DecisionNode, Tree
from jamfold.solver.tree_exact import TreeSolution, TreeSolver
from jamfold.solver.tree_response import PlanEvaluation, RealizationPlan, Sums, evaluate_plans, plan_of

_ROUNDING = 1e-12
_SAME = 1e-9
"""Chances that differ by less count as equal; the result is measured again."""
Sources = tuple[list[list[int]], list[list[int]]]
Copy = tuple[int, int, int, int]
"""The other seat's decision after A and its action, and those after B to which it is copied."""


class RedundantAction(NamedTuple):
    """Numbers of a decision, of a redundant action there, and of the action that covers it."""

    decision: int
    action: int
    by: int


def solve_without_redundant(
    solver: TreeSolver,
    tree: Tree,
    *,
    tolerance: float = TOLERANCE,
    progress: Callable[[int, PlanEvaluation], None] | None = None,
) -> tuple[TreeSolution, tuple[RedundantAction, ...]]:
    """Return an equilibrium of a tree, and its redundant actions.

    If a raise covers a jam and no class folds after the raise, the jam is played instead.  Raises SolverError
    if the stakes need planes that the payoffs lack.
    """
    payoffs, covered = solver.payoffs, covered_actions(tree)
    if not covered:
        return solver.solve(tree, tolerance=tolerance, progress=progress), ()
    uncovered_cards = Uncovered(tree, covered)
    small = solver.solve(uncovered_cards.tree, tolerance=tolerance, progress=progress)
    best = _measured(payoffs, small, tree, uncovered_cards.extended(small, payoffs.n_classes), tolerance)
    for action in covered:
        jammed = _as_jams(tree, best.sums, action)
        if jammed is not None:
            other = _measured(payoffs, small, tree, jammed, tolerance)
            best = other if other.evaluation.epsilon <= best.evaluation.epsilon + tolerance / 1e3 else best
    return best, covered


def _measured(
    payoffs: ClassGame, solution: TreeSolution, tree: Tree, sums: Sums, tolerance: float
) -> TreeSolution:
    evaluation = evaluate_plans(payoffs, tree, sums)
    return replace(
        solution,
        tree=tree,
        plans=(plan_of(sums[0]), plan_of(sums[1])),
        evaluation=evaluation,
        sums=sums,
        exact=is_exact(evaluation.epsilon),
    )


def covered_actions(tree: Tree) -> tuple[RedundantAction, ...]:
    """Return the redundant actions, last decisions first; no covering action is redundant itself."""
    covered: list[RedundantAction] = []
    for number in range(len(tree.decisions) - 1, -1, -1):
        seat, _, actions = tree.decisions[number]
        gone: set[int] = set()
        for action in range(len(actions) - 1, -1, -1):
            for by in range(len(actions)):
                if by == action or by in gone:
                    continue
                if _Cover(tree, seat, covered).copies(actions[by], actions[action]) is not None:
                    covered.append(RedundantAction(number, action, by))
                    gone.add(action)
                    break
    return tuple(covered)


@dataclass(frozen=True)
class _Cover:
    """Tells whether the subtree after an action of a seat covers the one after another action."""

    tree: Tree
    seat: int
    gone: list[RedundantAction]

    def copies(self, by: int | None, covered: int | None) -> list[Copy] | None:
        """Return the copies of the other seat's answers; None if A does not cover B.

        Redundant actions after A are left out.
        """
        if by is None:
            return [] if covered is None else None
        decision = self.tree.decisions[by]
        if covered is None:  # the seat itself must reach the showdown
            if decision.seat != self.seat:
                return None
            return self._first([self.copies(to, None) for to in decision.actions])
        other = self.tree.decisions[covered]
        if decision.seat != other.seat or self._folds_for_less(decision, other):
            return None
        copies: list[Copy] = []
        if decision.seat == self.seat:  # each action after B has its like after A
            for behind in other.actions:
                copied = self._first([self.copies(to, behind) for to in decision.actions])
                if copied is None:
                    return None
                copies += copied
            return copies
        for k in range(len(decision.actions)):  # every answer to A is one to B
            if any((action.decision, action.action) == (by, k) for action in self.gone):
                continue
            copied = self._answers(by, k, covered)
            if copied is None:
                return None
            copies += copied
        return copies

    def _answers(self, by: int, k: int, covered: int) -> list[Copy] | None:
        """Return the copies of an answer to A: an answer to B, or those to the seat's next action."""
        to = self.tree.decisions[by].actions[k]
        for place, behind in enumerate(self.tree.decisions[covered].actions):
            copied = self.copies(to, behind)
            if copied is not None:
                return [(by, k, covered, place), *copied]
        if to is None or self.tree.decisions[to].seat != self.seat:
            return None
        return self._first([self.copies(on, covered) for on in self.tree.decisions[to].actions])

    def _folds_for_less(self, decision: DecisionNode, other: DecisionNode) -> bool:
        """Return whether the seat's fold after A is worth less than after B."""
        return decision.fold[self.seat] < other.fold[self.seat] - _ROUNDING * self.tree.scale

    @staticmethod
    def _first(choices: list[list[Copy] | None]) -> list[Copy] | None:
        return next((choice for choice in choices if choice is not None), None)


def _together(first: RangeSums, second: RangeSums) -> RangeSums:
    """Return the sum of two mutually exclusive sequences, over the tables that both have."""
    if not first.strategy.any():
        return second
    return RangeSums(
        first.strategy + second.strategy,
        first.margins + second.margins,
        first.placements + second.placements,
        tuple(plane + added for plane, added in zip(first.planes, second.planes, strict=False)),
    )


def _never(tree: Tree, n_classes: int) -> RangeSums:
    """Return a sequence that is never played, with its products."""
    nothing = np.zeros(n_classes)
    return RangeSums(nothing, nothing, nothing, tuple(nothing for _ in range(tree.stakes.n_planes)))


class Uncovered:
    """A tree without its redundant actions, and the way back."""

    def __init__(self, tree: Tree, covered: tuple[RedundantAction, ...]) -> None:
        self._whole, self._covered = tree, covered
        left_out = {(action.decision, action.action) for action in covered}
        self._remaining: list[tuple[int, tuple[int, ...]]] = []
        numbers: dict[int, int] = {}
        queue = [0]
        while queue:
            number = queue.pop(0)
            numbers[number] = len(self._remaining)
            actions = tree.decisions[number].actions
            remaining = tuple(k for k in range(len(actions)) if (number, k) not in left_out)
            self._remaining.append((number, remaining))
            queue += [following for k in remaining if (following := actions[k]) is not None]
        decisions = []
        for number, remaining in self._remaining:
            seat, fold, actions = tree.decisions[number]
            leads = (actions[k] for k in remaining)
            decisions.append(
                DecisionNode(seat, fold, tuple(None if to is None else numbers[to] for to in leads))
            )
        self.tree = Tree(tree.stakes, tuple(decisions))

    def extended(self, solution: TreeSolution, n_classes: int) -> Sums:
        """Return the plans in the whole tree: redundant actions are not played, and answered by copies."""
        never = _never(self._whole, n_classes)
        first, second = (
            [reduce(_together, (small[part] for part in parts), never) for parts in sources]
            for small, sources in zip(solution.sums, self.sources(), strict=True)
        )
        return first, second

    def start(
        self, plans: tuple[RealizationPlan, RealizationPlan]
    ) -> tuple[RealizationPlan, RealizationPlan]:
        """Return plans of the whole tree in this one; jams played for a raise must be moved back first."""
        whole = self._whole
        small = [np.zeros((self.tree.n_sequences(seat), plan.shape[1])) for seat, plan in enumerate(plans)]
        for place, (number, remaining) in enumerate(self._remaining):
            turn = whole.turns[number]
            for k, sequence in zip(remaining, self.tree.turns[place].actions, strict=True):
                small[turn.seat][sequence] = plans[turn.seat][turn.actions[k]]
        return small[0], small[1]

    def sources(self) -> Sources:
        """Return, by sequence of the whole tree, the sequences of this one whose chances add up to it."""
        whole = self._whole
        sources: Sources = (
            [[] for _ in range(whole.n_sequences(0))],
            [[] for _ in range(whole.n_sequences(1))],
        )
        for place, (number, remaining) in enumerate(self._remaining):
            turn, small = whole.turns[number], self.tree.turns[place]
            for k, sequence in zip(remaining, small.actions, strict=True):
                sources[turn.seat][turn.actions[k]] = [sequence]
        for place, action in enumerate(self._covered):
            seat, _, actions = whole.decisions[action.decision]
            cover = _Cover(whole, seat, list(self._covered[:place]))
            answers = sources[1 - seat]
            for by, k, other, to in cover.copies(actions[action.by], actions[action.action]) or ():
                answers[whole.turns[other].actions[to]] += answers[whole.turns[by].actions[k]]
        return sources


def _as_jams(tree: Tree, sums: Sums, action: RedundantAction) -> Sums | None:
    """Return plans that jam in place of the covering raise; None if that is no jam, or is folded."""
    sequences = jam_for_raise(tree, action)
    if sequences is None:
        return None
    seat = tree.decisions[action.decision].seat
    played = sums[seat]
    jam, raised, call = sequences
    if not played[raised].strategy.any() or (played[raised].strategy > played[call].strategy + _SAME).any():
        return None
    never = _never(tree, played[raised].strategy.size)
    changed = list(played)
    changed[jam] = played[call]
    changed[raised] = changed[call] = never
    return (changed, sums[1]) if seat == 0 else (sums[0], changed)


def jam_for_raise(tree: Tree, action: RedundantAction) -> tuple[int, int, int] | None:
    """Return the sequences of a jam, of its covering raise, and of the call of a jam over that raise.

    None if the redundant action is no jam, or more than a jam and that call can follow the raise.
    """
    _, _, actions = tree.decisions[action.decision]
    jam, raised = actions[action.action], actions[action.by]
    if jam is None or raised is None or tree.decisions[jam].actions != (None,):
        return None
    answers = tree.decisions[raised].actions
    if len(answers) != 1 or answers[0] is None or tree.decisions[answers[0]].actions != (None,):
        return None
    turn = tree.turns[action.decision]
    return turn.actions[action.action], turn.actions[action.by], tree.turns[answers[0]].actions[0]
