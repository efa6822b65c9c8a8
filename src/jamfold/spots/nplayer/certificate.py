"""The certificate of a table's strategies on fresh deals: bounds on every seat's gain by deviating.

The deals come in ten folds.  In turn, every seat's best response is chosen on nine of them and valued on the
tenth: its gain is unbiased and has a standard error.  The true best response gains more, so the gain is at
least that less its error.  A gain chosen and valued on the same deals is too high on average; less a lower
bound on its optimism (below), plus the standard error, it is the upper bound.  With many classes one deal of
the others' hands covers all hands at once (`all_hands`).  With fewer folds a response is chosen on fewer
deals, and finds less of the possible gain.

Optimism: a class gains max(g, 0) by a best response.  Deals show g + s z with a normal z, and
max(g + s z, 0) is too high on average, by s m(|g| / s) with m(t) = phi(t) - t Phi(-t), most if g is 0.  g is
unknown, but for x = g / s + z, which the deals show, the mean of s r(x) is below that for every g:

    r(x) = (A - B x^2) exp(-2 x^2),    mean  5^-1/2 exp(-2 t^2 / 5) (A - B (1/5 + t^2 / 25)),

also if s is estimated 3% too low or too high.  So s r is subtracted, and the rest is still too high.  That
removes half of the excess, for gains near 0 as for evenly spread ones.  Twice as high and narrower, r would
remove 60%, but vary more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.core.arrays import FloatArray
from jamfold.spots.nplayer.all_hands import AllHandsSampler, is_more_informative
from jamfold.spots.nplayer.kernels import CHANCE, CHANCE_CHANCE, FOLD, GAIN_CHANCE, GAIN_GAIN
from jamfold.spots.nplayer.sampler import FOLDS, TASKS, Purpose, Sampler
from jamfold.spots.nplayer.tree import by_seat

HEIGHT, FALL = 0.74, 2.07
"""A and B of the module docstring."""
FEWEST = 200
"""The minimum of independent numbers in a mean with a normally distributed error."""


def least_optimism(gains: FloatArray, errors: FloatArray) -> FloatArray:
    """Return a lower bound of the optimism of max(gains, 0), by class; 0 if the error is 0 or NaN."""
    is_sampled = errors > 0
    x2 = np.divide(gains, errors, out=np.zeros_like(gains), where=is_sampled) ** 2
    return np.where(is_sampled, errors * (HEIGHT - FALL * x2) * np.exp(-2.0 * x2), 0.0)


def is_choosing(step: int) -> bool:
    """Return whether a response is chosen anew before a step: at powers of two, then at equal distances."""
    return step > 0 and (step & (step - 1) == 0 or step % _CHOOSING == 0)


def jackknife(leave_out: Sequence[FloatArray]) -> FloatArray:
    """Return the jackknife standard error of an estimate from its leave-one-fold-out values."""
    folds = np.stack(leave_out)
    return np.asarray(np.sqrt((len(folds) - 1) * folds.var(axis=0)))


CONFIDENCE = 0.95
_ROUNDING = 1e-9
_CHOOSING = 32
"""Steps between choices of a response, once there are as many."""
_TYPICAL = 5.0
"""Deals added to those of a class for its standard error, with the variance of its node's mean class.

Without them 95% intervals hold in 56% of cases with fewer than three deals of a class, in 86% with five to
ten; with five of them in 93%, and in 95% with many deals."""
_SEATED = 0.15
"""The share of time for deals of hands to all seats, if gains are those of `all_hands`."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """Estimates from fresh deals, by seat, or by node of the hand and class."""

    reach: FloatArray
    percent: FloatArray
    """reach, percent: The reach probability of each node; percent of all hands that are played there."""
    values: FloatArray
    values_error: FloatArray
    """values, values_error: Every seat's EV after the hand, in ``hand.unit``, and its standard error."""
    gains: FloatArray
    gains_error: FloatArray
    """gains, gains_error: Every seat's gain by a response chosen on other deals, a lower estimate on average,
    and its standard error."""
    least: FloatArray
    bounds: FloatArray
    """least, bounds: Lower and upper bounds of every seat's gain, each with 95% for all seats together."""
    folds: FloatArray
    margins: FloatArray
    margins_error: FloatArray
    """folds, margins, margins_error: The EV of folding with a class at a node, of jamming less folding, and
    its standard error, shape (nodes, n); NaN with fewer than two deals."""
    arrivals: FloatArray
    """The reach probability of each node and class, without own actions, shape (nodes, n)."""
    deals: int
    """The number of deals, with those of `all_hands`."""


class Gained(NamedTuple):
    """By position: gains by responses chosen on other deals, upper estimates, and standard errors."""

    gains: FloatArray
    most: FloatArray
    error: FloatArray
    error_of_most: FloatArray
    deals: int
    """The number of deals."""


class HandFigures(NamedTuple):
    """The fields of a `Certificate` by node and class."""

    folds: FloatArray
    margins: FloatArray
    margins_error: FloatArray
    arrivals: FloatArray


