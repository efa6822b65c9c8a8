"""Building class tables from nothing, in an empty data folder; kernels are compiled before."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import report

_RUNS = 5


def _build(folder: str, game: str, *options: str) -> float:
    command = [sys.executable, "-m", "jamfold", "tables", "build", "--game", game, *options]
    started = time.perf_counter()
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env={**os.environ, "JAMFOLD_DATA": folder})
    return time.perf_counter() - started


def _build_in_empty_folder(game: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return _build(folder, game)


def main() -> None:
    """Measure whole processes: the small tables (median of five), then both Omaha tables (once).

    Ties of Omaha and shares of Omaha Hi/Lo come after them, in the same folder.
    """
    for game in ("holdem", "six-plus"):
        _build_in_empty_folder(game)
        seconds = statistics.median(_build_in_empty_folder(game) for _ in range(_RUNS))
        report(f"{game} table from nothing, whole process", seconds, 5.0, of_child=True)
    with tempfile.TemporaryDirectory() as folder:
        seconds = _build(folder, "omaha-hilo")
        report("both Omaha tables from nothing, whole process", seconds, 300.0, "then 120", of_child=True)
        for game, what, target in (("omaha", "ties", 40.0), ("omaha-hilo", "shares", 90.0)):
            seconds = _build(folder, game, "--outcomes")
            record = json.loads(Path(folder, "tables", f"{game}.{what}.json").read_text())
            work = f"{game} {what} beside its table, whole process"
            report(work, seconds, target, peak_bytes=record["peak_memory_bytes"])


if __name__ == "__main__":
    main()
