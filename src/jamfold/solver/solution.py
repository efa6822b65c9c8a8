"""A pair of strategies with its certificate.

A `Solution` always has its epsilon, measured against best responses over all classes.  Values and EVs are in
the unit of the stakes: in chips heads-up big blinds with half of the dead money, see `chip_payoffs`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray
from jamfold.solver.stakes import TerminalPayoffs

if TYPE_CHECKING:
    from jamfold.solver.best_response import Evaluation
    from jamfold.solver.payoffs import ClassGame

EXACT = "exact"
FICTITIOUS_PLAY = "fictitious-play"
APPROXIMATE = "approximate"
BEST_RESPONSE = "best-response"
GIVEN = "given"
METHODS = (EXACT, APPROXIMATE, FICTITIOUS_PLAY, BEST_RESPONSE, GIVEN)
"""The origins of a pair of strategies."""
TOLERANCE = 1e-9
"""Strategies are called exact if nobody gains this much by deviating, in the unit of the stakes."""
FREE_MARGIN = 1e-9
"""A class with a smaller EV margin counts as indifferent ("free"), in the unit of the stakes."""


def is_exact(gain: float, unit: float = 1.0) -> bool:
    """Return whether strategies with this gain by deviating are called exact, for all solvers."""
    return gain < TOLERANCE * unit


class Iteration(NamedTuple):
    """One iteration on the way to a solution; shares in [0, 1], values and epsilon as in `Solution`."""

    iteration: int
    jam_share: float
    call_share: float
    v1: float
    v2: float
    epsilon: float


@dataclass(frozen=True)
class Solution:
    """A pair of strategies with values, EVs and certificate; arrays by class have shape (n,)."""

    stakes: TerminalPayoffs
    x: FloatArray
    y: FloatArray
    """x, y: Chance that I jams, that II calls, in [0, 1]."""
    ev_jam: FloatArray
    """EV of jamming with each class of I."""
    margin_jam: FloatArray
    """`ev_jam` less the value of folding."""
    jam_chance: FloatArray
    """Chance that I jams, given the class of II."""
    call_gain: FloatArray
    """EV of calling less EV of folding for II, weighted by `jam_chance`."""
    ev_call: FloatArray
    """EV of calling for II after a jam, NaN if I never jams against the class."""
    margin_call: FloatArray
    """`ev_call` less the value of folding."""
    values: tuple[float, float]
    """Values of the pair for I and for II."""
    v1: float
    v2: float
    """v1, v2: Best-response values: I's against y for I, II's against x for II."""
    epsilon: float
    """Half of the sum of `gains`.  EVs are float64 with rounding of about 1e-16 of the largest payoff; if
    epsilon is 0, no class gains more than that by deviating."""
    gains: tuple[float, float]
    """The gains of I alone and of II alone by a best response."""
    method: str
    """One of `METHODS`."""
    exact: bool
    """Whether the exact method reached its tolerance."""
    iterations: int
    """Iterations of fictitious play, and rounds of linear programming."""
    jam_share: float
    call_share: float
    """jam_share, call_share: Share of all hands that I jams, that II calls with, in [0, 1]."""
    mixed: tuple[int, int]
    """Classes of I and of II played with a chance strictly between 0 and 1."""
    free: tuple[int, int]
    """Classes of I and of II with ``|margin| < FREE_MARGIN``, or that never face a jam."""
    history: FloatArray
    """One row per iteration, columns as in `Iteration`, shape (iterations, 6)."""
    seconds: float
    """The time to solve."""

    @property
    def approximate(self) -> bool:
        """Whether the gains are 95% bounds, found without a whole table."""
        return self.method == APPROXIMATE

    @property
    def n_classes(self) -> int:
        return int(self.x.size)

    @property
    def value(self) -> float:
        return self.values[0]


def make_iteration(payoffs: ClassGame, iteration: int, pair: Evaluation) -> Iteration:
    """Return the history row of a measured pair."""
    jam_share, call_share = _shares(payoffs, pair)
    return Iteration(iteration, jam_share, call_share, pair.v1, pair.v2, pair.epsilon)


def _shares(payoffs: ClassGame, pair: Evaluation) -> tuple[float, float]:
    first, second = payoffs.dealt
    return first.share(pair.jamming.strategy), second.share(pair.calling.strategy)


def make_solution(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    pair: Evaluation,
    *,
    method: str,
    exact: bool,
    history: list[Iteration],
    seconds: float,
) -> Solution:
    """Return the solution of a measured pair, whose row of the history is the last one."""
    jam_chance = pair.jamming.placements / payoffs.dealt[1].opponents
    faces_jam = jam_chance > 0.0
    margin_call = np.full(payoffs.n_classes, np.nan)
    np.divide(pair.call_gain, jam_chance, out=margin_call, where=faces_jam)
    margin_jam = pair.ev_jam - stakes.first.fold
    x, y = pair.jamming.strategy, pair.calling.strategy
    jam_share, call_share = _shares(payoffs, pair)
    return Solution(
        stakes=stakes,
        x=x,
        y=y,
        ev_jam=pair.ev_jam,
        margin_jam=margin_jam,
        jam_chance=jam_chance,
        call_gain=pair.call_gain,
        ev_call=margin_call + stakes.second.opponent_folds,
        margin_call=margin_call,
        values=pair.values,
        v1=pair.v1,
        v2=pair.v2,
        epsilon=pair.epsilon,
        gains=pair.gains,
        method=method,
        exact=exact,
        iterations=len(history),
        jam_share=jam_share,
        call_share=call_share,
        mixed=(_count_mixed(x), _count_mixed(y)),
        free=(
            int(np.count_nonzero(abs(margin_jam) < FREE_MARGIN)),
            int(np.count_nonzero(~faces_jam | (abs(np.where(faces_jam, margin_call, 0.0)) < FREE_MARGIN))),
        ),
        history=np.array(history, dtype=np.float64).reshape(len(history), len(Iteration._fields)),
        seconds=seconds,
    )


def _count_mixed(strategy: FloatArray) -> int:
    return int(np.count_nonzero((strategy > 0.0) & (strategy < 1.0)))
