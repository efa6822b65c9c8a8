"""The certificate of a table's strategies on fresh deals.

The deals come in ten folds; every seat's best response is chosen on nine of them and valued on the tenth, in
turn: no bias for what it gains, and a standard error.  A best response is not chosen by noise, so it gains
more: that is a lower estimate, and the gain is at least that less its error.  Chosen and valued on the same
deals a gain is too high in the mean; that, and the standard error, make the upper bound.  It is tight where
classes are few; with the 16,432 classes of Omaha it takes far more deals than the gain itself.

With ten folds the response is chosen on nine tenths of the deals; chosen on fewer of them, as with two
folds, it finds less of what there is to gain.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from jamfold.counting.classes import hand_classes
from jamfold.spots.table.deals_kernel import CHANCE, CHANCE_CHANCE, FOLD, GAIN_CHANCE, GAIN_GAIN
from jamfold.spots.table.sampler import TASKS, Sampler
from jamfold.spots.table.streams import Purpose

FloatArray = NDArray[np.float64]

CONFIDENCE = 0.95
FOLDS = 10  # a multiple of the sampler's tasks
_CHOOSING = 32  # steps after which a response is chosen anew


@dataclass(frozen=True, eq=False)
class Certificate:
    """What fresh deals say of strategies; by seat, or by node of the hand and class."""

    reach: FloatArray
    percent: FloatArray
    """reach, percent: The chance that the hand comes to each node; percent of hands that are played there."""
    values: FloatArray
    values_error: FloatArray
    """values, values_error: What every seat has after the hand in the mean, in ``hand.unit``, and its
    standard error."""
    gains: FloatArray
    gains_error: FloatArray
    """gains, gains_error: What every seat's best response adds, chosen on other deals than it is valued on, a
    lower estimate in the mean; its standard error."""
    least: FloatArray
    bounds: FloatArray
    """least, bounds: Every seat's gain is above the first, with 95 % for all of them together, and below the
    second."""
    folds: FloatArray
    margins: FloatArray
    margins_error: FloatArray
    """folds, margins, margins_error: What folding is worth to a class that is dealt and comes to a node, what
    jamming is worth more, and the standard error of that: shape (nodes, n), NaN where no deal came to."""
    deals: int
    """How many deals."""


def certify(
    sampler: Sampler,
    strategy: FloatArray,
    known: FloatArray,
    until: float,
    told: Callable[[float], None],
    confidence: float = CONFIDENCE,
) -> Certificate:
    """Measure a strategy, by node of the tree, on fresh deals of its own stream.

    Parameters
    ----------
    known
        Sums of gains over other deals, by node of the tree and class: they help to choose responses.
    until
        A time of `time.perf_counter`; every fold has a batch at least.
    told
        Hears the share that is done.
    confidence
        What the certificate says of all seats together it says with this.
    """
    stream = sampler.stream(Purpose.MEASUREMENT, strategy)
    folds, moments = sampler.gains(FOLDS), sampler.moments()
    response = best_response(sampler, strategy, known)
    by_deal: list[FloatArray] = []
    begun = time.perf_counter()
    while len(by_deal) * TASKS < FOLDS or time.perf_counter() < until:
        step = len(by_deal)
        if step and (step & (step - 1) == 0 or step % _CHOOSING == 0):
            response = best_response(sampler, strategy, known + sum(folds))
        by_deal.append(sampler.play(strategy, response, stream, step, folds, moments))
        told(min(1.0, (time.perf_counter() - begun) / max(until - begun, 1e-9)))
    found = held_out(sampler, strategy, known, folds)
    gains = np.sum(folds, axis=0)
    return _measured(sampler, strategy, by_deal, found, gains, np.sum(moments, axis=0), confidence)


def held_out(
    sampler: Sampler, strategy: FloatArray, known: FloatArray, folds: list[FloatArray]
) -> FloatArray:
    """What responses add, each chosen on all folds but the one that it is valued on; sums by position."""
    everything = known + sum(folds)
    added = np.zeros(sampler.shape)
    for fold in folds:
        added += fold * (best_response(sampler, strategy, everything - fold) - strategy)
    return by_position(sampler, added)


def best_response(sampler: Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """The best response to gains; where nothing is known, the strategy itself."""
    pure = np.where(gains > 0, 1.0, np.where(gains < 0, 0.0, strategy))
    return np.where(sampler.free[:, None], pure, strategy)


def inside_gains(sampler: Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """What best responses add by the gains they are chosen by, too high in the mean; by position."""
    lost = np.maximum(gains, 0) * (1 - strategy) + np.maximum(-gains, 0) * strategy
    return by_position(sampler, lost)


def by_position(sampler: Sampler, values: FloatArray) -> FloatArray:
    """Values by node of the tree and class, added up by the position that decides there."""
    total = np.zeros(sampler.hand.n)
    np.add.at(total, sampler.tree.tree.depth, np.where(sampler.free[:, None], values, 0.0).sum(axis=1))
    return total


def by_seat(sampler: Sampler, values: FloatArray) -> FloatArray:
    """Numbers by position, in the order of acting, as numbers by seat."""
    out = np.empty(sampler.hand.n)
    out[list(sampler.hand.order)] = values
    return out


def _measured(
    sampler: Sampler,
    strategy: FloatArray,
    steps: list[FloatArray],
    found: FloatArray,
    gains: FloatArray,
    moments: FloatArray,
    confidence: float,
) -> Certificate:
    deals, rows = np.concatenate(steps), sampler.rows
    count = len(deals)
    values, values_error = deals[:, 0].mean(axis=0), deals[:, 0].std(axis=0, ddof=1) / count**0.5
    # Responses of the first deals were chosen on few, or none: those of the later half vary as the last ones.
    error = deals[count // 2 :, 1].std(axis=0, ddof=1) / count**0.5
    found, inside = found / count, inside_gains(sampler, strategy, gains / count)
    sizes = hand_classes(sampler.game).sizes
    sure = float(ndtri(1 - (1 - confidence) / sampler.hand.n)) * error
    mine, gain = moments[rows], gains[rows]
    chance = np.where(mine[:, :, CHANCE] > 0, mine[:, :, CHANCE], np.nan)
    margins = gain / chance
    spread = (
        mine[:, :, GAIN_GAIN] - 2 * margins * mine[:, :, GAIN_CHANCE] + margins**2 * mine[:, :, CHANCE_CHANCE]
    )
    return Certificate(
        reach=mine[:, :, CHANCE].sum(axis=1) / count,
        percent=100 * (strategy[rows] @ sizes) / sizes.sum(),
        values=by_seat(sampler, values),
        values_error=by_seat(sampler, values_error),
        gains=by_seat(sampler, np.maximum(found, 0.0)),
        gains_error=by_seat(sampler, error),
        least=by_seat(sampler, np.maximum(found - sure, 0.0)),
        bounds=by_seat(sampler, np.maximum(inside, found) + sure),
        folds=mine[:, :, FOLD] / chance,
        margins=margins,
        margins_error=np.sqrt(np.maximum(spread, 0)) / chance,
        deals=count,
    )
