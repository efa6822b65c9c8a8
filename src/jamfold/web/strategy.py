"""The strategy page and the drill: small static programs that call the API; `views.explorer_page` holds them.

Also a spot's files, and the old addresses of its report, which the strategy page shows under "How exact".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from jamfold.cards.games import GAMES, canonical_name
from jamfold.cases.charts import ChartStackRequest
from jamfold.cases.explorer import PlanesRequest
from jamfold.cases.hands import ListFileRequest, NeedsRequest
from jamfold.cases.spots import SolveRequest
from jamfold.cases.table import TableRequest
from jamfold.core.errors import JamfoldError
from jamfold.core.storage.bundled import BOX
from jamfold.views.explorer_page import drill, level_form, settings
from jamfold.views.formats import to_text
from jamfold.views.html import Html, element, join_html
from jamfold.web.jobs import JobBoard
from jamfold.web.page.form import field, hidden
from jamfold.web.page.layout import (
    ASSETS,
    FONT_LINK,
    ICON,
    MANIFEST_LINK,
    Page,
    PageRequest,
    Texts,
    bar,
    document,
    foot,
    notice,
    tabs,
)
from jamfold.web.pages import audit, table

_REPORTED = ("method", "iterations", "jam_range", "call_range")
"""Parameters of older links, which `REPORT` reads."""
_PAGE = """<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strategy · jamfold</title>
<link rel="icon" href="{icon}">
{font}
<link rel="stylesheet" href="{assets}/look.css">
<link rel="stylesheet" href="/static/page.css">
<link rel="stylesheet" href="{assets}/explorer.css">
{preloads}
</head>
<body>
<a class="skip" href="#pictures">Skip to content</a>
<header class="top">{header}</header>
<main><h1 class="unseen">Jam or fold</h1>
{tabs}
<div id="explorer"></div>{unscripted}</main>
<form id="level" hidden>{form}
<p class="row"><button>Solve</button>
<button type="button" id="plain">Reset</button></p></form>
{foot}
<script type="application/json" id="settings">{settings}</script>
<script type="module" src="{assets}/start.js"></script>
</body>
</html>
"""
_DRILL = "/train"
_MODULES = ("bytes", "game", "pictures", "frame", "host", "explorer", "live")


def add(app: FastAPI, board: JobBoard) -> None:
    """Register both pages, and the bundled charts shown before a table is built."""
    page, drill_page = make_page(), _drill_page()

    @app.get("/", include_in_schema=False)
    async def strategy_page(request: Request) -> Response:
        words = request.query_params
        game = canonical_name(words.get("game", ""))
        if game != words.get("game", ""):
            return RedirectResponse(f"/?{urlencode({**words, 'game': game})}")
        if any(words.get(name) for name in _REPORTED) or "=" in words.get("vs", ""):
            return RedirectResponse(f"/report?{request.url.query}")
        try:
            ChartStackRequest.from_strings({name: words[name] for name in ("game", "stack") if name in words})
        except JamfoldError as error:
            return HTMLResponse(_refused(str(error)), status_code=422)
        return HTMLResponse(page)

    @app.get(_DRILL, include_in_schema=False)
    async def train() -> HTMLResponse:
        return HTMLResponse(drill_page)

    @app.get("/box/{name}.json", include_in_schema=False)
    async def box(name: str) -> Response:
        """The bundled charts of a game, or their differences with a big-blind ante."""
        packed = files("jamfold.views").joinpath("box", f"{name}.json.gz")
        if name.removesuffix("-bb-ante") not in GAMES:
            return Response(status_code=404)
        if not packed.is_file():
            return Response("null", media_type="application/json")
        return _unpacked(packed, "application/json")

    @app.get("/positions/{name}.gz", include_in_schema=False)
    async def positions(name: str) -> Response:
        """The bundled charts of a table; empty if there are none."""
        shipped = {path.name: path for path in BOX.iterdir() if path.name.startswith("positions-")}
        packed = shipped.get(f"{name}.gz")
        return Response(b"") if packed is None else _unpacked(packed, "application/octet-stream")

    @app.get("/planes/{game}.json", include_in_schema=False)
    async def planes(game: str) -> Response:
        """The data of a game for the solver in the browser."""
        try:
            answer = await board.ask(PlanesRequest(game=game))
        except JamfoldError as error:
            return PlainTextResponse(str(error), status_code=404)
        return Response(answer["text"], media_type="application/json", headers={"cache-control": "no-cache"})

    @app.get("/needs", include_in_schema=False)
    async def needs(request: Request) -> Response:
        """The cost of building the tables of a spot; empty if they exist or take seconds."""
        try:
            answer = await board.ask(NeedsRequest.from_strings(dict(request.query_params)))
        except JamfoldError as error:
            return PlainTextResponse(str(error), status_code=422)
        return JSONResponse(answer)

    @app.get("/solve", include_in_schema=False)
    async def old_page(request: Request) -> Response:
        """Redirect links of the page of that name."""
        words = {"game": SolveRequest.default_strings()["game"], **request.query_params}
        return RedirectResponse(f"/report?{urlencode(words)}")


def make_page() -> str:
    """The page; its content comes from the API."""
    texts = json.dumps(settings(), separators=(",", ":")).replace("<", "\\u003c")
    return _PAGE.format(
        assets=ASSETS,
        icon=ICON,
        font=FONT_LINK + MANIFEST_LINK,
        preloads="\n".join(f'<link rel="modulepreload" href="{ASSETS}/{name}.js">' for name in _MODULES),
        unscripted=_unscripted(),
        header=bar("/", element("div", id="find")),
        tabs=tabs("/"),
        form=level_form(),
        foot=foot(),
        settings=texts,
    )


def _drill_page() -> str:
    """The drill; questions and verdicts come from the API."""
    copy = element("button", "Copy link", class_="chip", type="button", data_copy=True)
    no_script = element(
        "p", "The drill needs JavaScript; ", element("a", "playing", href="/play"), " does not."
    )
    main = element(
        "main",
        element("h1", "Drill"),
        tabs(_DRILL, copy),
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
    return document(_DRILL, "Drill", main, head=head)


def _refused(sentence: str) -> str:
    """The page for an address that names no game or no stack."""
    words = element("p", sentence, class_="error"), element("p", element("a", "Strategy", href="/"))
    return document("/", "Strategy", notice("No such spot", *words))


def _unpacked(packed: Traversable, media_type: str) -> Response:
    """A gzip file, which the browser unpacks."""
    headers = {"content-encoding": "gzip", "cache-control": "no-cache"}
    return Response(packed.read_bytes(), media_type=media_type, headers=headers)


def _unscripted() -> Html:
    """Without scripts: a form for the table of the same spot, which needs none."""
    specs, usual = TableRequest.field_specs(), table.PAGE.usual_texts()
    fields = join_html(*(field(specs[name], usual, {}) for name in ("game", "stack")))
    line = element("p", "Without JavaScript, Tables shows two to ten seats:")
    inside = element("div", fields, hidden("seats", "2"), class_="fields")
    show = element("p", element("button", "Show", class_="go"))
    return element(
        "noscript", element("form", line, inside, show, action=table.PAGE.path, class_="card page")
    )


_STACKS = ("stack_sb", "stack_bb")
_RANGES = {"jam_range": "sb", "vs_jam": "sb", "call_range": "bb after sb", "vs_call": "bb after sb"}
"""Texts of older links, and the decisions of their ranges."""
_DROPPED = ("method", "iterations", "vs", "position", "part", "go", "job")
"""Words of older links that the strategy page does not take."""


def _with_room(texts: Texts) -> Texts:
    """A room's texts in place of its name."""
    room = table.room_of(texts.get("room", ""))
    if room is None:
        return texts
    return dict.fromkeys(_STACKS, f"{room.stack:g}bb") | table.tidy(texts)


