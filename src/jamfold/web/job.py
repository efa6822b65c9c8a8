"""One thing that pages or the API have asked to be computed: its state, how far it is, what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from jamfold.questions.entries import CaseRequest
from jamfold.web.process import BUILDING

QUEUED, RUNNING, DONE, FAILED, STOPPED = "queued", "running", "done", "failed", "stopped"
OPEN_STATES = (QUEUED, RUNNING)
_SURE = 0.02  # of the work must be seen being done before its pace is told


@dataclass(eq=False)
class Job:
    """One thing to compute."""

    id: str
    """Its number, not to be guessed."""
    question: CaseRequest
    """What is asked."""
    state: str = QUEUED
    """queued, running, done, failed or stopped."""
    progress: dict[str, Any] = field(default_factory=dict)
    """The latest word of the worker."""
    history: list[tuple[int, float]] = field(default_factory=list)
    """Pairs of iteration and epsilon in bb, while a solve runs."""
    looked: dict[str, float] = field(default_factory=dict)
    """When each tab last asked for it; whoever asks without one needs it to the end."""
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
    builds: bool = False
    """Whether it has turned out to need a build."""
    left: bool = False
    """Stopped because its page asks for something else or is gone, not by a button."""
    gone: bool = False
    """Whether what belongs to its result is no longer kept: asked for again, it is computed anew."""
    watched: bool = False
    """Begun by a page without a button: stopped when no tab has asked for it for a while."""
    sent: bool = False
    """Whether a process has been told of it."""
    is_put_back: bool = False
    """Stopped for now, since something else is asked."""

    @property
    def kind(self) -> str:
        """The name of the question."""
        return self.question.name

    @property
    def lane(self) -> str:
        """Where it waits its turn."""
        return BUILDING if self.builds else self.question.queue

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

    def update(self, progress: dict[str, Any]) -> None:
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
