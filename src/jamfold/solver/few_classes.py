"""The iterations of `exact` for small games in one kernel, with the same numbers to the last bit.

An iteration over 169 classes takes 150 us in NumPy (60 calls) and 3 us in the kernel.  Loading it takes as
long as 200 spots, and 110 MB, so it pays only for thousands of points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.solver.best_response import Evaluation
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import Average, Response
from jamfold.solver.solution import Iteration
from jamfold.solver.stakes import PlayerPayoffs, TerminalPayoffs

MOST_CLASSES = 1000
MANY_POINTS = 2000
"""The number of points from which the kernel pays for half a second and 110 MB."""
_LEAF = 128
"""Up to this many numbers NumPy adds in eight sums; it splits longer arrays in halves."""
_ADD = -1


class SmallGame(NamedTuple):
    """A game as the kernel takes it."""

    margins: NDArray[np.int32]
    """``[i, j]``: M[j, i]."""
    placements: IntArray
    """``[i, j]``: p[j, i]."""
    counts: FloatArray
    sums: IntArray
    """NumPy's order of adding n numbers: the size of a run, or `_ADD` to add the last two sums."""
    scale: int
    hands: float
    opponents: float


class IterationState(NamedTuple):
    """Both seats' pure strategies and averages, changed in place; shapes (2, n)."""

    now: BoolArray
    margins: IntArray
    placements: IntArray
    plays: IntArray
    """plays, total_margins, total_placements: As `Average` has them."""
    total_margins: IntArray
    total_placements: IntArray
    best: IntArray
    """The averages of the best iteration, in that order, shape (3, 2, n)."""


class Iterated(NamedTuple):
    """The results of a run of iterations."""

    rows: list[Iteration]
    averages: tuple[Average, Average]
    jam: BoolArray
    call: BoolArray
    """averages, jam, call: The state after the last iteration."""
    best: tuple[Average, Average] | None
    """The best averages, if they are better than the best pair before."""
    is_pure: bool
    """Whether the two strategies are an equilibrium."""


class SmallGameSolver:
    """Iterates in a game by the kernel."""

    def __init__(self, payoffs: ClassGame) -> None:
        everywhere = np.arange(payoffs.n_classes)
        self._payoffs = payoffs
        self._game = SmallGame(
            np.ascontiguousarray(payoffs.tables[0].sums.block(everywhere, everywhere).T),
            np.ascontiguousarray(payoffs.placements.block(everywhere, everywhere).T),
            payoffs.counts.astype(np.float64),
            np.array(_sums_of(payoffs.n_classes), dtype=np.int64),
            payoffs.margin_scale,
            float(payoffs.n_hands),
            float(payoffs.n_opponent_hands),
        )

    @staticmethod
    def fits(payoffs: ClassGame) -> bool:
        """Return whether the kernel takes a game: few classes, equal weights, no planes."""
        return payoffs.n_classes <= MOST_CLASSES and payoffs.weights is None and not payoffs.planes

    def iterate(
        self,
        stakes: TerminalPayoffs,
        responses: tuple[Response, Response],
        averages: tuple[Average, Average],
        current: Evaluation,
        iterations: int,
        *,
        first: int,
        age: int,
        best: float,
        noise: float,
    ) -> Iterated:
        """Iterate for zero-sum stakes; stop if the strategies are a pure equilibrium.

        Parameters
        ----------
        responses, averages
            The start; not modified.
        current
            The evaluation of both averages.
        first
            The number of the first iteration, for reports.
        age
            The number of iterations in the averages.
        best, noise
            The epsilons of the best pair so far, and of an equilibrium.
        """
        played = _played(responses, averages)
        weights = np.array([averages[0].weight, 0])
        rows = np.empty((iterations, len(Iteration._fields) - 1))
        done, is_pure = _iterate(
            self._game,
            _numbers(stakes.first),
            _numbers(stakes.second),
            (stakes.jam_forced, stakes.call_forced),
            played,
            current.jam_response,
            rows,
            weights,
            (age, best, noise),
        )
        iterations_done = [Iteration(first + k, *row) for k, row in enumerate(rows[:done].tolist())]
        ended = np.stack([played.plays, played.total_margins, played.total_placements])
        return Iterated(
            iterations_done,
            self._averages(ended, int(weights[0])),
            played.now[0],
            played.now[1],
            self._averages(played.best, int(weights[1])) if weights[1] else None,
            is_pure,
        )

    def _averages(self, sums: IntArray, weight: int) -> tuple[Average, Average]:
        average, other = (
            Average.of(self._payoffs, weight, sums[0, seat], sums[1:2, seat], sums[2, seat])
            for seat in range(2)
        )
        return average, other


