"""``jamfold web``: the local web page."""

from __future__ import annotations

from typing import Annotated

import typer

from jamfold.views.terminal import say
from jamfold.web.serve import serve

PortOption = Annotated[
    int, typer.Option("--port", help="The port on this machine; 0 takes a free one.", metavar="N")
]
NoOpenOption = Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")]


def web(port: PortOption = 8477, no_open: NoOpenOption = False) -> None:
    """Open the web page: solve, explore, calculate and analyse in a browser.

    The page is served to this machine only, under 127.0.0.1.
    """
    serve(port, open_browser=not no_open, say=say)
