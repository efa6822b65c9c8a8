"""Best responses over all classes, and how far a pair of strategies is from optimal.

With x, y the chances of jamming and calling, c the class sizes, K1 and K2 the
numbers of hands (own, opponent's), m = M / margin_scale, and S the value of a
showdown beyond that of II's folding (`showdown`), in chips s m[i,j] - p[i,j] for I:

    EV of jamming with i                steal + sum_j y[j] S1[i,j] / K2
    EV of folding (I)                   fold
    gain of calling over folding, j     sum_i x[i] S2[j,i] / K2

The gain is weighted by the chance that I jams.  A best response plays exactly
the classes with a strictly positive difference.  v1 and v2 are what the best
responses earn, each for its own player, and epsilon is half of what both together
could gain; one player alone gains at most 2 epsilon.  In a zero-sum game
epsilon = (v1 + v2) / 2.

v1 + v2 is a difference of nearly equal numbers, so epsilon is summed from the
regrets instead, class by class: the profile's value cancels in v1 + v2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs


@dataclass(frozen=True)
class Evaluation:
    """A pair of strategies measured against both best responses; arrays of shape (n,)."""

    jamming: RangeSums
    calling: RangeSums
    ev_jam: FloatArray
    """EV of jamming with each class of I."""
    call_gain: FloatArray
    """Gain of calling over folding with each class of II, weighted by the chance that I jams."""
    jam_response: BoolArray
    call_response: BoolArray
    """jam_response, call_response: Best responses of I and II."""
    jam_regret: FloatArray
    call_regret: FloatArray
    """jam_regret, call_regret: Each class's gain by its best response, >= 0."""
    values: tuple[float, float]
    """Values of the pair for I and for II."""
    v1: float
    v2: float
    """v1, v2: Values of the best responses, of I for I and of II for II."""
    epsilon: float
    """Half of the sum of the gains."""
    gains: tuple[float, float]
    """The gains of I alone and of II alone by a best response."""


def showdown(ends: PlayerPayoffs, base: float, against: RangeSums) -> FloatArray:
    """Return the value of showdowns over `base`, summed over the opponent's range, shape (n,)."""
    value = ends.half * against.margins + (ends.mean - base) * against.placements
    for factor, sums in zip(ends.factors, against.planes, strict=True):
        value = value + factor * sums
    return value


def jam_evs(payoffs: ClassGame, stakes: TerminalPayoffs, calling: RangeSums) -> FloatArray:
    """Return the EV of jamming with each class of I against a calling strategy, shape (n,)."""
    steal = stakes.first.opponent_folds
    return np.asarray(steal + showdown(stakes.first, steal, calling) / payoffs.dealt[0].opponents)


def call_gains(payoffs: ClassGame, stakes: TerminalPayoffs, jamming: RangeSums) -> FloatArray:
    """Return the gain of calling over folding with each class of II, times the chance of a jam, (n,)."""
    ends = stakes.second
    return np.asarray(showdown(ends, ends.opponent_folds, jamming) / payoffs.dealt[1].opponents)


def jam_response(stakes: TerminalPayoffs, ev_jam: FloatArray) -> BoolArray:
    """Return the classes that I jams in a best response, shape (n,)."""
    return np.full(ev_jam.size, True) if stakes.jam_forced else ev_jam > stakes.first.fold


def call_response(stakes: TerminalPayoffs, gains: FloatArray) -> BoolArray:
    """Return the classes that II calls with in a best response, shape (n,)."""
    return np.full(gains.size, True) if stakes.call_forced else gains > 0.0


def evaluate(
    payoffs: ClassGame, stakes: TerminalPayoffs, jamming: RangeSums, calling: RangeSums
) -> Evaluation:
    """Measure a pair of strategies against both best responses over all classes."""
    ev_jam = jam_evs(payoffs, stakes, calling)
    gains = call_gains(payoffs, stakes, jamming)
    jam = jam_response(stakes, ev_jam)
    call = call_response(stakes, gains)
    jam_margin = ev_jam - stakes.first.fold
    of_first, of_second = payoffs.dealt
    jam_regret = np.where(jam, jam_margin, 0.0) - jamming.strategy * jam_margin
    call_regret = np.where(call, gains, 0.0) - calling.strategy * gains
    counts = of_first.counts.astype(np.float64)
    first = float(np.sum(counts * jamming.strategy * jam_margin)) / of_first.total + stakes.first.fold
    their_counts = of_second.counts.astype(np.float64)
    second = -first
    if not stakes.cancels:
        jammed = of_first.share(jamming.strategy)
        called = float(np.sum(their_counts * calling.strategy * gains)) / of_second.total
        second = stakes.second.fold * (1.0 - jammed) + stakes.second.opponent_folds * jammed + called
    regret_1 = float(np.sum(counts * jam_regret)) / of_first.total
    regret_2 = float(np.sum(their_counts * call_regret)) / of_second.total
    return Evaluation(
        jamming=jamming,
        calling=calling,
        ev_jam=ev_jam,
        call_gain=gains,
        jam_response=jam,
        call_response=call,
        jam_regret=jam_regret,
        call_regret=call_regret,
        values=(first, second),
        v1=first + regret_1,
        v2=second + regret_2,
        epsilon=(regret_1 + regret_2) / 2.0,
        gains=(regret_1, regret_2),
    )
