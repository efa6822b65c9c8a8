"""Building class tables from nothing, in an empty data folder; kernels are compiled before."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.report import report

_RUNS = 5


def _build(folder: str, game: str) -> float:
    command = [sys.executable, "-m", "jamfold", "tables", "build", "--game", game]
    started = time.perf_counter()
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env={**os.environ, "JAMFOLD_DATA": folder})
    return time.perf_counter() - started


def _build_in_empty_folder(game: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return _build(folder, game)


def main() -> None:
    """Measure whole processes: the small tables (median of five), then both Omaha tables (once)."""
    for game in ("holdem", "six-plus"):
        _build_in_empty_folder(game)
        seconds = statistics.median(_build_in_empty_folder(game) for _ in range(_RUNS))
        report(f"{game} table from nothing, whole process", seconds, 5.0, of_child=True)
    seconds = _build_in_empty_folder("omaha-hilo")
    report("both Omaha tables from nothing, whole process", seconds, 300.0, "then 120", of_child=True)


if __name__ == "__main__":
    main()
