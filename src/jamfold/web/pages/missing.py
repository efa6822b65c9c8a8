"""The page for an unknown address, with links to all others."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from jamfold.views.html import element, join_html
from jamfold.web.page.layout import PLACES, document

_SENTENCE = "Page not found."


async def missing(request: Request, error: Exception) -> Response:
    """Status 404: a page for browsers, otherwise a sentence."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(_SENTENCE, status_code=404)
    return HTMLResponse(missing_html(request.url.path), status_code=404)


def missing_html(path: str) -> str:
    """The page in the usual frame, with links to all others."""
    links = [
        join_html(
            element("dt", place), element("dd", [element("a", name, href=at) for at, name in pages.items()])
        )
        for place, pages in PLACES.items()
    ]
    words = element("p", "There is no page at ", element("code", path[:200]), ".", class_="note")
    list_of_all = element("dl", links, class_="words")
    box = element("section", element("h1", "No such page"), words, list_of_all, class_="card")
    main = element("main", box, id="content", class_="page", tabindex="-1")
    return document("", "No such page", main)
