"""The winning chance of a hand on a flop, and how strength is spread over all flops."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from jamfold.games import GAMES
from jamfold.questions.chances import (
    ChanceQuestion,
    DistributionFileQuestion,
    DistributionQuestion,
    FoldingQuestion,
)
from jamfold.views.titles import game_titles
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.pages import strength_plot
from jamfold.web.pages.cards import CardPicker, faces_html
from jamfold.web.pages.files import download, file_buttons
from jamfold.web.pages.form import QuestionForm, set_address
from jamfold.web.pages.frame import copy_link, frame, html, numbers, panel, percent, table
from jamfold.web.pages.jobline import JobLine

_LEAD = (
    "A two-card hand on the flop against opponents who fold what is weak: exact against one, "
    "sampled with standard errors against several."
)
_WAYS = {
    "": "Nobody folds",
    "fold_below": "Fold below a strength",
    "fold_share": "The weakest share folds",
    "fold_curve": "Fold by a curve",
}
"""The entries that say who folds."""
_OF = {"all": "of all hands on all flops", "flop": "of the holdings on this flop"}
_OLD_NAMES = {"own": "hand", "of": "share_of"}
"""Names in older links."""
_USUAL = {
    "hand": "As Kd",
    "flop": "Kh 7d 2c",
    "fold_below": "45%",
    "fold_share": "30%",
    "fold_curve": "0.3:1, 0.5:0.5, 0.7:0",
}
"""What the fields hold at first, as examples."""
_FILES = {"png": "PNG", "svg": "SVG", "csv": "CSV", "json": "JSON"}


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/flop", title="Flop chance")
    def chance_page(request: Request) -> None:
        with frame("/flop", "Winning chance on the flop", _LEAD):
            chance = ChancePanels(board, read_address(dict(request.query_params)))
            DistributionPanel(board, chance)


def read_address(words: dict[str, str]) -> dict[str, str]:
    """Texts of the fields from the words of an address, old or new."""
    texts = {_OLD_NAMES.get(name, name): text for name, text in words.items()}
    if "way" in words:
        texts["way"] = f"fold_{words['way']}"
    else:
        texts["way"] = next((way for way in _WAYS if way and way in words), "")
    return texts


class ChancePanels(JobLine):
    """The question and its answer.

    Attributes
    ----------
    strength
        Raw strength of the hand that is shown; None if there is none.
    """

    _form: QuestionForm[ChanceQuestion]

    def __init__(self, board: JobBoard, texts: dict[str, str]) -> None:
        self._form = QuestionForm(ChanceQuestion, texts, self._ask, **_USUAL)
        self.strength: float | None = None
        with ui.element("div").classes("two"):
            with panel("The question"):
                self._make_form()
            with panel("The answer"):
                super().__init__(board, listed=True)
                self._answer = html("<p>Give a hand and a flop and press Show.</p>")
                self._answer.props("id=chance-answer aria-live=polite")
                self._plot = ui.echart(strength_plot.options([])).classes("plot")
                self._plot.props('aria-label="Strength of all holdings on this flop"')
                self._plot.set_visibility(False)
                self._about = html().classes("note").props("id=flop-plot")

    def _make_form(self) -> None:
        form, fields = self._form, self._form.fields
        games = {name: title for name, title in game_titles().items() if GAMES[name].ranks_all_holdings}
        lowest = GAMES[str(form.add_choice("game", "Game", games).value)].lowest_rank
        for name, most, label in (("hand", 2, "Click your hand"), ("flop", 3, "Click the flop")):
            form.add(name)
            picker = CardPicker(fields[name], most, label, lowest)
            fields["game"].on_value_change(
                lambda event, picker=picker: picker.show(GAMES[event.value].lowest_rank)
            )
        form.add_choice("opponents", "Opponents", {str(count): str(count) for count in range(1, 9)})
        form.add_choice("way", "Who folds", _WAYS)
        form.add("fold_below", "fold_share")
        form.add_choice("share_of", "Share", _OF)
        form.add("fold_curve")
        for way in filter(None, _WAYS):
            form.show_if(way, "way", way)
        form.show_if("share_of", "way", "fold_share")
        for field in fields.values():
            field.classes("wide")
        with ui.element("div").classes("fields pairs"):
            form.add("pot", "call", "deals", "seed")
        form.show_if(("deals", "seed"), "opponents", *map(str, range(2, 9)))
        with ui.element("div").classes("row-of"):
            ui.button("Show", on_click=self._ask).classes("go").props("id=chance no-caps")
            ui.button("Stop", on_click=self.stop).props("outline no-caps")
            ui.button("Copy link", on_click=copy_link).props("flat no-caps")

    def folding(self) -> dict[str, str]:
        """What is said about folding, whatever the flop."""
        names = set(FoldingQuestion.asked()) - {"share_of"}
        return {name: text for name, text in self._form.texts().items() if name in names}

    def _ask(self) -> None:
        question = self._form.read()
        if question is None:
            return
        set_address("/flop", question.query())
        self._answer.set_content("")
        self._about.set_content("")
        self._plot.set_visibility(False)
        self.start(question)

    def finished(self, result: Any) -> None:
        """Show the answer, and where the hand stands among all holdings on the flop."""
        values, lines = result["summary"], result["lines"]
        rows = [[line["name"], line["value"], line["note"]] for line in lines]
        tiles = [("raw strength", percent(values["raw"]["equity"]))]
        if values["folding"]:
            tiles.append(("share of the pot when each may fold", percent(values["answers"]["share"])))
        if values["against"] and (values["folding"] or values["opponents"] > 1):
            tiles.append((f"against {values['opponents']} who stay", percent(values["against"]["equity"])))
        if values["money"]:
            tiles.append(("going on is worth", f"{values['money']['continue']:+.4f}"))
        self._answer.set_content(
            f"<p><b>{faces_html(values['hand'])} on {faces_html(values['flop'])}</b></p>"
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
            f"<p>All {result['holdings']:,} holdings on this flop by raw strength: "
            f"{percent(result['weaker'])} of them "
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

    def form_texts(self) -> dict[str, str]:
        """What the question above says about folding."""
        return self._chance.folding()

    def _ask(self) -> None:
        self.start(DistributionQuestion.of_texts(self._chance.folding()))

    def show_error(self, job: Job) -> bool:
        """Show the sentence at the field of the question above."""
        return self._chance.show_error(job)

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
        question = DistributionFileQuestion.of_texts(self._chance.folding() | {"format": kind})
        await download(self._board, question, f"{question.game}-flop-strength.{kind}")
