"""Whole games on a cluster of processes: the bytes of this machine's factors, workers killed or not."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from jamfold.cards.games import OMAHA_5_SHORT, Game
from jamfold.class_tables.factored.factors import Factors, factors_item, load_factors
from jamfold.class_tables.margins import load_sums, on_cluster
from jamfold.solver.exact import solve_exact
from jamfold.solver.stakes import chip_payoffs
from jamfold.spots.solve import load_payoffs
from tests.class_tables.test_cluster import start
from tests.command_line import Runner

STAKES = chip_payoffs(10.0, 0.5)


def test_killed_workers_change_no_byte(data_folder: Path, known_factors: Callable[[Game], Factors]) -> None:
    """One worker is killed while blocks are made, one in the middle of a solve; nannies start others."""
    game = OMAHA_5_SHORT
    local = known_factors(game)
    rng = random.Random(game.name)
    with start(data_folder / "workers", 4) as cluster, on_cluster(cluster.scheduler_address):
        moments = [rng.uniform(0.1, 0.8)]

        def kill() -> None:
            nanny = rng.choice([one for one in cluster.workers.values() if one.process.is_alive()])
            os.kill(nanny.process.pid, signal.SIGKILL)

        def kill_while_building(_: str, share: float) -> None:
            if moments and share > moments[0]:
                moments.clear()
                kill()

        payoffs = load_payoffs(game, kill_while_building)
        assert not moments
        assert payoffs.row_sums.tobytes() == local.row_sums.tobytes()
        expected = solve_exact(replace(payoffs, margins=local.sums), STAKES)

        def kill_while_solving(iteration: object) -> None:
            if not moments:
                moments.append(1.0)
                kill()

        found = solve_exact(payoffs, STAKES, progress=kill_while_solving)
        assert moments
        assert found.x.tobytes() == expected.x.tobytes()
        assert found.y.tobytes() == expected.y.tobytes()
        assert (found.value, found.epsilon) == (expected.value, expected.epsilon)


def test_blocks_of_a_cluster_are_those_of_this_machine(shared_tables: Path) -> None:
    """The files themselves; and a second cluster makes none of them again."""
    load_factors(OMAHA_5_SHORT)
    item = factors_item(OMAHA_5_SHORT)
    workers = shared_tables / "workers"
    with start(workers, 2) as cluster, on_cluster(cluster.scheduler_address):
        load_sums(OMAHA_5_SHORT)
    folder = workers / "tables" / "omaha-5-short.blocks"
    made = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.npy")}
    for number, name in enumerate(sorted(made)):
        assert (folder / name).read_bytes() == item.array_path(f"suit-{number:04d}").read_bytes()
    with start(workers, 3) as cluster, on_cluster(cluster.scheduler_address):
        load_sums(OMAHA_5_SHORT)
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("*.npy")} == made


def test_every_command_with_a_cluster_reads_no_table_here(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the cluster has it")

    run = Runner(capsys)
    monkeypatch.setattr("jamfold.class_tables.margins.load_table", refuse)
    monkeypatch.setattr("jamfold.class_tables.margins.load_factors", refuse)
    with start(data_folder / "workers", 2) as cluster:
        chosen = ("--game", "holdem", "--cluster", cluster.scheduler_address)
        assert "K7o" in run.good("explain", "--hand", "K7o", "--no-sweep", *chosen)
        assert "AA" in run.good("hands", "--top", "3", *chosen)
        assert run.good("chart", "--from", "9", "--to", "9.5", "--step", "0.5", *chosen)
        assert run.good("compare", "--other-stacks", "12bb", "12bb", *chosen)
        assert run.good("converge", "--iterations", "5", *chosen)
        assert run.good("outline", *chosen)
        assert run.good("solve", "--call-range", "77+", *chosen)
