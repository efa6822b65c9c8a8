"""Charts of trees: the stacks from which on raising first beats jamming, in sentences and numbers."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from jamfold.betting.raises import Size
from jamfold.spots.tree_charts import TreeChart, TreePoint
from jamfold.views.formats import to_values
from jamfold.views.sentences import NOT_IN_THE_TREE
from jamfold.views.sheet_terminal import narrow_table
from jamfold.views.spot_schemas import TreeContract

BETTER_TITLE = "Small blind: raising beats jamming from this stack"
BETTER_NOTE = (
    "- nowhere, or not up to the top: jamming and raise-calling have the same EV there, "
    "or the hand is folded. * with gaps below."
)


def chart_lines(chart: TreeChart) -> list[str]:
    """Say what the chart answers, and what is not in it."""
    lines = [_gains_line(chart)]
    if chart.sizes:
        lines.append(_sizes_line(chart))
    lines.append(f"{NOT_IN_THE_TREE}, so the EV shown for small raises is an upper bound.")
    return lines


def _gains_line(chart: TreeChart) -> str:
    text, unit = chart.grid.text, "of money" if chart.in_money else "bb"
    equal = [point.stack for point in chart.points if not point.gain]
    start = chart.gains_from
    if start is None:
        everywhere = f"up to {text(chart.points[-1].stack)} bb" if len(equal) > 1 else "here"
        if len(equal) == len(chart.points):
            return f"Raises change nothing {everywhere}: small raises add no EV to jam or fold."
        return "Raising does not gain at every large stack. The table shows what it changes."
    first, last = next(at for at in chart.points if at.stack == start), chart.points[-1]
    before = ""
    if equal:
        before = f"Up to {text(equal[-1])} bb, raises change nothing: small raises add no EV to jam or fold. "
    more = "" if first is last else f", {last.gain:.3g} at {text(last.stack)}"
    return f"{before}Raising gains from {text(start)} bb on: {first.gain:.3g} {unit} at {text(start)}{more}."


def _sizes_line(chart: TreeChart) -> str:
    """Say which of several open sizes is best if it is the only one, by stack."""
    parts: list[tuple[int, float, float]] = []
    for point in chart.points:
        if point.best is None:
            continue
        if parts and parts[-1][0] == point.best:
            parts[-1] = (point.best, parts[-1][1], point.stack)
        else:
            parts.append((point.best, point.stack, point.stack))
    if not parts:
        return "No size is better than another at these stacks."
    text = chart.grid.text
    lines = [
        f"{size_text(chart.sizes[best])} "
        + (f"at {text(low)}" if low == high else f"from {text(low)} to {text(high)}")
        for best, low, high in parts
    ]
    return f"The best open size, if only one is allowed: {', '.join(lines)} bb."


def size_text(size: Size) -> str:
    """Format a size in big blinds, or a relative one."""
    return size if isinstance(size, str) else f"{size:.6g}"


def points_table(chart: TreeChart, rows: list[int]) -> Table:
    """Return the strategies and values at some of the stacks."""
    unit = "money" if chart.in_money else "bb"
    alone = [f"{size_text(size)} alone" for size in chart.sizes]
    names = ("stack", "raise %", "and stay %", "jam %", "better to raise %", "bb plays %", "value")
    cells = []
    for at in (chart.points[k] for k in rows):
        shares = (at.raised_share, at.stays_share, at.jammed_share, at.better_share, at.call_share)
        cells.append(
            [
                chart.grid.text(at.stack),
                *(f"{100 * share:.2f}" for share in shares),
                f"{at.value:+.6f}",
                f"{at.jam_or_fold:+.6f}",
                f"{at.gain:.6f}" if at.gain else "the same",
                *(f"{value:+.6f}" for value in at.alone),
                f"{at.epsilon:.1e}",
            ]
        )
    heads = (*names, "jam or fold", "gain", *alone, "epsilon")
    return narrow_table(heads, cells, f"values in {unit}, for the small blind")


def better_top(chart: TreeChart, class_id: int) -> tuple[str, float]:
    """Return the stack from which on a class gains by a raise, as text and as a number; 0 if none."""
    start, parts = chart.better_from(class_id), chart.better_at(class_id)
    if start is None:
        return ("- *" if parts else "- "), 0.0
    return chart.grid.text(start) + ("*" if len(parts) > 1 else " "), start


def tree_values(chart: TreeChart) -> dict[str, Any]:
    """Return the further JSON fields of the whole chart."""
    return {
        "tree": to_values(TreeContract.of(chart.raises, chart.level.big_blind)),
        "gains_from": chart.gains_from,
        "answer": chart_lines(chart),
    }


def tree_point(point: TreePoint, sizes: tuple[Size, ...]) -> dict[str, Any]:
    """Return the further JSON fields of a stack; jams and calls of jams are literal, as in `solve`."""
    return {
        "jam_percent": 100 * point.jammed_share,
        "call_percent": _called(point),
        "played_percent": [100 * point.jam_share, 100 * point.call_share],
        "open_percent": 100 * point.raised_share,
        "open_stay_percent": 100 * point.stays_share,
        "open_better_percent": 100 * point.better_share,
        "jam_or_fold": point.jam_or_fold,
        "open_gain": point.gain,
        "sizes": [{"open": size, "value": value} for size, value in zip(sizes, point.alone, strict=True)],
        "best_open": None if point.best is None else sizes[point.best],
        "nodes": to_values(point.nodes),
    }


def _called(point: TreePoint) -> float:
    """Return the share of hands with which the big blind calls an open jam."""
    return next((node.percent["call"] for node in point.nodes if node.after == ("sb jam",)), 0.0)


def tree_hand(chart: TreeChart, class_id: int) -> dict[str, Any]:
    """Return the further JSON fields of a class: intervals of stacks; `jam` is the literal jam."""
    kinds = {
        "jam": chart.jammed,
        "open": chart.raised,
        "open_call": chart.stays,
        "open_fold": chart.raised - chart.stays,
    }
    return {
        "plays": [list(pair) for pair in chart.played_as(chart.jam, class_id)],
        **{name: [list(pair) for pair in chart.played_as(kind, class_id)] for name, kind in kinds.items()},
        "open_better": [list(pair) for pair in chart.better_at(class_id)],
        "open_better_from": chart.better_from(class_id),
    }
