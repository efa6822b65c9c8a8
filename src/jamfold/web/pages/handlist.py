"""The hands of a strategy as a list: filtered, sorted, page by page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.web.jobs import JobBoard, JobError
from jamfold.web.pages.frame import html, number_of, percent, signed

PAGE = 25
_COLUMNS = {
    "id": "id",
    "hand": "hand",
    "size": "hands",
    "played": "played",
    "ev_allin": "EV all-in, chips",
    "difference": "difference, chips",
    "other_played": "played there",
    "other_difference": "difference there",
    "apart": "apart",
    "advice": "advice",
}
_OF_OTHER = ("other_played", "other_difference", "apart")
_TEXTS = ("hand", "advice")
# A click on the button is a click on its row; with the button, keys can do it too.
_HAND_CELL = """<q-td :props="props"><button type="button" class="link">{{ props.value }}</button></q-td>"""


class HandList:
    """A table that asks for one page at a time.

    `shown` tells what tasks are to show (spot, position, other); `on_row` hears
    the id of a class that is clicked.
    """

    def __init__(
        self,
        board: JobBoard,
        shown: Callable[[], dict[str, Any]],
        on_row: Callable[[str], Awaitable[None]],
        *,
        four_cards: bool,
    ) -> None:
        self._board, self._shown, self._on_row = board, shown, on_row
        self._family = ""
        self._latest: dict[str, Any] = {}
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

    def asked(self) -> dict[str, Any]:
        """What is shown, with the filters."""
        return self._shown() | {
            "contains": (self._contains.value or "").strip(),
            "range": (self._range.value or "").strip(),
            "family": self._family,
        }

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

    async def _load(self, pagination: dict[str, Any]) -> None:
        params = self.asked()
        compared = params["other"] is not None
        if not compared and pagination.get("sortBy") in _OF_OTHER:
            pagination["sortBy"] = "id"
        fields = {"contains": self._contains, "range": self._range}
        for field in fields.values():
            field.error = None
        params |= {
            "sort": pagination.get("sortBy") or "id",
            "descending": bool(pagination.get("descending")),
            "page": pagination.get("page", 1),
            "size": pagination.get("rowsPerPage") or PAGE,
        }
        self._latest = params
        try:
            found = await self._board.ask("rows", params)
        except JobError as error:
            fields.get(error.field, self._contains).error = str(error)
            return
        if params is not self._latest:
            return
        self._table.columns = _columns(() if compared else _OF_OTHER)
        self._table.rows = [list_row(row) for row in found["rows"]]
        self._table.pagination = {**pagination, "rowsNumber": found["total"]}
        self._table.update()
        family = f", of the family {escape(self._family)}" if self._family else ""
        self._note.set_content(
            f"<p class='note'>{number_of(found['total'], 'class', 'classes')}, "
            f"{number_of(found['hands'], 'hand', 'hands')}, "
            f"{percent(found['share'])} of all{family}.</p>"
        )


def _columns(without: tuple[str, ...]) -> list[dict[str, Any]]:
    """The columns of the table."""
    return [
        {
            "name": name,
            "label": label,
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
        "size": f"{row['size']:,}",
        "played": percent(row["played"]),
        "ev_allin": signed(row["ev_allin"]),
        "difference": signed(row["difference"]),
        "advice": row["advice"].split(" (")[0].split(":")[0],
    }
    if "other" in row:
        shown["other_played"] = percent(row["other"]["played"])
        shown["other_difference"] = signed(row["other"]["difference"])
        shown["apart"] = percent(row["apart"])
    return shown
