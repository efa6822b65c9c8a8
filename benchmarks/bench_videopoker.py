"""Exact analysis of video-poker pay tables: warm, after a change of family, and as a whole process."""

from __future__ import annotations

import subprocess
import sys
import time

from benchmarks.report import report

_COMMAND = [sys.executable, "-m", "jamfold", "videopoker", "analyse", "Jacks or Better 9/6", "--json"]
_RUNS = 5


def main() -> None:
    """Measure a whole process, then pay tables in this one, as all tables of a list would be analysed."""
    subprocess.run(_COMMAND, check=True, stdout=subprocess.DEVNULL)
    started = time.perf_counter()
    subprocess.run(_COMMAND, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - started
    report("one video-poker pay table, whole process", seconds, None, "with imports", of_child=True)

    from jamfold.calculator.videopoker import analyse_pay_table, build_strategy, shipped_pay_tables
    from jamfold.calculator.videopoker.scorer import hold_counts

    tables = shipped_pay_tables()
    analyse_pay_table(tables[0])  # loads the compiled code
    first = analyse_pay_table("Jacks or Better 9/6")
    best = min(analyse_pay_table(first.table).seconds for _ in range(_RUNS))
    note = f"{float(100 * first.expected_return):.10f}%"
    report("one video-poker pay table, warm process", best, 0.1, note)

    times = []
    for _ in range(_RUNS):
        hold_counts.cache_clear()
        times.append(analyse_pay_table(first.table).seconds)
    report("the same, first table of its family", min(times), 0.1)

    for table in tables:
        analyse_pay_table(table)
    started = time.perf_counter()
    for table in tables:
        analyse_pay_table(table)
    report(f"all {len(tables)} shipped pay tables", time.perf_counter() - started)

    build_strategy(first.table)
    started = time.perf_counter()
    strategy = build_strategy(first.table)
    note = f"{len(strategy.lines)} lines, loss {float(100 * strategy.loss):.5f}%"
    report("strategy list, Jacks or Better 9/6", time.perf_counter() - started, None, note)


if __name__ == "__main__":
    main()
