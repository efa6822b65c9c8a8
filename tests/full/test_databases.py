"""50 damaged copies of both databases; the long tests try eight."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import Runner
from tests.storage.test_database import check_damaged, hands, run, training

__all__ = ["hands", "run", "training"]  # fixtures


def test_hands(run: Runner, hands: Path, tmp_path: Path) -> None:
    check_damaged(run, hands / "histories.db", tmp_path / "histories.db", 50, seed=5)


def test_training(run: Runner, training: Path, tmp_path: Path) -> None:
    check_damaged(run, training / "training.db", tmp_path / "training.db", 50, seed=6)
