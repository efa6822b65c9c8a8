"""``jamfold web``: the local web page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jamfold.errors import HistoryError
from jamfold.views.terminal import print_status
from jamfold.web.serve import serve

PortOption = Annotated[
    int, typer.Option("--port", help="The port on this machine; 0 takes a free one.", metavar="N")
]
NoOpenOption = Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")]


WatchOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--watch",
        help="A folder of histories: its new hands are read as they are written, and 'My hands' follows.",
        metavar="DIR",
    ),
]


def web(port: PortOption = 8477, no_open: NoOpenOption = False, watch: WatchOption = None) -> None:
    """Open the web page: solve, explore, calculate and analyse in a browser.

    The page is served to this machine only, under 127.0.0.1.
    """
    folders = [str(path.resolve()) for path in watch or ()]
    for folder in watch or ():
        if not folder.exists():
            raise HistoryError(f"'{folder}' cannot be watched: there is no such folder.")
    serve(port, open_browser=not no_open, say=print_status, watched=folders)
