"""The heads-up tournament: winning chance over the stack, and both ranges at the stack of a slider."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.tournaments import (
    TournamentFileQuestion,
    TournamentQuestion,
    TournamentStateQuestion,
)
from jamfold.web.jobs import JobBoard
from jamfold.web.pages import heat, plots, three_players
from jamfold.web.pages.files import download, file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import (
    copy_link,
    error_text,
    frame,
    html,
    numbers,
    panel,
    percent,
    signed,
    table,
)
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.needs import NeedsNote

_LEAD = (
    "Two players until one has all chips, every hand jam or fold: how often each stack wins, and how to play "
    "it. Certified over the whole tournament."
)
_USUAL = {"game": "holdem"}
"""A tournament that is solved in a second."""
_FILES = {"csv": "States CSV", "ranges": "Ranges CSV", "json": "JSON", "png": "PNG", "svg": "SVG"}
_SEATS = {"jam": "Small blind jams", "call": "Big blind calls"}
_MOST_ROWS = 300
_THROTTLE = 0.1
_HINT = "Point at a hand, or walk with the arrow keys."
_HEADS = ("small blind", "chip share", "wins", "more than its share, points", "jams", "calls")


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/tournament", title="Tournament")
    def tournament_page(request: Request) -> None:
        texts = dict(request.query_params)
        three = texts.get("players") == "3"
        title = "Tournament of three" if three else "Heads-up tournament"
        with frame("/tournament", title, three_players.LEAD if three else _LEAD):
            html(players_html(3 if three else 2))
            (three_players.ThreePage if three else TournamentPage)(board, texts)


def players_html(players: int) -> str:
    """Links to the tournaments of two and of three."""
    links = {2: ("/tournament", "Two players"), 3: ("/tournament?players=3", "Three players")}
    words = " · ".join(
        f"<b>{escape(name)}</b>" if count == players else f'<a href="{there}">{escape(name)}</a>'
        for count, (there, name) in links.items()
    )
    return f"<p id=players>{words}</p>"


class TournamentPage(JobLine):
    """Form, curves, and the ranges of one stack."""

    _form: QuestionForm[TournamentQuestion]

    def __init__(self, board: JobBoard, texts: dict[str, str]) -> None:
        self._board = board
        self._form = QuestionForm(TournamentQuestion, texts, self._ask, **_USUAL)
        self._asked: TournamentQuestion | None = None
        self._result: dict[str, Any] = {}
        with ui.element("div").classes("two"):
            with panel("The tournament"):
                self._make_form()
            with ui.element("div").classes("stack"), panel("How often the small blind wins"):
                super().__init__(board, listed=True)
                self._answer = html("<p>Give chips and blinds and press Solve.</p>")
                self._answer.props("id=tournament-answer aria-live=polite")
                self._make_result()
        with panel("How to play it") as self._state_panel:
            self._make_state()
        self._show_result(there=False)

    def _make_form(self) -> None:
        with ui.element("div").classes("fields"):
            self._form.add("game", "chips", "unit", "blinds", "ante", "levels")
            for name in ("game", "levels"):
                self._form.fields[name].classes("wide")
            for name in ("blind_sb", "blind_bb", "ante"):  # levels stand in their place
                field, levels = self._form.fields[name], self._form.fields["levels"]
                field.bind_visibility_from(levels, "value", lambda text: not str(text or "").strip())
        with ui.element("div").classes("row-of"):
            ui.button("Solve", on_click=self._ask).classes("go").props("id=tournament no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")
        self._needs = NeedsNote(self._board, self._form.fields["game"])

    def _make_result(self) -> None:
        with ui.element("div") as self._curves:
            self._hand = ui.select({1: "1"}, value=1, label="Hand of the tournament").props("data-field=hand")
            self._hand.on_value_change(self._hand_changed)
            self._worth = ui.echart(worth_plot([])).classes("plot")
            self._worth.props('aria-label="Winning chance less chip share by stack"')
            self._played = ui.echart(played_plot([])).classes("plot")
            self._played.props('aria-label="Jam and call percentages by stack"')
            with ui.expansion("The curves as a table").classes("wide").props("dense"):
                self._numbers = html().props("id=tournament-stacks")
            with ui.element("div").classes("row-of"):
                file_buttons(_FILES, self._download)

    def _make_state(self) -> None:
        html("<label id=stack-label>Chips of the small blind</label>")
        self._slider = ui.slider(min=1, max=2, value=1).props(
            'aria-labelledby=stack-label data-field="stack"'
        )
        self._slider.on("update:model-value", self._show_state, throttle=_THROTTLE)
        self._words = html().props("id=state aria-live=polite")
        self._ranges = html().props("id=ranges")

    def _show_result(self, *, there: bool) -> None:
        for part in (self._curves, self._state_panel):
            part.set_visibility(there)

    def _ask(self) -> None:
        self._asked = self._form.read()
        if self._asked is None:
            return
        set_address("/tournament", self._asked.query(game=""))
        self._answer.set_content("")
        self._show_result(there=False)
        self.start(self._asked)

    async def _finished(self, result: Any) -> None:
        self._hand.set_options({k: str(k) for k in range(1, result["hands"] + 1)}, value=1)
        self._hand.set_visibility(result["hands"] > 1)
        self._show_hand()
        await self._show_state()
        await self._needs.show()

    def finished(self, result: Any) -> None:
        """Show sentences, curves and the ranges of equal stacks."""
        self._result, values = result, result["summary"]
        wins = values["equal_stacks_winning_chance_sb"]
        tiles = [] if wins is None else [("equal stacks: the small blind wins", percent(wins, 4))]
        tiles += [
            ("farthest from the chip share, points", f"{100 * values['largest_distance']:.3f}"),
            ("epsilon, winning chance", f"{values['epsilon']:.1e}"),
            ("playing for chips costs, points", f"{100 * values['chips_cost']:.4f}"),
        ]
        badge = "certified" if values["certified"] else "not certified"
        lines = "".join(f"<p class='note'>{escape(line)}</p>" for line in result["lines"])
        self._answer.set_content(
            f'<p><span class="badge {"exact" if values["certified"] else "rough"}">{badge}</span> '
            f"<b>{escape(result['title'])}</b></p>{numbers(tiles)}{lines}"
        )
        last = values["chips"] // values["unit"] - 1
        self._slider.props(f"max={last}").set_value((last + 1) // 2)
        self._show_result(there=True)
        ui.timer(0.01, lambda: self._finished(result), once=True)

    async def _hand_changed(self) -> None:
        self._show_hand()
        await self._show_state()

    def _show_hand(self) -> None:
        """Curves and table of the chosen hand."""
        if not self._result:
            return
        states = [one for one in self._result["summary"]["states"] if one["hand"] == self._hand.value]
        for chart, options in ((self._worth, worth_plot(states)), (self._played, played_plot(states))):
            chart.options.update(options)
            chart.update()
        self._numbers.set_content(stacks_html(states))

    def _state(self) -> TournamentStateQuestion | None:
        """The state of slider and hand."""
        if self._asked is None or not self._result:
            return None
        values = self._asked.texts() | {
            "hand": str(self._hand.value),
            "sb_chips": str(int(self._slider.value) * self._result["summary"]["unit"]),
        }
        return TournamentStateQuestion.of_texts(values)

    async def _show_state(self) -> None:
        question = self._state()
        if question is None:
            return
        try:
            answer = await self._board.ask(question)
        except JamfoldError as error:
            self._words.set_content(error_text(str(error)))
            return
        if question != self._state():  # the slider has moved on
            return
        self._words.set_content(state_html(answer))
        self._ranges.set_content(ranges_html(answer))

    async def _download(self, kind: str) -> None:
        if self._asked is not None:
            ending = {"ranges": "ranges.csv"}.get(kind, kind)
            question = TournamentFileQuestion.of_texts(self._asked.texts() | {"format": kind})
            await download(self._board, question, f"tournament.{ending}")


def state_html(state: dict[str, Any]) -> str:
    """A state in a sentence."""
    return (
        f"<p>Small blind <b>{state['sb_chips']:,}</b>, big blind <b>{state['bb_chips']:,}</b>: "
        f"the small blind wins <b>{percent(state['winning'], 4)}</b>, "
        f"jams {state['jam_percent']:.2f} % of all hands, "
        f"the big blind calls with {state['call_percent']:.2f} %.</p>"
    )


def ranges_html(state: dict[str, Any]) -> str:
    """Both squares side by side, or both players' shares of the families."""
    if state["squares"] is None:
        return families_html(state["families"])
    halves = "".join(
        f"<div><h3>{_SEATS[action]}</h3>{heat.legend(action)}"
        f"{heat.square(_cells(cells, action), len(state['ranks']), _SEATS[action], hint=_HINT)}</div>"
        for action, cells in state["squares"].items()
    )
    return f'<div class="halves">{halves}</div>'


