"""Opponents: their habits beside the equilibrium, and the answer that gains most where it gains least.

An opponent's frequency is known up to an interval.  The advice is the strategy whose gain
over the equilibrium's is largest at the worst frequency of the interval, by linear
programming over nine frequencies; the equilibrium itself gains nothing anywhere, so the
advice never loses on the interval.  Outside of it, it can: that is its exploitability.
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
"""At which the advice is measured, from one end of the interval to the other."""

_SURE = 1e-6
"""B: a worst gain that is smaller is none, and the equilibrium stays the advice."""
_TURNED = 0.5


@dataclass(frozen=True, eq=False)
class Advice:
    """What to play against an opponent at one spot; gains over the equilibrium in big blinds a hand dealt."""

    seat: str
    """Of the one who answers."""
    plays: float
    equilibrium_plays: float
    """plays, equilibrium_plays: How often the advice and the equilibrium jam, or call; shares of all
    hands."""
    gain_low: float
    gain_high: float
    """gain_low, gain_high: At the ends of the interval."""
    worst: float
    """The least over the interval."""
    exploitability: float
    """What the advice can lose, compared with the equilibrium, to one who answers it best."""
    more: tuple[int, ...]
    fewer: tuple[int, ...]
    """more, fewer: Classes that are played where the equilibrium folds, and the other way round."""


@dataclass(frozen=True, eq=False)
class Opponent:
    """A habit, and what to do about it; no advice is: play the equilibrium."""

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
    """Opponents with so many chances in a seat at some stacks, those first of whom most can be won.

    Raises HistoryError if no hand is kept, or there is nobody; TableError if a class table cannot be built.

    Parameters
    ----------
    store
        The kept hands.
    progress
        Called with what is being done and the share of the work that is done.
    within
        Which chances count; the seat is the opponent's.
    player
        One name; empty for all, without those whose histories are kept.
    least
        Chances.
    anonymise
        Whether names are replaced.
    ready
        Whether games that need a large table first are left out.
    """
    progress("reading stored hands", 0.0)
    check_kept(store, player)
    mask = mask_of(store, anonymise)
    rows = store.base.execute(_PLAYERS, (player, player)).fetchall()
    names = {(site, mask.player(site, name)) for site, name in rows}
    tallies = {
        key: some
        for key, some in read_tallies(store, mask, within).items(least)
        if (key.site, key.name) in names
        if not (ready and build_warning(find_game(key.game)))
    }
    if not tallies:
        who = f"'{player[:40]}' does not have" if player else "No opponent has"
        words = f"{who} {least:,} opportunities in any seat at these stacks."
        raise HistoryError(f"{words} Import more hands, or ask for fewer.", field="player")
    answers = solve_missing(
        store, RequestedHands(spot for tally in tallies.values() for spot in tally.spots), progress
    )
    habits = [make_habit(key, some, answers) for key, some in tallies.items()]
    advice: dict[int, Advice | None] = {}

    def advise(spot: SpotKey, payoffs: ClassGame, solution: Solution) -> None:
        for k, habit in enumerate(habits):
            if habit.known and habit.spot == spot:
                advice[k] = robust_response(payoffs, solution, habit)

    visits = {habit.spot: advise for habit in habits if habit.known}
    solve_missing(store, RequestedHands(), progress, visits)
    opponents = [Opponent(habit, advice.get(k)) for k, habit in enumerate(habits)]
    return tuple(
        sorted(
            opponents,
            key=lambda one: (-one.advice.worst if one.advice else 0.0, -one.habit.chances, one.habit.key),
        )
    )


_PLAYERS = """
SELECT site, name FROM player WHERE (? = '' AND id NOT IN (SELECT hero FROM hand WHERE hero IS NOT NULL))
    OR name = ?
"""


def robust_response(payoffs: ClassGame, solution: Solution, habit: OpponentFrequencies) -> Advice | None:
    """The strategy with the best worst gain over a habit's interval; none if nothing is sure to be gained."""
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
    """What playing gains over folding with each class, before anybody acts, against a range of the other."""
    sums = strategy_sums(payoffs, strategy)
    if seat == SMALL:
        return jam_evs(payoffs, solution.stakes, sums) - solution.stakes.first.fold
    return call_gains(payoffs, solution.stakes, sums)


def _best_worst(gains: FloatArray, usual: FloatArray) -> FloatArray:
    """The chances r (n,) that make min over k of gains[k] . (r - usual) largest; `usual` if none are found.

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
    """What a strategy is worth less than the equilibrium's against its best answer, in B."""
    if seat == SMALL:
        return solution.values[0] - solve_response(payoffs, solution.stakes, jamming=chosen).values[0]
    return solution.values[1] - solve_response(payoffs, solution.stakes, calling=chosen).values[1]
