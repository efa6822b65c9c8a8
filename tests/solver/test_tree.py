"""Trees of two seats against a linear program written out, and against deviators."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.solver.exact import solve_exact
from jamfold.solver.payoffs import ClassGame, OutcomeCounts
from jamfold.solver.products import RangeSums
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs, chip_payoffs
from jamfold.solver.tree import EMPTY, DecisionNode, Tree, chances_at
from jamfold.solver.tree_covered import covered_actions, solve_without_redundant
from jamfold.solver.tree_exact import TreeSolution, TreeSolver
from jamfold.solver.tree_response import stacked, unstacked
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.tree_solve import make_tree
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility
from tests import naive_tree
from tests.solver.test_solver_naive import make_payoffs
from tests.toy_table import toy_payoffs

Matrix = NDArray[np.float64]


def one_card(strengths: list[int], *, planes: bool = False) -> ClassGame:
    """One card each of a deck without replacement; the stronger wins, equal ones share."""
    strength = np.array(strengths)
    n = strength.size
    p = 1 - np.eye(n, dtype=np.int64)
    margins = np.sign(strength[:, None] - strength[None, :]).astype(np.int64)
    payoffs = make_payoffs(np.ones(n, dtype=np.int64), p, margins)
    if not planes:
        return payoffs
    ties = ((strength[:, None] == strength[None, :]) & (p > 0)).astype(np.int32)
    plane = OutcomeCounts(ties, ties.sum(axis=1, dtype=np.int64), True, 1)
    return ClassGame(
        payoffs.counts, payoffs.n_hands, payoffs.n_opponent_hands, payoffs.margins, 1, payoffs.row_sums,
        payoffs.placements, (plane,),
    )  # fmt: skip


def tree_of(stack: float, raises: Raises, terms: PayoffTerms = CHIPS, ante: float = 0.0) -> Tree:
    situation = Situation((stack, stack), (0.5, 1.0), (ante, ante))
    points = raise_tree(situation, raises)
    return make_tree(points, situation, terms, spot_payoffs(situation, terms, split=False))


def shown(tree: Tree, strengths: list[int], seat: int) -> Matrix:
    """What showdowns are worth to a seat."""
    strength = np.array(strengths)
    sign = np.sign(strength[:, None] - strength[None, :]) * (-1 if seat else 1)
    worth = (tree.stakes.second if seat else tree.stakes.first).showdown
    middle = worth[1] if len(worth) == 3 else (worth[0] + worth[-1]) / 2
    return np.where(sign > 0, worth[-1], np.where(sign < 0, worth[0], middle))


def deal(n: int) -> Matrix:
    return (1.0 - np.eye(n)) / (n * (n - 1))


def behaviour(solution: TreeSolution) -> list[Matrix]:
    """The chance of every action at every decision."""
    chances = []
    for turn in solution.tree.turns:
        plan = solution.plans[turn.seat]
        here = chances_at(turn, plan)
        rows = [plan[sequence] for sequence in turn.actions]
        rows = [here - sum(rows), *rows]
        chances.append(
            np.array([np.divide(row, here, out=np.zeros_like(row), where=here > 0) for row in rows])
        )
    return chances


PRIZES = PrizeUtility(Prizes((50.0, 30.0, 20.0)), (6.0, 3.0))
SIZES = (
    Raises(open=(2.0,)),
    Raises(open=(2.0, 3.0), later=(5.0,)),
    Raises(open=("2.5x",), later=("3x",)),
    Raises(limit="pot"),
    Raises(open=(2.0,), later=(6.0,), jam=False),
)


@pytest.mark.long
@settings(max_examples=25)
@given(
    st.lists(st.integers(1, 8), min_size=8, max_size=12),
    st.sampled_from((4.0, 8.0, 11.0, 20.0)),
    st.sampled_from(SIZES),
)
def test_twin(strengths: list[int], stack: float, raises: Raises) -> None:
    """The value is that of the linear program written out; deviators gain nothing."""
    try:
        tree = tree_of(stack, raises)
    except ValueError:  # more sizes than steps
        return
    solution = TreeSolver(one_card(strengths)).solve(tree)
    n = len(strengths)
    value = naive_tree.solve(tree.decisions, shown(tree, strengths, 0), deal(n))
    assert solution.evaluation.values[0] == pytest.approx(value, abs=1e-9)
    assert solution.evaluation.values[1] == pytest.approx(-value, abs=1e-9)
    assert solution.evaluation.epsilon < 1e-12
    tied, _ = solve_without_redundant(TreeSolver(one_card(strengths)), tree)
    assert tied.evaluation.values[0] == pytest.approx(value, abs=1e-9)
    check_deviators(tied, strengths)
    check_deviators(solution, strengths)


def check_deviators(solution: TreeSolution, strengths: list[int]) -> None:
    """Random sequential play of one seat against the other's strategy."""
    tree, n, rng = solution.tree, len(strengths), np.random.default_rng(7)
    equilibrium = behaviour(solution)
    for seat in range(2):
        worth = shown(tree, strengths, seat)
        fair = naive_tree.value(tree.decisions, equilibrium, worth, deal(n), seat)
        assert fair == pytest.approx(solution.evaluation.values[seat], abs=1e-10)
        for _ in range(20):
            deviating = list(equilibrium)
            for number, decision in enumerate(tree.decisions):
                if decision.seat == seat:
                    choice = rng.integers(0, len(decision.actions) + 1, n)
                    deviating[number] = np.eye(len(decision.actions) + 1)[choice].T
            gain = naive_tree.value(tree.decisions, deviating, worth, deal(n), seat) - fair
            assert gain <= solution.evaluation.gains[seat] + 1e-10


