"""Jobs: what the pages and the API have asked to be computed.

Jobs belong to the application: any page finds them again by their number, or by
asking for the same thing.  The computing is done in one worker process.  If that
process dies, the jobs it had are reported as failed and a new one is started; a
job that does not stop when it is told to is stopped by replacing the process,
and what else was running there is started anew.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jamfold.errors import JamfoldError
from jamfold.questions.entries import Question
from jamfold.web.process import run_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

QUEUED, RUNNING, DONE, FAILED, STOPPED = "queued", "running", "done", "failed", "stopped"
OPEN_STATES = (QUEUED, RUNNING)
MAX_JOBS = 200
MAX_OPEN = 40
_GRACE = 3.0  # seconds that a job has to stop by itself
_POLL = 0.02
_UNSEEN = 10.0  # seconds after which nobody waits for what a page began by itself; pages look twice a second
_SURE = 0.02  # of the work must be seen being done before its pace is told

MAX_DEATHS = 20
"""Deaths of the worker in a row, with no answer between them, after which jobs fail at once."""
GIVEN_UP = (
    "The computing process keeps ending unexpectedly ({}): nothing is computed until jamfold is started anew."
)
DIED = "The computing process ended unexpectedly ({}). It has been started again: please try once more."


class JobError(JamfoldError):
    """A job that there is not, that has failed, or that is one too many."""


@dataclass(eq=False)
class Job:
    """One thing to compute."""

    id: str
    """Its number, not to be guessed."""
    question: Question
    """What is asked."""
    state: str = QUEUED
    """queued, running, done, failed or stopped."""
    progress: dict[str, Any] = field(default_factory=dict)
    """The latest word of the worker."""
    history: list[tuple[int, float]] = field(default_factory=list)
    """Pairs of iteration and epsilon in bb, while a solve runs."""
    paced: tuple[float, float] | None = None
    """When it first told how far it is, and how far that was."""
    result: Any = None
    error: str = ""
    """result, error: What came out; a sentence if nothing did."""
    bad_input: bool = False
    field: str = ""
    """bad_input, field: Whether it failed because of what was asked, and the field that says so, if it is
    known."""
    started: float = 0.0
    finished: float = 0.0
    stopping: float = 0.0
    left: bool = False
    """Stopped because its page asks for something else or is gone, not by a button."""
    looked: float = 0.0
    """When a page last asked for it, where the page began it without a button."""

    @property
    def kind(self) -> str:
        """The name of the question."""
        return self.question.name

    @property
    def share(self) -> float:
        """The part of the work that is done, 0 where that is not known."""
        of = self.progress.get("iterations")
        if of:
            return float(self.progress["iteration"]) / float(of)
        return float(self.progress.get("share", 0))

    @property
    def seconds_left(self) -> float | None:
        """About how long it will take, from its pace so far; None as long as that is a guess.

        The pace counts from the first word, since work that goes on where it was
        stopped does not begin at 0.
        """
        if not self.open or self.paced is None or self.share - self.paced[1] < _SURE:
            return None
        since, begun = self.paced
        return (time.monotonic() - since) * (1 - self.share) / (self.share - begun)

    def hear(self, progress: dict[str, Any]) -> None:
        """Take a word of progress."""
        before, self.progress = self.share, progress
        if self.paced is None or self.share < before:
            self.paced = (time.monotonic(), self.share)
        if "iteration" in progress:
            self.history.append((progress["iteration"], progress["epsilon"]))

    @property
    def open(self) -> bool:
        """Whether it still runs or waits."""
        return self.state in OPEN_STATES

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return (self.finished or time.monotonic()) - self.started if self.started else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The job as the API shows it."""
        return {
            "job": self.id,
            "kind": self.kind,
            "state": self.state,
            "progress": self.progress,
            "seconds": round(self.seconds, 3),
            "seconds_left": None if self.seconds_left is None else round(self.seconds_left, 1),
            "error": self.error or None,
            "field": self.field or None,
            "result": self.result,
        }


