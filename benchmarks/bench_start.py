"""Whole processes of Hold'em: the first one ever, and those that find the table on disk.

The first has an empty data folder and no compiled code; the others are what a player waits
for every day.  `--help` shows what importing the program costs.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.report import report

_RUNS = 7
_SOLVE = ["solve", "--game", "holdem"]
_EVERY_DAY = ((_SOLVE, 0.8), (["hand", "AKs", "--game", "holdem"], 0.8), (["--help"], 0.12))


def main() -> None:
    """Measure each command in processes of their own, with a data folder and a kernel cache of ours."""
    with tempfile.TemporaryDirectory() as folder:
        ours = {"JAMFOLD_DATA": f"{folder}/data", "NUMBA_CACHE_DIR": f"{folder}/kernels"}
        work = "first solve of Hold'em, nothing compiled, no table"
        _report(work, [_run(_SOLVE, ours)], 6.0)
        for words, target in _EVERY_DAY:
            work = f"jamfold {' '.join(words)}, whole process"
            _report(work, [_run(words, ours) for _ in range(_RUNS)], target)


def _run(words: list[str], ours: dict[str, str]) -> tuple[float, float, int]:
    """Seconds by the clock and of CPU, and peak memory of one process."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "jamfold", *words]
    process = subprocess.Popen(
        command, env=os.environ | ours, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, process.returncode, usage = os.wait4(process.pid, 0)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return time.perf_counter() - started, usage.ru_utime + usage.ru_stime, peak


def _report(work: str, runs: list[tuple[float, float, int]], target: float) -> None:
    seconds, cpu, peak = (statistics.median(figures) for figures in zip(*runs, strict=True))
    note = f"{cpu:.2f} CPU seconds" + (f", medians of {len(runs)}" if len(runs) > 1 else "")
    report(work, seconds, target, note, peak_bytes=int(peak))


if __name__ == "__main__":
    main()
