"""How a benchmark hands in its figure: one line of JSON on stdout."""

from __future__ import annotations

import json
import resource
import sys


def report(work: str, seconds: float, target_seconds: float | None = None, note: str = "") -> None:
    """Hand in one figure, with the peak memory of this process so far.

    Parameters
    ----------
    work
        What was measured, in the words of the performance table.
    seconds
        Wall-clock time.
    target_seconds
        The target of the performance table, if it has one.
    note
        What a reader should know besides, such as the epsilon reached.
    """
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    row = {"work": work, "seconds": seconds, "target": target_seconds, "peak_bytes": peak, "note": note}
    print(json.dumps(row), flush=True)
