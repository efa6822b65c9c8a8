"""The three-player tournament on a grid: jam or fold in every hand, with a certificate.

A state is the stacks of small blind, big blind and button in units, all above zero.  After a hand the big
blind moves on (`next_seats`); with two players left the heads-up tournament is solved exactly (`heads_up`).
The values of stacks begin with those of a stack model; then two steps alternate:

1. solve the hand at every state for the values of stacks after it;
2. solve the linear equations of the values with these strategies fixed.

Hands of three have more than one equilibrium, and the search may not converge to one of the tournament [1]_.
So the result is certified: with the others' strategies fixed, one player's best response over the whole
tournament is a Markov decision problem.  Policy iteration solves it: the best action of every class in every
seat at every state for the current values of stacks, then the linear equations of these actions.  It includes
best responses heads-up.  epsilon is the largest gain over the strategies, at any state and seat.

References
----------
.. [1] S. Ganzfried, T. Sandholm, "Computing equilibria in multiplayer stochastic games of imperfect
   information", IJCAI 2009.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.decomposition.orders import ORDERS
from jamfold.class_tables.threeway_build import ThreewayTable, load_threeway
from jamfold.core.arrays import FloatArray
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import Checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.seats import own_gains, polish, solve_seats
from jamfold.spots import solve as solving
from jamfold.spots.nplayer.exact import all_nodes, seat_game
from jamfold.spots.tournaments.blind_levels import Schedule
from jamfold.spots.tournaments.hand_sums import IN, HandSums, places_in, summed_game
from jamfold.spots.tournaments.heads_up import certify, solve_schedule
from jamfold.spots.tournaments.tournament_hands import (
    SEATS,
    Grid,
    HandBefore,
    Stacks,
    money_after,
    next_seats,
)
from jamfold.valuation.models import stack_values

MOST_SWEEPS = 40
CHANGE = 1e-8
"""The largest change of a value in a sweep at which the search ends, as a share of the prizes."""
_TOLERANCE = 1e-10
"""The own gains at which the search of a hand ends, as a share of the prizes."""
_EARLY = 1e-4
"""While values still change: own gains at which the search of a hand ends, as a share of the last change."""
_PATIENT = 12
"""The sweeps after which this share doubles with every sweep, so that hands keep to one equilibrium."""
_POLICIES = 30
_SETTLED = 1e-9
"""The largest accepted residual of a policy's equations, as a share of the prizes."""
NODES = 6
VALUES, PLAYED, FOUND, SWEEPS = "values", "played", "found", "sweeps"
"""The arrays of a checkpoint."""


@dataclass(frozen=True, eq=False)
class HeadsUp:
    """The heads-up tournament: winning probabilities by units, shape (steps + 1,) each."""

    small: FloatArray
    big: FloatArray
    """small, big: Those of the small and the big blind in equilibrium."""
    best_small: FloatArray
    best_big: FloatArray
    """best_small, best_big: Those of a best response over all following hands."""


@dataclass(frozen=True, eq=False)
class SolvedGrid:
    """The solution of a three-player tournament."""

    grid: Grid
    strategies: FloatArray
    """Jam frequencies by state, node (as in `solver.three_seats`) and class: shape (states, 6, n)."""
    values: FloatArray
    """Money of small blind, big blind and button with these strategies: shape (states, 3)."""
    best: FloatArray
    """Values of a player who best-responds over the whole tournament to the others' strategies."""
    left: float
    """A bound of their error: the residual of their equations, times the largest expected hands."""
    sweeps: int
    """The number of times that all states were solved."""
    change: float
    """The largest change of a value in the last sweep, in money."""

    @property
    def gains(self) -> FloatArray:
        """The gain of a best response at each state and seat, in money: shape (states, 3)."""
        return self.best - self.values

    @property
    def epsilon(self) -> float:
        """The certificate: the largest gain of one player, at any state and in any seat."""
        return max(0.0, float(self.gains.max())) + self.left


def percents(game: Game, grid: Grid, strategies: FloatArray, row: int) -> tuple[float | None, ...]:
    """Return the percent of hands played at each node of a state; None without a decision."""
    hand, sizes = grid.hand(grid.states[row]), hand_classes(game).sizes
    played = 100 * (strategies @ sizes) / sizes.sum()
    return tuple(
        float(percent) if node in hand.nodes else None
        for node, percent in zip(all_nodes(SEATS), played, strict=True)
    )


