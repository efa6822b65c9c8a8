"""What two sources play differently and what that costs; a spot beside pasted ranges or a CSV."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from jamfold.questions.hands import CompareQuestion
from jamfold.questions.spots import SpotQuestion
from jamfold.views.faces import faces_html
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.form import QuestionForm
from jamfold.web.pages.frame import html, percent, signed, table, warning_text
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.ranges import RangeHelp

SHOWN = 10
"""Hands of each seat in a table."""
_HEADS = ("hand", "hands", "this", "other", "playing gains, {}", "costs when dealt, {}")
_NAMES = {"sb": "Small blind", "bb": "Big blind"}


def costs_html(answer: dict[str, Any]) -> str:
    """Both seats in sentences, and the dearest differences in tables."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in answer["lines"])
    tables = "".join(
        f"<h3>{_NAMES[seat['position']]}: the dearest differences</h3>{_dearest(seat)}"
        for seat in answer["summary"]["seats"]
        if seat["hands"]
    )
    return f"<ul class='why'>{lines}</ul><p>{warning_text(answer['warnings'])}</p>{tables}"


def _dearest(seat: dict[str, Any]) -> str:
    unit = "bb" if seat["cost_money"] is None else "money"
    rows = [
        [
            faces_html(hand["name"]),
            f"{hand['size']:,}",
            percent(hand["played"]),
            percent(hand["other_played"]),
            signed(hand[f"difference_{unit}"]),
            f"{hand[f'cost_{unit}']:.4f}",
        ]
        for hand in seat["hands"]
    ]
    return table([head.format(unit) for head in _HEADS], rows)


class RangesPanel(JobLine):
    """Ranges, or a table of another tool, to paste; what they cost in this spot."""

    _form: QuestionForm[CompareQuestion]

    def __init__(self, board: JobBoard, spot: SpotQuestion) -> None:
        self._spot = spot
        self._form = QuestionForm(CompareQuestion, {}, self._ask)
        with ui.expansion("Compare with ranges or a CSV of another tool").classes("wide"):
            html("<p class='note'>Paste one range or both, or the lines of a CSV file.</p>")
            for name in ("jam", "call"):
                self._form.add(name)
                RangeHelp(board, self._form.fields[name], lambda: spot.rules)
            self._form.add_area("csv")
            for field in self._form.fields.values():
                field.classes("wide")
            with ui.element("div").classes("row-of"):
                ui.button("Compare", on_click=self._ask).classes("go").props("id=compare no-caps")
                ui.button("Stop", on_click=self.stop).props("outline no-caps dense")
            super().__init__(board)
            self._answer = html().props("id=costs aria-live=polite")

    def _ask(self) -> None:
        question = self._form.read(**self._spot.texts(), top=str(SHOWN))
        if question is not None:
            self._answer.set_content("")
            self.start(question)

    def finished(self, result: Any) -> None:
        """Show what is played differently."""
        self._answer.set_content(costs_html(result))
