"""The worker behind a pipe: it receives requests, and sends progress and answers.

It has lanes, so that a request about a hand is answered while something is solved.  This module imports
nothing slow; requests import what they need.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer, StopRequestedError
from jamfold.cases.entries import CaseRequest
from jamfold.core.errors import JamfoldError
from jamfold.web.process import BUILDING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from jamfold.betting.hand import TableHand
    from jamfold.solver.solution import Iteration
    from jamfold.spots.nplayer.search import SearchProgress
    from jamfold.spots.payoffs import SpotPayoffs

_PERIOD = 0.1  # seconds between two words of progress


class BuildRequiredError(Exception):
    """A request needs a build and belongs in another lane."""


class PipeObserver(Observer):
    """Reports the progress of a job, and ends the job when it was stopped or would build where it may not.

    Parameters
    ----------
    pipe, job_id
        Whom to tell, and of what.
    may_build
        Whether builds that somebody will notice are done here.
    """

    def __init__(self, pipe: Pipe, job_id: str, *, may_build: bool = True) -> None:
        self._pipe, self._job_id, self._may_build = pipe, job_id, may_build
        self._stopped = threading.Event()
        self._last = 0.0
        self._table: dict[str, Any] = {}

    def stop(self) -> None:
        """Make the job end at its next report."""
        self._stopped.set()

    def check(self) -> None:
        """Raise StopRequestedError if the job was stopped."""
        if self._stopped.is_set():
            raise StopRequestedError

    def on_stage(self, stage: str, share: float) -> None:
        self._tell({"stage": stage, "share": share, **self._table}, always=share == 0.0)

    def on_notice(self, sentence: str) -> None:
        """Report a sentence, shown until there is progress.

        Raises BuildAheadError where such work is not done.
        """
        if not self._may_build:
            raise BuildRequiredError
        self._tell({"stage": "building the table", "share": 0.0, "notice": sentence}, always=True)

    def on_iteration(self, iteration: Iteration, played: SpotPayoffs, count: int | None) -> None:
        epsilon = played.epsilon(iteration.epsilon)
        post_ev = list(played.of_both((iteration.v1, iteration.v2)))
        chips = played.currency == "chips"
        self._tell(
            {
                "stage": "solving",
                "iteration": iteration.iteration,
                "iterations": count,
                "jam_percent": 100 * iteration.jam_share,
                "call_percent": 100 * iteration.call_share,
                "post_ev": post_ev,
                "epsilon": played.measure.of(epsilon),
                "unit": played.measure.unit,
                "post_ev_chips": post_ev if chips else None,
                "epsilon_bb": played.measure.of(epsilon) if chips else None,
                "epsilon_chips": epsilon if chips else None,
            }
        )

    def table(self, hand: TableHand, going: SearchProgress) -> None:
        """Store the state of a table, sent with the next stage."""
        from jamfold.views.tables import going_values

        self._table = going_values(hand, going)

    def _tell(self, values: dict[str, Any], *, always: bool = False) -> None:
        """Send progress, at most once per period."""
        self.check()
        now = time.monotonic()
        if always or now - self._last >= _PERIOD:
            self._last = now
            self._pipe.send("progress", self._job_id, values)


class Pipe:
    """The connection to the server, shared by several threads."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._lock = connection, threading.Lock()

    def send(self, *message: Any) -> None:
        """Send a message; if the server is gone, exit."""
        with self._lock:
            try:
                self._connection.send(message)
            except OSError:
                os._exit(0)


def run_worker(connection: Connection, sizes: dict[str, int]) -> None:
    """Run the main loop until the connection closes; `sizes` are the jobs at a time of each lane."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Pipe(connection)
    lanes = {name: ThreadPoolExecutor(size) for name, size in sizes.items()}
    watches: dict[str, PipeObserver] = {}
    while True:
        try:
            word, job_id, *rest = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        if word == "stop":
            if job_id in watches:
                watches[job_id].stop()
            continue
        question, lane = rest
        watches[job_id] = watch = PipeObserver(pipe, job_id, may_build=BUILDING in sizes)
        lanes[lane].submit(_run, pipe, watches, job_id, question, watch)


def _run(
    pipe: Pipe, watches: dict[str, PipeObserver], job_id: str, question: CaseRequest, watch: PipeObserver
) -> None:
    """Run one job and send its result or error."""
    try:
        watch.check()
        pipe.send("started", job_id)
        from jamfold.views.render import respond

        pipe.send("done", job_id, respond(question, run_case(question, watch)))
    except StopRequestedError:
        pipe.send("stopped", job_id)
    except BuildRequiredError:
        pipe.send("builds", job_id)
    except JamfoldError as error:
        pipe.send("failed", job_id, str(error), True, error.field)
    except MemoryError:
        pipe.send("failed", job_id, "There is not enough memory for this.")
    except OSError as error:
        pipe.send("failed", job_id, f"The system refuses: {error.strerror or error}.")
    except Exception as error:  # noqa: BLE001 -- reported to the page; the process lives on
        traceback.print_exc()
        pipe.send("failed", job_id, f"This failed because of a program error ({type(error).__name__}).")
    finally:
        if watches.get(job_id) is watch:  # else it has been put back, and begun again
            del watches[job_id]
