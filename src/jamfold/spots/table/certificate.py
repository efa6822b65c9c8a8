"""The certificate of a table's strategies on fresh deals.

The deals come in two halves; every seat's best response is chosen on all deals but one half and valued on
that, without bias for what it gains and with a standard error.  Chosen and valued on the same deals a gain is
too high in the mean; that, and the standard error, make the upper bound.  It is tight where classes are few;
with the 16,432 classes of Omaha it takes far more deals than the gain itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from jamfold.counting.classes import hand_classes
from jamfold.spots.table.deals_kernel import CHANCE, CHANCE_CHANCE, FOLD, GAIN, GAIN_CHANCE, GAIN_GAIN
from jamfold.spots.table.sampler import Sampler

FloatArray = NDArray[np.float64]

CONFIDENCE = 0.95


@dataclass(frozen=True, eq=False)
class Certificate:
    """What fresh deals say of strategies; by seat, or by node of the hand and class.

    Attributes
    ----------
    reach, percent
        The chance that the hand comes to each node; percent of hands that are played there.
    values, values_error
        What every seat has after the hand in the mean, in ``hand.unit``, and its standard error.
    gains, gains_error
        What every seat's best response adds, chosen on other deals than it is valued on; its standard error.
    bounds
        Every seat's gain is below, all of them together with 95 %.
    folds, margins, margins_error
        What folding is worth to a class that is dealt and comes to a node, what jamming is worth more,
        and the standard error of that: shape (nodes, n), NaN where no deal came to.
    deals
        How many deals.
    """

    reach: FloatArray
    percent: FloatArray
    values: FloatArray
    values_error: FloatArray
    gains: FloatArray
    gains_error: FloatArray
    bounds: FloatArray
    folds: FloatArray
    margins: FloatArray
    margins_error: FloatArray
    deals: int


def certify(
    sampler: Sampler,
    strategy: FloatArray,
    known: FloatArray,
    known_deals: int,
    stream: int,
    until: float,
    told: Callable[[float], None],
) -> Certificate:
    """Measure a strategy, by node of the tree, on the fresh deals of a stream.

    Parameters
    ----------
    known, known_deals
        Gains of other deals in the mean, by node of the tree and class, and how many they are.
    until
        A time of `time.perf_counter`; two steps at least are played.
    told
        Hears the share that is done.
    """
    halves = [sampler.sums(), sampler.sums()]
    responses = [best_response(sampler, strategy, known)] * 2
    by_deal: list[FloatArray] = []
    begun = time.perf_counter()
    pairs = 0
    while pairs < 2 or time.perf_counter() < until:
        for side, sums in enumerate(halves):
            by_deal.append(sampler.play(strategy, responses[side], stream, 2 * pairs + side, sums))
        pairs += 1
        if pairs & (pairs - 1) == 0 or pairs % 16 == 0:
            responses = [
                best_response(sampler, strategy, known_deals * known + sum(part[:, :, GAIN] for part in half))
                for half in reversed(halves)
            ]
        told(min(1.0, (time.perf_counter() - begun) / max(until - begun, 1e-9)))
    sums = np.sum(halves[0] + halves[1], axis=0)
    return _measured(sampler, strategy, np.concatenate(by_deal), sums)


def best_response(sampler: Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """The best response to gains; where nothing is known, the strategy itself."""
    pure = np.where(gains > 0, 1.0, np.where(gains < 0, 0.0, strategy))
    return np.where(sampler.free[:, None], pure, strategy)


def inside_gains(sampler: Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """What best responses add by the gains they are chosen by, too high in the mean; by position."""
    lost = np.maximum(gains, 0) * (1 - strategy) + np.maximum(-gains, 0) * strategy
    inside = np.zeros(sampler.hand.n)
    np.add.at(inside, sampler.tree.tree.depth, np.where(sampler.free[:, None], lost, 0.0).sum(axis=1))
    return inside


def by_seat(sampler: Sampler, values: FloatArray) -> FloatArray:
    """Numbers by position, in the order of acting, as numbers by seat."""
    out = np.empty(sampler.hand.n)
    out[list(sampler.hand.order)] = values
    return out


def _measured(sampler: Sampler, strategy: FloatArray, deals: FloatArray, sums: FloatArray) -> Certificate:
    count, rows = len(deals), sampler.rows
    means, errors = deals.mean(axis=0), deals.std(axis=0, ddof=1) / np.sqrt(count)
    inside = inside_gains(sampler, strategy, sums[:, :, GAIN] / count)
    sizes = hand_classes(sampler.game).sizes
    sure = float(ndtri(1 - (1 - CONFIDENCE) / sampler.hand.n))
    mine = sums[rows]
    chance = np.where(mine[:, :, CHANCE] > 0, mine[:, :, CHANCE], np.nan)
    margins = mine[:, :, GAIN] / chance
    spread = (
        mine[:, :, GAIN_GAIN] - 2 * margins * mine[:, :, GAIN_CHANCE] + margins**2 * mine[:, :, CHANCE_CHANCE]
    )
    return Certificate(
        reach=mine[:, :, CHANCE].sum(axis=1) / count,
        percent=100 * (strategy[rows] @ sizes) / sizes.sum(),
        values=by_seat(sampler, means[0]),
        values_error=by_seat(sampler, errors[0]),
        gains=by_seat(sampler, np.maximum(means[1], 0.0)),
        gains_error=by_seat(sampler, errors[1]),
        bounds=by_seat(sampler, np.maximum(inside, means[1]) + sure * errors[1]),
        folds=mine[:, :, FOLD] / chance,
        margins=margins,
        margins_error=np.sqrt(np.maximum(spread, 0)) / chance,
        deals=count,
    )
