"""Opponents: their habits compared with the equilibrium, and the robust response to them.

An opponent's frequency is known up to an interval.  The advice maximises the smallest gain over the
equilibrium on the interval, by linear programming over nine frequencies.  The equilibrium itself gains 0
everywhere, so the advice never loses on the interval; outside it can, see `Advice.exploitability`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jamfold.cards.games import find_game
from jamfold.class_tables.margins import build_warning
from jamfold.core.arrays import FloatArray
from jamfold.core.errors import HistoryError
from jamfold.core.progress import Progress
from jamfold.histories.decisions import SMALL, SpotKey, check_kept
from jamfold.histories.filters import NO_FILTER, DecisionFilter
from jamfold.histories.opponent_ranges import (
    ENOUGH_CHANCES,
    OpponentFrequencies,
    make_habit,
    other_seat,
    range_of,
    read_tallies,
)
from jamfold.histories.pseudonyms import mask_of
from jamfold.histories.spot_solver import RequestedHands, solve_missing
from jamfold.histories.store import HistoryStore
from jamfold.solver.best_response import call_gains, jam_evs
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.respond import solve_response, strategy_sums
from jamfold.solver.solution import Solution

FREQUENCIES = 9
"""Number of frequencies, evenly spaced over the interval."""

_SURE = 1e-6
"""B: with a smaller worst gain, the equilibrium stays the advice."""
_TURNED = 0.5


@dataclass(frozen=True, eq=False)
class Advice:
    """A response to an opponent at one spot; gains over the equilibrium in big blinds per hand dealt."""

    seat: str
    """Seat of the responder."""
    plays: float
    equilibrium_plays: float
    """plays, equilibrium_plays: Shares of hands that the advice and the equilibrium jam, or call."""
    gain_low: float
    gain_high: float
    """gain_low, gain_high: Gains at the ends of the interval."""
    worst: float
    """Smallest gain over the interval."""
    exploitability: float
    """Loss of the advice against its best response, compared with the equilibrium."""
    more: tuple[int, ...]
    fewer: tuple[int, ...]
    """more, fewer: Classes played that the equilibrium folds, and folded that it plays."""


@dataclass(frozen=True, eq=False)
class Opponent:
    """A habit and the response to it; without advice, play the equilibrium."""

    habit: OpponentFrequencies
    advice: Advice | None


def find_opponents(
    store: HistoryStore,
    progress: Progress,
    within: DecisionFilter = NO_FILTER,
    *,
    player: str = "",
    least: int = ENOUGH_CHANCES,
    anonymise: bool = False,
    ready: bool = False,
) -> tuple[Opponent, ...]:
    """Return opponents with enough chances in a seat at one stack depth; most exploitable first.

    Raises HistoryError if no hand is stored, or there is nobody; TableError if a class table cannot be built.

    Parameters
    ----------
    within
        Selects the chances; the seat is the opponent's.
    player
        A name; empty for all but the heroes.
    ready
        Whether to skip games that need a large table first.
    """
    progress("reading stored hands", 0.0)
    check_kept(store, player)
    mask = mask_of(store, anonymise)
    rows = store.base.execute(_PLAYERS, (player, player)).fetchall()
    names = {(site, mask.player(site, name)) for site, name in rows}
    tallies = {
        key: tally
        for key, tally in read_tallies(store, mask, within).items(least)
        if (key.site, key.name) in names
        if not (ready and build_warning(find_game(key.game)))
    }
    if not tallies:
        subject = f"'{player[:40]}' does not have" if player else "No opponent has"
        count = f"{least:,} opportunities" if least > 1 else "an opportunity"
        fewer = ", or ask for fewer" if least > 1 else ""
        words = f"{subject} {count} in any seat at these stacks. Import more hands{fewer}."
        raise HistoryError(words, field="least")
    answers = solve_missing(
        store, RequestedHands(spot for tally in tallies.values() for spot in tally.spots), progress
    )
    habits = [make_habit(key, tally, answers) for key, tally in tallies.items()]
    advice: dict[int, Advice | None] = {}

    def advise(spot: SpotKey, payoffs: ClassGame, solution: Solution) -> None:
        for k, habit in enumerate(habits):
            if habit.has_enough_chances and habit.spot == spot:
                advice[k] = robust_response(payoffs, solution, habit)

    visits = {habit.spot: advise for habit in habits if habit.has_enough_chances}
    solve_missing(store, RequestedHands(), progress, visits)
    opponents = [Opponent(habit, advice.get(k)) for k, habit in enumerate(habits)]
    return tuple(
        sorted(
            opponents,
            key=lambda opponent: (
                -opponent.advice.worst if opponent.advice else 0.0,
                -opponent.habit.chances,
                opponent.habit.key,
            ),
        )
    )


_PLAYERS = """
SELECT site, name FROM player WHERE (? = '' AND id NOT IN (SELECT hero FROM hand WHERE hero IS NOT NULL))
    OR name = ?
