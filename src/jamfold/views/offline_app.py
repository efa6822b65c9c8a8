"""The offline app: strategy page, drill, equities and solver in one HTML file, with packed outcomes.

For four-card games the file has the low-rank table (`jamfold.class_tables.low_rank`), 1.6 MB as text; for
two-card games it has all outcomes of class against class.  Each pair of classes is stored once: with c the
class sizes, c[i] M[i, j] = -c[j] M[j, i] for margins and c[i] T[i, j] = c[j] T[j, i] for ties.  The part
above the diagonal is enough, and the diagonal of the ties; placements are counted again from the cards.
Integers are written seven bits to a byte (`views.explorer_data.packed_curves`).

For three seats the file has the counts of the three-way table: 12 of its 13 orders, since all 13 sum to the
boards of all deals.  Their bytes are grouped, the lowest of an order first, then the deals of each triple and
the boards of a deal; compressed with gzip.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.posts import MOST_SEATS
from jamfold.cards.games import Game
from jamfold.cases.answers.explorer import AppPart
from jamfold.cases.explorer import AppRequest, PlanesRequest
from jamfold.class_tables.class_table import rules_of
from jamfold.class_tables.low_rank import has_low_rank, low_rank_file
from jamfold.class_tables.threeway_build import load_threeway
from jamfold.core.arrays import IntArray
from jamfold.core.errors import UnsupportedError
from jamfold.core.storage.bundled import BOX
from jamfold.core.version import __version__
from jamfold.histories import filters
from jamfold.practice.training import answers, cards, exercises, log
from jamfold.practice.training.answers import schedule
from jamfold.spots.solve import load_payoffs
from jamfold.views.explorer_data import game_fields, packed_whole, rule_card
from jamfold.views.explorer_page import (
    SHORT_TITLES,
    bundle,
    csp_hash,
    drill,
    level_form,
    read_module,
    settings,
)
from jamfold.views.formats import FileContract, to_values
from jamfold.views.html import Html, asset, choose, element, embedded_font, join_html


def pack_planes(game: Game) -> str:
    """Return the outcomes of a game as JSON for `ranges.js`, or its low-rank table for `lowrank.js`.

    Raises UnsupportedError if the game has neither.
    """
    return json.dumps(_planes(game), separators=(",", ":"))


def pack_threeway(game: Game) -> str:
    """Return the three-way table of a game of 36 cards, which `threeseats.js` reads.

    Raises UnsupportedError if the game has no such table; ValueError if a count takes more than three bytes.
    """
    table = load_threeway(game)
    counts = np.asarray(table.orders[:, :-1]).T
    if counts.max() >> 24:  # Six-Plus has as many: 144 pairs of hands by 142,506 boards
        raise ValueError(f"The counts of {game.title} do not fit into three bytes.")
    planes = np.stack([counts >> 8 * byte & 255 for byte in range(3)], axis=1).astype(np.uint8)
    parts = planes.tobytes(), table.placements.tobytes(), table.n_boards.to_bytes(4, "little")
    return base64.b64encode(gzip.compress(b"".join(parts), mtime=0)).decode("ascii")


def _planes(game: Game) -> dict[str, Any]:
    if game.is_outlined and has_low_rank(game):
        packed = base64.b64encode(low_rank_file(game)).decode("ascii")
        return {"fields": game_fields(game), "rules": rules_of(game), "low_rank": packed}
    if not game.has_square_of_classes:
        raise UnsupportedError(f"The file that solves has games of two and four cards, not {game.title}.")
    payoffs = load_payoffs(game, planes=True)
    above = np.triu_indices(payoffs.n_classes, 1)
    margins, ties = np.asarray(payoffs.margins), np.asarray(payoffs.planes[0].values)
    return {
        "fields": game_fields(game),
        "boards": game.n_boards,
        "margin_scale": payoffs.margin_scale,
        "categories": [category.value for category in game.order],
        "low": int(game.lowest_rank),
        "margins": packed_whole(_in_order(margins, above)),
        "ties": packed_whole(np.concatenate([np.diagonal(ties), _in_order(ties, above)])),
    }


def _in_order(table: NDArray[np.int32], above: tuple[NDArray[np.intp], ...]) -> IntArray:
    return np.asarray(table[above], dtype=np.int64)


def planes_payload(question: PlanesRequest, game: str) -> dict[str, str]:
    return {"text": pack_planes(question.rules)}


class _Field(NamedTuple):
    name: str
    label: str
    text: str = ""
    hint: str = ""


_FIELDS = (
    _Field("btn", "Button's stack", "10"),
    _Field("sb", "Small blind's stack", "10"),
    _Field("bb", "Big blind's stack", "10"),
    _Field("ante", "Ante per player", "0"),
    _Field("blind", "Small blind", "0.5"),
)
_MORE = (
    _Field("bb_ante", "Big blind's ante", "0"),
    _Field("dead", "Dead money", "0"),
    _Field("rake", "Rake, %", "0"),
    _Field("cap", "Rake cap, bb", hint="none"),
    _Field("prizes", "Prizes", hint="50 30 20"),
    _Field("table", "Stacks of the others", hint="none"),
)


def table_form(games: Sequence[str]) -> Html:
    """Return the section of the page, hidden until it is chosen."""
    titles = {name: SHORT_TITLES[name] for name in games}
    first = element("div", choose("table-game", "Game", titles, games[0]), _fields(_FIELDS), class_="fields")
    more = element(
        "details",
        element("summary", "More: rake, prizes"),
        element("div", _fields(_MORE), class_="fields"),
        element("p", "Bounties and raises before the all-in need jamfold on a computer.", class_="small"),
    )
    form = element(
        "form",
        element("p", "Chips in big blinds. Everybody jams or folds.", class_="small"),
        first,
        more,
        element("p", element("button", "Solve", class_="go")),
        id="table-form",
    )
    return element(
        "div",
        element("section", element("h2", "Three seats"), form, class_="card"),
        element("p", id="table-note", role="status"),
        element("div", id="table-answer", class_="result"),
        id="table",
        hidden=True,
    )


def _fields(fields: Sequence[_Field]) -> list[Html]:
    return [
        element(
            "div",
            element("label", field.label, for_=f"table-{field.name}"),
            element(
                "input",
                id=f"table-{field.name}",
                name=field.name,
                value=field.text,
                placeholder=field.hint or None,
                autocomplete="off",
                spellcheck="false",
            ),
        )
        for field in fields
    ]


LEFT_OUT = ("field", "spread", "envelopes", "model", "cluster")
"""Fields of a spot that the file does not support."""
_MODES = ("repeat", "random", "close", "range")
_STYLES = ("look.css", "result.css", "explorer.css", "app.css")
_DRILL = {
    answers: ("QUICK", "HARD_LOSS", "LISTED"),
    cards: ("NEAR", "STACKS", "MOST_CARDS"),
    exercises: ("CLOSE_BB",),
    log: (
        "CURVE",
        "FORMAT",
        "VERSION",
        "COLUMNS",
        "TEXTS",
        "NUMBERS",
        "OPTIONAL_NUMBERS",
        "LONGEST_ACT",
        "LAST_AT",
    ),
    filters: ("DEPTHS",),
}
_PAGES = {"strategies": "Strategies", "drill": "Drill", "equity": "Equity"}
_TABLE = {"table": "3 seats"}
_PAGE = """<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="theme-color" content="#10222d">
<title>Jam or fold: {titles}</title>
<link rel="icon" href="{icon}">
<link rel="manifest" href="{manifest}">
<style>{style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">{header}</header>
<main id="content" class="page" tabindex="-1"><h1>{heading}</h1>
<div id="strategies"><div id="explorer"></div>
<form id="level" hidden>{form}
<p class="row"><button>Solve</button>
<button type="button" id="plain">Reset</button></p></form></div>
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
    "Study tool: many card rooms forbid such help during play. Everything is computed in this file; "
    "nothing leaves it. "
)


