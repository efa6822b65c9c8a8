"""Future hands in other ways: heads-up a recursion over zero-sum programs; three seats on sampled deals."""

from __future__ import annotations

from functools import cache

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import Game
from jamfold.solver.exact import ExactSolver
from jamfold.spots import solve
from jamfold.spots.nplayer.search import measure_table
from jamfold.spots.tournaments.blind_levels import ScheduledLevel
from jamfold.spots.tournaments.future import future_game, needed_hands
from jamfold.spots.tournaments.hand_sums import GridHand, end_chances
from jamfold.spots.tournaments.tournament_hands import HandBefore
from jamfold.valuation.prizes import Prizes
from tests.prize_terms import prize_terms

PRIZES = Prizes((50.0, 30.0, 20.0))


class NaiveFuture:
    """The small blind's chance to win after so many hands and then by chips; no half units may come up."""

    def __init__(self, game: Game, *, steps: int, blinds: tuple[int, int]) -> None:
        self._steps, self._level, self._split = steps, ScheduledLevel(None, *blinds), game.split_low
        self._payoffs = solve.load_payoffs(game, planes=True)
        self._solver = ExactSolver(self._payoffs)
        self._chance = cache(self._play)

    def __call__(self, small: int, depth: int) -> float:
        """The chance of a small blind with so many units."""
        return small / self._steps if small in (0, self._steps) or not depth else self._chance(small, depth)

    def _play(self, small: int, depth: int) -> float:
        hand = GridHand(small, self._steps, self._level, 1, split=self._split)
        after = np.full(self._steps + 1, np.nan)
        for stack in hand.next_stacks:
            after[stack] = 1.0 - self(self._steps - stack, depth - 1)
        self._solver.solve(hand.stakes(after))
        jamming, calling = self._solver.found
        return float(end_chances(self._payoffs, jamming.strategy, calling) @ after[list(hand.next_stacks)])


def check_by_sampled_deals(game: Game, stacks: tuple[float, ...], *, seconds: float) -> None:
    """The first hand's strategies on sampled deals, its ends worth V_1: the same values within errors."""
    hand = TableHand(stacks, BlindLevel((1.0, 2.0)), prize_terms(len(stacks), PRIZES))
    found = future_game(game, hand, 2)
    known = {one: future_game(game, _shorter(one), 1).values[1] for one in needed_hands(game, hand, 2)[1]}
    before = HandBefore(hand.stacks, hand.level, hand.terms, worth=lambda left: known[left].tolist())
    sampled = measure_table(game, before, found.far.strategy, seconds=seconds, seed=1).certificate
    assert (np.abs(sampled.values - found.values[2]) < 4.5 * sampled.values_error + 1e-4).all()
    model = measure_table(game, hand, found.far.strategy, seconds=seconds, seed=1).certificate
    assert (np.abs(model.values - found.values[2]) > 6 * model.values_error).any()  # the test can tell


def _shorter(stacks: tuple[float, ...]) -> TableHand:
    prizes = Prizes(PRIZES.amounts[: len(stacks)])
    return TableHand(stacks, BlindLevel((1.0, 2.0)), prize_terms(len(stacks), prizes))
