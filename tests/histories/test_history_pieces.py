"""Spots are solved in pieces: the same whatever the cores are, and whoever stops it keeps what is solved."""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jamfold.betting.posts import BlindLevel
from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.terms import CHIPS
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import HOLDEM
from jamfold.core.errors import SituationError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.histories import raise_solver, solved_answers, spot_solver
from jamfold.histories.decisions import BIG, SMALL
from jamfold.histories.raise_solver import OpenSolver, RaiseAnswer, RaiseKey, solve_opens
from jamfold.histories.spot_solver import RequestedHands, SolvedHands, chart_key, code_in, solve_missing
from jamfold.histories.store import HistoryStore
from jamfold.solver.tree_covered import covered_actions
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_solve import make_tree, solve_raises

STACKS = [round(2.0 + 0.37 * k, 2) for k in range(40)]
OPENS = [RaiseKey("holdem", f"{stack:.12g} 20 0.5 0 0 0 2") for stack in STACKS if stack > 4.0]
ASKED = [(place, class_id) for place in range(3) for class_id in (0, 90, 168)]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    load_payoffs(HOLDEM)
    for module in (spot_solver, raise_solver):
        monkeypatch.setattr(module, "_CHUNK", 6)
        monkeypatch.setattr(module, "_MANY", 20)
    monkeypatch.setattr(
        spot_solver, "MANY_POINTS", 10
    )  # so that this process has the kernel, and others have not
    monkeypatch.setattr(spot_solver, "_BATCH", 3)
    monkeypatch.setattr(solved_answers, "_BATCH", 5)


def wanted() -> RequestedHands:
    hands = RequestedHands()
    codes = np.array([code_in(seat, one) for seat in (SMALL, BIG) for one in (0, 17, 90, 168)])
    places = np.repeat(np.arange(len(STACKS), dtype=np.int32), len(codes))
    keys = [chart_key(HOLDEM, stack) for stack in STACKS]
    hands.add_all(hands.hands_at(keys, places, np.tile(codes, len(STACKS))))
    return hands


def find(path: Path, progress: Progress = ignore_progress) -> tuple[SolvedHands, list[str]]:
    """Answers and what is kept of them."""
    with HistoryStore(path) as store:
        found = solve_missing(store, wanted(), progress)
        return found, list(store.base.iterdump())


@pytest.mark.long
@pytest.mark.parametrize("cores", [2, 3])
def test_one_core_and_several_find_and_keep_the_same_bits(
    cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spot_solver, "cores", lambda: 1)
    alone, kept = find(tmp_path / "one.db")
    opens = list(solve_opens(dict.fromkeys(OPENS, ASKED), ignore_progress))
    monkeypatch.setattr(spot_solver, "cores", lambda: cores)
    shared, also = find(tmp_path / "more.db")
    assert kept == also
    assert alone.solved == shared.solved
    assert alone.values.tobytes() == shared.values.tobytes()
    assert repr(opens) == repr(list(solve_opens(dict.fromkeys(OPENS, ASKED), ignore_progress)))  # nan is nan


@pytest.mark.parametrize("cores", [1, 2])
def test_what_was_solved_before_an_interrupt_is_kept_and_the_next_goes_on(
    cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spot_solver, "cores", lambda: cores)
    told: list[float] = []

    def stop(_: str, share: float) -> None:
        told.append(share)
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find(tmp_path / "some.db", stop)
    assert not multiprocessing.active_children()
    with HistoryStore(tmp_path / "some.db") as store:
        (kept,) = store.base.execute("SELECT count(*) FROM solved").fetchone()
    assert kept == 20  # of 40, all before the one of which was told
    monkeypatch.setattr(spot_solver, "cores", lambda: 1)
    whole, _ = find(tmp_path / "whole.db")
    resumed, _ = find(tmp_path / "some.db")
    assert whole.values == pytest.approx(resumed.values, abs=1e-12)