@settings(max_examples=15)
@given(st.lists(st.integers(1, 9), min_size=8, max_size=10), st.sampled_from(SIZES[:4]), st.booleans())
def test_general_sum(strengths: list[int], raises: Raises, prizes: bool) -> None:
    """Rake, and prizes with ties that are worth other than half: nobody gains by any sequence of actions."""
    terms = PayoffTerms(utility=PRIZES) if prizes else PayoffTerms(Rake(5, 0.7))
    tree = tree_of(11.0, raises, terms)
    solution = solve_without_redundant(
        TreeSolver(one_card(strengths, planes=tree.stakes.needs_planes)), tree
    )[0]
    assert tree.exchange is None
    assert max(solution.evaluation.gains) < 1e-10
    check_deviators(solution, strengths)


def test_jam_or_fold_is_the_tree_without_sizes() -> None:
    payoffs = one_card([1, 2, 3, 4, 5, 5, 7, 8, 9])
    tree = tree_of(9.0, Raises())
    assert [decision.actions for decision in tree.decisions] == [(1,), (None,)]
    solution = TreeSolver(payoffs).solve(tree)
    today = solve_exact(payoffs, chip_payoffs(9.0, 0.5))
    assert solution.evaluation.values[0] == pytest.approx(today.value, abs=1e-14)
    assert [turn.own for turn in tree.turns] == [EMPTY, EMPTY]


def test_a_raise_that_commits_is_the_jam() -> None:
    solution, covered = solve_without_redundant(TreeSolver(toy_payoffs()), tree_of(3.0, Raises(open=(2.5,))))
    assert covered == ((0, 1, 0),)
    assert not solution.plans[0][solution.tree.turns[0].actions[0]].any()


def test_a_raise_covers_no_smaller_one_in_either_order() -> None:
    """The smaller raise risks less: whatever comes first, the larger one and the jam are redundant."""
    tree = tree_of(10.0, Raises(open=(2.0, 3.0)))
    assert covered_actions(tree) == ((0, 2, 0), (0, 1, 0))
    root, *others = tree.decisions
    smaller, larger, jam = root.actions
    swapped = replace(tree, decisions=(root._replace(actions=(larger, smaller, jam)), *others))
    assert set(covered_actions(swapped)) == {(0, 2, 0), (0, 0, 1)}


def test_ends_that_cancel_only_without_folds() -> None:
    """Folds may take from both what showdowns do not: such a tree is not zero-sum."""
    stakes = TerminalPayoffs(PlayerPayoffs(-0.5, 1.0, (-5.0, 5.0)), PlayerPayoffs(0.5, -1.0, (-5.0, 5.0)))
    jam = (DecisionNode(0, (-0.5, 0.5), (1,)), DecisionNode(1, (1.0, -1.0), (None,)))
    assert Tree(stakes, jam).exchange == 1.0
    assert Tree(stakes, (jam[0], DecisionNode(1, (0.9, -1.0), (None,)))).exchange is None


def test_sums_of_sequences_without_a_showdown_are_saved_and_read() -> None:
    """Where a sequence comes to no showdown, its planes of outcomes are not summed."""
    shown = RangeSums(np.array([0.5]), np.array([1.0]), np.array([2.0]), (np.array([3.0]), np.array([4.0])))
    folded = RangeSums(np.array([1.0]), np.array([0.0]), np.array([5.0]))
    array = stacked([shown, folded])
    assert array[..., 0].tolist() == [[0.5, 1, 2, 3, 4], [1, 0, 5, 0, 0]]
    assert [one.placements.tolist() for one in unstacked(array)] == [[2.0], [5.0]]
