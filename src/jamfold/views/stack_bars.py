"""The stacks at which a hand is played, as bars from the bundled charts; nothing is solved."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable
from functools import cache
from gzip import decompress
from importlib.resources import files
from typing import Any

from rich.text import Text

from jamfold.cards.counting.classes import ClassId
from jamfold.ranges.grid import has_grid
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Seat
from jamfold.spots.trees import TreeSpot

_MARKS = (1, 5, 10, 15, 20, 25)
"""Stacks, in big blinds, below the bars."""
_WITH_GAPS = 255
"""Marks, instead of a number of stacks, a hand with gaps: it is folded at a stack below one that plays it."""


def stack_bars(spot: SpotSolution, class_id: ClassId, seats: Iterable[Seat]) -> Text | None:
    """Return a bar for each seat, half a big blind per character; None if no chart is bundled."""
    is_plain = spot.terms.plain and not spot.situation.level.bb_text() and not isinstance(spot, TreeSpot)
    chart = _chart(spot.game.name) if is_plain and has_grid(spot.game) else None
    if chart is None:
        return None
    bars = Text()
    for seat in seats:
        played = _played(chart, chart[seat.action], class_id)
        cells = "".join("·█"[is_played] for is_played in played)
        bars.append(f"  {seat.action:4}   {cells}  {_end(chart, played)}\n")
    axis = [" "] * (len(played) + 2)
    for stack in _MARKS:
        place = round((stack - chart["low"]) / chart["step"])
        axis[place : place + len(f"{stack}")] = f"{stack}"
    return bars.append(f"         {''.join(axis).rstrip()}\n", "dim")


@cache
def _chart(game: str) -> dict[str, Any] | None:
    packed = files("jamfold.views").joinpath("box", f"{game}.json.gz")
    chart: dict[str, Any] | None = json.loads(decompress(packed.read_bytes())) if packed.is_file() else None
    return chart


def _played(chart: dict[str, Any], part: dict[str, Any], class_id: ClassId) -> list[bool]:
    """Return whether a hand is played, half of the time or more, at each stack of a chart."""
    top = b64decode(part["tops"])[class_id]
    spans = part["odd"][str(int(class_id))] if top == _WITH_GAPS else [(0, top - 1)]
    return [any(first <= place <= last for first, last in spans) for place in range(chart["count"])]


def _end(chart: dict[str, Any], played: list[bool]) -> str:
    """Say up to which stack a hand is played."""
    if not any(played):
        return "never"
    last = max(place for place, is_played in enumerate(played) if is_played)
    return f"up to {chart['low'] + chart['step'] * last:g} bb" + (" and more" if played[-1] else "")
