"""The terminal: two consoles, lines on stderr, JSON, and tables as plain text."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from jamfold.views.json import to_text
from jamfold.views.sheet import Sheet

if TYPE_CHECKING:
    from rich.console import Console

_PLAIN_WIDTH = 120
"""Columns when the output is no terminal: wide enough that no table is cut."""


def print_status(message: str) -> None:
    """Print one line on stderr, without control characters; where nobody can read it, nothing."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    with suppress(OSError):
        typer.echo(line if line.endswith((".", "!", "?", ")")) else f"{line}.", err=True)


def print_json(values: Any) -> None:
    """Print JSON on stdout, numbers in full precision."""
    typer.echo(to_text(values))


def console(*, stderr: bool = False) -> Console:
    """A console for tables; wide when the output is no terminal."""
    from rich.console import Console

    plain = Console(stderr=stderr, highlight=False)
    return plain if plain.is_terminal else Console(stderr=stderr, highlight=False, width=_PLAIN_WIDTH)


def show(view: Any) -> None:
    """Print a sheet or a table on stdout; a text as it stands, of no lines nothing."""
    if not isinstance(view, str):
        console().print(renderable(view))
    elif view:
        typer.echo(view)


def plain_text(view: Any) -> str:
    """A sheet or a table without colours, for a file."""
    if isinstance(view, str):
        return f"{view}\n" if view else ""
    from rich.console import Console

    target = Console(width=_PLAIN_WIDTH, color_system=None, highlight=False, force_terminal=False)
    with target.capture() as capture:
        target.print(renderable(view))
    return capture.get()


def renderable(view: Any) -> Any:
    """Return what Rich can print of a view: a sheet as tables and texts, all else as it is."""
    if not isinstance(view, Sheet):
        return view
    from jamfold.views.sheet_terminal import sheet_view

    return sheet_view(view)
