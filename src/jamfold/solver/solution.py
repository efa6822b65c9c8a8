"""A pair of strategies with its certificate.

A `Solution` always carries epsilon, measured against best responses over all
classes, and says whether that is within the tolerance of the exact method.
Values and EVs are in the unit of the stakes (B in chips heads-up, see `chip_payoffs`).
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
    from jamfold.solver.products import RangeSums

EXACT = "exact"
FICTITIOUS_PLAY = "fictitious-play"
APPROXIMATE = "approximate"
BEST_RESPONSE = "best-response"
GIVEN = "given"
METHODS = (EXACT, APPROXIMATE, FICTITIOUS_PLAY, BEST_RESPONSE, GIVEN)
"""How a pair of strategies can have been made."""
TOLERANCE = 1e-9
"""Strategies are called exact if nobody gains as much as this, in the unit of the stakes, by deviating."""
FREE_MARGIN = 1e-9
"""A class whose EV margin is smaller, in that unit, counts as indifferent ("free")."""


def is_exact(gain: float, unit: float = 1.0) -> bool:
    """Return whether strategies are called exact: the only rule of this word, wherever they come from."""
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
    """A pair of strategies, what they are worth, and how far they are from optimal.

    All arrays but the history have shape (n,), one entry per class.
    """

    stakes: TerminalPayoffs
    """What the hand is played for."""
    x: FloatArray
    y: FloatArray
    """x, y: Chance that I jams, that II calls, in [0, 1]."""
    ev_jam: FloatArray
    """EV of jamming with each class of I."""
    margin_jam: FloatArray
    """The same less the value of folding."""
    jam_chance: FloatArray
    """Chance that I jams, given the class of II."""
    call_gain: FloatArray
    """EV of calling minus EV of folding for II, weighted by `jam_chance`."""
    ev_call: FloatArray
    """EV of calling for II once I has jammed, nan if I never jams against the class."""
    margin_call: FloatArray
    """The same less the value of folding."""
    values: tuple[float, float]
    """Values of the pair for I and for II."""
    v1: float
    v2: float
    """v1, v2: What best responses earn: I's against y for I, II's against x for II."""
    epsilon: float
    """Half of what both players together could still gain by best responses; one player alone gains at most 2
    epsilon, see `gains`.  The EVs behind it are float64 and carry rounding of about 1e-16 of the largest end;
    an epsilon of 0 says that no class gains more than that by changing."""
    gains: tuple[float, float]
    """What I alone and II alone could still gain by a best response."""
    method: str
    """"exact", "approximate" or "fictitious-play"."""
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
    """Classes of I and of II with ``|margin| < FREE_MARGIN``, or never asked: the player may do as they like
    with them."""
    history: FloatArray
    """One row per iteration, columns as in `Iteration`, shape (iterations, 6)."""
    seconds: float
    """Time the solver took."""

    @property
    def approximate(self) -> bool:
        """Whether the gains are bounds that hold with 95%, found without a whole table."""
        return self.method == APPROXIMATE

    @property
    def n_classes(self) -> int:
        return int(self.x.size)

    @property
    def value(self) -> float:
        return self.values[0]


def make_iteration(
    payoffs: ClassGame, iteration: int, jamming: RangeSums, calling: RangeSums, evaluation: Evaluation
) -> Iteration:
    """The iteration of a pair that `evaluation` has measured."""
    return Iteration(
        iteration,
        payoffs.dealt[0].share(jamming.strategy),
        payoffs.dealt[1].share(calling.strategy),
        evaluation.v1,
        evaluation.v2,
        evaluation.epsilon,
    )


def make_solution(
    payoffs: ClassGame,
    stakes: TerminalPayoffs,
    jamming: RangeSums,
    calling: RangeSums,
    evaluation: Evaluation,
    *,
    method: str,
    exact: bool,
    history: list[Iteration],
    seconds: float,
) -> Solution:
    """The solution of a pair that `evaluation` has measured; the last history row is that pair's."""
    jam_chance = jamming.placements / payoffs.dealt[1].opponents
    faces_jam = jam_chance > 0.0
    margin_call = np.full(payoffs.n_classes, np.nan)
    np.divide(evaluation.call_gain, jam_chance, out=margin_call, where=faces_jam)
    margin_jam = evaluation.ev_jam - stakes.first.fold
    return Solution(
        stakes=stakes,
        x=jamming.strategy,
        y=calling.strategy,
        ev_jam=evaluation.ev_jam,
        margin_jam=margin_jam,
        jam_chance=jam_chance,
        call_gain=evaluation.call_gain,
        ev_call=margin_call + stakes.second.opponent_folds,
        margin_call=margin_call,
        values=evaluation.values,
        v1=evaluation.v1,
        v2=evaluation.v2,
        epsilon=evaluation.epsilon,
        gains=evaluation.gains,
        method=method,
        exact=exact,
        iterations=len(history),
        jam_share=payoffs.dealt[0].share(jamming.strategy),
        call_share=payoffs.dealt[1].share(calling.strategy),
        mixed=(_count_mixed(jamming.strategy), _count_mixed(calling.strategy)),
        free=(
            int(np.count_nonzero(abs(margin_jam) < FREE_MARGIN)),
            int(np.count_nonzero(~faces_jam | (abs(np.where(faces_jam, margin_call, 0.0)) < FREE_MARGIN))),
        ),
        history=np.array(history, dtype=np.float64).reshape(len(history), len(Iteration._fields)),
        seconds=seconds,
    )


def _count_mixed(strategy: FloatArray) -> int:
    return int(np.count_nonzero((strategy > 0.0) & (strategy < 1.0)))
