"""The computing processes next to the server; their code is named here and loaded only where it runs.

One runs short jobs.  The other runs long ones at low priority: builds, searches, histories.
A short job that turns out to need a build moves there.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from importlib import import_module
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

SHORT = {"asking": 2, "counting": 1, "solving": 1}
BUILDING, JUDGING = "building", "judging"
LONG = {"searching": 1, "reading": 1, "beside": 2, JUDGING: 1, BUILDING: 8}
"""SHORT, LONG: Lanes of the processes and jobs at a time in each; many build, since all but one wait for
the same table.  Grading pauses while anything else runs."""
_GENTLY = 10  # nice


def run_worker(connection: Connection, lanes: dict[str, int]) -> None:
    """Serve requests from a connection until its other end closes."""
    if BUILDING in lanes and hasattr(os, "nice"):
        os.nice(_GENTLY)
    import_module("jamfold.web.worker").run_worker(connection, lanes)


class Worker:
    """A computing process, which can be started again when it has ended.

    Parameters
    ----------
    lanes
        What it does.
    lock
        Held while one of these is called:
    hear
        Called with every message of the process.
    gone
        Called when it has ended, with this, how, and whether that was wanted.
    """

    def __init__(
        self,
        lanes: dict[str, int],
        lock: threading.RLock,
        hear: Callable[..., None],
        gone: Callable[[Worker, str, bool], None],
    ) -> None:
        self.lanes, self._lock, self._hear, self._gone = lanes, lock, hear, gone
        self.process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._replacing = False
        self.deaths = 0
        """Deaths in a row, without an answer between them."""
        self.given_up = ""
        """Why it is not restarted any more; empty if it is."""

    def start(self) -> None:
        """Start the process; it must not be running."""
        context = get_context("spawn")
        own_end, worker_end = context.Pipe()
        self.process = context.Process(
            target=run_worker, args=(worker_end, self.lanes), daemon=True, name="jamfold"
        )
        self.process.start()
        worker_end.close()
        self._pipe = own_end
        threading.Thread(target=self._listen, args=(self.process, own_end), daemon=True).start()

    def send(self, *message: Any) -> None:
        """Send a message; if the process has died, the listener notices."""
        try:
            if self._pipe is not None:
                self._pipe.send(message)
        except OSError:
            pass

    def replace(self) -> None:
        """Kill a process that does not respond; another one takes its jobs."""
        if self.process is not None:
            self._replacing = True
            self.process.kill()

    def close(self) -> None:
        if (process := self.process) is not None:
            process.terminate()
            process.join(2)
            if process.is_alive():
                process.kill()

    def _listen(self, process: SpawnProcess, pipe: Connection) -> None:
        """Receive messages until the process ends."""
        while True:
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                break
            with self._lock:
                self._hear(self, *message)
        process.join()
        pipe.close()
        code = process.exitcode or 0
        with self._lock:
            self.process, self._pipe = None, None
            is_expected, self._replacing = self._replacing, False
            self._gone(self, f"signal {-code}" if code < 0 else f"exit code {code}", is_expected)
