"""What stacks are worth in prizes: everybody's money, how much all-ins must win, and future hands."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from jamfold.questions.worth import IcmFileQuestion, IcmQuestion
from jamfold.views.worth import MODEL_NAMES
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.files import download, file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import copy_link, frame, html, panel, table
from jamfold.web.pages.future import FuturePanel
from jamfold.web.pages.heat import scale, shade_of
from jamfold.web.pages.jobline import JobLine

_LEAD = (
    "What each stack in a tournament is worth in prizes, by stack models (ICM): the models are models, "
    "what they say is computed exactly."
)
_USUAL = {"stacks": "5000 3000 2000", "prizes": "50 30 20"}
_FUTURES = {"chip-share": "Their money by chips", "none": "Nothing"}
_FILES = {"csv": "CSV", "json": "JSON"}
_MOST_SHOWN = 30
"""Players whose matrix a page shows; files have all."""
_PALEST, _DARKEST = 0.0, 30.0
"""Risk premiums, in percentage points, of both ends of the colours."""


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/icm", title="ICM")
    def icm_page(request: Request) -> None:
        with frame("/icm", "What chips are worth in prizes", _LEAD):
            IcmPanels(board, dict(request.query_params))


def matrix_html(texts: Sequence[Sequence[str]], premiums: Sequence[Sequence[float | None]], what: str) -> str:
    """One row per player, one column per opponent; the darker, the more must be won."""
    heads = "".join(f'<th scope="col">{k}</th>' for k in range(1, len(texts) + 1))
    rows = []
    for k, (row, depths) in enumerate(zip(texts, premiums, strict=True), 1):
        cells = "".join(_cell(text, depth) for text, depth in zip(row, depths, strict=True))
        rows.append(f'<tr><th scope="row">{k}</th>{cells}</tr>')
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(what)}">'
        f'<table class="plain"><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(text: str, premium: float | None) -> str:
    if premium is None:
        return f"<td>{escape(text)}</td>"
    place = min(1.0, max(0.0, (premium - _PALEST) / (_DARKEST - _PALEST)))
    colour, ink = shade_of(place)
    return f'<td style="background:{colour};color:{ink}">{escape(text)}</td>'


class IcmPanels(JobLine):
    """The question and its answer."""

    _form: QuestionForm[IcmQuestion]

    def __init__(self, board: JobBoard, texts: dict[str, str]) -> None:
        self._form = QuestionForm(IcmQuestion, texts, self._ask, **_USUAL)
        self._asked: IcmQuestion | None = None
        with ui.element("div").classes("two"):
            with panel("The tournament"):
                self._make_form()
            with panel("What everybody has"):
                super().__init__(board, listed=True)
                self._answer = html("<p>Give stacks and prizes and press Show.</p>")
                self._answer.props("id=icm-answer aria-live=polite")
                self._files = ui.element("div").classes("row-of")
                with self._files:
                    file_buttons(_FILES, self._download)
        with panel("All-in against each other"):
            self._pairs = html("<p class='note'>Bubble factors of every pair of players.</p>")
            self._pairs.props("id=icm-pairs")
        with panel("And when the next hands are played"):
            self._future = FuturePanel(board, texts, self._form)
        self._files.set_visibility(False)

    def _make_form(self) -> None:
        form = self._form
        form.add("stacks", "prizes")
        form.add_choice("model", "Stack model", MODEL_NAMES)
        form.add("bounty", "progressive")
        form.add_choice("heads", "Heads that stay are worth", _FUTURES)
        for field in form.fields.values():
            field.classes("wide")
        with ui.element("div").classes("row-of"):
            ui.button("Show", on_click=self._ask).classes("go").props("id=icm no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")

    def _ask(self) -> None:
        self._asked = self._form.read()
        if self._asked is None:
            return
        set_address("/icm", self._asked.query(), self._future.query)
        self._answer.set_content("")
        self._pairs.set_content("")
        self._files.set_visibility(False)
        self.start(self._asked)

    def finished(self, result: Any) -> None:
        """Show every player's money, and the pairs."""
        lines = "".join(f"<p class='note'>{escape(line)}</p>" for line in result["lines"])
        self._answer.set_content(f"{table(result['heads'], result['rows'])}{lines}")
        self._pairs.set_content(_pairs_html(result))
        self._files.set_visibility(True)

    async def _download(self, kind: str) -> None:
        if self._asked is not None:
            question = IcmFileQuestion.of_texts(self._asked.texts() | {"format": kind})
            await download(self._board, question, f"icm.{kind}")


def _pairs_html(result: dict[str, Any]) -> str:
    factors, premiums = result["factors"], result["summary"]["risk_premiums_percent"]
    if factors is None or len(factors) < 2:
        return "<p class='note'>Bubble factors are of two to 100 players.</p>"
    if len(factors) > _MOST_SHOWN:
        return f"<p class='note'>Shown for up to {_MOST_SHOWN} players; the files have all.</p>"
    return (
        "<p class='note'>The row's player is all-in against the column's, for the chips that both can lose; "
        "darker: needs more equity.</p>"
        f"{scale(f'{_PALEST:g} points', f'{_DARKEST:g} points or more must be won beyond one half')}"
        f"<h3>Bubble factors</h3>{matrix_html(factors, premiums, 'Bubble factors')}"
        "<h3>Risk premiums, percentage points</h3>"
        f"{matrix_html(result['premiums'], premiums, 'Risk premiums')}"
    )
