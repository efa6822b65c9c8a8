"""Tables that the model solves: strategies without sampling, and a certificate on fresh deals.

Seconds are converted into the number of deals of two slow cores, so a busy machine takes longer and gives the
same result.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.predictive_regrets import ModelSolution, evaluate_model, solve_model
from jamfold.spots.nplayer.certificate import CONFIDENCE, Certificate, Measurement
from jamfold.spots.nplayer.model import TableModel, table_model
from jamfold.spots.nplayer.sampler import FOLDS, TASKS, Sampler
from jamfold.spots.nplayer.search import SearchProgress, ignore_search_progress, is_reached

TOLERANCE = 2e-5
"""The gain of a seat in the model at which the search ends, in big blinds.

The gains of weak hands first in at six seats differ by up to 0.01 from those of another solution; with 5e-5
by up to 0.019.
"""
SURE = 2.0
"""The number of standard errors beyond which the sign of a gain counts as certain."""
_ERRORS = (0.0005, 0.001, 0.006, 0.006)
"""Errors of the model for a class first in, and after one, two and three players, as shares of a stack."""
_ENOUGH, _ENOUGH_OF_PRIZES = 1e-3, 2e-4
"""The bound that ends a certificate, in big blinds and as a share of all prizes."""
_EARLY_LOOKS, _EARLY_DOUBT = 3, 0.005
"""Early looks at a certificate, after 1/8, 1/4 and 1/2 of its deals, and the error probability of each."""
_DEALS_A_SECOND = {4: 40_000, 5: 40_000, 6: 30_000, 7: 25_000, 8: 20_000, 9: 15_000, 10: 10_000}
"""Deals per second by number of seats, on two slow cores."""
_KNOWN_DEALS = 1e6
"""The weight of the model's gains in choosing responses, as a number of deals."""


@dataclass(frozen=True, eq=False)
class ModelledTable:
    """Strategies of all seats, their gains in the model, and their certificate."""

    strategy: FloatArray
    """Jam and call frequencies by node of ``hand.nodes`` and class, shape (nodes, n)."""
    certificate: Certificate
    """Estimates from fresh deals, with the model's EVs of folding and margins."""
    gains: FloatArray
    """Every seat's gain in the model."""
    seconds: float

    @property
    def deals(self) -> int:
        """The number of deals, all of them of the certificate."""
        return self.certificate.deals


def model_table(
    game: Game,
    hand: TableHand,
    *,
    profile: FloatArray | None = None,
    seconds: float = 30.0,
    gain: float | Literal["lifetime"] | None = None,
    seed: int = 0,
    progress: Progress = ignore_progress,
    on_search: Callable[[SearchProgress], None] = ignore_search_progress,
) -> ModelledTable:
    """Solve a table by the model, or measure a profile, shape (nodes of the hand, n).

    Raises TableError if the three-way table cannot be built or loaded.

    Parameters
    ----------
    seconds, gain
        The certificate ends when it proves this gain, in ``hand.unit``, or after `seconds` of two slow cores;
        ``lifetime`` for an unnoticeable gain, default 0.001 big blinds or 0.02% of the prizes.
    on_search
        Called with the model's frequencies and gains before the first deal, then with the number of deals.
    """
    started = time.perf_counter()
    model, unit = table_model(game, hand, progress), big_blind_worth(hand)
    errors = unit * model_errors(hand, model)
    if profile is None:
        solution = solve_model(model.solver, TOLERANCE * unit, SURE * errors, progress=progress)
    else:
        solution = evaluate_model(model.solver, model.whole(profile))
    strategy, sampler = solution.strategy[model.rows], Sampler(game, hand, seed)
    going = SearchProgress(0, 100 * (strategy * model.solver.tensors.prior).sum(axis=1), solution.gains)
    on_search(going)

    def measuring(steps: int, share: float) -> None:
        on_search(replace(going, deals=steps * TASKS * sampler.batch))
        progress("measuring on fresh deals", share)

    if gain is None:
        gain = _ENOUGH * hand.big_blind if hand.pool is None else _ENOUGH_OF_PRIZES * hand.pool
    is_enough = partial(is_reached, game, hand, gain, strategy)
    measured = _measured(sampler, model, solution, seconds, is_enough, measuring)
    return ModelledTable(
        strategy=strategy,
        certificate=_with_model(
            measured, model, solution, unsettled(solution, errors, solved=profile is None)[model.rows]
        ),
        gains=solution.gains,
        seconds=time.perf_counter() - started,
    )


