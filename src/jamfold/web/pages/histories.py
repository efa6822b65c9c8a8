"""Played hands: drop files or paste text, then what the decisions cost, the dearest mistakes first."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import PurePath
from typing import Any

from fastapi import Request
from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.histories import HistoryImportQuestion, HistoryPlayersQuestion
from jamfold.questions.history_reports import (
    HistoryOpponentsFileQuestion,
    HistoryOpponentsQuestion,
    HistoryReportFileQuestion,
    HistoryReportQuestion,
)
from jamfold.views.history_words import CELL_HEADS, NO_ADVICE, SEAT_WORDS
from jamfold.views.html import Html
from jamfold.views.titles import game_titles
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.files import answer_or_note, download, file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import (
    copy_link,
    error_text,
    frame,
    html,
    number_of,
    numbers,
    panel,
    table,
)
from jamfold.web.pages.jobline import JobLine
from jamfold.web.uploads import UPLOADS

_LEAD = (
    "What your jam or fold decisions cost, by the exact equilibrium at each one's own stacks. "
    "Your hands stay on this machine; the files are read, not stored."
)
_PASTED = "pasted.txt"
_LONGEST = 1_000_000
"""Characters of a pasted text."""
_TELL = "(e) => emit(e.detail)"
_CELLS = {"by_seat": "Seat", "by_stack": "Stack, bb", "by_family": "Hands"}
_FILTERS = {"by_seat": "seat", "by_stack": "stack"}
_VALUES = {name: HistoryReportQuestion.asked()[name].entry.choices for name in _FILTERS.values()}
_NOBODY = {"": "All whose histories are kept"}
_FILES = {"html": "HTML file", "csv": "CSV of decisions"}
_OPPONENTS = (
    "How often each opponent jams and calls beside the equilibrium on the same spots, from 20 chances on. It "
    "uses the filters above, except player; seat means the opponent's. Stack, s: with its share of the antes."
)


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/histories", title="Histories")
    def histories_page(request: Request) -> None:
        with frame("/histories", "Played hands", _LEAD), ui.element("div").classes("two"):
            with panel("Your histories"):
                reading = ReadingPanel(board)
            with ui.element("div").classes("stack"):
                with panel("What your decisions cost"):
                    report = ReportPanel(board, dict(request.query_params))
                with panel("Opponents"):
                    OpponentsPanel(board, report)
            reading.on_read = report.ask_again


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
        lines = "".join(f"<p>{escape(line)}</p>" for line in result["lines"])
        problems = [_without_folder(line, self._token) for line in result["problems"]]
        self._answer.set_content(lines + _problems(problems, result["more"]))
        if self.on_read is not None and result["summary"]["hands"] + result["summary"]["duplicates"]:
            self.on_read()

    def failed(self, job: Any) -> None:
        """Say it, and delete the text."""
        UPLOADS.clear(self._token)
        super().failed(job)


class ReportPanel(JobLine):
    """The question and its answer, which is asked for at once where hands are kept."""

    _form: QuestionForm[HistoryReportQuestion]

    def __init__(self, board: JobBoard, texts: dict[str, str]) -> None:
        self._asked: HistoryReportQuestion | None = None
        self._form = QuestionForm(HistoryReportQuestion, texts, self.ask)
        with ui.element("div").classes("row-of"):
            given = texts.get("player", "")
            self._form.add_choice("player", "Player", _NOBODY | ({given: given} if given else {}))
            self._form.add_choice("game", "Game", {"": "All games", **game_titles()})
            self._form.add_choice("seat", "Seat", {"all": "All seats", **SEAT_WORDS})
            self._form.add("stack")
        self._form.add_folded("More", ("depth", "max_s", "prizes", "anonymise"))
        with ui.element("div").classes("row-of"):
            ui.button("Show", on_click=self.ask).classes("go").props("id=history-show no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")
            self._files = ui.element("div").classes("row-of").props("id=history-files-out")
            with self._files:
                file_buttons(_FILES, self._download)
        self._files.set_visibility(False)
        super().__init__(board)
        self._answer = html("<p class='note'>No hands are kept yet: drop a file, or paste hands.</p>")
        self._answer.props("id=history-report aria-live=polite")
        ui.timer(0.1, self._open, once=True)

    async def _open(self) -> None:
        """List who can be rated; where there is somebody, ask."""
        if await self.list_players():
            self.ask()

    async def list_players(self) -> bool:
        """Put those who can be rated into their field; whether there is anybody."""
        players = await answer_or_note(self._board, HistoryPlayersQuestion())
        field = self._form.fields["player"]
        assert isinstance(field, ui.select)
        names = {one["player"]: f"{one['player']} ({one['decisions']:,})" for one in players or ()}
        chosen = str(field.value or "")
        field.set_options(_NOBODY | ({chosen: chosen} if chosen else {}) | names, value=chosen)
        return bool(names)

    def ask(self) -> None:
        """Ask for the report of the form."""
        question = self._form.read()
        if question is None:
            return
        self._asked = question
        set_address("/histories", question.query())
        self._answer.set_content("")
        self._files.set_visibility(False)
        self.start(question)

    def ask_again(self) -> None:
        """Other hands are kept: ask again, and list their players."""
        ui.timer(0.05, self.list_players, once=True)
        self.ask()

    def texts(self) -> dict[str, str] | None:
        """What the form says; none if it is no question."""
        question = self._form.read()
        return None if question is None else question.texts()

    def finished(self, result: Any) -> None:
        """Show the rating, the dearest mistakes, then the leaks."""
        assert self._asked is not None
        report = result["summary"]
        first, *more = result["lines"]
        parts = [f"<p><b>{escape(first)}</b></p>", numbers(result["tiles"])]
        parts.append(f"<h3>Dearest mistakes</h3>{_worst(report['worst'], result['stacks'])}")
        if result["threes"]:
            rows = [[_link("/table", link, first), *rest] for link, (first, *rest) in result["threes"]]
            parts.append(f"<h3>At tables of three</h3>{table(result['three_heads'], rows, notes=True)}")
        for name, title in _CELLS.items():
            rows = [self._cell(_FILTERS.get(name), cell) for cell in result["cells"][name]]
            parts.append(f"<h3>{title}</h3>{table(('', *CELL_HEADS), rows)}")
        parts.append("<h3>What this says, and what not</h3>")
        parts += [f"<p class='note'>{escape(line)}</p>" for line in more]
        self._answer.set_content("".join(parts))
        self._files.set_visibility(True)

    def _cell(self, field: str | None, texts: list[str]) -> list[str]:
        """A row of a table of leaks, whose name leads to its decisions alone."""
        name, *rest = texts
        shown = SEAT_WORDS.get(name, name)
        if field is None or name not in _VALUES[field]:
            return [shown, *rest]
        assert self._asked is not None
        address = replace(self._asked, **{field: name}).query()  # type: ignore[arg-type]
        return [_link("/histories", address, shown), *rest]

    async def _download(self, kind: str) -> None:
        if self._asked is not None:
            question = HistoryReportFileQuestion.of_texts(self._asked.texts() | {"format": kind})
            await download(self._board, question, f"report.{kind}")


class OpponentsPanel(JobLine):
    """How opponents play beside the equilibrium, and what to do about it."""

    def __init__(self, board: JobBoard, report: ReportPanel) -> None:
        self._report = report
        self._asked: HistoryOpponentsQuestion | None = None
        html(f"<p class='note'>{escape(_OPPONENTS)}</p>")
        with ui.element("div").classes("row-of"):
            ui.button("Show opponents", on_click=self._ask).classes("go").props("id=opponents-show no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
            self._files = ui.element("div").classes("row-of")
            with self._files:
                file_buttons({"csv": "CSV of opponents"}, self._download)
        self._files.set_visibility(False)
        super().__init__(board)
        self._answer = html().props("id=history-opponents aria-live=polite")

    def _ask(self) -> None:
        texts = self._report.texts()
        if texts is None:
            return
        names = HistoryOpponentsQuestion.asked().keys() - {"player"}
        shared = {name: text for name, text in texts.items() if name in names}
        self._asked = HistoryOpponentsQuestion.of_texts(shared)
        self._answer.set_content("")
        self._files.set_visibility(False)
        self.start(self._asked)

    def finished(self, result: Any) -> None:
        """Show the habits, and what to do about each."""
        lines = "" if result["advised"] else f"<p>{escape(NO_ADVICE)}</p>"
        lines += "".join(f"<p class='range'>{escape(line)}</p>" for line in result["lines"])
        self._answer.set_content(table(result["heads"], result["rows"], notes=True) + lines)
        self._files.set_visibility(True)

    async def _download(self, kind: str) -> None:
        if self._asked is not None:
            question = HistoryOpponentsFileQuestion.of_texts(self._asked.texts())
            await download(self._board, question, f"opponents.{kind}")


def _worst(worst: list[dict[str, Any]], stacks: list[str]) -> str:
    """Each mistake with a link to its spot on the strategy page."""
    if not worst:
        return "<p>None of 0.01 bb or more.</p>"
    rows = [
        [
            _link("/", one["link"], one["cards"]),
            f"{one['loss_bb']:.3f}", one["seat"], stack, one["action"], one["right"], one["opponent"],
            f"{one['site']} {one['hand_id']}, {PurePath(one['file']).name}:{one['line']}",
        ]
        for one, stack in zip(worst, stacks, strict=True)
    ]  # fmt: skip
    heads = ("hand", "bb lost", "seat", "stack", "did", "right", "against", "where")
    return table(heads, rows, notes=True)


def _link(path: str, query: str, text: str) -> Html:
    return Html(f'<a href="{path}?{escape(query)}">{escape(text)}</a>')


def _problems(lines: list[str], more: int) -> str:
    """Problems of an import, folded away."""
    if not lines:
        return ""
    rest = f"<p class='note'>... and {more:,} more: jamfold history problems</p>" if more else ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    count = number_of(len(lines) + more, "problem", "problems")
    return f"<details><summary>{count}</summary><div class='tall-list'><ul>{items}</ul></div>{rest}</details>"


def _without_folder(line: str, token: str) -> str:
    """A line about a file by its name alone: where it lay for a moment tells nothing."""
    before, found, after = line.partition(f"{token}/")
    return after if found and not before.strip().count(" ") else line
