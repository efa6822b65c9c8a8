"""The strategy page as one HTML file, with its program and exact strategies of all stacks inside."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from jamfold._version import __version__
from jamfold.answers.explorer import PagePart
from jamfold.views.explorer.data import explorer_data
from jamfold.views.explorer.rule import rule_card
from jamfold.views.json import to_values

MODULES = ("game.js", "search.js", "hand.js", "pictures.js", "rule.js", "explorer.js", "file.js")
"""The program of the file, each module after those that it imports."""
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>Jam or fold: {titles}</title>
<style>{style}</style>
</head>
<body>
<header class="lead"><h1>Jam or fold, heads-up: {titles}</h1></header>
<main id="explorer"></main>
<footer class="foot"><p>{level}. Made by jamfold {version}: exact equilibria of small blind against big blind,
all-in or fold. Strategies are exact; gains are rounded to a thousandth of a big blind. This file needs no
network and sends nothing.</p></footer>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def page_file(parts: Sequence[PagePart]) -> str:
    """The file of some charts with their rules, one game each."""
    style, script = look() + asset("explorer.css"), bundle(MODULES)
    charts = [part.chart for part in parts]
    games = [_game_data(part) for part in parts]
    data = json.dumps(games, separators=(",", ":"))
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    level = charts[0].level.text()
    return _PAGE.format(
        policy=policy,
        titles=escape(", ".join(chart.game.title for chart in charts)),
        style=style,
        version=__version__,
        level=escape(level[:1].upper() + level[1:]),
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def _game_data(part: PagePart) -> dict[str, Any]:
    """A game with its rule; of many classes without the parts of their scores, which would take 0.1 MB."""
    rule = rule_card(part.rule, parts=not part.chart.game.has_many_classes)
    return {**to_values(explorer_data(part.chart)), "rule": to_values(rule)}


def asset(name: str) -> str:
    """A text of the page's program."""
    return files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def look() -> str:
    """Colours, type and buttons, which every page has."""
    return files("jamfold.views").joinpath("assets", "look.css").read_text(encoding="utf-8")


def bundle(names: Sequence[str]) -> str:
    """Modules as one script: imports and exports fall away, since their names are all different."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", asset(name))) for name in names)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
