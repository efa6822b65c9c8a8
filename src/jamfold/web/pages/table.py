"""A table of two to ten seats: the seats around it, a seat's decisions, a decision's range."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.hand.posts import POSTED
from jamfold.questions.table import PRESETS, TableQuestion
from jamfold.questions.table_decisions import (
    TableDecisionQuestion,
    TableFileQuestion,
    TableHandQuestion,
    TableNeedsQuestion,
    TableTextQuestion,
)
from jamfold.questions.worth import PANEL
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.decision import choice_html, decision_html, range_html
from jamfold.web.pages.felt import Felt
from jamfold.web.pages.files import answer_or_note, download, file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import (
    copy_link,
    copy_text,
    error_text,
    frame,
    html,
    panel,
    table,
)
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.needs import needs_html

_LEAD = (
    "Two to ten players, all-in or fold: cash games with rake, spins, bubbles, final tables. What every seat "
    "plays behind every history, what that wins, and what it could still gain."
)
_USUAL = {"game": "holdem", "seats": "3", "stack": "10bb"}
_LEVEL = (*POSTED, "dead", "max_allin", "whole_chips")
_SAMPLING = ("seconds", "gain", "seed")
_GIVEN = ("ranges", "respond")
_RANGES = r"btn: 88+,A9+\nbb after btn: TT+,AQ+"
_FILES = {"csv": "CSV", "json": "JSON", "profile": "Strategies"}
_PICTURES = {"png": "PNG", "svg": "SVG"}
_NAMES = {"profile": "table-profile.json"}
_INTO_SIGHT = """if (innerWidth < 900)
document.getElementById('decision').scrollIntoView({block: 'start'});"""
_LOOKS = 0.5
"""Seconds between looks at the form and the search, as long as nothing is solved."""


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/table", title="Table")
    def table_page(request: Request) -> None:
        with frame("/table", "Two to ten at the table", _LEAD):
            TablePage(board, dict(request.query_params))


class TablePage(JobLine):
    """Form, table, decisions of a seat, range of a decision."""

    _form: QuestionForm[TableQuestion]
    _stopped = "Stopped. What was found is kept: Solve goes on from there."

    def __init__(self, board: JobBoard, query: dict[str, str]) -> None:
        self._board, self._wanted = board, query.get("node", "")
        self._asked: TableQuestion | None = None
        self._typed: Mapping[str, str] = {}
        self._result: dict[str, Any] = {}
        self._node = ""
        with ui.element("div").classes("two"):
            with panel("The game"):
                self._make_form(preset_texts(query.get("preset", "")) | query)
            with ui.element("div").classes("stack"):
                with ui.element("div").classes("halves"):
                    with panel("The table"):
                        self._make_table()
                    with panel("Range") as self._range:
                        self._make_range(query.get("hand", ""))
                with panel("How exact it is") as self._about:
                    self._answer = html().props("id=table-answer aria-live=polite")
                    with ui.element("div").classes("row-of"):
                        file_buttons(_FILES, self._download)
        self._show_result(there=False)
        ui.timer(_LOOKS, self._draw)
        ui.timer(0.25, self._arrive, once=True)
        self._draw()

    def _make_table(self) -> None:
        """The seats, how far the work is, and the decisions of a seat."""
        self._felt = Felt(self._choose_seat)
        super().__init__(self._board, listed=True)
        self.status.props("id=table-status")
        self._bar = ui.linear_progress(0, show_value=False, size="10px")
        self._bar.props('aria-label="Share of the work that is done" color=teal-8 rounded')
        self._seat = html().props("id=seat aria-live=polite")
        self._list = ui.element("div").classes("decisions")

    def _make_form(self, texts: Mapping[str, str]) -> None:
        self._form = form = QuestionForm(TableQuestion, texts, self._ask, **_USUAL)
        with ui.element("div").classes("row-of presets").props('role=group aria-label="Common formats"'):
            for name, preset in PRESETS.items():
                stack = preset.stack.replace("bb", " bb")
                title = preset.words.split(",")[0]
                words = f"{title[:1].upper()}{title[1:]}\n{preset.seats} seats, {stack}"
                button = ui.button(words, on_click=lambda name=name: self._take(name))
                button.props(f"outline no-caps dense id=preset-{name}")
        with ui.element("div").classes("fields"):
            form.add("game", "seats", "stack", "stacks")
            for name in ("game", "stacks"):
                form.fields[name].classes("wide")
            stacks = form.fields["stacks"]
            stacks.label = "Or every stack: sb, bb, ..., button"
            stacks.props('placeholder="8bb 10bb 12bb"')
            for name in ("seats", "stack"):  # stacks stand in their place
                form.fields[name].bind_visibility_from(
                    stacks, "value", lambda text: not str(text or "").strip()
                )
        form.add_panel(PANEL)
        form.fields["prizes"].classes("wide")
        form.add_folded("Blinds, antes, all-ins", _LEVEL)
        form.add_folded("Time and certificate", _SAMPLING)
        form.add_folded("Against given ranges", _GIVEN)
        form.fields["ranges"].classes("wide short").props(f'placeholder="{_RANGES}"')
        with ui.element("div").classes("row-of"):
            ui.button("Solve", on_click=self._ask).classes("go").props("id=solve-table no-caps")
            ui.button("Stop", on_click=self.stop).props("id=stop-table outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")
        self._needs = html().classes("note").props("id=needs role=status")

    def _make_range(self, cards: str) -> None:
        self._words = html().props("id=decision aria-live=polite")
        self._picture = html().props("id=range")
        with ui.element("div").classes("row-of"):
            self._hand = ui.input(
                "Your hand", value=cards, placeholder="K7o, or KhTd"
            ).without_auto_validation()
            self._hand.props('autocomplete="off" data-field=hand').on("keydown.enter", self._look_up)
            self._hand.on_value_change(lambda: setattr(self._hand, "error", None))
            ui.button("Look up", on_click=self._look_up).props("outline no-caps dense id=look-up")
        self._found = html().props("id=hand-answer role=status aria-live=polite")
        with ui.element("div").classes("row-of"):
            ui.button("Range as text", on_click=self._show_text).props("outline no-caps dense id=as-range")
            file_buttons(_PICTURES, self._download)
        with ui.element("div").classes("wide") as self._text_box:
            self._text_note = html().props("role=status aria-live=polite id=range-note")
            self._text = ui.textarea("Range as text").classes("wide toml").props("readonly outlined")
            self._text.props("data-field=range-text")
            copy = ui.button("Copy", on_click=lambda: copy_text(str(self._text.value)))
            copy.props("outline no-caps dense id=copy-range")
            give = ui.button("Give it, to change it", on_click=self._give)
            give.props("outline no-caps dense id=give-range")

    def _take(self, name: str) -> None:
        """Fill in a common format, and solve it."""
        given = {"stacks": "", "prizes": ""} | preset_texts(name)
        for field, text in given.items():
            self._form.fields[field].set_value(text)
        self._ask()

    def _draw(self) -> None:
        """The seats of the form, as long as nothing is solved."""
        if self._result:
            return
        try:
            asked = self._asked if self._job is not None else None
            seats = (asked or TableQuestion.of_texts(self._form.texts())).seats_at_table
        except JamfoldError:
            return
        progress = {} if self._job is None else self._job.progress
        middle = "Press Solve." if self._job is None else progress.get("words") or "Solving …"
        jams = progress.get("jams") or [None] * len(seats)
        shown = [
            {"name": name, "stack": stack, "jams": "" if share is None else f"jams {share:.1f} %"}
            for (name, stack), share in zip(seats, jams, strict=False)
        ]
        self._felt.show(shown, f"<p>{escape(middle)}</p>")

    async def _arrive(self) -> None:
        """A table that takes seconds solves itself, as that of the first page does."""
        question = self._form.read()
        if question is None:
            return
        known = self._board.find(question) is not None
        needs = await answer_or_note(self._board, TableNeedsQuestion.of_texts(question.texts()))
        if needs is None:
            return
        self._needs.set_content(needs_html(" ".join(needs["notices"])))
        if self._asked is None and (known or needs["quick"]):
            self._start(question)

    def _ask(self) -> None:
        question = self._form.read()
        if question is not None:
            self._wanted = ""
            self._start(question)

    def _start(self, question: TableQuestion) -> None:
        self._asked, self._result, self._node = question, {}, ""
        self._typed = self._form.texts()
        self._set_address()
        self._answer.set_content("")
        self._show_result(there=False)
        self.start(question)
        self._draw()

    def _set_address(self) -> None:
        """What is shown: the form as it was typed, the decision, the hand that is looked up."""
        usual = TableQuestion.usual_texts() | {"game": ""}
        texts = {name: text for name, text in self._typed.items() if text not in ("", usual[name], "False")}
        texts = {name: "1" if text == "True" else text for name, text in texts.items()}
        texts |= {"node": self._node or self._wanted, "hand": str(self._hand.value or "")}
        set_address("/table", urlencode({name: text for name, text in texts.items() if text}))

    def _refresh(self) -> None:
        super()._refresh()
        if hasattr(self, "_bar"):
            job = self._job
            self._bar.set_visibility(job is not None and job.open)
            self._bar.set_value(job.share if job is not None else 0)

    def _show_result(self, *, there: bool) -> None:
        for part in (self._range, self._about, self._seat, self._list):
            part.set_visibility(there)

    def finished(self, result: Any) -> None:
        """Show the seats, and the decision of the link, or the first one."""
        self._result = result
        badge = "exact" if result["summary"]["exact"] else "sampled"
        lines = "".join(f"<p class='note'>{escape(line)}</p>" for line in result["lines"])
        response = f"<p class='advice'>{escape(result['response'])}</p>" if result["response"] else ""
        rows = [
            [seat["title"], seat["stack"], seat["value"], seat["error"], seat["least"], seat["gain"]]
            for seat in result["seats"]
        ]
        heads = ("seat", "stack", result["value_words"], "standard error", "could gain at least", "at most")
        self._answer.set_content(
            f'<p><span class="badge {"exact" if badge == "exact" else "rough"}">{badge}</span> '
            f"<b>{escape(result['title'])}</b></p>{response}{lines}"
            f"<details><summary>The seats as a table</summary>{table(heads, rows)}</details>"
        )
        middle = f"<p><b>{badge}</b></p><p>{escape(result['bound'])}</p>"
        self._felt.show(result["seats"], middle)
        self._show_result(there=True)
        nodes = [one["node"] for seat in result["seats"] for one in seat["decisions"]]
        node = self._wanted if self._wanted in nodes else result["first"]
        if node:
            with self._about:
                ui.timer(0.01, lambda: self._choose(node), once=True)

    def failed(self, job: Any) -> None:
        """Show that there is no result."""
        super().failed(job)
        self._asked = None

    async def _choose_seat(self, name: str) -> None:
        """A click on a seat: its first decision."""
        for seat in self._result.get("seats", []):
            if seat["name"] == name and seat["decisions"]:
                await self._choose(seat["decisions"][0]["node"])

    async def _choose(self, node: str) -> None:
        """Show a decision, and the others of its seat."""
        result, self._node = self._result, node
        self._set_address()
        seat = next(seat for seat in result["seats"] if any(one["node"] == node for one in seat["decisions"]))
        self._felt.mark(seat["name"])
        self._list_decisions(seat)
        question = self._of_decision(TableDecisionQuestion)
        try:
            answer = await self._board.ask(question)
        except JamfoldError as error:
            if self._is_shown(result, node):
                self._hear(error)
                self._words.set_content(error_text(str(error)))
                self._picture.set_content("")
            return
        if not self._is_shown(result, node):
            return
        self._text_box.set_visibility(False)
        self._found.set_content("")
        self._words.set_content(decision_html(answer))
        self._picture.set_content(range_html(answer))
        if self._hand.value:
            await self._look_up()

    async def _choose_decision(self, node: str) -> None:
        """A click on a decision; where the range stands below, it is brought into sight."""
        await self._choose(node)
        ui.run_javascript(_INTO_SIGHT)

    async def _look_up(self) -> None:
        """How the hand is played at the decision that is shown."""
        self._set_address()
        result, node, cards = self._result, self._node, str(self._hand.value or "")
        try:
            answer = await self._board.ask(self._of_decision(TableHandQuestion, cards=cards))
        except JamfoldError as error:
            self._hear(error)
            self._hand.error = str(error)
            self._found.set_content("")
            return
        if self._is_shown(result, node) and cards == str(self._hand.value or ""):
            self._found.set_content(f"<p><b>{escape(answer['words'])}</b></p>")

    def _of_decision(self, kind: Any, **more: str) -> Any:
        assert self._asked is not None
        mine = {"node": self._node, "table_id": self._result["id"]}
        return kind.of_texts(self._asked.texts() | mine | more)

    def _is_shown(self, result: dict[str, Any], node: str) -> bool:
        """Whether a decision still stands there, of the same solution."""
        return self._result is result and self._node == node

    def _hear(self, error: JamfoldError) -> None:
        """A solution that is gone is not given again: Solve solves."""
        known = self._board.find(self._asked) if self._asked is not None else None
        if error.field == "table_id" and known is not None and known.result == self._result:
            self._board.drop(known)

    def _list_decisions(self, seat: dict[str, Any]) -> None:
        """The decisions of a seat, as buttons."""
        self._seat.set_content(
            f"<h3>{escape(seat['title'])}, {escape(seat['stack'])}: {escape(seat['value'])} "
            f"{escape(seat['value_words'])}</h3>"
        )
        self._list.clear()
        with self._list:
            for one in seat["decisions"]:
                button = ui.element("button").classes("decision")
                chosen = "true" if one["node"] == self._node else "false"
                button.props(f'type=button aria-pressed={chosen} data-node="{one["node"]}"')
                button.on("click", lambda node=one["node"]: self._choose_decision(node))
                with button:
                    html(choice_html(one), "span")

    async def _show_text(self) -> None:
        result, node = self._result, self._node
        answer = await answer_or_note(self._board, self._of_decision(TableTextQuestion), self._hear)
        if answer is not None and self._is_shown(result, node):
            self._text_note.set_content(f"<p class='note'>{escape(answer['words'])}</p>")
            self._text.set_value(answer["text"])
            self._text_box.set_visibility(True)

    def _give(self) -> None:
        """Put the range into the form, where it may be changed and answered."""
        field = self._form.fields["ranges"]
        others = [
            line
            for line in str(field.value or "").splitlines()
            if line.strip() and line.partition(":")[0].strip() != self._node
        ]
        self._form.open("ranges")
        field.set_value("\n".join([*others, f"{self._node}: {self._text.value}"]))

    async def _download(self, kind: str) -> None:
        if self._asked is not None and self._result:
            node = self._node if kind in _PICTURES else ""
            question = self._of_decision(TableFileQuestion, format=kind, node=node)
            await download(self._board, question, _NAMES.get(kind, f"table.{kind}"), self._hear)


def preset_texts(name: str) -> dict[str, str]:
    """What a common format puts into the form."""
    if name not in PRESETS:
        return {}
    preset = PRESETS[name]
    return {"seats": str(preset.seats), "stack": preset.stack, "prizes": " ".join(preset.prizes)}
