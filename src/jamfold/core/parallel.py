"""Work on all cores: threads, because the project's kernels release the interpreter lock; and processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


_STARTING = threading.Lock()
"""One process begins at a time: what is set aside meanwhile is put back by who has set it aside."""


class StoppedError(Exception):
    """Work that was not started because its reader has gone; never seen outside `in_parallel`."""


def cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_parallel(
    function: Callable[[Item], Result], items: Iterable[Item], threads: int | None = None
) -> Iterator[Result]:
    """Results in the order of the items, few of them ahead of the reader; on all cores unless told.

    When the reader stops (an error, Ctrl-C), nothing new is started.  One item needs no thread: starting
    one takes longer than to compare two hands.
    """
    if isinstance(items, Sized) and len(items) == 1:
        yield from map(function, items)
        return
    workers = threads or cores()
    queue: deque[Future[Result]] = deque()
    stop = threading.Event()

    def run(item: Item) -> Result:
        if stop.is_set():
            raise StoppedError
        return function(item)

    with ThreadPoolExecutor(workers) as pool:
        try:
            for item in items:
                queue.append(pool.submit(run, item))
                if len(queue) > 2 * workers:
                    yield queue.popleft().result()
            while queue:
                yield queue.popleft().result()
        finally:
            stop.set()


class Processes(ProcessPoolExecutor):
    """Processes that end with this one, however it ends, and leave Ctrl-C to it.

    Parameters
    ----------
    count
        How many.
    begin
        Called in each of them first.
    """

    def __init__(self, count: int, begin: Callable[[], object] = int) -> None:
        super().__init__(
            count, multiprocessing.get_context("spawn"), initializer=_begin_process, initargs=(begin,)
        )

    def submit(self, function: Callable[..., Result], /, *args: Any, **named: Any) -> Future[Result]:
        """As the base class, which starts processes: Ctrl-C is delayed meanwhile, and they ignore it.

        A process that gets it while it still loads Python's modules would print a traceback, as would one
        whose parent ends before it has sent everything.  Nor do they run the caller's script again to import
        its names: all functions are jamfold's.
        """
        with _STARTING, _interrupt_later(), _unheard(), _without_main():
            return super().submit(function, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As that of the base, but the first Ctrl-C does not break off the wait.

        Until Python 3.13 a thread whose `join` is broken off counts as ended: the next wait would not wait.
        """
        with _interrupt_later():
            super().shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that begin here never hear Ctrl-C.

    Here another thread may take the signal, which wakes the main one all the same.
    """
    blocks = hasattr(signal, "pthread_sigmask")  # not on Windows
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if blocks else set()
    try:
        yield
    finally:
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupt_later() -> Iterator[None]:
    """The first Ctrl-C waits for the end of this; the second does not."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came = threading.Event()

    def hear(number: int, frame: FrameType | None) -> None:
        if came.is_set():
            handler(number, frame)
        came.set()

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came.is_set():
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _without_main() -> Iterator[None]:
    """Start processes without a main module."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _begin_process(begin: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    begin()


def _end_with_parent() -> None:
    """A pool's process waits for work for ever when its parent is killed: so it waits for that, too."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
