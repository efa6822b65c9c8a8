"""Before a first build: what it takes, and what can be looked at meanwhile."""

from __future__ import annotations

from html import escape

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.strategies import NeedsQuestion
from jamfold.web.jobs import JobBoard
from jamfold.web.pages.frame import html

_MEANWHILE = {
    "/equity?game=omaha&p=AsAhKsKh&p=JdTd9c8c": "aces and kings against a rundown, on all boards",
    "/videopoker": "a trainer and every hold of video poker",
    "/flop": "the winning chance on a flop",
    "/icm": "what chips are worth in prizes",
}
"""Addresses that need no table, and are answered beside a build."""


class NeedsNote:
    """A note below the field of the game; `show` is called when the table may have been built."""

    def __init__(self, board: JobBoard, game: ui.input | ui.select | ui.textarea) -> None:
        self._board, self._game = board, game
        self._note = html().classes("note").props("id=needs role=status")
        game.on_value_change(self.show)
        ui.timer(0.25, self.show, once=True)

    async def show(self) -> None:
        """Say what a first build will write and use; nothing where none is ahead."""
        question = NeedsQuestion(game=str(self._game.value))
        try:
            needs = await self._board.ask(question)
        except JamfoldError:
            needs = ""
        if question.game == self._game.value:
            self._note.set_content(needs_html(needs))


def needs_html(needs: str) -> str:
    """The sentence, and the ways to what needs no table."""
    if not needs:
        return ""
    links = ", ".join(f'<a href="{escape(there)}">{escape(what)}</a>' for there, what in _MEANWHILE.items())
    return f"<p>Not built yet. {escape(needs)}</p><p>To look at meanwhile: {links}.</p>"
