"""The strategies of a chart as the strategy page takes them: exact, and small enough to be sent in a file.

A class is nearly always played up to one stack; its place on the grid is one byte.  Classes with gaps,
and stacks at which a class is played sometimes or is indifferent, stand beside.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import pattern_matrix
from jamfold.ranges.weights import best_first
from jamfold.spots.charts import Chart, runs
from jamfold.spots.solving import load_payoffs
from jamfold.spots.strategy import Seat
from jamfold.views.chart_style import caption
from jamfold.views.contracts.explorer import ExplorerContract, ExplorerSeat
from jamfold.views.explorer.packing import packed_bytes, packed_curves, packed_places

ODD = 255
"""In place of a top: the stacks of the class stand in ``odd``."""
_QUANTUM = 0.001  # big blinds
_PARTS = 20_000  # of the largest margin, where it is money


def explorer_data(chart: Chart) -> ExplorerContract:
    """One game, as many stacks as an `ExplorerQuestion` takes."""
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
        exactness=caption(chart),
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
    played, chances, free = chart.played(seat), chart.chances(seat), chart.free(seat)
    tops = played.sum(axis=0)
    plain = (played == (np.arange(len(chart.points))[:, None] < tops)).all(axis=0)
    mixed = (chances > 0) & (chances < 1)
    share = [point.jam_share if seat is Seat.SMALL_BLIND else point.call_share for point in chart.points]
    return ExplorerSeat(
        percent=tuple(round(100 * one, 6) for one in share),
        tops=packed_bytes(np.where(plain, tops, ODD)),
        odd={str(one): tuple(runs(played[:, one])) for one in np.flatnonzero(~plain).tolist()},
        mixed={
            str(one): tuple((k, float(chances[k, one])) for k in np.flatnonzero(mixed[:, one]).tolist())
            for one in np.flatnonzero(mixed.any(axis=0)).tolist()
        },
        free={str(one): tuple(runs(free[:, one])) for one in np.flatnonzero(free.any(axis=0)).tolist()},
        margins=packed_curves(np.rint(_margins(chart, seat) / quantum).astype(np.int64)),
    )


def _margins(chart: Chart, seat: Seat) -> NDArray[np.float64]:
    """What playing gains, by class or by cell of the matrix, shape (rows, points); 0 where nobody asks."""
    margins = np.nan_to_num(chart.margins(seat))
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