def _played(responses: Sequence[Response], averages: Sequence[Average]) -> IterationState:
    return IterationState(
        np.stack([response.played for response in responses]),
        np.stack([response.sums[0] for response in responses]),
        np.stack([response.placements for response in responses]),
        np.stack([average.plays for average in averages]),
        np.stack([average.sums[0] for average in averages]),
        np.stack([average.placements for average in averages]),
        np.zeros((3, 2, responses[0].played.size), dtype=np.int64),
    )


def _numbers(ends: PlayerPayoffs) -> tuple[float, float, float, float]:
    """Return the values of folding, of a steal and of half a showdown, and its mean less a steal."""
    return ends.fold, ends.opponent_folds, ends.half, ends.mean - ends.opponent_folds


def _sums_of(n: int) -> list[int]:
    """Return `SmallGame.sums`."""
    if n <= _LEAF:
        return [n]
    half = n // 2 - n // 2 % 8
    return [*_sums_of(half), *_sums_of(n - half), _ADD]


@kernel
def _iterate(
    game: SmallGame,
    first: tuple[float, float, float, float],
    second: tuple[float, float, float, float],
    forced: tuple[bool, bool],
    played: IterationState,
    jam: BoolArray,
    rows: FloatArray,
    weights: IntArray,
    limits: tuple[int, float, float],
) -> tuple[int, bool]:
    """`SmallGameSolver.iterate` in place: rows (iterations, 5), weights of averages and of the best ones."""
    age, best, noise = limits
    now, margins, placements, plays, total_margins, total_placements, best_sums = played
    n = jam.size
    evs, gains, regrets = np.empty(n), np.empty(n), np.empty(n)
    call, pure_jam = np.empty(n, dtype=np.bool_), jam.copy()
    x, y = np.empty(n), np.empty(n)
    jam = jam.copy()
    for k in range(rows.shape[0]):
        weight = age + k + 1
        weights[0] += weight
        total = float(weights[0])
        scale = float(weights[0] * game.scale)
        for seat in range(2):
            if seat:
                _gains(game, second, total_margins[0], total_placements[0], scale, total, gains)
                for i in range(n):
                    call[i] = forced[1] or gains[i] > 0.0
            _move(game, now[seat], margins[seat], placements[seat], call if seat else jam)
            for i in range(n):
                plays[seat, i] += weight if now[seat, i] else 0
                total_margins[seat, i] += weight * margins[seat, i]
                total_placements[seat, i] += weight * placements[seat, i]
        for i in range(n):
            x[i], y[i] = plays[0, i] / total, plays[1, i] / total
        _evs(game, first, total_margins[1], total_placements[1], scale, total, evs)
        for i in range(n):
            jam[i] = forced[0] or evs[i] > first[0]
        value, gain1, gain2 = _measure(game, first, x, y, evs, gains, jam, call, regrets)
        epsilon = (gain1 + gain2) / 2.0
        rows[k, 0], rows[k, 1] = _share(game, x, regrets), _share(game, y, regrets)
        rows[k, 2], rows[k, 3], rows[k, 4] = value + gain1, -value + gain2, epsilon
        if epsilon <= best:
            best = epsilon
            weights[1] = weights[0]
            best_sums[0], best_sums[1], best_sums[2] = plays, total_margins, total_placements
        for i in range(n):
            x[i], y[i] = 1.0 if now[0, i] else 0.0, 1.0 if now[1, i] else 0.0
        _evs(game, first, margins[1], placements[1], float(game.scale), 1.0, evs)
        _gains(game, second, margins[0], placements[0], float(game.scale), 1.0, gains)
        for i in range(n):
            pure_jam[i], call[i] = forced[0] or evs[i] > first[0], forced[1] or gains[i] > 0.0
        value, gain1, gain2 = _measure(game, first, x, y, evs, gains, pure_jam, call, regrets)
        if (gain1 + gain2) / 2.0 <= noise:
            return k + 1, True
    return rows.shape[0], False


