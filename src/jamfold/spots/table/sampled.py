"""Tables of any size in all games by sampled deals, with a certificate on fresh ones.

Deals of hands for all seats and a board are drawn in batches, so cards of folded players count.  Each is
played in several seatings of its hands (all of them up to four seats, else each hand once in each seat).
What classes gain at each node against the average strategy is averaged over all batches, the later ones with
more weight; the response to these averages is mixed into the strategy.  A response to one batch alone would
be one to its noise.  What is almost pure is played pure, in the end too: branches that nobody takes are left
out then.

The certificate: fresh deals in two halves; every seat's best response is chosen on all deals but one half and
valued on that, without bias for what it gains and with a standard error.  Chosen and valued on the same deals
a gain is too high in the mean; that, and the standard error, make the upper bound.  It is tight where classes
are few; with the 16,432 classes of Omaha it takes far more deals than the gain itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from jamfold.calculator.sampling import Drawing, draw_deals
from jamfold.counting.classes import hand_classes
from jamfold.errors import SituationError
from jamfold.games import Game
from jamfold.parallel import in_parallel
from jamfold.progress import Progress, silent
from jamfold.spots.table.deals_kernel import deal_gains
from jamfold.spots.table.hand import Node, TableHand
from jamfold.spots.table.tree import TableTree, make_tree
from jamfold.strength.showdown import number_boards, number_hands, strength_tables

FloatArray = NDArray[np.float64]

CONFIDENCE = 0.95
_BATCHES = (2_000, 500)  # deals of a task, up to four seats and beyond: more steps count more than deals
_TASKS = 2
_ALL_SEATINGS = 4
_TRAINING = 0.6
_CHOOSING = 0.4
_PURE = 0.1
_BEGINNING = 20
_MOST_STEPS = 1_000_000


@dataclass(frozen=True, eq=False)
class SampledTable:
    """Strategies of all seats from sampled deals, and their certificate.

    Attributes
    ----------
    strategy
        Chances to jam or call by node of ``hand.nodes`` and class: shape (nodes, n).
    reach, percent
        The chance that the hand comes to each node; percent of hands that are played there.
    values, values_error
        What every seat has after the hand in the mean, in ``hand.unit``, and its standard error; by seat.
    gains, gains_error
        What every seat's best response adds, chosen on other deals than it is valued on; its standard error.
    bounds
        Every seat's gain is below, all of them together with 95 %.
    margins
        What jamming is worth more than folding, times the chance of being there: shape (nodes, n); by the
        deals of the certificate.
    deals
        Deals in all, and those of the certificate among them.
    certified_deals
        Deals of the certificate.
    seconds
        How long it took.
    """

    game: Game
    hand: TableHand
    strategy: FloatArray
    reach: FloatArray
    percent: FloatArray
    values: FloatArray
    values_error: FloatArray
    gains: FloatArray
    gains_error: FloatArray
    bounds: FloatArray
    margins: FloatArray
    deals: int
    certified_deals: int
    seconds: float

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The decisions, in the order of the strategy's rows."""
        return self.hand.nodes


class _Sampler:
    """Deals of one hand, played out against strategies on all cores."""

    def __init__(self, game: Game, hand: TableHand, seed: int) -> None:
        self.game, self.hand, self.seed = game, hand, seed
        self.tree: TableTree = make_tree(game, hand)
        classes = hand_classes(game)
        self.n = classes.n
        self._drawing = Drawing.of(game, [np.ones(len(classes.hands))] * hand.n, (), frozenset())
        self._hands = number_hands(game, classes.hands)
        self._class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
        self._seatings = seatings(hand.n)
        self.batch = _BATCHES[hand.n > _ALL_SEATINGS]

    def play(
        self, strategy: FloatArray, response: FloatArray, stream: int, tasks: range
    ) -> tuple[FloatArray, FloatArray]:
        """Gains (nodes, n) in the mean, and by deal (deals, 2, seats), of the batches of a stream."""
        total, by_deal = np.zeros((len(self.tree.nodes), self.n)), []
        for gains, each in in_parallel(lambda task: self._batch(strategy, response, stream, task), tasks):
            total += gains
            by_deal.append(each)
        return total / (len(tasks) * self.batch), np.concatenate(by_deal)

    def _batch(
        self, strategy: FloatArray, response: FloatArray, stream: int, task: int
    ) -> tuple[FloatArray, FloatArray]:
        tuples, boards = draw_deals(self._drawing, self.batch, [self.seed, stream, task], 100 * self.batch)
        gains = np.zeros((len(self.tree.nodes), self.n))
        by_deal = np.empty((len(tuples), 2, self.hand.n))
        deal_gains(
            self.tree.tree, strength_tables(self.game), self._hands, self._class_of_row, tuples,
            number_boards(self.game, boards), self._seatings, strategy, response, self.game.split_low,
            gains, by_deal,
        )  # fmt: skip
        return gains, by_deal


