"""Trees of raises as tables keep them: a row for what can be done at each decision, but folding.

Chances in rows are those at the decision, once a class has come there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.hand.hand import TableHand
from jamfold.hand.raises import TerminalNode
from jamfold.solver.seat_tree import SeatTree, realization_plan, tree_of

_TINY = 1e-300


def hand_tree(hand: TableHand) -> tuple[SeatTree, tuple[TerminalNode, ...]]:
    """The tree of a hand by position in the order of acting, and what stands at its leaves."""
    points, place = hand.points, hand.order.index
    tree, led = tree_of(hand.n, [(place(point.seat), point.following) for point in points])
    ends = [points[number].ends[action] for number, action in led]
    return tree, tuple(end for end in ends if end is not None)


def sequences_of(hand: TableHand, tree: SeatTree) -> list[int]:
    """The sequences of the rows of a hand."""
    return [tree.infosets[number].first + action for number, action in hand.lines]


def behaviour_of_rows(hand: TableHand, tree: SeatTree, strategy: FloatArray) -> FloatArray:
    """Chances by row as chances of all sequences: folding is what is left."""
    behaviour = np.ones((tree.n_sequences, strategy.shape[1]))
    behaviour[sequences_of(hand, tree)] = strategy
    for turn in tree.infosets:
        going = behaviour[turn.first + 1 : turn.first + turn.n_actions].sum(axis=0)
        behaviour[turn.first] = np.maximum(1.0 - going, 0.0)
    return behaviour


def plan_of_rows(hand: TableHand, strategy: FloatArray) -> FloatArray:
    """The chance by row that a class comes there by its own doing and does it."""
    if not hand.raises:
        return strategy
    tree, _ = hand_tree(hand)
    return realization_plan(tree, behaviour_of_rows(hand, tree, strategy))[sequences_of(hand, tree)]


def plans_before(hand: TableHand, strategy: FloatArray) -> FloatArray:
    """The chance by decision that a class comes there by its own doing."""
    tree, _ = hand_tree(hand)
    plan = realization_plan(tree, behaviour_of_rows(hand, tree, strategy))
    return plan[[turn.own for turn in tree.infosets]]


def fitted(hand: TableHand, strategy: FloatArray, given: Sequence[int]) -> FloatArray:
    """The same with what is not given at a decision made smaller, where all are above 1 together."""
    out = strategy.copy()
    for rows in decisions_of_rows(hand):
        others = [row for row in rows if row not in given]
        if len(others) < len(rows) and others:
            left = np.maximum(1.0 - out[[row for row in rows if row in given]].sum(axis=0), 0.0)
            total = out[others].sum(axis=0)
            out[others] *= np.where(total > left, left / np.maximum(total, _TINY), 1.0)
    return out


def best_rows(hand: TableHand, strategy: FloatArray, margins: FloatArray) -> FloatArray:
    """The best action of every decision by what rows are worth over folding; what is as good stays."""
    if not hand.raises:
        better = np.where(margins < 0, 0.0, strategy)
        return np.where(margins > 0, 1.0, better)
    best = strategy.copy()
    for rows in decisions_of_rows(hand):
        some = margins[rows]
        known = ~np.isnan(some).any(axis=0)
        top = np.where(known, some.max(axis=0, initial=0.0), 0.0)
        played = (strategy[rows] * np.where(known, some, 0.0)).sum(axis=0)
        pure = (some == top) & (np.arange(len(rows))[:, None] == some.argmax(axis=0)) & (top > 0)
        best[rows] = np.where(known & (played < top), pure, strategy[rows])
    return best


def decisions_of_rows(hand: TableHand) -> list[Sequence[int]]:
    """The rows of every decision."""
    rows: list[list[int]] = [[] for _ in hand.points]
    for row, (number, _) in enumerate(hand.lines):
        rows[number].append(row)
    return list(rows)
