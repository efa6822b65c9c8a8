"""Games of three seats that each act once: gains, equilibrium search, and rounding bounds.

At each node a player with one of n classes jams or folds.  A strategy is the chance to jam by node and class;
the *gain* of a node and class is the EV of jamming less that of folding, times the reach probability.  A
player's own gain is that of a best response.  Since everybody acts once it is the sum over the player's nodes
and classes of max(0, gain) (1 - s) + max(0, -gain) s.

Payoffs are of general sum: equilibria may not be unique, and no iteration is sure to find one.  The
certificate is every player's own gain.

1. Fictitious play with averages weighted by t [1]_ makes almost all classes pure.
2. The mixed classes, and the pure ones that would gain most, play a game with gains linear in each chance.
   Newton steps solve it, linearised, as a complementarity problem (`linear_programs.solve_linearised`).  In
   160 random games of three seats no gain above 1e-10 bb was left, after 103 to 228 steps in all.  (Steps to
   gain = 0 up to the first chance at 0 or 1 stopped at 1e-6 bb in two games of three, where more classes of a
   seat mixed than the others' chances could make indifferent.  Whole steps with clipping cycled.)

Rounding has a proved bound.  A sum of k products of numbers with errors of j units has an error of at most
(k + j) units of 2^-53 of the sum of their absolute values, in any order [2]_.  A gain of `solver.three_seats`
at a node and class is a sum of at most 24 parts, each below the largest payoff times the reach probability;
each part is contracted over three players (n terms each), of tables made of 13 counts.  A player's gains are
summed over at most three nodes and n classes, whose chances sum to at most one a node.

References
----------
.. [1] D. Fudenberg, D. K. Levine, "The Theory of Learning in Games", 1998, chapter 2.
.. [2] N. J. Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, 2002, section 3.1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.linear_programs import FIRST_INERTIA, next_inertia, solve_linearised
from jamfold.solver.three_seats import ThreeSeats, ThreeState

UNIT = 2.0**-53
_PARTS, _NODES = 24, 3
_STEPS = 150
"""Operations outside the sums over classes: counts, values of ends, differences, products, a quotient."""


def gamma(steps: int) -> float:
    """Return the bound of the relative error after `steps` operations."""
    return steps * UNIT / (1 - steps * UNIT)


def seat_gain_bounds(gains: FloatArray, n: int, largest: float) -> FloatArray:
    """Return upper bounds of the own gains of three seats, rounded outward, shape (3,).

    Parameters
    ----------
    gains
        Own gains of `evaluate_seats`.
    n
        The number of classes.
    largest
        The largest absolute payoff.
    """
    slack = _NODES * _PARTS * gamma(6 * n + _STEPS) * largest
    return np.asarray(np.nextafter(gains + np.nextafter(slack, np.inf), np.inf))


_ROUND = 100
_ROUNDS = 40
"""The most rounds of fictitious play and Newton steps."""
_NEWTON_STEPS = 25
_MIXED = 0.02
_TINY = 1e-300
_ENTERING = 6


@dataclass(frozen=True, eq=False)
class SeatSolution:
    """A strategy for all seats and its certificate."""

    strategy: FloatArray
    """Chances to jam, shape (nodes, n)."""
    values: FloatArray
    """Every player's value."""
    own_gains: FloatArray
    """Every player's gain by a best response."""
    gains: FloatArray
    """The EV of jamming less that of folding, times the reach probability, shape (nodes, n)."""
    folds: FloatArray
    """The EV of folding times the reach probability, shape (nodes, n)."""
    arrivals: FloatArray
    """The reach probability of each node and class, shape (nodes, n)."""
    iterations: int
    """Steps of fictitious play and of Newton."""


def _forced(game: ThreeSeats) -> FloatArray:
    """Return the chances at nodes without a decision, shape (nodes, 1) or (nodes, n)."""
    return game.forced.reshape(len(game.forced), -1)


def _free(game: ThreeSeats) -> BoolArray:
    """Return which nodes have a decision, shape (nodes,)."""
    return np.asarray(np.isnan(_forced(game)).all(axis=1))


