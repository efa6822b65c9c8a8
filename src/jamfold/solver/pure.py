"""The best pure strategies: the most that a player can guarantee without mixing.

In the minorant game II knows I's pure strategy and best-responds; L1 is the most that I can guarantee there.
L2 is the least to which II's best pure strategy holds I.  L1 <= value <= L2, and delta = L2 - L1 bounds the
loss of a pair of pure strategies (push/fold article of 2016).

A guarantee is a concave, piecewise linear function of the strategy, maximised over 0/1 choices.  Every
calling strategy y* bounds it, and the equilibrium's is the best bound::

    guarantee(x) <= V(x, y*) = v1 - sum over the classes i with a wrong choice
                                    of (c[i] / K1) |EV margin of i against y*|

1. Each pure strategy guarantees some L, first the equilibrium with rounded mixed classes.  Wrong choices of a
   better one cost at most v1 - L in total: only sets of few, nearly indifferent classes remain.
2. All these sets are enumerated.  Classes of the opponent whose best response no set can change are
   constants, so the value of a set is a short sum.
3. The best set is measured against the best response over all classes; it is the best pure strategy
   (`proven`).  With more than _MAX_SETS sets the best one seen is returned, with v1 as its bound.

For s = 1 to 25 by 0.1 there are at most 17 doubtful classes in Hold'em, 10 in Omaha and 19 in Hi/Lo, v1 - L
is below 1e-7, and every point is proven.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.errors import SolverError
from jamfold.solver.best_response import call_gains, call_response, jam_evs, jam_response
from jamfold.solver.exact import pair_payoffs
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums, Response
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import TerminalPayoffs

PROVEN = 1e-9
"""The largest gap, in B, between a guarantee and the bound that counts as proven."""

_MAX_SETS = 1 << 16
_ROUNDING = 1e-13


@dataclass(frozen=True, eq=False)
class PureStrategy:
    """A pure strategy and its guarantee; values are player I's, in B."""

    played: BoolArray
    """Classes that are played, shape (n,)."""
    response: BoolArray
    """The opponent's best response, shape (n,)."""
    value: float
    """I's value against the best response: L1 for I's strategy, L2 for II's."""
    bound: float
    """The bound of all pure strategies of this player: L1 <= bound, or L2 >= bound."""
    proven: bool
    """Whether ``|value - bound| <= PROVEN``."""
    doubtful: int
    """The number of classes whose choice the equilibrium leaves open."""


@dataclass(frozen=True, eq=False)
class PurePair:
    """The best pure strategies of both players."""

    jam: PureStrategy
    call: PureStrategy

    @property
    def delta(self) -> float:
        """L2 - L1, in B: the most that both players together lose by the pair."""
        return max(0.0, self.call.value - self.jam.value)  # below 0 by rounding only

    @property
    def proven(self) -> bool:
        return self.jam.proven and self.call.proven


class PureSolver:
    """Finds best pure strategies of a game; it keeps products between neighbouring points."""

    def __init__(self, payoffs: ClassGame) -> None:
        self._payoffs = payoffs
        self._jam, self._call = Response(payoffs), Response(payoffs)

    def solve(self, solution: Solution) -> PurePair:
        """Return the best pure strategies at the point of a solution.

        The bound holds for any pair of strategies; near an equilibrium fewer classes are doubtful.  Raises
        SolverError if the solution has other classes, or is not played for chips alone.
        """
        if solution.n_classes != self._payoffs.n_classes:
            raise SolverError(
                f"The solution has {solution.n_classes} classes, the game has {self._payoffs.n_classes}."
            )
        stakes = solution.stakes
        if not stakes.cancels or stakes.n_planes:
            raise SolverError(
                "Best pure strategies are for chips, where one player wins what the other loses."
            )
        responses = self._jam, self._call
        jam, call = (_Search(self._payoffs, stakes, solution, responses, player).run() for player in range(2))
        return PurePair(jam, call)


def jam_guarantee(payoffs: ClassGame, stakes: TerminalPayoffs, jamming: RangeSums) -> float:
    """Return I's value of a jamming strategy against II's best response, in B."""
    gains = call_gains(payoffs, stakes, jamming)
    call_evs = np.where(call_response(stakes, gains), gains, 0.0)
    against = call_evs - stakes.first.opponent_folds * jamming.placements / payoffs.n_opponent_hands
    folded = stakes.first.fold * (1.0 - payoffs.share(jamming.strategy))
    return folded - float(np.sum(payoffs.counts * against)) / payoffs.n_hands


def call_guarantee(payoffs: ClassGame, stakes: TerminalPayoffs, calling: RangeSums) -> float:
    """Return the value of I's best response to a calling strategy, in B."""
    evs = jam_evs(payoffs, stakes, calling)
    best = np.where(jam_response(stakes, evs), evs, stakes.first.fold)
    return float(np.sum(payoffs.counts * best)) / payoffs.n_hands


