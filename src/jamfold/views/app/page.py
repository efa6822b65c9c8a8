"""The strategy page, the drill and equities as one HTML file that solves."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from jamfold._version import __version__
from jamfold.answers.app import AppPart
from jamfold.hand.seats import MOST_SEATS
from jamfold.histories import within
from jamfold.kept.boxed import BOX
from jamfold.practice.trainer import answers, deck, exercise, score
from jamfold.practice.trainer import files as answer_files
from jamfold.practice.trainer.repetition import schedule
from jamfold.views.app.packing import pack_planes, pack_threeway
from jamfold.views.app.table_form import table_form
from jamfold.views.explorer.bundle import bundle
from jamfold.views.explorer.drill import drill
from jamfold.views.explorer.page import csp_hash
from jamfold.views.explorer.rule import rule_card
from jamfold.views.explorer.settings import SHORT_TITLES, level_form, settings
from jamfold.views.facts import read_module
from jamfold.views.html import Html, asset, choose, element, join_html
from jamfold.views.json import to_values

LEFT_OUT = ("field", "spread", "envelopes", "model", "cluster")
"""Fields of a spot that the file does not answer."""
_MODES = ("repeat", "random", "close", "range")
_STYLES = ("look.css", "result.css", "explorer.css", "app.css")
_DRILL = {
    answers: ("QUICK", "HARD_LOSS", "LISTED"),
    answer_files: (
        "FORMAT",
        "VERSION",
        "COLUMNS",
        "TEXTS",
        "NUMBERS",
        "OPTIONAL_NUMBERS",
        "LONGEST_ACT",
        "LAST_AT",
    ),
    deck: ("NEAR", "STACKS"),
    exercise: ("CLOSE_BB",),
    score: ("CURVE",),
    within: ("DEPTHS",),
}
_PAGES = {"strategies": "Strategies", "drill": "Drill", "equity": "Equity"}
_TABLE = {"table": "3 seats"}
_PAGE = """<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="theme-color" content="#11242f">
<title>Jam or fold: {titles}</title>
<link rel="icon" href="{icon}">
<link rel="manifest" href="{manifest}">
<style>{style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">{header}</header>
<main id="content" class="page" tabindex="-1"><h1>{heading}</h1>
<div id="strategies"><div id="explorer"></div>
<form id="level" hidden>{form}
<p class="row"><button>Show this</button>
<button type="button" id="plain">Back to plain blinds</button></p></form></div>
<div id="drill" hidden>{drill}</div>
<div id="equity" hidden>{equity}</div>{table}</main>
<footer class="foot"><p>{foot}</p><p id="checksum">{checksum}</p></footer>
<script type="application/json" id="settings">{settings}</script>
<script type="application/json" id="rules">{rules}</script>
{data}
<script type="text/plain" id="solver">{solver}</script>
<script type="module">{script}</script>
</body>
</html>
"""
_FOOT = (
    "A study tool: many card rooms forbid such help during play. Everything is computed in this file; "
    "nothing leaves it. "
)


def app_file(parts: Sequence[AppPart]) -> str:
    """The file of some games; those with a table are solved in it, of the others it has charts."""
    games = [part.game.name for part in parts]
    style = "".join(map(asset, _STYLES))
    script = bundle("app.js", _program)
    solver = '"use strict";\n' + bundle("worker.js", read_module)
    planes = {part.game.name: pack_planes(part.game) for part in parts if part.solves}
    threeways = {part.game.name: pack_threeway(part.game) for part in parts if part.seats > 2}
    charts = {name: text for game in games for name, text in _charts(game)}
    solved = [name for name in games if name in planes]
    icon = "data:image/svg+xml," + quote(asset("icon.svg"))
    return _PAGE.format(
        policy=f"default-src 'none'; style-src '{csp_hash(style)}'; script-src '{csp_hash(script)}'; "
        "worker-src blob:; img-src data:; manifest-src data:; base-uri 'none'; form-action 'none'",
        titles=", ".join(part.game.title for part in parts),
        icon=icon,
        manifest="data:application/manifest+json," + quote(_manifest(icon)),
        style=style,
        header=_header({**_PAGES, **_TABLE} if threeways else _PAGES),
        heading="Jam or fold, two and three seats" if threeways else "Jam or fold",
        form=level_form(LEFT_OUT),
        drill=drill(solved, _MODES, alone=True),
        equity=_equity(solved),
        table=table_form(list(threeways)) if threeways else "",
        foot=_FOOT + str(element("button", "Light / dark", class_="theme", type="button")),
        checksum=_checksum([*planes.values(), *threeways.values()], (script, solver)),
        settings=_json(settings(games, LEFT_OUT) | {"drill": _drill()}),
        rules=_json({part.game.name: to_values(rule_card(part.rule)) for part in parts if part.rule}),
        data="\n".join(
            [_data(f"planes-{name}", text) for name, text in planes.items()]
            + [_data(f"threeway-{name}", text) for name, text in threeways.items()]
            + [_data(f"box-{name}", text) for name, text in charts.items()]
        ),
        solver=solver,
        script=script,
    )


def _header(pages: Mapping[str, str]) -> Html:
    links = [
        element("a", title, href=f"#page={name}" if place else "#", data_page=name)
        for place, (name, title) in enumerate(pages.items())
    ]
    return join_html(
        element("span", "jamfold", class_="brand"),
        element("nav", links, aria_label="Pages"),
        element("div", id="find"),
    )


def _equity(games: Sequence[str]) -> Html:
    """Two hands or ranges before the flop."""
    titles = {name: SHORT_TITLES[name] for name in games}
    players = [
        element(
            "div",
            element("label", f"Hand or range {place}", for_=f"equity-{place}"),
            element("input", id=f"equity-{place}", value=text, autocomplete="off", spellcheck="false"),
            class_="field",
        )
        for place, text in ((1, "AKs"), (2, "QQ"))
    ]
    fields = element("div", choose("equity-game", "Game", titles, games[0]), players, class_="fields")
    go = element("p", element("button", "Compute", class_="go"))
    answer = element("div", id="equity-answer", role="status")
    form = element("form", fields, go, id="equity-form")
    return element("section", element("h2", "Equity before the flop"), form, answer, class_="card")


def _drill() -> dict[str, Any]:
    """Return what the drill asks by, grades by and stores answers by."""
    values = {name: getattr(module, name) for module, names in _DRILL.items() for name in names}
    ratings = [rating.name.lower() for rating in answers.Rating]
    return {**values, "GRID": asdict(deck.GRID), "RATINGS": ratings, "SCHEDULE": schedule()}


def _charts(game: str) -> Iterable[tuple[str, str]]:
    """The charts of a game that come with the program, packed, by name."""
    for name in (game, f"{game}-bb-ante"):
        packed = files("jamfold.views.explorer").joinpath("box", f"{name}.json.gz")
        if packed.is_file():
            yield name, base64.b64encode(packed.read_bytes()).decode("ascii")
    for seats in range(3, MOST_SEATS + 1):  # those of two seats are charts of every decision, and exact
        for packed in sorted(BOX.iterdir(), key=lambda one: one.name):
            name = packed.name.removesuffix(".gz")
            if f"{name}-".startswith(f"positions-{game}-{seats}-"):
                yield name, base64.b64encode(packed.read_bytes()).decode("ascii")


def _checksum(tables: Iterable[str], programs: Iterable[str]) -> str:
    """What this file is: version, tables, and the program that the tests have compared with the package."""

    def short(texts: Iterable[str]) -> str:
        return hashlib.sha256("".join(texts).encode()).hexdigest()[:12]

    return (
        f"jamfold {__version__}; tables {short(tables)}; program {short(programs)}, which the tests of that "
        "version compare with the package, spot by spot."
    )


def _manifest(icon: str) -> str:
    values = {
        "name": "jamfold",
        "short_name": "jamfold",
        "display": "standalone",
        "background_color": "#f4f6f7",
        "theme_color": "#11242f",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(values, separators=(",", ":"))


def _data(name: str, text: str) -> str:
    return f'<script type="text/plain" id="{name}">{text.replace("<", chr(92) + "u003c")}</script>'


def _json(values: Any) -> str:
    return json.dumps(values, separators=(",", ":")).replace("<", "\\u003c")


def _program(name: str) -> str:
    """Return a module of the page; the file answers by itself what the strategy page asks a server."""
    return read_module("host_file.js" if name == "host.js" else name)
