"""Tables of any size in all games by sampled deals, with a certificate on fresh ones.

Deals of hands for all seats are drawn in batches, so cards of folded players count.  Each is played in
several seatings of its hands (all of them up to four seats, else each hand once in each seat) and shown down
on several boards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.cards import Card
from jamfold.errors import SituationError
from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.progress import Progress, ignore_progress
from jamfold.spots.table.certificate import CONFIDENCE, Certificate, certify
from jamfold.spots.table.deviation import table_lifetime
from jamfold.spots.table.exact import check_rows
from jamfold.spots.table.raised_sampled import RaisedSampler, certify_raised
from jamfold.spots.table.sampler import Sampler
from jamfold.spots.table.searches import JamFoldSearch, RaisedSearch, SearchCheckpoint, SearchProgress

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


class CheckpointStore(Protocol):
    """Where a search is kept, to go on after it was cut off."""

    def load(self) -> SearchCheckpoint | None: ...

    def save(self, trained: SearchCheckpoint) -> None:
        """Keep it."""

    def forget(self) -> None:
        """The search is over."""


def ignore_search_progress(going: SearchProgress) -> None:
    """Nobody hears how far a search is."""


def sample_table(
    game: Game,
    hand: TableHand,
    *,
    seconds: float = 30.0,
    gain: float | Literal["lifetime"] | None = None,
    seed: int = 0,
    given: FloatArray | None = None,
    flop: Sequence[Card] = (),
    keeper: CheckpointStore | None = None,
    progress: Progress = ignore_progress,
    told: Callable[[SearchProgress], None] = ignore_search_progress,
) -> SampledTable:
    """Solve a table by sampled deals.

    Raises SituationError if the time is nothing, or more may be all-in than can be told apart.

    Parameters
    ----------
    seconds
        How long it may take, the certificate and what an earlier run had done included.
    gain
        Stop earlier, as soon as no seat gains more than this with 95 %, in ``hand.unit``; ``lifetime`` for
        what nobody could notice, see `worth.lifetime`.  A search that ends
        by its certificate chooses the lucky ones: so the k-th look may err with 5 % / (k (k + 1)), all looks
        together with 5 %.
    seed
        The same seed and number of steps give the same deals.
    given
        Strategies that stay as they are, shape (nodes of the hand, n); the rows of NaN are looked for.  Not
        where raises are listed.
    flop
        The flop, where it lies there before anybody acts; not where raises are listed, nor with ``lifetime``.
    keeper
        Keeps the search as it goes, and when it is cut off.
    told
        Hears how far it is, twice a second.
    """
    if not seconds > 0:
        raise SituationError(f"The time must be above zero, not {seconds:g} s.", field="seconds")
    if isinstance(gain, float | int) and not gain > 0:
        raise SituationError(f"The gain must be above zero, not {gain:g}.", field="gain")
    search = (
        RaisedSearch(game, hand, seed)
        if hand.raises
        else JamFoldSearch(Sampler(game, hand, seed, flop), given)
    )
    before = search.restore(keeper.load()) if keeper is not None else 0.0
    begun = time.perf_counter() - before
    share = search.share
    length = share * seconds if gain is None else min(share * seconds, max(_FIRST_LOOK, before))
    until = begun + length
    looks = 0
    while True:
        looks += 1
        _train(search, begun, until, share, keeper, progress, told)
        worked = time.perf_counter() - begun
        rest = min(seconds - worked, worked * (1 / share - 1))
        strategy, found = search.certify(
            time.perf_counter() + max(rest, 0.3),
            lambda done: progress("measuring on fresh deals", share + (1 - share) * done),
            CONFIDENCE if gain is None else 1 - (1 - CONFIDENCE) / (looks * (looks + 1)),
        )
        spent = time.perf_counter() - begun
        if gain is None or spent >= seconds - 1e-3 or _is_reached(game, hand, gain, strategy, found):
            if keeper is not None:
                keeper.forget()
            return SampledTable(strategy, found, search.deals + found.deals, spent)
        until = begun + spent + max(0.5, min(spent, share * (seconds - spent)))


def _is_reached(
    game: Game, hand: TableHand, gain: float | Literal["lifetime"], strategy: FloatArray, found: Certificate
) -> bool:
    """Whether no seat gains more than it may."""
    if isinstance(gain, str):
        return table_lifetime(game, hand, strategy, found.values).is_unnoticeable(found.bounds)
    return float(found.bounds.max()) <= gain


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
    """The certificate of given strategies, shape (nodes of the hand, n), on sampled deals.

    Raises SituationError as `sample_table`, and if the strategies are not for this hand.
    """
    begun = time.perf_counter()
    if hand.raises:
        raised, given = RaisedSampler(game, hand, seed), check_rows(game, hand, strategy)
        told = partial(progress, "measuring on fresh deals")
        found = certify_raised(raised, given, begun + seconds, told, CONFIDENCE)
        return SampledTable(given, found, found.deals, time.perf_counter() - begun)
    sampler = Sampler(game, hand, seed, flop)
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
    search: JamFoldSearch | RaisedSearch,
    begun: float,
    until: float,
    span: float,
    keeper: CheckpointStore | None,
    progress: Progress,
    told: Callable[[SearchProgress], None],
) -> None:
    """Play until a time of `time.perf_counter`, at least one step; what was done is kept if it is cut off."""
    saved = heard = time.perf_counter()

    def save() -> None:
        if keeper is not None:
            keeper.save(search.checkpoint(time.perf_counter() - begun))

    try:
        while True:
            search.step()
            now = time.perf_counter()
            progress("playing deals", span * min(1.0, (now - begun) / max(until - begun, 1e-9)))
            if now - heard >= _TELLING:
                heard = now
                told(search.progress())
            if now - saved >= _KEEPING:
                saved = now
                save()
            if now >= until or search.steps >= _MOST_STEPS:
                break
    except BaseException:
        save()
        raise
    save()


# Former names, until 0.4.
Keeper, unheard = CheckpointStore, ignore_search_progress
