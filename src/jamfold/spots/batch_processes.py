"""Processes that solve spots; they end with this one, however it ends."""

from __future__ import annotations

import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor

from jamfold.parallel import end_with_parent


def solving_processes(count: int) -> ProcessPoolExecutor:
    """A pool of so many; every process solves with one thread."""
    return ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)


def _begin() -> None:
    import numba

    numba.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
