"""What stands at an address that is none: our own page, without a framework."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from jamfold.web.pages.frame import FOOT, HEAD, PAGES, SKIP, header_html

_SENTENCE = "There is no such page."


async def missing(request: Request, error: Exception) -> Response:
    """Not found: a page for those who read pages, else a sentence."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(_SENTENCE, status_code=404)
    return HTMLResponse(missing_html(request.url.path), status_code=404)


def missing_html(path: str) -> str:
    """The page in today's frame, with the ways out of it."""
    links = "".join(f'<li><a href="{there}">{escape(name)}</a></li>' for there, name in PAGES.items())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>No such page · jamfold</title><link rel="icon" href="/static/favicon.svg">'
        f"{HEAD}</head><body class='body--light'>{SKIP}"
        f'<header class="top">{header_html("")}</header>'
        '<main class="content" id="content" tabindex="-1"><div><h1>No such page</h1>'
        f'<p class="lead">Nothing stands at <code>{escape(path[:200])}</code>.</p></div>'
        f'<section class="panel" aria-label="Pages"><h2>What there is</h2><ul>{links}</ul></section></main>'
        f'<footer class="foot">{FOOT}</footer></body></html>'
    )
