"""The progress of a solve: what the running job tells, and how epsilon falls."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from nicegui import ui

from jamfold.web.jobs import DONE, FAILED, Job
from jamfold.web.pages import plots
from jamfold.web.pages.frame import error_text, html, numbers, panel, signed, status_line, table
from jamfold.web.pages.jobline import time_left

_FLOOR = 1e-12
_POWER = f"value => (value <= {_FLOOR} ? '\u2264 ' : '') + value.toExponential(0)"


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
            with ui.expansion("Epsilon as a table").classes("wide").props("dense") as self._rows:
                self._table = html().props("id=epsilons")
        self._points = 0
        self._rows.set_visibility(False)
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
        self._box.classes(**{"add" if job.state == DONE else "remove": "last"})
        self._bar.set_visibility(job.open)
        self._bar.set_value(job.share if job.open else 0)
        self._numbers.set_content(numbers(_tiles(values)) if job.open and "iteration" in values else "")
        points = job.result["history"] if job.state == DONE else job.history
        if len(points) != self._points:
            self._points = len(points)
            self._plot.options["series"][0]["data"] = plot_points(points)
            self._plot.update()
            rows = [[f"{iteration:,}", f"{epsilon:.6g}"] for iteration, epsilon in points]
            self._table.set_content(table(("iteration", "epsilon, bb"), rows) if job.state == DONE else "")
        self._plot.set_visibility(len(points) > 1)
        self._rows.set_visibility(job.state == DONE and len(points) > 1)


def _running_text(job: Job) -> str:
    values = job.progress
    left = time_left(job)
    if "iteration" in values:
        of = f" of {values['iterations']:,}" if values.get("iterations") else ""
        return f"Solving: iteration {values['iteration']:,}{of}{left}."
    if "stage" not in values:
        return "Working …"
    if "notice" in values:
        return str(values["notice"])
    text = f"Building the table of this game, once: {values['stage']}, {100 * job.share:.0f} % done{left}."
    return f"{text} You may close this page and come back." if left else text


def _tiles(values: dict[str, Any]) -> list[tuple[str, str]]:
    first, second = values["post_ev"]
    unit = values["unit"]
    counted = "chips" if unit == "bb" else unit
    return [
        ("iteration", f"{values['iteration']:,}"),
        ("jam", f"{values['jam_percent']:.2f} %"),
        ("call", f"{values['call_percent']:.2f} %"),
        (f"PostEV small blind, {counted}", signed(first)),
        (f"PostEV big blind, {counted}", signed(second)),
        (f"epsilon, {unit}", f"{values['epsilon']:.3g}"),
    ]


def plot_points(points: Sequence[Sequence[float]]) -> list[list[float]]:
    """Iterations and epsilons as the plot takes them: rounding and zero are drawn at the floor."""
    return [[iteration, max(epsilon, _FLOOR)] for iteration, epsilon in points]


def plot_options(points: list[list[float]]) -> dict[str, Any]:
    """A log-log plot of epsilon."""
    series = {
        "type": "line",
        "data": points,
        "symbolSize": 5,
        "itemStyle": {"color": plots.BLUE},
        "lineStyle": {"color": plots.BLUE, "width": 2},
    }
    y = plots.axis("log", name="epsilon, bb", axisLabel={"color": plots.GREY, ":formatter": _POWER})
    x = plots.below("iteration", "log", min=1)
    return plots.plot(x, y, [series], {"left": 80, "top": 30}, legend=False)
