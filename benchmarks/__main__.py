"""Run every `bench_*.py` in its own process and print the performance table.

``python -m benchmarks [PART_OF_NAME ...]`` runs those whose names contain one
of the parts.  ``--record`` appends the figures to ``results.csv`` with date,
machine and commit.
"""

from __future__ import annotations

import csv
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "results.csv"


def run_one(name: str) -> list[dict[str, Any]]:
    """The figures that one benchmark hands in."""
    print(f"{name} ...", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", f"benchmarks.{name}"]
    done = subprocess.run(command, cwd=FOLDER.parent, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        print(f"{name} failed with exit code {done.returncode}", file=sys.stderr)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def machine() -> str:
    """Processor and cores, in a few words."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":", 1)[1] for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0].strip() if names else model
    return f"{model}, {os.cpu_count()} cores"


def commit() -> str:
    """The commit that is measured, marked when the files differ from it."""
    command = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(command, cwd=FOLDER.parent, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def print_table(rows: list[dict[str, Any]]) -> None:
    """The figures as a Markdown table."""
    print("| work | seconds | target | peak memory | note |\n|---|---|---|---|---|")
    for row in rows:
        target = "" if row["target"] is None else f"{row['target']:g}"
        peak = f"{row['peak_bytes'] / 2**20:,.0f} MB"
        print(f"| {row['work']} | {row['seconds']:.3f} | {target} | {peak} | {row['note']} |")


def record(rows: list[dict[str, Any]]) -> None:
    """Append the figures to results.csv."""
    fields = ["date", "machine", "commit", "work", "seconds", "target", "peak_bytes", "note"]
    where = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine(), "commit": commit()}
    new = not RESULTS.exists()
    with RESULTS.open("a", newline="") as file:
        writer = csv.DictWriter(file, fields)
        if new:
            writer.writeheader()
        writer.writerows(where | row for row in rows)


def main(arguments: list[str]) -> int:
    """Run the benchmarks that are asked for."""
    parts = [argument for argument in arguments if not argument.startswith("--")]
    names = sorted(path.stem for path in FOLDER.glob("bench_*.py"))
    chosen = [name for name in names if not parts or any(part in name for part in parts)]
    rows = [row for name in chosen for row in run_one(name)]
    print(f"{machine()}, commit {commit()}\n")
    print_table(rows)
    if "--record" in arguments:
        record(rows)
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
