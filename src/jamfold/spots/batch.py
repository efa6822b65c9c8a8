"""Batches of spots, each solved exactly from its predecessor: here, in processes or on a cluster.

The workers of a cluster use the class tables of their own folder.  Worker processes end with this one,
however it ends.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from jamfold.betting.raises import JAM_OR_FOLD, Raises
from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import Game
from jamfold.class_tables.factored.cluster import Cluster, Shared
from jamfold.core.parallel import Processes
from jamfold.solver.exact import ExactSolver
from jamfold.solver.solution import Solution
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.spots.solution import SpotSolution
from jamfold.spots.solve import load_payoffs, make_spot
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_solve import WarmStartSolver, solve_raises
from jamfold.valuation.numbers import Pair


@dataclass(frozen=True)
class BatchSpot:
    """A spot to solve: the game, the chips, and their value."""

    game: Game
    situation: Situation
    terms: PayoffTerms
    raises: Raises = JAM_OR_FOLD

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key: neighbours have similar strategies, and no two keys are equal."""
        near = self.situation
        names = repr(self.terms), repr(self.raises)
        return self.game.name, self.terms.currency, *names, near.b, near.s, repr(near)

    def payoffs(self) -> SpotPayoffs:
        """Return its payoffs. Raises SituationError as `spot_payoffs` does."""
        return spot_payoffs(self.situation, self.terms, split=self.game.split_low)


@dataclass(frozen=True)
class BatchSolved:
    """Summary of a solved spot; pairs are small and big blind."""

    s: float
    b: float
    """s, b: Effective stack and small blind in units of the game (s, b)."""
    jam_percent: float
    call_percent: float
    """jam_percent, call_percent: Percent of all hands."""
    value_bb: float
    value_chips: Pair
    """value_bb, value_chips: The small blind's EV in big blinds, and both EVs in chips."""
    value_money: Pair | None
    """Value of both stacks after the hand in money; None if only chips are at stake."""
    gains: Pair
    """Gains by best responses, in money if money is at stake, otherwise in big blinds."""
    exact: bool
    """Whether half of their sum is below the tolerance of the exact method."""
    mixed: tuple[int, int]
    """Numbers of mixed classes."""
    open_percent: float | None = None
    """Percentage of hands that the small blind opens without jamming; None without raises."""
    plays_percent: Pair | None = None
    """Percentages of hands that are not folded at the first decision; None without raises."""


def solve_in_order(spots: Sequence[BatchSpot]) -> list[BatchSolved]:
    """Solve spots in order; the same spots in the same order give the same bytes.

    Raises TableError if a class table cannot be built here.
    """
    solved = []
    before: Game | None = None
    solution: Solution | None = None
    trees: dict[tuple[Game, bool], WarmStartSolver] = {}
    for point in spots:
        stakes = point.payoffs().stakes
        if point.raises:
            key = point.game, stakes.needs_planes
            near = trees.setdefault(key, WarmStartSolver(load_payoffs(key[0], planes=key[1])))
            tree = solve_raises(point.game, point.situation, point.raises, point.terms, neighbours=near)
            percents = [tree.strategy(seat).played_percent for seat in Seat]
            spot = replace(
                _summary(tree), open_percent=tree.raised_percent, plays_percent=(percents[0], percents[1])
            )
            solved.append(spot)
            continue
        solver = _solver(point.game, stakes.needs_planes)
        start = solution if before == point.game else None
        solution = solver.solve(stakes, start=start)
        before = point.game
        solved.append(_summary(make_spot(point.game, point.situation, point.terms, solution)))
    return solved


def _summary(spot: SpotSolution) -> BatchSolved:
    money = spot.currency == "money"
    return BatchSolved(
        spot.s, spot.b, spot.jam_percent, spot.call_percent, spot.value_bb, spot.value_chips,
        spot.value_money if money else None, spot.gains_money if money else spot.gains_bb,
        spot.exact, spot.mixed,
    )  # fmt: skip


@lru_cache(4)
def _solver(game: Game, planes: bool) -> ExactSolver:
    return ExactSolver(load_payoffs(game, planes=planes))


def solved_on_cluster(address: str, work: list[list[BatchSpot]]) -> Iterator[tuple[int, list[BatchSolved]]]:
    """Yield solved chunks with their indices; chunks of a lost worker go to another.

    Raises ClusterError if the cluster cannot be reached or is lost, or a worker fails.
    """
    cluster = Cluster(address)

    def one_each(
        waiting: set[int], threads: Mapping[str, int], busy: Counter[str]
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each worker solves one chunk at a time: a solver uses one thread."""
        idle = (worker for worker in threads if not busy[worker])
        for worker, number in zip(idle, sorted(waiting), strict=False):
            yield worker, (number,)

    try:
        for _, (number,), solved in cluster.perform(_solve, range(len(work)), one_each, (Shared(work),)):
            yield number, solved
    finally:
        cluster.close()


def _solve(numbers: tuple[int, ...], _: int, work: list[list[BatchSpot]]) -> list[BatchSolved]:
    """Solve a chunk on a worker."""
    (number,) = numbers
    return solve_in_order(work[number])


def solving_processes(count: int) -> Processes:
    """Return a pool of `count` processes, each with one thread."""
    return Processes(count, _one_thread)


def _one_thread() -> None:
    os.environ["NUMBA_NUM_THREADS"] = "1"  # Numba reads it when a kernel first needs it
