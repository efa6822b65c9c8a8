"""One job of a page, told in a line."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.entries import Question
from jamfold.web.jobs import DONE, FAILED, OPEN_STATES, Job, JobBoard
from jamfold.web.pages.form import EditedNote, QuestionForm
from jamfold.web.pages.frame import duration, error_text, status_line
from jamfold.web.pages.joblist import OtherJobs

_PERIOD = 0.25


def time_left(job: Job) -> str:
    """Words on the time left, to stand behind others; empty where it is not known."""
    return "" if job.seconds_left is None else f", about {duration(job.seconds_left)} left"


class JobLine:
    """A job of this page: its state in a line, Stop, and what to do with its result.

    `_form` is where sentences about bad input stand; a result says when it has been edited since.
    With `listed`, what other pages compute is listed below the line.
    """

    _job: Job | None
    _form: QuestionForm[Any] | None = None
    _stopped = "Stopped."

    def __init__(self, board: JobBoard, *, listed: bool = False) -> None:
        self._board, self._job = board, None
        self.status = status_line()
        self._edited_note = EditedNote(self.form_texts)
        self._other_jobs = OtherJobs(board) if listed else None
        ui.timer(_PERIOD, self._refresh)

    def form_texts(self) -> dict[str, str]:
        """All that the form says, to notice when it is edited."""
        return {} if self._form is None else self._form.texts()

    def start(self, question: Question) -> None:
        """Ask a question; what ran before is stopped."""
        before = self._job
        self._edited_note.answers(self.form_texts())
        try:
            self._job = self._board.submit(question)
            if before is not None and before is not self._job:
                self._board.stop(before)
        except JamfoldError as error:
            self.status.set_content(error_text(str(error)))
        self._refresh()

    def stop(self) -> None:
        """Stop what runs."""
        if self._job is not None:
            self._board.stop(self._job)

    def finished(self, result: Any) -> None:
        """Show a result; made by subclasses."""
        raise NotImplementedError

    def show_error(self, job: Job) -> bool:
        """Show the sentence at its field; False if there is none."""
        return self._form is not None and self._form.show_error(job.error, job.field)

    def failed(self, job: Job) -> None:
        """Show that there is no result."""
        self.status.set_content("" if self.show_error(job) else error_text(job.error))

    def _refresh(self) -> None:
        job = self._job
        if self._other_jobs is not None:
            self._other_jobs.refresh(job)
        self._edited_note.check()
        if job is None:
            return
        if job.state in OPEN_STATES:
            waiting = "computing" if job.state == "running" else "waiting"
            stage = job.progress.get("notice") or job.progress.get("stage", waiting)
            done = f", {100 * job.share:.0f} % done{time_left(job)}" if job.share else ""
            self.status.set_content(f"<p>{escape(str(stage))}{done}, {job.seconds:.0f} s …</p>")
            return
        self._job = None
        if job.state != DONE:
            self._edited_note.answers(None)
        if job.state == DONE:
            self.status.set_content("")
            self.finished(job.result)
        elif job.state == FAILED:
            self.failed(job)
        else:
            self.status.set_content(f"<p>{escape(self._stopped)}</p>")
