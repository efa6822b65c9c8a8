"""A solved tournament of three as one HTML file: a triangle of all divisions of the chips to point at."""

from __future__ import annotations

import json
from math import ceil, sqrt
from operator import mul
from typing import Any

from jamfold.hand.seats import seat_names
from jamfold.spots.table.exact import all_nodes
from jamfold.spots.table.profile import node_text
from jamfold.tournaments.before import SEATS
from jamfold.tournaments.three_keeping import ThreeTournament
from jamfold.tournaments.three_players import percents
from jamfold.views.digits import format_two_digits
from jamfold.views.explorer.page import csp_hash
from jamfold.views.html import Html, asset, choose, element
from jamfold.views.range_text import range_text
from jamfold.views.tournament import sure_text, three_lines, three_title
from jamfold.worth.models import stack_values

_SIDE = 600.0
_MARGIN = 24.0
_NAMES = ("small blind", "big blind", "button")


def map_file(answer: ThreeTournament, first: int) -> str:
    """The file, which needs no network, with the state that it shows first."""
    script = asset("map.js")
    style = "".join(map(asset, ("look.css", "result.css", "map.css")))
    policy = f"default-src 'none'; style-src '{csp_hash(style)}'; script-src '{csp_hash(script)}'"
    measures = _measures(answer)
    data = json.dumps(
        {
            "states": [_state(answer, row) for row in range(len(answer.grid.states))],
            "seats": _NAMES,
            "heads": ("chips", "by the model", "worth", "gains at most"),
            "first": first,
            "unit": answer.unit,
            "measures": measures,
        },
        separators=(",", ":"),
    )
    choices = {str(k): str(one["name"]) for k, one in enumerate(measures)}
    scale = element("p", id="scale", class_="note")
    left = element("section", choose("measure", "Colour", choices, "0"), _triangle(answer), scale)
    right = element(
        "section", element("div", id="state", aria_live="polite"),
        [element("p", line, class_="note") for line in (sure_text(answer), *three_lines(answer)[1:])],
    )  # fmt: skip
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("title", three_title(answer)),
        element("style", Html(style)),
    )
    body = element(
        "body",
        element("header", element("h1", three_title(answer)), class_="lead"),
        element("main", left, right),
        element("script", Html(data.replace("<", "\\u003c")), type="application/json", id="data"),
        element("script", Html(script), type="module"),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _triangle(answer: ThreeTournament) -> Html:
    """A dot for each state: a corner is where that seat has all chips."""
    steps = answer.grid.steps
    height = _SIDE * sqrt(3) / 2
    corners = ((0.0, height), (_SIDE / 2, 0.0), (_SIDE, height))
    radius = 0.46 * _SIDE / steps
    dots = []
    for stacks in answer.grid.states:
        x, y = (sum(map(mul, stacks, axis)) / steps for axis in zip(*corners, strict=True))
        dots.append(element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.1f}"))
    anchors = ("start", "middle", "end")
    words = [
        element("text", f"{name} has all", x=f"{x:.0f}", y=f"{y + 18 if y else -8:.0f}", text_anchor=anchor)
        for name, (x, y), anchor in zip(_NAMES, corners, anchors, strict=True)
    ]
    box = f"{-_MARGIN:g} {-_MARGIN:g} {_SIDE + 2 * _MARGIN:g} {height + 2 * _MARGIN:.0f}"
    label = "All divisions of the chips; arrow keys move"
    return element("svg", dots, words, viewBox=box, tabindex="0", role="group", aria_label=label)


def _state(answer: ThreeTournament, row: int) -> dict[str, Any]:
    solved, grid, game = answer.solved, answer.grid, answer.game
    hand, model = grid.hand(grid.states[row]), stack_values(grid.states[row], grid.amounts, grid.model)
    played = percents(game, grid, solved.strategies[row], row)
    return {
        "stacks": [int(chips) for chips in answer.chips(row)],
        "seats": [
            [
                f"{answer.chips(row)[seat]:,.0f}",
                f"{model[seat]:.3f}",
                f"{solved.values[row, seat]:.3f}",
                f"{format_two_digits(float(solved.gains[row, seat]), ceil):.2g}",
            ]
            for seat in range(SEATS)
        ],
        "decisions": [
            [node_text(hand, node), f"{percent:.1f} %", range_text(game, strategy.round(2)) or "nothing"]
            for node, strategy, percent in zip(all_nodes(SEATS), solved.strategies[row], played, strict=True)
            if percent is not None
        ],
    }


def _measures(answer: ThreeTournament) -> list[dict[str, Any]]:
    """What states may be coloured by: what seats have more than the model says, and what is played."""
    solved, grid = answer.solved, answer.grid
    unit = "% of the prizes" if grid.prizes.percent else "money"
    models = [stack_values(stacks, grid.amounts, grid.model) for stacks in grid.states]
    found: list[dict[str, Any]] = [
        {
            "name": f"{name}: worth more than the model says",
            "unit": unit,
            "values": [
                round(float(value - model[seat]), 4)
                for value, model in zip(solved.values[:, seat], models, strict=True)
            ],
        }
        for seat, name in enumerate(_NAMES)
    ]
    rows = [percents(answer.game, grid, one, row) for row, one in enumerate(solved.strategies)]
    names = seat_names(SEATS)
    for number, node in enumerate(all_nodes(SEATS)):
        values = [None if row[number] is None else round(row[number], 2) for row in rows]  # type: ignore[arg-type]
        after = " ".join(names[seat] for seat in node.all_in_before) or "folds"
        if any(value is not None for value in values):
            name = f"{names[node.seat]} after {after}: plays"
            found.append({"name": name, "unit": "% of hands", "values": values})
    return found
