"""The equity calculator."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.games import find_game
from jamfold.web.inputs import game_titles
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages.cards import CardPicker
from jamfold.web.pages.frame import error_text, frame, html, panel, percent, table
from jamfold.web.pages.jobline import JobLine

MOST_PLAYERS = 9
_LEAD = (
    "Two to nine hands, parts of hands or ranges, with a board and dead cards. "
    "Exact wherever that takes seconds, else sampled with standard errors."
)
_HOW = {"auto": "Exact where it is fast", "exact": "Exact, however long", "sampled": "Sampled"}
_STARTS = {"holdem": ("AsKs", "22+,AJs+"), "omaha": ("AsKsQhJh", "AA$ds")}


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/equity", title="Equity")
    def equity_page() -> None:
        with frame("/equity", "Equity calculator", _LEAD):
            EquityPage(board)


class EquityPage(JobLine):
    """Players, board and dead cards; the result as a table."""

    def __init__(self, board: JobBoard) -> None:
        self._players: list[tuple[ui.input, ui.html]] = []
        with ui.element("div").classes("two"):
            with panel("The question"):
                self._make_form()
            with panel("The answer"):
                super().__init__(board)
                self._answer = html("<p>Give at least two players and press Calculate.</p>")
                self._answer.props("id=equity-answer aria-live=polite")

    def _make_form(self) -> None:
        self._game = ui.select(game_titles(), value="omaha", label="Game").classes("wide")
        self._game.props("data-field=game")
        self._rows = ui.element("div")
        for text in _STARTS["omaha"]:
            self._add_player(text)
        with ui.element("div").classes("row-of"):
            ui.button("Add a player", on_click=lambda: self._add_player("")).props("flat no-caps dense")
            ui.button("Remove the last", on_click=self._remove_player).props("flat no-caps dense")
        self._board_cards = ui.input("Board: 3, 4 or 5 cards").props('autocomplete="off" data-field=board')
        CardPicker(self._board_cards, lambda: 5, "Click the board")
        self._dead = ui.input("Dead cards").props('autocomplete="off" data-field=dead')
        CardPicker(self._dead, lambda: 20, "Click dead cards")
        self._how = ui.select(_HOW, value="auto", label="Method").classes("wide")
        self._deals = ui.input("Deals", value="1000000").props('inputmode=numeric autocomplete="off"')
        self._deals.bind_visibility_from(self._how, "value", lambda value: value == "sampled")
        with ui.element("div").classes("row-of"):
            ui.button("Calculate", on_click=self._calculate).classes("go").props("id=calculate no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
        for field in (self._board_cards, self._dead):
            field.classes("wide").on("blur", self._check_all).on("keydown.enter", self._calculate)
        self._game.on_value_change(self._new_game)

    def _add_player(self, text: str) -> None:
        if len(self._players) >= MOST_PLAYERS:
            ui.notify(f"There are at most {MOST_PLAYERS} players.")
            return
        number = len(self._players) + 1
        with self._rows:
            field = ui.input(f"Player {number}: hand or range", value=text)
            field.props(f'autocomplete="off" data-field=player{number} debounce=300').classes("wide")
            note = html().classes("note reserved")

            async def check() -> None:
                await self._check(field, note)

            field.on_value_change(check)
            field.on("keydown.enter", self._calculate)
            size = lambda: find_game(self._game.value).hole_cards  # noqa: E731
            CardPicker(field, size, f"Click cards of player {number}")
        self._players.append((field, note))
        ui.timer(0.3, check, once=True)

    def _remove_player(self) -> None:
        if len(self._players) > 2:
            self._players.pop()
            for _ in range(3):
                self._rows.remove(-1)

    async def _new_game(self) -> None:
        starts = _STARTS["omaha" if find_game(self._game.value).hole_cards == 4 else "holdem"]
        for (field, _), text in zip(self._players, starts, strict=False):
            field.set_value(text)
        for field, _ in self._players[2:]:
            field.set_value("")

    async def _check_all(self) -> None:
        for field, note in self._players:
            await self._check(field, note)

    async def _check(self, field: ui.input, note: ui.html) -> None:
        """Say what a text means, or what is wrong with it, while it is typed."""
        field.error = None
        text = str(field.value or "").strip()
        if not text:
            note.set_content("")
            return
        params = self._known() | {"text": text, "game": self._game.value}
        try:
            found = await self._board.ask("player", params)
        except JamfoldError as error:
            note.set_content("")
            if text == str(field.value or "").strip():
                self._show_error(str(error), field)
            return
        warnings = "".join(f" {escape(warning)}" for warning in found["warnings"])
        note.set_content(
            f"{found['combinations']:,} combinations, {percent(found['share'], 3)} of all.{warnings}"
        )

    def _known(self) -> dict[str, str]:
        return {"board": self._board_cards.value or "", "dead": self._dead.value or ""}

    def _show_error(self, sentence: str, field: ui.input | None = None) -> None:
        """Show a sentence at the field it is about."""
        if "board" in sentence:
            field = self._board_cards
        elif "dead cards" in sentence:
            field = self._dead
        elif field is None:
            texts = [(one, str(one.value or "").strip()) for one, _ in self._players]
            field = next((one for one, text in texts if text and f"'{text[:20]}" in sentence), None)
        if field is None:
            self.status.set_content(error_text(sentence))
        else:
            field.error = sentence

    def _calculate(self) -> None:
        texts = [str(field.value or "").strip() for field, _ in self._players]
        how = self._how.value
        deals: Any = str(self._deals.value or "").replace(",", "").strip()
        self._deals.error = self._board_cards.error = self._dead.error = None
        if how == "sampled" and not (deals.isascii() and deals.isdigit()):
            self._deals.error = "The number of deals must be a whole number."
            return
        self._answer.set_content("")
        self.start(
            "equity",
            self._known()
            | {
                "game": self._game.value,
                "players": [text for text in texts if text],
                "exact": True if how == "exact" else None,
                "deals": int(deals) if how == "sampled" else None,
                "seed": 1 if how == "sampled" else None,
            },
        )

    def failed(self, job: Job) -> None:
        """Show the sentence at its field."""
        if not job.bad_input:
            super().failed(job)
            return
        self._show_error(job.error)
        if any(field.error for field, _ in self._players) or self._board_cards.error or self._dead.error:
            self.status.set_content("")

    def finished(self, result: Any) -> None:
        """Show the shares."""
        self._answer.set_content(equity_html(result))


def equity_html(result: dict[str, Any]) -> str:
    """The shares as a table with bars."""
    columns = {"equity": "equity", "win": "win", "tie": "tie"}
    if "high" in result["players"][0]:
        columns = {"equity": "equity", "high": "high", "low": "low", "scoop": "scoop", "tie": "part"}
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
    seed = "" if result["seed"] is None else f" Seed {result['seed']}."
    return (
        f'<p><span class="badge {"exact" if result["exact"] else "rough"}">{badge}</span></p>{bars}'
        f"{table(('player', 'hands', *columns.values()), rows)}{notes}"
        f'<p class="note">{escape(result["method"])}.{seed}</p>'
    )
