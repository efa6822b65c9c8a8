"""The stack that a view of a chart shows, and the hands next to the edge there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from jamfold.ranges.grid import class_label
from jamfold.spots.charts import Interval, OverStacks
from jamfold.spots.strategy import Seat

_USUAL_STACK = 10.0


def point_at(chart: OverStacks[Any], stack: float | None) -> int:
    """The row of a stack; of the one nearest to 10 big blinds if none is given.

    Raises ChartError if the chart does not have the stack.
    """
    if stack is not None:
        return chart.grid.index(stack)
    return int(np.argmin(abs(np.array(chart.stacks) - _USUAL_STACK)))


def edge_hands(chart: OverStacks[Seat], position: Seat, point: int, count: int) -> list[tuple[str, str]]:
    """The hands next to the edge at a stack, as (name, stacks at which it is played), deepest first.

    That is the part of the list of all hands, sorted by threshold, around the
    stack: `count` hands that are played up to there or deeper, and `count` that
    are given up before.
    """
    tops = np.nan_to_num(chart.thresholds(position), nan=0.0)
    order = np.lexsort((np.arange(tops.size), -tops))
    first = int(np.count_nonzero(tops >= chart.stacks[point]))
    chosen = order[max(0, first - count) : first + count]
    return [
        (class_label(chart.game, int(i)), stacks_text(chart, chart.intervals(position, int(i))))
        for i in chosen
    ]


def interval_text(chart: OverStacks[Any], intervals: Iterable[Interval]) -> str:
    """Intervals as files hold them, deepest first: ``7.1-5.1 2.3-1.0``; empty if there are none."""
    text = chart.grid.text
    return " ".join(text(lo) if lo == hi else f"{text(hi)}-{text(lo)}" for lo, hi in reversed([*intervals]))


def spans_text(chart: OverStacks[Any], intervals: Iterable[Interval], dash: str = "-") -> str:
    """Intervals as people read them: ``1.0-2.3, 5.1-7.1``."""
    text = chart.grid.text
    return ", ".join(text(lo) if lo == hi else f"{text(lo)}{dash}{text(hi)}" for lo, hi in intervals)


def has_gaps(chart: OverStacks[Any], intervals: Sequence[Interval]) -> bool:
    """Whether the largest stack does not say at which stacks a hand is played."""
    return len(intervals) > 1 or any(low > chart.stacks[0] for low, _ in intervals)


def stacks_text(chart: OverStacks[Any], intervals: Sequence[Interval]) -> str:
    """At which stacks a hand is played: up to one, as `top_text`, or in all of several intervals."""
    if has_gaps(chart, intervals):
        return spans_text(chart, intervals)
    return top_text(chart, intervals[-1][1] if intervals else 0.0)


def top_text(chart: OverStacks[Any], top: float) -> str:
    """A threshold as charts print it: ``25+`` at the top of the chart, ``-`` if never played."""
    if not top > 0:
        return "-"
    text = chart.grid.text(top)
    if top < chart.stacks[-1]:
        return text
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}+"
