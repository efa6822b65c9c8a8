"""Charts: the equilibrium over a range of stacks, and the stacks at which each hand is played.

A sweep solves every stack of a grid exactly and starts each from its neighbour's solution
(`jamfold.solver.sweeps`).  A hand counts as played at a stack if its frequency is at least 1/2.  This agrees
with the published Hold'em charts: near a threshold a hand is mixed over a few tenths of a big blind, and its
frequency passes 1/2 at the threshold of the chart.  Intervals end at stacks of the grid: [lo, hi] means
played at lo, hi and all stacks of the grid between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import nan
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.core.display import DisplayableResult, former_name
from jamfold.ranges.grid import class_label
from jamfold.solver.pure import PurePair
from jamfold.solver.solution import EXACT, FREE_MARGIN, Solution
from jamfold.solver.sweeps import SweepState, sweep
from jamfold.spots import solve
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.spots.stack_grid import StackGrid
from jamfold.spots.strategy import Seat

PLAYED = 0.5
"""The lowest frequency at which a hand counts as played."""

Interval = tuple[float, float]
Key = TypeVar("Key")


@dataclass(frozen=True)
class ChartPoint:
    """One stack of a chart; values and epsilon in big blinds or, with prizes, in money."""

    stack: float
    """The stack on the axis."""
    s: float
    b: float
    """s, b: The game there, in units of B, see `situation`."""
    value: float
    """The small blind's value."""
    jam_share: float
    call_share: float
    """jam_share, call_share: Shares of all hands, in [0, 1]."""
    epsilon: float
    """The certificate: half the sum of both players' gains."""
    gains: tuple[float, float]
    """Each player's gain by a best response."""
    exact: bool
    """Whether epsilon is below the tolerance of the exact method."""
    mixed: tuple[int, int]
    free: tuple[int, int]
    """mixed, free: Numbers of hands of small and big blind, as in `Solution`."""
    pure_values: tuple[float, float]
    """(L1, L2): the values that the best pure strategies of small and big blind guarantee, as values for the
    small blind; see `solver.pure`.  NaN unless only chips are at stake."""
    pure_proven: bool
    """Whether both are proved to be the best."""
    approximate: bool = field(default=False, kw_only=True)
    """Whether the gains are 95% bounds, found without the table."""

    @property
    def delta(self) -> float:
        """L2 - L1, the largest loss of a pair of pure strategies, both players together."""
        delta = self.pure_values[1] - self.pure_values[0]
        return 0.0 if delta < 0 else delta  # below 0 by rounding only


class OverStacks(Generic[Key]):
    """Strategies over the stacks of a grid, by seat or by decision, shape (points, n)."""

    game: Game
    grid: StackGrid

    def chances(self, key: Key) -> FloatArray:
        """Return the frequency of playing each class."""
        raise NotImplementedError

    def indifferent(self, key: Key) -> BoolArray:
        """Return where a class is indifferent, or the sign of its gain is uncertain."""
        raise NotImplementedError

    free = former_name("indifferent")

    @property
    def classes(self) -> HandClasses:
        """The classes that the columns belong to."""
        return hand_classes(self.game)

    @property
    def stacks(self) -> tuple[float, ...]:
        """The stacks of the rows."""
        return self.grid.stacks

    def played(self, key: Key) -> BoolArray:
        """Return where a class counts as played."""
        return np.asarray(self.chances(key) >= PLAYED)

    def ever_free(self, key: Key) -> BoolArray:
        """Return which classes are free at some stack, shape (n,)."""
        return np.asarray(np.any(self.indifferent(key), axis=0))

    def intervals(self, key: Key, class_id: int) -> tuple[Interval, ...]:
        """Return the stacks at which a class is played, as intervals on the grid, ascending."""
        self.classes.check(class_id)
        return self._runs(self.chances(key)[:, class_id] >= PLAYED)

    def free_intervals(self, key: Key, class_id: int) -> tuple[Interval, ...]:
        """Return the stacks at which a class is free, as intervals on the grid, ascending."""
        self.classes.check(class_id)
        return self._runs(self.indifferent(key)[:, class_id])

    def thresholds(self, key: Key) -> FloatArray:
        """Return the largest stack at which each class is played, shape (n,); NaN if there is none."""
        played = self.played(key)
        last = len(played) - 1 - np.argmax(played[::-1], axis=0)
        return np.where(played.any(axis=0), np.array(self.stacks)[last], np.nan)

    def _runs(self, chosen: BoolArray) -> tuple[Interval, ...]:
        stacks = self.stacks
        return tuple((stacks[i], stacks[j]) for i, j in runs(chosen))


