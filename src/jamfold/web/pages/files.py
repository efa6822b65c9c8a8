"""Files to download: buttons, and what tasks have made."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui

from jamfold.errors import JamfoldError
from jamfold.web.jobs import JobBoard


def file_buttons(names: Mapping[str, str], save: Callable[[str], Any]) -> None:
    """A button for each kind of file, by its name for people."""
    for kind, name in names.items():
        button = ui.button(name, on_click=lambda kind=kind: save(kind))
        button.props(f'outline no-caps dense aria-label="Download {name}"')


async def answer_or_note(board: JobBoard, task: str, params: dict[str, Any]) -> Any:
    """The answer of a task; None, and its sentence as a note, if there is none."""
    try:
        return await board.ask(task, params)
    except JamfoldError as error:
        ui.notify(str(error), type="warning")
        return None


async def download(board: JobBoard, task: str, params: dict[str, Any], name: str) -> None:
    """Download what a task makes: ``text``, or bytes in ``base64``."""
    found = await answer_or_note(board, task, params)
    if found is not None:
        content = base64.b64decode(found["base64"]) if "base64" in found else found["text"]
        ui.download.content(content, name)
