"""Processes that are started while somebody presses Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from jamfold.core.parallel import Processes


def test_ctrl_c_waits_until_a_process_is_told_everything(
    monkeypatch: pytest.MonkeyPatch, interrupts: None
) -> None:
    """Another thread takes the signal, and the main one was cut off although it blocks it."""
    told = []

    def submit(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        for k in range(50):
            time.sleep(0.002)  # until the other thread has had it
            told.append(k)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        with Processes(1) as pool, pytest.raises(KeyboardInterrupt):
            pool.submit(print)
    finally:
        over.set()
        other.join()
    assert len(told) == 50
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def interrupt_the_wait(times: int) -> None:
    """Press Ctrl-C as soon as it is set aside."""
    while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        time.sleep(0.01)
    for _ in range(times):
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.long
@pytest.mark.parametrize(("times", "seconds"), [(1, 1.0), (2, 5.0)])
def test_only_the_second_ctrl_c_breaks_off_the_wait_for_the_last_work(
    interrupts: None, times: int, seconds: float
) -> None:
    """The wait of `__exit__` found a broken-off one ended, and the pool was left open behind it."""
    with Processes(1) as pool:
        work = pool.submit(time.sleep, seconds)
        threading.Thread(target=interrupt_the_wait, args=(times,)).start()
        with pytest.raises(KeyboardInterrupt):
            pool.shutdown()
        assert work.done() == (times == 1)
        assert work.result() is None
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
