"""Charts: how much is jammed and called over the stacks, and up to which stack each hand is."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from jamfold.questions.charts import ChartQuestion
from jamfold.questions.strategies import ChartFileQuestion
from jamfold.questions.worth import PANEL
from jamfold.web.jobs import JobBoard
from jamfold.web.pages import heat, plots
from jamfold.web.pages.files import download, file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import copy_link, frame, html, panel, signed, table
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.needs import NeedsNote
from jamfold.web.pages.patterns import PatternsPanel

_LEAD = "The exact equilibrium at every stack: how much is played, and the deepest stack for each hand."
_USUAL = {"game": "holdem", "step": "0.5"}
"""A chart that takes a second, where the question's own one may take longer."""
_SEATS = {"sb": "Small blind: jam up to this stack", "bb": "Big blind: call up to this stack"}


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/charts", title="Charts")
    def charts_page(request: Request) -> None:
        with frame("/charts", "Charts", _LEAD):
            ChartPage(board, dict(request.query_params))


class ChartPage(JobLine):
    """Form, curves and squares."""

    def __init__(self, board: JobBoard, query: dict[str, str]) -> None:
        self._chart = ChartQuestion()
        with ui.element("div").classes("two"):
            with panel("The chart") as box:
                box.classes("noprint")
                self._form = QuestionForm(ChartQuestion, query, self._draw, **_USUAL)
                with ui.element("div").classes("fields"):
                    self._form.add(*(name for name in ChartQuestion.under("") if name != "blind"))
                    self._form.fields["game"].classes("wide")
                self._form.add_panel(PANEL)
                with ui.element("div").classes("row-of"):
                    ui.button("Draw", on_click=self._draw).classes("go").props("id=draw no-caps")
                    ui.button("Stop", on_click=self.stop).props("outline no-caps")
                    ui.button("Copy link", on_click=copy_link).props("flat no-caps")
                self._needs = NeedsNote(board, self._form.fields["game"])
            with ui.element("div").classes("stack"), panel("Over the stacks"):
                super().__init__(board, listed=True)
                self._plot = ui.echart(curves([])).classes("plot tall")
                self._plot.props('aria-label="Jam and call percentages by stack"')
                self._caption = html("<p class='note'>Choose a game and press Draw.</p>").props("id=caption")
                with (
                    ui.expansion("The curves as a table").classes("wide noprint").props("dense") as self._rows
                ):
                    self._numbers = html().props("id=stacks")
                self._downloads = ui.element("div").classes("row-of noprint")
        self._rows.set_visibility(False)
        self._squares = ui.element("div").classes("stack")
        self._plot.set_visibility(False)

    _form: QuestionForm[ChartQuestion]

    def _draw(self) -> None:
        chart = self._form.read()
        if chart is None:
            return
        self._chart = chart
        usual = _USUAL | {"game": ""}  # always in the link
        set_address("/charts", chart.query(**usual))
        self._squares.clear()
        self.start(chart)

    def finished(self, result: Any) -> None:
        """Show curves, then what stands below them; a table that was missing is there now."""
        self._show(result)
        with self._squares:
            ui.timer(0, self._needs.show, once=True)

    def _show(self, result: Any) -> None:
        """Show curves, then the squares, or the matrices of patterns."""
        self._plot.options.update(curves(result["points"]))
        self._plot.update()
        self._plot.set_visibility(True)
        self._numbers.set_content(stacks_html(result["points"]))
        self._rows.set_visibility(True)
        self._caption.set_content(
            f"<p class='note'>{escape(result['title'])}: {escape(result['caption'])}.</p>"
        )
        self._show_downloads()
        self._squares.clear()
        with self._squares:
            if "patterns" in result:
                PatternsPanel(result)
                return
            with ui.element("div").classes("halves"):
                for seat, cells in result["seats"].items():
                    with panel(_SEATS[seat]):
                        _square(cells, result, seat)

    def _show_downloads(self) -> None:
        self._downloads.clear()
        kinds = {"csv": "Hands CSV", "points": "Stacks CSV", "json": "JSON", "png": "PNG", "svg": "SVG"}
        if self._chart.rules.has_square_of_classes:
            kinds["ranges"] = "Ranges CSV"
        with self._downloads:
            file_buttons(kinds, self._download)
            ui.button("Print", on_click=lambda: ui.run_javascript("window.print()")).props(
                "flat no-caps dense"
            )

    async def _download(self, kind: str) -> None:
        ending = {"points": "stacks.csv", "ranges": "ranges.csv"}.get(kind, kind)
        name = f"{self._chart.game}-chart.{ending}"
        await download(self._board, ChartFileQuestion.of_texts(self._chart.texts() | {"format": kind}), name)


def _square(cells: list[dict[str, Any]], result: dict[str, Any], seat: str) -> None:
    """Thresholds of one player."""
    top = max(point["stack"] for point in result["points"])
    action = "jammed" if seat == "sb" else "called"
    shown = [
        cell
        | {
            "fill": (cell["top"] or 0.0) / top,
            "small": cell["text"] + "*" * cell["gaps"],
            "words": (
                f"{cell['hand']} is {action} at {cell['intervals']} bb."
                if cell["top"]
                else f"{cell['hand']} is never {action}."
            ),
        }
        for cell in cells
    ]
    html(
        heat.scale("0 bb", f"{top:g} bb or deeper", f"never {action}")
        + heat.square(
            shown,
            len(result["ranks"]),
            _SEATS[seat],
            shade=True,
            hint="Point at a hand, or walk with the arrow keys.",
        )
        + gaps_html(cells, action)
    )


def gaps_html(cells: list[dict[str, Any]], action: str) -> str:
    """All stacks of the hands that the largest one does not say."""
    hands = "; ".join(f"{cell['hand']} {cell['intervals']}" for cell in cells if cell["gaps"])
    return f"<p class='note'>* with gaps, {action} at: {escape(hands)} bb.</p>" if hands else ""


def stacks_html(points: list[dict[str, Any]]) -> str:
    """The curves in numbers."""
    unit = "bb" if all(point["value_money"] is None for point in points) else "money"
    rows = [
        [
            f"{point['stack']:g}",
            f"{point['jam_percent']:.4f} %",
            f"{point['call_percent']:.4f} %",
            signed(point[f"value_{unit}"], 6),
        ]
        for point in points
    ]
    return table(("stack, bb", "jam", "call", f"value, small blind, {unit}"), rows)


def curves(points: list[dict[str, Any]]) -> dict[str, Any]:
    """Jam and call percentages over the stack."""
    series = [
        {
            "name": name,
            "type": "line",
            "showSymbol": False,
            "data": [[point["stack"], round(point[key], 4)] for point in points],
            "itemStyle": {"color": colour},
            "lineStyle": {"color": colour, "width": 2.5, "type": kind},
        }
        for name, key, colour, kind in (
            ("jam, small blind", "jam_percent", plots.BLUE, "solid"),
            ("call, big blind", "call_percent", plots.ORANGE, "dashed"),
        )
    ]
    x = plots.below("stack, bb", min="dataMin", max="dataMax")
    y = plots.axis(name="% of all hands", min=0, max=100)
    return plots.plot(x, y, series, {"left": 55}, legend=True)
