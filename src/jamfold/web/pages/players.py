"""The players of an equity calculation: one field each, checked while it is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.equities import PlayerQuestion, Rules, rules_of
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.cards import CardPicker
from jamfold.web.pages.frame import html, percent, warning_text
from jamfold.web.pages.ranges import RangeHelp

FEWEST, MOST = 2, 9
_PAUSE = 0.3  # seconds without a key until a text is checked


@dataclass(eq=False)
class _Row:
    """What belongs to one player; `blamed` is the text that a calculation has refused."""

    box: ui.element
    field: ui.input
    note: ui.html
    picker: CardPicker
    help: RangeHelp
    blamed: str = ""


class PlayerRows:
    """Fields of players, to add to and to take from.

    `known` gives game, board and dead cards, `on_enter` hears the Enter key.
    """

    def __init__(
        self,
        board: JobBoard,
        game: ui.input | ui.select,
        known: Callable[[], dict[str, str]],
        on_enter: Callable[[], None],
        texts: list[str],
    ) -> None:
        self._board, self._game, self._known, self._on_enter = board, game, known, on_enter
        self._rows: list[_Row] = []
        self._examples = self._of_game()
        self._box = ui.element("div").classes("stack tight")
        for text in (texts or list(self._examples))[:MOST]:
            self._add(text[:20_000])
        while len(self._rows) < FEWEST:
            self._add("")
        ui.button("Add a player", on_click=lambda: self._add("")).props("flat no-caps dense id=add-player")
        game.on_value_change(self._new_game)
        ui.timer(0.3, self.check_all, once=True)

    def texts(self) -> list[str]:
        """What the players have, empty fields left out."""
        given = (str(row.field.value or "").strip() for row in self._rows)
        return [text for text in given if text]

    def forgive(self) -> None:
        """Take back what was said of players by the calculation before."""
        for row in self._rows:
            if row.blamed:
                row.blamed, row.field.error = "", None

    def blame(self, number: int, sentence: str) -> bool:
        """Show a sentence about the player at this place in `texts`, from 1; False if there is none."""
        given = [row for row in self._rows if str(row.field.value or "").strip()]
        if number > len(given):
            return False
        row = given[number - 1]
        row.blamed = str(row.field.value or "").strip()
        row.field.error = sentence
        return True

    @property
    def rules(self) -> Rules:
        """The game that is chosen."""
        return rules_of(str(self._game.value))

    def _of_game(self) -> tuple[str, ...]:
        return (self.rules.example_hand, self.rules.example_range)

    def _add(self, text: str) -> None:
        if len(self._rows) >= MOST:
            ui.notify(f"There are at most {MOST} players.")
            return
        with self._box, ui.element("div").classes("player") as box:
            with ui.element("div").classes("row-of"):
                field = ui.input(value=text).props('autocomplete="off"').without_auto_validation()
                take = ui.button("×").props('flat no-caps dense aria-label="Remove this player"')
            note = html().classes("note reserved")
            picker = CardPicker(field, self.rules.hole_cards, "Click cards", self.rules.lowest_rank)
            row = _Row(box, field, note, picker, RangeHelp(self._board, field, lambda: self.rules))

        async def typed() -> None:
            before = field.value
            await asyncio.sleep(_PAUSE)
            if field.value == before:
                await self._check(row)

        field.on_value_change(typed)
        field.on("keydown.enter", self._on_enter)
        take.on_click(lambda: self._remove(row))
        self._rows.append(row)
        self._number()

    def _number(self) -> None:
        """Name the fields by their place."""
        for k, row in enumerate(self._rows, start=1):
            row.field.label = f"Player {k}: hand or range"
            row.field.props(f"data-field=player{k}")

    def _remove(self, row: _Row) -> None:
        if len(self._rows) <= FEWEST:
            row.field.set_value("")
            return
        self._rows.remove(row)
        self._box.remove(row.box)
        self._number()

    async def _new_game(self) -> None:
        """Another game: examples that nobody has touched are exchanged, the rest is checked again."""
        before, self._examples = self._examples, self._of_game()
        for row in self._rows:
            row.picker.largest = self.rules.hole_cards
            row.picker.show(self.rules.lowest_rank)
            await row.help.new_game()
        for row, old, new in zip(self._rows, before, self._examples, strict=False):
            if row.field.value == old:
                row.field.set_value(new)
        await self.check_all()

    async def check_all(self) -> None:
        """Check every field."""
        for row in list(self._rows):
            await self._check(row)

    async def _check(self, row: _Row) -> None:
        """Say what a text means, or what is wrong with it, while it is typed."""
        text = str(row.field.value or "").strip()
        if text and text == row.blamed:
            return  # a check that comes late does not wipe the sentence of the calculation
        row.blamed, row.field.error = "", None
        if not text:
            row.note.set_content("")
            return
        try:
            answer = await self._board.ask(PlayerQuestion.of_texts(self._known() | {"text": text}))
        except JamfoldError as error:
            row.note.set_content("")
            if error.field == "text" and text == str(row.field.value or "").strip():
                row.field.error = str(error)
            return
        row.note.set_content(meaning(answer))


def meaning(answer: dict[str, Any]) -> str:
    """What a text means: how many hands, and what was probably not meant."""
    warnings = warning_text(answer["warnings"])
    if answer["combinations"] == 1:
        return f"One hand.{warnings}"
    return f"{answer['combinations']:,} combinations, {percent(answer['share'], 3)} of all.{warnings}"
