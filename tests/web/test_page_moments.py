"""A page whose jobs end while it is drawn, at any line: it shows the end, or is looked at again."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import parse_qsl

import pytest

from jamfold import web
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.entries import CaseRequest
from jamfold.core.errors import JamfoldError
from jamfold.views.render import respond
from jamfold.web.jobs import JobBoard
from jamfold.web.page import requests
from jamfold.web.page.layout import Page, PageState
from jamfold.web.pages import icm
from jamfold.web.process import Worker

FOLDER = str(Path(web.__file__).parent)
_results: dict[CaseRequest, tuple[Any, ...]] = {}


def message_of(question: CaseRequest) -> tuple[Any, ...]:
    """Return the last message of a process about a question."""
    if question not in _results:
        try:
            _results[question] = ("done", respond(question, run_case(question, Observer())))
        except JamfoldError as error:
            _results[question] = ("failed", str(error), True, error.field)
    return _results[question]


class Pages:
    """A page on a board without processes: its jobs end when a test says so."""

    def __init__(self, page: Page, query: str) -> None:
        self.page, self.pairs = page, parse_qsl(query)
        self.board, self.lines = JobBoard(), 0
        self.jobs: list[str] = []

    def end_jobs(self) -> None:
        for job in list(self.board._jobs.values()):
            if job.open:
                worker = self.board._worker(job)
                word, *rest = message_of(job.question)
                self.board._hear(worker, "started", job.id)
                self.board._hear(worker, word, job.id, *rest)

    def draw(self, moment: int | None = None) -> str:
        """Return the page; all jobs end at a line of the web package's code, counted from the request on."""
        self.lines = 0

        def at_line(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
            if event == "line" and not self.board._lock._is_owned():  # type: ignore[attr-defined]
                if self.lines == moment:
                    self.end_jobs()
                self.lines += 1
            return at_line

        def at_call(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
            return at_line if frame.f_code.co_filename.startswith(FOLDER) else None

        view = PageState(self.page, self.page.texts(self.pairs), self.board)
        view.read("")
        before = sys.gettrace()
        sys.settrace(at_call)
        try:
            asyncio.run(requests._look(self.board, view, self.jobs, "tab"))
            self.page.on_answers(view)
            text = requests._render_page(view, follow=True)
        finally:
            sys.settrace(before)
        self.jobs = re.findall(r'data-job="(\w+)"', text)
        return text

    def follow(self, text: str) -> str:
        """Look at a page again until it does not ask for it."""
        for _ in range(20):
            if "data-follow" not in text:
                assert "http-equiv" not in text
                return text
            assert "http-equiv" in text  # the same without a script
            self.end_jobs()
            text = self.draw()
        raise AssertionError("the page never settles")


def settled(text: str) -> str:
    """The page without the numbers of its jobs."""
    return re.sub(r"[0-9a-f]{16}", "", text)


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "query", "step"),
    [
        (icm.PAGE, "", 197),
        (icm.PAGE, "prizes=x", 997),
    ],
)
def test_no_moment_is_missed(
    page: Page, query: str, step: int, shared_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Worker, "start", lambda self: None)
    monkeypatch.setattr(requests, "QUICK", 0.0)
    first = Pages(page, query)
    right = settled(first.follow(first.draw()))
    moments, moment = first.lines, 0
    assert moments > 100
    while moment < moments:
        pages = Pages(page, query)
        text = pages.draw(moment)
        moments = max(moments, pages.lines)
        assert settled(pages.follow(text)) == right, moment
        moment += step
