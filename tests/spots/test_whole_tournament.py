"""Jam or fold in the whole tournament: bounds at every stack against the published 1.4 points.

P. B. Miltersen and T. B. Sorensen, "A near-optimal strategy for a heads-up no-limit Texas Hold'em poker
tournament", 2007.  What is bet is a multiple of the unit, and more chips are never worth less.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jamfold
from jamfold.betting.raises import Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM
from jamfold.core.arrays import FloatArray
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tree_solve import WarmStartSolver, solve_raises
from jamfold.valuation.utility import TournamentUtility

PUBLISHED_POINTS = 1.4
STEPS, UNIT, BLINDS = 80, 100.0, (300.0, 600.0)


def terms(winning: FloatArray) -> PayoffTerms:
    """Percent of winning, for the next small blind's chances by stack."""
    return PayoffTerms(utility=TournamentUtility(tuple(winning.tolist()), UNIT))


def one_hand_earlier(
    least: FloatArray, most: FloatArray, neighbours: WarmStartSolver
) -> tuple[FloatArray, FloatArray]:
    """What the small blind wins at least by jam or fold, and at most against jams over limps or giving up.

    Who plays for the least is the big blind next, against a small blind who then wins the most.
    """
    least_before, most_before = least.copy(), most.copy()
    for k in range(1, STEPS):
        spot = Situation((k * UNIT, (STEPS - k) * UNIT), BLINDS)
        played = spot_payoffs(spot, terms(most), split=False)
        solution = neighbours.jam_or_fold(played.stakes)
        least_before[k] = played.of(0, solution.values[0] - 2 * solution.epsilon) / 100
        limps = solve_raises(HOLDEM, spot, Raises(limp=True), terms(least), neighbours=neighbours)
        evaluation = limps.solved.evaluation
        played = spot_payoffs(spot, terms(least), split=False)
        most_before[k] = played.of(0, evaluation.values[0] + evaluation.gains[0]) / 100
    return least_before, most_before


@pytest.mark.long
def test_jam_or_fold_loses_no_more_in_the_whole_tournament_than_published(shared_tables: Path) -> None:
    found = jamfold.tournament("holdem", chips=8000, blinds=(300, 600), unit=100).winning[-1]
    inner = np.concatenate([[0.0], np.full(STEPS - 1, 0.01), [0.0]])
    least = np.maximum.accumulate(np.clip(found - inner, 0.0, 1.0))
    most = 1.0 - np.maximum.accumulate(np.clip(1.0 - found - inner, 0.0, 1.0)[::-1])[::-1]
    neighbours = WarmStartSolver(load_payoffs(HOLDEM, planes=True))
    change = 1.0
    while change > 2e-6:
        before = least, most
        least, most = one_hand_earlier(least, most, neighbours)
        change = max(abs(least - before[0]).max(), abs(most - before[1]).max())
    assert (np.diff(least) > 0).all()
    assert (np.diff(most) > 0).all()
    points = 100 * (most - least)
    assert int(points.argmax()) == STEPS // 2
    assert points.max() == pytest.approx(1.3848, abs=2e-3)
    assert round(points.max(), 1) == PUBLISHED_POINTS
    assert points[STEPS // 4] == pytest.approx(0.635, abs=2e-3)
    assert (least <= found + 1e-9).all()
    assert (found <= most + 1e-9).all()
