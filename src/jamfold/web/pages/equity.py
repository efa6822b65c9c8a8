"""The equity calculator."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from jamfold.calculator.results import outcome_lines
from jamfold.games import find_game
from jamfold.web.inputs import game_titles
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages.cards import CardPicker
from jamfold.web.pages.files import file_buttons
from jamfold.web.pages.frame import copy_link, frame, html, panel, percent, table
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.players import PlayerRows

_LEAD = (
    "Two to nine hands, parts of hands or ranges, with a board and dead cards. "
    "Exact wherever that takes seconds, else sampled with standard errors."
)
_HOW = {"auto": "Exact where it is fast", "exact": "Exact, however long", "sampled": "Sampled"}
_USUAL = {"board": "", "dead": "", "deals": "1000000", "error": "", "seed": "1"}
_NUMBERS = {"deals": "Deals", "error": "Or until the standard error is", "seed": "Seed"}
_STARTS = {
    "The number of deals": "deals",
    "Say how many deals": "deals",
    "The standard error": "error",
    "The seed": "seed",
}


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/equity", title="Equity")
    def equity_page(request: Request) -> None:
        with frame("/equity", "Equity calculator", _LEAD):
            query = request.query_params
            EquityPage(board, dict(query), query.getlist("p"))


class EquityPage(JobLine):
    """Players, board and dead cards; the result as a table."""

    def __init__(self, board: JobBoard, query: dict[str, str], players: list[str]) -> None:
        self._board = board
        self._query = query
        self._fields: dict[str, ui.input] = {}
        self._result: dict[str, Any] = {}
        with ui.element("div").classes("two"):
            with panel("The question"):
                self._make_form(players)
            with panel("The answer"):
                super().__init__(board)
                self._answer = html("<p>Give at least two players and press Calculate.</p>")
                self._answer.props("id=equity-answer aria-live=polite")
                with ui.element("div").classes("row-of") as self._downloads:
                    file_buttons({"csv": "CSV", "json": "JSON"}, self._download)
                self._downloads.set_visibility(False)

    def _make_form(self, players: list[str]) -> None:
        titles = game_titles()
        game = self._query.get("game", "omaha")
        self._game = ui.select(titles, value=game if game in titles else "omaha", label="Game")
        self._game.classes("wide").props("data-field=game")
        self._players = PlayerRows(self._board, self._game, self._known, self._calculate, players)
        lowest = find_game(self._game.value).lowest_rank
        self._pickers = [
            CardPicker(self._input("board", "Board: 3, 4 or 5 cards"), lambda: 5, "Click the board", lowest),
            CardPicker(self._input("dead", "Dead cards"), lambda: 20, "Click dead cards", lowest),
        ]
        self._game.on_value_change(self._new_deck)
        how = self._query.get("how", "auto")
        self._how = ui.select(_HOW, value=how if how in _HOW else "auto", label="Method").classes("wide")
        self._how.props("data-field=how")
        for name, label in _NUMBERS.items():
            self._input(name, label).bind_visibility_from(self._how, "value", value="sampled")
        with ui.element("div").classes("row-of"):
            ui.button("Calculate", on_click=self._calculate).classes("go").props("id=calculate no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps id=stop")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")
        for name in ("board", "dead"):
            self._fields[name].on("focusout", self._players.check_all)

    def _new_deck(self) -> None:
        for picker in self._pickers:
            picker.show(find_game(self._game.value).lowest_rank)

    def _input(self, name: str, label: str) -> ui.input:
        field = ui.input(label, value=self._query.get(name, _USUAL[name])[:200]).classes("wide")
        field.props(f'autocomplete="off" data-field={name}').on("keydown.enter", self._calculate)
        field.on_value_change(lambda: setattr(field, "error", None))
        self._fields[name] = field
        return field

    def _known(self) -> dict[str, str]:
        """Cards that players cannot hold."""
        return {name: self._text(name) for name in ("board", "dead")}

    def _text(self, name: str) -> str:
        return str(self._fields[name].value or "").strip()

    def _calculate(self) -> None:
        try:
            params = self._read()
        except ValueError:
            return
        self._set_address()
        self._answer.set_content("")
        self._downloads.set_visibility(False)
        self.start("equity", params)

    def _read(self) -> dict[str, Any]:
        """The question as the task takes it.

        Raises
        ------
        ValueError
            If a number is none; its field says so.
        """
        for field in self._fields.values():
            field.error = None
        params = self._known() | {"game": self._game.value, "players": self._players.texts()}
        how = self._how.value
        if how != "sampled":
            return params | {"exact": True if how == "exact" else None}
        error = self._number("error", float)
        deals = self._number("deals", int) if error is None else None
        return params | {"deals": deals, "error": error, "seed": self._number("seed", int)}

    def _number(self, name: str, kind: type[int] | type[float]) -> Any:
        text = self._text(name).replace(",", "")
        if not text:
            return None
        try:
            return kind(text)
        except ValueError:
            words = "whole number" if kind is int else "number"
            self._fields[name].error = f"'{text[:40]}' is no {words}."
            raise

    def _set_address(self) -> None:
        """Put the whole question into the address of the page."""
        words = [("game", self._game.value), *(("p", text) for text in self._players.texts())]
        words += [(name, self._text(name)) for name, usual in _USUAL.items() if self._text(name) != usual]
        words += [("how", self._how.value)] if self._how.value != "auto" else []
        ui.navigate.history.replace(f"/equity?{urlencode(words)}")

    def failed(self, job: Job) -> None:
        """Show the sentence at its field."""
        name = next((name for start, name in _STARTS.items() if job.error.startswith(start)), job.field)
        player = name.removeprefix("player")
        field = self._players.field(int(player)) if player.isdigit() else self._fields.get(name)
        if field is None:
            super().failed(job)
            return
        field.error = job.error
        self.status.set_content("")

    def finished(self, result: Any) -> None:
        """Show the shares."""
        self._result = result
        self._answer.set_content(equity_html(result))
        self._downloads.set_visibility(True)

    def _download(self, kind: str) -> None:
        text = equity_csv(self._result) if kind == "csv" else json.dumps(self._result, indent=1) + "\n"
        ui.download.content(text, f"{self._result['game']}-equity.{kind}")


def equity_html(result: dict[str, Any]) -> str:
    """The shares as a table with bars."""
    split = "high" in result["players"][0]
    names = ["equity", "high", "low", "scoop", "quartered"] if split else ["equity", "win", "tie"]
    columns = {name: name for name in names}
    if not result["exact"]:
        columns["standard_error"] = "± (standard error)"
    rows = [
        [one["text"][:60], f"{one['combinations']:,}", *(percent(one[name], 4) for name in columns)]
        for one in result["players"]
    ]
    bars = "".join(
        f'<div class="bar"><span>{escape(one["text"][:24])}</span><i style="--p:{one["equity"]:.4f}"></i>'
        f"<b>{percent(one['equity'], 2)}</b></div>"
        for one in result["players"]
    )
    badge = "exact" if result["exact"] else "sampled"
    notes = "".join(f'<p class="error">{escape(text)}</p>' for text in result["warnings"])
    if any(one[name] is None for one in result["players"] for name in columns):
        notes += (
            "<p class='note'>–: this exact method counts shares of the pot only; sampling tells more.</p>"
        )
    order = "" if result["order"] is None else f" Percentages go by {escape(result['order'])}."
    seed = "" if result["seed"] is None else f" Seed {result['seed']}."
    counts = "".join(f"<li>{escape(line)}</li>" for line in outcome_lines(result["outcomes"]))
    return (
        f'<p><span class="badge {"exact" if result["exact"] else "rough"}">{badge}</span></p>{bars}'
        f"{table(('player', 'hands', *columns.values()), rows)}{notes}"
        + (f"<h3>Boards, counted for the first player</h3><ul class='why'>{counts}</ul>" if counts else "")
        + f'<p class="note">{escape(result["method"])}.{order}{seed}</p>'
    )


def equity_csv(result: dict[str, Any]) -> str:
    """The players' shares as CSV with a header, numbers in full precision."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(result["players"][0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(result["players"])
    return text.getvalue()
