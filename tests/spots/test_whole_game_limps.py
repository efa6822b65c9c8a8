"""Limps that end on the flop prove no lower bound above jam or fold: a big blind that holds them to it.

The small blind folds, jams, or limps; a jam over its limp it calls or folds to; behind a check it jams the
flop or gives up the pot.  The big blind jams over limps or checks, and calls jams or folds.  With fewer
answers than the whole game has it concedes, if anything, more.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.flop_margins import FlopMargins, add_flop, load_margins, meet_flop
from jamfold.cards.games import SIX_PLUS
from jamfold.core.arrays import FloatArray
from jamfold.solver.payoffs import ClassGame
from jamfold.spots.solve import load_payoffs
from jamfold.spots.whole_game import BoundsSolver
from jamfold.spots.whole_game_flops import play_flop


def match(regrets: FloatArray, values: list[FloatArray], chances: FloatArray) -> None:
    """Regret matching+: both arrays, of a row for each action, are written."""
    worth = np.stack(values)
    regrets[:] = np.maximum(regrets + worth - (chances * worth).sum(axis=0), 0)
    total = regrets.sum(axis=0)
    chances[:] = np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / len(worth))


def best_of_limps(
    payoffs: ClassGame, flops: FlopMargins, stack: float, iterations: int
) -> tuple[float, FloatArray]:
    """What the best response to a big blind found by CFR+ earns; how often each class limps, shape (n,)."""
    n, every = payoffs.n_classes, np.arange(payoffs.n_classes)
    met = payoffs.placements.block(every, every).astype(float)
    won = payoffs.margins[:].astype(float) / payoffs.margin_scale * stack
    fold = np.full(n, -0.5 * payoffs.n_opponent_hands)
    rows = {"first": 3, "called": 2, "jam": 2, "limp": 2}
    chances = {name: np.full((k, n), 1 / k) for name, k in rows.items()}
    regrets = {name: np.zeros((k, n)) for name, k in rows.items()}
    calls, leads = (np.full(len(flops.kinds), 0.5, dtype=np.float32) for _ in range(2))
    on_flop = {leader: np.zeros((2, len(flops.kinds)), dtype=np.float32) for leader in (True, False)}
    mean_jam, mean_limp, mean_calls = np.zeros((2, n)), np.zeros((2, n)), np.zeros(len(calls))

    def flop(reach: FloatArray, *, leader: bool) -> FloatArray:
        values = np.zeros((len(flops.weights), n))
        other, own = (calls, leads) if leader else (leads, calls)
        for k in range(len(values)):
            single = reach.astype(np.float32)
            play_flop(flops, k, single, other, own, on_flop[leader], 1.0, stack, leader, values)
        total: FloatArray = values.sum(axis=0) / (payoffs.counts * flops.boards)
        return total

    for count in range(1, iterations + 1):
        (check, over), call = chances["limp"], chances["jam"][1]
        answers = [-met @ over, won @ over]
        called = (chances["called"] * answers).sum(axis=0)
        match(regrets["called"], answers, chances["called"])
        limp = called - met @ check + flop(check, leader=True)
        match(regrets["first"], [fold, met @ (1 - call) + won @ call, limp], chances["first"])
        _, jams, limps = chances["first"]
        match(regrets["jam"], [-met @ jams, won @ jams], chances["jam"])
        folds, stays = limps * chances["called"]
        checked = met @ limps + flop(limps, leader=False)
        match(regrets["limp"], [checked, met @ folds + won @ stays], chances["limp"])
        mean_jam += count**2 * chances["jam"]
        mean_limp += count**2 * chances["limp"]
        mean_calls += count**2 * chances["limp"][0][flops.kinds] * calls
    (check, over), call = mean_limp / mean_limp.sum(axis=0), mean_jam[1] / mean_jam.sum(axis=0)
    reached = mean_limp[0][flops.kinds]
    mean_calls /= np.where(reached > 0, reached, 1)
    mean_calls *= check[flops.kinds]
    more = np.zeros(n)
    for k, weight in enumerate(flops.weights):
        states = slice(flops.starts[k], flops.starts[k + 1])
        kinds, amounts = flops.kinds[states], mean_calls[states]
        showdown, calling, seen = (np.empty_like(amounts) for _ in range(3))
        add_flop(flops, k, amounts, showdown, calling)
        meet_flop(flops, k, check[kinds], seen)
        gain = 2 * seen - calling + stack * showdown / flops.runouts
        np.add.at(more, kinds, weight * np.maximum(gain, 0))
    limp = np.maximum(-met @ over, won @ over) - met @ check + more / (payoffs.counts * flops.boards)
    best = np.max([fold, met @ (1 - call) + won @ call, limp], axis=0)
    return float(payoffs.counts @ best) / (payoffs.n_hands * payoffs.n_opponent_hands), chances["first"][2]


@pytest.mark.long
@pytest.mark.parametrize("stack", [8.0, 15.0])
def test_limps_that_end_on_the_flop_earn_no_more_than_jam_or_fold(shared_tables: Path, stack: float) -> None:
    payoffs = load_payoffs(SIX_PLUS)
    lower = BoundsSolver(SIX_PLUS).solve(Situation((stack, stack), (0.5, 1.0))).bounds[0]
    best, limps = best_of_limps(payoffs, load_margins(SIX_PLUS), stack, 60)
    assert -1e-9 <= best - float(lower) < 0.001
    assert limps.max() < 0.01
