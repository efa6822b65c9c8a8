"""Keeping, at length: 1,000 damaged files, killed builds."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jamfold.cards.games import GAMES, HOLDEM
from jamfold.class_tables import load_table
from jamfold.class_tables.class_table import table_item
from tests.class_tables import test_tables
from tests.storage import test_kept

_BUILD = [sys.executable, "-m", "jamfold", "tables", "build", "--game", HOLDEM.name]
_KILLS = 6


def test_damaged_files(tmp_path: Path) -> None:
    """Each of the ways of `tests.damage` some times in each file."""
    test_kept.attack(tmp_path, 100, 1_000)


def test_damaged_tables_and_blocks(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, test_tables.SMALL_SIX_PLUS.name, test_tables.SMALL_SIX_PLUS)
    test_tables.attack(data_folder, seed=100, attempts=100)


def test_killed_builds_end_in_the_same_bytes(data_folder: Path) -> None:
    """SIGKILL at moments all over a build, each going on from what the last has left."""
    expected = load_table(HOLDEM).record.sha256["margins"]
    item = table_item(HOLDEM)
    good = sorted(path.name for path in item.folder.iterdir())
    rng = random.Random(50)
    environment = {**os.environ, "JAMFOLD_DATA": str(data_folder)}
    item.remove()
    for number in range(_KILLS):
        process = subprocess.Popen(_BUILD, env=environment, stderr=subprocess.DEVNULL)
        time.sleep(0.3 + (number + rng.random()) * 2.2 / _KILLS)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if item.record_path.exists():
            assert item.verify().record.sha256["margins"] == expected
            item.remove()
    assert load_table(HOLDEM).record.sha256["margins"] == expected
    item.verify()
    assert sorted(path.name for path in item.folder.iterdir()) == good


def test_a_build_stopped_before_each_file_operation(tmp_path: Path) -> None:
    """See `tests.crash`, which counts its crashes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash", str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40