def app_contract(question: AppRequest, parts: Sequence[AppPart]) -> FileContract:
    return FileContract(name=question.file_name, text=app_file(parts))


def app_file(parts: Sequence[AppPart]) -> str:
    """Return the file for some games, which it solves."""
    games = [part.game.name for part in parts]
    style = embedded_font() + "".join(map(asset, _STYLES))
    script = bundle("app.js", _program)
    solver = '"use strict";\n' + bundle("worker.js", read_module)
    planes = {part.game.name: pack_planes(part.game) for part in parts}
    threeways = {part.game.name: pack_threeway(part.game) for part in parts if part.seats > 2}
    charts = {name: text for game in games for name, text in _charts(game)}
    squares = [part.game.name for part in parts if part.game.has_square_of_classes]
    pages = {name: title for name, title in _PAGES.items() if squares or name != "equity"}
    icon = "data:image/svg+xml," + quote(asset("icon.svg"))
    pages |= _TABLE if threeways else {}
    return _PAGE.format(
        policy=f"default-src 'none'; style-src '{csp_hash(style)}'; script-src '{csp_hash(script)}'; "
        "worker-src blob:; img-src data:; font-src data:; manifest-src data:; "
        "base-uri 'none'; form-action 'none'",
        titles=", ".join(part.game.title for part in parts),
        icon=icon,
        manifest="data:application/manifest+json," + quote(_manifest(icon)),
        style=style,
        header=_header(pages),
        heading="Jam or fold, two and three seats" if threeways else "Jam or fold",
        form=level_form(LEFT_OUT),
        drill=drill(games, _MODES, alone=True),
        equity=_equity(squares) if squares else "",
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
    """Return the constants by which the drill asks, grades and stores answers."""
    values = {name: getattr(module, name) for module, names in _DRILL.items() for name in names}
    ratings = [rating.name.lower() for rating in answers.Rating]
    return {**values, "GRID": asdict(cards.GRID), "RATINGS": ratings, "SCHEDULE": schedule()}


def _charts(game: str) -> Iterable[tuple[str, str]]:
    """Return the bundled charts of a game, packed, by name."""
    for name in (game, f"{game}-bb-ante"):
        packed = files("jamfold.views").joinpath("box", f"{name}.json.gz")
        if packed.is_file():
            yield name, base64.b64encode(packed.read_bytes()).decode("ascii")
    for seats in range(3, MOST_SEATS + 1):  # charts of two seats are exact and have every decision
        for packed in sorted(BOX.iterdir(), key=lambda path: path.name):
            name = packed.name.removesuffix(".gz")
            if f"{name}-".startswith(f"positions-{game}-{seats}-"):
                yield name, base64.b64encode(packed.read_bytes()).decode("ascii")


def _checksum(tables: Iterable[str], programs: Iterable[str]) -> str:
    """Return the identity of this file: version, and hashes of the tables and the program."""

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
        "background_color": "#f5f7f8",
        "theme_color": "#10222d",
        "icons": [{"src": icon, "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(values, separators=(",", ":"))


def _data(name: str, text: str) -> str:
    return f'<script type="text/plain" id="{name}">{text.replace("<", chr(92) + "u003c")}</script>'


def _json(values: Any) -> str:
    return json.dumps(values, separators=(",", ":")).replace("<", "\\u003c")


def _program(name: str) -> str:
    """Return a module of the page; ``host_file.js`` replaces requests to a server."""
    return read_module("host_file.js" if name == "host.js" else name)