def solve_heads_up(payoffs: ClassGame, grid: Grid) -> HeadsUp:
    solved = solve_schedule(payoffs, Schedule(grid.steps, (grid.level,), 1), split=False)
    winning, best = solved.winning[-1], certify(payoffs, solved).best
    return HeadsUp(winning, 1.0 - winning[::-1], best.small[-1], best.big[-1])


def solve_three(
    game: Game,
    grid: Grid,
    *,
    checkpoint: Checkpoint | None = None,
    progress: Progress = ignore_progress,
) -> SolvedGrid:
    """Solve a tournament of three.

    Parameters
    ----------
    checkpoint
        Stores the search, which resumes from it (`steering`).
    """
    table = load_threeway(game, progress)
    duel = solve_heads_up(solving.load_payoffs(game, progress, planes=True), grid)
    store = Checkpoint() if checkpoint is None else checkpoint
    search = store.load() or _begin(grid, hand_classes(game).n)
    values, strategies, newest, (change, sweeps) = (search[name] for name in (VALUES, PLAYED, FOUND, SWEEPS))
    while change > CHANGE * grid.prizes.pool and sweeps < MOST_SWEEPS:
        _sweep(game, grid, duel, search, lambda: store.save(search), progress)
        following, _ = _settle(grid, duel.small, duel.big, _all_ends(table, grid, newest))
        change, sweeps = float(np.abs(following - values).max()), sweeps + 1
        values[:], strategies[:], newest[:], search[SWEEPS][:] = following, newest, np.nan, (change, sweeps)
        store.save(search, at_once=True)
    best, left = best_values(game, grid, duel, strategies, values, progress)
    return SolvedGrid(grid, strategies, values, best, left, int(sweeps), float(change))


def steering(values: tuple[int, ...], strategies: tuple[int, ...]) -> dict[str, ArraySpec]:
    """Return the arrays of a checkpoint, by the shapes of values and strategies.

    VALUES and PLAYED are those of the last sweep; hands start from its strategies, since others can end at
    another equilibrium.  FOUND are strategies of the current sweep, NaN for unsolved states.  SWEEPS are the
    last change of a value, and the number of finished sweeps.
    """
    played = ArraySpec("<f8", strategies)
    return {VALUES: ArraySpec("<f8", values), PLAYED: played, FOUND: played, SWEEPS: ArraySpec("<f8", (2,))}


def _begin(grid: Grid, n: int) -> dict[str, FloatArray]:
    """Return a search before its first sweep: the stack model's values, and no strategies."""
    forms = steering((len(grid.states), SEATS), (len(grid.states), NODES, n))
    search = {name: np.full(form.shape, np.nan) for name, form in forms.items()}
    return search | {VALUES: _modelled(grid), SWEEPS: np.array([np.inf, 0])}


def _sweep(
    game: Game,
    grid: Grid,
    duel: HeadsUp,
    search: dict[str, FloatArray],
    save: Callable[[], None],
    progress: Progress,
) -> None:
    """Solve the hands of all states left in the sweep."""
    states, newest, sweeps = len(grid.states), search[FOUND], int(search[SWEEPS][1])
    worth = worth_of(grid, search[VALUES], duel.small, duel.big)
    least = _TOLERANCE * grid.prizes.pool
    if sweeps:
        least = max(least, _EARLY * 2 ** max(0, sweeps - _PATIENT) * float(search[SWEEPS][0]))

    def solve(row: int) -> FloatArray:
        start = search[PLAYED][row] if sweeps else None
        return _solve_hand(game, grid.hand(grid.states[row], worth), least, start)

    first = int((~np.isnan(newest[:, 0, 0])).sum())
    for row, strategy in enumerate(in_parallel(solve, range(first, states)), first):
        newest[row] = strategy
        save()
        done = sweeps + row / states
        progress(f"sweep {sweeps + 1} over {states:,} states", 0.9 * done / (done + 3))


def best_values(
    game: Game,
    grid: Grid,
    duel: HeadsUp,
    strategies: FloatArray,
    values: FloatArray,
    progress: Progress = ignore_progress,
) -> tuple[FloatArray, float]:
    """Return the values of best responses over the whole tournament, shape (states, 3).

    Also an error bound: the residual of their equations times the largest expected number of hands.
    """
    best = values.copy()
    residual, hands = np.inf, 1.0
    for number in range(_POLICIES):
        progress("best responses over the whole tournament", 0.9 + 0.1 * number / _POLICIES)
        worth = worth_of(grid, best, duel.best_small, duel.best_big)
        answers = list(
            in_parallel(
                lambda k, worth=worth: _answer(game, grid, worth, grid.states[k], strategies[k]),  # type: ignore[misc]
                range(len(grid.states)),
            )
        )
        once = np.array([value for value, _ in answers])
        residual = max(0.0, float((once - best).max()))
        if number and residual <= _SETTLED * grid.prizes.pool:
            break
        ends = np.stack([ends for _, ends in answers], axis=1)
        best, hands = _settle(grid, duel.best_small, duel.best_big, *ends)
    return best, residual * hands