class _Squares(NamedTuple):
    """Sums of squares of the independent numbers that sum to gains."""

    sums: FloatArray
    numbers: int
    times: FloatArray
    """Effective number of observations by node and class."""

    def errors(self, total: FloatArray) -> FloatArray:
        """Return the standard error of a total; NaN with fewer than `FEWEST` observations."""
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
    """Measure a strategy on fresh deals of its own stream.

    Parameters
    ----------
    prior
        Average gains over other deals by node and class, times the number of these deals of each class
        (`deals_a_class`): they help to choose responses.
    until
        The end by `time.perf_counter`; every fold has at least a batch.
    on_progress
        Called with the share that is done.
    confidence
        The joint confidence of the bounds of all seats.
    """
    start = time.perf_counter()
    whole = is_more_informative(sampler)
    seated = start + _SEATED * (until - start) if whole else until
    measurement = Measurement(sampler, strategy, prior, TASKS if whole else FOLDS)
    while measurement.steps * TASKS < FOLDS or time.perf_counter() < seated:
        measurement.step()
        on_progress(min(1.0, (time.perf_counter() - start) / max(until - start, 1e-9)))
    if not whole:
        return measurement.certificate(confidence)
    gained, by_hand = _measure_all_hands(sampler, strategy, prior, until, on_progress)
    return replace(measurement.certificate(confidence, gained), **by_hand._asdict())


class Measurement:
    """Measures a strategy step by step on fresh deals of its own stream; parameters as in `certify`.

    Without `FOLDS` folds its own gains are not measured.
    """

    def __init__(self, sampler: Sampler, strategy: FloatArray, prior: FloatArray, folds: int = FOLDS) -> None:
        self._sampler, self._strategy = sampler, strategy
        self._stream = sampler.stream(Purpose.MEASUREMENT, strategy)
        self._seen = sampler.deals_a_class * prior
        self._folds, self._moments = sampler.gains(folds), sampler.moments()
        self._response = best_response(strategy, self._seen)
        self._by_deal: list[FloatArray] = []

    @property
    def steps(self) -> int:
        return len(self._by_deal)

    def step(self) -> None:
        """Play the batches of a step."""
        sampler, step = self._sampler, self.steps
        if is_choosing(step):
            self._response = best_response(self._strategy, self._seen + sum(self._folds))
        self._by_deal.append(
            sampler.play(self._strategy, self._response, self._stream, step, self._folds, self._moments)
        )

    def certificate(self, confidence: float, gained: Gained | None = None) -> Certificate:
        """Return the certificate of the deals so far; `gained` of other deals replaces their gains."""
        sampler, strategy = self._sampler, self._strategy
        deals, sums = np.concatenate(self._by_deal), reduce(np.add, self._moments)
        count = len(deals) + (gained.deals if gained is not None else 0)
        if gained is None:
            of_deals = _Squares(sums[:, :, GAIN_GAIN], len(deals), _times_seen(sums))
            gained = _gained(sampler, strategy, self._seen, self._folds, deals[:, 1], of_deals)
        gains = reduce(np.add, self._folds)
        return _measured(sampler, strategy, deals, gained, gains, sums, confidence, count)


def _times_seen(moments: FloatArray) -> FloatArray:
    """Return the effective number of deals of a class at a node (Kish): (sum w)^2 / sum w^2."""
    chances = moments[:, :, CHANCE]
    return np.divide(chances**2, moments[:, :, CHANCE_CHANCE], out=np.zeros_like(chances), where=chances > 0)


def _measure_all_hands(
    sampler: Sampler,
    strategy: FloatArray,
    prior: FloatArray,
    until: float,
    on_progress: Callable[[float], None],
) -> tuple[Gained, HandFigures]:
    """Return figures of deals in which a seat holds every hand; every fold has at least a batch."""
    dealt = AllHandsSampler(sampler)
    seen = dealt.deals_a_class * prior
    stream = sampler.stream(Purpose.ALL_HANDS, strategy)
    folds, moments = sampler.gains(FOLDS), [np.zeros((3, *sampler.shape)) for _ in range(TASKS)]
    response = best_response(strategy, seen)
    by_deal: list[FloatArray] = []
    start = time.perf_counter()
    while len(by_deal) * TASKS < FOLDS or time.perf_counter() < until:
        step = len(by_deal)
        if is_choosing(step):
            response = best_response(strategy, seen + sum(folds))
        by_deal.append(dealt.play(strategy, response, stream, step, folds, moments))
        on_progress(min(1.0, (time.perf_counter() - start) / max(until - start, 1e-9)))
    batches, deals = TASKS * len(by_deal), np.concatenate(by_deal)
    squares, came, folded = reduce(np.add, moments)
    gained = _gained(
        sampler, strategy, seen, folds, deals, _Squares(squares, batches, np.full(sampler.shape, batches))
    )
    total, chance = reduce(np.add, folds), np.where(came > 0, came, np.nan)
    spread = np.sqrt(np.maximum(squares - total**2 / batches, 0.0) * (batches / (batches - 1)))
    return gained, HandFigures(folded / chance, total / chance, spread / chance, came / len(deals))


