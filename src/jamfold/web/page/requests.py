"""How requests for a page are answered.

Every request is answered with the whole page, including those of the script, which puts the changes into the
open page.  So errors, progress and answers come from the same function with and without JavaScript, and the
state of a page is its address.

Rejected: an address for fragments and another for jobs, with JSON between them.  That would be two ways to
show each state; a whole page weighs about 10 kB on the way from this machine to itself.
"""

from __future__ import annotations

import asyncio
import base64
import mimetypes
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from urllib.parse import parse_qsl, urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from jamfold.cases.entries import CaseRequest
from jamfold.core.errors import JamfoldError
from jamfold.views.html import Html, element
from jamfold.web.jobs import DONE, FAILED, UNNAMED, Job, JobBoard, JobError
from jamfold.web.page.form import hidden
from jamfold.web.page.layout import (
    GO,
    JOB,
    STOP,
    Page,
    PageRequest,
    PageState,
    Texts,
    document,
    tabs,
    with_words,
)
from jamfold.web.uploads import add_form

QUICK = 0.3
"""Seconds that a page waits for its quick answers; slower ones follow."""


def add_page(app: FastAPI, board: JobBoard, page: Page) -> None:
    """Register a page, its files, and the form that it posts."""

    @app.get(page.path, include_in_schema=False)
    async def show(request: Request) -> Response:
        pairs = request.query_params.multi_items()
        words = dict(pairs)
        address = page.elsewhere(words)
        if address:
            return RedirectResponse(address)
        view = PageState(page, page.texts(pairs), board)
        view.read(words.get(GO, ""))
        if GO in words or STOP in words:
            job = _begin_or_stop(board, view, words, _tab(request))
            rest = [pair for pair in pairs if pair[0] not in (GO, STOP)]
            if job is not None:
                return RedirectResponse(f"{page.path}?{urlencode([*rest, (JOB, job.id)])}", status_code=303)
        await _look(board, view, [text for name, text in pairs if name == JOB], _tab(request))
        page.on_answers(view)
        return HTMLResponse(
            _render_page(view, follow=GO not in words)
        )  # with it, something was wrong: it stays

    for kind in (*page.files, *page.written):
        _add_file(app, board, page, kind)
    if page.posts is not None:
        add_form(app, board, page.path, page.posts)


def _add_file(app: FastAPI, board: JobBoard, page: Page, kind: str) -> None:
    @app.get(f"{page.path}.{kind}", include_in_schema=False)
    async def file(request: Request) -> Response:
        texts = page.texts(request.query_params.multi_items())
        try:
            content = await _content(board, page, kind, texts)
        except JamfoldError as error:
            return PlainTextResponse(str(error), status_code=422)
        name = f"{page.path.strip('/').replace('/', '-')}.{kind}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, headers=headers, media_type=mimetypes.guess_type(name)[0])


async def _content(board: JobBoard, page: Page, kind: str, texts: Texts) -> str | bytes:
    texts = page.asked(texts)
    if kind in page.files:
        question = page.files[kind]
        read: Callable[[Texts], CaseRequest] = getattr(question, "from_strings", question)
        answer = await board.ask(read(texts | {"format": kind.partition(".")[0]}))
        return base64.b64decode(answer["base64"]) if "base64" in answer else str(answer["text"])
    first = next(iter(page.parts.values()))
    request = (first.read or first.question.from_strings)(texts)
    if request is None:
        raise JobError("Nothing to compute.")
    job = await board.wait(board.submit(request), 600)
    if job.state != DONE:
        raise JobError(job.error or "This took too long.")
    return page.written[kind](job.result.get("summary", job.result))


def _tab(request: Request) -> str:
    return request.headers.get("x-tab", UNNAMED)[:40]


def _begin_or_stop(board: JobBoard, view: PageState, words: Mapping[str, str], tab: str) -> Job | None:
    """Start or stop a job; None after an error, which the page shows."""
    try:
        if STOP in words:
            job = board.get(words[STOP])
            board.stop(job)
            return job
        question = view.questions.get(words[GO])
        return None if question is None else board.submit(question, tab=tab)
    except JamfoldError as error:
        view.errors.setdefault(words.get(GO, ""), str(error))
        return None


async def _look(board: JobBoard, view: PageState, job_ids: Sequence[str], tab: str) -> None:
    """Find the jobs of all parts and start quick ones; independent parts run together."""
    jobs_named = [job for job_id in job_ids if (job := board.job(job_id)) is not None and not job.left]
    for job in jobs_named:
        if job.open and not any(_may_be_of(view, name, job) for name in view.page.parts):
            board.leave(job, tab)  # the form has changed since
    for _, group in groupby(sorted(view.page.parts, key=view.page.depth), key=view.page.depth):
        names = [*group]
        jobs = await asyncio.gather(*(_see(board, view, name, jobs_named, tab) for name in names))
        view.jobs |= {name: job for name, job in zip(names, jobs, strict=True) if job is not None}
        for name in names:
            job, part = view.jobs.get(name), view.page.parts[name]
            if job is not None and job.state == FAILED:
                view.refuse(name, job.field, job.error)
                if job.field in part.bound:
                    board.discard(view.jobs[part.after])
    for name, part in view.page.parts.items():
        if part.starts_automatically is not None and part.starts_automatically(view):
            await _start_background_job(board, view, name, tab)
    board.look(view.jobs.values(), tab)


