"""Jobs: computations that pages or the API have requested, with their state, progress and result.

Jobs belong to the application: any page finds them again by their number, or by
requesting the same thing.  The computing is done in two processes (`web.process`).  If
one dies, its jobs are reported as failed and a new one is started; a job
that does not stop on request is stopped by replacing its process, and what
else was running there is started anew.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from jamfold.cases.entries import CaseRequest
from jamfold.core.errors import JamfoldError
from jamfold.web.process import BUILDING, JUDGING, LONG, SHORT, Worker

QUEUED, RUNNING, DONE, FAILED, STOPPED = "queued", "running", "done", "failed", "stopped"
OPEN_STATES = (QUEUED, RUNNING)
_SURE = 0.02  # share of the work that must be observed before a pace is shown


@dataclass(eq=False)
class Job:
    """A computation."""

    id: str
    """A number that cannot be guessed."""
    question: CaseRequest
    state: str = QUEUED
    """queued, running, done, failed or stopped."""
    progress: dict[str, Any] = field(default_factory=dict)
    """The worker's latest progress message."""
    looked: dict[str, float] = field(default_factory=dict)
    """When each tab last requested it; infinite for a request without a tab, which needs the result."""
    paced: tuple[float, float] | None = None
    """Time and share of the work of the first progress message."""
    result: Any = None
    error: str = ""
    """result, error: The result, or a sentence on why there is none."""
    bad_input: bool = False
    field: str = ""
    """bad_input, field: Whether the input was invalid, and the field at fault if known."""
    started: float = 0.0
    finished: float = 0.0
    stopping: float = 0.0
    builds: bool = False
    """Whether it turned out to need a build."""
    left: bool = False
    """Stopped because its page was changed or closed, not by a button."""
    gone: bool = False
    """Whether data of its result are gone, so that it is computed anew when requested again."""
    watched: bool = False
    """Started by a page without a button: stopped once no tab has requested it for a while."""
    sent: bool = False
    """Whether it was sent to a process."""
    is_put_back: bool = False
    """Paused while another job runs."""

    @property
    def kind(self) -> str:
        return self.question.name

    @property
    def lane(self) -> str:
        return BUILDING if self.builds else self.question.queue

    @property
    def share(self) -> float:
        """The share of the work that is done; 0 if unknown."""
        of = self.progress.get("iterations")
        if of:
            return float(self.progress["iteration"]) / float(of)
        return float(self.progress.get("share", 0))

    @property
    def seconds_left(self) -> float | None:
        """About how long it will take at its pace so far; None while that would be a guess.

        The pace counts from the first message, since resumed work does not begin at 0.
        """
        if not self.open or self.paced is None or self.share - self.paced[1] < _SURE:
            return None
        since, first_share = self.paced
        return (time.monotonic() - since) * (1 - self.share) / (self.share - first_share)

    def update(self, progress: dict[str, Any]) -> None:
        before, self.progress = self.share, progress
        if self.paced is None or self.share < before:
            self.paced = (time.monotonic(), self.share)

    @property
    def open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def seconds(self) -> float:
        return (self.finished or time.monotonic()) - self.started if self.started else 0.0

    def as_dict(self) -> dict[str, Any]:
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


UNNAMED = "page"
"""The tab of requests that name none: the first of each, and all where no script runs."""
MAX_JOBS = 200
MAX_OPEN = 40
_GRACE = 3.0  # seconds that a job has to stop by itself
_POLL = 0.02
_UNSEEN = 10.0  # seconds after which nobody waits for what a page began by itself; pages look twice a second
_REST = 1.0  # seconds without any other job until one that was put back goes on

PUT_BACK = "Waiting until other work finishes"
"""The notice of a job that is paused for others."""
MAX_DEATHS = 20
"""Deaths of a worker in a row, with no answer between them, after which jobs fail at once."""
GIVEN_UP = "The computing process keeps ending unexpectedly ({}). Restart jamfold to compute anything."
DIED = "The computing process ended unexpectedly ({}) and was restarted. Please try again."


class JobError(JamfoldError):
    """A job that does not exist, has failed, or is one too many."""