@kernel
def _move(
    game: SmallGame, now: BoolArray, margins: IntArray, placements: IntArray, played: BoolArray
) -> None:
    """Move a strategy and its products to another strategy; shapes (n,)."""
    n = now.size
    for i in range(n):
        if now[i] != played[i]:
            sign = 1 if played[i] else -1
            for j in range(n):
                margins[j] += sign * np.int64(game.margins[i, j])
                placements[j] += sign * game.placements[i, j]
            now[i] = played[i]


@kernel
def _evs(
    game: SmallGame,
    ends: tuple[float, float, float, float],
    margins: IntArray,
    placements: IntArray,
    scale: float,
    weight: float,
    evs: FloatArray,
) -> None:
    """Fill evs (n,) as `jam_evs`, against sums over a weight."""
    _gains(game, ends, margins, placements, scale, weight, evs)
    for j in range(evs.size):
        evs[j] += ends[1]


@kernel
def _gains(
    game: SmallGame,
    ends: tuple[float, float, float, float],
    margins: IntArray,
    placements: IntArray,
    scale: float,
    weight: float,
    gains: FloatArray,
) -> None:
    """Fill gains (n,) as `call_gains`, against sums over a weight."""
    _, _, half, beyond = ends
    for j in range(gains.size):
        showdown_gain = half * (margins[j] / scale) + beyond * (placements[j] / weight)
        gains[j] = showdown_gain / game.opponents


@kernel
def _measure(
    game: SmallGame,
    first: tuple[float, float, float, float],
    x: FloatArray,
    y: FloatArray,
    evs: FloatArray,
    gains: FloatArray,
    jam: BoolArray,
    call: BoolArray,
    terms: FloatArray,
) -> tuple[float, float, float]:
    """Return I's value and both gains as `evaluate`; terms (n,) is a buffer."""
    counts, fold, n = game.counts, first[0], x.size
    for i in range(n):
        terms[i] = counts[i] * x[i] * (evs[i] - fold)
    value = _sum(game.sums, terms) / game.hands + fold
    for i in range(n):
        margin = evs[i] - fold
        terms[i] = counts[i] * ((margin if jam[i] else 0.0) - x[i] * margin)
    gain1 = _sum(game.sums, terms) / game.hands
    for i in range(n):
        terms[i] = counts[i] * ((gains[i] if call[i] else 0.0) - y[i] * gains[i])
    gain2 = _sum(game.sums, terms) / game.hands
    return value, gain1, gain2


@kernel
def _share(game: SmallGame, strategy: FloatArray, terms: FloatArray) -> float:
    """Return `Dealt.share` of a strategy (n,)."""
    for i in range(terms.size):
        terms[i] = game.counts[i] * strategy[i]
    return _sum(game.sums, terms) / game.hands


@kernel
def _sum(steps: IntArray, terms: FloatArray) -> float:
    """Add terms (n,) in NumPy's order."""
    sums, depth, at = np.empty(16), 0, 0
    for step in steps:
        if step == _ADD:
            depth -= 1
            sums[depth - 1] += sums[depth]
            continue
        total, eights = 0.0, step - step % 8
        if eights:
            s = terms[at : at + 8].copy()
            for i in range(8, eights, 8):
                for k in range(8):
                    s[k] += terms[at + i + k]
            total = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))
        for i in range(eights, step):
            total += terms[at + i]
        sums[depth] = total
        depth, at = depth + 1, at + step
    whole: float = sums[0]
    return whole
