"""One result for all tables: exact where every deal can be counted, else sampled, and it says which."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.games import Game
from jamfold.hand.hand import Hand, Node, is_counted
from jamfold.progress import Progress, silent
from jamfold.shown import Shown, outward
from jamfold.spots.table.decision import SPOT, Decision, decisions_of
from jamfold.spots.table.exact import evaluate_table, solve_table
from jamfold.spots.table.runs import kept_run
from jamfold.spots.table.sampled import Going, measure_table, sample_table, unheard
from jamfold.spots.table.streams import hand_text

FloatArray = NDArray[np.float64]

_OFTEN = 0.5


@outward(SPOT, schema="TableSpotContract")
class TableSpot(NamedTuple):
    """What a table is played for, as it was understood: amounts in chips, stacks of a format by seat."""

    game: Game
    hand: Hand
    seed: int | None
    """Of the sampled deals; None where every deal was counted."""


@outward(
    f"{SPOT} nodes=decisions values values_error gains gains_error gains_least=least gains_bound=bounds "
    "exact deals unit seconds",
    schema="TableContract",
)
@dataclass(frozen=True, eq=False)
class TableResult(Shown):
    """Strategies of all seats and their certificate; lists by seat go from the button's left round."""

    game: Game
    hand: Hand
    """game, hand: The rules, and the hand."""
    exact: bool
    """Whether every deal was counted; else values and gains are sampled."""
    strategy: FloatArray
    """Chances to jam or call by node and class: shape (nodes, n)."""
    reach: FloatArray
    percent: FloatArray
    """reach, percent: The chance that the hand comes to each node; percent of hands that are played there."""
    values: FloatArray
    """What every seat has after the hand in the mean: chips, or prize money."""
    values_error: FloatArray
    """Standard errors, 0 where exact."""
    gains: FloatArray
    """What every seat's best response to the others adds.  Where deals are sampled a lower estimate of that,
    no exploitability: a response is chosen on nine tenths of the deals and valued on the last, ten times, and
    is not the best one.  The gain lies from ``gains_least`` to ``gains_bound``."""
    gains_error: FloatArray
    """Standard errors, 0 where exact."""
    least: FloatArray
    """What every seat gains at least, all together with 95 %; the gains themselves where exact."""
    bounds: FloatArray
    """What every seat gains at most, all together with 95 %; the gains themselves where exact."""
    folds: FloatArray
    margins: FloatArray
    margins_error: FloatArray
    """folds, margins, margins_error: To a class that is dealt and comes to a node: what folding is worth,
    what jamming or calling is worth more, and the standard error of that, 0 where it is exact; shape (nodes,
    n), NaN where it cannot come there."""
    deals: int
    """Deals sampled, those of the certificate among them; 0 where all were counted."""
    seconds: float
    """How long it took."""
    seed: int | None
    """Of the sampled deals; None where all were counted."""

    @property
    def spot(self) -> TableSpot:
        return TableSpot(self.game, self.hand, self.seed)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return decisions_of(self)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The decisions, in the order of the strategy's rows."""
        return self.hand.nodes

    @property
    def unit(self) -> str:
        """What values count: chips or money."""
        return self.hand.unit

    @cached_property
    def id(self) -> str:
        """What tells this answer from all others, also to the same question: a hash of its numbers."""
        digest = hashlib.sha256(f"{self.game.name}\n{hand_text(self.hand)}\n".encode())
        for values in (self.strategy, self.values, self.gains, self.bounds, self.margins):
            digest.update(np.ascontiguousarray(values, dtype="<f8").tobytes())
        return digest.hexdigest()[:16]

    def often(self, row: int) -> FloatArray:
        """Which classes are played at least half of the time at a decision: 1, the others 0."""
        return np.where(self.strategy[row] >= _OFTEN, 1.0, 0.0)

    @property
    def responses(self) -> FloatArray:
        """The best response at every node to the others' strategies; what makes no difference stays."""
        better = np.where(self.margins < 0, 0.0, self.strategy)
        return np.where(self.margins > 0, 1.0, better)


def table_result(
    game: Game,
    hand: Hand,
    *,
    profile: FloatArray | None = None,
    seconds: float = 30.0,
    gain: float | None = None,
    seed: int = 0,
    progress: Progress = silent,
    told: Callable[[Going], None] = unheard,
) -> TableResult:
    """Solve a table, or measure given strategies.

    A search by sampled deals that is cut off is kept: the same hand and seed go on where it was.  Raises
    SituationError if the strategies are not for this hand, or it cannot be sampled so; TableError if a class
    table cannot be had.

    Parameters
    ----------
    profile
        Strategies to be measured, shape (nodes of the hand, n); None to solve.
    seconds, gain, seed, told
        Of sampling, as in `sampled.sample_table`; where all deals are counted ``gain`` ends the search.
    """
    begun = time.perf_counter()
    if is_counted(game, hand):
        counted = (
            solve_table(game, hand, progress, gain)
            if profile is None
            else evaluate_table(game, hand, profile, progress)
        )
        none = np.zeros(hand.n)
        return TableResult(
            game, hand, True, counted.strategy, counted.reach, counted.percent, counted.values, none,
            counted.gains, none, counted.gains, counted.gains, counted.folds, counted.margins,
            np.where(np.isnan(counted.margins), np.nan, 0.0), 0, time.perf_counter() - begun, None,
        )  # fmt: skip
    if profile is None:
        with kept_run(game, hand, seed) as keeper:
            found = sample_table(
                game, hand, seconds=seconds, gain=gain, seed=seed, keeper=keeper, progress=progress, told=told
            )
    else:
        found = measure_table(game, hand, profile, seconds=seconds, seed=seed, progress=progress)
    fresh = found.certificate
    return TableResult(
        game, hand, False, found.strategy, fresh.reach, fresh.percent, fresh.values, fresh.values_error,
        fresh.gains, fresh.gains_error, fresh.least, fresh.bounds, fresh.folds, fresh.margins,
        fresh.margins_error, found.deals, found.seconds, seed,
    )  # fmt: skip