def seatings(seats: int) -> NDArray[np.int64]:
    """Which hand each position holds: all ways up to four seats, else each hand once in each seat."""
    if seats <= _ALL_SEATINGS:
        return np.array(list(permutations(range(seats))), dtype=np.int64)
    return (np.arange(seats)[:, None] + np.arange(seats)[None, :]) % seats


def sample_table(
    game: Game,
    hand: TableHand,
    *,
    seconds: float = 30.0,
    gain: float | None = None,
    seed: int = 0,
    start: FloatArray | None = None,
    progress: Progress = silent,
) -> SampledTable:
    """Solve a table by sampled deals.

    Parameters
    ----------
    seconds
        How long it may take, the certificate included.
    gain
        Stop earlier, as soon as no seat gains more than this with 95 %, in ``hand.unit``.
    seed
        The same seed and number of steps give the same deals.
    start
        Strategies to begin with, shape (nodes of the hand, n).

    Raises
    ------
    SituationError
        If the time is nothing, or more may be all-in than can be told apart.
    """
    if not seconds > 0:
        raise SituationError(f"The time must be above zero, not {seconds:g} s.", field="seconds")
    if gain is not None and not gain > 0:
        raise SituationError(f"The gain must be above zero, not {gain:g}.", field="gain")
    begun = time.perf_counter()
    sampler = _Sampler(game, hand, seed)
    training = _Training(sampler, start)
    spent = 0.0
    length = _TRAINING * seconds if gain is None else min(_TRAINING * seconds, 3.0)
    round_ = 0
    while True:
        training.run(begun + spent + length, lambda share: progress("playing deals", share * _TRAINING))
        worked = time.perf_counter() - begun
        rest = min(seconds - worked, worked * (1 / _TRAINING - 1))
        strategy = training.strategy()
        found = _certify(
            sampler, strategy, training, round_ + 1, time.perf_counter() + max(rest, 0.3), progress
        )
        spent = time.perf_counter() - begun
        total = training.deals + found.certified_deals
        found = replace(found, deals=total, seconds=spent)
        if gain is None or float(found.bounds.max()) <= gain or spent >= seconds - 1e-3:
            return found
        length = max(0.5, min(spent, _TRAINING * (seconds - spent)))
        round_ += 1


def measure_table(
    game: Game,
    hand: TableHand,
    strategy: FloatArray,
    *,
    seconds: float = 10.0,
    seed: int = 0,
    progress: Progress = silent,
) -> SampledTable:
    """The certificate of given strategies, shape (nodes of the hand, n), on sampled deals.

    Raises
    ------
    SituationError
        As `sample_table`, and if the strategies are not for this hand.
    """
    begun = time.perf_counter()
    sampler = _Sampler(game, hand, seed)
    given = np.asarray(strategy, dtype=np.float64)
    if given.shape != (len(hand.nodes), sampler.n):
        raise SituationError(
            f"There are {len(given)} ranges for {len(hand.nodes)} decisions.", field="profile"
        )
    training = _Training(sampler, given)
    training.run(
        begun + _CHOOSING * seconds, lambda share: progress("playing deals", share * _CHOOSING), moves=False
    )
    whole = training.strategy(exactly=True)
    found = _certify(sampler, whole, training, 0, begun + seconds, progress)
    return replace(found, deals=training.deals + found.deals, seconds=time.perf_counter() - begun)


class _Training:
    """Averages of gains and strategies, going on batch by batch."""

    def __init__(self, sampler: _Sampler, start: FloatArray | None) -> None:
        self._sampler = sampler
        tree = sampler.tree
        self._free = np.isnan(tree.forced)
        self._average = np.where(self._free, 0.5, tree.forced)[:, None] * np.ones((1, sampler.n))
        if start is not None:
            self._average[_rows(sampler)] = start
        self._gains = np.zeros_like(self._average)
        self._steps = 0

    @property
    def deals(self) -> int:
        """Deals played so far."""
        return self._steps * _TASKS * self._sampler.batch

    def run(self, until: float, told: Callable[[float], None], *, moves: bool = True) -> None:
        """Play until a time of `time.perf_counter`, at least one step; the strategy moves, or is watched."""
        begun = time.perf_counter()
        while True:
            tasks = range(self._steps * _TASKS, (self._steps + 1) * _TASKS)
            played = self.strategy(exactly=not moves or self._steps < _BEGINNING)
            gains, _ = self._sampler.play(played, played, 0, tasks)
            weight = 2.0 / (self._steps + 2) if moves else 1.0 / (self._steps + 1)
            self._gains += weight * (gains - self._gains)
            if moves:
                wanted = np.where(self._free[:, None], self._gains > 0, self._average)
                self._average += weight * (wanted - self._average)
            self._steps += 1
            now = time.perf_counter()
            told(min(1.0, (now - begun) / max(until - begun, 1e-9)))
            if now >= until or self._steps >= _MOST_STEPS:
                return

    @property
    def gains(self) -> FloatArray:
        """What classes gained by jamming, of late more than at first, by node of the tree."""
        return self._gains

    def strategy(self, *, exactly: bool = False) -> FloatArray:
        """The average, by node of the tree; what is almost pure becomes so unless it is wanted exactly."""
        if exactly:
            return self._average.copy()
        near = self._free[:, None] & (np.abs(self._average - 0.5) > 0.5 - _PURE)
        return np.where(near, np.round(self._average), self._average)


