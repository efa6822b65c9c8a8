"""The application: pages, API and guard put together."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from nicegui import app as pages_app
from nicegui import ui
from starlette.types import ASGIApp, Receive, Scope, Send

from jamfold._version import __version__
from jamfold.web import strategy, uploads
from jamfold.web.front.requests import add_page
from jamfold.web.jobs import JobBoard
from jamfold.web.pages import (
    about,
    chance,
    charts,
    equity,
    histories,
    icm,
    play,
    solve,
    table,
    three_players,
    tournament,
    videopoker,
)
from jamfold.web.pages.missing import missing
from jamfold.web.security import Guard

NEW_PAGES = (
    chance.PAGE,
    equity.PAGE,
    histories.PAGE,
    icm.PAGE,
    tournament.PAGE,
    three_players.PAGE,
)
STATIC = Path(__file__).parent / "static"
_DESCRIPTION = """Exact jam/fold equilibria, equities and video poker, computed on this machine.

Every request starts a job, or finds the one that has computed the same before, and waits
a while for its result. Bad input is answered with one sentence."""


def make_application(
    board: JobBoard, port: int, started: Callable[[], AbstractAsyncContextManager[None]] | None = None
) -> ASGIApp:
    """The guarded application for a port; `started` surrounds its life."""

    @cache
    def api() -> FastAPI:
        """The API, made beside the first page: describing its answers takes longer than a page."""
        return _make_api(board)

    pages = _make_pages(board, started, api)

    async def by_path(scope: Scope, receive: Receive, send: Send) -> None:
        """Two applications, so that what is not found below /api is told as JSON."""
        to_api = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (api() if to_api else pages)(scope, receive, send)

    return Guard(by_path, port)


def _make_api(board: JobBoard) -> FastAPI:
    from jamfold.web.api import add_api  # describing its answers takes longer than the first page

    app = FastAPI(
        title="jamfold",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_api(app, board)
    app.add_middleware(GZipMiddleware, minimum_size=10_000, compresslevel=5)
    return app


def _requests() -> list[tuple[str, str, str]]:
    """Method, path and words of what the API answers."""
    from jamfold.web.api.routes import ROUTES, summary  # after the first page, as the API itself

    return [("POST", f"/api/{route.question.name}", summary(route.question)) for route in ROUTES]


def _make_pages(
    board: JobBoard,
    started: Callable[[], AbstractAsyncContextManager[None]] | None,
    soon: Callable[[], object],
) -> FastAPI:
    """The pages; `soon` is done beside them as soon as they can be asked for."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        threading.Thread(target=soon, daemon=True).start()
        if started is None:
            yield
            return
        async with started():
            yield

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/favicon.ico")
    async def favicon() -> FileResponse:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    app.mount("/look", StaticFiles(packages=[("jamfold.views", "assets")]), name="look")
    for new in NEW_PAGES:
        add_page(app, board, new)
    strategy.add(app)
    uploads.add(app, board)
    for page in (solve, charts, table, play, videopoker):
        page.add(board)
    about.add(board, _requests)
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
    for one in (app, pages_app):  # the outer one answers for /static
        one.add_exception_handler(404, missing)
    return app