@dataclass(frozen=True, eq=False)
class Chart(OverStacks[Seat], DisplayableResult):
    """The equilibria of one game over a grid of stacks.

    Arrays have shape (points, n): one row per stack, one column per class.

    Attributes
    ----------
    game, grid, level, terms
        The rules, the stacks, the posts, and rake and prizes.
    points
        One per stack, ascending.
    jam, call
        Frequencies of jamming and calling.
    jam_margin, call_margin
        EV of jamming or calling minus EV of folding, in big blinds or money; NaN if the big blind never has
        a decision.
    jam_free, call_free
        Whether a class is indifferent, or never has a decision.
    """

    game: Game
    grid: StackGrid
    level: BlindLevel
    points: tuple[ChartPoint, ...]
    jam: FloatArray
    call: FloatArray
    jam_margin: FloatArray
    call_margin: FloatArray
    jam_free: BoolArray
    call_free: BoolArray
    terms: PayoffTerms = CHIPS

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

    @property
    def approximate(self) -> bool:
        """Whether gains are 95% bounds, found without the table."""
        return any(point.approximate for point in self.points)

    @property
    def bound(self) -> float:
        """The largest gain of a player by deviating, at any stack."""
        return max(max(point.gains) for point in self.points)

    @property
    def in_money(self) -> bool:
        """Whether values and margins are money."""
        return self.terms.currency == "money"

    def chances(self, seat: Seat) -> FloatArray:
        return self.jam if seat is Seat.SMALL_BLIND else self.call

    def margins(self, seat: Seat) -> FloatArray:
        """Return the gains of playing over folding."""
        return self.jam_margin if seat is Seat.SMALL_BLIND else self.call_margin

    def indifferent(self, seat: Seat) -> BoolArray:
        """Return where a class is indifferent, or never has a decision."""
        return self.jam_free if seat is Seat.SMALL_BLIND else self.call_free

    def to_columns(self) -> dict[str, NDArray[Any]]:
        """Return the numbers of each stack as columns, one row per stack, for pandas or polars."""
        names = ["stack", "s", "b", "value", "jam_share", "call_share", "epsilon", "exact", "delta"]
        columns = {name: np.array([getattr(point, name) for point in self.points]) for name in names}
        for name in ("mixed", "free"):
            pairs = np.array([getattr(point, name) for point in self.points])
            columns |= {f"{name}_jam": pairs[:, 0], f"{name}_call": pairs[:, 1]}
        return columns

    def hands_to_columns(self, seat: Seat | str) -> dict[str, NDArray[Any]]:
        """Return a player's strategy at every stack as columns, one row per stack and class.

        ``played`` is in [0, 1]; ``margin`` is the gain of playing over folding in big blinds, NaN if the big
        blind never has a decision.
        """
        seat = Seat.parse(seat)
        points, n = len(self.points), self.classes.n
        hands = np.array([class_label(self.game, i) for i in range(n)])
        return {
            "stack": np.repeat(np.array(self.stacks), n),
            "id": np.tile(np.arange(n), points),
            "hand": np.tile(hands, points),
            "played": self.chances(seat).ravel(),
            "margin": self.margins(seat).ravel(),
        }


