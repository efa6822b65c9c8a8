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

from jamfold.questions.equities import EquityQuestion, rules_of
from jamfold.views.faces import faces_html
from jamfold.views.titles import calculator_titles
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages.cards import CardPicker
from jamfold.web.pages.files import file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import copy_link, frame, html, panel, percent, table
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.players import PlayerRows

_LEAD = (
    "Two to nine hands, parts of hands or ranges, with a board and dead cards; "
    "in stud and draw the known cards. "
    "Exact wherever that takes seconds, else sampled with standard errors."
)
_HOW = {"auto": "Exact where it is fast", "exact": "Exact, however long", "sampled": "Sampled"}
_EXACT = {"auto": "", "exact": "1", "sampled": "0"}
"""What each of them says of the entry `exact`."""
_OUTCOMES = {"0": "Where that is quick", "1": "Also after a build, once"}
"""What each answer to the entry `outcomes` means."""
_USUAL = {"deals": "1000000", "seed": "1"}


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/equity", title="Equity")
    def equity_page(request: Request) -> None:
        with frame("/equity", "Equity calculator", _LEAD):
            query = request.query_params
            EquityPage(board, dict(query), query.getlist("p"))


class EquityPage(JobLine):
    """Players, board and dead cards; the result as a table."""

    _form: QuestionForm[EquityQuestion]

    def __init__(self, board: JobBoard, query: dict[str, str], players: list[str]) -> None:
        self._board = board
        self._result: dict[str, Any] = {}
        self._form = QuestionForm(EquityQuestion, query, self._calculate, **_USUAL)
        with ui.element("div").classes("two"):
            with panel("The question"):
                self._make_form(players)
            with panel("The answer"):
                super().__init__(board, listed=True)
                self._answer = html("<p>Give at least two players and press Calculate.</p>")
                self._answer.props("id=equity-answer aria-live=polite")
                with ui.element("div").classes("row-of") as self._downloads:
                    file_buttons({"csv": "CSV", "json": "JSON"}, self._download)
                self._downloads.set_visibility(False)

    def _make_form(self, players: list[str]) -> None:
        form, fields = self._form, self._form.fields
        form.add_choice("game", "Game", calculator_titles())
        self._players = PlayerRows(self._board, fields["game"], self._known, self._calculate, players)
        self._pickers = []
        for name, most, label in (("board", 5, "Click the board"), ("dead", 20, "Click dead cards")):
            form.add(name)
            self._pickers.append(CardPicker(fields[name], most, label))
            fields[name].on("focusout", self._players.check_all)
        boards = [name for name in calculator_titles() if rules_of(name).has_board]
        form.show_if("board", "game", *boards)
        self._pickers[0].box.bind_visibility_from(fields["game"], "value", boards.__contains__)
        self._new_deck()
        fields["game"].on_value_change(self._new_deck)
        form.add_choice("how", "Method", _HOW)
        form.add_choice("outcomes", "Wins and ties of ranges", _OUTCOMES)
        form.add("deals", "error", "seed")
        form.show_if(("deals", "error", "seed"), "how", "sampled")
        form.show_if("outcomes", "how", "auto", "exact")
        for field in fields.values():
            field.classes("wide")
        with ui.element("div").classes("row-of"):
            ui.button("Calculate", on_click=self._calculate).classes("go").props("id=calculate no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps id=stop")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")

    def _new_deck(self) -> None:
        for picker in self._pickers:
            picker.show(self._players.rules.lowest_rank)

    def _known(self) -> dict[str, str]:
        """The game, and cards that players cannot hold."""
        texts = self._form.texts()
        return {name: texts.get(name, "") for name in ("game", "board", "dead")}

    def _calculate(self) -> None:
        texts, players = self._form.texts(), self._players.texts()
        how = texts["how"]
        question = self._form.read(
            exact=_EXACT[how],
            players="\n".join(players),
            deals="" if texts.get("error") else texts.get("deals", ""),
        )
        if question is None:
            return
        self._set_address(question, how, players)
        self._answer.set_content("")
        self._downloads.set_visibility(False)
        self._players.forgive()
        self.start(question)

    def _set_address(self, question: EquityQuestion, how: str, players: list[str]) -> None:
        """Put the whole question into the address of the page, each player as one ``p``."""
        shown = {"players": question.texts()["players"], "exact": _EXACT[how]}
        usual = (_USUAL if how == "sampled" else {}) | shown | {"game": ""}
        game, _, more = question.query(**usual).partition("&")
        ways = "" if how == "auto" else f"how={how}"
        set_address("/equity", game, urlencode([("p", text) for text in players]), more, ways)

    def form_texts(self) -> dict[str, str]:
        """The form, and every player's text."""
        return self._form.texts() | {f"player{k}": text for k, text in enumerate(self._players.texts())}

    def show_error(self, job: Job) -> bool:
        """Show the sentence at its field; players have fields of their own."""
        number = job.field.removeprefix("player")
        is_shown = number.isdigit() and self._players.blame(int(number), job.error)
        return is_shown or super().show_error(job)

    def finished(self, result: Any) -> None:
        """Show the shares."""
        self._result = result["summary"]
        self._answer.set_content(equity_html(self._result, result["lines"]))
        self._downloads.set_visibility(True)

    def _download(self, kind: str) -> None:
        text = equity_csv(self._result) if kind == "csv" else json.dumps(self._result, indent=1) + "\n"
        ui.download.content(text, f"{self._result['game']}-equity.{kind}")


def equity_html(result: dict[str, Any], lines: list[str]) -> str:
    """The shares as a table with bars, and the counts of boards in words."""
    split = "high" in result["players"][0]
    names = ["equity", "high", "low", "scoop", "quartered"] if split else ["equity", "win", "tie"]
    columns = {name: name for name in names}
    if not result["exact"]:
        columns["standard_error"] = "± (standard error)"
    rows = [
        [
            faces_html(one["text"][:60]),
            f"{one['combinations']:,}",
            *(percent(one[name], 4) for name in columns),
        ]
        for one in result["players"]
    ]
    bars = "".join(
        f'<div class="bar"><span>{faces_html(one["text"][:24])}</span><i style="--p:{one["equity"]:.4f}"></i>'
        f"<b>{percent(one['equity'], 2)}</b></div>"
        for one in result["players"]
    )
    badge = "exact" if result["exact"] else "sampled"
    notes = "".join(f'<p class="error">{escape(text)}</p>' for text in result["warnings"])
    if result["needs_outcomes"]:
        notes += f"<p class='note'>–: choose “{_OUTCOMES['1']}” to have wins and ties told apart.</p>"
    elif any(one[name] is None for one in result["players"] for name in columns):
        notes += (
            "<p class='note'>–: this exact method counts shares of the pot only; sampling tells more.</p>"
        )
    order = "" if result["order"] is None else f" Percentages go by {escape(result['order'])}."
    seed = "" if result["seed"] is None else f" Seed {result['seed']}."
    what = "Deals" if result["boards"] is None else "Boards"
    counts = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return (
        f'<p><span class="badge {"exact" if result["exact"] else "rough"}">{badge}</span></p>{bars}'
        f"{table(('player', 'hands', *columns.values()), rows)}{notes}"
        + (f"<h3>{what}, counted for the first player</h3><ul class='why'>{counts}</ul>" if counts else "")
        + f'<p class="note">{escape(result["method"])}.{order}{seed}</p>'
    )


def equity_csv(result: dict[str, Any]) -> str:
    """The players' shares as CSV with a header, numbers in full precision."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(result["players"][0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(result["players"])
    return text.getvalue()
