"""The best pure strategies: what a player can promise without mixing.

In the minorant game II knows I's pure strategy and answers best; L1 is the most
that I can guarantee there.  L2 is the least to which II's best pure strategy
holds I.  L1 <= value <= L2, and delta = L2 - L1 bounds what a pair of pure
strategies gives away (push/fold article of 2016).

A guarantee is a concave, piecewise linear function of the strategy, to be
maximised over 0/1 choices.  A calling strategy y* bounds it, best the equilibrium's::

    guarantee(x) <= V(x, y*) = v1 - sum over the classes i with a wrong choice
                                    of (c[i] / K1) |EV margin of i against y*|

1. Any pure strategy in hand promises some L, first the equilibrium's own
   choices with the mixed classes rounded.  A strategy that promises more makes
   wrong choices of at most v1 - L altogether: only sets of few, nearly
   indifferent classes are left.
2. All those sets are enumerated.  The opponent's classes whose best response
   none of them can change are constants, so a set is worth a short sum.
3. The best one is measured against the best response over all classes.  As
   nothing better was left out, it is the best pure strategy: `proven`.  If there
   are more than _MAX_SETS sets, the best of those seen is given with v1 as bound.

Measured for s = 1 to 25 by 0.1: at most 17 doubtful classes in Hold'em, 10 in
Omaha and 19 in Hi/Lo, where v1 - L is below 1e-7; every point is proven.
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
    """A pure strategy and what it promises; values are player I's, in B."""

    played: BoolArray
    """Classes that are played, shape (n,)."""
    response: BoolArray
    """The opponent's best response, shape (n,): majorant or minorant response."""
    value: float
    """What I gets when the opponent answers best: L1 for I's strategy, L2 for II's."""
    bound: float
    """No pure strategy of this player promises more: L1 <= bound, or L2 >= bound."""
    proven: bool
    """Whether ``|value - bound| <= PROVEN``."""
    doubtful: int
    """Classes whose choice was not clear from the equilibrium."""


@dataclass(frozen=True, eq=False)
class PurePair:
    """The best pure strategies of both players."""

    jam: PureStrategy
    call: PureStrategy

    @property
    def delta(self) -> float:
        """L2 - L1, in B: what the pair can give away, both players together."""
        return max(0.0, self.call.value - self.jam.value)  # below 0 by rounding only

    @property
    def proven(self) -> bool:
        return self.jam.proven and self.call.proven


class PureSolver:
    """Finds best pure strategies of one game; keeps its products between neighbouring points."""

    def __init__(self, payoffs: ClassGame) -> None:
        self._payoffs = payoffs
        self._jam, self._call = Response(payoffs), Response(payoffs)

    def solve(self, solution: Solution) -> PurePair:
        """The best pure strategies of the game that `solution` has solved.

        The bound holds around any pair of strategies; the nearer to equilibrium
        the solution is, the fewer classes are doubtful.  Raises SolverError if the solution is of another
        game, or not played for chips alone.
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
        return PurePair(
            _JamSearch(self._payoffs, stakes, solution, self._jam, self._call).run(),
            _CallSearch(self._payoffs, stakes, solution, self._jam, self._call).run(),
        )


def jam_guarantee(payoffs: ClassGame, stakes: TerminalPayoffs, jamming: RangeSums) -> float:
    """What I gets with a jamming strategy when II answers best, in B."""
    gains = call_gains(payoffs, stakes, jamming)
    call_evs = np.where(call_response(stakes, gains), gains, 0.0)
    against = call_evs - stakes.first.opponent_folds * jamming.placements / payoffs.n_opponent_hands
    folded = stakes.first.fold * (1.0 - payoffs.share(jamming.strategy))
    return folded - float(np.sum(payoffs.counts * against)) / payoffs.n_hands


def call_guarantee(payoffs: ClassGame, stakes: TerminalPayoffs, calling: RangeSums) -> float:
    """What I gets against a calling strategy when I answers best, in B."""
    evs = jam_evs(payoffs, stakes, calling)
    best = np.where(jam_response(stakes, evs), evs, stakes.first.fold)
    return float(np.sum(payoffs.counts * best)) / payoffs.n_hands


class _Search:
    """The search for one player; `sign` turns I's values into this player's."""

    sign: float

    def __init__(
        self, payoffs: ClassGame, stakes: TerminalPayoffs, solution: Solution, jam: Response, call: Response
    ) -> None:
        self.payoffs, self.stakes, self.solution = payoffs, stakes, solution
        self.jam, self.call = jam, call

    def chances(self) -> FloatArray:
        """The player's strategy in the equilibrium."""
        raise NotImplementedError

    def weights(self) -> FloatArray:
        """What the player gains by playing each class against the equilibrium, per hand dealt."""
        raise NotImplementedError

    def limit(self) -> float:
        """The player's best response against the equilibrium; no strategy guarantees more."""
        raise NotImplementedError

    def promise(self, played: BoolArray) -> float:
        """The guarantee of a pure strategy, for this player; moves their response to it."""
        raise NotImplementedError

    def answer(self) -> BoolArray:
        """The opponent's best response to the response that `promise` has moved."""
        raise NotImplementedError

    def linear(self, doubtful: IntArray) -> tuple[FloatArray, ...]:
        """Payoffs of the doubtful classes around the current response.

        Against the best response to it: gain of playing each (k,).  Of every
        class of the opponent: what their choosing the second action gives this
        player (n,), and how each doubtful class changes that (k, n).
        """
        raise NotImplementedError

    def run(self) -> PureStrategy:
        played = self.chances() > 0.5
        best, limit = self.promise(played), self.limit()
        chances = self.chances()
        if not np.any((chances > 0.0) & (chances < 1.0)) or limit - best <= _ROUNDING * self.stakes.scale:
            return self._result(played, best, max(limit, best), 0)
        played, best = self._climb(played, best, limit)
        doubtful = self._doubtful(limit - best)
        sets, complete = _light_sets(abs(self.weights())[doubtful], limit - best + _ROUNDING)
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
        """The classes that a strategy better by up to `gap` could choose otherwise."""
        return np.flatnonzero(abs(self.weights()) <= gap)

    def _climb(self, played: BoolArray, best: float, limit: float) -> tuple[BoolArray, float]:
        """Change single doubtful classes as long as that improves the guarantee."""
        weights = abs(self.weights())
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
        """The best strategy that differs from the right choices in one of the sets (sets, k)."""
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
        choices = sets ^ (self.weights()[doubtful] > 0.0)
        values = choices @ gains + np.minimum(0.0, rest + choices.astype(np.float64) @ q).sum(axis=1)
        result = played.copy()
        result[doubtful] = choices[np.argmax(values)]
        return result


