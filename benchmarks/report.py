"""How a benchmark hands in its figure: one line of JSON on stdout."""

from __future__ import annotations

import json
import resource
import sys


def report(
    work: str, seconds: float, target_seconds: float | None = None, note: str = "", *, of_child: bool = False
) -> None:
    """Hand in one figure, with the peak memory so far of this process or its largest child.

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
    of_child
        The work was done in a process started by this one.
    """
    usage = resource.getrusage(resource.RUSAGE_CHILDREN if of_child else resource.RUSAGE_SELF)
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    row = {"work": work, "seconds": seconds, "target": target_seconds, "peak_bytes": peak, "note": note}
    print(json.dumps(row), flush=True)
