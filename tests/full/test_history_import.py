"""Large imports: killed ten times, with processes that read, and flat memory."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jamfold.histories.importer import import_histories
from jamfold.histories.store import HistoryStore
from tests.histories.samples import FOLDER

STARS = (FOLDER / "synthetic" / "pokerstars.txt").read_text(encoding="utf-8-sig")
HANDS = [text for text in STARS.split("\n\n\n") if text.strip()]
SOURCE = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
_IMPORT = """
import sys
from pathlib import Path
from jamfold.histories import importer
from jamfold.histories.store import HistoryStore
from jamfold.core.storage.files import peak_memory_bytes
if __name__ == "__main__":
    importer.SINGLE_PROCESS = 0
    print("begun", flush=True)
    with HistoryStore(Path(sys.argv[1])) as store:
        importer.import_histories([Path(path) for path in sys.argv[3:]], store, processes=int(sys.argv[2]))
    print(peak_memory_bytes() // 2**20)
"""


def many(path: Path, first: int, count: int) -> Path:
    """A file with so many hands, numbered from the first on."""
    with path.open("w", encoding="utf-8") as stream:
        for k in range(count):
            stream.write(re.sub(r"#\d+:", f"#{24 * 10**10 + first + k}:", HANDS[k % len(HANDS)], count=1))
            stream.write("\n\n\n")
    return path


def rows(path: Path) -> list[tuple[str, ...]]:
    with HistoryStore(path) as store:
        return [(Path(file).name, *map(str, row)) for file, row in store.hands()]


def test_ten_kills_end_with_the_same_database(tmp_path: Path) -> None:
    paths = [many(tmp_path / f"{k:02}.txt", 1000 * k, 600) for k in range(20)]
    script = tmp_path / "import.py"
    script.write_text(_IMPORT, encoding="utf-8")
    whole, cut = tmp_path / "whole.db", tmp_path / "cut.db"
    with HistoryStore(whole) as store:
        assert import_histories(paths, store, processes=1).counts.hands == 12_000
    rng = random.Random(7)
    command = [sys.executable, str(script), str(cut), "2", *map(str, paths)]
    for _ in range(10):
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=SOURCE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.3 + 1.5 * rng.random())
            process.send_signal(signal.SIGKILL)
    subprocess.run(command, check=True, env=SOURCE, stdout=subprocess.DEVNULL)
    assert rows(cut) == rows(whole)
    assert sqlite3.connect(cut).execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("processes", [1, 2])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, processes: int) -> None:
    script = tmp_path / "import.py"
    script.write_text(_IMPORT, encoding="utf-8")
    path = many(tmp_path / "many.txt", 0, 40_000)
    command = [sys.executable, str(script), str(tmp_path / "h.db"), str(processes), str(path)]
    out = subprocess.run(command, check=True, env=SOURCE, capture_output=True, text=True).stdout
    assert int(out.split()[-1]) < 150
