"""How requests for a page are answered.

Every request is answered with the whole page as it stands, the script's as well; the script puts what has
changed into the page that is open.  So there is one way from a question to what is seen: an error at its
field, a job on its way and an answer come out of the same function with and without JavaScript, and what is
kept of a page is its address.

Rejected: an address for fragments and another for jobs, with JSON between them.  That would be two ways to
show each state; a whole page weighs about 10 kB on the way from this machine to itself.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from jamfold.errors import JamfoldError
from jamfold.questions.entries import Question
from jamfold.views.html import Html, element
from jamfold.web.front.document import document, tabs
from jamfold.web.front.page import GO, JOB, STOP, Page, Part, Texts, View
from jamfold.web.jobs import DONE, FAILED, Job, JobBoard, JobError

QUICK = 0.3
"""Seconds for which a page waits for its quick answers; those that take longer come when they are there."""


def add_page(app: FastAPI, board: JobBoard, page: Page) -> None:
    """Register a page and its files."""

    @app.get(page.path, include_in_schema=False)
    async def show(request: Request) -> Response:
        pairs = request.query_params.multi_items()
        words = dict(pairs)
        there = page.elsewhere(words)
        if there:
            return RedirectResponse(f"{there}?{request.url.query}")
        view = View(page, page.texts(pairs), board)
        view.read(words.get(GO, ""))
        if GO in words or STOP in words:
            job = _begin_or_stop(board, view, words)
            kept = [pair for pair in pairs if pair[0] not in (GO, STOP)]
            if job is not None:
                return RedirectResponse(f"{page.path}?{urlencode([*kept, (JOB, job.id)])}", status_code=303)
        await _look(board, view, [text for name, text in pairs if name == JOB])
        page.heard(view)
        return HTMLResponse(_whole(view, follow=GO not in words))  # with it, something was wrong: it stays

    for kind in (*page.files, *page.written):
        _add_file(app, board, page, kind)


def _add_file(app: FastAPI, board: JobBoard, page: Page, kind: str) -> None:
    @app.get(f"{page.path}.{kind}", include_in_schema=False)
    async def file(request: Request) -> Response:
        texts = page.texts(request.query_params.multi_items())
        try:
            content = await _content(board, page, kind, texts)
        except JamfoldError as error:
            return PlainTextResponse(str(error), status_code=422)
        name = f"{page.path.strip('/').replace('/', '-')}.{kind}"
        return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'})


async def _content(board: JobBoard, page: Page, kind: str, texts: Texts) -> str | bytes:
    """What stands in a file."""
    if kind in page.files:
        question = page.files[kind]
        read: Callable[[Texts], Question] = getattr(question, "of_texts", question)
        answer = await board.ask(read(texts | {"format": kind.partition(".")[0]}))
        return base64.b64decode(answer["base64"]) if "base64" in answer else str(answer["text"])
    first = next(iter(page.parts.values()))
    asked = (first.read or first.question.of_texts)(texts)
    if asked is None:
        raise JobError("Nothing is asked.")
    job = await board.wait(board.submit(asked), 600)
    if job.state != DONE:
        raise JobError(job.error or "This took too long.")
    return page.written[kind](job.result["summary"])


def _begin_or_stop(board: JobBoard, view: View, words: Mapping[str, str]) -> Job | None:
    """Do what a button says; None, with its sentence, where that cannot be."""
    try:
        if STOP in words:
            job = board.get(words[STOP])
            board.stop(job)
            return job
        question = view.questions.get(words[GO])
        return None if question is None else board.submit(question)
    except JamfoldError as error:
        view.errors.setdefault(words.get(GO, ""), str(error))
        return None


async def _look(board: JobBoard, view: View, job_ids: Sequence[str]) -> None:
    """Find the jobs of all parts, and start those of quick ones."""
    known = [job for job_id in job_ids if (job := board.job(job_id)) is not None and not job.left]
    for job in known:
        if job.open and not any(_is_of(view, name, job) for name in view.page.parts):
            job.left = True
            board.stop(job)  # what it was asked is no longer what the form says
    for name, part in view.page.parts.items():
        question = view.questions.get(name)
        if part.after and view.result(part.after) is None:
            continue
        mine = next((job for job in reversed(known) if _is_of(view, name, job)), None)
        if mine is None and question is not None:
            mine = board.find(question)
        is_quick = question is not None and part.quick(question)
        if question is not None and is_quick and (mine is None or _is_old(view, part, mine, known)):
            try:
                mine = board.submit(question, watched=not part.changed_by)
            except JamfoldError as error:
                view.refuse(name, "", str(error))
        if mine is None:
            continue
        view.jobs[name] = mine
        if is_quick:
            await board.wait(mine, QUICK)
        if mine.state == FAILED:
            view.refuse(name, mine.field, mine.error)
    board.look(view.jobs.values())


def _is_of(view: View, name: str, job: Job) -> bool:
    """Whether a job is that of a part."""
    part = view.page.parts[name]
    return job.question == view.questions.get(name) or (part.by_job and type(job.question) is part.question)


def _is_old(view: View, part: Part, mine: Job, known: Sequence[Job]) -> bool:
    """Whether something has changed since a part was asked."""
    before = [job for job in known for name in part.changed_by if _is_of(view, name, job)]
    return not mine.open and any(one.state == DONE and one.finished > mine.started for one in before)


def _whole(view: View, *, follow: bool) -> str:
    page = view.page
    first, part = next(iter(page.parts.items()))
    asked = view.questions.get(first)
    name = GO if asked is not None and not part.quick(asked) else None  # what the Enter key does
    plain = element(
        "button", "Show", class_="unseen", tabindex="-1", aria_hidden="true", name=name, value=name and first
    )
    body = page.body(view)
    lost = [
        element("p", words, class_="error", role="alert")
        for name, words in view.errors.items()
        if name not in view.placed
    ]
    form = element("form", plain, lost, body, id="form", action=page.path, autocomplete="off")
    link = element("button", "Copy link", class_="chip", type="button", data_copy=True)
    main = element(
        "main",
        element("h1", page.title),
        tabs(page.path, link),
        form,
        _posted(view) if page.posts else None,
        element("noscript", element("button", "Show", form="form")),
        id="content",
        class_="page",
        tabindex="-1",
        data_address=page.address(view.texts),
    )
    is_open = follow and any(job.open for job in view.jobs.values())
    return document(page.path, page.title, main, again=_followed(view) if is_open else "")


def _followed(view: View) -> str:
    """The address that shows the page with all that was begun."""
    address = view.page.address(view.texts)
    jobs = urlencode([(JOB, job.id) for job in view.jobs.values()])
    return f"{address}{'&' if '?' in address else '?'}{jobs}"


def _posted(view: View) -> Html:
    """The form that files and long texts belong to, wherever they stand; what the other holds stays."""
    there = view.page.address(view.texts)
    return element("form", id="posted", action=there, method="post", enctype="multipart/form-data")
