"""Trees of general sums judged by QuantEcon, in normal form: every pure plan of every hand written out."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.betting.raises import Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.solver.tree import Tree
from jamfold.solver.tree_covered import solve_without_redundant
from jamfold.solver.tree_exact import TreeSolver
from jamfold.valuation.fees import Rake
from tests import naive_tree
from tests.import_quantecon import import_quantecon
from tests.solver.test_tree import PRIZES, behaviour, deal, one_card, shown, tree_of

games = import_quantecon("game_theory")
Matrix = NDArray[np.float64]
Plan = tuple[int, ...]
"""What a hand does at each decision of its seat."""


def plans_of_hand(tree: Tree, seat: int) -> list[Plan]:
    """All pure plans of one hand."""
    mine = [range(1 + len(one.actions)) for one in tree.decisions if one.seat == seat]
    return list(product(*mine))


def comes(tree: Tree, seat: int, plan: Plan, steps: tuple[tuple[int, int], ...]) -> bool:
    """Whether a plan does all of these steps."""
    numbers = [number for number, one in enumerate(tree.decisions) if one.seat == seat]
    return all(plan[numbers.index(number)] == action for number, action in steps)


def normal_form(tree: Tree, strengths: list[int]) -> list[Matrix]:
    """What both win, by pure plans of all hands, shapes (plans of I, plans of II)."""
    n, ends = len(strengths), list(naive_tree.leaves(tree.decisions))
    first, second = (plans_of_hand(tree, seat) for seat in range(2))
    won = []
    for seat in range(2):
        worth = shown(tree, strengths, seat)
        by_hand = np.zeros((len(first), len(second), n, n))
        for (i, mine), (j, theirs) in product(enumerate(first), enumerate(second)):
            (leaf,) = [
                one for one in ends
                if comes(tree, 0, mine, one.steps[0]) and comes(tree, 1, theirs, one.steps[1])
            ]  # fmt: skip
            by_hand[i, j] = deal(n) * (worth if leaf.values is None else leaf.values[seat])
        rows, columns = (list(product(range(len(one)), repeat=n)) for one in (first, second))
        hands = np.arange(n)
        won.append(
            np.array([
                [by_hand[np.ix_(row, column)][hands[:, None], hands, hands[:, None], hands].sum()
                 for column in columns]
                for row in rows
            ])
        )  # fmt: skip
    return won


def mixture(tree: Tree, chances: list[Matrix], seat: int, n: int) -> Matrix:
    """The chance of every pure plan of all hands."""
    mine = [chance for chance, one in zip(chances, tree.decisions, strict=True) if one.seat == seat]

    def chance_of(plan: Plan, hand: int) -> float:
        return float(np.prod([one[action, hand] for one, action in zip(mine, plan, strict=True)]))

    plans = plans_of_hand(tree, seat)
    by_hand = [[chance_of(plan, hand) for plan in plans] for hand in range(n)]
    return np.array([np.prod(one) for one in product(*by_hand)])


@pytest.mark.long
@pytest.mark.parametrize(
    ("terms", "stack"),
    [(PayoffTerms(Rake(5, 0.7)), 11.0), (PayoffTerms(utility=PRIZES), 11.0), (PayoffTerms(Rake(10)), 6.0)],
)
@pytest.mark.parametrize("strengths", [[1, 2, 3], [1, 2, 2]])
def test_nobody_gains_by_any_plan(terms: PayoffTerms, stack: float, strengths: list[int]) -> None:
    """Our equilibrium is one of the normal form, and both have the same values."""
    tree = tree_of(stack, Raises(open=(2.0,)), terms)
    payoffs = one_card(strengths, planes=tree.stakes.needs_planes)
    solution = solve_without_redundant(TreeSolver(payoffs), tree)[0]
    first, second = normal_form(tree, strengths)
    game = games.NormalFormGame((games.Player(first), games.Player(second.T)))
    chances = [np.nan_to_num(one) for one in behaviour(solution)]
    for one in chances:  # where a hand never comes, it folds
        one[0] += 1.0 - one.sum(axis=0)
    pair = mixture(tree, chances, 0, len(strengths)), mixture(tree, chances, 1, len(strengths))
    assert [one.sum() for one in pair] == pytest.approx([1.0, 1.0])
    assert game.is_nash(pair, tol=1e-9)
    assert float(pair[0] @ first @ pair[1]) == pytest.approx(solution.evaluation.values[0], abs=1e-10)
    assert float(pair[0] @ second @ pair[1]) == pytest.approx(solution.evaluation.values[1], abs=1e-10)


@pytest.mark.long
def test_zero_sums_have_the_value_that_lemke_and_howson_find() -> None:
    strengths = [1, 2, 3]
    tree = tree_of(11.0, Raises(open=(2.0,)))
    solution = solve_without_redundant(TreeSolver(one_card(strengths)), tree)[0]
    first, second = normal_form(tree, strengths)
    x, y = games.lemke_howson(games.NormalFormGame((games.Player(first), games.Player(second.T))))
    assert float(x @ first @ y) == pytest.approx(solution.evaluation.values[0], abs=1e-9)
