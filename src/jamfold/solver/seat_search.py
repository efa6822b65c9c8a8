"""The search for an equilibrium of several seats in a tree; see `solver.seat_tree`.

As in `solver.seats`, in sequences: fictitious play by sequential best responses, with weights t; then almost
pure actions become pure, and Newton steps make the mixed classes indifferent between their actions.  A step
has inertia, a cost of moving that shrinks as gains fall, and ignores decisions that are hardly ever reached.
If too many classes mix at the end, one large step is taken, and of the classes that it makes pure only the
closest stay in later steps.  The certificate is by sequential best responses.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.progress import Progress, ignore_progress
from jamfold.solver.linear_programs import FIRST_INERTIA, next_inertia, solve_linearised
from jamfold.solver.seat_tree import (
    behavior_strategy,
    best_response_behavior,
    by_player,
    own_gains,
    realization_plan,
    regret_matching,
    sequence_values,
)
from jamfold.solver.three_trees import ThreeTree, TreeState

_ROUND = 100
_ROUNDS = 12
_WEIGHT = 3.0
_FIRST_POLISH = 3
_NEWTON_STEPS = 25
_FAR_BELOW = 1e-5
"""The share of the tolerance at which Newton steps end: close to a solution one more squares the gain."""
_MIXED = 0.02
_ENTERING = 20
_MANY_MIXED = 300
"""With more mixed classes fictitious play goes on, until the last round."""
_MOST_MIXED = 900
_SETTLED = 5.0
"""With a gain below this many tolerances regret matching is skipped."""
_MATCHED = 800
"""Steps of regret matching."""
_CLOSE = 40
"""If many classes mix: how many pure classes of a decision, closest to mixing, stay in the next step."""
_PURE = 1 - 1e-9
_RARE = 1e-6
"""Decisions with slopes below this share of the largest are not changed: their gains are rounding."""
_TINY = 1e-300


@dataclass(frozen=True, eq=False)
class TreeSeatSolution:
    """Behaviours of all seats and their certificate; arrays by sequence and class."""

    behaviour: FloatArray
    """The chance of every action at its decision; the best one if a class does not reach it."""
    plan: FloatArray
    values: FloatArray
    """Every player's value."""
    own_gains: FloatArray
    """Every player's gain by a sequential best response."""
    worth: FloatArray
    """The value of every sequence with best play after it, times the others' reach probability."""
    arrivals: FloatArray
    """The reach probability of each decision and class, without own actions, shape (turns, n)."""
    iterations: int


def evaluate_tree(game: ThreeTree, behaviour: FloatArray, iterations: int = 0) -> TreeSeatSolution:
    """Return the certificate of a behaviour, from new sums."""
    tree, plan = game.tree, realization_plan(game.tree, behaviour)
    added = game.state(plan).added()
    best = sequence_values(tree, added)
    completed = behavior_strategy(tree, plan, best_response_behavior(tree, best))
    return TreeSeatSolution(
        completed, plan, by_player(tree, plan * added), own_gains(tree, plan, added), best,
        game.arrivals(plan), iterations,
    )  # fmt: skip


def solve_seat_tree(
    game: ThreeTree,
    tolerance: float,
    progress: Progress = ignore_progress,
    rounds: int = _ROUNDS,
    end: float = np.inf,
) -> TreeSeatSolution:
    """Return an equilibrium, or the best behaviour found by the time `end` (`time.monotonic`).

    If fictitious play leaves too many mixed classes, regret matching follows.  Other parameters as in
    `solve_seats`.
    """
    tree, n = game.tree, game.deals.n
    start = regret_matching(tree, np.zeros((tree.n_sequences, n)))
    average = game.state(realization_plan(tree, start))
    response = average.copy()
    best, least, steps = start, np.inf, 0
    for number in range(rounds):
        progress("fictitious play", number / rounds)
        for _ in range(_ROUND):
            if time.monotonic() > end:
                break
            response.move_to(
                realization_plan(tree, best_response_behavior(tree, sequence_values(tree, average.added())))
            )
            average.mix(response, _WEIGHT / (steps + _WEIGHT))
            steps += 1
        if number + 1 < _FIRST_POLISH and time.monotonic() <= end:
            continue
        most = _MOST_MIXED if number + 1 == rounds else _MANY_MIXED
        progress("solving for the hands that mix", number / rounds)
        polish = _Polish(game, average)
        polished = polish.run(tolerance, most, end)
        steps += polished.steps
        if polished.gain < least:
            best, least = polished.behaviour, polished.gain
        if least <= tolerance or time.monotonic() > end or polish.n_mixed > _MOST_MIXED:
            break
    if least > _SETTLED * tolerance:
        matched_by = _match_regrets(game, tolerance, end, progress)
        steps += matched_by.steps
        best = matched_by.behaviour if matched_by.gain < least else best
    return evaluate_tree(game, best, steps)


