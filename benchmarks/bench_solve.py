"""Exact equilibrium and fictitious play, Omaha at 10 big blinds, table on disk.

The table is built first if it is missing, and read once so that it is in the
page cache; neither is part of a figure.
"""

from __future__ import annotations

import subprocess
import sys
import time

import jamfold
from benchmarks.report import report

_COMMAND = [sys.executable, "-m", "jamfold", "solve", "--game", "omaha", "--json"]
_WARM_RUNS = 3


def _fresh(game: str, stack: str) -> jamfold.SpotSolution:
    """A tree that was not solved before."""
    spot: jamfold.SpotSolution = jamfold.solve(game, stack, open="2bb")
    return spot


def main() -> None:
    """Measure a whole process, then the same in this process when it is warm."""
    # While this process is still small: a child's peak includes its parent's size.
    subprocess.run(_COMMAND, check=True, stdout=subprocess.DEVNULL)
    started = time.perf_counter()
    subprocess.run(_COMMAND, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - started
    report("exact Omaha equilibrium, whole process", seconds, 2.5, of_child=True)

    jamfold.solve("omaha")
    best = min((jamfold.solve("omaha") for _ in range(_WARM_RUNS)), key=lambda spot: spot.seconds)
    report("exact Omaha equilibrium, warm process", best.seconds, 0.5, f"epsilon {best.epsilon_bb:.2g} bb")

    for game, goal in (("holdem", 0.5), ("omaha", 10.0)):
        tree = min((_fresh(game, stack) for stack in ("15bb", "15.5bb")), key=lambda spot: spot.seconds)
        plain = min(
            (jamfold.solve(game, stack) for stack in ("15bb", "15.5bb")), key=lambda spot: spot.seconds
        )
        times = tree.seconds / plain.seconds
        note = f"epsilon {tree.epsilon_bb:.2g} bb; {times:.1f} times jam or fold, {plain.seconds:.3f} s"
        report(
            f"exact {game} equilibrium, 15 bb with an open to 2 bb, warm process", tree.seconds, goal, note
        )

    jamfold.solve("omaha", method="fictitious-play", iterations=2)
    spot = jamfold.solve("omaha", method="fictitious-play", iterations=100)
    note = f"epsilon {spot.epsilon_bb:.2g} bb"
    report("100 fictitious-play iterations, Omaha, warm process", spot.seconds, 1.0, note)


if __name__ == "__main__":
    main()
