"""``jamfold export``: the strategy page as a file to send."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.cli.asking import AskingCommand, HelpfulGroup, answered, asks
from jamfold.errors import ChartError
from jamfold.kept.whole import check_target, write_whole
from jamfold.questions.explorer import PageFileQuestion
from jamfold.views.explorer.page import page_file
from jamfold.views.terminal import say

app = typer.Typer(cls=HelpfulGroup, help="Write what others can open without jamfold.")

OutOption = Annotated[
    Path | None,
    typer.Option("--out", help="The file, ending in .html (default: named by the games).", metavar="FILE"),
]


@app.command("page", cls=AskingCommand)
@asks(PageFileQuestion, "cluster")
def page(question: PageFileQuestion, out: OutOption = None) -> None:
    path = out or Path(question.file_name)
    if path.suffix.lower() not in (".html", ".htm"):
        raise ChartError(f"The file '{path.name[:60]}' must end in .html.")
    check_target(path)
    text = page_file(answered(question))
    write_whole(path, text)
    say(f"Saved to {path} ({len(text.encode()) / 1000:,.0f} kB).")
