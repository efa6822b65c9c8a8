"""Standard errors of the gains of hands on sampled deals: 95% intervals hold in 95% of cases."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import HOLDEM
from jamfold.solver.predictive_regrets import solve_model
from jamfold.spots.nplayer.certificate import Measurement
from jamfold.spots.nplayer.model import table_model
from jamfold.spots.nplayer.sampler import Sampler

FloatArray = NDArray[np.float64]
RUNS, STEPS, HANDS = 20, 10, 1_000


class Runs(NamedTuple):
    """Six seats at 10 bb measured by 20 seeds on 10,000 deals each; shape (runs, nodes, n)."""

    margins: FloatArray
    errors: FloatArray
    deals: FloatArray
    """Deals in which a class could come to a node, times its chance; each hand is once in each seat."""
    model: FloatArray
    """What the model says: shape (nodes, n)."""


@cache
def measured() -> Runs:
    hand = TableHand((10.0,) * 6, BlindLevel((0.5, 1.0)))
    model = table_model(HOLDEM, hand)
    found = solve_model(model.solver, 1e-3, np.full(len(model.after), 0.05), most=12)
    runs = []
    for seed in range(RUNS):
        sampler = Sampler(HOLDEM, hand, seed)
        strategy = found.strategy[model.rows]
        measurement = Measurement(sampler, strategy, np.zeros(sampler.shape))
        for _ in range(STEPS):
            measurement.step()
        seen = measurement.certificate(0.95)
        runs.append((seen.margins, seen.margins_error, hand.n * seen.arrivals * seen.deals))
    margins, errors, deals = (np.array(values) for values in zip(*runs, strict=True))
    return Runs(margins, errors, deals, found.margins[model.rows])


def long_run(runs: Runs, run: int) -> tuple[FloatArray, FloatArray]:
    """What all other runs say together: 190,000 deals."""
    others = np.arange(RUNS) != run
    known = others[:, None, None] & np.isfinite(runs.errors)
    weights = np.where(known, runs.deals, 0.0)
    weights /= np.maximum(weights.sum(axis=0), 1e-9)
    squares = (weights * np.where(known, runs.errors, 0.0)) ** 2
    return (weights * np.where(known, runs.margins, 0.0)).sum(axis=0), np.sqrt(squares.sum(axis=0))


@pytest.mark.parametrize(("fewest", "hold"), [(50.0, 930), (0.0, 915)], ids=["many deals", "any deals"])
def test_intervals_of_gains_hold(fewest: float, hold: int) -> None:
    """Of 1,000 hands drawn from all runs and decisions: against the long run of all other seeds.

    954 of them where 50 deals tell of a hand or more (of all 39,370 such hands 94.9%), 930 where any do (of
    all 126,221 hands 94.0%).
    """
    runs = measured()
    rests = [long_run(runs, run) for run in range(RUNS)]
    known = np.isfinite(runs.errors) & (runs.deals >= fewest)
    off = runs.margins - np.array([mean for mean, _ in rests])
    error = np.hypot(runs.errors, np.array([error for _, error in rests]))
    chosen = np.random.default_rng(0).choice(np.flatnonzero(known), HANDS, replace=False)
    inside = (np.abs(off) < 1.96 * error).ravel()[chosen]
    assert hold <= inside.sum() <= 970


def test_first_decisions_are_those_of_the_model() -> None:
    """The model is off by 0.005 bb, deals by 0.2: of 7,925 hands 94.7% lie within the interval around it."""
    runs = measured()
    known = np.isfinite(runs.errors) & (runs.deals >= 200)
    off = (runs.margins - runs.model)[known] / runs.errors[known]
    assert known.sum() > HANDS
    assert 0.93 < (np.abs(off) < 1.96).mean() < 0.97


def test_no_error_is_nothing_and_few_deals_leave_the_sign_open() -> None:
    """Two deals that agree by chance say nothing for certain: 0.6% of the signs that are given are wrong."""
    runs = measured()
    known = np.isfinite(runs.margins)
    assert (np.isfinite(runs.errors) == known).all()
    assert (runs.errors[known] > 0.0).all()
    sure = known & (np.abs(runs.margins) > 2 * runs.errors)
    wrong = sure & (np.sign(runs.margins) != np.sign(runs.model)) & (np.abs(runs.model) > 0.02)
    assert wrong.sum() < 0.01 * sure.sum()
