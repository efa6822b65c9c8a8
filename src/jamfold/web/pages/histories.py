"""Played hands: drop files or paste text, then what the decisions cost, the dearest mistakes first."""

from __future__ import annotations

from html import escape
from pathlib import PurePath
from typing import Any

from fastapi import Request
from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.histories import HistoryImportQuestion
from jamfold.questions.history_reports import HistoryReportQuestion
from jamfold.views.history_report import CELL_HEADS, SEAT_WORDS
from jamfold.views.titles import game_titles
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import Html, copy_link, error_text, frame, html, panel, table
from jamfold.web.pages.jobline import JobLine
from jamfold.web.uploads import UPLOADS

_LEAD = (
    "What your jam or fold decisions cost, by the exact equilibrium at each one's own stacks. "
    "Your hands stay on this machine; their text is read and not kept."
)
_PASTED = "pasted.txt"
_LONGEST = 1_000_000
"""Characters of a pasted text."""
_TELL = "(e) => emit(e.detail)"
_CELLS = {"by_seat": "Seat", "by_depth": "Stacks, s", "by_family": "Hands"}


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/histories", title="Histories")
    def histories_page(request: Request) -> None:
        with frame("/histories", "Played hands", _LEAD), ui.element("div").classes("two"):
            with panel("Your histories"):
                reading = ReadingPanel(board)
            with panel("What decisions cost"):
                report = ReportPanel(board, dict(request.query_params))
            reading.on_read = report.ask


class ReadingPanel(JobLine):
    """Files and text on their way in."""

    def __init__(self, board: JobBoard) -> None:
        self._token = UPLOADS.token()
        self.on_read: Any = None
        drop = html(
            "<p>Drop histories here, or choose them:</p>"
            '<input type="file" id="history-files" multiple aria-label="Histories">'
        )
        drop.classes("drop").props(f"id=history-drop data-token={self._token} role=group aria-label=Files")
        drop.on("handed", lambda event: self._handed(str(event.args or "")), js_handler=_TELL)
        self._text = ui.textarea("Or paste hands").props("outlined spellcheck=false data-field=text")
        self._text.classes("wide toml")
        ui.button("Read the text", on_click=self._paste).props("no-caps outline id=history-paste")
        super().__init__(board)
        self._answer = html().props("id=history-read aria-live=polite")
        ui.context.client.on_delete(lambda: UPLOADS.clear(self._token))

    def _handed(self, problem: str) -> None:
        """All pieces of all files are here, or a sentence why not."""
        if problem:
            UPLOADS.clear(self._token)
            self.status.set_content(error_text(problem))
            return
        self._read()

    def _paste(self) -> None:
        text = str(self._text.value or "")
        if not text.strip():
            self.status.set_content(error_text("There is no text: paste hands, or choose files."))
            return
        if len(text) > _LONGEST:
            self.status.set_content(
                error_text(f"The text has more than {_LONGEST:,} characters: drop a file.")
            )
            return
        try:
            UPLOADS.append(self._token, _PASTED, text.encode("utf-8", "replace"))
        except JamfoldError as error:
            self.status.set_content(error_text(str(error)))
            return
        self._read()

    def _read(self) -> None:
        paths = UPLOADS.paths(self._token)
        if paths:
            self._answer.set_content("")
            self.start(HistoryImportQuestion(paths=paths))

    def finished(self, result: Any) -> None:
        """Say what was read, delete the text, and ask for the report."""
        UPLOADS.clear(self._token)
        lines = [_without_folder(line, self._token) for line in result["lines"]]
        self._answer.set_content("".join(f"<p>{escape(line)}</p>" for line in lines))
        if self.on_read is not None and result["summary"]["hands"] + result["summary"]["duplicates"]:
            self.on_read()

    def failed(self, job: Any) -> None:
        """Say it, and delete the text."""
        UPLOADS.clear(self._token)
        super().failed(job)


class ReportPanel(JobLine):
    """The question and its answer."""

    _form: QuestionForm[HistoryReportQuestion]

    def __init__(self, board: JobBoard, texts: dict[str, str]) -> None:
        self._form = QuestionForm(HistoryReportQuestion, texts, self.ask)
        self._form.add("player")
        self._form.add_choice("game", "Game", {"": "All games", **game_titles()})
        self._form.add("max_s", "prizes")
        with ui.element("div").classes("row-of"):
            ui.button("Show", on_click=self.ask).classes("go").props("id=history-show no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")
        super().__init__(board)
        self._answer = html("<p class='note'>Read histories, or press Show for those that are kept.</p>")
        self._answer.props("id=history-report aria-live=polite")

    def ask(self) -> None:
        """Ask for the report of the form."""
        question = self._form.read()
        if question is None:
            return
        set_address("/histories", question.query())
        self._answer.set_content("")
        self.start(question)

    def finished(self, result: Any) -> None:
        """Show the rating, the dearest mistakes, then the leaks."""
        report = result["summary"]
        first, *more = result["lines"]
        parts = [f"<p><b>{escape(first)}</b></p>", *(f"<p class='note'>{escape(line)}</p>" for line in more)]
        parts.append(f"<h3>Dearest mistakes</h3>{_worst(report['worst'])}")
        for name, title in _CELLS.items():
            rows = [[SEAT_WORDS.get(cell[0], cell[0]), *cell[1:]] for cell in result["cells"][name]]
            parts.append(f"<h3>{title}</h3>{table(('', *CELL_HEADS), rows)}")
        self._answer.set_content("".join(parts))


def _worst(worst: list[dict[str, Any]]) -> str:
    """Each mistake with a link to its spot on the strategy page."""
    if not worst:
        return "<p>None of 0.01 bb or more.</p>"
    rows = [
        [
            Html(f'<a href="/?{escape(one["link"])}">{escape(one["cards"])}</a>'),
            f"{one['loss_bb']:.3f}", one["seat"], f"{one['s']:.2f}", f"{one['b']:.3f}", one["action"],
            one["right"], f"{one['site']} {one['hand_id']}, {PurePath(one['file']).name}:{one['line']}",
        ]
        for one in worst
    ]  # fmt: skip
    return table(("hand", "bb lost", "seat", "s", "b", "did", "right", "where"), rows, notes=True)


def _without_folder(line: str, token: str) -> str:
    """A line about a file by its name alone: where it lay for a moment tells nothing."""
    before, found, after = line.partition(f"{token}/")
    return after if found and not before.strip().count(" ") else line
