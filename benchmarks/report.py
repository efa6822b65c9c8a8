"""How a benchmark hands in its figure: one line of JSON on stdout."""

from __future__ import annotations

import json
import resource
import sys


def report(
    work: str,
    seconds: float,
    target_seconds: float | None = None,
    note: str = "",
    *,
    of_child: bool = False,
    peak_bytes: int | None = None,
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
    peak_bytes
        The peak memory, where it is known better.
    """
    usage = resource.getrusage(resource.RUSAGE_CHILDREN if of_child else resource.RUSAGE_SELF)
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    peak = peak if peak_bytes is None else peak_bytes
    row = {"work": work, "seconds": seconds, "target": target_seconds, "peak_bytes": peak, "note": note}
    print(json.dumps(row), flush=True)
