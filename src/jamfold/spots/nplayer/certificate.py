"""The certificate of a table's strategies on fresh deals: bounds on every seat's gain by deviating.

The deals come in ten folds; every seat's best response is chosen on nine of them and valued on the tenth,
in turn: its gain has no bias, and a standard error.  The true best response gains more, so this is a lower
estimate, and the gain is at least that less its error.  Chosen and valued on the same deals a gain is too
high on average; that, less a lower bound on its optimism (below), plus the standard error is the upper
bound.  Where classes are many, one deal of the others' hands covers all hands at once (`all_hands`).  With
ten folds the response is chosen on nine tenths of the deals; chosen on fewer, as with two folds, it finds
less of the possible gain.

Optimism: a class gains max(g, 0) by a best response.  Deals show g + s z with z of a normal distribution,
and max(g + s z, 0) is too high on average: by s m(|g| / s), m(t) = phi(t) - t Phi(-t), most where g is 0.
Nobody knows g, but with x = g / s + z, which the deals show, the mean of s r(x) is below that, whatever g
is:

    r(x) = (A - B x^2) exp(-2 x^2),    mean  5^-1/2 exp(-2 t^2 / 5) (A - B (1/5 + t^2 / 25)),

and remains so where s is estimated 3% too low or too high.  So r is subtracted, and the rest is still too
high.  That removes half of the excess, where gains are near 0 and where they spread evenly.  Twice as high
and narrower, r would remove 60%, but vary more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray
from jamfold.spots.nplayer.all_hands import AllHandsSampler, is_more_informative
from jamfold.spots.nplayer.kernels import CHANCE, CHANCE_CHANCE, FOLD, GAIN_CHANCE, GAIN_GAIN
from jamfold.spots.nplayer.sampler import FOLDS, TASKS, Purpose, Sampler

HEIGHT, FALL = 0.74, 2.07
"""A and B of the module docstring."""
FEWEST = 200
"""Fewest independent numbers in a mean whose error counts as normally distributed."""


def least_optimism(gains: FloatArray, errors: FloatArray) -> FloatArray:
    """A lower bound of the optimism of max(gains, 0), by class; 0 if the standard error is 0 or NaN."""
    is_sampled = errors > 0
    x2 = np.divide(gains, errors, out=np.zeros_like(gains), where=is_sampled) ** 2
    off: FloatArray = np.where(is_sampled, errors * (HEIGHT - FALL * x2) * np.exp(-2.0 * x2), 0.0)
    return off


def jackknife(leave_out: Sequence[FloatArray]) -> FloatArray:
    """The jackknife standard error of an estimate from its leave-one-fold-out values."""
    folds = np.stack(leave_out)
    error: FloatArray = np.sqrt((len(folds) - 1) * folds.var(axis=0))
    return error


CONFIDENCE = 0.95
_ROUNDING = 1e-9
_CHOOSING = 32  # steps after which a response is chosen anew
_TYPICAL = 5.0
"""Deals added to those of a class for its standard error, as the mean class of its node varies.

With none, 95% intervals hold in 56% of cases where fewer than three deals tell of a class, in 86% where
five to ten do; with five in 93%, and in 95% where many do."""
_SEATED = 0.15
"""Of the time, for deals of hands for all seats, where gains are those of `all_hands`."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """What fresh deals say of strategies; by seat, or by node of the hand and class."""

    reach: FloatArray
    percent: FloatArray
    """reach, percent: The chance that the hand comes to each node; percent of hands that are played there."""
    values: FloatArray
    values_error: FloatArray
    """values, values_error: What every seat has after the hand on average, in ``hand.unit``, and its
    standard error."""
    gains: FloatArray
    gains_error: FloatArray
    """gains, gains_error: What every seat's best response adds, chosen on other deals than it is valued on, a
    lower estimate on average; its standard error."""
    least: FloatArray
    bounds: FloatArray
    """least, bounds: Every seat's gain is above the first, with 95% for all of them together, and below the
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
    """By position: what responses add that were chosen on other deals, and at most; standard errors."""

    gains: FloatArray
    most: FloatArray
    error: FloatArray
    error_of_most: FloatArray
    deals: int
    """Deals that they come from."""


class _Squares(NamedTuple):
    """Sums of squares of independent numbers that gains are the sums of."""

    sums: FloatArray
    numbers: int
    times: FloatArray
    """By node of the tree and class: how many of them tell of it."""

    def errors(self, total: FloatArray) -> FloatArray:
        """The standard error of gains with this total; NaN where it is not to be trusted."""
        spread = np.sqrt(np.maximum(self.sums - total**2 / self.numbers, 0.0))
        return np.where(self.times >= FEWEST, spread, np.nan)