def _address_of_report(words: Mapping[str, str]) -> str:
    """Where a link to the report leads: the audit of its ranges, or the strategy of its spot."""
    lines = [f"{_RANGES[name]}: {text}" for name, text in words.items() if name in _RANGES and text.strip()]
    usual = REPORT.usual_texts() | {**words}
    stacks = " ".join(usual[name] for name in _STACKS)
    if lines:
        texts = {**words, "game": usual["game"], "stacks": stacks, "ranges": "\n".join(lines)}
        audited = {name: text for name, text in texts.items() if name in audit.PAGE.usual_texts()}
        return f"{audit.PAGE.path}?{urlencode(audited)}"
    texts = {name: text for name, text in _with_room({**words}).items() if name not in _DROPPED}
    hand = {"hand": texts.pop("cards")} if "cards" in texts else {}
    return f"/?{urlencode({'game': usual['game']} | texts | hand | {'exact': '1'})}"


REPORT = Page(
    path="/report",
    title="How exact",
    parts={"solve": PageRequest(SolveRequest), "list": PageRequest(ListFileRequest)},
    body=lambda view: join_html(),
    usual={"game": "holdem"},
    files=dict.fromkeys(("csv", "json", "png", "txt"), ListFileRequest),
    written={"spot.json": lambda summary: to_text(summary, indent=1) + "\n"},
    tidy=_with_room,
    elsewhere=_address_of_report,
)