class _JamSearch(_Search):
    """Player I: the opponent's second action is calling."""

    sign = 1.0

    def chances(self) -> FloatArray:
        return self.solution.x

    def weights(self) -> FloatArray:
        return self.payoffs.counts * self.solution.margin_jam / self.payoffs.n_hands

    def limit(self) -> float:
        return self.solution.v1

    def promise(self, played: BoolArray) -> float:
        self.jam.move_to(played, self.call)
        return jam_guarantee(self.payoffs, self.stakes, self.jam.range_sums())

    def answer(self) -> BoolArray:
        return call_response(self.stakes, call_gains(self.payoffs, self.stakes, self.jam.range_sums()))

    def linear(self, doubtful: IntArray) -> tuple[FloatArray, ...]:
        payoffs = self.payoffs
        everyone = np.arange(payoffs.n_classes)
        effects = pair_payoffs(payoffs, self.stakes, 0, doubtful, everyone)
        gains = (payoffs.counts[doubtful] * payoffs.n_opponent_hands).astype(np.float64) * (
            self.stakes.first.opponent_folds - self.stakes.first.fold
        )
        second = (
            -payoffs.counts
            * payoffs.n_opponent_hands
            * call_gains(payoffs, self.stakes, self.jam.range_sums())
        )
        return gains, second, effects


class _CallSearch(_Search):
    """Player II: the opponent's second action is jamming."""

    sign = -1.0

    def chances(self) -> FloatArray:
        return self.solution.y

    def weights(self) -> FloatArray:
        return self.payoffs.counts * self.solution.call_gain / self.payoffs.n_hands

    def limit(self) -> float:
        return self.solution.v2

    def promise(self, played: BoolArray) -> float:
        self.call.move_to(played, self.jam)
        return -call_guarantee(self.payoffs, self.stakes, self.call.range_sums())

    def answer(self) -> BoolArray:
        return jam_response(self.stakes, jam_evs(self.payoffs, self.stakes, self.call.range_sums()))

    def linear(self, doubtful: IntArray) -> tuple[FloatArray, ...]:
        payoffs = self.payoffs
        everyone = np.arange(payoffs.n_classes)
        effects = -pair_payoffs(payoffs, self.stakes, 0, everyone, doubtful).T
        gains = np.zeros(doubtful.size)
        margins = jam_evs(payoffs, self.stakes, self.call.range_sums()) - self.stakes.first.fold
        return gains, -payoffs.counts * payoffs.n_opponent_hands * margins, effects


def _light_sets(weights: FloatArray, limit: float) -> tuple[BoolArray, bool]:
    """All sets of weights (k,) that sum up to at most `limit`, as rows (sets, k); whether those are all."""
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