def certify(
    sampler: Sampler,
    strategy: FloatArray,
    prior: FloatArray,
    until: float,
    on_progress: Callable[[float], None],
    confidence: float = CONFIDENCE,
) -> Certificate:
    """Measure a strategy, by node of the tree, on fresh deals of its own stream.

    Parameters
    ----------
    prior
        Average gains over other deals, by node of the tree and class, times the number of these deals for
        each class (see `deals_a_class`): they help to choose responses.
    until
        A time of `time.perf_counter`; every fold has a batch at least.
    on_progress
        Called with the share that is done.
    confidence
        Confidence with which the bounds of all seats hold together.
    """
    start = time.perf_counter()
    whole = is_more_informative(sampler)
    seated = start + _SEATED * (until - start) if whole else until
    measurement = Measurement(sampler, strategy, prior)
    while measurement.steps * TASKS < FOLDS or time.perf_counter() < seated:
        measurement.step()
        on_progress(min(1.0, (time.perf_counter() - start) / max(until - start, 1e-9)))
    gained = _gained_by_all_hands(sampler, strategy, prior, until, on_progress) if whole else None
    return measurement.certificate(confidence, gained)


class Measurement:
    """Measures a strategy step by step on fresh deals of its own stream; parameters as in `certify`."""

    def __init__(self, sampler: Sampler, strategy: FloatArray, prior: FloatArray) -> None:
        self._sampler, self._strategy = sampler, strategy
        self._stream = sampler.stream(Purpose.MEASUREMENT, strategy)
        self._seen = sampler.deals_a_class * prior
        self._folds, self._moments = sampler.gains(FOLDS), sampler.moments()
        self._response = best_response(sampler, strategy, self._seen)
        self._by_deal: list[FloatArray] = []

    @property
    def steps(self) -> int:
        return len(self._by_deal)

    def step(self) -> None:
        """Play the batches of a step."""
        sampler, step = self._sampler, self.steps
        if step and (step & (step - 1) == 0 or step % _CHOOSING == 0):
            self._response = best_response(sampler, self._strategy, self._seen + sum(self._folds))
        self._by_deal.append(
            sampler.play(self._strategy, self._response, self._stream, step, self._folds, self._moments)
        )

    def certificate(self, confidence: float, gained: _Gained | None = None) -> Certificate:
        """The certificate of the deals so far, with `gained` of other deals in place of their own gains."""
        sampler, strategy = self._sampler, self._strategy
        deals, sums = np.concatenate(self._by_deal), np.sum(self._moments, axis=0)
        count = len(deals) + (gained.deals if gained is not None else 0)
        if gained is None:
            of_deals = _Squares(sums[:, :, GAIN_GAIN], len(deals), _times_seen(sums))
            gained = _gained(sampler, strategy, self._seen, self._folds, deals[:, 1], of_deals)
        gains = np.sum(self._folds, axis=0)
        return _measured(sampler, strategy, deals, gained, gains, sums, confidence, count)


def _times_seen(moments: FloatArray) -> FloatArray:
    """Effective number of deals in which a class came to a node (Kish): (sum w)^2 / sum w^2."""
    chances = moments[:, :, CHANCE]
    return np.divide(chances**2, moments[:, :, CHANCE_CHANCE], out=np.zeros_like(chances), where=chances > 0)


def _gained_by_all_hands(
    sampler: Sampler,
    strategy: FloatArray,
    prior: FloatArray,
    until: float,
    on_progress: Callable[[float], None],
) -> _Gained:
    """Gains from deals in which one seat holds every hand; every fold has a batch at least."""
    dealt = AllHandsSampler(sampler)
    seen = dealt.deals_a_class * prior
    stream = sampler.stream(Purpose.ALL_HANDS, strategy)
    folds, squares = sampler.gains(FOLDS), sampler.gains()
    response = best_response(sampler, strategy, seen)
    by_deal: list[FloatArray] = []
    start = time.perf_counter()
    while len(by_deal) * TASKS < FOLDS or time.perf_counter() < until:
        step = len(by_deal)
        if step and (step & (step - 1) == 0 or step % _CHOOSING == 0):
            response = best_response(sampler, strategy, seen + sum(folds))
        by_deal.append(dealt.play(strategy, response, stream, step, folds, squares))
        on_progress(min(1.0, (time.perf_counter() - start) / max(until - start, 1e-9)))
    batches = TASKS * len(by_deal)
    of_batches = _Squares(np.sum(squares, axis=0), batches, np.full(sampler.shape, batches))
    return _gained(sampler, strategy, seen, folds, np.concatenate(by_deal), of_batches)


