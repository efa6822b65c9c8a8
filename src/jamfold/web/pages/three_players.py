"""The tournament of three: what it takes, what the seats are worth at any stacks, and every range."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.tournaments import (
    ThreeFileQuestion,
    ThreeNeedsQuestion,
    ThreeStateQuestion,
    ThreeTournamentQuestion,
)
from jamfold.views.worth import MODEL_NAMES
from jamfold.web.jobs import JobBoard
from jamfold.web.pages import heat
from jamfold.web.pages.decision import HINT, square_cells
from jamfold.web.pages.files import download, file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import copy_link, html, numbers, panel, percent, table
from jamfold.web.pages.jobline import JobLine

LEAD = (
    "Three players until the prizes are paid, every hand jam or fold: what each stack in each seat is worth, "
    "and how to play it. Certified over the whole tournament. Hold'em and Six-Plus."
)
_USUAL = {"game": "holdem", "prizes": "50% 30% 20%"}
_FILES = {"csv": "States CSV", "json": "JSON"}
_LOOKS = 0.5
"""Seconds between looks at the form, to say what it takes."""


class ThreePage(JobLine):
    """Form, what the seats are worth at some stacks, and the range of a decision."""

    _form: QuestionForm[ThreeTournamentQuestion]
    _stopped = "Stopped. The last whole sweep is kept: Solve goes on from there."

    def __init__(self, board: JobBoard, texts: dict[str, str]) -> None:
        self._board = board
        self._asked: ThreeTournamentQuestion | None = None
        self._state: dict[str, Any] = {}
        self._node = ""
        self._told: dict[str, str] = {}
        with ui.element("div").classes("two"):
            with panel("The tournament"):
                self._make_form(texts)
            with ui.element("div").classes("stack"), panel("What the seats are worth"):
                super().__init__(board, listed=True)
                self.status.props("id=three-status")
                self._answer = html("<p>Give chips, blinds and prizes and press Solve.</p>")
                self._answer.props("id=three-answer aria-live=polite")
                with ui.element("div") as self._places:
                    self._make_state()
                self._sure = html().props("id=three-sure")
        with panel("How to play it") as self._play, ui.element("div").classes("halves"):
            self._list = ui.element("div").classes("decisions")
            self._picture = html().props("id=three-range aria-live=polite")
        self._show_result(there=False)
        ui.timer(_LOOKS, self._tell)

    def _make_form(self, texts: dict[str, str]) -> None:
        self._form = form = QuestionForm(ThreeTournamentQuestion, texts, self._ask, **_USUAL)
        with ui.element("div").classes("fields"):
            form.add("game", "chips", "unit", "blinds", "ante", "prizes")
            for name in ("game", "prizes"):
                form.fields[name].classes("wide")
            form.add_choice("model", "Stack model to begin with", MODEL_NAMES)
            form.fields["model"].classes("wide")
        with ui.element("div").classes("row-of"):
            ui.button("Solve", on_click=self._ask).classes("go").props("id=three no-caps")
            ui.button("Stop", on_click=self.stop).props("id=stop-three outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")
        self._needs = html().classes("note").props("id=three-needs role=status")

    def _make_state(self) -> None:
        with ui.element("div").classes("row-of"):
            self._at = ui.input("Stacks: sb, bb, button").without_auto_validation()
            self._at.props('autocomplete="off" data-field=at').on("keydown.enter", self._look)
            self._at.on_value_change(lambda: setattr(self._at, "error", None))
            ui.button("Show", on_click=self._look).props("outline no-caps dense id=three-show")
        self._seats = html().props("id=three-seats aria-live=polite")
        with ui.element("div").classes("row-of"):
            file_buttons(_FILES, self._download)

    def _show_result(self, *, there: bool) -> None:
        for part in (self._places, self._sure, self._play):
            part.set_visibility(there)

    async def _tell(self) -> None:
        """States and time, before anything is solved."""
        texts = self._form.texts()
        if texts == self._told or self._job is not None:
            return
        self._told = texts
        try:
            words = await self._board.ask(ThreeNeedsQuestion.of_texts(texts))
        except JamfoldError:
            words = ""
        if texts == self._told:
            self._needs.set_content(f"<p>{escape(words)}</p>" if words else "")

    def _ask(self) -> None:
        self._asked = self._form.read()
        if self._asked is None:
            return
        set_address("/tournament", "players=3", self._asked.query(**_USUAL | {"game": ""}))
        self._answer.set_content("")
        self._show_result(there=False)
        self.start(self._asked)

    def finished(self, result: Any) -> None:
        """Show the certificate, and the most equal stacks."""
        lines = "".join(f"<p class='note'>{escape(line)}</p>" for line in result["lines"])
        self._answer.set_content(
            f'<p><span class="badge exact">certified</span> <b>{escape(result["title"])}</b></p>'
        )
        self._sure.set_content(f"<p><b>{escape(result['sure'])}</b></p>{lines}")
        self._at.set_value(result["equal"])
        self._show_result(there=True)
        self._told = {}  # it is kept now
        with self._play:
            ui.timer(0.01, self._look, once=True)

    async def _look(self) -> None:
        """The state of the stacks that are typed."""
        if self._asked is None:
            return
        at = str(self._at.value or "")
        try:
            question = ThreeStateQuestion.of_texts(self._asked.texts() | {"at": at})
            state = await self._board.ask(question)
        except JamfoldError as error:
            self._at.error = str(error)
            return
        if at == str(self._at.value or ""):
            self._show_state(state)

    def _show_state(self, state: dict[str, Any]) -> None:
        self._state = state
        tiles = [(seat[0], seat[3]) for seat in state["seats"]]
        self._seats.set_content(numbers(tiles) + table(state["heads"], state["seats"]))
        nodes = [one["node"] for one in state["decisions"]]
        if self._node not in nodes:
            self._node = nodes[0] if nodes else ""
        self._show_decision(self._node)

    def _show_decision(self, node: str) -> None:
        """A click on a decision: its range."""
        self._node = node
        self._list.clear()
        with self._list:
            for one in self._state["decisions"]:
                button = ui.element("button").classes("decision")
                chosen = "true" if one["node"] == node else "false"
                button.props(f'type=button aria-pressed={chosen} data-node="{one["node"]}"')
                button.on("click", lambda name=one["node"]: self._show_decision(name))
                with button:
                    html(choice_html(one), "span")
        chosen_ones = [one for one in self._state["decisions"] if one["node"] == node]
        pictures = "".join(range_html(one, self._state["ranks"]) for one in chosen_ones)
        self._picture.set_content(pictures or "<p>Nobody has a decision with these stacks.</p>")

    async def _download(self, kind: str) -> None:
        if self._asked is not None:
            question = ThreeFileQuestion.of_texts(self._asked.texts() | {"format": kind})
            await download(self._board, question, f"tournament-three.{kind}")


def choice_html(decision: dict[str, Any]) -> str:
    """A decision in a list: who has it behind what, and how much is played."""
    return (
        f"<span>{escape(decision['words'])}</span> <b>{decision['action']}s {decision['percent']:.1f} %</b>"
    )


def range_html(decision: dict[str, Any], ranks: Sequence[str]) -> str:
    """The square of a decision, and its range as text."""
    action = decision["action"]
    cells = [
        cell | {"words": f"{cell['hand']}: {action}s {percent(cell['played'])} of the time."}
        for cell in square_cells(decision["square"])
    ]
    square = heat.square(cells, len(ranks), decision["words"], hint=HINT)
    return (
        f"<p class='advice'>{escape(decision['words'])}: {action}s {decision['percent']:.2f} % of hands.</p>"
        f"{heat.legend(action)}{square}<p class='note'>{escape(decision['range'])}</p>"
    )
