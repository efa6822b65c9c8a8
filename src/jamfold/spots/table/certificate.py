"""The certificate of a table's strategies on fresh deals.

The deals come in ten folds; every seat's best response is chosen on nine of them and valued on the tenth, in
turn: no bias for what it gains, and a standard error.  A best response is not chosen by noise, so it gains
more: that is a lower estimate, and the gain is at least that less its error.  Chosen and valued on the same
deals a gain is too high in the mean; that, and the standard error, make the upper bound.  It is tight where
classes are few.  Where they are many a deal of the others' hands tells of all hands at once (`all_hands`).

With ten folds the response is chosen on nine tenths of the deals; chosen on fewer of them, as with two
folds, it finds less of what there is to gain.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from jamfold.spots.table.all_hands import AllHandsSampler, tells_more
from jamfold.spots.table.deals_kernel import CHANCE, CHANCE_CHANCE, FOLD, GAIN_CHANCE, GAIN_GAIN
from jamfold.spots.table.sampler import FOLDS, TASKS, Sampler
from jamfold.spots.table.streams import Purpose

FloatArray = NDArray[np.float64]

CONFIDENCE = 0.95
_ROUNDING = 1e-9
_CHOOSING = 32  # steps after which a response is chosen anew
_SEATED = 0.25
"""Of the time, for deals of hands for all seats, where gains are those of `all_hands`."""


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
    jamming is worth more, and the standard error of that: shape (nodes, n), NaN where fewer than two deals
    came to: one deal does not vary."""
    arrivals: FloatArray
    """The chance that a class is dealt and the others let it come to each node: shape (nodes, n)."""
    deals: int
    """How many deals, those of all hands among them."""


class _Gained(NamedTuple):
    """By position: what responses add that were chosen on other deals, on the same ones, a standard error."""

    found: FloatArray
    inside: FloatArray
    error: FloatArray
    deals: int
    """How many said so."""


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
    whole = tells_more(sampler)
    seated = begun + _SEATED * (until - begun) if whole else until
    while len(by_deal) * TASKS < FOLDS or time.perf_counter() < seated:
        step = len(by_deal)
        if step and (step & (step - 1) == 0 or step % _CHOOSING == 0):
            response = best_response(sampler, strategy, known + sum(folds))
        by_deal.append(sampler.play(strategy, response, stream, step, folds, moments))
        told(min(1.0, (time.perf_counter() - begun) / max(until - begun, 1e-9)))
    deals, gains = np.concatenate(by_deal), np.sum(folds, axis=0)
    if whole:
        gained = _gained_by_all_hands(sampler, strategy, until, told)
    else:
        gained = _gained(sampler, strategy, known, folds, deals[:, 1])
    count = len(deals) + (gained.deals if whole else 0)
    return _measured(sampler, strategy, deals, gained, gains, np.sum(moments, axis=0), confidence, count)


def _gained_by_all_hands(
    sampler: Sampler, strategy: FloatArray, until: float, told: Callable[[float], None]
) -> _Gained:
    """The gains of deals that tell of all hands; every fold has a batch at least."""
    dealt, nothing = AllHandsSampler(sampler), np.zeros(sampler.shape)
    stream = sampler.stream(Purpose.ALL_HANDS, strategy)
    folds, response = sampler.gains(FOLDS), strategy
    by_deal: list[FloatArray] = []
    begun = time.perf_counter()
    while len(by_deal) * TASKS < FOLDS or time.perf_counter() < until:
        step = len(by_deal)
        if step and (step & (step - 1) == 0 or step % _CHOOSING == 0):
            response = best_response(sampler, strategy, nothing + sum(folds))
        by_deal.append(dealt.play(strategy, response, stream, step, folds))
        told(min(1.0, (time.perf_counter() - begun) / max(until - begun, 1e-9)))
    return _gained(sampler, strategy, nothing, folds, np.concatenate(by_deal))


def _gained(
    sampler: Sampler, strategy: FloatArray, known: FloatArray, folds: list[FloatArray], by_deal: FloatArray
) -> _Gained:
    """What the deals of all folds say; ``by_deal`` (deals, positions): what responses chosen before added."""
    count = len(by_deal)
    return _Gained(
        held_out(sampler, strategy, known, folds) / count,
        inside_gains(sampler, strategy, np.sum(folds, axis=0) / count),
        # Responses of the first deals were chosen on few, or none: those of the later half vary as the last.
        by_deal[count // 2 :].std(axis=0, ddof=1) / count**0.5,
        count,
    )


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
    deals: FloatArray,
    gained: _Gained,
    gains: FloatArray,
    moments: FloatArray,
    confidence: float,
    all_deals: int,
) -> Certificate:
    rows = sampler.rows
    count = len(deals)
    values, values_error = deals[:, 0].mean(axis=0), deals[:, 0].std(axis=0, ddof=1) / count**0.5
    found, inside, error, _ = gained
    sizes = sampler.sizes
    sure = float(ndtri(1 - (1 - confidence) / sampler.hand.n)) * error
    mine, gain = moments[rows], gains[rows]
    # Of one deal the square of the sum is the sum of squares; of more it is above.
    several = mine[:, :, CHANCE] ** 2 > (1 + _ROUNDING) * mine[:, :, CHANCE_CHANCE]
    chance = np.where(several, mine[:, :, CHANCE], np.nan)
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
        arrivals=mine[:, :, CHANCE] / count,
        deals=all_deals,
    )
