"""The worker process: takes tasks from a pipe, reports progress and results.

Three lanes, so that a question about a hand is answered while a table is built:
`solving` and `counting` take one job at a time, `asking` two.  This module
imports nothing that is slow to load; the tasks do when they run.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from jamfold.errors import JamfoldError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_PERIOD = 0.1  # seconds between two words of progress
LANES = {"solving": 1, "counting": 1, "asking": 2}


class StopRequestedError(Exception):
    """The job has been told to stop."""


class Report:
    """Where a task tells how far it is, and hears that it should stop."""

    def __init__(self, pipe: Pipe, job_id: str) -> None:
        self._pipe, self._job_id = pipe, job_id
        self._stopped = threading.Event()
        self._last = 0.0

    def stop(self) -> None:
        """Make the task end at its next word."""
        self._stopped.set()

    def check(self) -> None:
        """End here if the job has been told to stop.

        Raises
        ------
        StopRequestedError
            If so.
        """
        if self._stopped.is_set():
            raise StopRequestedError

    def __call__(self, values: dict[str, Any], *, always: bool = False) -> None:
        """Tell how far the task is; most words in between are swallowed."""
        self.check()
        now = time.monotonic()
        if always or now - self._last >= _PERIOD:
            self._last = now
            self._pipe.send("progress", self._job_id, values)

    def build(self, stage: str, share: float) -> None:
        """As table builds and charts tell it."""
        self({"stage": stage, "share": share})


class Pipe:
    """The way back, for several threads."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._lock = connection, threading.Lock()

    def send(self, *message: Any) -> None:
        """Send a message; if nobody listens any more, the process ends."""
        with self._lock:
            try:
                self._connection.send(message)
            except OSError:
                os._exit(0)


def run_worker(connection: Connection) -> None:
    """The main loop: until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Pipe(connection)
    lanes = {name: ThreadPoolExecutor(size) for name, size in LANES.items()}
    reports: dict[str, Report] = {}
    from jamfold.web.tasks import TASKS

    while True:
        try:
            word, job_id, *rest = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        if word == "stop":
            if job_id in reports:
                reports[job_id].stop()
            continue
        kind, params = rest
        reports[job_id] = report = Report(pipe, job_id)
        lanes[TASKS[kind].lane].submit(_run, pipe, reports, job_id, kind, params, report)


def _run(
    pipe: Pipe, reports: dict[str, Report], job_id: str, kind: str, params: dict[str, Any], report: Report
) -> None:
    """One job, to its end, whatever that is."""
    from jamfold.web.tasks import TASKS

    try:
        report.check()
        pipe.send("started", job_id)
        pipe.send("done", job_id, TASKS[kind].run(params, report))
    except StopRequestedError:
        pipe.send("stopped", job_id)
    except JamfoldError as error:
        pipe.send("failed", job_id, str(error), True, getattr(error, "field", ""))
    except MemoryError:
        pipe.send("failed", job_id, "There is not enough memory for this.")
    except OSError as error:
        pipe.send("failed", job_id, f"The system refuses: {error.strerror or error}.")
    except Exception as error:  # noqa: BLE001 -- reported to the page; the process lives on
        traceback.print_exc()
        pipe.send("failed", job_id, f"This failed inside the program ({type(error).__name__}).")
    finally:
        reports.pop(job_id, None)
