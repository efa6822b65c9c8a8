"""The heads-up tournament: the equilibrium of every stack division, and the probability of winning.

W(x) is the probability that the small blind wins with x of N before posting.  The players change seats every
hand, so after a hand a stack y has the value V(y) = 1 - W(N - y), with V(0) = 0 and V(N) = 1.  Each hand is a
zero-sum game for these values.  V begins as the chip share; then two steps alternate until W does not change:

1. solve the hand at every x for the current V;
2. solve the linear equations of W with these strategies fixed.

Hands of earlier levels follow by one backward step each.  Convergence is not proved in general, so the result
is certified over the whole tournament (`certificate`).

Method: P. B. Miltersen and T. B. Sorensen, "A near-optimal strategy for a heads-up no-limit Texas Hold'em
poker tournament" (2007).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray
from jamfold.core.storage.checkpoints import Checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.solver.exact import ExactSolver, InitialAverages
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.solution import Solution
from jamfold.spots.tournaments.blind_levels import Schedule
from jamfold.spots.tournaments.hand_sums import GridHand, end_chances

CHANGE = 1e-14
"""The largest change of a winning probability at which the search ends."""
_ROUNDING = 1e-11
"""The largest change by rounding, in tournaments of thousands of hands; the search also ends with a smaller
change that no longer falls."""
_MOST_SWEEPS = 30
_HALF = 0.5
WINNING, PLAYS, SEARCH = "winning", "plays", "search"
"""The arrays of a checkpoint."""

ProgressCallback = Callable[[str, float], None]


class _Plays(NamedTuple):
    """The classes that are jammed (x) and called with (y), 0 or 1, shapes (n,)."""

    x: FloatArray
    y: FloatArray


@dataclass(frozen=True, eq=False)
class PlayedHand:
    """The strategies of a hand, with their products."""

    hand: GridHand
    jamming: RangeSums
    calling: RangeSums
    solution: Solution


@dataclass(frozen=True, eq=False)
class SolvedSchedule:
    """All hands of a tournament."""

    schedule: Schedule
    """Chips and levels."""
    hands: tuple[tuple[PlayedHand, ...], ...]
    """By hand before the last level, then one of it; by the small blind's stack, 1 to steps - 1 units."""
    winning: FloatArray
    """W, float64, shape (hands, steps + 1): 0 and 1 at the ends."""
    durations: FloatArray
    """Expected number of hands until a player has all chips, float64, shape (hands, steps + 1)."""
    sweeps: int
    """The number of times that the last level was solved."""
    change: float
    """The largest change of W in the last sweep."""


def continuation(winning: FloatArray) -> FloatArray:
    """Return V(y) = 1 - W(N - y) from the next hand's W, shape (steps + 1,)."""
    return 1.0 - winning[::-1]


def solve_schedule(
    payoffs: ClassGame,
    schedule: Schedule,
    *,
    split: bool,
    checkpoint: Checkpoint | None = None,
    progress: ProgressCallback | None = None,
) -> SolvedSchedule:
    """Solve a tournament.

    Parameters
    ----------
    payoffs
        The game with its planes of outcomes.
    schedule
        Chips and levels.
    split
        Whether a high and a low share the pot.
    checkpoint
        Stores each sweep but the last, from which the search resumes (`steering`).
    progress
        Called with the stage and the approximate share of the work that is done.
    """
    solver = ExactSolver(payoffs)
    grid = [GridHand(x, schedule.steps, schedule.levels[-1], schedule.unit, split) for x in _stacks(schedule)]
    store = Checkpoint() if checkpoint is None else checkpoint
    winning, starts, change, sweeps = _first(store, schedule.steps)
    early = schedule.hands[:-1]
    meter = _Meter(progress, len(grid), early=len(early))
    played: list[PlayedHand] = []
    converged = False
    while not converged and sweeps < _MOST_SWEEPS:
        values = continuation(winning)
        meter.begin(f"sweep {sweeps + 1} over {len(grid):,} stacks", sweeps * len(grid))
        played = _sweep(solver, grid, values, starts, meter)
        starts = [hand_played.solution for hand_played in played]
        before, winning = winning, _stationary(payoffs, played)
        last, change, sweeps = change, float(abs(winning - before).max()), sweeps + 1
        converged = change <= CHANGE or last / 4 < change <= _ROUNDING
        if not converged:
            plays = np.array([[start.x > _HALF, start.y > _HALF] for start in starts], dtype=np.uint8)
            store.save({WINNING: winning, PLAYS: plays, SEARCH: np.array([change, sweeps])})
    levels, rows = [tuple(played)], [winning]
    for number, level in zip(range(len(early), 0, -1), reversed(early), strict=True):
        meter.begin(f"hand {number} of the first {len(early):,}", meter.before_early(number))
        hand_played = [GridHand(hand.stack, hand.steps, level, schedule.unit, split) for hand in grid]
        values = continuation(rows[0])
        hands = _sweep(solver, hand_played, values, [hand.solution for hand in levels[0]], meter)
        levels.insert(0, tuple(hands))
        rows.insert(0, _backward(payoffs, hands, values))
    durations = _durations(payoffs, levels)
    return SolvedSchedule(schedule, tuple(levels), np.array(rows), durations, sweeps, change)


