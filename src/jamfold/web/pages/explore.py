"""Explore a solved strategy: a square of two-card hands, or families and a list of four-card hands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from jamfold.errors import JamfoldError
from jamfold.games import find_game
from jamfold.web.inputs import SpotInputs
from jamfold.web.jobs import DONE, JobBoard
from jamfold.web.pages import heat
from jamfold.web.pages.frame import error_text, html, panel, percent, signed
from jamfold.web.pages.hand import SEATS

LookUp = Callable[[str, str], Awaitable[None]]
ACTIONS = {"sb": "jam", "bb": "call"}
PAST = {"jam": "jammed", "call": "called"}
PAGE = 25
_CLICK = "(e) => { const b = e.target.closest('[data-id]'); if (b) emit(b.dataset.id); }"
_FAMILY_CLICK = "(e) => { const b = e.target.closest('[data-family]'); if (b) emit(b.dataset.family); }"
_COLUMNS = (
    ("id", "id", True),
    ("hand", "hand", False),
    ("size", "hands", True),
    ("played", "played", True),
    ("ev_allin", "EV all-in, chips", True),
    ("difference", "difference, chips", True),
    ("advice", "advice", False),
)


class ExplorePanel:
    """The whole strategy of either player."""

    def __init__(self, board: JobBoard, spot: dict[str, Any], look_up: LookUp) -> None:
        self._board, self._spot, self._look_up = board, spot, look_up
        self._game = find_game(spot["game"])
        self._filters: dict[str, Any] = {}
        self._total = 0
        with panel("Explore"):
            with ui.element("div").classes("row-of"):
                self._seat = ui.select(SEATS, value="sb", label="Player").props("data-field=seat")
                for kind, name in (("csv", "CSV"), ("json", "JSON"), ("range", "Range as text")):
                    ui.button(name, on_click=lambda kind=kind: self._download(kind)).props(
                        f'outline no-caps dense aria-label="Download {name}"'
                    )
            self._seat.on_value_change(self._changed)
            self._picture = html().props("id=explore")
            self._picture.on("click", self._clicked, js_handler=_CLICK)
            if self._game.hole_cards == 4:
                self._picture.on("click", self._family_clicked, js_handler=_FAMILY_CLICK)
            with ui.expansion("All hands as a list", value=self._game.hole_cards == 4).classes("wide"):
                self._make_list()
        ui.timer(0.05, self._changed, once=True)

    def _make_list(self) -> None:
        with ui.element("div").classes("row-of"):
            self._contains = _filter("Contains", "AA, or Ah Kh", self._filter)
            self._range = _filter("In the range", "AA:xxyy" if self._game.hole_cards == 4 else "22+,AT+",
                                  self._filter)  # fmt: skip
            self._other = ui.select(self._others(), value="", label="Compare with").props("data-field=other")
            self._other.on_value_change(self._filter)
            ui.button("Filter", on_click=self._filter).props("outline no-caps id=filter")
        self._note = html().props("role=status aria-live=polite id=list-note")
        columns = [
            {"name": key, "label": label, "field": key, "sortable": key not in ("hand", "advice"),
             "align": "right" if right else "left"}
            for key, label, right in _COLUMNS
        ]  # fmt: skip
        pagination = {"sortBy": "id", "descending": False, "page": 1, "rowsPerPage": PAGE, "rowsNumber": 1}
        self._table = ui.table(rows=[], columns=columns, row_key="id", pagination=pagination)
        self._table.props("dense flat binary-state-sort id=hands :rows-per-page-options=[10,25,50,100,200]")
        self._table.classes("wide")
        self._table.on("request", self._requested)
        self._table.on("rowClick", self._row_clicked, [None, ["id"], None])

    def _others(self) -> dict[str, str]:
        """Other solutions with the same hands."""
        names = {"": "nothing"}
        for job in self._board.jobs("solve", DONE):
            same = find_game(job.params["game"]).hole_cards == self._game.hole_cards
            if same and job.params != self._spot:
                method = (
                    "exact" if job.params["method"] == "exact" else f"{job.params['iterations'] or 100} it."
                )
                names[job.id] = (
                    f"{job.params['game']} {job.params['stack_sb']:g}/{job.params['stack_bb']:g}, {method}"
                )
        return names

    async def _changed(self) -> None:
        """Show the chosen player."""
        seat = self._seat.value
        try:
            if self._game.hole_cards == 2:
                found = await self._board.ask("grid", self._spot)
                cells = heat.strategy_cells(found["seats"][seat], ACTIONS[seat])
                label = f"Hands of the {SEATS[seat]}"
                self._picture.set_content(
                    heat.legend(ACTIONS[seat]) + heat.square(cells, len(found["ranks"]), label)
                )
            else:
                tree = await self._board.ask("families", {"spot": self._spot, "position": seat})
                self._picture.set_content(families_html(tree, ACTIONS[seat]))
        except JamfoldError as error:
            self._picture.set_content(error_text(str(error)))
        await self._filter()

    async def _clicked(self, event: GenericEventArguments) -> None:
        await self._look_up(str(event.args), self._seat.value)

    async def _family_clicked(self, event: GenericEventArguments) -> None:
        self._filters["family"] = str(event.args)
        await self._filter()

    async def _row_clicked(self, event: GenericEventArguments) -> None:
        await self._look_up(str(event.args[1]["id"]), self._seat.value)

    async def _filter(self) -> None:
        """Show the first page again."""
        await self._load({**self._table.pagination, "page": 1})

    async def _requested(self, event: GenericEventArguments) -> None:
        await self._load(dict(event.args["pagination"]))

    def _listed(self) -> dict[str, Any]:
        """What the filters ask for."""
        return {
            "spot": self._spot,
            "position": self._seat.value,
            "contains": (self._contains.value or "").strip(),
            "range": (self._range.value or "").strip(),
            "family": self._filters.get("family", ""),
        }

    async def _load(self, pagination: dict[str, Any]) -> None:
        self._contains.error = self._range.error = None
        params = self._listed() | {
            "sort": pagination.get("sortBy") or "id",
            "descending": bool(pagination.get("descending")),
            "page": pagination.get("page", 1),
            "size": pagination.get("rowsPerPage") or PAGE,
        }
        other = self._other.value
        if other:
            params["other"] = self._board.get(other).params
        try:
            found = await self._board.ask("rows", params)
        except JamfoldError as error:
            # A text in both fields: try them one by one to know which is meant.
            (self._range if params["range"] and not params["contains"] else self._contains).error = str(error)
            return
        rows = [list_row(row) for row in found["rows"]]
        self._table.columns = _columns(self._table.columns, with_other=bool(other))
        self._table.rows = rows
        self._table.pagination = {**pagination, "rowsNumber": found["total"]}
        self._table.update()
        ui.run_javascript("setTimeout(() => window.jamfoldPages && jamfoldPages(), 200)")
        family = self._filters.get("family")
        self._note.set_content(
            f"<p class='note'>{found['total']:,} classes, {found['hands']:,} hands, "
            f"{percent(found['share'])} of all{f', of the family {escape(family)}' if family else ''}.</p>"
        )

    async def _download(self, kind: str) -> None:
        try:
            text = await self._board.ask("export", self._listed() | {"format": kind})
        except JamfoldError as error:
            ui.notify(str(error), type="warning")
            return
        ending = "txt" if kind == "range" else kind
        name = f"{SpotInputs(**self._spot).game}-{self._seat.value}.{ending}"
        ui.download.content(text, name)


def _filter(label: str, example: str, on_enter: Callable[[], Awaitable[None]]) -> ui.input:
    field = ui.input(label, placeholder=example).props('autocomplete="off" clearable')
    return field.on("keydown.enter", on_enter).on("clear", on_enter)


def _columns(columns: list[dict[str, Any]], *, with_other: bool) -> list[dict[str, Any]]:
    """The columns, with or without those of a second solution."""
    own = [column for column in columns if not column["name"].startswith("other_")]
    if with_other:
        for name, label in (("other_played", "played there"), ("other_difference", "difference there")):
            own.insert(-1, {"name": name, "label": label, "field": name, "align": "right"})
    return own


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
    return shown


def families_html(tree: list[dict[str, Any]], action: str) -> str:
    """The families as a tree of bars."""

    def item(family: dict[str, Any]) -> str:
        of_all = f"{family['hands']:,} hands, {percent(family['share'])} of all"
        words = f"{of_all}; {action}s {percent(family['played'])}"
        bar = (
            f'<div class="bar" title="{escape(words)}"><span>{escape(family["name"])}</span>'
            f'<i style="--p:{family["played"]:.4f}"></i><b>{percent(family["played"], 1)}</b></div>'
        )
        show = (
            f'<button type="button" class="link" data-family="{escape(family["path"])}" '
            f'aria-label="List {escape(family["path"])}">list</button>'
        )
        if not family["children"]:
            return f"<li>{bar}</li>"
        inside = "".join(item(child) for child in family["children"])
        return f"<li><details><summary>{bar}</summary>{show}<ul>{inside}</ul></details></li>"

    all_families = '<button type="button" class="link" data-family="">list all families</button>'
    return (
        f"<h3>Families: how much of each is {PAST[action]}</h3>"
        f'<ul class="bars">{"".join(item(family) for family in tree)}</ul>{all_families}'
    )
