"""Nine seats against a simulator of 100 lines that shares no code with the program."""

from __future__ import annotations

import random

import numpy as np
import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM
from jamfold.solver.predictive_regrets import solve_model
from jamfold.spots.nplayer.model import table_model
from jamfold.spots.nplayer.result import table_result
from tests.table_simulator import TableRules, play_hand, settle, strength

HANDS = 40_000


def cards(text: str) -> list[int]:
    return [
        4 * "23456789TJQKA".index(rank) + "cdhs".index(suit)
        for rank, suit in zip(*[iter(text)] * 2, strict=True)
    ]


def test_the_simulator_knows_the_rules() -> None:
    seven = [
        "2c3d5h7s9cJdKh", "2c2d5h7s9cJdKh", "2c2d5h5s9cJdKh", "2c2d2h7s9cJdKh", "Ac2d3h4s5c9dKh",
        "2c3d4h5s6c9dKh", "2c5c7c9cKcAdAh", "2c2d2h7s7c9d9h", "2c2d2h2s7c9d9h", "Ac2c3c4c5c9dKh",
        "2c3c4c5c6c7d8h",
    ]  # fmt: skip
    shown = [strength(cards(text)) for text in seven]
    assert shown == sorted(shown)
    assert [one[0] for one in shown] == [0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8]
    # The short stack wins the main pot and one chip of dead money, two others share the side pot.
    assert settle([2.0, 5.0, 5.0, 1.0], [0, 1, 2], [3, 1, 1, 9], 1.0) == [8.0, 3.0, 3.0, 0.0]
    assert settle([2.0, 5.0, 1.0], [1], [(), (), ()]) == [0.0, 8.0, 0.0]


@pytest.mark.parametrize(
    "rules",
    [
        TableRules((5.0, 12.0, 8.0, 3.0, 10.0, 6.0, 2.0, 9.0, 4.0), ante=0.125),
        TableRules((7.0,) * 9, bb_ante=1.0),
    ],
    ids=["antes and unequal stacks", "big-blind ante"],
)
def test_values_are_those_of_a_simulator(rules: TableRules) -> None:
    """The strategies are the model's after a few steps; every seat's value is within four standard errors."""
    hand = TableHand(rules.stacks, BlindLevel((0.5, 1.0), ante=rules.ante, bb_ante=rules.bb_ante))
    model = table_model(HOLDEM, hand)
    strategy = solve_model(model.solver, 1e-3, np.full(len(model.after), 0.05), most=4).strategy[model.rows]
    answer = table_result(HOLDEM, hand, profile=strategy, seconds=1.0)
    classes, plain = hand_classes(HOLDEM), strategy.tolist()
    number = np.repeat(np.arange(classes.n), classes.sizes)
    held = {frozenset(pair): int(one) for pair, one in zip(classes.hands.tolist(), number, strict=True)}
    rows = {(node.seat, node.all_in_before): row for row, node in enumerate(hand.nodes)}

    def chance(seat: int, after: tuple[int, ...], pair: tuple[int, int]) -> float:
        return float(plain[rows[seat, after]][held[frozenset(pair)]])

    dice = random.Random(1)
    won = np.array([play_hand(rules, chance, dice) for _ in range(HANDS)])
    assert won.sum(axis=1) == pytest.approx(sum(rules.stacks))
    error = np.hypot(won.std(axis=0) / HANDS**0.5, answer.values_error)
    assert error.max() < 0.05
    assert (np.abs(won.mean(axis=0) - answer.values) < 4 * error).all()
