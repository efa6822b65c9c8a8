"""A strategy list to learn, with what it costs against perfect play."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from jamfold.questions.videopoker import PayStrategyQuestion
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import html, numbers, panel, table
from jamfold.web.pages.jobline import JobLine
from jamfold.web.pages.videopoker.editor import TableEditor
from jamfold.web.pages.videopoker.returns import file_name

_RULE = "hold what fits the first line that fits"


class StrategyPanel(JobLine):
    """The list of the table, once it is asked for."""

    def __init__(self, board: JobBoard, editor: TableEditor) -> None:
        self._editor = editor
        with panel("Strategy"):
            html("<p class='note'>An ordered list to play by, and its exact cost. Takes some seconds.</p>")
            with ui.element("div").classes("row-of noprint"):
                ui.button("Make the list", on_click=self._make).classes("go").props("id=strategy no-caps")
                ui.button("Stop", on_click=self.stop).props("outline no-caps id=strategy-stop")
                self._downloads = ui.element("div")
            super().__init__(board)
            self.status.props("id=strategy-status")
            self._answer = html().classes("strategy").props("id=strategy-answer")

    def new_table(self) -> None:
        """The list of another table is not this one's."""
        self._job = None
        self._clear()
        self.status.set_content("")

    def _clear(self) -> None:
        self._answer.set_content("")
        self._downloads.clear()

    def _make(self) -> None:
        self._clear()
        self.start(PayStrategyQuestion(**self._editor.words()))

    def finished(self, result: Any) -> None:
        """Show the list."""
        self._answer.set_content(strategy_html(result))
        name = f"{file_name(result['name'])}-strategy.txt"
        with self._downloads:
            save = ui.button("Text", on_click=lambda: ui.download.content(strategy_text(result), name))
            save.props('outline no-caps dense aria-label="Download text" id=save-strategy')


def strategy_html(result: dict[str, Any]) -> str:
    """The list as a table, with its return."""
    tiles = [
        ("playing by the list", f"{result['return_percent']:.8f} %"),
        ("perfect play", f"{result['perfect_percent']:.8f} %"),
        ("the list costs, of the bet", f"{result['loss_percent']:.8f} %"),
    ]
    rows = [
        [str(k), line["text"], f"{100 * line['share']:.3f} %", f"{line['ev']:.4f}"]
        for k, line in enumerate(result["lines"], 1)
    ]
    notes = "".join(f"<p class='note'>{escape(note)}</p>" for note in result["notes"])
    return (
        f"<p><b>{escape(result['name'])}</b>: {_RULE}.</p>{numbers(tiles)}"
        f"{table(('line', 'hold', 'of deals', 'EV per coin'), rows)}{notes}"
    )


def strategy_text(result: dict[str, Any]) -> str:
    """The list to print."""
    lines = [
        f"{k:3}  {100 * line['share']:7.3f} %  {line['ev']:11.4f}  {line['text']}"
        for k, line in enumerate(result["lines"], 1)
    ]
    return "\n".join(
        [
            f"{result['name']}: {_RULE}",
            "",
            "        deals  EV per coin  hold",
            *lines,
            "",
            *result["notes"],
            "",
            f"playing by the list  {result['return_percent']:.8f} %",
            f"perfect play         {result['perfect_percent']:.8f} %",
            f"the list costs       {result['loss_percent']:.8f} % of the bet",
            "",
        ]
    )
