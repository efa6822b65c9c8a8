"""Look up one hand of a solved spot."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.games import find_game
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.cards import CardPicker
from jamfold.web.pages.frame import html, number_of, panel, percent, signed, table

SEATS = {"sb": "Small blind: jam or fold", "bb": "Big blind: call or fold"}
_ACTIONS = {"sb": "jammed", "bb": "called"}


class HandPanel:
    """Cards or an id in, how the hand is played out."""

    def __init__(self, board: JobBoard, spot: dict[str, Any]) -> None:
        self._board, self._spot = board, spot
        self._latest: dict[str, Any] = {}
        game = find_game(spot["game"])
        size = game.hole_cards
        with panel("Look up a hand"):
            with ui.element("div").classes("row-of"):
                example = "Ah Kd" if size == 2 else "6h Qd 6c Ac"
                self._text = ui.input("Cards, or the id of a class", placeholder=example)
                self._text.props('autocomplete="off" data-field=hand').on("keydown.enter", self.ask)
                self._seat = ui.select(SEATS, value="sb", label="Seat").props("data-field=position")
                ui.button("Look up", on_click=self.ask).classes("go").props("id=look-up no-caps")
            CardPicker(self._text, lambda: size, "Click cards", game.lowest_rank)
            self._answer = html().props("id=hand-answer role=status aria-live=polite")
        self._text.on_value_change(lambda: setattr(self._text, "error", None))
        self._seat.on_value_change(self._again)

    async def look_up(self, hand: str, position: str) -> None:
        """Look up a hand that was clicked somewhere else on the page."""
        self._text.set_value(hand)
        self._seat.set_value(position)
        await self.ask()
        ui.run_javascript("document.getElementById('hand-answer').scrollIntoView({block: 'nearest'})")

    async def _again(self) -> None:
        if self._text.value:
            await self.ask()

    async def ask(self) -> None:
        """Look up what is in the field."""
        self._text.error = None
        params = {"spot": self._spot, "hand": self._text.value or "", "position": self._seat.value}
        self._latest = params
        try:
            found = await self._board.ask("hand", params)
        except JamfoldError as error:
            self._text.error = str(error)
            self._answer.set_content("")
            return
        if params is self._latest:
            self._answer.set_content(hand_html(found))


def hand_html(found: dict[str, Any]) -> str:
    """One hand in words and numbers."""
    rows = [
        [name, signed(found[key]), signed(found[f"{key}_bb"], 6)]
        for name, key in (("EV all-in", "ev_allin"), ("EV fold", "ev_fold"), ("difference", "difference"))
    ]
    why = "".join(f"<li>{escape(line)}</li>" for line in found["words"])
    return (
        f"<h3>{escape(found['cards'])}: class {found['id']} ({escape(found['representative'])}, "
        f"{number_of(found['size'], 'hand', 'hands')})</h3>"
        f'<p class="advice">{escape(found["advice"])}</p>'
        f"<p>It is {_ACTIONS[found['position']]} {percent(found['played'])} of the time.</p>"
        f"{table(('', 'chips', 'bb'), rows)}<h3>Why</h3><ul class='why'>{why}</ul>"
    )