class _Search:
    """The search for player 0 or 1; `sign` turns I's values into this player's."""

    def __init__(
        self,
        payoffs: ClassGame,
        stakes: TerminalPayoffs,
        solution: Solution,
        responses: tuple[Response, Response],
        player: int,
    ) -> None:
        self.payoffs, self.stakes, self.player, self.sign = payoffs, stakes, player, 1.0 - 2.0 * player
        self.own, self.other = responses[player], responses[1 - player]
        self.chances = (solution.x, solution.y)[player]
        """The player's strategy in the equilibrium."""
        margins = (solution.margin_jam, solution.call_gain)[player]
        self.weights: FloatArray = payoffs.counts * margins / payoffs.n_hands
        """The player's gain by each class against the equilibrium, per hand dealt."""
        self.limit = (solution.v1, solution.v2)[player]
        """The value of the best response to the equilibrium; no strategy guarantees more."""

    def promise(self, played: BoolArray) -> float:
        """Return the guarantee of a pure strategy for this player, and move the response to it."""
        self.own.move_to(played, self.other)
        guarantee = (jam_guarantee, call_guarantee)[self.player]
        return self.sign * guarantee(self.payoffs, self.stakes, self.own.range_sums())

    def answer(self) -> BoolArray:
        """Return the opponent's best response to the last strategy of `promise`."""
        evs = (call_gains, jam_evs)[self.player](self.payoffs, self.stakes, self.own.range_sums())
        return (call_response, jam_response)[self.player](self.stakes, evs)

    def linear(self, doubtful: IntArray) -> tuple[FloatArray, ...]:
        """Return the payoffs of the doubtful classes around the current response.

        They are the gain of playing each against the best response (k,), this player's gain by the second
        action of every class of the opponent (n,), and the change of that by each doubtful class (k, n).
        """
        payoffs, stakes, sums = self.payoffs, self.stakes, self.own.range_sums()
        everyone = np.arange(payoffs.n_classes)
        if self.player == 0:
            effects = pair_payoffs(payoffs, stakes, 0, doubtful, everyone)
            deals = (payoffs.counts[doubtful] * payoffs.n_opponent_hands).astype(np.float64)
            gains = deals * (stakes.first.opponent_folds - stakes.first.fold)
            second = call_gains(payoffs, stakes, sums)
        else:
            effects = -pair_payoffs(payoffs, stakes, 0, everyone, doubtful).T
            gains = np.zeros(doubtful.size)
            second = jam_evs(payoffs, stakes, sums) - stakes.first.fold
        return gains, -payoffs.counts * payoffs.n_opponent_hands * second, effects

    def run(self) -> PureStrategy:
        chances, limit = self.chances, self.limit
        played = chances > 0.5
        best = self.promise(played)
        if not np.any((chances > 0.0) & (chances < 1.0)) or limit - best <= _ROUNDING * self.stakes.scale:
            return self._result(played, best, max(limit, best), 0)
        played, best = self._climb(played, best, limit)
        doubtful = self._doubtful(limit - best)
        sets, complete = _light_sets(abs(self.weights)[doubtful], limit - best + _ROUNDING)
        candidate = self._best_of(played, doubtful, sets)
        value = self.promise(candidate)
        if value < best:
            candidate, value = played, best
        return self._result(candidate, value, value if complete else limit, doubtful.size)

    def _result(self, played: BoolArray, value: float, bound: float, doubtful: int) -> PureStrategy:
        self.promise(played)
        gap = bound - value
        return PureStrategy(
            played, self.answer(), self.sign * value, self.sign * bound, gap <= PROVEN, doubtful
        )

    def _doubtful(self, gap: float) -> IntArray:
        """Return the classes that a strategy better by up to `gap` could choose otherwise."""
        return np.flatnonzero(abs(self.weights) <= gap)

    def _climb(self, played: BoolArray, best: float, limit: float) -> tuple[BoolArray, float]:
        """Change single doubtful classes while that improves the guarantee."""
        weights = abs(self.weights)
        improved = True
        while improved:
            improved = False
            doubtful = self._doubtful(limit - best)
            for i in doubtful[np.argsort(weights[doubtful])][:32]:
                changed = played.copy()
                changed[i] = not changed[i]
                value = self.promise(changed)
                if value > best + _ROUNDING:
                    played, best, improved = changed, value, True
        return played, best

    def _best_of(self, played: BoolArray, doubtful: IntArray, sets: BoolArray) -> BoolArray:
        """Return the best strategy that differs from the right choices in one of the sets (sets, k)."""
        self.promise(played)
        gains, second, effects = self.linear(doubtful)
        now = played[doubtful].astype(np.float64)
        up = np.where(now[:, None] > 0, -effects, effects)
        lowest = second + np.minimum(up, 0.0).sum(axis=0)
        highest = second + np.maximum(up, 0.0).sum(axis=0)
        can_change = (lowest < 0.0) & (highest > 0.0)
        gains = gains + effects[:, highest <= 0.0].sum(axis=1)
        q = effects[:, can_change]
        rest = second[can_change] - now @ q
        choices = sets ^ (self.weights[doubtful] > 0.0)
        values = choices @ gains + np.minimum(0.0, rest + choices.astype(np.float64) @ q).sum(axis=1)
        result = played.copy()
        result[doubtful] = choices[np.argmax(values)]
        return result


def _light_sets(weights: FloatArray, limit: float) -> tuple[BoolArray, bool]:
    """Return the sets of weights (k,) that sum to at most `limit`, (sets, k), and whether those are all."""
    sets = np.zeros((1, weights.size), dtype=np.bool_)
    totals = np.zeros(1)
    for i in np.argsort(-weights):
        fits = totals + weights[i] <= limit
        if totals.size + np.count_nonzero(fits) > _MAX_SETS:
            return sets, False
        more = sets[fits]
        more[:, i] = True
        sets, totals = np.concatenate([sets, more]), np.concatenate([totals, totals[fits] + weights[i]])
    return sets, True
