"""Files to download: buttons, and what the computing process has made."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.questions.entries import Question
from jamfold.web.jobs import JobBoard


def file_buttons(names: Mapping[str, str], save: Callable[[str], Any]) -> None:
    """A button for each kind of file, by its name for people."""
    for kind, name in names.items():
        button = ui.button(name, on_click=lambda kind=kind: save(kind))
        button.props(f'outline no-caps dense aria-label="Download {name}"')


def _unheard(error: JamfoldError) -> None:
    """Nobody but the reader needs to know."""


async def answer_or_note(
    board: JobBoard, question: Question, hear: Callable[[JamfoldError], None] = _unheard
) -> Any:
    """The answer to a question; None, and its sentence as a note, if there is none."""
    try:
        return await board.ask(question)
    except JamfoldError as error:
        hear(error)
        ui.notify(str(error), type="warning")
        return None


async def download(
    board: JobBoard, question: Question, name: str, hear: Callable[[JamfoldError], None] = _unheard
) -> None:
    """Download the file that answers a question: ``text``, or bytes in ``base64``."""
    file = await answer_or_note(board, question, hear)
    if file is not None:
        content = base64.b64decode(file["base64"]) if "base64" in file else file["text"]
        ui.download.content(content, name)
