"""Help with a field in which a range is typed: a share to slide, a square to paint, examples to take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from itertools import count
from json import dumps
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.cards import RANK_NAMES
from jamfold.errors import JamfoldError
from jamfold.games import Game
from jamfold.questions.equities import PaintedQuestion, Rules
from jamfold.views.range_examples import range_examples
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import html

_STEP = 0.5
_THROTTLE = 0.1
_LABEL = "Slide, paint, examples"
_PAINT_HINT = "Click or drag to paint hands; with keys: arrows and the space bar."
_TAKE = "(e) => { const b = e.target.closest('[data-text]'); if (b) emit(b.dataset.text); }"
_numbers = count()


class RangeHelp:
    """An expansion below a field of a range; what is slid, painted or taken is written into the field.

    `rules` gives the game, whose square is shown where hands have two cards.
    """

    def __init__(
        self, board: JobBoard, field: ui.input | ui.select | ui.textarea, rules: Callable[[], Rules]
    ) -> None:
        self._board, self._field, self._rules = board, field, rules
        self._id = f"paint{next(_numbers)}"
        self._game: Rules | None = None
        self._written = ""
        with ui.expansion(_LABEL, on_value_change=self._opened).classes("wide noprint ranges") as self._box:
            self._box.props("dense")
            self._inside = ui.element("div").classes("stack tight range-help")
        field.on_value_change(self._typed)

    async def new_game(self) -> None:
        """Another game: another square, other examples."""
        if self._box.value and self._game != self._rules():
            self._make()
            await self._mark()

    async def _opened(self) -> None:
        if self._box.value:
            if self._game != self._rules():
                self._make()
            await self._mark()

    def _make(self) -> None:
        """Slider, square and examples of the game."""
        self._game = game = self._rules()
        self._inside.clear()
        with self._inside:
            if isinstance(game, Game):  # else hands are written card by card
                self._add_share()
            if game.has_square_of_classes:
                square = html(paint_html(game, self._id))
                square.on("painted", self._painted, js_handler="(e) => emit(e.detail)")
            html(examples_html(game)).on("click", self._taken, js_handler=_TAKE)

    def _add_share(self) -> None:
        """The slider of the best hands."""
        self._share = html(_share_text(0)).props(f"id={self._id}-share")
        slider = ui.slider(min=0, max=100, step=_STEP, value=0)
        slider.props(f'aria-labelledby={self._id}-share data-field="{self._id}-percent"')
        slider.on("update:model-value", self._slid, throttle=_THROTTLE)
        self._slider = slider

    def _write(self, text: str) -> None:
        """Put a text into the field, as if it had been typed."""
        self._written = text
        self._field.set_value(text)

    def _slid(self) -> None:
        percent = float(self._slider.value)
        self._share.set_content(_share_text(percent))
        self._write(f"{percent:g}%" if percent else "")

    def _taken(self, event: GenericEventArguments) -> None:
        if str(event.args) in dict(range_examples(self._rules())):
            self._write(str(event.args))

    async def _painted(self, event: GenericEventArguments) -> None:
        """Write what is painted, as short as it can be said."""
        names = {f"{name}" for row in names_of_square(self._rules()) for name in row}
        cells = [str(cell) for cell in event.args if str(cell).partition("@")[0] in names]
        if not cells:
            self._write("")
            return
        if any("@" in cell for cell in cells):  # all parts of a range have weights, or none
            cells = [cell if "@" in cell else f"{cell}@100" for cell in cells]
        try:
            answer = await self._board.ask(PaintedQuestion(game=self._rules().name, text=",".join(cells)))
        except JamfoldError as error:
            self._field.error = str(error)
            return
        self._write(answer["text"])

    async def _typed(self) -> None:
        if self._box.value:
            await self._mark()

    async def _mark(self) -> None:
        """Paint what the field says; what is no range, or none yet, leaves the square as it is."""
        text = str(self._field.value or "").strip()
        if self._game is None or not self._game.has_square_of_classes:
            return
        cells: Mapping[str, Any] = {}
        if text:
            try:
                answer = await self._board.ask(PaintedQuestion(game=self._game.name, text=text))
            except JamfoldError:
                return
            cells = answer["cells"]
        if text == str(self._field.value or "").strip():
            ui.run_javascript(f'window.jamfoldPaint && jamfoldPaint("{self._id}", {dumps(cells)})')


def names_of_square(game: Rules) -> list[list[str]]:
    """Names of two-card hands in their square: pairs on the diagonal, suited above, offsuit below."""
    ranks = RANK_NAMES[game.lowest_rank :][::-1]
    return [
        [
            high + low if row == column else f"{high}{low}s" if row < column else f"{low}{high}o"
            for column, low in enumerate(ranks)
        ]
        for row, high in enumerate(ranks)
    ]


def paint_html(game: Rules, element_id: str) -> str:
    """The square as buttons that are pressed or not; the script of all pages paints them."""
    rows = names_of_square(game)
    buttons = "".join(
        f'<button type="button" data-hand="{name}" aria-pressed="false" '
        f'tabindex="{0 if not row and not column else -1}">{name}</button>'
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
    )
    return (
        f'<div class="heat paint" id="{element_id}" role="group" aria-label="Hands to paint" '
        f'data-width="{len(rows)}" style="grid-template-columns:repeat({len(rows)},minmax(0,1fr))">'
        f'{buttons}</div><p class="note">{_PAINT_HINT}</p>'
    )


def examples_html(game: Rules) -> str:
    """Texts of ranges and what they mean; a click takes one."""
    rows = "".join(
        f'<tr><th scope="row"><button type="button" class="link range" data-text="{escape(text)}">'
        f"{escape(text)}</button></th><td>{escape(meaning)}</td></tr>"
        for text, meaning in range_examples(game)
    )
    return (
        '<details class="examples"><summary>How a range is written</summary>'
        f'<table class="plain notes"><tbody>{rows}</tbody></table></details>'
    )


def _share_text(percent: float) -> str:
    shown = f"the best {percent:g} % of all hands" if percent else "slide for the best hands"
    return f"Share: {shown}, by equity against a random hand"
