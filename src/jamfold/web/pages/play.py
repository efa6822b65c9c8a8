"""Hands against the equilibrium or against ranges, one decision at a time."""

from __future__ import annotations

import secrets
from dataclasses import replace
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui
from nicegui.events import KeyEventArguments

from jamfold.hand.posts import POSTED
from jamfold.questions.match import EQUILIBRIUM, PlayHandQuestion
from jamfold.views.faces import faces_html
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import copy_link, frame, html, numbers, panel
from jamfold.web.pages.jobline import JobLine

_LEAD = (
    "Jam or fold, call or fold, against an opponent who plays the exact equilibrium, or ranges "
    "that you give. Every hand is judged: what your choice costs, and what you have won without "
    "the luck of the cards."
)
_USUAL = {"game": "holdem"}
_SEEDS = 2**32


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/play", title="Play")
    def play_page(request: Request) -> None:
        with frame("/play", "Play against the equilibrium", _LEAD):
            PlayPanels(board, dict(request.query_params))


class PlayPanels(JobLine):
    """The form, the hand to be played, the end of the last one, and what all came to."""

    _form: QuestionForm[PlayHandQuestion]

    def __init__(self, board: JobBoard, texts: dict[str, str]) -> None:
        self._form = QuestionForm(PlayHandQuestion, texts, self._begin, **_USUAL)
        self._told: dict[str, Any] = {}
        self._given = texts
        self._asked: PlayHandQuestion | None = None
        with ui.element("div").classes("two"):
            with panel("The match"):
                self._make_form()
            with ui.element("div").classes("stack"):
                with panel("Your hand") as box:
                    box.props("id=play tabindex=-1")
                    super().__init__(board)
                    self.status.props("id=play-status")
                    self._make_hand()
                with panel("The last hand"):
                    self._last = html("<p class='note'>None yet.</p>").props("id=play-last aria-live=polite")
                with panel("So far"):
                    self._score = html("<p class='note'>Nothing yet.</p>").props("id=play-score")
        ui.keyboard(self._key, repeating=False, ignore=["input", "select", "textarea"])
        ui.timer(0.1, self._arrive, once=True)

    def _make_form(self) -> None:
        form = self._form
        form.add("game", "stacks", *POSTED)
        form.add_folded("An opponent with ranges", ("jam", "call"))
        for field in form.fields.values():
            field.classes("wide")
        with ui.element("div").classes("row-of"):
            ui.button("New match", on_click=self._begin).classes("go").props("id=begin no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")

    def _make_hand(self) -> None:
        self._hand = html("<p>Press New match.</p>").props("id=play-hand aria-live=polite")
        self._choices = ui.element("div").classes("row-of").props("id=play-choices")

    def _arrive(self) -> None:
        """A link goes on where it was copied."""
        if self._given.get("seed"):
            self._ask(self._form.read(seed=self._given["seed"], done=self._given.get("done", "")))

    def _begin(self) -> None:
        self._ask(self._form.read(seed=str(secrets.randbelow(_SEEDS))))

    def _ask(self, question: PlayHandQuestion | None) -> None:
        if question is not None:
            self._asked = question
            set_address("/play", question.query())
            self.start(question)

    def _act(self, choice: str) -> None:
        """Go on with a choice of the hand, unless an answer is on its way."""
        if self._asked is not None and self._told and self._job is None:
            done = self._told["done"] + self._told["turn"]["choices"][choice]
            self._ask(replace(self._asked, done=done))

    def _key(self, event: KeyEventArguments) -> None:
        held = event.modifiers
        if not self._told or not event.action.keydown or held.ctrl or held.alt or held.meta:
            return
        for choice in self._told["turn"]["choices"]:
            if event.key.name == choice[0]:
                self._act(choice)

    def finished(self, result: Any) -> None:
        """The next hand, the end of the last one, what all came to."""
        self._told = result
        turn, last = result["turn"], result["last"]
        seat = turn["words"][:1].upper() + turn["words"][1:]
        self._hand.set_content(
            f"<p>Hand {turn['number']:,} · {escape(seat)}</p><p class='held'>{faces_html(turn['cards'])}</p>"
        )
        if last is not None:
            seat = "small blind" if last["position"] == "sb" else "big blind"
            lines = "".join(f"<p>{faces_html(line)}</p>" for line in last["words"])
            self._last.set_content(f"<p>{faces_html(last['cards'])}, {seat}.</p>{lines}")
        else:
            self._last.set_content("<p class='note'>None yet.</p>")
        self._score.set_content(_score_html(result))
        self._show_choices()

    def _show_choices(self) -> None:
        self._choices.clear()
        with self._choices:
            for place, choice in enumerate(self._told["turn"]["choices"]):
                words = f"{choice[:1].upper()}{choice[1:]} ({choice[0]})"
                button = ui.button(words, on_click=lambda choice=choice: self._act(choice))
                button.props(f"no-caps id=play-{choice[0]}").props("outline" if place else "")


def _score_html(result: dict[str, Any]) -> str:
    if not result["hands"]:
        return "<p class='note'>Nothing yet.</p>"
    tiles = [
        ("hands", f"{result['hands']:,}"),
        ("won, bb", f"{result['won_bb']:+.2f}"),
        ("with less luck, bb", f"{result['without_luck_bb']:+.2f}"),
        ("your choices cost, bb", f"{result['cost_bb']:.3f}"),
    ]
    name = result["opponent"]
    note = (
        f"Against {'the ' if name == EQUILIBRIUM else ''}{name}. The cost is exact, against the equilibrium; "
        "what is won with less luck has the same mean as what is won."
    )
    return f"{numbers(tiles)}<p class='note'>{escape(note)}</p>"
