"""Bounds of the whole of no-limit Omaha, on its class table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import OMAHA, OMAHA_HILO, Game
from jamfold.class_tables.class_table import tables_folder
from jamfold.spots.whole_game import Bounds, BoundsSolver, prove_bounds
from jamfold.spots.whole_game_gaps import packed_gap
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
