"""``jamfold export``: pages as files to send, one that shows and one that solves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import HelpfulGroup, RequestCommand, run_in_terminal, with_request_options
from jamfold.errors import ChartError
from jamfold.kept.whole import check_target, write_atomically
from jamfold.questions.app import AppRequest
from jamfold.questions.explorer import PageFileRequest
from jamfold.views.app.page import app_file
from jamfold.views.explorer.page import page_file
from jamfold.views.terminal import print_status

app = typer.Typer(cls=HelpfulGroup, help="Write what others can open without jamfold.")

OutOption = Annotated[
    Path | None,
    typer.Option("--out", help="The file, ending in .html (default: named by itself).", metavar="FILE"),
]


@app.command("app", cls=RequestCommand)
@with_request_options(AppRequest)
def app_command(question: AppRequest, out: OutOption = None) -> None:
    _write(out or Path(question.file_name), lambda: app_file(run_in_terminal(question)))


@app.command("page", cls=RequestCommand)
@with_request_options(PageFileRequest, "cluster")
def page(question: PageFileRequest, out: OutOption = None) -> None:
    _write(out or Path(question.file_name), lambda: page_file(run_in_terminal(question)))


def _write(path: Path, make: Callable[[], str]) -> None:
    """Write a page; what is no name of one is refused before it is made."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise ChartError(f"The file '{path.name[:60]}' must end in .html.")
    check_target(path)
    text = make()
    write_atomically(path, text)
    print_status(f"Saved to {path} ({len(text.encode()) / 1000:,.0f} kB).")
