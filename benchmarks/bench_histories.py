"""Hands of nine rooms imported, and the first and second report on them; texts written by the tests."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import jamfold
from benchmarks.report import report
from jamfold.core.parallel import cores
from jamfold.core.progress import ignore_progress
from jamfold.core.storage.files import peak_memory_bytes
from jamfold.histories.importer import import_histories
from jamfold.histories.report import ReportScope, make_report
from jamfold.histories.store import HistoryStore
from tests.histories.played import play
from tests.histories.rooms import WRITERS

_HANDS = 18_000
_TARGET = 1_000_000
"""Hands that are to take a minute, imported and reported on."""


def main() -> None:
    """The table of Texas Hold'em is built first, and no part of a figure."""
    jamfold.solve("holdem", stacks=(100, 100))
    with tempfile.TemporaryDirectory() as folder:
        each = _HANDS // len(WRITERS)
        for k, write in enumerate(WRITERS.values()):
            texts = [write(play(k * each + seed, cash=seed % 2 == 1)) for seed in range(each)]
            Path(folder, f"{k}.txt").write_text("\n\n".join(texts), encoding="utf-8")
        with HistoryStore(Path(folder) / "h.db") as store:
            started = time.perf_counter()
            read = import_histories([Path(folder)], store).counts.hands
            seconds = time.perf_counter() - started
            target = 60.0 * read / _TARGET
            words = f"{read / seconds:,.0f} hands a second on {cores()} cores"
            report(f"{read:,} hands of nine rooms imported", seconds, target, words)
            for name in ("first", "second"):
                started = time.perf_counter()
                told = make_report(store, ReportScope(), ignore_progress)
                seconds = time.perf_counter() - started
                memory = f"{(peak_memory_bytes() or 0) / 2**20:.0f} MB"
                words = f"{told.stored_decisions:,} decisions in the blinds, {memory}"
                report(f"the {name} report on them", seconds, target if name == "first" else None, words)


if __name__ == "__main__":
    main()
