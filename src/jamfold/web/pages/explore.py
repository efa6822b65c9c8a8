"""Explore a solved strategy, alone or beside another: pictures, the list of hands, files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any, TypeVar

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.errors import JamfoldError
from jamfold.questions.hands import StrategyQuestion
from jamfold.questions.spots import SpotQuestion
from jamfold.questions.strategies import (
    FamiliesQuestion,
    ListFileQuestion,
    RangeTextQuestion,
    SquareQuestion,
)
from jamfold.web.jobs import JobBoard
from jamfold.web.pages import heat
from jamfold.web.pages.beside import BesideLine
from jamfold.web.pages.compare import RangesPanel
from jamfold.web.pages.files import answer_or_note, download, file_buttons
from jamfold.web.pages.frame import copy_text, error_text, html, panel, percent
from jamfold.web.pages.hand import SEATS
from jamfold.web.pages.handlist import HandList

Asked = TypeVar("Asked", bound=StrategyQuestion)
LookUp = Callable[[str, str], Awaitable[None]]
ACTIONS = {"sb": "jam", "bb": "call"}
PAST = {"jam": "jammed", "call": "called"}
APART = 0.1
"""Cells are outlined where a hand is played so much more or less often in the other solution."""
_FILES = {"csv": "CSV", "json": "JSON", "png": "PNG"}
_CLICK = "(e) => { const b = e.target.closest('[data-id]'); if (b) emit(b.dataset.id); }"
_FAMILY_CLICK = "(e) => { const b = e.target.closest('[data-family]'); if (b) emit(b.dataset.family); }"


class ExplorePanel:
    """The whole strategy of either player.

    `beside` is the address of a spot to compare with, `start` whether it may be
    solved for that; `on_beside` hears which spot is chosen.
    """

    def __init__(
        self,
        board: JobBoard,
        spot: SpotQuestion,
        look_up: LookUp,
        *,
        beside: str,
        start: bool,
        on_beside: Callable[[str], None],
    ) -> None:
        self._board, self._spot, self._look_up = board, spot, look_up
        self._four = spot.rules.has_families
        self._every_class = ""
        with panel("Explore"):
            with ui.element("div").classes("row-of"):
                self._seat = ui.select(SEATS, value="sb", label="Player").props("data-field=seat")
                self._seat.on_value_change(self.show)
                self._beside = BesideLine(board, spot, self.show, on_beside)
            self._beside.make_lines()
            RangesPanel(board, spot)
            self._picture = html().props("id=explore")
            self._picture.on("click", self._clicked, js_handler=_CLICK)
            if self._four:
                self._picture.on("click", self._family_clicked, js_handler=_FAMILY_CLICK)
            with ui.expansion("All hands as a list", value=self._four).classes("wide"):
                self._list = HandList(board, self.ask, self._row_clicked, four_cards=self._four)
            self._make_files()

        async def first() -> None:
            await self.show()
            await self._beside.choose(beside, start=start)

        ui.timer(0.05, first, once=True)

    def ask(self, kind: type[Asked], **more: Any) -> Asked:
        """A question about the strategies that are shown."""
        position, other = str(self._seat.value), self._beside.spot
        return kind.of_spot(self._spot, position=position, other=other, **more)

    async def show(self) -> None:
        """Show the chosen player."""
        question = self.ask(FamiliesQuestion if self._four else SquareQuestion)
        seat = question.position
        try:
            answer = await self._board.ask(question)
            content = (
                families_html(answer, ACTIONS[seat], beside=question.other is not None)
                if self._four
                else squares_html(answer, ACTIONS[seat], SEATS[seat])
            )
        except JamfoldError as error:
            content = error_text(str(error))
        if question != self.ask(type(question)):  # something else has been chosen meanwhile
            return
        self._picture.set_content(content)
        self._range.set_visibility(False)
        await self._list.filter()

    async def _clicked(self, event: GenericEventArguments) -> None:
        await self._look_up(str(event.args), self._seat.value)

    async def _row_clicked(self, class_id: str) -> None:
        await self._look_up(class_id, self._seat.value)

    async def _family_clicked(self, event: GenericEventArguments) -> None:
        await self._list.show_family(str(event.args))

    def _make_files(self) -> None:
        """Downloads, and the range as text."""
        with ui.element("div").classes("row-of"):
            file_buttons(_FILES, self._download)
            ui.button("Range as text", on_click=self._show_range).props("outline no-caps dense id=as-range")
        with ui.element("div").classes("wide") as self._range:
            self._range_note = html().props("role=status aria-live=polite id=range-note")
            self._range_text = ui.textarea("Range as text").classes("wide toml").props("readonly outlined")
            self._range_text.props("data-field=range-text")
            with ui.element("div").classes("row-of"):
                ui.button("Copy", on_click=lambda: copy_text(str(self._range_text.value))).props(
                    "outline no-caps dense"
                )
                ui.button("Every class as a file", on_click=self._download_range).props(
                    "outline no-caps dense id=every-class"
                )
        self._range.set_visibility(False)

    async def _download(self, kind: str) -> None:
        question = self._list.question(ListFileQuestion, format=kind)
        await download(self._board, question, f"{self._name()}.{kind}")

    def _name(self) -> str:
        return f"{self._spot.game}-{self._seat.value}"

    async def _show_range(self) -> None:
        answer = await answer_or_note(self._board, self._list.question(RangeTextQuestion))
        if answer is not None:
            self._every_class = answer["whole"] + "\n"
            self._range_note.set_content(f"<p class='note'>{escape(answer['words'])}</p>")
            self._range_text.set_value(answer["text"])
            self._range_text.set_visibility(bool(answer["text"]))
            self._range.set_visibility(True)

    def _download_range(self) -> None:
        ui.download.content(self._every_class, f"{self._name()}.txt")


def squares_html(answer: dict[str, Any], action: str, seat: str) -> str:
    """One square, or two side by side with the hands outlined that are played apart."""
    squares, width = answer["squares"], len(answer["ranks"])
    first = heat.strategy_cells(squares[0], action)
    if len(squares) == 1:
        return heat.legend(action) + heat.square(first, width, f"Hands of the {seat}")
    second = heat.strategy_cells(squares[1], action)
    for one, other in zip(first, second, strict=True):
        one["apart"] = other["apart"] = abs(one["played"] - other["played"]) >= APART
        one["words"] += f" In the other {percent(other['played'])}."
        other["words"] += f" In the first {percent(one['played'])}."
    halves = "".join(
        f"<div><h3>{name}</h3>{heat.square(cells, width, f'{name}: hands of the {seat}')}</div>"
        for name, cells in (("This spot", first), ("The other", second))
    )
    return f'{heat.legend(action, apart=APART)}<div class="halves">{halves}</div>'


def families_html(tree: list[dict[str, Any]], action: str, *, beside: bool) -> str:
    """The families as bars, each with its parts by suits."""

    def item(family: dict[str, Any]) -> str:
        bars = f'<i style="--p:{family["played"]:.4f}"></i><b>{percent(family["played"], 1)}</b>'
        if beside:
            other = family["other_played"]
            bars += f'<i class="other" style="--p:{other:.4f}"></i><b>{percent(other, 1)}</b>'
        size = f"{family['hands']:,} hands, {percent(family['share'], 1)}"
        name = f"{escape(family['name'])} <small>{size}</small>"
        show = (
            f'<button type="button" class="link" data-family="{escape(family["path"])}" '
            f'aria-label="List {escape(family["path"])}">list</button>'
        )
        if not family["children"]:
            return (
                f'<li><div class="bar"><span>{name} {show}</span><div class="lines">{bars}</div></div></li>'
            )
        bar = f'<div class="bar"><span>{name}</span><div class="lines">{bars}</div></div>'
        inside = "".join(item(child) for child in family["children"])
        return f"<li><details><summary>{bar}</summary>{show}<ul>{inside}</ul></details></li>"

    key = (
        '<div class="legend"><span><i style="background:var(--play)"></i>this spot</span>'
        '<span><i style="background:var(--lose)"></i>the other</span></div>'
    )
    all_families = '<button type="button" class="link" data-family="">list all families</button>'
    return (
        f"<h3>Families: how much of each is {PAST[action]}</h3>{key if beside else ''}"
        f'<ul class="bars">{"".join(item(family) for family in tree)}</ul>{all_families}'
    )