class JobBoard:
    """All jobs, and the one worker process."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.RLock()
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closing = False
        self._replacing = False
        self.deaths = 0
        self._given_up = ""

    def start(self) -> None:
        """Start the worker process, if it does not run."""
        with self._lock:
            if self._process is not None or self._closing:
                return
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=run_worker, args=(theirs,), daemon=True, name="jamfold")
            self._process.start()
            theirs.close()
            self._pipe = ours
            threading.Thread(target=self._listen, args=(self._process, ours), daemon=True).start()
            for job in self._jobs.values():
                if job.state == QUEUED:
                    self._send("run", job.id, job.question)

    def close(self) -> None:
        """End the worker process; nothing is started any more."""
        with self._lock:
            self._closing = True
            process = self._process
        if process is not None:
            process.terminate()
            process.join(2)
            if process.is_alive():
                process.kill()

    def submit(self, question: Question, *, share: bool = True, watched: bool = False) -> Job:
        """A job for this; with `share`, one that is open or done already is given again.

        One that is `watched` is stopped when no page has asked for it for a while.

        Raises JobError if too many jobs wait, or the computing process has died too often.
        """
        with self._lock:
            if self._given_up:
                raise JobError(self._given_up)
            known = self.find(question) if share else None
            if known is not None:
                return known
            if sum(job.open for job in self._jobs.values()) >= MAX_OPEN:
                raise JobError("Too many jobs are waiting: let some of them finish or stop them.")
            job = Job(secrets.token_hex(8), question, looked=time.monotonic() if watched else 0.0)
            self._jobs[job.id] = job
            self._forget()
            if self._process is None:
                self.start()
            else:
                self._send("run", job.id, question)
            return job

    def find(self, question: Question) -> Job | None:
        """An open job for the same question, or a finished one if its answer lasts."""
        with self._lock:
            for job in reversed(self._jobs.values()):
                usable = (job.open and not job.stopping) or (job.state == DONE and question.lasting)
                if usable and job.question == question:
                    return job
        return None

    def look(self, jobs: Iterable[Job]) -> None:
        """A page shows these; watched jobs that no page shows any more make room."""
        now = time.monotonic()
        with self._lock:
            for job in jobs:
                job.looked = job.looked and now
            unseen = [job for job in self._jobs.values() if job.open and 0 < job.looked < now - _UNSEEN]
        for job in unseen:
            job.left = True
            self.stop(job)

    def get(self, job_id: str) -> Job:
        """The job of a number. Raises JobError if there is none."""
        with self._lock:
            if job_id not in self._jobs:
                raise JobError("There is no such job; jobs end with the program.")
            return self._jobs[job_id]

    def job(self, job_id: str) -> Job | None:
        """The job of a number, if there is one; jobs end with the program."""
        return self._jobs.get(job_id)

    def jobs(self, kind: str, *states: str) -> list[Job]:
        """Jobs of a kind in some states, oldest first."""
        with self._lock:
            return [job for job in self._jobs.values() if job.kind == kind and job.state in states]

    def open_jobs(self, *kinds: str) -> list[Job]:
        """Open jobs of some kinds, oldest first."""
        with self._lock:
            return [job for job in self._jobs.values() if job.open and job.kind in kinds]

    def before(self, job: Job) -> list[Job]:
        """The open jobs ahead of a queued one in its lane."""
        with self._lock:
            if job.state != QUEUED:
                return []
            ahead: list[Job] = []
            for one in self._jobs.values():
                if one is job:
                    break
                if one.open and one.question.lane == job.question.lane:
                    ahead.append(one)
            return ahead

    def stop(self, job: Job) -> None:
        """Stop a job: it ends at its next word of progress, or its process is replaced."""
        with self._lock:
            if not job.open or job.stopping:
                return
            job.stopping = time.monotonic()
            self._send("stop", job.id)
        timer = threading.Timer(_GRACE, self._stop_by_force, (job,))
        timer.daemon = True
        timer.start()

    def drop(self, job: Job) -> None:
        """Forget a finished job that nobody will ask for again."""
        with self._lock:
            self._jobs.pop(job.id, None)

    async def wait(self, job: Job, seconds: float) -> Job:
        """The job when it is finished, or after so many seconds."""
        end = time.monotonic() + seconds
        while job.open and time.monotonic() < end:
            await asyncio.sleep(_POLL)
        return job

    async def ask(self, question: Question, seconds: float = 600.0) -> Any:
        """The answer to a question that takes moments, which is not kept.

        Raises
        ------
        JobError
            With the sentence of what went wrong.
        """
        job = self.submit(question, share=False)
        try:
            await self.wait(job, seconds)
            if job.state != DONE:
                raise JobError(job.error or "This took too long and was stopped.", field=job.field)
            return job.result
        finally:
            if job.open:
                self.stop(job)
            self.drop(job)

    def _send(self, *message: Any) -> None:
        """Tell the worker; if it is gone, the listener notices."""
        try:
            if self._pipe is not None:
                self._pipe.send(message)
        except OSError:
            pass

    def _forget(self) -> None:
        """Drop the oldest finished jobs above the limit."""
        closed = [job.id for job in self._jobs.values() if not job.open]
        for job_id in closed[: max(0, len(self._jobs) - MAX_JOBS)]:
            del self._jobs[job_id]

    def _stop_by_force(self, job: Job) -> None:
        """Replace the process of a job that does not listen."""
        with self._lock:
            process = self._process
            if not job.open or process is None:
                return
            self._replacing = True
            process.kill()

    def _listen(self, process: SpawnProcess, pipe: Connection) -> None:
        """Read what a worker says until it is gone."""
        while True:
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                break
            with self._lock:
                self._hear(*message)
        process.join()
        self._worker_gone(process, pipe)

    def _hear(self, word: str, job_id: str, *rest: Any) -> None:
        """One message of the worker."""
        job = self._jobs.get(job_id)
        if job is None or not job.open:
            return
        if word == "started":
            job.state, job.started = RUNNING, time.monotonic()
        elif word == "progress":
            job.hear(rest[0])
        else:
            if word == "done":
                self.deaths = 0
                job.result = rest[0]
            elif word == "failed":
                job.error, *why = rest
                job.bad_input, job.field = why or (False, "")
            else:
                job.error = "Stopped."
            job.state = {"done": DONE, "failed": FAILED}.get(word, STOPPED)
            job.finished = time.monotonic()

    def _worker_gone(self, process: SpawnProcess, pipe: Connection) -> None:
        """Report the jobs of a dead process and start another."""
        pipe.close()
        code = process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        with self._lock:
            if self._process is process:
                self._process, self._pipe = None, None
            wanted, self._replacing = self._replacing, False
            if not wanted:
                self.deaths += 1
            for job in self._jobs.values():
                if not job.open:
                    continue
                if job.stopping:
                    job.state, job.error, job.finished = STOPPED, "Stopped.", time.monotonic()
                elif wanted:
                    job.state, job.progress, job.history, job.paced = QUEUED, {}, [], None
                elif job.state == RUNNING:
                    job.state, job.error, job.finished = FAILED, DIED.format(how), time.monotonic()
            if self.deaths < MAX_DEATHS:
                self.start()
                return
            self._given_up = GIVEN_UP.format(how)
            for job in self._jobs.values():
                if job.open:
                    job.state, job.error, job.finished = FAILED, self._given_up, time.monotonic()
