"""The page that solves a spot: form, progress, result, hands."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.web.inputs import SpotInputs, title_of
from jamfold.web.jobs import DONE, FAILED, OPEN_STATES, Job, JobBoard, JobError
from jamfold.web.pages.explore import ExplorePanel
from jamfold.web.pages.form import SpotForm
from jamfold.web.pages.frame import (
    duration,
    error_text,
    frame,
    html,
    numbers,
    panel,
    signed,
    status_line,
    table,
)
from jamfold.web.pages.hand import HandPanel

_PERIOD = 0.25
_FLOOR = 1e-12
_POWER = "value => value.toExponential(0)"
_LEAD = (
    "Two players, all-in or fold: the small blind jams or folds, the big blind calls or folds. "
    "Enter the table in chips; the equilibrium comes with its certificate."
)


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/", title="Solve")
    def solve_page(request: Request) -> None:
        inputs = SpotInputs.of(dict(request.query_params))
        with frame("/", "Solve a spot", _LEAD):
            SolvePage(board, inputs)


class SolvePage:
    """One visitor's view; the job belongs to the board."""

    def __init__(self, board: JobBoard, inputs: SpotInputs) -> None:
        self._board = board
        self._job: Job | None = None
        self._shown = ""
        with ui.element("div").classes("two"):
            with panel("The spot"):
                self._form = SpotForm(inputs, self._solve)
                with ui.element("div").classes("row-of"):
                    self._go = (
                        ui.button("Solve", on_click=self._solve).classes("go").props("id=solve no-caps")
                    )
                    self._stop = ui.button("Stop", on_click=self._stop_job)
                    self._stop.props("id=stop outline no-caps")
                    ui.button("Copy link", on_click=_copy_link).props("flat no-caps")
                self._others = html()
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
        query = inputs.query()
        ui.navigate.history.replace(f"/?{query}" if query else "/")
        self._result.clear()
        try:
            self._attach(self._board.submit("solve", inputs.as_dict()))
        except JobError as error:
            self._progress.say(str(error), bad=True)

    def _stop_job(self) -> None:
        if self._job is not None:
            self._board.stop(self._job)

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
        self._result.clear()
        if job.state == DONE:
            with self._result:
                show_result(job.result)
                hand = HandPanel(self._board, job.params)
                ExplorePanel(self._board, job.params, hand.look_up)

    def _show_others(self) -> None:
        """Links to solves that run elsewhere, so that they are found again."""
        lines = []
        for job in self._board.jobs("solve", *OPEN_STATES):
            if job is not self._job:
                link = SpotInputs(**job.params).query()
                name = title_of(job.params["game"])
                lines.append(f'<p class="note">Running: <a href="/?{escape(link)}">{name}</a></p>')
        content = "".join(lines)
        if self._others.content != content:
            self._others.set_content(content)


class ProgressPanel:
    """What a running job tells, and the plot of epsilon."""

    def __init__(self) -> None:
        with panel("Progress") as self._box:
            self._status = status_line("status")
            self._bar = ui.linear_progress(0, show_value=False, size="10px").props(
                'aria-label="Share of the work that is done" color=teal-8 rounded'
            )
            self._numbers = html()
            self._plot = (
                ui.echart(plot_options([])).classes("plot").props('aria-label="Epsilon by iteration"')
            )
        self._points = 0
        self.say("Nothing is being solved. Choose a spot and press Solve.")
        self._plot.set_visibility(False)
        self._bar.set_visibility(False)

    def say(self, text: str, *, bad: bool = False) -> None:
        """One line of text."""
        content = error_text(text) if bad else f"<p>{escape(text)}</p>"
        if self._status.content != content:
            self._status.set_content(content)

    def show(self, job: Job) -> None:
        """A job as it stands."""
        values = job.progress
        if job.state in ("failed", "stopped"):
            text = "Stopped. What was built is kept: Solve goes on from there."
            self.say(job.error if job.state == FAILED else text, bad=job.state == FAILED)
        elif job.stopping and job.open:
            self.say("Stopping …")
        elif job.state == "queued":
            self.say("Waiting for the computing process …")
        elif job.state == DONE:
            self.say(f"Done in {job.seconds:.2f} s. {job.result['certificate']}")
        else:
            self.say(_running_text(job))
        share = _share(values) if job.open else 0
        self._bar.set_visibility(job.open)
        self._bar.set_value(share)
        self._numbers.set_content(numbers(_tiles(values)) if job.open and "iteration" in values else "")
        points = job.result["history"] if job.state == DONE else job.history
        if len(points) != self._points:
            self._points = len(points)
            self._plot.options["series"][0]["data"] = plot_points(points)
            self._plot.update()
        self._plot.set_visibility(len(points) > 1)


