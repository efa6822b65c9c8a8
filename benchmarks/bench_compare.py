"""Two Hold'em spots beside each other, from the command to its answer; the table is on disk."""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks.report import report

_COMMAND = [sys.executable, "-m", "jamfold", "compare", "--game", "holdem", "--other-stacks", "12bb", "12bb"]


def main() -> None:
    """Measure a whole process."""
    for turn in range(2):  # the first builds the table if it is missing
        started = time.perf_counter()
        subprocess.run([*_COMMAND, "--json"], check=True, stdout=subprocess.DEVNULL)
        if turn:
            report(
                "two Hold'em spots compared, whole process", time.perf_counter() - started, 1.5, of_child=True
            )


if __name__ == "__main__":
    main()