def _cells(cells: Sequence[dict[str, Any]], action: str) -> list[dict[str, Any]]:
    return [
        cell
        | {
            "fill": cell["played"],
            "small": f"{100 * cell['played']:.0f}%" if 0.005 < cell["played"] < 0.995 else "",
            "words": f"{cell['hand']}: {action}s {percent(cell['played'])} of the time.",
        }
        for cell in cells
    ]


def families_html(families: Sequence[dict[str, Any]]) -> str:
    """How much of each family both players play; suits stand below their ranks."""
    rows = [
        [
            "\u2003" * family["level"] + family["name"],
            percent(family["share"]),
            percent(family["jam"], 1),
            percent(family["call"], 1),
        ]
        for family in families
    ]
    return table(("pattern", "of all hands", "small blind jams", "big blind calls"), rows)


def stacks_html(states: Sequence[dict[str, Any]]) -> str:
    """The curves in numbers; of very many stacks some."""
    step = 1 + (len(states) - 1) // _MOST_ROWS
    rows = [
        [
            f"{one['sb_chips']:,}",
            percent(one["chip_share"]),
            percent(one["winning_chance_sb"], 4),
            signed(100 * (one["winning_chance_sb"] - one["chip_share"]), 3),
            f"{one['jam_percent']:.2f} %",
            f"{one['call_percent']:.2f} %",
        ]
        for one in states[::step]
    ]
    return table(_HEADS, rows)


