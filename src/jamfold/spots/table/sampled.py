"""Tables of any size in all games by sampled deals, with a certificate on fresh ones.

Deals of hands for all seats are drawn in batches, so cards of folded players count.  Each is played in
several seatings of its hands (all of them up to four seats, else each hand once in each seat) and shown down
on several boards.  What classes gain at each node against the average strategy is averaged over all batches,
the later ones with more weight; the response to these averages is mixed into the strategy.  A response to one
batch alone would be one to its noise.  What is almost pure is played pure, in the end too: branches that
nobody takes are left out then.  How near to pure that is goes by the deals: a class that is truly mixed
8 % of the time costs others 0.001 bb if it never is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.errors import SituationError
from jamfold.games import Game
from jamfold.hand.hand import Hand
from jamfold.progress import Progress, silent
from jamfold.spots.table.certificate import CONFIDENCE, Certificate, by_seat, certify, inside_gains
from jamfold.spots.table.sampler import TASKS, Sampler
from jamfold.spots.table.streams import Purpose

FloatArray = NDArray[np.float64]

_TRAINING = 0.6
_MOST_PURE = 0.1
_PURE = 2.0
"""Almost pure is nearer than this over the root of the deals a class has, and nearer than the most."""
_BEGINNING = 20
_MOST_STEPS = 1_000_000
_FIRST_LOOK = 3.0  # seconds of training before a certificate where a gain is to be reached
_TELLING = 0.5
_KEEPING = 10.0


@dataclass(frozen=True, eq=False)
class SampledTable:
    """Strategies of all seats from sampled deals, and their certificate."""

    strategy: FloatArray
    """Chances to jam or call by node of ``hand.nodes`` and class: shape (nodes, n)."""
    certificate: Certificate
    """What fresh deals say of it."""
    deals: int
    """Deals in all, those of the certificate among them."""
    seconds: float
    """How long it took, with what an earlier run had done."""


@dataclass(frozen=True, eq=False)
class Trained:
    """How far a search is, to be kept: averages by node of the tree and class, steps, seconds."""

    average: FloatArray
    gains: FloatArray
    steps: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Going:
    """How far a search is, to be shown."""

    deals: int
    """Deals played."""
    percent: FloatArray
    """Percent of hands that are played, by node of the hand."""
    gains: FloatArray
    """What best responses would add by the deals they are chosen by, too high in the mean; by seat."""


class Keeper(Protocol):
    """Where a search is kept, to go on after it was cut off."""

    def load(self) -> Trained | None: ...

    def save(self, trained: Trained) -> None:
        """Keep it."""

    def forget(self) -> None:
        """The search is over."""


def unheard(going: Going) -> None:
    """Nobody hears how far a search is."""


def sample_table(
    game: Game,
    hand: Hand,
    *,
    seconds: float = 30.0,
    gain: float | None = None,
    seed: int = 0,
    keeper: Keeper | None = None,
    progress: Progress = silent,
    told: Callable[[Going], None] = unheard,
) -> SampledTable:
    """Solve a table by sampled deals.

    Raises SituationError if the time is nothing, or more may be all-in than can be told apart.

    Parameters
    ----------
    seconds
        How long it may take, the certificate and what an earlier run had done included.
    gain
        Stop earlier, as soon as no seat gains more than this with 95 %, in ``hand.unit``.  A search that ends
        by its certificate chooses the lucky ones: so the k-th look may err with 5 % / (k (k + 1)), all looks
        together with 5 %.
    seed
        The same seed and number of steps give the same deals.
    keeper
        Keeps the search as it goes, and when it is cut off.
    told
        Hears how far it is, twice a second.
    """
    if not seconds > 0:
        raise SituationError(f"The time must be above zero, not {seconds:g} s.", field="seconds")
    if gain is not None and not gain > 0:
        raise SituationError(f"The gain must be above zero, not {gain:g}.", field="gain")
    sampler = Sampler(game, hand, seed)
    training = _Training(sampler)
    before = training.go_on(keeper.load()) if keeper is not None else 0.0
    begun = time.perf_counter() - before
    length = _TRAINING * seconds if gain is None else min(_TRAINING * seconds, max(_FIRST_LOOK, before))
    until = begun + length
    looks = 0
    while True:
        looks += 1
        _train(training, begun, until, _TRAINING, keeper, progress, told)
        worked = time.perf_counter() - begun
        rest = min(seconds - worked, worked * (1 / _TRAINING - 1))
        strategy = training.strategy()
        found = certify(
            sampler, strategy, training.deals * training.gains, time.perf_counter() + max(rest, 0.3),
            lambda share: progress("measuring on fresh deals", _TRAINING + (1 - _TRAINING) * share),
            CONFIDENCE if gain is None else 1 - (1 - CONFIDENCE) / (looks * (looks + 1)),
        )  # fmt: skip
        spent = time.perf_counter() - begun
        if gain is None or float(found.bounds.max()) <= gain or spent >= seconds - 1e-3:
            if keeper is not None:
                keeper.forget()
            return SampledTable(strategy[sampler.rows], found, training.deals + found.deals, spent)
        until = begun + spent + max(0.5, min(spent, _TRAINING * (seconds - spent)))


def measure_table(
    game: Game,
    hand: Hand,
    strategy: FloatArray,
    *,
    seconds: float = 10.0,
    seed: int = 0,
    progress: Progress = silent,
) -> SampledTable:
    """The certificate of given strategies, shape (nodes of the hand, n), on sampled deals.

    Raises SituationError as `sample_table`, and if the strategies are not for this hand.
    """
    sampler = Sampler(game, hand, seed)
    begun = time.perf_counter()
    given = np.asarray(strategy, dtype=np.float64)
    if given.shape != (len(hand.nodes), sampler.n):
        raise SituationError(
            f"There are {len(given)} ranges for {len(hand.nodes)} decisions.", field="profile"
        )
    found = certify(
        sampler, sampler.whole(given), np.zeros(sampler.shape), begun + seconds,
        lambda share: progress("measuring on fresh deals", share),
    )  # fmt: skip
    return SampledTable(given, found, found.deals, time.perf_counter() - begun)


def _train(
    training: _Training,
    begun: float,
    until: float,
    span: float,
    keeper: Keeper | None,
    progress: Progress,
    told: Callable[[Going], None],
) -> None:
    """Play until a time of `time.perf_counter`, at least one step; what was done is kept if it is cut off."""
    saved = heard = time.perf_counter()

    def save() -> None:
        if keeper is not None:
            keeper.save(training.trained(time.perf_counter() - begun))

    try:
        while True:
            training.step()
            now = time.perf_counter()
            progress("playing deals", span * min(1.0, (now - begun) / max(until - begun, 1e-9)))
            if now - heard >= _TELLING:
                heard = now
                told(training.going())
            if now - saved >= _KEEPING:
                saved = now
                save()
            if now >= until or training.steps >= _MOST_STEPS:
                break
    except BaseException:
        save()
        raise
    save()


class _Training:
    """Averages of gains and strategies, going on step by step."""

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler
        forced = sampler.tree.forced
        self._free = sampler.free[:, None]
        self._average = np.where(sampler.free, 0.5, forced)[:, None] * np.ones((1, sampler.n))
        self._stream = sampler.stream(Purpose.SEARCH)
        self._gains = np.zeros_like(self._average)
        self._sums = sampler.gains()
        self._steps = 0

    @property
    def steps(self) -> int:
        return self._steps

    @property
    def deals(self) -> int:
        return self._steps * TASKS * self._sampler.batch

    @property
    def gains(self) -> FloatArray:
        """What classes gained by jamming, of late more than at first, by node of the tree."""
        return self._gains

    def step(self) -> None:
        """Play the batches of a step, and move the strategy."""
        played = self._average.copy() if self._steps < _BEGINNING else self.strategy()
        for sums in self._sums:
            sums.fill(0)
        deals = self._sampler.play(played, played, self._stream, self._steps, self._sums)
        weight = 2.0 / (self._steps + 2)
        self._gains += weight * (sum(self._sums) / len(deals) - self._gains)
        wanted = np.where(self._free, self._gains > 0, self._average)
        self._average += weight * (wanted - self._average)
        self._steps += 1

    def strategy(self) -> FloatArray:
        """The average, by node of the tree; what is almost pure becomes so."""
        pure = min(_MOST_PURE, _PURE * (self._sampler.n / max(1, self.deals)) ** 0.5)
        near = self._free & (np.abs(self._average - 0.5) > 0.5 - pure)
        return np.where(near, np.round(self._average), self._average)

    def going(self) -> Going:
        sampler, strategy = self._sampler, self.strategy()
        sizes = hand_classes(sampler.game).sizes
        return Going(
            deals=self.deals,
            percent=100 * (strategy[sampler.rows] @ sizes) / sizes.sum(),
            gains=by_seat(sampler, inside_gains(sampler, strategy, self._gains)),
        )

    def trained(self, seconds: float) -> Trained:
        """How far it is, to go on from there."""
        return Trained(self._average, self._gains, self._steps, seconds)

    def go_on(self, trained: Trained | None) -> float:
        """Go on from there; returns the seconds that it took."""
        if trained is None:
            return 0.0
        self._average[:], self._gains[:], self._steps = trained.average, trained.gains, trained.steps
        return trained.seconds
