"""Solves in step: each as if alone, few passes, and an end without threads left behind."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from jamfold.solver.exact import ExactSolver
from jamfold.solver.payoffs import ClassGame, DenseSums, PairSums
from jamfold.solver.pure import PurePair, PureSolver
from jamfold.solver.solution import Solution
from jamfold.solver.stakes import TerminalPayoffs, chip_payoffs
from jamfold.solver.sweeps import PassSums, RowSum, SweepResult, SweepState, run_in_lockstep, runs, sweep
from tests.solver.test_solver_naive import deck_game

STACKS = tuple(chip_payoffs(s, 0.5) for s in np.arange(4, 30) / 2.0)


class CountedSums(DenseSums):
    """A table that counts passes: what small factors would ask of a disk."""

    def __init__(self, values: NDArray[np.int32], sides: int = 8, small: int = 1) -> None:
        super().__init__(values)
        self.sides = sides
        self.small = small
        self.passes: list[int] = []
        self.before: Callable[[], None] = lambda: None

    def is_small(self, rows: NDArray[np.int64]) -> bool:
        return rows.size <= self.small

    def add_rows(self, rows: NDArray[np.int64], factors: NDArray[np.int64], sums: NDArray[np.int64]) -> None:
        self.add_each([RowSum(rows, factors, sums)])

    def add_each(self, asked: Sequence[RowSum]) -> None:
        self.before()
        if not (len(asked) == 1 and self.is_small(asked[0].rows)):
            self.passes.append(len(asked))
        for one in asked:
            super().add_rows(one.rows, one.factors, one.sums)


def _game(sides: int = 8, small: int = 1) -> tuple[ClassGame, ClassGame, CountedSums]:
    """A game by its table, and by sums that count passes."""
    payoffs = deck_game(4, 3, 2, 1000, 12)
    counted = CountedSums(payoffs.margins, sides, small)
    return payoffs, replace(payoffs, margins=counted), counted


def _alone(payoffs: ClassGame, points: Sequence[TerminalPayoffs]) -> list[tuple[Solution, PurePair]]:
    """One after the other, each from the one before."""
    solver, pure = ExactSolver(payoffs), PureSolver(payoffs)
    found: list[tuple[Solution, PurePair]] = []
    for stakes in points:
        solution = solver.solve(stakes, start=found[-1][0] if found else None)
        found.append((solution, pure.solve(solution)))
    return found


def _check_same(one: Solution, other: Solution) -> None:
    for name in ("x", "y", "margin_jam", "margin_call", "history"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert (one.value, one.epsilon, one.exact) == (other.value, other.epsilon, other.exact)


def _no_threads_left() -> bool:
    return not any(thread.name == "solver in step" for thread in threading.enumerate())


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(st.integers(2, 9), st.integers(0, 6), st.integers(2, 14))
def test_every_run_is_solved_as_if_alone(sides: int, small: int, many: int) -> None:
    payoffs, shared, counted = _game(sides, small)
    points = {point.number: point for point in sweep(shared, STACKS[:many], pure=True)}
    assert sorted(points) == list(range(many))
    most = 0
    for numbers in runs(many, sides):
        most = max(most, len(numbers))
        for number, (solution, pure) in zip(
            numbers, _alone(payoffs, [STACKS[number] for number in numbers]), strict=True
        ):
            found = points[number].pure
            assert found is not None
            _check_same(points[number].solution, solution)
            for mine, theirs in ((found.jam, pure.jam), (found.call, pure.call)):
                np.testing.assert_array_equal(mine.played, theirs.played)
                assert (mine.value, mine.bound, mine.proven) == (theirs.value, theirs.bound, theirs.proven)
    assert max(counted.passes, default=0) <= sides
    assert _no_threads_left()


def test_passes_are_shared() -> None:
    """As many passes as the run that needs most, not as all runs together."""
    _, shared, counted = _game(small=0)
    together = list(sweep(shared, STACKS, pure=True))
    passes, sides = len(counted.passes), sum(counted.passes)
    each = []
    for numbers in runs(len(STACKS), counted.sides):
        _, alone, counted_alone = _game(small=0)
        payoffs = replace(alone, margins=_OneByOne(counted_alone))
        _alone(payoffs, [STACKS[number] for number in numbers])
        each.append(len(counted_alone.passes))
    assert len(together) == len(STACKS)
    assert passes == max(each)
    assert sides == sum(each)
    assert counted.passes[0] == counted.sides


@pytest.mark.parametrize("seed", [12, 13], ids=["near", "far"])
def test_where_a_solve_starts_changes_no_answer(seed: int) -> None:
    """From the equilibria of the game itself, and from those of one that is not near at all."""
    payoffs, shared, _ = _game()
    started = replace(shared, near=lambda: deck_game(4, 3, 2, 1000, seed))
    for point in sweep(started, STACKS):
        expected = ExactSolver(payoffs).solve(STACKS[point.number])
        assert point.solution.value == pytest.approx(expected.value, abs=1e-12)
        assert point.solution.exact
        assert point.solution.epsilon < 1e-12


class _OneByOne:
    """Counted sums that are asked alone."""

    def __init__(self, counted: CountedSums) -> None:
        self.shape, self.block, self._counted = counted.shape, counted.block, counted

    def add_rows(self, rows: NDArray[np.int64], factors: NDArray[np.int64], sums: NDArray[np.int64]) -> None:
        self._counted.add_each([RowSum(rows, factors, sums)])


def test_small_requests_wait_for_nobody() -> None:
    """They are answered at once, however long the others wait for their pass."""
    _, _, counted = _game(small=2)
    answered: list[str] = []

    def ask(name: str, sizes: list[int]) -> Callable[[PairSums], Iterator[str]]:
        def task(sums: PairSums) -> Iterator[str]:
            for size in sizes:
                rows = np.arange(size)
                sums.add_rows(rows, np.ones(size, dtype=np.int64), np.zeros(sums.shape[0], dtype=np.int64))
                answered.append(f"{name}{size}")
            sums.block(rows, rows)
            yield name

        return task

    found = list(run_in_lockstep(counted, [ask("a", [5, 1, 1]), ask("b", [1, 2, 4, 1])]))
    assert answered == ["b1", "b2", "a5", "b4", "a1", "b1", "a1"]
    assert counted.passes == [2]
    assert found == [(1, "b"), (0, "a")]


def test_tables_are_swept_one_by_one() -> None:
    """Their order and their starts are those of one sweep; no thread is made."""
    payoffs, _, _ = _game()
    assert not isinstance(payoffs.tables[0].sums, PassSums)
    points = list(sweep(payoffs, STACKS, pure=True))
    assert [point.number for point in points] == list(range(len(STACKS)))
    for point, (solution, _) in zip(points, _alone(payoffs, STACKS), strict=True):
        _check_same(point.solution, solution)


@pytest.mark.parametrize("counted", [True, False])
def test_progress_only_grows_and_ends_whole(counted: bool) -> None:
    payoffs, shared, sums = _game()
    heard: list[SweepState] = []
    points = [
        point.number for point in sweep(shared if counted else payoffs, STACKS, on_progress=heard.append)
    ]
    shares = [state.share for state in heard]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert [state.solved for state in heard if state.solved is not None] == points
    assert all(one.done <= other.done for one, other in pairwise(heard))
    assert heard[-1].passes == len(sums.passes)
    assert {state.points for state in heard} == {len(STACKS)}


def test_points_that_are_not_there() -> None:
    _, shared, _ = _game()
    assert list(sweep(shared, ())) == []
    assert [point.number for point in sweep(shared, STACKS[:1])] == [0]
    assert runs(0, 8) == []
    assert runs(3, 8) == [range(1), range(1, 2), range(2, 3)]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, OverflowError])
@pytest.mark.parametrize("when", [0, 1, 7])
def test_what_is_raised_where_sums_are_made_ends_all(error: type[BaseException], when: int) -> None:
    _, shared, counted = _game()
    calls = iter(range(when + 1))

    def fail() -> None:
        if next(calls) == when:
            raise error("while summing")

    counted.before = fail
    with pytest.raises(error, match="while summing"):
        list(sweep(shared, STACKS, pure=True))
    assert _no_threads_left()


def test_what_is_raised_in_a_solve_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = PureSolver.solve

    def fail(self: PureSolver, solution: Solution) -> PurePair:
        if solution.stakes == STACKS[9]:
            raise ZeroDivisionError("in a thread")
        return solve(self, solution)

    monkeypatch.setattr(PureSolver, "solve", fail)
    _, shared, _ = _game()
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        list(sweep(shared, STACKS, pure=True))
    assert _no_threads_left()


def test_who_hears_may_end_all() -> None:
    _, shared, _ = _game()

    def stop(state: SweepState) -> None:
        if state.done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        list(sweep(shared, STACKS, on_progress=stop))
    assert _no_threads_left()


def test_a_reader_may_stop_reading() -> None:
    _, shared, _ = _game()
    with closing(sweep(shared, STACKS)) as points:
        assert isinstance(next(points), SweepResult)
        assert not _no_threads_left()
    assert _no_threads_left()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("where", ["pass", "solve"])
def test_ctrl_c_ends_all_wherever_it_comes(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal comes out in the main thread, while it sums or while it waits for a solver."""
    _, shared, counted = _game()
    main = threading.main_thread()

    def strike(here: threading.Thread | None = None) -> None:
        assert (threading.current_thread() is main) == (where == "pass")
        os.kill(os.getpid(), signal.SIGINT)

    if where == "pass":
        counted.before = strike
    else:
        solve = ExactSolver.solve

        def struck(self: ExactSolver, stakes: TerminalPayoffs, *, start: Solution | None = None) -> Solution:
            if stakes == STACKS[8]:
                strike()
            return solve(self, stakes, start=start)

        monkeypatch.setattr(ExactSolver, "solve", struck)
    with pytest.raises(KeyboardInterrupt):
        list(sweep(shared, STACKS))
    assert _no_threads_left()
