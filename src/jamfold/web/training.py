"""The drill's page: a small static program that asks the API; `views.explorer` holds it."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from jamfold.views.explorer_page import drill
from jamfold.views.html import element, join_html
from jamfold.web.page.layout import ASSETS, document, tabs

PATH = "/train"


def add(app: FastAPI) -> None:
    page = make_page()

    @app.get(PATH, include_in_schema=False)
    async def train() -> HTMLResponse:
        return HTMLResponse(page)


def make_page() -> str:
    """The page; questions and verdicts come from the API."""
    copy = element("button", "Copy link", class_="chip", type="button", data_copy=True)
    no_script = element(
        "p", "The drill needs JavaScript; ", element("a", "playing", href="/play"), " does not."
    )
    main = element(
        "main",
        element("h1", "Drill"),
        tabs(PATH, copy),
        element("noscript", no_script),
        drill(),
        id="content",
        class_="page narrow",
        tabindex="-1",
    )
    head = join_html(
        element("link", rel="stylesheet", href=f"{ASSETS}/explorer.css"),
        element("script", type="module", src=f"{ASSETS}/drill.js"),
    )
    return document(PATH, "Drill", main, head=head)