def _gained(
    sampler: Sampler,
    strategy: FloatArray,
    seen: FloatArray,
    folds: list[FloatArray],
    by_deal: FloatArray,
    squares: _Squares,
) -> Gained:
    """Return the gains of the deals of all folds.

    Parameters
    ----------
    seen
        Sums of gains over other deals.
    by_deal
        (deals, positions): gains of responses chosen before each deal.
    """
    count = len(by_deal)
    total = reduce(np.add, folds)
    errors = squares.errors(total) / count
    off = by_position(sampler, least_optimism(total / count, errors))
    # Without a fold the mean has fewer deals.
    fewer, wider = FOLDS / (FOLDS - 1) / count, (FOLDS / (FOLDS - 1)) ** 0.5
    off_error = jackknife(
        [by_position(sampler, least_optimism(fewer * (total - fold), wider * errors)) for fold in folds]
    )
    # The first responses are chosen on few deals or none; the later half varies like the last response.
    error = by_deal[count // 2 :].std(axis=0, ddof=1) / count**0.5
    return Gained(
        gains=held_out_gains(sampler, strategy, seen, folds) / count,
        most=in_sample_gains(sampler, strategy, total / count) - off,
        error=error,
        error_of_most=error + off_error,
        deals=count,
    )


def held_out_gains(
    sampler: Sampler, strategy: FloatArray, seen: FloatArray, folds: list[FloatArray]
) -> FloatArray:
    """Return sums of gains by responses chosen on all folds but the one they are valued on, by position."""
    everything = seen + sum(folds)
    added = np.zeros(sampler.shape)
    for fold in folds:
        added += fold * (best_response(strategy, everything - fold) - strategy)
    return by_position(sampler, added)


def best_response(strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """Return the best response by the signs of gains; the strategy itself if they are 0."""
    return np.where(gains > 0, 1.0, np.where(gains < 0, 0.0, strategy))


def in_sample_gains(sampler: Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """Return the gains by responses chosen on these gains, too high on average; by position."""
    lost = np.maximum(gains, 0) * (1 - strategy) + np.maximum(-gains, 0) * strategy
    return by_position(sampler, lost)


def by_position(sampler: Sampler, values: FloatArray) -> FloatArray:
    """Return values by node and class as sums by the position that decides there."""
    total = np.zeros(sampler.hand.n)
    np.add.at(total, sampler.tree.depth, values.sum(axis=1))
    return total


def seat_figures(
    hand: TableHand, values: FloatArray, gained: Gained, confidence: float
) -> dict[str, FloatArray]:
    """Return the fields of a `Certificate` by seat; `values` by deal have shape (deals, positions)."""
    best, most, error, error_of_most, _ = gained
    sure = NormalDist().inv_cdf(1 - (1 - confidence) / hand.n)
    return {
        "values": by_seat(hand, values.mean(axis=0)),
        "values_error": by_seat(hand, values.std(axis=0, ddof=1) / len(values) ** 0.5),
        "gains": by_seat(hand, np.maximum(best, 0.0)),
        "gains_error": by_seat(hand, error),
        "least": by_seat(hand, np.maximum(best - sure * error, 0.0)),
        "bounds": by_seat(hand, np.maximum(most, best) + sure * error_of_most),
    }


def _measured(
    sampler: Sampler,
    strategy: FloatArray,
    deals: FloatArray,
    gained: Gained,
    gains: FloatArray,
    moments: FloatArray,
    confidence: float,
    all_deals: int,
) -> Certificate:
    sizes, count = sampler.sizes, len(deals)
    # With one deal the square of the sum is the sum of squares; with more it is larger.
    several = moments[:, :, CHANCE] ** 2 > (1 + _ROUNDING) * moments[:, :, CHANCE_CHANCE]
    chance = np.where(several, moments[:, :, CHANCE], np.nan)
    margins = gains / chance
    return Certificate(
        reach=moments[:, :, CHANCE].sum(axis=1) / count,
        percent=100 * (strategy @ sizes) / sizes.sum(),
        **seat_figures(sampler.hand, deals[:, 0], gained, confidence),
        folds=moments[:, :, FOLD] / chance,
        margins=margins,
        margins_error=_errors(moments, margins),
        arrivals=moments[:, :, CHANCE] / count,
        deals=all_deals,
    )


def _errors(moments: FloatArray, margins: FloatArray) -> FloatArray:
    """Return the standard errors of margins, shape (nodes, n); NaN where these are.

    A deal is an observation.  A few may agree by chance, so each class gets `_TYPICAL` more with the average
    variance of its node.
    """
    squares, cross = moments[:, :, CHANCE_CHANCE], moments[:, :, GAIN_CHANCE]
    times = np.where(np.isnan(margins), np.nan, _times_seen(moments))
    spread = np.maximum(moments[:, :, GAIN_GAIN] - 2 * margins * cross + margins**2 * squares, 0.0)
    off = times * spread / squares
    typical = np.nansum(off, axis=1) / np.maximum(np.nansum(times - 1, axis=1), _ROUNDING)
    return np.asarray(np.sqrt((off + _TYPICAL * typical[:, None]) / (times - 1 + _TYPICAL) / times))
