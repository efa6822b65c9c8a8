"""A tree of raises written out the obvious way: every leaf, every pair of hands, one linear program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from jamfold.solver.tree import DecisionNode

Matrix = NDArray[np.float64]
Step = tuple[int, int]
"""A decision and what is done there: 0 folds, 1, 2, ... are its actions."""


class Leaf(NamedTuple):
    """An end: what both have done on the way, and what it is worth; None for a showdown."""

    steps: tuple[tuple[Step, ...], tuple[Step, ...]]
    values: tuple[float, float] | None


def leaves(
    decisions: tuple[DecisionNode, ...], number: int = 0, steps: tuple[tuple[Step, ...], ...] = ((), ())
) -> Iterator[Leaf]:
    """All ends behind a decision."""
    seat, fold, actions = decisions[number]

    def with_step(action: int) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        mine = (*steps[seat], (number, action))
        return (mine, steps[1]) if seat == 0 else (steps[0], mine)

    yield Leaf(with_step(0), fold)
    for k, following in enumerate(actions, start=1):
        if following is None:
            yield Leaf(with_step(k), None)
        else:
            yield from leaves(decisions, following, with_step(k))


def value(
    decisions: tuple[DecisionNode, ...], behaviour: list[Matrix], shown: Matrix, deal: Matrix, seat: int
) -> float:
    """What a seat wins.

    Parameters
    ----------
    behaviour
        For every decision the chance of every action, folding first, for each hand: (actions, n).
    shown
        What a showdown is worth to the seat, (n, n): hands of I and of II.
    deal
        The chance of every deal, (n, n).
    """
    total = 0.0
    for leaf in leaves(decisions):
        chances = []
        for steps in leaf.steps:
            chance = np.ones(len(deal))
            for number, action in steps:
                chance = chance * behaviour[number][action]
            chances.append(chance)
        worth = shown if leaf.values is None else np.full(deal.shape, leaf.values[seat])
        total += float(chances[0] @ (deal * worth) @ chances[1])
    return total


def solve(decisions: tuple[DecisionNode, ...], shown: Matrix, deal: Matrix) -> float:
    """The value of a zero-sum tree for I: its realisation plan against II's, all chances as equations."""
    n = len(deal)
    ends = list(leaves(decisions))
    names: list[list[tuple[Step, ...]]] = [[()], [()]]
    for leaf in ends:
        for seat in range(2):
            for k in range(1, len(leaf.steps[seat]) + 1):
                if leaf.steps[seat][:k] not in names[seat]:
                    names[seat].append(leaf.steps[seat][:k])
    sizes = [len(one) * n for one in names]
    payoff = np.zeros(sizes)
    for leaf in ends:
        i, j = (names[seat].index(leaf.steps[seat]) * n for seat in range(2))
        worth = shown if leaf.values is None else np.full(deal.shape, leaf.values[0])
        payoff[i : i + n, j : j + n] += deal * worth
    equations = [_equations(names[seat], n) for seat in range(2)]
    (e, e_right), (f, f_right) = equations
    # max f_right . q  with  F'q <= payoff'x,  E x = e,  x >= 0
    solved = linprog(
        np.concatenate([np.zeros(sizes[0]), -f_right]),
        A_ub=np.hstack([-payoff.T, f.T]),
        b_ub=np.zeros(sizes[1]),
        A_eq=np.hstack([e, np.zeros((len(e), len(f)))]),
        b_eq=e_right,
        bounds=[(0, None)] * sizes[0] + [(None, None)] * len(f),
        method="highs",
    )
    assert solved.status == 0
    return -float(solved.fun)


def _equations(names: list[tuple[Step, ...]], n: int) -> tuple[Matrix, Matrix]:
    """The empty sequence has weight 1; the actions at a decision share that of the one before."""
    rows, right = [], []
    for hand in range(n):
        row = np.zeros((len(names), n))
        row[0, hand] = 1.0
        rows.append(row.ravel())
        right.append(1.0)
        turns = {(name[:-1], name[-1][0]) for name in names if name}
        for before, number in sorted(turns):
            row = np.zeros((len(names), n))
            row[names.index(before), hand] = -1.0
            for place, name in enumerate(names):
                if name and name[:-1] == before and name[-1][0] == number:
                    row[place, hand] = 1.0
            rows.append(row.ravel())
            right.append(0.0)
    return np.array(rows), np.array(right)
