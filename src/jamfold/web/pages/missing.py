"""What stands at an address that is none: our own page, with the ways out of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from jamfold.views.html import element
from jamfold.web.page.layout import PLACES, document

_SENTENCE = "Page not found."


async def missing(request: Request, error: Exception) -> Response:
    """Not found: a page for those who read pages, else a sentence."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(_SENTENCE, status_code=404)
    return HTMLResponse(missing_html(request.url.path), status_code=404)


def missing_html(path: str) -> str:
    """The page in today's frame, with the ways out of it."""
    links = [
        element("li", element("a", name, href=there))
        for pages in PLACES.values()
        for there, name in pages.items()
        if name
    ]
    words = element("p", "There is no page at ", element("code", path[:200]), ".", class_="note")
    box = element("section", element("h1", "No such page"), words, element("ul", links), class_="card")
    main = element("main", box, id="content", class_="page", tabindex="-1")
    return document("", "No such page", main)