def _match_regrets(game: ThreeTree, tolerance: float, end: float, progress: Progress) -> _Polished:
    """Return the best behaviour of regret matching with regrets that never fall below 0 (CFR+ [1]_).

    Seats change one after the other.  The last behaviour is better than the average: of three seats with two
    opens and a re-raise it leaves 1.9e-4 bb after 400 steps, the average 7.7e-4; fictitious play leaves 5e-4
    after 1200.

    References
    ----------
    .. [1] O. Tammelin, "Solving large imperfect information games using CFR+" (2014).
    """
    tree = game.tree
    behaviour = regret_matching(tree, np.zeros((tree.n_sequences, game.deals.n)))
    regrets, state = np.zeros_like(behaviour), game.state(realization_plan(tree, behaviour))
    best = _Polished(behaviour.copy(), np.inf, 0)
    for step in range(1, _MATCHED + 1):
        progress("matching regrets", step / _MATCHED)
        for player in range(tree.players):
            now = sequence_values(tree, state.added(), behaviour)
            for actions in (turn.sequences for turn in tree.infosets if turn.player == player):
                played = (behaviour[actions] * now[actions]).sum(axis=0)
                regrets[actions] = np.maximum(regrets[actions] + now[actions] - played, 0.0)
            matched, is_own = regret_matching(tree, regrets), tree.player_of == player
            is_own[: tree.players] = False
            behaviour[is_own] = matched[is_own]
            state.move_to(realization_plan(tree, behaviour))
        gain = float(own_gains(tree, state.plan, state.added()).max())
        if gain < best.gain:
            best = _Polished(behaviour.copy(), gain, step)
        if gain <= tolerance or time.monotonic() > end:
            break
    return best._replace(steps=step)


class _Polished(NamedTuple):
    """The best behaviour seen, its largest own gain, and the steps taken."""

    behaviour: FloatArray
    gain: float
    steps: int


class _Mixed(NamedTuple):
    """A mixed class at a decision: an action, and the one that it is compared with."""

    turn: int
    class_: int
    action: int
    other: int


