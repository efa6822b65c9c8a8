"""The search for strategies of any table by sampled deals, with a certificate on fresh deals.

Hands of all seats are dealt in batches, so the cards of folded players count.  Each deal is played in several
seatings of its hands (all of them up to four seats, otherwise each hand once in each seat) and shown down on
several boards.

Gains of classes at each node against the average strategy are averaged over all batches, later ones with more
weight; the response to these averages is mixed into the strategy.  (A response to a single batch would fit
its noise.)  Almost pure classes are played pure, so branches that are never taken are skipped.  The threshold
depends on the number of deals: a class that should mix 8% of the time costs others 0.001 bb if it never does.

In Omaha each class is dealt rarely, so gains by class are fitted to the basis of `class_tables.low_rank`,
which spans approximate margins against all ranges.  The share of the residual that is no noise is added.
After 20 s of nine seats at 11.7 big blinds a best response gained 0.01 big blinds, without a fit 0.12.

The folder ``table-runs`` stores interrupted searches: the arrays of `search_state`, and a record with game,
rules, hand and seed (see `jamfold.core.storage.checkpoints`).  The same request resumes from them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import FEWEST_SEATS, MOST_SEATS
from jamfold.cards import Card
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.class_tables.low_rank import class_basis
from jamfold.core.arrays import FloatArray
from jamfold.core.display import former_words
from jamfold.core.errors import SituationError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import Checkpoint, ResumableWork, find_checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact
from jamfold.solver.seat_tree import realization_plan, regret_matching, sequence_values
from jamfold.spots.nplayer.all_hands import MANY_SEARCHED, AllHandsSampler, is_more_informative
from jamfold.spots.nplayer.certificate import CONFIDENCE, Certificate, certify, in_sample_gains
from jamfold.spots.nplayer.exact import check_rows
from jamfold.spots.nplayer.raise_sampler import RaisedSampler, certify_raised, mostly_pure
from jamfold.spots.nplayer.sampler import TASKS, Purpose, Sampler, hand_text
from jamfold.spots.nplayer.tree import (
    by_seat,
    hand_tree,
    restore_redundant_actions,
    with_smallest_open,
)
from jamfold.spots.nplayer.variance import table_lifetime

_TRAINING, _TRAINING_OF_MANY = 0.6, 0.4
"""The share of the time before the certificate, and if `all_hands` measures: its noise falls slower."""
_MOST_PURE = 0.1
_PURE = 2.0
"""Almost pure is within this over the root of the deals of a class, and within `_MOST_PURE`."""
_WARM_UP_STEPS = 20
_GAIN_MEAN_OFFSET = 4.0
"""A: step k has the weight A / (k + A) in the average of gains, 2 / (k + 2) in that of strategies.

With 2 gains lag behind strategies and the search cycles: four seats of 10 big blinds with a fee of 0.2 at a
showdown were 0.009 big blinds from equilibrium after 6,400 steps, 0.007 after 1,600, and 0.005 with 4.  With
8 they cycle less, but have more noise with many classes.

