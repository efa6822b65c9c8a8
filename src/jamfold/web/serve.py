"""The application, and the server that runs it on this machine only."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jamfold.core.errors import WebError
from jamfold.core.storage.folder import data_folder, make_folder, open_private
from jamfold.core.version import __version__

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

ADDRESS = "127.0.0.1"
PORT = 8477
TOKEN_VARIABLE = "JAMFOLD_TOKEN"
"""Environment variable with a token for scripts, in place of a new one at each start."""
_TOKENS = re.compile(r"[A-Za-z0-9_-]{16,}")
_START = """<!doctype html>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url={}">"""
_WAITING = 128  # connections that may wait to be accepted


def bound_socket(port: int) -> socket.socket:
    """A listening socket on a port of this machine; 0 takes any free port.

    Connections from now on wait for the server and are not refused.  Raises WebError if the port is taken
    or invalid.
    """
    if not 0 <= port <= 65535:
        raise WebError(f"The port must be a number from 0 to 65535, not {port}.")
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((ADDRESS, port))
        server.listen(_WAITING)
    except OSError as error:
        server.close()
        raise WebError(
            f"Port {port} cannot be used ({error.strerror or error}): choose another one with --port."
        ) from None
    return server


def server_config(application: ASGIApp) -> uvicorn.Config:
    import uvicorn

    from jamfold.web.security import TimedProtocol

    return uvicorn.Config(
        application,
        http=TimedProtocol,
        log_level="warning",
        ws_max_size=1 << 20,
        server_header=False,
        timeout_graceful_shutdown=2,  # a page that is kept open must not keep the program alive
    )


def session_token() -> tuple[str, bool]:
    """Return the token of this start, and whether it comes from the environment.

    Raises WebError if it is invalid.
    """
    chosen = os.environ.get(TOKEN_VARIABLE, "")
    token = chosen or secrets.token_urlsafe(32)
    if not _TOKENS.fullmatch(token):
        raise WebError(f"{TOKEN_VARIABLE} must be 16 or more letters, digits, '-' and '_'.")
    return token, bool(chosen)


def serve(port: int, *, open_browser: bool, say: Callable[[str], None], watched: Sequence[str] = ()) -> None:
    """Serve until Ctrl-C; new hands in watched folders are imported as they are written.

    Raises WebError if the port cannot be used, or a package is missing.
    """
    try:
        import uvicorn

        from jamfold.web.application import make_application
        from jamfold.web.security import TOKEN
    except ModuleNotFoundError as error:
        raise WebError(
            f"The web page needs the package '{error.name}': pip install 'jamfold[web]'."
        ) from None
    from jamfold.web.jobs import JobBoard
    from jamfold.web.uploads import watch

    token, chosen = session_token()
    server_socket = bound_socket(port)
    actual = int(server_socket.getsockname()[1])
    address = f"http://{ADDRESS}:{actual}/"
    link, start = f"{address}?{TOKEN}={token}", data_folder() / f"web-{actual}.html"
    board = JobBoard()
    board.start()

    @contextlib.asynccontextmanager
    async def started() -> AsyncIterator[None]:
        say(f"jamfold {__version__} at {address if chosen else link} -- Ctrl-C ends it.")
        if open_browser:
            threading.Thread(target=open_start_link, args=(link, start), daemon=True).start()
        watching = asyncio.create_task(watch(board, watched)) if watched else None
        yield
        if watching is not None:
            watching.cancel()

    config = server_config(make_application(board, actual, token, started))
    try:
        uvicorn.Server(config).run(sockets=[server_socket])
    finally:
        board.close()
        server_socket.close()
        with contextlib.suppress(OSError):
            start.unlink(missing_ok=True)


def open_start_link(link: str, start: Path) -> None:
    """Open the browser at a file that redirects to the link: all accounts can read program arguments.

    If the file cannot be written, the printed link remains.
    """
    with contextlib.suppress(OSError):
        make_folder(start.parent)
        start.unlink(missing_ok=True)
        with open(start, "x", encoding="utf-8", opener=open_private) as file:
            file.write(_START.format(link))
        webbrowser.open(start.absolute().as_uri())
