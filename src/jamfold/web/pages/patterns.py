"""The chart of a four-card game: patterns of ranks by suits for both players, at the stack of a slider."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count
from typing import Any

from nicegui import ui

from jamfold.web.pages import heat
from jamfold.web.pages.frame import html, panel, percent

_SEATS = {"sb": ("Small blind jams", "jammed"), "bb": ("Big blind calls", "called")}
_HINT = "Point at a pattern, or walk with the arrow keys."
_THROTTLE = 0.05
_STRIP = 24
"""Stacks in the strip of a cell."""
_ROUNDED = 0.995
_numbers = count()


class PatternsPanel:
    """Both matrices, and the slider of stacks above them."""

    def __init__(self, result: dict[str, Any]) -> None:
        self._result = result
        stacks = [point["stack"] for point in result["points"]]
        with panel("Patterns of hands"):
            self._label = html().props("id=pattern-stack aria-live=polite")
            self._slider = ui.slider(min=0, max=max(1, len(stacks) - 1), value=result["usual_point"])
            self._slider.props('aria-labelledby=pattern-stack data-field="pattern_stack"')
            self._slider.on("update:model-value", self._show, throttle=_THROTTLE)
            self._slider.set_visibility(len(stacks) > 1)
            html(legend_html(stacks))
            with ui.element("div").classes("halves"):
                self._halves = {}
                for seat, (title, _) in _SEATS.items():
                    with ui.element("div"):
                        html(title, "h3")
                        self._halves[seat] = html().props(f"id=patterns-{seat}")
        self._show()

    def _show(self) -> None:
        point = min(int(self._slider.value), len(self._result["points"]) - 1)
        at = self._result["points"][point]
        self._label.set_content(
            f"<p>Stack <b>{at['stack']:g} bb</b>: the small blind jams {at['jam_percent']:.2f} % of all "
            f"hands, the big blind calls with {at['call_percent']:.2f} %.</p>"
        )
        for seat, half in self._halves.items():
            half.set_content(matrix_html(self._result["patterns"][seat], point, _SEATS[seat][1]))


def legend_html(stacks: Sequence[float]) -> str:
    """What shades, numbers and strips of a cell are."""
    shades = heat.scale("some", "all of the pattern is played", "none")
    return (
        f"{shades}<p class='note'>Large: per cent of the pattern's hands at the stack of the slider; small: "
        f"the deepest stack at which half of them or more are played; below, a strip from {stacks[0]:g} "
        f"to {stacks[-1]:g} bb.</p>"
    )


def matrix_html(matrix: dict[str, Any], point: int, past: str) -> str:
    """One player's patterns at a stack of the chart: ranks by suits.

    Cells without a ``top``, of one stack alone, have neither threshold nor strip.
    """
    columns = [column["name"] for column in matrix["columns"]]
    heads = "".join(f"<b>{escape(name)}</b>" for name in columns)
    tip = f"tip-pattern{next(_numbers)}"
    lines, first = [], True
    for row in matrix["rows"]:
        share = percent(row["hands"] / matrix["all"])
        lines.append(f"<span>{escape(row['name'])}<small>{share}</small></span>")
        for name in columns:
            cell = row["cells"].get(name)
            words = f"{row['name']}, {name}"
            lines.append(_cell(words, cell, point, past, first=first) if cell else _NO_CELL)
            first = first and cell is None
    return (
        f'<div class="heat shade matrix" role="group" aria-label="Patterns, {escape(past)}" '
        f'data-width="{len(columns)}" data-tip="{tip}" style="--columns:{len(columns)}">'
        f"<span></span>{heads}{''.join(lines)}</div><p class='tip' id='{tip}'>{_HINT}</p>"
    )


_NO_CELL = '<button type="button" disabled aria-hidden="true"></button>'


def _cell(name: str, cell: dict[str, Any], point: int, past: str, *, first: bool) -> str:
    played = cell["played"][point]
    colour, ink = heat.shade_of(played)
    top = cell.get("top")
    words = f"{name}: {cell['hands']:,} hands, {percent(played)} of them {past}"
    small, strip = "", "none"
    if top is not None:
        if top == "-":
            words += "; never half of them"
        else:
            where = f"at {cell['intervals']}" if cell["gaps"] else f"up to {top}"
            words += f"; half of them or more {where} bb"
        small, strip = f"<small>{escape(top)}{'*' * cell['gaps']}</small>", _strip(cell["played"])
    return (
        f'<button type="button" style="--c:{colour};--t:{ink};--strip:{strip}" '
        f'tabindex="{0 if first else -1}" data-words="{escape(words)}." aria-label="{escape(words)}.">'
        f"{_percent_text(played)}{small}</button>"
    )


def _percent_text(share: float) -> str:
    """A share as whole per cent, in HTML; what is not quite all or none never reads as 100 or 0."""
    if _ROUNDED <= share < 1:
        return "&gt;99"
    if 0 < share <= 1 - _ROUNDED:
        return "&lt;1"
    return f"{100 * share:.0f}"


def _strip(played: Sequence[float]) -> str:
    """The shares over all stacks as a gradient of CSS."""
    n = min(_STRIP, len(played))
    places = [round(k * (len(played) - 1) / max(1, n - 1)) for k in range(n)]
    colours = [heat.shade_of(played[place])[0] for place in places]
    ends = [f"{100 * k / n:.4g}%" for k in range(n + 1)]
    stops = (f"{colour} {ends[k]} {ends[k + 1]}" for k, colour in enumerate(colours))
    return f"linear-gradient(to right,{','.join(stops)})"
