"""The application: pages, API and guard put together."""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path

from fastapi import Depends, FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, Response
from fastapi.security import HTTPBearer
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from jamfold.core.version import __version__
from jamfold.views.explorer_page import facts_script
from jamfold.views.html import FONT_FILE
from jamfold.web import strategy
from jamfold.web.jobs import JobBoard
from jamfold.web.page.layout import ASSETS, FONT
from jamfold.web.page.requests import add_page
from jamfold.web.pages import (
    about,
    audit,
    charts,
    equity,
    flop,
    histories,
    icm,
    play,
    table,
    tournament,
    videopoker,
    videopoker_practice,
)
from jamfold.web.pages.about import missing
from jamfold.web.security import Guard

NEW_PAGES = (
    strategy.REPORT,
    charts.PAGE,
    flop.PAGE,
    flop.JAM,
    equity.PAGE,
    histories.PAGE,
    histories.OPPONENTS,
    icm.PAGE,
    play.PAGE,
    table.PAGE,
    audit.PAGE,
    tournament.PAGE,
    tournament.THREE,
    videopoker.PAGE,
    videopoker_practice.PAGE,
)
STATIC = Path(__file__).parent / "static"
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
"""What files are: in the registry of Windows a script may be plain text, which no browser runs."""
_KEPT = {"cache-control": "public, max-age=31536000, immutable"}
_DESCRIPTION = """Exact jam/fold equilibria, equities and video poker, computed on this machine.

Every request starts a job, or finds the one that has computed the same before, and waits
a while for its result. Bad input is answered with one sentence."""
_BEARER = "The token of the link that `jamfold web` prints."


def make_application(
    board: JobBoard,
    port: int,
    token: str,
    started: Callable[[], AbstractAsyncContextManager[None]] | None = None,
) -> ASGIApp:
    """Return the application behind its guard; it runs inside the context `started`."""
    making, make = threading.Lock(), cache(_make_api)

    def api() -> FastAPI:
        """The API, made once while the first page loads: describing its answers takes longer than a page."""
        with making:
            return make(board)

    pages = _make_pages(board, started, api)

    async def by_path(scope: Scope, receive: Receive, send: Send) -> None:
        """Route to one of two applications, so that a 404 below /api is JSON."""
        to_api = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (api() if to_api else pages)(scope, receive, send)

    return Guard(by_path, port, token)


def _make_api(board: JobBoard) -> FastAPI:
    from jamfold.web.routes import add_api  # describing its answers takes longer than the first page

    app = FastAPI(
        title="jamfold",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        dependencies=[Depends(HTTPBearer(auto_error=False, description=_BEARER))],
    )
    add_api(app, board)
    app.add_middleware(GZipMiddleware, minimum_size=10_000, compresslevel=6)
    return app


def _make_pages(
    board: JobBoard,
    started: Callable[[], AbstractAsyncContextManager[None]] | None,
    api: Callable[[], FastAPI],
) -> FastAPI:
    """The pages; `api` makes the API, in a thread once they can be requested."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        threading.Thread(target=api, daemon=True).start()
        if started is None:
            yield
            return
        async with started():
            yield

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.add_middleware(GZipMiddleware, minimum_size=1_000)
    for ending, kind in _KINDS.items():
        mimetypes.add_type(kind, ending)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/favicon.ico")
    async def favicon() -> FileResponse:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    @app.get(f"{ASSETS}/facts.js", include_in_schema=False)
    def facts() -> Response:
        """The facts of the package for the scripts."""
        return Response(facts_script(), media_type=_KINDS[".js"], headers={"cache-control": "no-cache"})

    @app.get(FONT, include_in_schema=False)
    def font() -> Response:
        """The font, which does not change under its name."""
        return Response(FONT_FILE.read_bytes(), media_type=_KINDS[".woff2"], headers=_KEPT)

    app.mount(ASSETS, StaticFiles(packages=[("jamfold.views", "assets")]), name="assets")
    for new in NEW_PAGES:
        add_page(app, board, new)
    strategy.add(app, board)
    about.add(app, api)
    app.add_exception_handler(404, missing)
    return app
