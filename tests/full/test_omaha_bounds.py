"""Bounds of the whole of no-limit Omaha, on its class table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import OMAHA, OMAHA_HILO, Game
from jamfold.class_tables.class_table import tables_folder
from jamfold.spots import sampled_flops
from jamfold.spots.whole_game import Bounds, BoundsSolver, prove_bounds
from jamfold.spots.whole_game_gaps import packed_gap
from tests.command_line import Runner
from tests.spots.test_bounds_proof import CHECKER

EIGHT = Situation((8.0, 8.0), (0.5, 1.0))


@pytest.mark.parametrize(("game", "gap"), [(OMAHA, 0.0030700926), (OMAHA_HILO, 0.0)])
def test_the_gap_at_eight_big_blinds(game: Game, gap: float) -> None:
    found = BoundsSolver(game).solve(EIGHT)
    assert float(found.gaps[0]) == pytest.approx(gap, abs=1e-10)
    assert found.gaps[1] == 0
    packed = packed_gap(game, EIGHT)
    assert packed is not None
    assert gap <= packed < gap + 1e-5


def test_a_proof_of_omaha_is_checked_with_the_table(tmp_path: Path) -> None:
    solved = BoundsSolver(OMAHA).solve(EIGHT)
    prove_bounds(Bounds(solved, None, None), tmp_path / "bounds.json")
    words = [sys.executable, "-S", str(CHECKER), str(tmp_path / "bounds.json")]
    words += ["--table", str(tables_folder() / "omaha.npy")]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.stdout.startswith("PROVED by the margins of Omaha"), run.stderr
    assert all(f" {bound} " in run.stdout for bound in solved.bounds)


def test_flops_are_sampled(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search and few flops; where there is no gap nothing is sampled."""
    for name, value in {"FLOPS": 2, "ITERATIONS": 2, "_TRAINING_FLOPS": 1, "_LEAD_ITERATIONS": 2}.items():
        monkeypatch.setattr(sampled_flops, name, value)
    run = Runner(capsys)
    told = json.loads(run.good("bounds", "10bb", "--game", "omaha", "--flops", "--json"))
    sampled = told["sampled"]
    assert told["flops"] is True
    assert sampled["flops"] == 2
    assert sampled["within_bb"] > 0
    assert sampled["gap_bb"] == pytest.approx(sampled["upper_bb"] - told["lower_bb"], abs=1e-12)
    assert told["gap_bb"] == pytest.approx(0.0316743154, abs=1e-9)
    assert "2 flops" in run.good("bounds", "10bb", "--game", "omaha", "--flops").replace("random ", "")
    none = json.loads(run.good("bounds", "5bb", "--game", "omaha", "--flops", "--json"))
    assert none["sampled"] is None