def _gained(
    sampler: Sampler,
    strategy: FloatArray,
    seen: FloatArray,
    folds: list[FloatArray],
    by_deal: FloatArray,
    squares: _Squares,
) -> _Gained:
    """The gains of the deals of all folds.

    Parameters
    ----------
    seen
        Sums of gains over other deals.
    by_deal
        (deals, positions): gains of responses chosen before each deal.
    """
    count = len(by_deal)
    total = np.sum(folds, axis=0)
    errors = squares.errors(total) / count
    off = by_position(sampler, least_optimism(total / count, errors))
    # Without a fold the mean is of fewer deals.
    fewer, wider = FOLDS / (FOLDS - 1) / count, (FOLDS / (FOLDS - 1)) ** 0.5
    off_error = jackknife(
        [by_position(sampler, least_optimism(fewer * (total - fold), wider * errors)) for fold in folds]
    )
    # Responses of the first deals were chosen on few, or none: those of the later half vary as the last.
    error = by_deal[count // 2 :].std(axis=0, ddof=1) / count**0.5
    return _Gained(
        gains=held_out_gains(sampler, strategy, seen, folds) / count,
        most=in_sample_gains(sampler, strategy, total / count) - off,
        error=error,
        error_of_most=error + off_error,
        deals=count,
    )


def held_out_gains(
    sampler: Sampler, strategy: FloatArray, seen: FloatArray, folds: list[FloatArray]
) -> FloatArray:
    """What responses add, each chosen on all folds but the one that it is valued on; sums by position."""
    everything = seen + sum(folds)
    added = np.zeros(sampler.shape)
    for fold in folds:
        added += fold * (best_response(sampler, strategy, everything - fold) - strategy)
    return by_position(sampler, added)


def best_response(sampler: Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """The best response by the signs of gains; where they are 0, the strategy itself."""
    pure = np.where(gains > 0, 1.0, np.where(gains < 0, 0.0, strategy))
    return np.where(sampler.free[:, None], pure, strategy)


def in_sample_gains(sampler: Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """What best responses add by the gains they are chosen by, too high on average; by position."""
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
    best, most, error, error_of_most, _ = gained
    sizes = sampler.sizes
    sure = NormalDist().inv_cdf(1 - (1 - confidence) / sampler.hand.n)
    own, gain = moments[rows], gains[rows]
    # Of one deal the square of the sum is the sum of squares; of more it is above.
    several = own[:, :, CHANCE] ** 2 > (1 + _ROUNDING) * own[:, :, CHANCE_CHANCE]
    chance = np.where(several, own[:, :, CHANCE], np.nan)
    margins = gain / chance
    return Certificate(
        reach=own[:, :, CHANCE].sum(axis=1) / count,
        percent=100 * (strategy[rows] @ sizes) / sizes.sum(),
        values=by_seat(sampler, values),
        values_error=by_seat(sampler, values_error),
        gains=by_seat(sampler, np.maximum(best, 0.0)),
        gains_error=by_seat(sampler, error),
        least=by_seat(sampler, np.maximum(best - sure * error, 0.0)),
        bounds=by_seat(sampler, np.maximum(most, best) + sure * error_of_most),
        folds=own[:, :, FOLD] / chance,
        margins=margins,
        margins_error=_errors(own, margins),
        arrivals=own[:, :, CHANCE] / count,
        deals=all_deals,
    )


def _errors(moments: FloatArray, margins: FloatArray) -> FloatArray:
    """Return the standard errors of margins, shape (nodes, n); NaN where these are.

    A deal is one observation.  Few of them may agree by chance, so each class has some more that vary as its
    node does on average.
    """
    squares, cross = moments[:, :, CHANCE_CHANCE], moments[:, :, GAIN_CHANCE]
    times = np.where(np.isnan(margins), np.nan, _times_seen(moments))
    spread = np.maximum(moments[:, :, GAIN_GAIN] - 2 * margins * cross + margins**2 * squares, 0.0)
    off = times * spread / squares
    typical = np.nansum(off, axis=1) / np.maximum(np.nansum(times - 1, axis=1), _ROUNDING)
    errors: FloatArray = np.sqrt((off + _TYPICAL * typical[:, None]) / (times - 1 + _TYPICAL) / times)
    return errors