def _running_text(job: Job) -> str:
    values = job.progress
    if "iteration" in values:
        of = f" of {values['iterations']:,}" if values.get("iterations") else ""
        return f"Solving: iteration {values['iteration']:,}{of}."
    if "stage" not in values:
        return "Working …"
    share, text = float(values.get("share", 0)), f"Building the table of this game, once: {values['stage']}"
    if share > 0.03:
        left = duration(job.seconds * (1 - share) / share)
        return f"{text}, {100 * share:.0f} % done, about {left} left. You may close this page and come back."
    return f"{text}, {100 * share:.0f} % done."


def _share(values: dict[str, Any]) -> float:
    if "iteration" in values:
        return values["iteration"] / values["iterations"] if values.get("iterations") else 0.0
    return float(values.get("share", 0))


def _tiles(values: dict[str, Any]) -> list[tuple[str, str]]:
    first, second = values["post_ev_chips"]
    return [
        ("iteration", f"{values['iteration']:,}"),
        ("jam", f"{values['jam_percent']:.2f} %"),
        ("call", f"{values['call_percent']:.2f} %"),
        ("PostEV small blind, chips", signed(first)),
        ("PostEV big blind, chips", signed(second)),
        ("epsilon, chips", f"{values['epsilon_chips']:.3g}"),
    ]


def plot_points(points: Sequence[Sequence[float]]) -> list[list[float]]:
    """Iterations and epsilons as the plot takes them: rounding is drawn at its floor, zero is left out."""
    return [[iteration, max(epsilon, _FLOOR)] for iteration, epsilon in points if epsilon > 0]


def plot_options(points: list[list[float]]) -> dict[str, Any]:
    """A log-log plot of epsilon."""
    grey = "#7d8b94"
    axis = {
        "type": "log",
        "axisLabel": {"color": grey},
        "nameTextStyle": {"color": grey},
        "splitLine": {"lineStyle": {"color": grey, "opacity": 0.25}},
    }
    return {
        "animation": False,
        "aria": {"enabled": True},
        "grid": {"left": 70, "right": 20, "top": 30, "bottom": 45},
        "tooltip": {"trigger": "axis"},
        "xAxis": {**axis, "name": "iteration", "nameLocation": "middle", "nameGap": 28, "min": 1},
        "yAxis": {**axis, "name": "epsilon, bb", "axisLabel": {"color": grey, ":formatter": _POWER}},
        "series": [
            {
                "type": "line",
                "data": points,
                "symbolSize": 5,
                "itemStyle": {"color": "#0d86c4"},
                "lineStyle": {"color": "#0d86c4", "width": 2},
            }
        ],
    }


def show_result(result: dict[str, Any]) -> None:
    """The summary of a solution."""
    values = result["summary"]
    exact = values["exact"]
    with panel("Result"):
        badge = "exact" if exact else f"not exact: epsilon {values['epsilon_bb']:.3g} bb"
        html(
            f'<p><span class="badge {"exact" if exact else "rough"}">{badge}</span></p>'
            f"<p><b>{escape(result['title'])}</b></p>"
            + "".join(f"<p>{escape(note)}</p>" for note in result["notes"])
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


def _copy_link() -> None:
    ui.run_javascript("navigator.clipboard.writeText(location.href)")
    ui.notify("The link with all inputs is in the clipboard.")