class _Polish:
    """Makes almost pure classes pure, and solves for the others."""

    def __init__(self, game: ThreeTree, average: TreeState) -> None:
        self._tree = game.tree
        best = best_response_behavior(self._tree, sequence_values(self._tree, average.added()))
        chances = behavior_strategy(self._tree, average.plan, best)
        self._support = (chances > _MIXED) & (average.plan > 0)
        self._behaviour = best
        for turn in self._tree.infosets:
            self._take(turn.sequences, chances)
        self._state = average.copy()
        self.n_mixed = 0
        """The number of unknowns of the last step."""

    def _take(self, actions: slice, chances: FloatArray) -> None:
        """Take the chances at a decision, scaled to the actions of the support."""
        support = self._support[actions]
        several = support.sum(axis=0) > 1
        self._support[actions] = support & several
        mixed = np.where(support, chances[actions], 0.0)
        mixed = mixed / np.maximum(mixed.sum(axis=0), _TINY)
        self._behaviour[actions] = np.where(several, mixed, self._behaviour[actions])

    def run(self, tolerance: float, most: int, end: float = np.inf) -> _Polished:
        """Take Newton steps until the largest own gain is far below the tolerance, or a step fails.

        Stop at more than `most` unknowns, at the time `end`, or if a step gains nothing below a tenth of the
        tolerance.
        """
        tree = self._tree
        best, least = self._behaviour.copy(), np.inf
        inertia, last = FIRST_INERTIA, np.inf
        for step in range(_NEWTON_STEPS):
            self._state.move_to(realization_plan(tree, self._behaviour))
            added = self._state.added()
            self._settle(sequence_values(tree, added))
            gain = float(own_gains(tree, self._state.plan, added).max())
            ended = gain <= _FAR_BELOW * tolerance or least <= min(tolerance / 10, gain)
            if gain < least:
                best, least = self._behaviour.copy(), gain
            if ended:
                return _Polished(best, least, step)
            inertia, last = next_inertia(inertia, gain, last), gain
            now = sequence_values(tree, added, self._behaviour)
            if step and len(self._pairs()) > _MANY_MIXED:
                self._release(now)
            self._enter(now)
            mixed = self._pairs()
            self.n_mixed = len(mixed)
            if not 0 < len(mixed) <= most or time.monotonic() > end:
                return _Polished(best, least, step)
            if not self._newton(mixed, now, inertia):
                return _Polished(best, least, step)
        return _Polished(best, least, _NEWTON_STEPS)

    def _settle(self, best: FloatArray) -> None:
        """Play the best action where a class does not come; that changes nobody else's values."""
        never = self._state.plan[[turn.own for turn in self._tree.infosets]] <= 0
        best_behaviour = best_response_behavior(self._tree, best)
        for turn, absent in zip(self._tree.infosets, never, strict=True):
            self._behaviour[turn.sequences] = np.where(
                absent, best_behaviour[turn.sequences], self._behaviour[turn.sequences]
            )
            self._support[turn.sequences] &= ~absent

    def _release(self, now: FloatArray) -> None:
        """Let only the closest of the pure classes in the support of each decision stay there."""
        for turn in self._tree.infosets:
            actions = turn.sequences
            behaviour, support = self._behaviour[actions], self._support[actions]
            pure = support.any(axis=0) & (behaviour.max(axis=0) > _PURE)
            played = (behaviour * now[actions]).sum(axis=0)
            other = np.where(support & (behaviour < 1 - _PURE), now[actions], -np.inf).max(axis=0)
            apart = np.where(pure, np.abs(played - other), np.inf)
            far = np.argsort(apart, kind="stable")[_CLOSE:]
            self._support[actions, far[pure[far]]] = False

    def _enter(self, now: FloatArray) -> None:
        """Add the best actions of the classes with the largest losses of each decision to the support."""
        for turn in self._tree.infosets:
            actions = turn.sequences
            played = (self._behaviour[actions] * now[actions]).sum(axis=0)
            best = now[actions].argmax(axis=0)
            lost = (now[actions].max(axis=0) - played) * self._state.plan[turn.own]
            lost[np.take_along_axis(self._support[actions], best[None], axis=0)[0]] = 0.0
            for class_ in np.argsort(-lost, kind="stable")[:_ENTERING]:
                if lost[class_] > 0:
                    self._support[turn.first + best[class_], class_] = True
                    self._support[actions, class_] |= self._behaviour[actions, class_] > 0

    def _pairs(self) -> list[_Mixed]:
        """Return the unknowns: every action of a mixed class but its first."""
        mixed = []
        for number, turn in enumerate(self._tree.infosets):
            for class_ in np.flatnonzero(self._support[turn.sequences].any(axis=0)).tolist():
                first, *rest = (turn.first + np.flatnonzero(self._support[turn.sequences, class_])).tolist()
                mixed += [_Mixed(number, class_, action, first) for action in rest]
        return mixed

    def _newton(self, mixed: list[_Mixed], now: FloatArray, inertia: float) -> bool:
        """Take a step that solves the linearised game of the mixed classes; return False if it failed."""
        slopes = self._slopes(mixed)
        _, group = np.unique([entry[:2] for entry in mixed], axis=0, return_inverse=True)
        same = group.reshape(-1) == np.arange(group.max() + 1)[:, None]
        largest = np.where(same, np.abs(slopes).max(axis=1), _TINY).max(axis=1)
        often = largest > _RARE * largest.max()
        common = often @ same
        slopes, scale = slopes[np.ix_(common, common)], (largest @ same)[common]
        same = same[np.ix_(often, common)]
        actions, references, classes = (column[common] for column in _columns(mixed))
        leads = same.argmax(axis=1)
        before = self._behaviour[actions, classes]
        gains = now[actions, classes] - now[references, classes]
        solution = solve_linearised(gains, slopes, before, scale, inertia, same.astype(np.float64))
        if solution is None:
            return False
        self._behaviour[actions, classes] = solution
        self._behaviour[references[leads], classes[leads]] = np.maximum(1.0 - same @ solution, 0.0)
        for turn in self._tree.infosets:
            self._behaviour[turn.sequences] /= self._behaviour[turn.sequences].sum(axis=0)
        return True

    def _slopes(self, mixed: list[_Mixed]) -> FloatArray:
        """Return the derivatives of all unknowns' gains by their chances."""
        actions, references, classes = _columns(mixed)
        slopes = np.empty((len(mixed), len(mixed)))
        for column, entry in enumerate(mixed):
            change = self._changed(entry)
            slopes[:, column] = change[actions, classes] - change[references, classes]
        return slopes

    def _changed(self, mixed: _Mixed) -> FloatArray:
        """Return the change of values if a class plays an action more and its reference less."""
        tree, class_ = self._tree, mixed.class_
        behaviour = self._behaviour[:, class_ : class_ + 1].copy()
        before = realization_plan(tree, behaviour)
        behaviour[mixed.action] += 1.0
        behaviour[mixed.other] -= 1.0
        by = (realization_plan(tree, behaviour) - before)[:, 0]
        change = self._state.change(tree.infosets[mixed.turn].player, class_, by)
        return sequence_values(tree, change, self._behaviour)


def _columns(mixed: list[_Mixed]) -> tuple[IntArray, IntArray, IntArray]:
    """Return actions, the actions that they are compared with, and classes."""
    _, classes, actions, references = np.array(mixed).T
    return actions, references, classes
