"""The heads-up tournament: the equilibrium of every stack division, and the probability of winning.

W(x) is the probability that the small blind wins with x of N before posting.  The players change seats every
hand, so after a hand a stack y has the value V(y) = 1 - W(N - y), with V(0) = 0 and V(N) = 1.  Each hand is a
zero-sum game for these values.  V begins as the chip share; then two steps alternate until W does not change:

1. solve the hand at every x for the current V;
2. solve the linear equations of W with these strategies fixed.

Hands of earlier levels follow by one backward step each.  Convergence is not proved in general, so the result
is certified by best responses over the whole tournament (`certify`).

One player's strategy is fixed at every state, in both seats.  The other's best response is a Markov decision
problem over their hand and the stacks.  Policy iteration solves it: the best action of every class for the
current values of stacks, then the linear equations of these actions, until no action gains.  epsilon is the
largest gain of a best response over the strategies, at any state and in either seat, as a probability of
winning the tournament, plus the residual of the equations times the expected number of hands.

Method: P. B. Miltersen and T. B. Sorensen, "A near-optimal strategy for a heads-up no-limit Texas Hold'em
poker tournament" (2007).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.storage.checkpoints import Checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.solver.exact import ExactSolver, InitialAverages
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.products import RangeSums
from jamfold.solver.solution import Solution
from jamfold.spots.tournaments.blind_levels import Schedule
from jamfold.spots.tournaments.hand_sums import GridHand, end_chances, end_chances_called, share_sums

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


_SWEEPS = 200
_SETTLED = 1e-15
"""The largest accepted residual; values are up to 1, in float64."""


@dataclass(frozen=True, eq=False)
class BestResponse:
    """The values of a best response over the whole tournament."""

    small: FloatArray
    big: FloatArray
    """small, big: Probability of winning with x units as small and big blind, shape (hands, steps + 1)."""
    left: float
    """A bound of their error: the largest gain by one more sweep, times the largest expected hands."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """Gains by best responses over the whole tournament."""

    best: BestResponse
    gains: tuple[float, float]
    """The largest gains over the strategies, as small and as big blind at the start of a state."""

    @property
    def epsilon(self) -> float:
        return max(self.gains)


def certify(payoffs: ClassGame, solved: SolvedSchedule) -> Certificate:
    """Measure the strategies against best responses over the whole tournament."""
    best = best_responses(payoffs, solved.hands, solved.winning[-1])
    value_big = 1.0 - solved.winning[:, ::-1]
    small, big = float((best.small - solved.winning).max()), float((best.big - value_big).max())
    return Certificate(best, (max(0.0, small) + best.left, max(0.0, big) + best.left))


def best_responses(
    payoffs: ClassGame, hands: Sequence[Sequence[PlayedHand]], winning: FloatArray
) -> BestResponse:
    """Return the best response to strategies, as small and as big blind.

    Parameters
    ----------
    hands
        As in `SolvedSchedule`.
    winning
        The initial W of the last level, shape (steps + 1,).
    """
    last = hands[-1]
    n = last[0].hand.steps
    small, big = winning.copy(), 1.0 - winning[::-1]
    residual = np.inf
    for _ in range(_SWEEPS):
        rows = [_respond(payoffs, hand, small, big) for hand in last]
        once_small, once_big = _after_one_hand(rows, small, big)
        residual = max(float((once_small - small).max()), float((once_big - big).max()), 0.0)
        if residual <= _SETTLED:
            break
        small, big, _ = _settle(n, rows)
    _, _, duration = _settle(n, rows)
    smalls, bigs = [small], [big]
    for level in reversed(hands[:-1]):
        rows = [_respond(payoffs, hand, smalls[0], bigs[0]) for hand in level]
        once_small, once_big = _after_one_hand(rows, smalls[0], bigs[0])
        smalls.insert(0, once_small)
        bigs.insert(0, once_big)
    return BestResponse(np.array(smalls), np.array(bigs), residual * duration)


@dataclass(frozen=True, eq=False)
class _Response:
    """The distribution of next stacks if one player best-responds in a hand, by their own stacks."""

    small_chances: FloatArray
    small_stacks: IntArray
    big_chances: FloatArray
    big_stacks: IntArray


def _respond(payoffs: ClassGame, hand: PlayedHand, small: FloatArray, big: FloatArray) -> _Response:
    """Return the best responses in one hand, by the values of stacks in each seat, shape (steps + 1,).

    The values need not increase: against strategies that are far from optimal, more chips can be worth less.
    """
    stacks = np.array(hand.hand.next_stacks)
    big_stacks = hand.hand.steps - stacks
    jam_decides, call_decides = hand.hand.spot.has_decision
    fold, steal, *showdowns = big[stacks]
    gains = _all_in(hand.calling.placements, share_sums(hand.calling), steal, showdowns)
    jams = np.ones(gains.size)
    if jam_decides:
        jams = ((steal - fold) + gains / payoffs.n_opponent_hands > 0.0).astype(np.float64)
    _, steal, *showdowns = small[big_stacks]
    calls = np.ones(gains.size)
    if call_decides:
        gains = _all_in(hand.jamming.placements, share_sums(hand.jamming), steal, showdowns[::-1])
        calls = (gains > 0.0).astype(np.float64)
    return _Response(
        end_chances(payoffs, jams, hand.calling),
        stacks,
        end_chances_called(payoffs, hand.jamming, calls),
        big_stacks,
    )


def _all_in(placements: FloatArray, sums: FloatArray, steal: float, showdowns: Sequence[float]) -> FloatArray:
    """Return the gain of showdowns over `steal` by class, summed over a range, shape (n,)."""
    return np.asarray(np.array(showdowns) @ sums - steal * placements)


def _after_one_hand(
    rows: Sequence[_Response], small: FloatArray, big: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the values of stacks in both seats before a hand with these responses."""
    own_small = [row.small_chances @ big[row.small_stacks] for row in rows]
    own_big = [row.big_chances @ small[row.big_stacks] for row in reversed(rows)]
    return np.array([0.0, *own_small, 1.0]), np.array([0.0, *own_big, 1.0])


def _settle(n: int, rows: Sequence[_Response]) -> tuple[FloatArray, FloatArray, float]:
    """Return the values of stacks in both seats if these actions are taken until the end.

    Also the largest expected number of hands until then.
    """
    inner = n - 1
    system, right = np.eye(2 * inner), np.zeros((2 * inner, 2))
    right[:, 1] = 1.0
    for k, row in enumerate(rows):
        x = k + 1
        for at, to, chances, stacks in (
            (x - 1, inner, row.small_chances, row.small_stacks),
            (inner + n - x - 1, 0, row.big_chances, row.big_stacks),
        ):
            for chance, stack in zip(chances, stacks, strict=True):
                if stack == n:
                    right[at, 0] += chance
                elif stack:
                    system[at, to + stack - 1] -= chance
    values, durations = np.linalg.solve(system, right).T
    small, big = (np.concatenate([[0.0], part, [1.0]]) for part in (values[:inner], values[inner:]))
    return small, big, float(durations.max())