def runs(chosen: BoolArray) -> list[tuple[int, int]]:
    """Return the first and last index of each run of True in a vector.

    >>> runs(np.array([True, True, False, True]))
    [(0, 1), (3, 3)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]])))
    return [(int(i), int(j) - 1) for i, j in edges.reshape(-1, 2)]


def situations_on(grid: StackGrid, level: BlindLevel) -> list[tuple[float, Situation]]:
    """Return each stack of a grid with its situation, in which both players have it.

    Raises SituationError if no hand can be played at a stack.
    """
    return [(stack, Situation.at((stack * level.big_blind,) * 2, level)) for stack in grid.stacks]


def make_chart(
    game: Game,
    grid: StackGrid | None = None,
    level: BlindLevel | None = None,
    terms: PayoffTerms = CHIPS,
    *,
    method: str = EXACT,
    progress: Callable[[str, float], None] | None = None,
    table_progress: Callable[[str, float], None] | None = None,
) -> Chart:
    """Solve a game at every stack of a grid.

    Parameters
    ----------
    game
        The rules; the class table is built first if this machine does not have it.
    grid
        The stacks, 1 to 25 by 0.1 unless given.
    level
        Blinds and antes; no antes and a small blind of 1/2 unless given.
    terms
        Rake and prizes.
    method
        ``exact``, or ``approximate`` as in `solve_situation`, without the best pure strategies.
    progress, table_progress
        Called with the stage and the share of the work that is done.

    Raises
    ------
    SituationError
        If no hand can be played at a stack; before anything is solved.
    TableError
        If the class table cannot be built here.
    """
    grid, level = grid or StackGrid(), level or BlindLevel()
    situations = situations_on(grid, level)
    curved = needs_planes(game, grid, level, terms)
    spots = [spot_payoffs(chips, terms, split=game.split_low, curved=curved) for _, chips in situations]
    is_exact = method == EXACT
    if is_exact:
        payoffs = solve.load_payoffs(game, table_progress, planes=curved)
    else:
        payoffs = solve.approximate_payoffs(game, spots[0].stakes)
    points: dict[int, ChartPoint] = {}
    shape = (len(situations), hand_classes(game).n)
    jam, call, jam_margin, call_margin = (np.empty(shape) for _ in range(4))
    jam_free, call_free = (np.empty(shape, dtype=np.bool_) for _ in Seat)

    def report(state: SweepState) -> None:
        if progress is not None:
            progress(_stage(state, [grid.text(stack) for stack, _ in situations]), state.share)

    stakes = [spot.stakes for spot in spots]
    with closing(sweep(payoffs, stakes, pure=is_exact, on_progress=report)) as results:
        for point in results:
            k, solution = point.number, point.solution
            (stack, situation), played = situations[k], spots[k]
            if not is_exact:
                solution = solve.bounded(game, played.stakes, solution)
            points[k] = chart_point(stack, situation, played, solution, point.pure)
            jam[k], call[k] = solution.x, solution.y
            first, second = (factor / measure_at(situation, played) for factor in played.factors)
            jam_margin[k], call_margin[k] = first * solution.margin_jam, second * solution.margin_call
            jam_free[k], call_free[k] = is_free(solution.margin_jam), is_free(solution.margin_call)
    rows = tuple(points[k] for k in range(len(spots)))
    return Chart(game, grid, level, rows, jam, call, jam_margin, call_margin, jam_free, call_free, terms)


def _stage(state: SweepState, stacks: Sequence[str]) -> str:
    """Return the stage of a sweep: the last solved stack, or their number if several are solved at once."""
    if state.solved is None or state.passes:
        return f"{state.done} of {state.points} stacks, pass {state.passes}"
    return f"stack {stacks[state.solved]}"


def needs_planes(game: Game, grid: StackGrid, level: BlindLevel, terms: PayoffTerms) -> bool:
    """Return whether values at some stack are not linear in the pot share, so that ties must be counted.

    Raises SituationError as `situations_on`.
    """
    spots = [spot_payoffs(chips, terms, split=game.split_low) for _, chips in situations_on(grid, level)]
    return any(spot.stakes.needs_planes for spot in spots)


def is_free(margins: FloatArray) -> BoolArray:
    """Return where margins, in units of B, are indifferent, or NaN because the class has no decision."""
    return np.asarray(~(abs(margins) >= FREE_MARGIN))


def measure_at(situation: Situation, played: SpotPayoffs) -> float:
    """Return the divisor of a chart's values: the big blind, or 1 if they are money."""
    return situation.big_blind if played.currency == "chips" else 1.0


def chart_point(
    stack: float, situation: Situation, played: SpotPayoffs, solution: Solution, pure: PurePair | None
) -> ChartPoint:
    """Return the summary of a stack."""
    measure = measure_at(situation, played)

    def value(units: float) -> float:
        """The small blind's value in big blinds or money."""
        return played.of(0, units) / measure

    first, second = played.gains(solution.gains)
    return ChartPoint(
        stack=stack,
        s=situation.s,
        b=situation.b,
        value=value(solution.values[0]),
        jam_share=solution.jam_share,
        call_share=solution.call_share,
        epsilon=(first + second) / 2 / measure,
        gains=(first / measure, second / measure),
        exact=solution.exact,
        mixed=solution.mixed,
        free=solution.free,
        pure_values=(value(pure.jam.value), value(pure.call.value)) if pure else (nan, nan),
        pure_proven=pure is not None and pure.proven,
        approximate=solution.approximate,
    )