def test_interrupted_opens_are_kept_too(tmp_path: Path) -> None:
    asks = dict.fromkeys((key, *asked) for key in OPENS for asked in ASKED)

    def stop(_: str, share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with HistoryStore(tmp_path / "some.db") as store:
        with pytest.raises(KeyboardInterrupt):
            raise_solver._find(store, asks, stop)
        (kept,) = store.base.execute("SELECT sum(length(numbers)) / 32 FROM solved").fetchone()
        assert 0 < kept < len(asks)
        assert len(raise_solver._find(store, asks, ignore_progress)) == len(asks)


def test_few_spots_begin_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise AssertionError("a process for a few spots")

    monkeypatch.setattr(spot_solver, "cores", lambda: 2)
    monkeypatch.setattr(spot_solver, "solving_processes", refuse)
    monkeypatch.setattr(spot_solver, "_MANY", 41)
    find(tmp_path / "few.db")
    monkeypatch.setattr(raise_solver, "_MANY", 41)
    assert len(list(solve_opens(dict.fromkeys(OPENS, ASKED), ignore_progress))) == len(OPENS)


def dies(piece: int) -> Iterable[int]:
    """In another process."""
    if multiprocessing.parent_process() is not None:
        os._exit(1)
    return [piece]


def test_a_process_that_dies_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spot_solver, "cores", lambda: 2)
    assert list(spot_solver.solve_in_chunks(dies, range(9), spread=True)) == list(range(9))


def whole_answer(key: RaiseKey, place: int, class_id: int) -> RaiseAnswer:
    """What the tree with the jam says, or without it where it plays the jam for the open."""
    first, second, small, ante, bb_ante, dead, raised = map(float, key.chips.split())
    situation = Situation.at((first, second), BlindLevel((small, 1.0), ante, bb_ante, dead))
    spot = solve_raises(HOLDEM, situation, Raises(open=(raised,)), CHIPS)
    if spot.raised_percent < 1e-6:
        spot = solve_raises(HOLDEM, situation, Raises(open=(raised,), jam=False), CHIPS)
    name = f"raise {raised:.6g}"
    before = [(), (f"sb {name}",), (f"sb {name}", "bb jam")][place]
    seat = Seat.BIG_BLIND if place == 1 else Seat.SMALL_BLIND
    node = next(one for one in spot.at_nodes(seat, class_id) if one.after == before)
    played, folded = node.evs[name if place == 0 else node.actions[-1]], node.evs["fold"]
    assert played is not None
    assert folded is not None
    return RaiseAnswer(max(spot.gains_chips), 1.0 - node.chances["fold"], played - folded)


@pytest.mark.parametrize(
    "chips", ["10 15 0.5 0 0 0 2", "6 6 0.5 0.125 0 0 2", "25 25 0.5 0 0 0 3", "10 15 0.5 0 1 0 9"]
)
def test_the_tree_without_the_jam_says_what_the_whole_one_says(chips: str) -> None:
    key = RaiseKey("holdem", chips)
    spot = OpenSolver(HOLDEM, load_payoffs(HOLDEM)).solve(key)
    assert spot is not None
    for place, class_id in ASKED:
        assert spot.answer(place, class_id) == pytest.approx(whole_answer(key, place, class_id), abs=1e-9)


@given(seed=st.integers(0, 2**32))
def test_in_chips_every_jam_is_covered_by_an_open(seed: int) -> None:
    rng = random.Random(seed)
    stacks = rng.uniform(2.0, 60.0), rng.uniform(2.0, 60.0)
    level = BlindLevel(
        (rng.choice((0.4, 0.5, 1.0)), 1.0),
        rng.choice((0.0, 0.1, 0.25)),
        rng.choice((0.0, 1.0)),
        rng.choice((0.0, 0.5)),
    )
    situation = Situation.at(stacks, level)
    try:
        points = raise_tree(situation, Raises(open=(round(rng.uniform(1.5, 20.0), 2),)))
    except SituationError:
        return
    if points[0].actions[1].kind == "raise":
        tree = make_tree(points, situation, CHIPS, spot_payoffs(situation, CHIPS, split=False))
        assert [(one.decision, one.action, one.by) for one in covered_actions(tree)] == [(0, 1, 0)]


@pytest.mark.parametrize("raised", ["10", "1.2", "30"])
def test_what_is_no_open_has_no_tree(raised: str) -> None:
    key = RaiseKey("holdem", f"10 15 0.5 0 0 0 {raised}")
    assert OpenSolver(HOLDEM, load_payoffs(HOLDEM)).solve(key) is None
