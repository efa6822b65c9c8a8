"""The strategies of a chart as the strategy page takes them: exact, and small enough to be sent in a file.

A class is nearly always played up to one stack; its place on the grid is one byte.  Classes with gaps,
and stacks at which a class is played sometimes or is indifferent, stand beside.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jamfold.arrays import BoolArray, FloatArray
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import pattern_matrix
from jamfold.ranges.weights import best_first
from jamfold.spots.charts import PLAYED, Chart, is_free, runs
from jamfold.spots.solving import load_payoffs
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_charts import TreeChart
from jamfold.spots.tree_decisions import DecisionAt
from jamfold.views.chart_style import AVERAGE, caption
from jamfold.views.contracts.explorer import (
    ExplorerContract,
    ExplorerNode,
    ExplorerPart,
    ExplorerSeat,
    ExplorerTree,
)
from jamfold.views.explorer.packing import packed_bytes, packed_curves, packed_places
from jamfold.views.tree_chart import chart_lines

ODD = 255
"""In place of a top: the stacks of the class stand in ``odd``."""
_WHOLE = 1.0 - 1e-9
_QUANTUM = 0.001  # big blinds
_PARTS = 20_000  # of the largest margin, where it is money


def explorer_data(chart: Chart) -> ExplorerContract:
    """One game, as many stacks as an `ExplorerRequest` takes."""
    game, classes = chart.game, chart.classes
    places = np.empty(classes.n, dtype=np.int64)
    places[best_first(load_payoffs(game).row_sums)] = np.arange(classes.n)
    square = has_grid(game)
    quantum = _quantum(chart)
    return ExplorerContract(
        game=game.name,
        title=game.title,
        hole_cards=classes.hole_cards,
        level=chart.level.text(),
        exactness=caption(chart, AVERAGE),
        exact=chart.exact,
        unit="money" if chart.in_money else "bb",
        quantum=quantum,
        low=chart.grid.low,
        step=chart.grid.step,
        count=len(chart.points),
        stacks=chart.stacks,
        digits=chart.grid.digits,
        sizes=packed_bytes(classes.sizes),
        hands=packed_bytes(classes.representatives),
        order=packed_places(places),
        names=tuple(class_label(game, one) for one in range(classes.n)) if square else None,
        places=tuple(one for _, one in sorted(grid_cells(game).items())) if square else None,
        **_matrix(chart),
        values=tuple(round(point.value, 6) for point in chart.points),
        jam=_seat(chart, Seat.SMALL_BLIND, quantum),
        call=_seat(chart, Seat.BIG_BLIND, quantum),
        tree=_tree(chart, quantum),
        zero_sum=chart.exact and chart.terms.plain and not isinstance(chart, TreeChart),
    )


def _matrix(chart: Chart) -> dict[str, Any]:
    """The patterns of four-card hands; nothing where classes fill a square."""
    if not chart.game.has_families:
        return {"rows": None, "columns": None, "cells": None}
    matrix = pattern_matrix(chart.game)
    columns = [column.name for column in matrix.columns]
    cells = np.zeros(chart.classes.n, dtype=np.int64)
    for number, row in enumerate(matrix.rows):
        for name, cell in row.cells.items():
            cells[cell.ids] = number * len(columns) + columns.index(name)
    return {
        "rows": tuple(row.name for row in matrix.rows),
        "columns": tuple(columns),
        "cells": packed_bytes(cells),
    }


def _seat(chart: Chart, seat: Seat, quantum: float) -> ExplorerSeat:
    return _told(chart, chart.chances(seat), chart.indifferent(seat), chart.margins(seat), quantum)


def _told(
    chart: Chart,
    played: FloatArray,
    free: BoolArray,
    margins: FloatArray,
    quantum: float,
) -> ExplorerSeat:
    """What is played and what that gains, of arrays (points, n)."""
    share = played @ chart.classes.sizes / chart.game.n_hands
    return ExplorerSeat(
        **_part(played),
        percent=tuple(round(100 * one, 6) for one in share.tolist()),
        free={str(one): tuple(runs(free[:, one])) for one in np.flatnonzero(free.any(axis=0)).tolist()},
        margins=packed_curves(np.rint(_margins(chart, margins) / quantum).astype(np.int64)),
    )


def _part(chances: FloatArray) -> dict[str, Any]:
    """The entries of an `ExplorerPart`, of chances (points, n)."""
    played = chances >= PLAYED
    tops = played.sum(axis=0)
    plain = (played == (np.arange(len(chances))[:, None] < tops)).all(axis=0)
    mixed = (chances > 0) & (chances < 1)
    return {
        "tops": packed_bytes(np.where(plain, tops, ODD)),
        "odd": {str(one): tuple(runs(played[:, one])) for one in np.flatnonzero(~plain).tolist()},
        "mixed": {
            str(one): tuple((k, float(chances[k, one])) for k in np.flatnonzero(mixed[:, one]).tolist())
            for one in np.flatnonzero(mixed.any(axis=0)).tolist()
        },
    }


def _tree(chart: Chart, quantum: float) -> ExplorerTree | None:
    if not isinstance(chart, TreeChart):
        return None
    stays = np.clip(chart.jammed + chart.stays, 0.0, 1.0)
    words = {(True, False): "raise", (True, True): "raise or jam"}
    return ExplorerTree(
        raises=chart.raises.text(chart.level.big_blind),
        notes=tuple(chart_lines(chart)),
        opens=tuple(words.get((one.raised_share > 0, one.jammed_share > 0), "jam") for one in chart.points),
        stays=ExplorerPart(**_part(np.where(stays > _WHOLE, 1.0, stays))),
        nodes=_nodes(chart, quantum),
    )


def _nodes(chart: TreeChart, quantum: float) -> tuple[ExplorerNode, ...]:
    """The decisions that there are at any of the stacks; trees of larger stacks have more of them."""
    names = {one.after: one.seat for told in reversed(chart.decisions) for one in told}
    return tuple(_node(chart, after, quantum) for after in sorted(names, key=len))


def _node(chart: TreeChart, after: tuple[str, ...], quantum: float) -> ExplorerNode:
    found = [next((one for one in told if one.after == after), None) for told in chart.decisions]
    there = [one for one in found if one is not None]
    seat: Any = there[0].seat
    nothing = np.zeros(chart.classes.n)
    actions = tuple(dict.fromkeys(name for one in reversed(there) for name in one.actions))

    def done(one: DecisionAt | None, name: str) -> FloatArray:
        return one.chances[one.actions.index(name)] if one and name in one.actions else nothing

    here = np.array([nothing if one is None else one.here for one in found])
    played = np.array([nothing if one is None else one.played for one in found])
    margins = np.array([nothing + np.nan if one is None else one.margin for one in found])
    free = is_free(margins) & ~np.isnan(margins) & (here > 0.0)
    return ExplorerNode(
        seat=seat,
        after=after,
        reach=tuple(None if one is None else round(one.reach, 9) for one in found),
        here=None if all((one.here == 1.0).all() for one in there) else ExplorerPart(**_part(here)),
        actions=actions,
        parts=tuple(ExplorerPart(**_part(np.array([done(one, name) for one in found]))) for name in actions),
        plays=_told(chart, played, free, margins, quantum),
    )


def _margins(chart: Chart, margins: FloatArray) -> FloatArray:
    """What playing gains, by class or by cell of the matrix, shape (rows, points); 0 where nobody asks."""
    margins = np.nan_to_num(margins)
    if not chart.game.has_families:
        return np.ascontiguousarray(margins.T)
    sizes = chart.classes.sizes.astype(np.float64)
    cells = [cell.ids for cell in pattern_matrix(chart.game).cells()]
    return np.array([margins[:, ids] @ sizes[ids] / sizes[ids].sum() for ids in cells])


def _quantum(chart: Chart) -> float:
    """The unit of margins: a thousandth of a big blind, or a power of ten that suits the money."""
    if not chart.in_money:
        return _QUANTUM
    largest = max(float(np.nanmax(np.abs(chart.margins(seat)), initial=0.0)) for seat in Seat)
    return 10.0 ** math.floor(math.log10(largest / _PARTS)) if largest > 0 else 1.0
