"""The strategy page: a small static program that asks the API; `views.explorer` holds it."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles

from jamfold.games import GAMES, own_name
from jamfold.questions.charts import ChartQuestion
from jamfold.questions.chips import ChipsQuestion
from jamfold.questions.fields import Amount, AmountList, Asked, plain_text
from jamfold.questions.spots import SolveQuestion
from jamfold.questions.worth import PANEL
from jamfold.web.front.document import bar, foot

ASSETS = "/explorer"
_SHORT = {
    "holdem": "Hold'em",
    "omaha": "Omaha",
    "omaha-hilo": "Omaha Hi/Lo",
    "six-plus": "Six-Plus",
    "six-plus-trips": "Six-Plus, trips first",
}
_LEFT_OUT = ("game", "low", "high", "step", "blind")
_REPORTED = ("method", "iterations", "jam_range", "call_range")
"""What only the report of one spot shows: links with these go there."""
_PAGE = """<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strategy · jamfold</title>
<link rel="icon" href="/static/favicon.svg">
<link rel="stylesheet" href="/look/look.css">
<link rel="stylesheet" href="/static/page.css">
<link rel="stylesheet" href="{assets}/explorer.css">
<link rel="stylesheet" href="{assets}/train.css">
{preloads}
</head>
<body>
<a class="skip" href="#pictures">Skip to the strategies</a>
<header class="top">{header}</header>
<main><h1 class="unseen">Jam or fold, heads-up</h1>
<p class="choice tabs" role="group" aria-label="View"><button type="button" id="tab-explore"
aria-pressed="true">Strategies</button><button type="button" id="tab-train"
aria-pressed="false">Train</button> <a href="/charts">Charts</a> <a href="/solve">One spot</a></p>
<div id="explorer"></div>
<section id="train" aria-label="Trainer" hidden></section></main>
<form id="level" hidden>{form}
<p class="row"><button>Show this</button>
<button type="button" id="plain">Back to plain blinds</button></p></form>
{foot}
<script type="application/json" id="settings">{settings}</script>
<script type="module" src="{assets}/live.js"></script>
<script type="module" src="{assets}/train.js"></script>
</body>
</html>
"""
_MODULES = ("game", "search", "hand", "pictures", "rule", "explorer")


def add(app: FastAPI) -> None:
    """Register the page and its program."""
    folder = files("jamfold.views.explorer").joinpath("assets")
    app.mount(ASSETS, StaticFiles(directory=str(folder)), name="explorer")
    page = make_page()

    @app.get("/", include_in_schema=False)
    async def strategy_page(request: Request) -> Response:
        words = request.query_params
        game = own_name(words.get("game", ""))
        if game != words.get("game", ""):
            return RedirectResponse(f"/?{urlencode({**words, 'game': game})}")
        if any(words.get(name) for name in _REPORTED) or "=" in words.get("vs", ""):
            return RedirectResponse(f"/solve?{request.url.query}")
        return HTMLResponse(page)


def make_page() -> str:
    """The page; what it shows comes from the API."""
    asked = ChartQuestion.asked()
    plain, worth = (
        [asked[name] for name in ChartQuestion.under(panel) if name not in _LEFT_OUT] for panel in ("", PANEL)
    )
    stacks = ChipsQuestion.asked()["stacks"]
    texts = json.dumps(_settings([*plain, *worth]), separators=(",", ":")).replace("<", "\\u003c")
    return _PAGE.format(
        assets=ASSETS,
        preloads="\n".join(f'<link rel="modulepreload" href="{ASSETS}/{name}.js">' for name in _MODULES),
        header=bar("/"),
        form=_fields([stacks, *plain], empty=("stack_sb", "stack_bb")) + f"<h3>{PANEL}</h3>" + _fields(worth),
        foot=foot(),
        settings=texts,
    )


def _settings(asked: list[Asked]) -> dict[str, Any]:
    """What the program must know of games and questions."""
    usual = ChipsQuestion()
    fields = {}
    for one in asked:
        for place, (name, _) in enumerate(one.entry.parts or ((one.name, ""),)):
            whole = {"whole": one.name, "place": place} if one.entry.parts else {}
            fields[name] = {"kind": _kind(one), "usual": SolveQuestion.usual_texts()[name], **whole}
    return {
        "games": [{"name": name, "title": title} for name, title in _SHORT.items() if name in GAMES],
        "fields": fields,
        "usual": {"game": usual.game, "stacks": usual.stacks, "blinds": usual.blinds},
    }


def _kind(one: Asked) -> str:
    """How the program makes a value of the text of a field."""
    if one.entry.parts:
        return "pair"
    kinds: dict[Any, str] = {AmountList: "list", bool: "flag", float: "number", int: "number", Amount: "text"}
    return kinds.get(one.kind, "text")


def _fields(asked: list[Asked], empty: tuple[str, ...] = ()) -> str:
    """Labelled fields of a form."""
    usual = SolveQuestion.usual_texts()
    found = []
    for one in asked:
        for name, label in one.entry.parts or ((one.name, one.label),):
            text = "" if name in empty else plain_text(usual[name])
            words = escape(label[:1].upper() + label[1:])
            found.append(f'<div><label for="level-{name}">{words}</label>{_input(one, name, text)}</div>')
    return f'<div class="fields">{"".join(found)}</div>'


def _input(one: Asked, name: str, text: str) -> str:
    if one.kind is bool:
        return f'<input type="checkbox" id="level-{name}" name="{name}">'
    if one.entry.choices:
        options = "".join(
            f"<option{' selected' if choice == text else ''}>{escape(choice)}</option>"
            for choice in one.entry.choices
        )
        return f'<select id="level-{name}" name="{name}">{options}</select>'
    hint = escape(one.entry.shown or one.entry.metavar)
    where = f'id="level-{name}" name="{name}"'
    return f'<input {where} value="{escape(text)}" placeholder="{hint}" autocomplete="off">'
