"""Charts: the equilibrium over a range of stacks, and at which stacks each hand is played.

A sweep solves every stack of a grid exactly and starts each from its
neighbour's solution.  A hand counts as played at a stack where its chance is at
least 1/2, which is also how the published Hold'em charts come out: near a
threshold a hand is mixed over a few tenths of a big blind, and its chance
passes 1/2 where the chart puts the threshold.  Intervals end at stacks of the
grid: [lo, hi] says played at lo, hi and all stacks of the grid between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import HandClasses, hand_classes
from jamfold.games import Game
from jamfold.ranges.grid import class_label
from jamfold.shown import Shown
from jamfold.solver.exact import ExactSolver
from jamfold.solver.pure import PurePair, PureSolver
from jamfold.solver.solution import FREE_MARGIN, Solution
from jamfold.spots import solve as solving
from jamfold.spots.stacks import ChartStakes, PlainStakes, StackGrid, games_on
from jamfold.spots.strategy import Position

PLAYED = 0.5
"""A hand counts as played from this chance on."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class ChartPoint:
    """One stack of a chart; values and epsilon in the unit B of the game (s, b).

    Attributes
    ----------
    stack
        The stack on the axis.
    s, b
        The game there.
    value
        Value for the small blind.
    jam_share, call_share
        Shares of all hands, in [0, 1].
    epsilon
        The certificate: the bound on the distance from optimal.
    exact
        Whether epsilon is below the tolerance of the exact method.
    mixed, free
        Numbers of hands of small and big blind, as in `Solution`.
    pure
        (L1, L2): what the best pure strategies of small and big blind promise,
        as values for the small blind; see `solver.pure`.
    pure_proven
        Whether both are proven to be the best.
    """

    stack: float
    s: float
    b: float
    value: float
    jam_share: float
    call_share: float
    epsilon: float
    exact: bool
    mixed: tuple[int, int]
    free: tuple[int, int]
    pure: tuple[float, float]
    pure_proven: bool

    @property
    def delta(self) -> float:
        """L2 - L1, the most that a pair of pure strategies gives away, both players together."""
        return max(0.0, self.pure[1] - self.pure[0])  # below 0 by rounding only


@dataclass(frozen=True, eq=False)
class Chart(Shown):
    """The equilibria of one game over a grid of stacks.

    Arrays have shape (points, n): one row per stack, one column per class.

    Attributes
    ----------
    game, grid, stakes
        What was solved.
    points
        One per stack, ascending.
    jam, call
        Chance of jamming, of calling.
    jam_margin, call_margin
        EV of jamming or calling minus EV of folding, in the unit B; nan where
        the big blind is never asked.
    """

    game: Game
    grid: StackGrid
    stakes: ChartStakes
    points: tuple[ChartPoint, ...]
    jam: NDArray[np.float64]
    call: NDArray[np.float64]
    jam_margin: NDArray[np.float64]
    call_margin: NDArray[np.float64]

    @property
    def classes(self) -> HandClasses:
        """The classes that the columns belong to."""
        return hand_classes(self.game)

    @property
    def stacks(self) -> tuple[float, ...]:
        """The stacks of the rows."""
        return tuple(point.stack for point in self.points)

    @property
    def epsilon(self) -> float:
        """The largest epsilon of all points."""
        return max(point.epsilon for point in self.points)

    @property
    def delta(self) -> float:
        """The largest delta of all points."""
        return max(point.delta for point in self.points)

    @property
    def exact(self) -> bool:
        """Whether every point is exact."""
        return all(point.exact for point in self.points)

    def chances(self, position: Position) -> NDArray[np.float64]:
        """How often each class is played."""
        return self.jam if position is Position.SMALL_BLIND else self.call

    def margins(self, position: Position) -> NDArray[np.float64]:
        """What playing gains over folding."""
        return self.jam_margin if position is Position.SMALL_BLIND else self.call_margin

    def played(self, position: Position) -> NDArray[np.bool_]:
        """Where a class counts as played."""
        return self._played[position]

    def free(self, position: Position) -> NDArray[np.bool_]:
        """Where a class is indifferent, or never asked."""
        return self._free[position]

    def ever_free(self, position: Position) -> NDArray[np.bool_]:
        """Which classes are indifferent at some stack, shape (n,)."""
        return np.asarray(np.any(self.free(position), axis=0))

    def intervals(self, position: Position, class_id: int) -> tuple[Interval, ...]:
        """The stacks at which a class is played, as intervals on the grid, ascending."""
        self.classes.check(class_id)
        return self._runs(self.played(position)[:, class_id])

    def free_intervals(self, position: Position, class_id: int) -> tuple[Interval, ...]:
        """The stacks at which a class is indifferent, as intervals on the grid, ascending."""
        self.classes.check(class_id)
        return self._runs(self.free(position)[:, class_id])

    def thresholds(self, position: Position) -> NDArray[np.float64]:
        """The largest stack at which each class is played, shape (n,); nan if at none."""
        played = self.played(position)
        last = len(self.points) - 1 - np.argmax(played[::-1], axis=0)
        return np.where(played.any(axis=0), np.array(self.stacks)[last], np.nan)

    def to_columns(self) -> dict[str, NDArray[Any]]:
        """The numbers of each stack as columns, one row per stack; pandas and polars take it as it is."""
        names = ["stack", "s", "b", "value", "jam_share", "call_share", "epsilon", "exact", "delta"]
        columns = {name: np.array([getattr(point, name) for point in self.points]) for name in names}
        for name in ("mixed", "free"):
            pairs = np.array([getattr(point, name) for point in self.points])
            columns |= {f"{name}_jam": pairs[:, 0], f"{name}_call": pairs[:, 1]}
        return columns

    def hands_to_columns(self, position: Position) -> dict[str, NDArray[Any]]:
        """A player's strategy at every stack as columns, one row per stack and class.

        ``played`` is in [0, 1]; ``margin`` is what playing gains over folding, in
        the unit B, nan where the big blind is never asked.
        """
        points, n = len(self.points), self.classes.n
        hands = np.array([class_label(self.game, i) for i in range(n)])
        return {
            "stack": np.repeat(np.array(self.stacks), n),
            "id": np.tile(np.arange(n), points),
            "hand": np.tile(hands, points),
            "played": self.chances(position).ravel(),
            "margin": self.margins(position).ravel(),
        }

    @cached_property
    def _played(self) -> dict[Position, NDArray[np.bool_]]:
        return {seat: self.chances(seat) >= PLAYED for seat in Position}

    @cached_property
    def _free(self) -> dict[Position, NDArray[np.bool_]]:
        found = {}
        for seat in Position:
            margins = self.margins(seat)
            found[seat] = np.isnan(margins) | (abs(np.nan_to_num(margins)) < FREE_MARGIN)
        return found

    def _runs(self, chosen: NDArray[np.bool_]) -> tuple[Interval, ...]:
        return tuple((self.points[i].stack, self.points[j].stack) for i, j in runs(chosen))


