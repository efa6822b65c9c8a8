"""What stacks are worth in prizes, in a warm process; medians of five runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.report import report
from jamfold.valuation.icm import icm
from jamfold.valuation.models import stack_values

_RUNS = 5


def _median(work: Callable[[], Any], runs: int = _RUNS) -> float:
    seconds = []
    work()
    for _ in range(runs):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds)


def main() -> None:
    """Values of many players, and all pairs of a hundred."""
    stacks = [100 + 7919 * k % 20_000 for k in range(1000)]
    prizes = [float(200 - k) for k in range(150)]
    report("ICM, 100 players, 15 prizes", _median(lambda: stack_values(stacks[:100], prizes[:15])), 0.1)
    report("ICM, 1,000 players, 150 prizes", _median(lambda: stack_values(stacks, prizes), 1))
    everybody = [float(10_000 - k) for k in range(10_000)]
    report("ICM, 1,000 players, all paid", _median(lambda: stack_values(stacks, everybody[9000:])), 0.1)
    field = [100.0 + 7919 * k % 200_000 for k in range(10_000)]
    report("ICM, 10,000 players, all paid", _median(lambda: stack_values(field, everybody), 1), 2.0)
    table = field[:9], everybody[:1500]
    others = [(1, stack) for stack in field[9:]]
    report("ICM, all pairs of nine in a field of 10,000", _median(lambda: icm(*table, field=others), 1), 5.0)
    report("ICM, 9 players with bubble factors", _median(lambda: icm(stacks[:9], prizes[:3])))
    report("ICM, 100 players with bubble factors", _median(lambda: icm(stacks[:100], prizes[:15]), 1))


if __name__ == "__main__":
    main()