def worth_plot(states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Winning chance less chip share, in points, over the small blind's chips."""
    data = [
        [one["sb_chips"], round(100 * (one["winning_chance_sb"] - one["chip_share"]), 5)] for one in states
    ]
    series = [_line("winning chance less chip share", data, plots.BLUE, "solid")]
    x = plots.below("chips of the small blind", min="dataMin", max="dataMax")
    return plots.plot(x, plots.axis(name="points"), series, {"left": 55}, legend=True)


def played_plot(states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Jam and call percentages over the small blind's chips."""
    series = [
        _line(name, [[one["sb_chips"], round(one[key], 4)] for one in states], colour, kind)
        for name, key, colour, kind in (
            ("jam, small blind", "jam_percent", plots.BLUE, "solid"),
            ("call, big blind", "call_percent", plots.ORANGE, "dashed"),
        )
    ]
    x = plots.below("chips of the small blind", min="dataMin", max="dataMax")
    return plots.plot(x, plots.axis(name="% of all hands", min=0, max=100), series, {"left": 55}, legend=True)


def _line(name: str, data: list[list[float]], colour: str, kind: str) -> dict[str, Any]:
    return {
        "name": name,
        "type": "line",
        "showSymbol": False,
        "data": data,
        "itemStyle": {"color": colour},
        "lineStyle": {"color": colour, "width": 2.5, "type": kind},
    }
