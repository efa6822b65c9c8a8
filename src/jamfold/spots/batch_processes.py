"""Processes that solve spots; they end with this one, however it ends."""

from __future__ import annotations

import os

from jamfold.parallel import Processes


def solving_processes(count: int) -> Processes:
    """A pool of so many; every process solves with one thread."""
    return Processes(count, _one_thread)


def _one_thread() -> None:
    os.environ["NUMBA_NUM_THREADS"] = "1"  # Numba reads it when a kernel first needs it