def _measured(
    sampler: Sampler,
    model: TableModel,
    solution: ModelSolution,
    seconds: float,
    is_enough: Callable[[Certificate], bool],
    measuring: Callable[[int, float], None],
) -> Certificate:
    """Return the certificate of the first sufficient look, or of all deals."""
    rows, prior = sampler.rows, model.solver.tensors.prior
    prior_gains = np.zeros(sampler.shape)
    prior_gains[rows] = _KNOWN_DEALS / sampler.deals_a_class * (prior * solution.values.gains)[model.rows]
    measurement = Measurement(sampler, sampler.whole(solution.strategy[model.rows]), prior_gains)
    steps = max(FOLDS // TASKS, round(seconds * _DEALS_A_SECOND[sampler.hand.n] / (TASKS * sampler.batch)))
    for look in range(_EARLY_LOOKS, -1, -1):
        while measurement.steps < max(FOLDS // TASKS, steps >> look):
            measurement.step()
            measuring(measurement.steps, measurement.steps / steps)
        doubt = _EARLY_DOUBT if look else 1 - CONFIDENCE - _EARLY_LOOKS * _EARLY_DOUBT
        certificate = measurement.certificate(1 - doubt)
        if is_enough(certificate):
            break
    return certificate


def unsettled(solution: ModelSolution, errors: FloatArray, *, solved: bool) -> FloatArray:
    """Return the model's errors by node and class, with those of its deals of four hands.

    If the search has not converged, a class with a wrong action has at least its margin as error.
    """
    margins, arrivals = np.nan_to_num(solution.margins), solution.values.arrivals
    sampled = np.divide(solution.values.errors, arrivals, out=np.zeros_like(arrivals), where=arrivals > 0)
    wrong = (solution.strategy != (margins > 0)) if solved else np.zeros(margins.shape, dtype=np.bool_)
    return np.maximum(np.hypot(errors[:, None], sampled), np.where(wrong, np.abs(margins), 0.0))


def _with_model(
    measured: Certificate, model: TableModel, solution: ModelSolution, errors: FloatArray
) -> Certificate:
    """Return a certificate with the model's values by class, which are less noisy than the deals'."""
    rows, values, prior = model.rows, solution.values, model.solver.tensors.prior
    margins, arrivals = solution.margins[rows], (prior * values.arrivals)[rows]
    arrivals[0] = prior  # nothing is before the first decision; the model has it within 2e-4
    return replace(
        measured,
        reach=np.minimum(arrivals.sum(axis=1), 1.0),
        folds=np.where(np.isnan(margins), np.nan, values.folds[rows]),
        margins=margins,
        margins_error=np.where(np.isnan(margins), np.nan, errors),
        arrivals=arrivals,
    )


def model_errors(hand: TableHand, model: TableModel) -> FloatArray:
    """Return the model's error of a class by node, in big blinds."""
    pot = sum(sorted(hand.stacks)[-2:]) / 2 / hand.big_blind
    return np.array([_ERRORS[len(after)] for after in model.after]) * pot


def big_blind_worth(hand: TableHand) -> float:
    """Return the value of a big blind in the unit of the hand; of prizes, its share of all chips."""
    if hand.pool is None:
        return hand.big_blind
    return hand.pool * hand.big_blind / (sum(hand.stacks) + sum(hand.other_stacks))