async def _start_background_job(board: JobBoard, view: PageState, name: str, tab: str) -> None:
    """Start a background part, unless it was stopped or has failed."""
    question = view.questions.get(name)
    if question is None:
        return
    latest = board.latest(question)
    seen = view.jobs.get(name) or (latest and await board.wait(latest, 0))
    if seen is None or seen.state == DONE or seen.left:
        seen = await _begin(board, view, name, question, tab, seconds=0)
    if seen is not None:
        view.jobs[name] = seen


async def _begin(
    board: JobBoard, view: PageState, name: str, question: CaseRequest, tab: str, *, seconds: float = QUICK
) -> Job | None:
    """Submit the request of a part and return its job after `seconds`; None if it is refused."""
    part = view.page.parts[name]
    try:
        job = board.submit(
            question, watched=part.starts_automatically is None and not part.changed_by, tab=tab
        )
    except JamfoldError as error:
        view.refuse(name, "", str(error))
        return None
    return await board.wait(job, seconds)


async def _see(board: JobBoard, view: PageState, name: str, named: Sequence[Job], tab: str) -> Job | None:
    """Find or start the job of a part and return a copy: pages are rendered from copies only.

    A job that ends after it was copied is shown as running and requested again: no page misses an end.
    """
    part = view.page.parts[name]
    if part.after and view.result(part.after) is None:
        return None
    view.read_after(name)
    question = view.questions.get(name)
    job = next((job for job in reversed(named) if _is_of(view, name, job)), None)
    if job is None and question is not None:
        job = board.find(question)
    is_quick = view.is_quick(name)
    seen = None if job is None else await board.wait(job, QUICK if is_quick else 0)
    while question is not None and is_quick and (seen is None or _is_old(board, view, part, seen)):
        started = await _begin(board, view, name, question, tab)
        if started is None or (seen is not None and started.id == seen.id):
            break
        seen = started
    return seen


def _may_be_of(view: PageState, name: str, job: Job) -> bool:
    """Whether a job may be that of a part whose request depends on other answers."""
    part = view.page.parts[name]
    return _is_of(view, name, job) or (part.of is not None and type(job.question) is part.question)


def _is_of(view: PageState, name: str, job: Job) -> bool:
    part, requests = view.page.parts[name], view.questions
    if job.question == requests.get(name):
        return True
    return part.by_job and type(job.question) is part.question and job.question not in requests.values()


def _is_old(board: JobBoard, view: PageState, part: PageRequest, seen: Job) -> bool:
    """Whether a job in `changed_by` has ended since the part started, on this page or another."""
    kinds = {view.page.parts[name].question.name for name in part.changed_by}
    done = (job for kind in kinds for job in board.jobs(kind, DONE))
    return not seen.open and any(job.finished > seen.started for job in done)


def _render_page(view: PageState, *, follow: bool) -> str:
    page = view.page
    first = next(iter(page.parts))
    request = view.questions.get(first)
    name = GO if request is not None and not view.is_quick(first) else None  # what the Enter key does
    plain = element(
        "button", "Show", class_="unseen", tabindex="-1", aria_hidden="true", name=name, value=name and first
    )
    body = page.body(view)
    lost = [
        element("p", words, class_="error", role="alert")
        for name, words in view.errors.items()
        if name not in view.placed
    ]
    form = element(
        "form", plain, lost, body, _hidden_inputs(view, body), id="form", action=page.path, autocomplete="off"
    )
    link = element("button", "Copy link", class_="chip", type="button", data_copy=True)
    is_waiting = any(job.open for part, job in view.jobs.items() if not view.runs_in_background(part))
    main = element(
        "main",
        element("h1", page.title),
        tabs(page.path, link),
        form,
        _posted(view) if page.posts else None,
        element("noscript", element("button", "Show", form="form")),
        id="content",
        class_="page narrow" if page.is_narrow else "page",
        tabindex="-1",
        data_address=page.address(view.texts),
        data_follow=follow and view.follow,
    )
    again = _followed(view) if follow and is_waiting else ""
    return document(page.path, page.title, main, again=again, picture=page.picture)


def _hidden_inputs(view: PageState, body: str) -> list[Html]:
    """The texts of fields that an error hides, so that they are not lost."""
    if not view.errors:
        return []
    pairs = parse_qsl(view.page.address(view.texts).partition("?")[2])
    return [hidden(name, text) for name, text in pairs if f' name="{name}"' not in body]


def _followed(view: PageState) -> str:
    """The address of the page with its jobs."""
    jobs = urlencode([(JOB, job.id) for job in view.jobs.values()])
    return with_words(view.page.address(view.texts), jobs)


def _posted(view: PageState) -> Html:
    """The form of files and long texts, wherever its fields are; it keeps the texts of the other."""
    address = view.page.address(view.texts)
    return element("form", id="posted", action=address, method="post", enctype="multipart/form-data")