def runs(chosen: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last index of each run of True in a vector.

    >>> runs(np.array([True, True, False, True]))
    [(0, 1), (3, 3)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]])))
    return [(int(i), int(j) - 1) for i, j in edges.reshape(-1, 2)]


def make_chart(
    game: Game,
    grid: StackGrid | None = None,
    stakes: ChartStakes | None = None,
    *,
    progress: Callable[[str, float], None] | None = None,
    table_progress: Callable[[str, float], None] | None = None,
) -> Chart:
    """Solve a game at every stack of a grid, exactly.

    Parameters
    ----------
    game
        The rules; the class table is built first if this machine does not have it.
    grid
        The stacks, 1 to 25 by 0.1 unless given.
    stakes
        Blinds and antes; no antes and a small blind of 1/2 unless given.
    progress, table_progress
        Called with what is being done and the share of the work that is done.

    Raises
    ------
    SolverError, SituationError
        If a stack of the grid makes no game; before anything is solved.
    TableError
        If the class table cannot be built here.
    """
    grid, stakes = grid or StackGrid(), stakes or PlainStakes()
    games = games_on(grid, stakes)
    payoffs = solving.load_payoffs(game, table_progress)
    solver, pure_solver = ExactSolver(payoffs), PureSolver(payoffs)
    solution: Solution | None = None
    points: list[ChartPoint] = []
    arrays = [np.empty((len(games), hand_classes(game).n)) for _ in range(4)]
    for k, (stack, at) in enumerate(games):
        solution = solver.solve(at.s, at.b, start=solution)
        points.append(_point(stack, solution, pure_solver.solve(solution)))
        columns = (solution.x, solution.y, solution.margin_jam, solution.margin_call)
        for array, values in zip(arrays, columns, strict=True):
            array[k] = values
        if progress is not None:
            progress(f"stack {grid.text(stack)}", (k + 1) / len(games))
    return Chart(game, grid, stakes, tuple(points), *arrays)


def _point(stack: float, solution: Solution, pure: PurePair) -> ChartPoint:
    return ChartPoint(
        stack=stack,
        s=solution.s,
        b=solution.b,
        value=solution.value,
        jam_share=solution.jam_share,
        call_share=solution.call_share,
        epsilon=solution.epsilon,
        exact=solution.exact,
        mixed=solution.mixed,
        free=solution.free,
        pure=(pure.jam.value, pure.call.value),
        pure_proven=pure.proven,
    )
