"""Video poker: a pay table and its exact return, the 32 holds of a deal, a trainer, a strategy list."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from jamfold.questions.videopoker import PayTableQuestion
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import frame
from jamfold.web.pages.videopoker.editor import TableEditor
from jamfold.web.pages.videopoker.holds import HoldsPanel
from jamfold.web.pages.videopoker.returns import ReturnPanel
from jamfold.web.pages.videopoker.strategy import StrategyPanel
from jamfold.web.pages.videopoker.trainer import TrainerPanel

_LEAD = "Any pay table, exactly: return, frequencies, every hold of a deal, and practice."


def add(board: JobBoard) -> None:
    """Register the page."""

    @ui.page("/videopoker", title="Video poker")
    def videopoker_page(request: Request) -> None:
        with frame("/videopoker", "Video poker", _LEAD):
            VideoPokerPage(board, dict(request.query_params))


class VideoPokerPage:
    """A pay table, and what follows from it."""

    def __init__(self, board: JobBoard, words: dict[str, str]) -> None:
        with ui.element("div").classes("two pay-table"):
            self._editor = TableEditor(words, self._changed, self._analyse)
            self._returns = ReturnPanel(board, self._analysed)
        with ui.element("div").classes("halves"):
            self._holds = HoldsPanel(board, self._editor)
            self._trainer = TrainerPanel(board, self._editor)
        self._strategy = StrategyPanel(board, self._editor)
        self._analyse()

    def _analyse(self) -> None:
        """Ask for the return of the table as it stands."""
        self._returns.ask(PayTableQuestion(**self._editor.words()), edited=self._editor.edited)

    def _analysed(self) -> None:
        """Holds follow the return: they need the same counts, which take a moment the first time."""
        ui.timer(0, self._holds.ask, once=True)

    def _changed(self) -> None:
        """Another table: what was computed for the last one goes."""
        self._returns.outdate()
        self._holds.new_table()
        self._trainer.new_table()
        self._strategy.new_table()
