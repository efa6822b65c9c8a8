"""What stacks are worth when the next hands are played: a panel below what a stack model says."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.hand.posts import POSTED
from jamfold.questions.future import FutureQuestion
from jamfold.questions.worth import IcmQuestion
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import html, numbers, table
from jamfold.web.pages.jobline import JobLine

_USUAL = {"game": "holdem", "blind_sb": "300", "blind_bb": "600"}
"""Blinds at which the usual stacks of the page have few hands to play."""
_SHARED = ("stacks", "prizes", "model")
"""What the form of the stack model asks already."""
_LEAD = (
    "<p class='note'>A stack model does not know who pays the next blinds. Here the next hands are played, "
    "everybody jams or folds: two players in all games, three in Hold'em and Six-Plus. The stacks above are "
    "those of small blind, big blind and button.</p>"
)


class FuturePanel(JobLine):
    """The question, beside the stacks and prizes of another form, and its answer."""

    _form: QuestionForm[FutureQuestion]
    _stopped = "Stopped. The hands that are solved are kept: Play goes on from there."

    def __init__(self, board: JobBoard, texts: dict[str, str], shared: QuestionForm[IcmQuestion]) -> None:
        self._shared = shared
        self._query = ""
        html(_LEAD)
        self._form = form = QuestionForm(FutureQuestion, texts, self._ask, **_USUAL)
        with ui.element("div").classes("fields"):
            form.add("game", "depth", *POSTED)
            form.fields["game"].classes("wide")
        with ui.element("div").classes("row-of"):
            ui.button("Play them", on_click=self._ask).classes("go").props("id=fgs no-caps")
            ui.button("Stop", on_click=self.stop).props("id=stop-fgs outline no-caps")
        super().__init__(board)
        self.status.props("id=fgs-status")
        self._answer = html().props("id=fgs-answer aria-live=polite")

    @property
    def query(self) -> str:
        """What was asked, as words of an address; nothing before."""
        return self._query

    def form_texts(self) -> dict[str, str]:
        """Both forms, as far as this question goes."""
        shared = self._shared.texts()
        return self._form.texts() | {name: shared[name] for name in (*_SHARED, "bounty")}

    def _ask(self) -> None:
        texts = self.form_texts()
        for field in (*self._form.fields.values(), *self._shared.fields.values()):
            field.error = None
        if texts.pop("bounty"):
            self._shared.show_error("Future hands are played without bounties: leave them out.", "bounty")
            return
        try:
            question = FutureQuestion.of_texts(texts)
        except JamfoldError as error:
            self._show(str(error), error.field)
            return
        usual = FutureQuestion.usual_texts() | _USUAL
        own = {name: text for name, text in texts.items() if name not in _SHARED}
        self._query = urlencode({name: text for name, text in own.items() if text != usual[name]})
        shared = {name: texts[name] for name in _SHARED if texts[name] != usual[name]}
        set_address("/icm", urlencode(shared), self._query)
        self._answer.set_content("")
        self.start(question)

    def _show(self, sentence: str, field: str) -> bool:
        """A sentence at its field, in one form or the other."""
        shown = self._form.show_error(sentence, field) or self._shared.show_error(sentence, field)
        if not shown:
            ui.notify(sentence, type="warning")
        return shown

    def show_error(self, job: Job) -> bool:
        """Show the sentence of a job at its field."""
        return self._show(job.error, job.field)

    def finished(self, result: Any) -> None:
        """What every seat is worth, then what it plays for that."""
        lines = "".join(f"<p class='note'>{escape(line)}</p>" for line in result["lines"])
        self._answer.set_content(
            f"<p class='advice'>{escape(result['headline'])}</p>"
            f"{numbers([(words, value) for words, value in result['tiles']])}"
            f"{table(result['heads'], result['rows'])}<h3>What is played for it</h3>"
            f"{table(result['decision_heads'], result['decisions'], notes=True)}{lines}"
        )
