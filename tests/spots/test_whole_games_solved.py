"""The interval holds the value of whole games that are solved otherwise; nobody in the real game beats it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.tree_covered import solve_without_redundant
from jamfold.solver.tree_exact import TreeSolver
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tree_solve import make_tree
from jamfold.spots.whole_game import BoundsSolver, WholeGame
from tests.no_limit import FOLD, PASS, Betting, begin
from tests.toy_whole_game import toy_payoffs, whole_value


def tree_value(payoffs: ClassGame, situation: Situation, raises: Raises) -> float:
    """What the small blind wins in the finite tree, in chips."""
    played = spot_payoffs(situation, CHIPS, split=False)
    tree = make_tree(raise_tree(situation, raises), situation, CHIPS, played)
    evaluation = solve_without_redundant(TreeSolver(payoffs), tree)[0].evaluation
    return evaluation.values[0] * situation.unit


def check_toy(seed: int) -> None:
    """8 to 20 cards and one street, or up to 10 and two; strengths and sizes at random."""
    draw = np.random.default_rng(seed)
    streets = 1 + seed % 2
    n = int(draw.integers(8, 21 if streets == 1 else 11))
    stack = int(draw.integers(4, 15 if streets == 1 else 13))
    strengths = draw.integers(0, n, size=(n, n if streets == 2 else 1))
    every = np.arange(3, stack + 1)
    few = draw.choice(every, size=min(2, len(every)), replace=False)
    sizes = frozenset((every if streets == 1 else few).tolist())
    payoffs, situation = toy_payoffs(strengths), Situation((stack, stack), (1, 2))
    lower = tree_value(payoffs, situation, Raises())
    upper = tree_value(payoffs, situation, Raises(open=(4.0,) if stack > 4 else (), limp=True))
    value = whole_value(strengths, begin(stack, (1, 2), streets), sizes)
    assert lower - 1e-7 <= value <= upper + 1e-7


@pytest.mark.parametrize("seed", range(4))
def test_a_toy_deck_solved_whole_lies_in_the_interval(seed: int) -> None:
    check_toy(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 204))
def test_two_hundred_toy_decks_lie_in_the_interval(seed: int) -> None:
    check_toy(seed)


Player = Callable[[int, Betting, random.Random], int]
"""What the small blind does with a class in a state."""


class Real:
    """The real game against the big blind that proves the upper bound; all-ins at their mean over boards."""

    def __init__(self, stack: int) -> None:
        """A stack in half big blinds."""
        self.stack, big = stack, stack / 2
        self.bounds: WholeGame = BoundsSolver(HOLDEM).solve(Situation((big, big), (0.5, 1.0)))
        self.answers = {name: one.chances() for name, one in self.bounds.upper[0].answers.items()}
        payoffs = load_payoffs(HOLDEM)
        every = np.arange(payoffs.n_classes)
        self.pairs = payoffs.placements.block(every, every).astype(float)
        self.won = payoffs.margins[:].astype(float) / payoffs.margin_scale
        self.dealt = payoffs.counts[:, None] * self.pairs / (1326 * 1225)

    def big_blind(self, card: int, state: Betting, draw: random.Random) -> int:
        """Jams, or gives up: a jam is called or not, a limp is checked, later bets are folded to."""
        facing = state.put[0] > state.put[1]
        if state.street or state.put[1] > 2:
            return FOLD if facing else PASS
        name = "limp" if not facing else "jam" if state.put[0] == self.stack else "raise"
        if draw.random() < self.answers[name][card]:
            return PASS if name == "jam" else self.stack
        return FOLD if facing else PASS

    def hand(self, player: Player, cards: tuple[int, int], draw: random.Random) -> float:
        """What the small blind wins, in big blinds."""
        state = begin(self.stack, (1, 2), 4)
        while not state.over:
            who = player if state.seat == 0 else self.big_blind
            state = state.after(who(cards[state.seat], state, draw))
        if state.folded >= 0:
            return (state.put[1] if state.folded else -state.put[0]) / 2
        assert state.all_in or state.put[0] == state.put[1]
        return state.put[0] / 2 * float(self.won[cards] / self.pairs[cards])

    def earns(self, player: Player, hands: int, seed: int) -> tuple[float, float]:
        """The mean of many hands, and its standard error."""
        deals = np.random.default_rng(seed).choice(self.dealt.size, size=hands, p=self.dealt.ravel())
        draw, n = random.Random(seed), len(self.dealt)
        results = np.array([self.hand(player, divmod(deal, n), draw) for deal in deals.tolist()])
        return float(results.mean()), float(results.std() / np.sqrt(hands))


def any_action(card: int, state: Betting, draw: random.Random) -> int:
    return draw.choice([*state.actions()])


def limper(card: int, state: Betting, draw: random.Random) -> int:
    """Limps everything, folds to a jam, and bets any size where it is checked to."""
    if state.street == 0:
        return FOLD if state.put[1] > 2 else PASS
    return draw.choice([one for one in state.actions() if one != PASS] or [PASS])


def raiser(card: int, state: Betting, draw: random.Random) -> int:
    """Raises everything to any size, calls a jam with the better half."""
    if state.put[1] > 2:
        return PASS if card < 85 else FOLD
    return draw.choice([one for one in state.actions() if one > 2])


def best_player(real: Real) -> Player:
    """Who knows the big blind's strategy and limps where that is best, else folds or jams."""
    stack, fold = real.stack / 2, -0.5 * real.pairs.sum(axis=1)
    limp, jam = real.answers["limp"], real.answers["jam"]
    called = stack * (real.won @ limp) > -(real.pairs @ limp)
    limped = real.pairs @ (1 - limp) + np.maximum(stack * (real.won @ limp), -(real.pairs @ limp))
    jammed = real.pairs @ (1 - jam) + stack * (real.won @ jam)

    def play(card: int, state: Betting, draw: random.Random) -> int:
        if state.street:
            return real.stack
        if state.put[1] > 2:
            return PASS if called[card] else FOLD
        if max(limped[card], jammed[card]) < fold[card]:
            return FOLD
        return PASS if limped[card] >= jammed[card] else real.stack

    return play


@pytest.mark.parametrize("hands", [20_000, pytest.param(250_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["any", "limper", "raiser", "best"])
def test_no_deviator_earns_more_than_the_upper_bound(shared_tables: Path, name: str, hands: int) -> None:
    """A million hands at 8 big blinds; the best player earns the bound, as in the tree."""
    real = Real(16)
    players = {"any": any_action, "limper": limper, "raiser": raiser, "best": best_player(real)}
    upper = float(real.bounds.bounds[1])
    mean, error = real.earns(players[name], hands, seed=len(name))
    assert mean <= upper + 4 * error
    if name == "best":
        assert abs(mean - upper) <= 4 * error
