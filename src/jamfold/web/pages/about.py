"""Glossary, exactness and limits; the API for programs; the page for an unknown address."""

from __future__ import annotations

import json
from collections.abc import Callable

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from fastapi.routing import APIRoute

from jamfold.views.html import Html, element, join_html, table
from jamfold.web.page.form import card
from jamfold.web.page.layout import PLACES, document, notice

_WORDS = {
    "Jam": "go all-in.",
    "Call": "call a jam.",
    "Value": "what both strategies earn against each other.",
    "Best response": "what earns most against the other player's strategy.",
    "How exact": "what each player can gain by deviating: nothing but rounding where a page says "
    "exact. Epsilon, in files and the API, is half of what both players can gain.",
    "Indifferent": "hands that earn the same either way.",
    "Equilibrium": "strategies from which neither player gains by deviating; players say Nash or GTO.",
    "bb": "the big blind as a unit, antes or not. Type stacks in chips (100) or big blinds (12.5bb).",
}
_LIMITS = (
    "All-in-or-fold is exact for all-in-or-fold tables and a good model for very short stacks in no-limit "
    "games. In pot-limit games without antes a heads-up small blind cannot open for more than 3 big blinds, "
    "so deeper stacks are a model there (“commit or fold”), not a legal action."
)
_API = (
    "The answers of these pages as JSON. A request starts a job, or finds the one that computed the same, "
    "and waits ?wait= seconds for its result (10 unless you say); then it gives the number to ask for it by. "
    "Programs send the token of the start link as “Authorization: Bearer TOKEN”. "
    "Bad input is answered with one sentence and the field that it is about."
)


def add(app: FastAPI, api: Callable[[], FastAPI]) -> None:
    """Register both pages; `api` makes the API when it is first needed."""

    @app.get("/about", include_in_schema=False)
    def about() -> HTMLResponse:
        words = [join_html(element("dt", word), element("dd", text)) for word, text in _WORDS.items()]
        more = element("p", "For programs: ", element("a", "the API", href="/api"), ".")
        return _page("/about", "About", element("dl", words, class_="words"), element("p", _LIMITS), more)

    @app.get("/api", include_in_schema=False)
    def requests() -> HTMLResponse:
        document_of_all = element("a", "/api/openapi.json", href="/api/openapi.json")
        lead = element("p", _API, " All of it as an OpenAPI document: ", document_of_all, ".")
        heads = ("request", "what it does", "for example")
        rows = table(heads, map(_row, api().state.routes), class_="numbers requests")
        return _page("/api", "API", lead, element("div", rows, class_="scroll", tabindex="0"))


def _page(path: str, title: str, *inside: Html) -> HTMLResponse:
    box = card(title, element("h2", title), *inside)
    main = element(
        "main", element("h1", title), element("div", box, class_="result"),
        id="content", class_="page narrow", tabindex="-1",
    )  # fmt: skip
    return HTMLResponse(document(path, title, main))


def _row(route: APIRoute) -> tuple[Html, str, Html]:
    """The method and path of a route, what it does, and an example of its body."""
    path = f"{' '.join(route.methods or ())} {route.path}"
    example, body = join_html(), route.endpoint.__annotations__.get("body")
    if body is not None:
        examples = body.model_config["json_schema_extra"]["examples"]
        example = element("code", json.dumps(next(iter(examples), {})))
    return element("code", path), f"{route.summary}.", example


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
    return document("", "No such page", notice("No such page", words, list_of_all))
