"""The strategy page as one HTML file, with its program and exact strategies of all stacks inside."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from html import escape
from typing import Any

from jamfold._version import __version__
from jamfold.answers.explorer import PagePart
from jamfold.spots.tree_charts import TreeChart
from jamfold.views.explorer.bundle import bundle
from jamfold.views.explorer.data import explorer_data
from jamfold.views.explorer.rule import rule_card
from jamfold.views.facts import read_module
from jamfold.views.html import asset
from jamfold.views.json import to_values
from jamfold.views.words import NOT_IN_THE_TREE

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{what}: {titles}</title>
<style>{style}</style>
</head>
<body>
<header class="lead"><h1>{what}, heads-up: {titles}</h1></header>
<main id="explorer"></main>
<footer class="foot"><p>{level}. Made by jamfold {version}: exact equilibria of small blind against big blind,
{played}. Strategies are exact; gains are rounded to a thousandth of a big blind. This file needs no
network and sends nothing.</p></footer>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def page_file(parts: Sequence[PagePart]) -> str:
    """The file of some charts with their rules, one game each."""
    style, script = asset("look.css") + asset("explorer.css"), bundle("file.js", read_module)
    charts = [part.chart for part in parts]
    games = [_game_data(part) for part in parts]
    data = json.dumps(games, separators=(",", ":"))
    policy = f"default-src 'none'; style-src '{csp_hash(style)}'; script-src '{csp_hash(script)}'"
    level, first = charts[0].level.text(), charts[0]
    played, what = "all-in or fold", "Jam or fold"
    if isinstance(first, TreeChart):
        played, what = first.raises.text(first.level.big_blind), "Raise, jam or fold"
        played = f"{played}. {NOT_IN_THE_TREE}: what small raises gain is an upper bound on their worth"
    return _PAGE.format(
        policy=policy,
        played=escape(played),
        what=what,
        titles=escape(", ".join(chart.game.title for chart in charts)),
        style=style,
        version=__version__,
        level=escape(level[:1].upper() + level[1:]),
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def _game_data(part: PagePart) -> dict[str, Any]:
    """A game with its rule; of many classes without the parts of their scores, which would take 0.1 MB."""
    values: dict[str, Any] = to_values(explorer_data(part.chart))
    if part.rule is None:
        return {**values, "rule": {"error": "Rules to carry in the head are for jam or fold."}}
    rule = rule_card(part.rule, parts=not part.chart.game.has_many_classes)
    return {**values, "rule": to_values(rule)}


def csp_hash(text: str) -> str:
    """What a content-security policy calls a script or style of this text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
