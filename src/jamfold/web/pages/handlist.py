"""The hands of a strategy as a list: filtered, sorted, page by page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any, TypeVar

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.errors import JamfoldError
from jamfold.questions.hands import HandsQuestion
from jamfold.questions.strategies import ListPageQuestion
from jamfold.views.faces import faces_html
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import html, number_of, percent, signed, warning_text

Asked = TypeVar("Asked", bound=HandsQuestion)
PAGE = 25
_COLUMNS = {
    "id": "id",
    "hand": "hand",
    "size": "hands",
    "played": "played",
    "ev": "EV all-in, {unit}",
    "margin": "difference, {unit}",
    "other_played": "played there",
    "other_margin": "difference there",
    "apart": "apart",
    "cost": "costs, {unit}",
    "advice": "advice",
}
"""Columns by the order of `HandsQuestion` that they sort by."""
_OF_OTHER = ("other_played", "other_margin", "apart", "cost")
_TEXTS = ("hand", "advice")
# A click on the button is a click on its row; with the button, keys can do it too.
_HAND_CELL = (
    """<q-td :props="props"><button type="button" class="link" v-html="props.row.face"></button></q-td>"""
)


class HandList:
    """A table that asks for one page at a time.

    `ask` makes questions about the strategies that are shown; `on_row` hears the id of a
    class that is clicked.
    """

    def __init__(
        self,
        board: JobBoard,
        ask: Callable[..., Any],
        on_row: Callable[[str], Awaitable[None]],
        *,
        four_cards: bool,
    ) -> None:
        self._board, self._ask, self._on_row = board, ask, on_row
        self._family = ""
        self._latest: ListPageQuestion | None = None
        with ui.element("div").classes("row-of"):
            self._contains = self._filter_field("Contains", "AA, or Ah Kh")
            self._range = self._filter_field("In the range", "AA:xxyy" if four_cards else "22+,AT+")
            ui.button("Filter", on_click=self.filter).props("outline no-caps id=filter")
        self._note = html().props("role=status aria-live=polite id=list-note")
        pagination = {"sortBy": "id", "descending": False, "page": 1, "rowsPerPage": PAGE, "rowsNumber": 1}
        self._table = ui.table(rows=[], columns=_columns(()), row_key="id", pagination=pagination)
        self._table.props("dense flat binary-state-sort id=hands :rows-per-page-options=[10,25,50,100,200]")
        self._table.classes("wide")
        self._table.on("request", self._requested)
        self._table.on("rowClick", self._row_clicked, [None, ["id"], None])
        self._table.add_slot("body-cell-hand", _HAND_CELL)

    def _filter_field(self, label: str, example: str) -> ui.input:
        field = ui.input(label, placeholder=example).props('autocomplete="off" clearable')
        return field.on("keydown.enter", self.filter).on("clear", self.filter)

    def question(self, kind: type[Asked], **more: Any) -> Asked:
        """A question about what is shown, with the filters."""
        filters = {
            "contains": (self._contains.value or "").strip(),
            "range": (self._range.value or "").strip(),
            "family": self._family,
        }
        question: Asked = self._ask(kind, **filters, **more)
        return question

    async def filter(self) -> None:
        """Show the first page of what the filters ask for."""
        await self._load({**self._table.pagination, "page": 1})

    async def show_family(self, path: str) -> None:
        """Show a family of hands only; all with an empty path."""
        self._family = path
        await self.filter()

    async def _requested(self, event: GenericEventArguments) -> None:
        await self._load(dict(event.args["pagination"]))

    async def _row_clicked(self, event: GenericEventArguments) -> None:
        await self._on_row(str(event.args[1]["id"]))

    def _page(self, pagination: dict[str, Any]) -> ListPageQuestion:
        """The question of a page; an order of a second spot that is there no more goes."""
        beside = self.question(ListPageQuestion).other is not None
        if not beside and pagination.get("sortBy") in _OF_OTHER:
            pagination["sortBy"] = "id"
        sort = pagination.get("sortBy") or "id"
        # A table begins with the least; lists with the best, but for ids.
        reverse = bool(pagination.get("descending")) == (sort == "id")
        page, size = pagination.get("page", 1), pagination.get("rowsPerPage") or PAGE
        return self.question(ListPageQuestion, sort=sort, reverse=reverse, page=page, size=size)

    async def _load(self, pagination: dict[str, Any]) -> None:
        fields = {"contains": self._contains, "range": self._range}
        for field in fields.values():
            field.error = None
        try:
            self._latest = question = self._page(pagination)
            answer = await self._board.ask(question)
        except JamfoldError as error:
            fields.get(error.field, self._contains).error = str(error)
            return
        if question is not self._latest:
            return
        compared = question.other is not None
        self._table.columns = _columns(() if compared else _OF_OTHER, answer["unit"])
        self._table.rows = [list_row(row) for row in answer["rows"]]
        self._table.pagination = {**pagination, "rowsNumber": answer["total"]}
        self._table.update()
        family = f", of the family {escape(self._family)}" if self._family else ""
        self._note.set_content(
            f"<p class='note'>{number_of(answer['total'], 'class', 'classes')}, "
            f"{number_of(answer['hands'], 'hand', 'hands')}, "
            f"{percent(answer['share'])} of all{family}.{warning_text(answer['warnings'])}</p>"
        )


def _columns(without: tuple[str, ...], unit: str = "chips") -> list[dict[str, Any]]:
    """The columns of the table."""
    return [
        {
            "name": name,
            "label": label.format(unit=unit),
            "field": name,
            "sortable": name not in _TEXTS,
            "align": "left" if name in _TEXTS else "right",
        }
        for name, label in _COLUMNS.items()
        if name not in without
    ]


def list_row(row: dict[str, Any]) -> dict[str, Any]:
    """One class as the list shows it."""
    shown = {
        "id": row["id"],
        "hand": row["hand"],
        "face": faces_html(row["hand"]),
        "size": f"{row['size']:,}",
        "played": percent(row["played"]),
        "ev": signed(row["ev_allin"]),
        "margin": signed(row["difference"]),
        "advice": row["says"],
    }
    if "other" in row:
        shown["other_played"] = percent(row["other"]["played"])
        shown["other_margin"] = signed(row["other"]["difference"])
        shown["apart"] = percent(row["apart"])
        shown["cost"] = signed(row["cost"])
    return shown