def steering(steps: int, n: int) -> dict[str, ArraySpec]:
    """Return the arrays of a checkpoint: W, pure strategies of the last sweep, its change and number.

    The next sweep starts from these strategies only (`ExactSolver`); from others it can end at another
    equilibrium.
    """
    return {
        WINNING: ArraySpec("<f8", (steps + 1,)),
        PLAYS: ArraySpec("|u1", (steps - 1, 2, n)),
        SEARCH: ArraySpec("<f8", (2,)),
    }


def _first(checkpoint: Checkpoint, steps: int) -> tuple[FloatArray, Sequence[InitialAverages], float, int]:
    """Return W, strategies to start from, the last change, and the number of finished sweeps."""
    stored = checkpoint.load()
    if stored is None:
        return np.linspace(0.0, 1.0, steps + 1), [], np.inf, 0
    change, sweeps = stored[SEARCH].tolist()
    plays = stored[PLAYS].astype(np.float64)
    return stored[WINNING], [_Plays(x, y) for x, y in plays], change, int(sweeps)


def _stacks(schedule: Schedule) -> range:
    return range(1, schedule.steps)


def _sweep(
    solver: ExactSolver,
    grid: Sequence[GridHand],
    values: FloatArray,
    starts: Sequence[InitialAverages],
    meter: _Meter,
) -> list[PlayedHand]:
    """Return the equilibria of all hands, each started from the last sweep's or the neighbour's."""
    played: list[PlayedHand] = []
    for k, hand in enumerate(grid):
        start = starts[k] if starts else played[-1].solution if played else None
        solution = solver.solve(hand.stakes(values), start=start)
        played.append(PlayedHand(hand, *solver.found, solution))
        meter.add()
    return played


def _stationary(payoffs: ClassGame, played: Sequence[PlayedHand]) -> FloatArray:
    """Return W if the strategies of one level are played until the end."""
    moves, survives = _moves(payoffs, played)  # V(y) = 1 - W(N - y), and W(0) = 0
    inner = np.linalg.solve(np.eye(len(played)) + moves, survives)
    return np.concatenate([[0.0], inner, [1.0]])


def _durations(payoffs: ClassGame, levels: Sequence[Sequence[PlayedHand]]) -> FloatArray:
    """Return the expected number of hands from every state on, shape (hands, steps + 1)."""
    moves, _ = _moves(payoffs, levels[-1])
    rows = [np.linalg.solve(np.eye(len(moves)) - moves, np.ones(len(moves)))]
    for played in reversed(levels[:-1]):
        rows.insert(0, 1.0 + _moves(payoffs, played)[0] @ rows[0])
    return np.pad(np.array(rows), ((0, 0), (1, 1)))


def _moves(payoffs: ClassGame, played: Sequence[PlayedHand]) -> tuple[FloatArray, FloatArray]:
    """Return the transitions of one hand of a level.

    Returns
    -------
    moves
        Shape (steps - 1, steps - 1): probability that the next small blind has k units, column k - 1.
    survives
        Shape (steps - 1,): probability that the small blind has chips after the hand.
    """
    n = played[0].hand.steps
    moves, survives = np.zeros((n - 1, n - 1)), np.zeros(n - 1)
    for row, hand in enumerate(played):
        chances = end_chances(payoffs, hand.jamming.strategy, hand.calling)
        for chance, stack in zip(chances, hand.hand.next_stacks, strict=True):
            survives[row] += chance * (stack > 0)
            if 0 < stack < n:
                moves[row, n - stack - 1] += chance
    return moves, survives


def _backward(payoffs: ClassGame, played: Sequence[PlayedHand], values: FloatArray) -> FloatArray:
    """Return W one hand earlier, from the values of stacks after the hand."""
    inner = [
        float(end_chances(payoffs, hand.jamming.strategy, hand.calling) @ values[list(hand.hand.next_stacks)])
        for hand in played
    ]
    return np.concatenate([[0.0], inner, [1.0]])


class _Meter:
    """Reports progress, by the usual number of sweeps."""

    _USUAL_SWEEPS = 4

    def __init__(self, on_progress: ProgressCallback | None, states: int, early: int) -> None:
        self._on_progress, self._sweep, self._done = on_progress, "", 0
        self._states, self._early = states, early

    def begin(self, sweep: str, done: int) -> None:
        """Start a sweep over the stacks, with `done` states done."""
        self._sweep, self._done = sweep, done

    def before_early(self, number: int) -> int:
        """Return the states done before an early hand, numbered from 1: the last one is solved first."""
        return self._states * (self._USUAL_SWEEPS + self._early - number)

    def add(self) -> None:
        self._done += 1
        if self._on_progress is not None:
            total = self._states * (self._USUAL_SWEEPS + self._early)
            self._on_progress(self._sweep, min(0.99, self._done / total))
