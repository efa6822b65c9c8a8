"""The stack that a view of a chart shows, and the hands next to the edge there."""

from __future__ import annotations

import numpy as np

from jamfold.ranges.grid import class_label
from jamfold.spots.charts import Chart
from jamfold.spots.strategy import Seat

_USUAL_STACK = 10.0


def point_at(chart: Chart, stack: float | None) -> int:
    """The row of a stack; of the one nearest to 10 big blinds if none is given.

    Raises
    ------
    ChartError
        If the chart does not have the stack.
    """
    if stack is not None:
        return chart.grid.index(stack)
    return int(np.argmin(abs(np.array(chart.stacks) - _USUAL_STACK)))


def edge_hands(chart: Chart, position: Seat, point: int, count: int) -> list[tuple[str, str]]:
    """The hands next to the edge at a stack, as (name, threshold), deepest first.

    That is the part of the list of all hands, sorted by threshold, around the
    stack: `count` hands that are played up to there or deeper, and `count` that
    are given up before.
    """
    tops = np.nan_to_num(chart.thresholds(position), nan=0.0)
    order = np.lexsort((np.arange(tops.size), -tops))
    first = int(np.count_nonzero(tops >= chart.points[point].stack))
    chosen = order[max(0, first - count) : first + count]
    return [(class_label(chart.game, int(i)), top_text(chart, float(tops[i]))) for i in chosen]


def top_text(chart: Chart, top: float) -> str:
    """A threshold as charts print it: ``25+`` at the top of the chart, ``-`` if never played."""
    if not top > 0:
        return "-"
    text = chart.grid.text(top)
    if top < chart.points[-1].stack:
        return text
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}+"
