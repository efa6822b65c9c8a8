"""Audit of ranges from other programs: drop files or paste text; a verdict, by seat and by hand."""

from __future__ import annotations

import re
from dataclasses import replace

from starlette.datastructures import FormData

from jamfold.betting.posts import POSTED
from jamfold.cases.audit import AuditRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.prizes import PANEL
from jamfold.core.errors import QuestionError
from jamfold.views.html import Html, element
from jamfold.web.jobs import JobBoard
from jamfold.web.page.form import chip, chooser, drop_area
from jamfold.web.page.layout import GO, JOB, Page, PageRequest, PageState, Texts, Words, always, with_words
from jamfold.web.pages.table import tidy, without_equal_stacks
from jamfold.web.uploads import UPLOADS, clear_after, take_files

_LEAD = (
    "See what a best response gains against your ranges or another program's: exact for two and three "
    "players, sampled for more. Nothing leaves this machine. "
)
_FORMS = (
    "A file for each decision, named by it (SB_jam.txt, BB_vs_SB.csv), a .zip of such files, squares, lists "
    "of hands, ranges with weights (AA:1,AKs:0.45), or what jamfold itself has written."
)
_SHOWN = (
    "Sample ranges, heads-up at 10 bb. Small blind: 22+ A2+ K2s+ K5o+ Q5s+ Q9o+ J7s+ T7s+ 97s+ 87s; "
    "big blind after the jam: 22+ A2+ K7+."
)
_NOTHING = "No ranges yet. Paste ranges or choose files."
_EXAMPLE = "sb: 22+,A2+,K5s+,K9o+\nbb after sb: 22+,A2+,K8s+,KTo+"
_SAMPLE = {
    "game": "holdem",
    "seats": "2",
    "stack": "10bb",
    "stacks": "",
    "ranges": "sb: 22+ A2+ K2s+ K5o+ Q5s+ Q9o+ J7s+ T7s+ 97s+ 87s; bb after sb: 22+,A2+,K7+",
}
"""The sample that the page opens with: two seats take milliseconds."""
_MORE = (*POSTED, "dead", "max_allin", "whole_chips", "open", "raises", "limit")


def _linked(texts: Texts) -> CaseRequest:
    """The request of a link; files come through the posted form."""
    if not texts["ranges"].strip():
        raise QuestionError(_NOTHING, field="ranges")
    return AuditRequest.from_strings(texts)


def _sample(texts: Texts) -> CaseRequest | None:
    """The sample, while the form has its initial texts."""
    return AuditRequest.from_strings(texts | _SAMPLE) if texts == PAGE.usual_texts() else None


def _tidy(texts: Texts) -> Texts:
    """Return the texts; a link with ranges of the button and no seats has three seats."""
    texts = tidy(texts)
    is_old = "seats" not in texts and re.search(r"\bbtn\b", texts.get("ranges", ""), re.IGNORECASE)
    return texts | {"seats": "3"} if is_old else texts


def _body(view: PageState) -> Html:
    job = view.jobs.get("audit")
    request = None if job is None else job.question
    text = request.ranges if isinstance(request, AuditRequest) else view.texts["ranges"]
    waiting = "Results appear here after the audit."
    part, note = (
        ("sample", element("p", _SHOWN, class_="note", id="sampled")) if _opens(view) else ("audit", "")
    )
    answer = element("div", note, view.status(part), view.answer(part, waiting), id="verdict")
    return element("div", _hand(view), _taking(view, text), answer, class_="answer-first cards-below")


def _opens(view: PageState) -> bool:
    """Whether nothing was requested yet."""
    return "sample" in view.questions and "audit" not in view.jobs and not view.errors


def _hand(view: PageState) -> Html:
    """Game, seats and stacks; the rest folded away."""
    return element(
        "div",
        view.fields("audit", "game"),
        view.seat_links(),
        view.fields("audit", "stack", "stacks"),
        view.fold("audit", "Blinds, antes and raises", *_MORE),
        view.fold("audit", "Prizes and rake", *AuditRequest.fields_in_panel(PANEL)),
        view.fold("audit", "Settings", "seconds", "seed", "hands", "partial"),
        class_="fields controls",
    )


def _taking(view: PageState, text: str) -> Html:
    """The drop area and the text field, both of the posted form."""
    files = element(
        "p",
        element("b", "Ranges"),
        " paste, drop or ",
        chooser("audit-files", "choose files"),
        " or ",
        chooser("audit-folder", "a folder", webkitdirectory=True),
        " or ",
        chip("Try sample ranges", f"{PAGE.address(_SAMPLE)}&{GO}=audit"),
        element("button", "Audit", id="measure", form="posted", class_="go"),
        class_="ways",
    )
    area = element(
        "textarea",
        text,
        id="ranges",
        name="ranges",
        form="posted",
        rows="2",
        placeholder=_EXAMPLE,
        aria_label="Or paste ranges",
        spellcheck="false",
    )
    fields = element("div", area, view.error("ranges"), view.error("files"), class_="field wide")
    return drop_area("audit-drop", "Your ranges", files, fields, element("p", _LEAD, _FORMS, class_="note"))


async def _take(board: JobBoard, words: Words, form: FormData) -> str:
    """Audit the files and the text of a form."""
    texts = PAGE.texts([pair for pair in words if pair[0] not in (GO, JOB, "ranges")])
    token, text = await take_files(form), str(form.get("ranges") or "")
    paths = UPLOADS.paths(token)
    if not paths and not text.strip():
        raise QuestionError(_NOTHING)
    ranges = {"ranges": text if text.strip() else "-"}
    question = AuditRequest.from_strings(PAGE.asked(texts) | ranges)
    job = board.submit(replace(question, files=paths, ranges=text))
    clear_after(board, token, [job])
    return with_words(PAGE.address(texts), f"{JOB}={job.id}")


PAGE = Page(
    path="/audit",
    title="Audit: how exploitable are your ranges?",
    parts={
        "audit": PageRequest(AuditRequest, read=_linked, by_job=True),
        "sample": PageRequest(AuditRequest, quick=always, read=_sample),
    },
    body=_body,
    usual=AuditRequest.default_strings() | {"game": "holdem", "seats": "2", "stack": "10bb"},
    tidy=_tidy,
    asked=without_equal_stacks,
    settled=lambda texts: texts if len(texts["ranges"]) < 2000 else texts | {"ranges": ""},
    posts=_take,
    picture="verdict",
)