"""


def robust_response(payoffs: ClassGame, solution: Solution, habit: OpponentFrequencies) -> Advice | None:
    """Return the strategy with the largest worst gain over a habit's interval; None if no gain is sure."""
    seat = other_seat(habit.key.seat)
    usual = solution.x if seat == SMALL else solution.y
    margins = np.array(
        [
            _margins(payoffs, solution, seat, range_of(payoffs, solution, habit.key.seat, float(share)))
            for share in np.linspace(habit.low, habit.high, FREQUENCIES)
        ]
    )
    weights = payoffs.counts / payoffs.n_hands
    chosen = _best_worst(margins * weights, usual)
    gains = (margins * weights) @ (chosen - usual)
    if gains.min() <= _SURE:
        return None
    unit = habit.unit_bb
    return Advice(
        seat=seat,
        plays=payoffs.share(chosen),
        equilibrium_plays=payoffs.share(usual),
        gain_low=unit * float(gains[0]),
        gain_high=unit * float(gains[-1]),
        worst=unit * float(gains.min()),
        exploitability=unit * _risk(payoffs, solution, seat, chosen),
        more=tuple(np.flatnonzero((chosen > _TURNED) & (usual <= _TURNED)).tolist()),
        fewer=tuple(np.flatnonzero((chosen <= _TURNED) & (usual > _TURNED)).tolist()),
    )


def _margins(payoffs: ClassGame, solution: Solution, seat: str, strategy: FloatArray) -> FloatArray:
    """Return each class's gain of playing over folding against a range, before anybody acts."""
    sums = strategy_sums(payoffs, strategy)
    if seat == SMALL:
        return jam_evs(payoffs, solution.stakes, sums) - solution.stakes.first.fold
    return call_gains(payoffs, solution.stakes, sums)


def _best_worst(gains: FloatArray, usual: FloatArray) -> FloatArray:
    """Return frequencies r (n,) that maximise min over k of gains[k] . (r - usual); `usual` on failure.

    Maximise t subject to  t - gains[k] . r <= -gains[k] . usual,  0 <= r <= 1.
    """
    from scipy.optimize import linprog

    rows, n = gains.shape
    goal = np.zeros(n + 1)
    goal[n] = -1.0
    solved = linprog(
        goal,
        A_ub=np.hstack([-gains, np.ones((rows, 1))]),
        b_ub=-gains @ usual,
        bounds=[(0.0, 1.0)] * n + [(None, None)],
        method="highs",
    )
    return np.clip(solved.x[:n], 0.0, 1.0) if solved.status == 0 else usual


def _risk(payoffs: ClassGame, solution: Solution, seat: str, chosen: FloatArray) -> float:
    """Return how much less than the equilibrium a strategy earns against its best response, in B."""
    if seat == SMALL:
        return solution.values[0] - solve_response(payoffs, solution.stakes, jamming=chosen).values[0]
    return solution.values[1] - solve_response(payoffs, solution.stakes, calling=chosen).values[1]
