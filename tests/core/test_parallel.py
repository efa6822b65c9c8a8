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
