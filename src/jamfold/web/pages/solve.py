"""The page that solves a spot: form, progress, result, hands."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.web.inputs import SpotInputs, method_text, title_of
from jamfold.web.jobs import DONE, FAILED, OPEN_STATES, Job, JobBoard, JobError
from jamfold.web.pages.explore import ExplorePanel
from jamfold.web.pages.form import SpotForm
from jamfold.web.pages.frame import copy_link, frame, html, numbers, panel, signed, table
from jamfold.web.pages.hand import HandPanel
from jamfold.web.pages.progress import ProgressPanel

_PERIOD = 0.25
_LEAD = (
    "Two players, all-in or fold: the small blind jams or folds, the big blind calls or folds. "
    "Enter the table in chips; the equilibrium comes with its certificate."
)


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/", title="Solve")
    def solve_page(request: Request) -> None:
        words = dict(request.query_params)
        with frame("/", "Solve a spot", _LEAD):
            SolvePage(board, SpotInputs.of(words), words.get("vs", ""))


class SolvePage:
    """One visitor's view; the job belongs to the board."""

    def __init__(self, board: JobBoard, inputs: SpotInputs, beside: str) -> None:
        self._board, self._beside = board, beside
        self._job: Job | None = None
        self._shown = ""
        self._pressed = False
        with ui.element("div").classes("two"):
            with ui.element("div").classes("side"):
                with panel("The spot"):
                    self._form = SpotForm(inputs, self._solve)
                    with ui.element("div").classes("row-of"):
                        solve = ui.button("Solve", on_click=self._solve).classes("go")
                        solve.props("id=solve no-caps")
                        self._stop = ui.button("Stop", on_click=self._stop_job)
                        self._stop.props("id=stop outline no-caps")
                        ui.button("Copy link", on_click=copy_link).props("flat no-caps")
                    self._others = html()
                self._hand = ui.element("div").classes("keep-in-sight")
            with ui.element("div").classes("stack"):
                self._progress = ProgressPanel()
                self._result = ui.element("div").classes("stack")
        self._attach(self._known(inputs))
        ui.timer(_PERIOD, self._refresh)

    def _known(self, inputs: SpotInputs) -> Job | None:
        """A job for these inputs that is there already."""
        try:
            return self._board.find("solve", inputs.check().as_dict())
        except JamfoldError as error:
            self._form.show_error(str(error))
            return None

    def _attach(self, job: Job | None) -> None:
        self._job, self._shown = job, ""
        self._refresh()

    def _solve(self) -> None:
        inputs = self._form.read()
        if inputs is None:
            return
        self._pressed = True
        self._clear()
        try:
            self._attach(self._board.submit("solve", inputs.as_dict()))
            self._set_address()
        except JobError as error:
            self._progress.say(str(error), bad=True)

    def _set_address(self) -> None:
        """Put all inputs of what is shown into the address of the page."""
        if self._job is None:
            return
        query = SpotInputs(**self._job.params).query()
        beside = urlencode({"vs": self._beside}) if self._beside else ""
        words = "&".join(part for part in (query, beside) if part)
        ui.navigate.history.replace(f"/?{words}" if words else "/")

    def _compares_with(self, address: str) -> None:
        self._beside = address
        self._set_address()

    def _stop_job(self) -> None:
        if self._job is not None:
            self._board.stop(self._job)

    def _clear(self) -> None:
        self._result.clear()
        self._hand.clear()

    def _refresh(self) -> None:
        job = self._job
        self._stop.set_enabled(job is not None and job.open)
        self._show_others()
        if job is None or self._shown == job.state == DONE:
            return
        self._progress.show(job)
        if job.state == self._shown:
            return
        self._shown = job.state
        if job.state == FAILED and self._form.show_error(job.error):
            self._progress.say("")
        self._clear()
        if job.state == DONE:
            self._show(job)

    def _show(self, job: Job) -> None:
        """The result, and what can be asked about it."""
        with self._hand:
            hand = HandPanel(self._board, job.params)
        with self._result:
            show_result(job.result)
            ExplorePanel(
                self._board,
                SpotInputs(**job.params),
                hand.look_up,
                beside=self._beside,
                start=self._pressed,
                on_beside=self._compares_with,
            )

    def _show_others(self) -> None:
        """Links to solves that run elsewhere, so that they are found again."""
        lines = []
        for job in self._board.jobs("solve", *OPEN_STATES):
            if job is not self._job:
                spot = SpotInputs(**job.params)
                name = f"{title_of(spot.game)}, {method_text(spot.method, spot.iterations)}"
                lines.append(f'<p class="note">Running: <a href="/?{escape(spot.query())}">{name}</a></p>')
        content = "".join(lines)
        if self._others.content != content:
            self._others.set_content(content)


def show_result(result: dict[str, Any]) -> None:
    """The summary of a solution."""
    values = result["summary"]
    exact = values["exact"]
    with panel("Result"):
        badge = "exact" if exact else f"not exact: epsilon {values['epsilon_bb']:.3g} bb"
        tiles = [
            ("small blind jams", f"{values['jam_percent']:.2f} %"),
            ("big blind calls", f"{values['call_percent']:.2f} %"),
            ("value, small blind, chips", signed(values["value_chips"][0], 4)),
            ("value, small blind, bb", signed(values["value_bb"], 6)),
            ("epsilon, bb", f"{values['epsilon_bb']:.3g}"),
        ]
        html(
            f'<p><span class="badge {"exact" if exact else "rough"}">{badge}</span> '
            f"<b>{escape(result['title'])}</b></p>"
            + "".join(f"<p>{escape(note)}</p>" for note in result["notes"])
            + numbers(tiles)
        )
        rows = [
            ["jams / calls", f"{values['jam_percent']:.4f} %", f"{values['call_percent']:.4f} %"],
            ["value, chips", *(signed(value, 6) for value in values["value_chips"])],
            ["value, bb", signed(values["value_bb"], 9), signed(-values["value_bb"], 9)],
            ["PostEV, chips", *(signed(value, 6) for value in values["post_ev_chips"])],
            ["PostEV, bb", *(signed(value, 9) for value in values["post_ev_bb"])],
            ["mixed hands", *(f"{count:,}" for count in values["mixed"])],
            ["free (indifferent) hands", *(f"{count:,}" for count in values["free"])],
        ]
        html(table(("", "small blind", "big blind"), rows)).props("id=summary")
        html(f'<p class="note">{escape(result["certificate"])}</p>')
