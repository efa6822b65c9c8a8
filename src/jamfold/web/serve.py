"""The application, and the server that runs it on this machine only."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING

from jamfold._version import __version__
from jamfold.errors import WebError

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

ADDRESS = "127.0.0.1"
PORT = 8477
_WAITING = 128  # connections that may wait to be accepted


def bound_socket(port: int) -> socket.socket:
    """A listening socket on a port of this machine; 0 takes any that is free.

    Whoever connects from now on waits until the server takes over, and is not refused.  Raises WebError if
    the port is taken, or none at all.
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

    from jamfold.web.protocol import TimedProtocol

    return uvicorn.Config(
        application,
        http=TimedProtocol,
        log_level="warning",
        ws_max_size=1 << 20,
        server_header=False,
        timeout_graceful_shutdown=2,  # a page that is kept open must not keep the program alive
    )


def serve(port: int, *, open_browser: bool, say: Callable[[str], None], watched: Sequence[str] = ()) -> None:
    """Run the page until Ctrl-C; new hands in folders that are watched are read as they are written.

    Raises WebError if the port cannot be used, or the packages of the page are missing.
    """
    try:
        import uvicorn

        from jamfold.web.application import make_application
    except ModuleNotFoundError as error:
        raise WebError(
            f"The web page needs the package '{error.name}': pip install 'jamfold[web]'."
        ) from None
    from jamfold.web.jobs import JobBoard
    from jamfold.web.watching import watch

    server_socket = bound_socket(port)
    actual = int(server_socket.getsockname()[1])
    address = f"http://{ADDRESS}:{actual}/"
    board = JobBoard()
    board.start()

    @contextlib.asynccontextmanager
    async def started() -> AsyncIterator[None]:
        say(f"jamfold {__version__} at {address} -- Ctrl-C ends it.")
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        watching = asyncio.create_task(watch(board, watched)) if watched else None
        yield
        if watching is not None:
            watching.cancel()

    config = server_config(make_application(board, actual, started))
    try:
        uvicorn.Server(config).run(sockets=[server_socket])
    finally:
        board.close()
        server_socket.close()
