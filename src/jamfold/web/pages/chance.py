"""The winning chance of a Hold'em hand on a flop, and how strength is spread over all flops."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages import strength_plot
from jamfold.web.pages.cards import CardPicker
from jamfold.web.pages.files import download, file_buttons
from jamfold.web.pages.frame import copy_link, frame, html, numbers, panel, percent, table
from jamfold.web.pages.jobline import JobLine

_LEAD = (
    "A Hold'em hand on the flop against opponents who fold what is weak: exact against one, "
    "sampled with standard errors against several."
)
_WAYS = {
    "": "Nobody folds",
    "below": "Fold below a strength",
    "share": "The weakest share folds",
    "curve": "Fold by a curve",
}
_OF = {"all": "of all hands on all flops", "flop": "of the holdings on this flop"}
_USUAL = {
    "own": "As Kd",
    "flop": "Kh 7d 2c",
    "opponents": "1",
    "way": "",
    "fold_below": "45%",
    "fold_share": "30%",
    "of": "all",
    "fold_curve": "0.3:1, 0.5:0.5, 0.7:0",
    "pot": "",
    "call": "",
    "deals": "200000",
    "seed": "0",
}
"""The fields and what they hold at first."""
_FILES = {"png": "PNG", "svg": "SVG", "csv": "CSV", "json": "JSON"}


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/flop", title="Flop chance")
    def chance_page(request: Request) -> None:
        with frame("/flop", "Winning chance on the flop", _LEAD):
            chance = ChancePanels(board, dict(request.query_params))
            DistributionPanel(board, chance)


class ChancePanels(JobLine):
    """The question and its answer.

    Attributes
    ----------
    strength
        Raw strength of the hand that is shown; None if there is none.
    """

    def __init__(self, board: JobBoard, query: dict[str, str]) -> None:
        self._fields: dict[str, ui.input | ui.select] = {}
        self._query = query
        self.strength: float | None = None
        with ui.element("div").classes("two"):
            with panel("The question"):
                self._make_form()
            with panel("The answer"):
                super().__init__(board)
                self._answer = html("<p>Give a hand and a flop and press Show.</p>")
                self._answer.props("id=chance-answer aria-live=polite")
                self._plot = ui.echart(strength_plot.options([])).classes("plot")
                self._plot.props('aria-label="Strength of all holdings on this flop"')
                self._plot.set_visibility(False)
                self._about = html().classes("note").props("id=flop-plot")

    def _make_form(self) -> None:
        CardPicker(self._input("own", "Your hand"), lambda: 2, "Click your hand")
        CardPicker(self._input("flop", "Flop"), lambda: 3, "Click the flop")
        self._select("opponents", "Opponents", {str(count): str(count) for count in range(1, 9)})
        self._select("way", "Who folds", _WAYS)
        self._input("fold_below", "They fold below this strength").bind_visibility_from(
            self._fields["way"], "value", value="below"
        )
        for field in (self._input("fold_share", "Share that folds"), self._select("of", "Share", _OF)):
            field.bind_visibility_from(self._fields["way"], "value", value="share")
        self._input("fold_curve", "Strength:probability, ...").bind_visibility_from(
            self._fields["way"], "value", value="curve"
        )
        with ui.element("div").classes("fields pairs"):
            self._input("pot", "Pot, all bets included", mode="decimal")
            self._input("call", "Price of going on", mode="decimal")
            for field in (
                self._input("deals", "Deals", mode="numeric"),
                self._input("seed", "Seed", mode="numeric"),
            ):
                field.bind_visibility_from(self._fields["opponents"], "value", lambda value: value != "1")
        with ui.element("div").classes("row-of"):
            ui.button("Show", on_click=self._ask).classes("go").props("id=chance no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")

    def _input(self, name: str, label: str, mode: str = "text") -> ui.input:
        field = ui.input(label, value=self._query.get(name, _USUAL[name])[:200]).classes("wide")
        field.props(f'inputmode={mode} autocomplete="off" data-field={name}')
        field.on("keydown.enter", self._ask)
        field.on_value_change(lambda: setattr(field, "error", None))
        self._fields[name] = field
        return field

    def _select(self, name: str, label: str, options: dict[str, str]) -> ui.select:
        given = self._query.get(name, _USUAL[name])
        field = ui.select(options, value=given if given in options else _USUAL[name], label=label)
        self._fields[name] = field.classes("wide").props(f"data-field={name}")
        return field

    def read(self) -> dict[str, Any]:
        """The fields as tasks take them."""
        values = {name: str(field.value or "").strip() for name, field in self._fields.items()}
        return values | {"hand": values["own"], "opponents": int(values["opponents"])}

    def _ask(self) -> None:
        for field in self._fields.values():
            field.error = None
        values = {name: str(field.value or "").strip() for name, field in self._fields.items()}
        changed = {name: text for name, text in values.items() if text != _USUAL[name]}
        ui.navigate.history.replace(f"/flop?{urlencode(changed)}" if changed else "/flop")
        self._answer.set_content("")
        self._about.set_content("")
        self._plot.set_visibility(False)
        self.start("chance", self.read())

    def show_error(self, job: Job) -> bool:
        """Show what is wrong at its field; False if it belongs to none that is seen."""
        field = self._fields.get(job.field)
        if field is None or not field.visible:
            return False
        field.error = job.error
        return True

    def failed(self, job: Job) -> None:
        """Show the sentence at its field."""
        if self.show_error(job):
            self.status.set_content("")
        else:
            super().failed(job)

    def finished(self, result: Any) -> None:
        """Show the answer, and where the hand stands among all holdings on the flop."""
        values, lines = result["values"], result["lines"]
        rows = [[line["name"], line["value"], line["note"]] for line in lines]
        tiles = [("raw strength", percent(values["raw"]["equity"]))]
        if values["folding"]:
            tiles.append(("share of the pot when each may fold", percent(values["answers"]["share"])))
        if values["against"] and (values["folding"] or values["opponents"] > 1):
            tiles.append((f"against {values['opponents']} who stay", percent(values["against"]["equity"])))
        if values["money"]:
            tiles.append(("going on is worth", f"{values['money']['continue']:+.4f}"))
        self._answer.set_content(
            f"<p><b>{escape(values['hand'])} on {escape(values['flop'])}</b></p>"
            f"{numbers(tiles)}{table(('', '', ''), rows, notes=True)}"
        )
        self.strength = values["raw"]["equity"]
        marks = [("your hand", self.strength)]
        if values["threshold"] is not None:
            marks.append(("fold below", values["threshold"]))
        self._plot.options.update(strength_plot.options(result["histogram"], marks))
        self._plot.update()
        self._plot.set_visibility(True)
        self._about.set_content(
            f"<p>All 1,176 holdings on this flop by raw strength: {percent(result['weaker'])} of them "
            "are weaker than your hand.</p>"
        )


class DistributionPanel(JobLine):
    """Raw strength over all hands on all flops."""

    def __init__(self, board: JobBoard, chance: ChancePanels) -> None:
        self._chance = chance
        with panel("Strength of all hands on all flops"):
            html(
                "<p class='note'>Raw strength is equity against one random hand, turn and river open; "
                "counted once, then kept. Your hand and what is said about folding are marked.</p>"
            )
            with ui.element("div").classes("row-of"):
                ui.button("Show the distribution", on_click=self._ask).props(
                    "outline no-caps id=distribution"
                )
                ui.button("Stop", on_click=self.stop).props("outline no-caps id=stop-distribution")
            super().__init__(board)
            self._answer = html().props("id=distribution-answer aria-live=polite")
            self._plot = ui.echart(strength_plot.options([])).classes("plot tall")
            self._plot.props('aria-label="Strength of all hands on all flops"')
            self._more = ui.element("div").classes("wide")
            with self._more:
                with ui.expansion("Quantiles as a table").classes("wide").props("dense"):
                    self._quantiles = html().props("id=quantiles")
                with ui.element("div").classes("row-of"):
                    file_buttons(_FILES, self._download)
        self._plot.set_visibility(False)
        self._more.set_visibility(False)

    def _folding(self) -> dict[str, Any]:
        """What is said about folding."""
        said = self._chance.read()
        return {name: said[name] for name in ("way", "fold_below", "fold_share", "fold_curve")}

    def _ask(self) -> None:
        self.start("distribution", self._folding())

    def failed(self, job: Job) -> None:
        """Show the sentence at its field."""
        if self._chance.show_error(job):
            self.status.set_content("")
        else:
            super().failed(job)

    def finished(self, result: Any) -> None:
        """Show the distribution."""
        answer = result["answer"]
        said = (
            f" Opponents who fold {escape(answer['folding'])} fold {percent(answer['share'], 4)} of them."
            if answer
            else ""
        )
        self._answer.set_content(
            f"<p id='spread'>{result['states']:,} hands on flops, {result['distinct']:,} of them distinct; "
            f"mean {percent(result['mean'])}, from {percent(result['lowest'])} to "
            f"{percent(result['highest'])}.{said}</p>"
        )
        marks = [] if self._chance.strength is None else [("your hand", self._chance.strength)]
        if answer and answer["threshold"] is not None:
            marks.append(("fold below", answer["threshold"]))
        self._plot.options.update(strength_plot.options(result["histogram"], marks, cumulative=True))
        self._plot.update()
        rows = [[percent(one["share"], 0), percent(one["strength"], 4)] for one in result["quantiles"]]
        self._quantiles.set_content(table(("of all hands on flops", "are below this strength"), rows))
        self._plot.set_visibility(True)
        self._more.set_visibility(True)

    async def _download(self, kind: str) -> None:
        params = self._folding() | {"format": kind}
        await download(self._board, "distribution-file", params, f"flop-strength.{kind}")
