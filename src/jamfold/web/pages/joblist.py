"""What else is being computed: by its stacks or hands, with the way there, and to be stopped."""

from __future__ import annotations

from html import escape

from nicegui.events import GenericEventArguments

from jamfold.errors import JamfoldError
from jamfold.questions.entries import Question
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages.frame import html

SOLVER = "/solve"
"""The page that solves a spot."""
_PAGES = {
    "solve": SOLVER,
    "chart": "/charts",
    "table": "/table",
    "tournament": "/tournament",
    "winchance": "/flop",
    "icm": "/icm",
    "equity": "",
    "distribution": "",
    "pay-table": "",
    "build": "",
}
"""Jobs that are listed, and the page that a job's question opens on, where its words are that page's."""
_NOTICED = 3
"""Looks at the board until a job is listed, so that what takes a moment does not flicker."""
_CLICK = "(e) => { const b = e.target.closest('button[data-job]'); if (b) emit(b.dataset.job); }"


class OtherJobs:
    """The open jobs of other pages; `refresh` is called again and again."""

    def __init__(self, board: JobBoard) -> None:
        self._board = board
        self._seen: dict[str, int] = {}
        self._list = html().props('id=other-jobs role=group aria-label="Also being computed"')
        self._list.on("click", self._stop, js_handler=_CLICK)

    def refresh(self, mine: Job | None) -> None:
        """List what is open besides this page's own job."""
        jobs = [job for job in self._board.open_jobs(*_PAGES) if job is not mine]
        self._seen = {job.id: self._seen.get(job.id, 0) + 1 for job in jobs}
        content = jobs_html([job for job in jobs if self._seen[job.id] >= _NOTICED])
        if self._list.content != content:
            self._list.set_content(content)

    def _stop(self, event: GenericEventArguments) -> None:
        try:
            self._board.stop(self._board.get(str(event.args)))
        except JamfoldError:
            return  # it has ended meanwhile


def jobs_html(jobs: list[Job]) -> str:
    """Jobs by name, each with a link and a button that stops it."""
    lines = "".join(_line(job) for job in jobs)
    return f'<ul class="jobs">{lines}</ul>' if lines else ""


def _line(job: Job) -> str:
    title = job.question.title
    state = "Stopping" if job.stopping else "Computing" if job.state == "running" else "Waiting"
    done = f", {100 * job.share:.0f} % done" if job.share else ""
    link = _link(job.question)
    name = f'<a href="{escape(link)}">{escape(title)}</a>' if link else escape(title)
    return (
        f'<li>{state}: {name}{done} <button type="button" class="link" data-job="{escape(job.id)}" '
        f'aria-label="Stop {escape(title)}">Stop</button></li>'
    )


def _link(question: Question) -> str:
    path = _PAGES[question.name]
    return f"{path}?{question.query() or 'game=' + getattr(question, 'game', '')}" if path else ""
