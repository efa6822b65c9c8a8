"""Tasks of the charts: the sweep over stacks, and its files."""

from __future__ import annotations

import base64
import json
import tempfile
from collections import OrderedDict
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jamfold.errors import ChartError
from jamfold.web.tasks.spots import build
from jamfold.web.worker import Report

if TYPE_CHECKING:
    from jamfold.spots.charts import Chart

MAX_STACKS = 500
FILES = ("csv", "points", "json", "ranges", "png", "svg")
_KEPT = 4
_DEFAULTS: dict[str, Any] = {"game": "holdem", "low": 1.0, "high": 25.0, "step": 0.5}

_kept: OrderedDict[str, Chart] = OrderedDict()


def made(params: dict[str, Any], report: Report) -> Chart:
    """The chart of some parameters, from memory or now."""
    from jamfold.games import find_game
    from jamfold.spots.charts import make_chart
    from jamfold.spots.stacks import PlainStakes, StackGrid, TableStakes, games_on

    values = _DEFAULTS | {name: value for name, value in params.items() if value not in (None, "")}
    game = find_game(str(values["game"]))
    grid = StackGrid(*(_number(values, name) for name in ("low", "high", "step")))
    if len(grid.stacks) > MAX_STACKS:
        raise ChartError(f"This page draws at most {MAX_STACKS} stacks: take a larger step.")
    antes = {name: _number(values, name, 0.0) for name in ("ante", "bb_ante", "dead")}
    blinds = (_number(values, "blind_sb", 5.0), _number(values, "blind_bb", 10.0))
    plain = not any(antes.values()) and 0 < blinds[0] <= blinds[1]
    stakes = PlainStakes(blinds[0] / blinds[1]) if plain else TableStakes(blinds, **antes)
    games_on(grid, stakes)
    key = json.dumps([game.name, grid.low, grid.high, grid.step, stakes.as_dict()])
    if key not in _kept:
        build({"game": game.name}, report)
        _kept[key] = make_chart(game, grid, stakes, progress=report.build)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return _kept[key]


def chart(params: dict[str, Any], report: Report) -> dict[str, Any]:
    """Curves over the stack; thresholds as a square, or a picture where hands have four cards."""
    from jamfold.cards import RANK_NAMES
    from jamfold.ranges.grid import class_label, grid_cells, has_grid
    from jamfold.spots.strategy import Seat
    from jamfold.views.chart_export import interval_text, point_dict
    from jamfold.views.chart_figures import caption
    from jamfold.views.family_shares import top_text

    found = made(params, report)
    values: dict[str, Any] = {
        "game": found.game.name,
        "title": found.game.title,
        "caption": caption(found),
        "points": [point_dict(point) for point in found.points],
        "picture": None,
        "seats": {},
    }
    if not has_grid(found.game):
        values["picture"] = _picture(found, "both")
        return values
    values["ranks"] = RANK_NAMES[::-1][: found.game.n_ranks]
    cells = sorted(grid_cells(found.game).items())
    for seat in Seat:
        tops = found.thresholds(seat).tolist()
        values["seats"][seat.value] = [
            {
                "row": row,
                "column": column,
                "id": class_id,
                "hand": class_label(found.game, class_id),
                "top": None if isnan(tops[class_id]) else tops[class_id],
                "text": top_text(found, 0.0 if isnan(tops[class_id]) else tops[class_id]),
                "intervals": interval_text(found, found.intervals(seat, class_id)),
            }
            for (row, column), class_id in cells
        ]
    return values


def chart_file(params: dict[str, Any], report: Report) -> dict[str, str]:
    """A chart as a file: its text, or its bytes in base64."""
    from jamfold.ranges.grid import has_grid
    from jamfold.views import chart_export, range_text

    kind = params.get("format")
    if kind not in FILES:
        raise ChartError(f"Unknown format: the formats are {', '.join(FILES)}.")
    found = made(params["chart"], report)
    if kind in ("png", "svg"):
        return {"base64": _picture(found, str(params.get("view", "both")), f".{kind}")}
    if kind == "ranges" and not has_grid(found.game):
        raise ChartError(f"Ranges of {found.game.name} are lists of thousands of hands: take csv.")
    writers = {
        "csv": chart_export.hands_csv,
        "points": chart_export.points_csv,
        "json": chart_export.as_json,
        "ranges": range_text.ranges_csv,
    }
    return {"text": writers[kind](found)}


def _picture(found: Chart, view: str, ending: str = ".png") -> str:
    """A figure in base64."""
    from jamfold.views.chart_figures import save_figure

    with tempfile.TemporaryDirectory(prefix="jamfold-") as folder:
        path = save_figure(found, Path(folder) / f"chart{ending}", view)
        return base64.b64encode(path.read_bytes()).decode("ascii")


def _number(values: dict[str, Any], name: str, usual: float | None = None) -> float:
    given = values.get(name, usual)
    try:
        return float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        words = {"low": "lowest stack", "high": "highest stack", "blind_sb": "small blind",
                 "blind_bb": "big blind", "bb_ante": "big-blind ante", "dead": "dead money"}  # fmt: skip
        raise ChartError(f"The {words.get(name, name)} must be a number.") from None
