"""The application: pages, API and guard put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from nicegui import ui
from starlette.types import ASGIApp

from jamfold import __version__
from jamfold.web.api import add_api
from jamfold.web.jobs import JobBoard
from jamfold.web.pages import add_pages
from jamfold.web.security import Guard
from jamfold.web.serve import STATIC

_DESCRIPTION = """Exact jam/fold equilibria, equities and video poker, computed on this machine.

Every request starts a job, or finds the one that has computed the same before, and waits
a while for its result. Bad input is answered with one sentence."""


def make_application(
    board: JobBoard, port: int, started: Callable[[], AbstractAsyncContextManager[None]] | None = None
) -> ASGIApp:
    """The guarded application for a port; `started` surrounds its life."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        if started is None:
            yield
            return
        async with started():
            yield

    app = FastAPI(
        title="jamfold",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=life,
    )
    add_api(app, board)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> FileResponse:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    add_pages(board)
    ui.run_with(
        app,
        title="jamfold",
        favicon=STATIC / "favicon.svg",
        dark=None,
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=30,
    )
    return Guard(app, port)