class JobBoard:
    """All jobs, and the processes that do them."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.RLock()
        self.short, self.long = (
            Worker(lanes, self._lock, self._hear, self._worker_gone) for lanes in (SHORT, LONG)
        )
        self._closing = False

    def start(self) -> None:
        """Start the process of short jobs; the other one starts when it is needed."""
        with self._lock:
            if self.short.process is None:
                self._start(self.short)

    def close(self) -> None:
        """End the processes; nothing is started any more."""
        with self._lock:
            self._closing = True
        for worker in (self.short, self.long):
            worker.close()

    def _worker(self, job: Job) -> Worker:
        return self.long if job.lane in LONG else self.short

    def _start(self, worker: Worker) -> None:
        """Start a process and send it its waiting jobs."""
        if self._closing:
            return
        worker.start()
        for job in self._jobs.values():
            if job.state == QUEUED and self._worker(job) is worker and not self._makes_room(job):
                self._send(worker, job)

    def _run(self, job: Job) -> None:
        worker = self._worker(job)
        if self._makes_room(job):
            job.progress = {"notice": PUT_BACK}
        elif worker.process is None:
            self._start(worker)
        else:
            self._send(worker, job)

    def _send(self, worker: Worker, job: Job) -> None:
        job.sent = True
        worker.send("run", job.id, job.question, job.lane)

    def _makes_room(self, job: Job) -> bool:
        """Whether a background job waits because another job is open."""
        rest = (other for other in self._jobs.values() if other.lane != JUDGING)
        return job.lane == JUDGING and any(other.open for other in rest)

    def _put_back(self) -> None:
        """Pause background jobs; their progress is saved."""
        for job in self._jobs.values():
            if job.open and job.sent and not job.is_put_back and self._makes_room(job):
                job.is_put_back = True
                self._worker(job).send("stop", job.id)

    def _go_on_soon(self) -> None:
        """Resume paused jobs once no other job has been open for a moment."""
        if any(job.state == QUEUED and job.lane == JUDGING for job in self._jobs.values()):
            timer = threading.Timer(_REST, self._go_on)
            timer.daemon = True
            timer.start()

    def _go_on(self) -> None:
        with self._lock:
            for job in list(self._jobs.values()):
                if job.state == QUEUED and job.lane == JUDGING and not (job.sent or self._makes_room(job)):
                    self._run(job)

    def submit(
        self, question: CaseRequest, *, share: bool = True, watched: bool = False, tab: str = ""
    ) -> Job:
        """Return a job for a request; with `share`, an open or finished one of the same request.

        A `watched` job is stopped once no tab has requested it for a while, others once all tabs have left.

        Raises JobError if too many jobs wait, or the computing process has died too often.
        """
        with self._lock:
            existing = self.find(question) if share else None
            if existing is not None and not existing.gone:
                existing.watched &= watched
                existing.looked[tab] = time.monotonic() if tab else math.inf
                return existing
            if sum(job.open for job in self._jobs.values()) >= MAX_OPEN:
                raise JobError("Too many jobs are waiting: let some of them finish or stop them.")
            job = Job(secrets.token_hex(8), question, watched=watched)
            job.looked[tab] = time.monotonic() if tab else math.inf
            if self._worker(job).given_up:
                raise JobError(self._worker(job).given_up)
            self._jobs[job.id] = job
            self._forget()
            self._put_back()
            self._run(job)
            return job

    def find(self, question: CaseRequest) -> Job | None:
        """An open job for the same question, or a finished one if its answer lasts."""
        with self._lock:
            for job in reversed(self._jobs.values()):
                usable = (job.open and not job.stopping) or (job.state == DONE and question.is_cacheable)
                if usable and job.question == question:
                    return job
        return None

    def latest(self, question: CaseRequest) -> Job | None:
        """The last job for the same question, whatever came of it."""
        with self._lock:
            return next((job for job in reversed(self._jobs.values()) if job.question == question), None)

    def look(self, jobs: Iterable[Job], tab: str) -> None:
        """A tab shows these; watched jobs that no tab shows any more make room."""
        with self._lock:
            for job in (self._jobs[seen.id] for seen in jobs if seen.id in self._jobs):
                if job.looked.get(tab, 0.0) < math.inf:
                    job.looked[tab] = time.monotonic()
            watched = [job for job in self._jobs.values() if job.open and job.watched]
        for job in watched:
            self._stop_unseen(job)

    def leave(self, job: Job, tab: str) -> None:
        """A tab asks for something else now: its job is stopped, unless others look at it."""
        with self._lock:
            job.looked.pop(tab, None)
            if job.looked.keys() <= {UNNAMED}:  # it may have been this one, before its script ran
                job.looked.clear()
                job.watched = True
        self._stop_unseen(job)

    def _stop_unseen(self, job: Job) -> None:
        if all(at < time.monotonic() - _UNSEEN for at in list(job.looked.values())):
            job.left = True
            self.stop(job)

    def get(self, job_id: str) -> Job:
        """The job of a number. Raises JobError if there is none."""
        with self._lock:
            if job_id not in self._jobs:
                raise JobError("Unknown job. Jobs end with the program.")
            return self._jobs[job_id]

    def job(self, job_id: str) -> Job | None:
        """The job of a number, if there is one; jobs end with the program."""
        return self._jobs.get(job_id)

    def jobs(self, kind: str, *states: str) -> list[Job]:
        """Jobs of a kind in some states, oldest first."""
        with self._lock:
            return [job for job in self._jobs.values() if job.kind == kind and job.state in states]

    def before(self, job: Job) -> list[Job]:
        """Return copies of the open jobs ahead of a queued one in its lane."""
        with self._lock:
            if job.state != QUEUED:
                return []
            ahead: list[Job] = []
            for other in self._jobs.values():
                if other.id == job.id:
                    break
                if other.open and other.lane == job.lane:
                    ahead.append(replace(other))
            return ahead

    def stop(self, job: Job) -> None:
        """Stop a job: at once if it waits, else at its next word of progress, or its process is replaced."""
        with self._lock:
            if not job.open or job.stopping:
                return
            job.stopping = time.monotonic()
            self._worker(job).send("stop", job.id)
            if job.state == QUEUED:  # others run there: no reason to replace the process
                self._end(self._worker(job), job, "stopped")
                return
        timer = threading.Timer(_GRACE, self._stop_by_force, (job,))
        timer.daemon = True
        timer.start()

    def drop(self, job: Job) -> None:
        """Forget a finished job that nobody will ask for again."""
        with self._lock:
            self._jobs.pop(job.id, None)
            self._go_on_soon()

    async def wait(self, job: Job, seconds: float) -> Job:
        """Return a copy of the job once it ends, at the latest after `seconds`.

        A message may change a job at any moment; a copy stays the same while a page is rendered.
        """
        end = time.monotonic() + seconds
        while job.open and time.monotonic() < end:
            await asyncio.sleep(_POLL)
        with self._lock:
            return replace(job)

    def discard(self, job: Job) -> None:
        """Have the job computed anew when it is submitted again."""
        with self._lock:
            if job.id in self._jobs:
                self._jobs[job.id].gone = True

    async def ask(self, question: CaseRequest, seconds: float = 600.0) -> Any:
        """The answer to a question that takes moments, which is not kept.

        Raises JobError with the sentence of what went wrong.
        """
        job = self.submit(question, share=False)
        try:
            seen = await self.wait(job, seconds)
            if seen.state != DONE:
                raise JobError(seen.error or "This took too long and was stopped.", field=seen.field)
            return seen.result
        finally:
            if job.open:
                self.stop(job)
            self.drop(job)

    def _forget(self) -> None:
        """Drop the oldest finished jobs above the limit."""
        closed = [job.id for job in self._jobs.values() if not job.open]
        for job_id in closed[: max(0, len(self._jobs) - MAX_JOBS)]:
            del self._jobs[job_id]

    def _stop_by_force(self, job: Job) -> None:
        """Replace the process of a job that does not listen."""
        with self._lock:
            if job.open:
                self._worker(job).replace()

    def _hear(self, worker: Worker, word: str, job_id: str, *rest: Any) -> None:
        """One message of a worker."""
        job = self._jobs.get(job_id)
        if job is None or not job.open:
            return
        if word == "started":
            job.state, job.started = RUNNING, job.started or time.monotonic()
        elif word == "progress":
            job.update(rest[0])
        elif word == "builds" and not job.stopping:
            job.builds, job.state = True, QUEUED
            self._run(job)
        elif word == "stopped" and job.is_put_back and not job.stopping:
            job.state, job.sent, job.is_put_back = QUEUED, False, False
            job.progress, job.paced = {"notice": PUT_BACK}, None
            self._go_on_soon()
        else:
            self._end(worker, job, word, *rest)

    def _end(self, worker: Worker, job: Job, word: str, *rest: Any) -> None:
        """A job has come to its end."""
        if word == "done":
            worker.deaths = 0
            job.result = rest[0]
        elif word == "failed":
            job.error, *why = rest
            job.bad_input, job.field = why or (False, "")
        else:
            job.error = "Stopped."
        job.state = {"done": DONE, "failed": FAILED}.get(word, STOPPED)
        job.finished = time.monotonic()
        self._go_on_soon()

    def _worker_gone(self, worker: Worker, how: str, is_expected: bool) -> None:
        """Report the jobs of a dead process and start another, if one is needed."""
        if not is_expected:
            worker.deaths += 1
        jobs = [job for job in self._jobs.values() if job.open and self._worker(job) is worker]
        if worker.deaths >= MAX_DEATHS:
            worker.given_up = GIVEN_UP.format(how)
        for job in jobs:
            job.sent = job.is_put_back = False
            if job.stopping:
                job.state, job.error, job.finished = STOPPED, "Stopped.", time.monotonic()
            elif worker.given_up:
                job.state, job.error, job.finished = FAILED, worker.given_up, time.monotonic()
            elif is_expected:
                job.state, job.progress, job.paced = QUEUED, {}, None
            elif job.state == RUNNING:
                job.state, job.error, job.finished = FAILED, DIED.format(how), time.monotonic()
        if not worker.given_up and (worker is self.short or any(job.open for job in jobs)):
            self._start(worker)
        self._go_on_soon()