def _certify(
    sampler: _Sampler,
    strategy: FloatArray,
    training: _Training,
    stream: int,
    until: float,
    progress: Progress,
) -> SampledTable:
    """Measure a strategy on fresh deals: two halves, each with the response to all other deals so far."""
    halves = [_Half(), _Half()]
    responses = [_best(sampler, strategy, training.gains)] * 2
    number = 0
    begun = time.perf_counter()
    while number < 2 or time.perf_counter() < until:
        for side in range(2):
            task = range(2 * number + side, 2 * number + side + 1)
            tasks = range(task.start * _TASKS, task.stop * _TASKS)
            gains, by_deal = sampler.play(strategy, responses[side], 1000 + stream, tasks)
            halves[side].add(gains, by_deal)
        number += 1
        fresh = number * _TASKS * sampler.batch
        responses = [
            _best(sampler, strategy, training.deals * training.gains + fresh * half.gains)
            for half in reversed(halves)
        ]
        share = (time.perf_counter() - begun) / max(until - begun, 1e-9)
        progress("measuring on fresh deals", _TRAINING + (1 - _TRAINING) * min(1.0, share))
    return _measured(sampler, strategy, halves)


class _Half:
    """Sums over the deals of one half of a certificate."""

    def __init__(self) -> None:
        self.batches = 0
        self.gains: FloatArray = np.zeros(())
        self.deals: list[FloatArray] = []

    def add(self, gains: FloatArray, by_deal: FloatArray) -> None:
        self.gains = self.gains + (gains - self.gains) / (self.batches + 1)
        self.deals.append(by_deal)
        self.batches += 1


def _best(sampler: _Sampler, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """The best response to gains; where nothing is known, the strategy itself."""
    free = np.isnan(sampler.tree.forced)[:, None]
    pure = np.where(gains > 0, 1.0, np.where(gains < 0, 0.0, strategy))
    return np.where(free, pure, strategy)


def _measured(sampler: _Sampler, strategy: FloatArray, halves: list[_Half]) -> SampledTable:
    hand, tree, order = sampler.hand, sampler.tree, list(sampler.hand.order)
    by_deal = np.concatenate([deal for half in halves for deal in half.deals])
    count = len(by_deal)
    means, errors = by_deal.mean(axis=0), by_deal.std(axis=0, ddof=1) / np.sqrt(count)
    gains = (halves[0].gains + halves[1].gains) / 2
    lost = np.maximum(gains, 0) * (1 - strategy) + np.maximum(-gains, 0) * strategy
    inside = np.zeros(hand.n)
    np.add.at(inside, tree.tree.depth, np.where(np.isnan(tree.forced)[:, None], lost, 0.0).sum(axis=1))
    reach = _reach(sampler, strategy)
    rows = _rows(sampler)
    sizes = hand_classes(sampler.game).sizes

    def seats(values: FloatArray) -> FloatArray:
        out = np.empty(hand.n)
        out[order] = values
        return out

    sure = float(ndtri(1 - (1 - CONFIDENCE) / hand.n))
    return SampledTable(
        game=sampler.game,
        hand=hand,
        strategy=strategy[rows],
        reach=reach[rows],
        percent=100 * (strategy[rows] @ sizes) / sizes.sum(),
        values=seats(means[0]),
        values_error=seats(errors[0]),
        gains=seats(np.maximum(means[1], 0.0)),
        gains_error=seats(errors[1]),
        bounds=seats(np.maximum(inside, means[1]) + sure * errors[1]),
        margins=gains[rows],
        deals=count,
        certified_deals=count,
        seconds=0.0,
    )


def _reach(sampler: _Sampler, strategy: FloatArray) -> FloatArray:
    """The chance of coming to each node, as if hands were dealt apart: within a percent of the true one."""
    sizes = hand_classes(sampler.game).sizes
    jams = strategy @ sizes / sizes.sum()
    reach = np.zeros(len(jams))
    reach[0] = 1.0
    tree = sampler.tree.tree
    for node in range(len(jams)):
        for after, chance in ((tree.after_fold[node], 1 - jams[node]), (tree.after_jam[node], jams[node])):
            if after >= 0:
                reach[after] += reach[node] * chance
    return reach


def _rows(sampler: _Sampler) -> list[int]:
    """The rows of the tree's nodes, by the nodes of the hand."""
    numbers = {node: number for number, node in enumerate(sampler.tree.nodes)}
    return [numbers[node] for node in sampler.hand.nodes]
