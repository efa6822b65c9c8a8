"""Look up hands of a solved spot."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.lookups import HandQuestion
from jamfold.questions.spots import SpotQuestion
from jamfold.views.faces import faces_html
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.cards import CardPicker
from jamfold.web.pages.frame import html, number_of, panel, percent, signed, table, warning_text
from jamfold.web.pages.units import is_money, units

SEATS = {"sb": "Small blind: jam or fold", "bb": "Big blind: call or fold"}
_ACTIONS = {"sb": "jammed", "bb": "called"}


class HandPanel:
    """Cards, a name, a range or an id in, how that is played out."""

    def __init__(self, board: JobBoard, spot: SpotQuestion) -> None:
        self._board, self._spot = board, spot
        self._latest = ("", "")
        game = spot.rules
        with panel("Look up a hand"):
            with ui.element("div").classes("row-of"):
                example = f"{game.example_hand}, {game.example_range}"
                self._text = ui.input("Cards, a name, a range, or an id", placeholder=example)
                self._text.props('autocomplete="off" data-field=hand').on("keydown.enter", self.ask)
                self._seat = ui.select(SEATS, value="sb", label="Seat").props("data-field=position")
                ui.button("Look up", on_click=self.ask).classes("go").props("id=look-up no-caps")
            CardPicker(self._text, game.hole_cards, "Click cards", game.lowest_rank)
            self._answer = html().props("id=hand-answer role=status aria-live=polite")
        self._text.on_value_change(lambda: setattr(self._text, "error", None))
        self._seat.on_value_change(self._again)

    async def look_up(self, class_id: str, position: str) -> None:
        """Look up a class that was clicked somewhere else on the page."""
        self._text.set_value(f"#{class_id}")
        self._seat.set_value(position)
        await self.ask()
        ui.run_javascript("document.getElementById('hand-answer').scrollIntoView({block: 'nearest'})")

    async def _again(self) -> None:
        if self._text.value:
            await self.ask()

    async def ask(self) -> None:
        """Look up what is in the field."""
        self._text.error = None
        self._latest = asked = (str(self._text.value or ""), str(self._seat.value))
        try:
            question = HandQuestion.of_spot(self._spot, cards=asked[0], position=asked[1])
            answer = await self._board.ask(question)
        except JamfoldError as error:
            self._text.error = str(error)
            self._answer.set_content("")
            return
        if asked == self._latest:
            shown = hand_html(answer) if answer["kind"] == "hand" else range_html(answer)
            self._answer.set_content(shown)


def range_html(answer: dict[str, Any]) -> str:
    """Hands of several classes: how much of them is played, and the list."""
    action, total, shown = _ACTIONS[answer["position"]], answer["classes"], len(answer["hands"])
    unit = units(answer)[0]
    rows = [
        [
            faces_html(hand["name"]),
            f"{hand['size']:,}",
            percent(hand["played"]),
            signed(hand[f"difference_{unit}"]),
        ]
        for hand in answer["hands"]
    ]
    more = f"<p class='note'>The {shown} most played of them.</p>" if shown < total else ""
    return (
        f"<h3>{escape(answer['text'])}: {number_of(total, 'class', 'classes')}, "
        f"{number_of(answer['combinations'], 'hand', 'hands')}, {answer['percent']:.4f} % of all</h3>"
        f"<p class='advice'>{percent(answer['played'])} of them are {action}.</p>"
        f"<p>{warning_text(answer['warnings'])}</p>{more}"
        '<div class="tall-list" tabindex="0" role="region" aria-label="Hands of the range">'
        f"{table(('hand', 'hands', action, f'gains, {unit}'), rows)}</div>"
    )


def hand_html(answer: dict[str, Any]) -> str:
    """One hand in words and numbers."""
    columns = ("_money",) if is_money(answer) else ("", "_bb")
    rows = [
        [name, *(signed(answer[f"{key}{column}"], 6 if column else 4) for column in columns)]
        for name, key in (("EV all-in", "ev_allin"), ("EV fold", "ev_fold"), ("difference", "difference"))
    ]
    why = "".join(f"<li>{escape(line)}</li>" for line in answer["words"])
    return (
        f"<h3>{faces_html(answer['cards'])}: class {answer['id']} ({faces_html(answer['representative'])}, "
        f"{number_of(answer['size'], 'hand', 'hands')})</h3>"
        f'<p class="advice">{escape(answer["advice"])}</p>'
        f"<p>It is {_ACTIONS[answer['position']]} {percent(answer['played'])} of the time.</p>"
        f"{table(('', *units(answer)[::-1]), rows)}<h3>Why</h3><ul class='why'>{why}</ul>"
    )