def _solve_hand(game: Game, hand: HandBefore, least: float, start: FloatArray | None) -> FloatArray:
    """Return the strategies of one hand, shape (6, n), from those of the last sweep, if any, by Newton steps.

    Without this start hands jump between equilibria, and the sweeps cycle (0.05% of the prizes with 15 units
    in Six-Plus); with it they converge.
    """
    if start is not None:
        seats = summed_game(game, hand)
        strategy, gain, _ = polish(seats, seats.state(start), least)
        if gain <= least:
            return strategy
    return solve_seats(seat_game(game, hand), hand_classes(game).n, least).strategy


def _answer(
    game: Game, grid: Grid, worth: Callable[[Stacks], Sequence[float]], stacks: Stacks, strategy: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return values of best responses in one hand by seat, and probabilities of its ends (3, 7, 13)."""
    hand = grid.hand(stacks, worth)
    seats = summed_game(game, hand)
    sums = seats.sums(strategy)
    state = seats.state_of(sums)
    gains, values = state.gains(), state.values()
    added = own_gains(seats, strategy, gains)
    decides = np.isnan(seats.forced)[:, None]
    pure = np.where(gains > 0, 1.0, np.where(gains < 0, 0.0, strategy))
    best, ends = np.empty(SEATS), np.empty((SEATS, len(IN), len(ORDERS)))
    for player, seat in enumerate(hand.order):
        is_own = decides & (seats.players == player)[:, None]
        best[seat] = values[player] + added[player]
        ends[seat] = sums.ends(player, np.where(is_own, pure, strategy))
    return best, ends


def _modelled(grid: Grid) -> FloatArray:
    """Return the values of the stack model, shape (states, 3)."""
    return np.array([stack_values(stacks, grid.amounts, grid.model) for stacks in grid.states])


def worth_of(
    grid: Grid, values: FloatArray, small: FloatArray, big: FloatArray
) -> Callable[[Stacks], Sequence[float]]:
    """Return the value of stacks before a hand, from values (states, 3) and heads-up probabilities."""
    index = {stacks: row for row, stacks in enumerate(grid.states)}
    first, second, _ = grid.amounts

    def worth(stacks: Stacks) -> Sequence[float]:
        if len(stacks) == SEATS:
            return values[index[stacks]].tolist()  # type: ignore[no-any-return]
        chances = small[int(stacks[0])], big[int(stacks[1])]
        return [second + (first - second) * float(chance) for chance in chances]

    return worth


def _all_ends(table: ThreewayTable, grid: Grid, strategies: FloatArray) -> FloatArray:
    """Return the probability of every end at every state, shape (states, 7, 13)."""
    return np.array(list(in_parallel(lambda plan: HandSums(table, plan).ends(0, plan), strategies)))


def _settle(grid: Grid, small: FloatArray, big: FloatArray, *ends: FloatArray) -> tuple[FloatArray, float]:
    """Return values of fixed strategies (states, 3), and the largest expected number of hands of three.

    Parameters
    ----------
    small, big
        Winning probabilities heads-up, by units.
    ends
        The probabilities of ends by state (states, 7, 13): one array for all seats, or one for each.
    """
    states = grid.states
    index = {stacks: row for row, stacks in enumerate(states)}
    size = SEATS * len(states)
    system, right = np.eye(size), np.zeros((size, 2))
    right[:, 1] = 1.0
    last = worth_of(grid, np.zeros((len(states), SEATS)), small, big)
    for row, stacks in enumerate(states):
        hand = grid.hand(stacks)
        for at, in_ in enumerate(IN):
            for order in range(len(ORDERS)):
                chances = [float(end[row, at, order]) for end in ends]
                if not any(chances):
                    continue
                left = hand.stacks_after([hand.order[player] for player in in_], places_in(in_, order))
                money, seats = money_after(hand, left, last), next_seats(left)
                following = index.get(tuple(left[seat] for seat in seats))
                for seat in range(SEATS):
                    chance = chances[seat % len(chances)]
                    if following is None:
                        right[SEATS * row + seat, 0] += chance * money[seat]
                    else:
                        system[SEATS * row + seat, SEATS * following + seats.index(seat)] -= chance
    values, hands = np.linalg.solve(system, right).T
    return values.reshape(-1, SEATS), float(hands.max())