Where gains are fitted, strategies are averaged with A, too: then six seats of Omaha at 11.7 big blinds gained
0.006 big blinds after 60 steps, with 2 / (k + 2) 0.013, and four seats after 200 steps 0.017 and 0.022.
"""
_NEW_DEALS = 7 / 16
"""The effective share of deals in a mean with weights k^3, like that of gains."""


@dataclass(frozen=True, eq=False)
class SearchProgress:
    """Progress of a search."""

    deals: int
    """The number of deals played."""
    percent: FloatArray
    """Percent of hands that are played, by node of the hand."""
    gains: FloatArray
    """In-sample gains of best responses by seat, too high on average."""


class JamFoldSearch:
    """A search without raises: averages of gains and strategies, step by step."""

    @former_words(given="fixed")
    def __init__(self, sampler: Sampler, fixed: FloatArray | None = None) -> None:
        self._sampler = sampler
        whole = is_more_informative(sampler, MANY_SEARCHED)
        self._dealt = AllHandsSampler(sampler) if whole else sampler
        self.share = _TRAINING_OF_MANY if is_more_informative(sampler) else _TRAINING
        plan = np.full(sampler.shape, np.nan) if fixed is None else fixed
        self._free = np.isnan(plan).any(axis=1, keepdims=True)
        self._average = np.where(self._free, 0.5, plan)
        self._stream = sampler.stream(Purpose.SEARCH)
        self._gains = np.zeros_like(self._average)
        self._noise = np.zeros(len(plan))
        """By node the sum of variances of gains over the roots of class sizes."""
        self._basis = None if sampler.flop else class_basis(sampler.game)
        self._sums = sampler.gains()
        self.steps = 0

    @property
    def deals(self) -> int:
        return self.steps * TASKS * self._dealt.batch

    def certify(
        self, until: float, on_progress: Callable[[float], None], confidence: float
    ) -> tuple[FloatArray, Certificate]:
        """Return the strategy by node of the hand, and its certificate on fresh deals."""
        sampler, strategy = self._sampler, self.strategy()
        prior = _NEW_DEALS * self.deals / self._dealt.deals_a_class * self.fitted()
        certificate = certify(sampler, strategy, prior, until, on_progress, confidence)
        return strategy, certificate

    def step(self) -> None:
        """Play the batches of a step, and update the averages."""
        played = self._average.copy() if self.steps < _WARM_UP_STEPS else self.strategy()
        for sums in self._sums:
            sums.fill(0)
        deals = self._dealt.play(played, played, self._stream, self.steps, self._sums)
        newest = _GAIN_MEAN_OFFSET / (self.steps + _GAIN_MEAN_OFFSET)
        self._gains += newest * (sum(self._sums) / len(deals) - self._gains)
        if self._basis is not None:
            apart = (self._sums[0] - self._sums[1]) / len(deals)
            self._noise += newest**2 * self._squares(apart) - newest * (2 - newest) * self._noise
        response = np.where(self._free, self.fitted() > 0, self._average)
        offset = 2.0 if self._basis is None else _GAIN_MEAN_OFFSET
        self._average += offset / (self.steps + offset) * (response - self._average)
        self.steps += 1

    def _squares(self, gains: FloatArray) -> FloatArray:
        """Return sums of squares of gains over the roots of class sizes, by node."""
        return np.asarray((gains**2 / self._sampler.sizes).sum(axis=1))

    def fitted(self) -> FloatArray:
        """Return average gains, fitted to the basis of the game if it has one."""
        if self._basis is None:
            return self._gains
        root = np.sqrt(self._sampler.sizes)
        fitted = (self._gains / root) @ self._basis @ self._basis.T * root
        rest = self._gains - fitted
        squares = self._squares(rest)
        share = np.maximum(squares - self._noise, 0.0) / np.where(squares > 0, squares, 1.0)
        return fitted + share[:, None] * rest

    def strategy(self) -> FloatArray:
        """Return the average, with almost pure classes pure."""
        pure = min(_MOST_PURE, _PURE * (self._dealt.deals_a_class / max(1, self.deals)) ** 0.5)
        near = self._free & (np.abs(self._average - 0.5) > 0.5 - pure)
        return np.where(near, np.round(self._average), self._average)

    def progress(self) -> SearchProgress:
        sampler, strategy = self._sampler, self.strategy()
        sizes = sampler.sizes
        return SearchProgress(
            deals=self.deals,
            percent=100 * (strategy @ sizes) / sizes.sum(),
            gains=by_seat(sampler.hand, in_sample_gains(sampler, strategy, self.fitted())),
        )

    def state(self, seconds: float) -> dict[str, FloatArray]:
        """Return the state to resume from."""
        return search_state(self._average, self._gains, self.steps, seconds, *self._noise)

    def restore(self, state: Mapping[str, FloatArray]) -> float:
        """Resume from a state; return the seconds that it took."""
        self._average, self._gains = state[AVERAGE], state[GAINS]
        self.steps, self._noise = int(state[FIGURES][0]), state[FIGURES][2:]
        return float(state[FIGURES][1])


class RaisedSearch:
    """A search with raises: average plans of regret matching, step by step.

    Best responses to mean gains, as without raises, cycled between opens and jams over them: after 600 steps
    of three seats a seat gained 0.05 big blinds, by regret matching 0.002.
    """

    def __init__(self, game: Game, hand: TableHand, seed: int) -> None:
        self._hand, self._small = hand, with_smallest_open(hand) or hand
        self.share = _TRAINING
        self._sampler = RaisedSampler(game, self._small, seed)
        tree = self._sampler.tree
        start = regret_matching(tree, np.zeros(self._sampler.shape))
        self._average = realization_plan(tree, start)
        self._stream = self._sampler.stream(Purpose.SEARCH)
        self._regrets = np.zeros_like(start)
        self._sums = self._sampler.sums()
        self.steps = 0

    @property
    def deals(self) -> int:
        return self.steps * TASKS * self._sampler.batch

    def step(self) -> None:
        """Play the batches of a step, and update regrets and the average."""
        sampler, tree = self._sampler, self._sampler.tree
        behaviour = regret_matching(tree, self._regrets)
        plan = realization_plan(tree, behaviour)
        for sums in self._sums:
            sums.fill(0)
        deals = sampler.play(plan, plan, self._stream, self.steps, self._sums)
        now = sequence_values(tree, np.sum(self._sums, axis=0) / len(deals), behaviour)
        self._regrets *= self.steps / (self.steps + 1)
        for turn in tree.infosets:
            actions = turn.sequences
            self._regrets[actions] += now[actions] - (behaviour[actions] * now[actions]).sum(axis=0)
        self._average = self._average + 2.0 / (self.steps + 2) * (plan - self._average)
        self.steps += 1

    def _behaviour(self) -> FloatArray:
        pure = min(_MOST_PURE, _PURE * (self._sampler.n / max(1, self.deals)) ** 0.5)
        return mostly_pure(self._sampler, self._average, self._regrets, pure)

    def certify(
        self, until: float, on_progress: Callable[[float], None], confidence: float
    ) -> tuple[FloatArray, Certificate]:
        """Return the strategy by node of the hand, and its certificate on fresh deals."""
        sampler, strategy = self._sampler, self._behaviour()[self._sampler.rows]
        if self._small is not self._hand:
            strategy = restore_redundant_actions(self._hand, self._small, strategy)
            sampler = RaisedSampler(sampler.game, self._hand, sampler.seed)
        return strategy, certify_raised(sampler, strategy, until, on_progress, confidence)

    def progress(self) -> SearchProgress:
        sampler, behaviour = self._sampler, self._behaviour()
        tree, sizes = sampler.tree, hand_classes(sampler.game).sizes
        percent = 100 * (realization_plan(tree, behaviour)[sampler.rows] @ sizes) / sizes.sum()
        regrets = np.zeros(self._hand.n)
        for turn in tree.infosets:
            most = self._regrets[turn.sequences].max(axis=0)
            regrets[turn.player] += 2.0 / (self.steps + 1) * np.maximum(most, 0.0).sum()
        rows = {node: row for row, node in enumerate(self._small.nodes)}
        percents = [percent[rows[node]] if node in rows else 0.0 for node in self._hand.nodes]
        return SearchProgress(self.deals, np.array(percents), by_seat(self._hand, regrets))

    def state(self, seconds: float) -> dict[str, FloatArray]:
        """Return the state to resume from."""
        return search_state(self._average, self._regrets, self.steps, seconds)

    def restore(self, state: Mapping[str, FloatArray]) -> float:
        """Resume from a state; return the seconds that it took."""
        self._average, self._regrets = state[AVERAGE], state[GAINS]
        self.steps, seconds = int(state[FIGURES][0]), float(state[FIGURES][1])
        return seconds


_MOST_STEPS = 1_000_000
_FIRST_LOOK = 3.0  # seconds of training before a certificate where a gain is to be reached
_TELLING = 0.5
_KEEPING = 10.0


@dataclass(frozen=True, eq=False)
class SampledTable:
    """Strategies of all seats from sampled deals, and their certificate."""

    strategy: FloatArray
    """Jam and call frequencies by node of ``hand.nodes`` and class, shape (nodes, n)."""
    certificate: Certificate
    deals: int
    """The number of deals, with those of the certificate."""
    seconds: float
    """Time including earlier runs."""


def ignore_search_progress(going: SearchProgress) -> None:
    """Report nothing."""


@former_words(given="fixed", told="on_search")
def sample_table(
    game: Game,
    hand: TableHand,
    *,
    seconds: float = 30.0,
    gain: float | Literal["lifetime"] | None = None,
    seed: int = 0,
    fixed: FloatArray | None = None,
    flop: Sequence[Card] = (),
    keeper: Checkpoint | None = None,
    progress: Progress = ignore_progress,
    on_search: Callable[[SearchProgress], None] = ignore_search_progress,
) -> SampledTable:
    """Solve a table by sampled deals.

    Raises SituationError if the time is not positive, or too many players may be all-in.

    Parameters
    ----------
    seconds
        Time limit, including the certificate and earlier runs.
    gain
        Stop as soon as no seat gains more than this with 95%, in ``hand.unit``; ``lifetime`` for the
        unnoticeable gain of `valuation.spread`.  Since a search that ends by its certificate selects lucky
        ones, the k-th look may err with 5% / (k (k + 1)), all looks together with 5%.
    seed
        The same seed and number of steps give the same deals.
    fixed
        Fixed strategies, shape (nodes of the hand, n); rows of NaN are solved for.  Not with raises.
    flop
        The flop if the hand begins there; not with raises or ``lifetime``.
    keeper
        Stores the search regularly, and when it is interrupted.
    on_search
        Called with the progress twice a second.
    """
    if not seconds > 0:
        raise SituationError(f"The time must be above zero, not {seconds:g} s.", field="seconds")
    if isinstance(gain, float | int) and not gain > 0:
        raise SituationError(f"The gain must be above zero, not {gain:g}.", field="gain")
    search = (
        RaisedSearch(game, hand, seed)
        if hand.raises
        else JamFoldSearch(Sampler(game, hand, seed, flop), fixed)
    )
    store = Checkpoint() if keeper is None else keeper
    state = store.load()
    before = 0.0 if state is None else search.restore(state)
    started = time.perf_counter() - before
    share = search.share
    length = share * seconds if gain is None else min(share * seconds, max(_FIRST_LOOK, before))
    until = started + length
    looks = 0
    while True:
        looks += 1
        _train(search, started, until, share, store, progress, on_search)
        worked = time.perf_counter() - started
        rest = min(seconds - worked, worked * (1 / share - 1))
        strategy, certificate = search.certify(
            time.perf_counter() + max(rest, 0.3),
            lambda done: progress("measuring on fresh deals", share + (1 - share) * done),
            CONFIDENCE if gain is None else 1 - (1 - CONFIDENCE) / (looks * (looks + 1)),
        )
        spent = time.perf_counter() - started
        if gain is None or spent >= seconds - 1e-3 or is_reached(game, hand, gain, strategy, certificate):
            store.forget()
            return SampledTable(strategy, certificate, search.deals + certificate.deals, spent)
        until = started + spent + max(0.5, min(spent, share * (seconds - spent)))


def is_reached(
    game: Game, hand: TableHand, gain: float | Literal["lifetime"], strategy: FloatArray, fresh: Certificate
) -> bool:
    """Return whether no seat gains more than `gain`, by the bounds of a certificate."""
    if isinstance(gain, str):
        return table_lifetime(game, hand, strategy, fresh.values).is_unnoticeable(fresh.bounds)
    return float(fresh.bounds.max()) <= gain


def measure_table(
    game: Game,
    hand: TableHand,
    strategy: FloatArray,
    *,
    seconds: float = 10.0,
    seed: int = 0,
    flop: Sequence[Card] = (),
    progress: Progress = ignore_progress,
) -> SampledTable:
    """Measure strategies, shape (nodes of the hand, n), on sampled deals.

    Raises SituationError as `sample_table`, and if the strategies are not for this hand.
    """
    started = time.perf_counter()
    if hand.raises:
        raised, chances = RaisedSampler(game, hand, seed), check_rows(game, hand, strategy)
        on_share = partial(progress, "measuring on fresh deals")
        certificate = certify_raised(raised, chances, started + seconds, on_share, CONFIDENCE)
        return SampledTable(chances, certificate, certificate.deals, time.perf_counter() - started)
    sampler = Sampler(game, hand, seed, flop)
    chances = np.asarray(strategy, dtype=np.float64)
    if chances.shape != (len(hand.nodes), sampler.n):
        raise SituationError(
            f"There are {len(chances)} ranges for {len(hand.nodes)} decisions.", field="profile"
        )
    certificate = certify(
        sampler, chances, np.zeros(sampler.shape), started + seconds,
        lambda share: progress("measuring on fresh deals", share),
    )  # fmt: skip
    return SampledTable(chances, certificate, certificate.deals, time.perf_counter() - started)


def _train(
    search: JamFoldSearch | RaisedSearch,
    started: float,
    until: float,
    span: float,
    store: Checkpoint,
    progress: Progress,
    on_progress: Callable[[SearchProgress], None],
) -> None:
    """Take at least one step, until a time of `time.perf_counter`; store the state if interrupted."""
    saved = reported = time.perf_counter()

    def save() -> None:
        store.save(search.state(time.perf_counter() - started))

    try:
        while True:
            search.step()
            now = time.perf_counter()
            progress("playing deals", span * min(1.0, (now - started) / max(until - started, 1e-9)))
            if now - reported >= _TELLING:
                reported = now
                on_progress(search.progress())
            if now - saved >= _KEEPING:
                saved = now
                save()
            if now >= until or search.steps >= _MOST_STEPS:
                break
    except BaseException:
        save()
        raise
    save()


METHOD = 5
"""The version of the search; checkpoints of other versions are not resumed."""
AVERAGE, GAINS, FIGURES = "average", "gains", "figures"
"""AVERAGE, GAINS, FIGURES: The arrays of a checkpoint."""
RUNS = ResumableWork(
    "table-runs",
    "begun search",
    "begun search of a table of {seats}",
    "jamfold table",
    (AVERAGE, GAINS, FIGURES),
    "{game}-{seats}",
    range(FEWEST_SEATS, MOST_SEATS + 1),
)


def run_item(game: Game, hand: TableHand, seed: int) -> Artifact:
    text = hand_text(hand)
    form = ArraySpec("<f8", (_rows(hand), hand_classes(game).n))
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "hand": text, "seed": seed}
    figures = ArraySpec("<f8", (2 if hand.raises else 2 + len(hand.nodes),))
    forms = {AVERAGE: form, GAINS: form, FIGURES: figures}
    return RUNS.item(f"{game.name}-{hand.n}", f"{text} {seed}", identity, forms, hand.n)


def _rows(hand: TableHand) -> int:
    """Return the number of nodes, or of sequences with raises."""
    if hand.raises:
        return hand_tree(with_smallest_open(hand) or hand)[0].n_sequences
    return len(hand.nodes)


def search_state(average: FloatArray, gains: FloatArray, *figures: float) -> dict[str, FloatArray]:
    """Return what a search resumes from: averages, and its steps, its time and the noise of its gains."""
    return {AVERAGE: average, GAINS: gains, FIGURES: np.array(figures, dtype=np.float64)}


def kept_run(game: Game, hand: TableHand, seed: int) -> AbstractContextManager[Checkpoint]:
    """Open the checkpoint of a search; nothing is kept if another process has it, or the disk refuses."""
    return find_checkpoint(run_item(game, hand, seed))


# Former names, until 0.4.
Keeper = CheckpointStore = Checkpoint
unheard = ignore_search_progress
