"""Trees of three seats, exactly: against every deal and every path of a small deck, and against deviators."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises
from jamfold.solver.seat_search import TreeSeatSolution, evaluate_tree, solve_seat_tree
from jamfold.solver.seat_tree import by_player, realization_plan
from jamfold.solver.three_seats import ThreeDeals
from jamfold.solver.three_trees import ThreeTree
from jamfold.spots.nplayer.exact_trees import leaf_end
from jamfold.spots.nplayer.tree import behaviour_of_rows, decisions_of_rows, hand_tree, sequences_of
from tests.naive_seats import Chances, NaiveTable, random_chances

DECK = (0, 0, 0, 1, 1, 2, 2, 3, 3, 3)
N = 4
TREES = (
    Raises(open=(2.0,)),
    Raises(open=(2.0,), jam=False),
    Raises(open=(2.0, 3.0), later=(6.0,)),
    Raises(limit="pot"),
    Raises(open=(2.5,), later=("3x",), jam=False),
)


def hand_of(number: int, stack: float = 12.0) -> TableHand:
    return TableHand((stack,) * 3, BlindLevel((0.5, 1.0)), raises=TREES[number])


@cache
def deals() -> ThreeDeals:
    table = NaiveTable(DECK, 1.0, ("a", "b", "c"), {})
    cube, wins, ties = (np.zeros((N, N, N)) for _ in range(3))
    for (a, b, c), weight in zip(table.deals, table.weights, strict=True):
        cube[a, b, c] = weight
        wins[a, b, c] = weight * (a > b)
        ties[a, b, c] = weight * (a == b)
    by_folded = [np.ascontiguousarray(one.transpose(2, 0, 1)) for one in (wins, ties)]
    return ThreeDeals(cube, wins, by_folded[0], ties, by_folded[1])


def game_of(hand: TableHand) -> ThreeTree:
    shown = np.zeros((3, N, N, N))
    for a, b, c in np.ndindex(N, N, N):
        places = [sum(other > mine for other in (a, b, c)) for mine in (a, b, c)]
        values = hand.values_after(hand.order, places)
        shown[:, a, b, c] = deals().deals[a, b, c] * np.array(values)[list(hand.order)]
    cubes = tuple(np.ascontiguousarray(shown[one].transpose(2, 0, 1)) for one in range(2))
    tree, ends = hand_tree(hand)
    return ThreeTree(deals(), tree, tuple(leaf_end(hand, one) for one in ends), (*cubes, shown[2]))


def by_words(hand: TableHand, strategy: NDArray[np.float64]) -> Chances:
    """Chances by row as the naive twin takes them."""
    found: Chances = {}
    for rows in decisions_of_rows(hand):
        nodes = [hand.nodes[row] for row in rows]
        going = {node.action_text: strategy[row] for node, row in zip(nodes, rows, strict=True)}
        key = hand.names[nodes[0].seat], nodes[0].before(hand.names)
        found[key] = {"fold": np.maximum(1 - sum(going.values()), 0.0), **going}
    return found


def by_rows(hand: TableHand, rng: np.random.Generator) -> NDArray[np.float64]:
    """Chances at random."""
    words = {
        (hand.names[hand.nodes[rows[0]].seat], hand.nodes[rows[0]].before(hand.names)): [
            hand.nodes[row].action_text for row in rows
        ]
        for rows in decisions_of_rows(hand)
    }
    drawn = random_chances(words, N, rng)
    return np.array(
        [drawn[hand.names[node.seat], node.before(hand.names)][node.action_text] for node in hand.nodes]
    )


def twin(hand: TableHand, strategy: NDArray[np.float64]) -> NaiveTable:
    names = tuple(hand.names[seat] for seat in hand.order)
    return NaiveTable(DECK, hand.stacks[0], names, by_words(hand, strategy))


def rows_of(hand: TableHand, found: TreeSeatSolution) -> NDArray[np.float64]:
    return found.behaviour[sequences_of(hand, hand_tree(hand)[0])]


@pytest.mark.parametrize("number", range(len(TREES)))
def test_values_and_sequential_gains_over_every_deal(number: int) -> None:
    hand, rng = hand_of(number), np.random.default_rng(number)
    game = game_of(hand)
    for _ in range(3):
        strategy = by_rows(hand, rng)
        found = evaluate_tree(game, behaviour_of_rows(hand, game.tree, strategy))
        table = twin(hand, strategy)
        values = table.values()
        assert found.values - 12.0 == pytest.approx(values, abs=1e-12)
        best = [table.best(seat) for seat in range(3)]
        assert found.own_gains == pytest.approx(best - values, abs=1e-12)
        assert max(found.own_gains) > 0.01


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(TREES)))
def test_solved_nobody_gains_by_any_answer(number: int) -> None:
    hand = hand_of(number)
    found = solve_seat_tree(game_of(hand), 1e-7)
    assert max(found.own_gains) < 1e-5
    table = twin(hand, rows_of(hand, found))
    assert [table.best(seat) for seat in range(3)] == pytest.approx(table.values(), abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(TREES)))
def test_where_many_mix_the_last_round_solves_for_all_of_them(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in whole games of several sizes: no step before, and pure classes far from mixing let go."""
    monkeypatch.setattr("jamfold.solver.seat_search._MANY_MIXED", 1)
    monkeypatch.setattr("jamfold.solver.seat_search._CLOSE", 1)
    found = solve_seat_tree(game_of(hand_of(number)), 1e-7, rounds=4)
    assert max(found.own_gains) < 1e-6


def test_deviators_gain_nothing() -> None:
    """Sequential ones at random: each seat in turn plays other chances at all its decisions."""
    hand, rng = hand_of(0), np.random.default_rng(5)
    game = game_of(hand)
    found = solve_seat_tree(game, 1e-9)
    tree = game.tree
    added = game.state(found.plan).added()
    for _ in range(100):
        plan = realization_plan(tree, behaviour_of_rows(hand, tree, by_rows(hand, rng)))
        assert (by_player(tree, plan * added) <= found.values + 1e-8).all()


def test_states_move_as_they_are_made_anew() -> None:
    hand, rng = hand_of(2), np.random.default_rng(1)
    game = game_of(hand)
    plans = [
        realization_plan(game.tree, behaviour_of_rows(hand, game.tree, by_rows(hand, rng))) for _ in range(2)
    ]
    moved = game.state(plans[0])
    moved.move_to(plans[1])
    assert moved.added() == pytest.approx(game.state(plans[1]).added(), abs=1e-12)


@pytest.mark.parametrize("player", range(3))
def test_changes_of_one_class_are_those_of_the_sums(player: int) -> None:
    hand, rng = hand_of(0), np.random.default_rng(player)
    game = game_of(hand)
    tree = game.tree
    plan = realization_plan(tree, behaviour_of_rows(hand, tree, by_rows(hand, rng)))
    other = realization_plan(tree, behaviour_of_rows(hand, tree, by_rows(hand, rng)))
    by = np.where(tree.player_of == player, other[:, 1] - plan[:, 1], 0.0)
    changed = plan.copy()
    changed[:, 1] += by
    state = game.state(plan)
    expected = game.state(changed).added() - state.added()
    assert state.change(player, 1, by)[tree.player_of != player] == pytest.approx(
        expected[tree.player_of != player], abs=1e-12
    )
