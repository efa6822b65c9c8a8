"""All flops of a game: a naive twin on a deck of twenty cards, weights, what is cut off and goes on."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.distribution import flop_classes
from jamfold.cards import Card, Rank
from jamfold.cards.games import GAMES, STANDARD_ORDER, Game
from jamfold.cases.flops import FlopChartRequest
from jamfold.core.errors import UnsupportedError, WorthError
from jamfold.spots.flop import CHARTS, FlopChips, FlopSolution, make_payoffs, solve_flop, solve_flops
from tests.naive_flops import flop_margin

TWENTY = Game("twenty", "Twenty cards", 2, (0, 1, 2), Rank(8), STANDARD_ORDER, split_low=False)
FIVE = FlopChips(Situation((5.0, 5.0), (0.5, 1.0)))


def naive_value(flop: tuple[Card, ...], stack: float) -> float:
    """The small blind's value by one linear program over all hands, pair by pair."""
    hands = list(combinations([card for card in TWENTY.deck if card not in flop], 2))
    n, runouts = len(hands), 78  # of the 13 cards left
    meet, shown = np.zeros((n, n)), np.zeros((n, n))
    for (i, first), (j, second) in combinations(enumerate(hands), 2):
        if not {*first} & {*second}:
            meet[i, j] = meet[j, i] = 1.0
            shown[i, j] = stack * flop_margin(TWENTY, first, second, flop) / runouts
            shown[j, i] = -shown[i, j]
    called = shown - meet  # called in place of winning the blind
    program = linprog(
        -np.concatenate([1.5 * meet.sum(axis=1), np.ones(n)]),
        A_ub=np.hstack([-called.T, np.eye(n)]),
        b_ub=np.zeros(n),
        bounds=[(0, 1)] * n + [(None, 0)] * n,
        method="highs",
    )
    return float(-0.5 - program.fun / meet.sum())


@pytest.fixture(scope="module")
def solutions() -> dict[tuple[Card, ...], FlopSolution]:
    return {}


@pytest.mark.long
def test_a_deck_of_twenty_cards(data_folder: Path, solutions: dict[tuple[Card, ...], FlopSolution]) -> None:
    """Three flops against a naive twin; the means are those of all 1,140; what is cut off goes on."""
    classes = flop_classes(TWENTY)
    assert int(classes.sizes.sum()) == 1_140
    asked = []

    def solve(flop: tuple[Card, ...]) -> FlopSolution:
        asked.append(flop)
        if flop not in solutions:
            solutions[flop] = solve_flop(make_payoffs(flop, TWENTY), FIVE)
        return solutions[flop]

    def interrupt(stage: str, share: float) -> None:
        if len(asked) == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_flops(TWENTY, FIVE, interrupt, solve)
    assert len(CHARTS.items(TWENTY.name)) == 1
    cut = solve_flops(TWENTY, FIVE, solve=solve)
    assert len(asked) == classes.n  # none twice
    again = solve_flops(TWENTY, FIVE, solve=solve)
    assert len(asked) == classes.n  # what is done stays
    assert again.solved.tobytes() == cut.solved.tobytes()
    (kept,) = CHARTS.items(TWENTY.name)
    kept.remove()
    whole = solve_flops(TWENTY, FIVE, solve=solve)
    assert cut.solved.tobytes() == whole.solved.tobytes()
    assert whole.exact
    assert max(sum(one.gains_bb) for one in whole.flops) < 1e-12
    lines = whole.flops
    assert sum(one.weight for one in lines) == whole.weight == 1_140
    mean = sum(one.weight * one.values_bb[0] for one in lines) / 1_140
    assert whole.value_bb == pytest.approx(mean, abs=1e-12)
    assert sum(whole.values_bb) == pytest.approx(0.0, abs=1e-12)
    assert sum(group.weight for group in whole.groups[:3]) == 1_140
    for k in (0, classes.n // 2, classes.n - 1):
        flop = tuple(Card(int(card)) for card in classes.representatives[k])
        assert lines[k].values_bb[0] == pytest.approx(naive_value(flop, 5.0), abs=1e-9)


def test_weights_of_all_flops() -> None:
    for game, flops, distinct in (("holdem", 22_100, 1_755), ("six-plus", 7_140, 573)):
        classes = flop_classes(GAMES[game])
        assert (int(classes.sizes.sum()), classes.n) == (flops, distinct)


def test_four_cards_are_asked_flop_by_flop() -> None:
    with pytest.raises(UnsupportedError, match="two hole cards, not for Omaha: solve one") as caught:
        FlopChartRequest(game="omaha", stacks=("5bb", "5bb"))
    assert caught.value.field == "game"
    with pytest.raises(UnsupportedError, match="choose another game"):
        FlopChartRequest(game="omaha-5", stacks=("5bb", "5bb"))
    with pytest.raises(WorthError, match="Remove them"):
        FlopChartRequest(prizes=(100, 50))