def own_gains(game: ThreeSeats, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """Return every player's gain by a best response, shape (players,)."""
    own = np.zeros(3)
    np.add.at(own, game.players, regrets(game, strategy, gains).sum(axis=1))
    return own


def regrets(game: ThreeSeats, strategy: FloatArray, gains: FloatArray) -> FloatArray:
    """Return the loss of each class at each node, shape (nodes, n)."""
    lost = np.maximum(gains, 0) * (1 - strategy) + np.maximum(-gains, 0) * strategy
    return np.where(_free(game)[:, None], lost, 0.0)


def evaluate_seats(game: ThreeSeats, strategy: FloatArray, iterations: int = 0) -> SeatSolution:
    """Return the certificate of a strategy, from new sums."""
    whole = np.where(_free(game)[:, None], strategy, _forced(game))
    state = game.state(whole)
    gains = state.gains()
    own = own_gains(game, whole, gains)
    return SeatSolution(whole, state.values(), own, gains, state.folds(), state.arrivals(), iterations)


def solve_seats(
    game: ThreeSeats,
    n: int,
    tolerance: float,
    progress: Progress = ignore_progress,
    start: FloatArray | None = None,
) -> SeatSolution:
    """Return an equilibrium, or the best strategy found.

    Parameters
    ----------
    n
        The number of classes.
    tolerance
        The largest own gain at which the search ends; Newton steps end at a tenth of it.
    start
        The first average, chances to jam of shape (nodes, n); 1/2 by default.
    """
    free = _free(game)
    first = np.full((len(free), n), 0.5) if start is None else start
    start = np.where(free[:, None], first, _forced(game))
    average = game.state(start)
    response = average.copy()
    best, least, steps = start, np.inf, 0
    for number in range(_ROUNDS):
        progress("fictitious play", number / _ROUNDS)
        for _ in range(_ROUND):
            gains = average.gains()
            _respond(response, gains, free)
            average.mix(response, 2.0 / (steps + 2))
            steps += 1
        strategy, gain, taken = polish(game, average, tolerance / 10)
        steps += taken
        if gain < least:
            best, least = strategy, gain
        if least <= tolerance:
            break
    return evaluate_seats(game, best, steps)


def _respond(response: ThreeState, gains: FloatArray, free: BoolArray) -> None:
    best_response = (gains > 0).astype(np.float64)
    for node in np.flatnonzero(free).tolist():
        changed = np.flatnonzero(best_response[node] != response.strategy[node])
        if len(changed):
            response.shift(node, changed, (best_response[node] - response.strategy[node])[changed])


def polish(game: ThreeSeats, average: ThreeState, target: float) -> tuple[FloatArray, float, int]:
    """Make almost pure classes pure, and take Newton steps until the largest own gain is at most `target`.

    Returns the best strategy seen, its largest own gain, and the number of steps.
    """
    free, gains, chances = _free(game), average.gains(), average.strategy
    best, least = chances.copy(), float(own_gains(game, chances, gains).max())
    if least <= target:
        return best, least, 0
    doubtful = free[:, None] & (chances > _MIXED) & (chances < 1 - _MIXED)
    state = average.copy()
    pure = np.where(doubtful | ~free[:, None], chances, (gains > 0).astype(np.float64))
    _move(state, pure - chances)
    inertia, last = FIRST_INERTIA, np.inf
    for step in range(_NEWTON_STEPS):
        gains, chances = state.gains(), state.strategy
        gain = float(own_gains(game, chances, gains).max())
        if gain < least:
            best, least = chances.copy(), gain
        inertia, last = next_inertia(inertia, gain, last), gain
        _enter(game, chances, gains, doubtful)
        if gain <= target or not doubtful.any() or not _newton(state, gains, doubtful, inertia):
            return best, least, step
    return best, least, _NEWTON_STEPS


def _enter(game: ThreeSeats, chances: FloatArray, gains: FloatArray, doubtful: BoolArray) -> None:
    """Mark the pure classes of each node with the largest losses as doubtful."""
    lost = np.where(doubtful, 0.0, regrets(game, chances, gains))
    for node in range(len(lost)):
        worst = np.argsort(-lost[node], kind="stable")[:_ENTERING]
        doubtful[node, worst[lost[node, worst] > 0]] = True


def _newton(state: ThreeState, gains: FloatArray, doubtful: BoolArray, inertia: float) -> bool:
    """Solve the linearised game of the doubtful classes; return False if it failed."""
    nodes, classes = np.nonzero(doubtful)
    slopes = np.empty((len(nodes), len(nodes)))
    unit = np.ones(1)
    for column, (node, number) in enumerate(zip(nodes.tolist(), classes.tolist(), strict=True)):
        single = np.array([number])
        state.shift(node, single, unit)  # gains are linear in every single chance
        slopes[:, column] = state.gains()[nodes, classes] - gains[nodes, classes]
        state.shift(node, single, -unit)
    scale = np.maximum(np.abs(slopes).max(axis=1), _TINY)
    before = state.strategy[nodes, classes]
    after = solve_linearised(gains[nodes, classes], slopes, before, scale, inertia)
    if after is None:
        return False
    change = np.zeros_like(state.strategy)
    change[nodes, classes] = after - before
    _move(state, change)
    return True


def _move(state: ThreeState, change: FloatArray) -> None:
    for node in range(len(change)):
        classes = np.flatnonzero(change[node])
        if len(classes):
            state.shift(node, classes, change[node, classes])
