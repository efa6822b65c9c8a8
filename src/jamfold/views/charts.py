"""Charts on the terminal: grids, pattern matrices, curves, numbers by stack, and hands near the edge.

The words, the colours and the choice of players and stack are shared by all views of a chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from jamfold.betting.raises import Size
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.spots.charts import Chart, Interval, Key, OverStacks
from jamfold.spots.outline import MatrixPlay
from jamfold.spots.solution import sampled_within
from jamfold.spots.strategy import Seat
from jamfold.spots.tree_charts import TreeChart
from jamfold.views.range_grids import matrix_text, square_text
from jamfold.views.sentences import NOT_IN_THE_TREE, PAST
from jamfold.views.sheet_terminal import narrow_table

if TYPE_CHECKING:
    from matplotlib.colors import Colormap

_USUAL_STACK = 10.0


def point_at(chart: OverStacks[Any], stack: float | None) -> int:
    """Return the row of a stack; by default, of the one nearest to 10 big blinds.

    Raises ChartError if the chart does not have the stack.
    """
    if stack is not None:
        return chart.grid.index(stack)
    return int(np.argmin(abs(np.array(chart.stacks) - _USUAL_STACK)))


def edge_hands(chart: OverStacks[Seat], position: Seat, point: int, count: int) -> list[tuple[str, str]]:
    """Return the hands next to the edge at a stack, as (name, stacks at which it is played).

    Of all hands, sorted by decreasing threshold, these are the last `count` with a threshold at or above the
    stack, and the first `count` below it.
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
    """Format intervals for files, deepest first: ``7.1-5.1 2.3-1.0``."""
    text = chart.grid.text
    return " ".join(text(lo) if lo == hi else f"{text(hi)}-{text(lo)}" for lo, hi in reversed([*intervals]))


def spans_text(chart: OverStacks[Any], intervals: Iterable[Interval], dash: str = "-") -> str:
    """Format intervals for people: ``1.0-2.3, 5.1-7.1``."""
    text = chart.grid.text
    return ", ".join(text(lo) if lo == hi else f"{text(lo)}{dash}{text(hi)}" for lo, hi in intervals)


def has_gaps(chart: OverStacks[Any], intervals: Sequence[Interval]) -> bool:
    """Return whether the largest stack does not determine at which stacks a hand is played."""
    return len(intervals) > 1 or any(low > chart.stacks[0] for low, _ in intervals)


def gap_texts(chart: Chart, seat: Seat, dash: str = "-") -> list[str]:
    """Return each hand of a square with gaps, and the stacks at which it is played."""
    intervals = [(i, chart.intervals(seat, i)) for i in grid_cells(chart.game).values()]
    return [
        f"{class_label(chart.game, i)} {spans_text(chart, run, dash)}"
        for i, run in intervals
        if has_gaps(chart, run)
    ]


def stacks_text(chart: OverStacks[Any], intervals: Sequence[Interval]) -> str:
    """Return the stacks at which a hand is played: up to one, as `top_text`, or several intervals."""
    if has_gaps(chart, intervals):
        return spans_text(chart, intervals)
    return top_text(chart, intervals[-1][1] if intervals else 0.0)


def top_text(chart: OverStacks[Any], top: float) -> str:
    """Format a threshold: ``25+`` at the top of the chart, ``-`` if never played."""
    if not top > 0:
        return "-"
    text = chart.grid.text(top)
    if top < chart.stacks[-1]:
        return text
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text}+"


TITLES = {Seat.SMALL_BLIND: "Small blind: jam", Seat.BIG_BLIND: "Big blind: call the jam"}


TREE_PAST = {Seat.SMALL_BLIND: "played", Seat.BIG_BLIND: "played on"}
TREE_TITLES = {
    Seat.SMALL_BLIND: "Small blind: raise or jam",
    Seat.BIG_BLIND: "Big blind: jam, re-raise or call",
}


def title_of(chart: Chart, seat: Seat) -> str:
    return (TREE_TITLES if isinstance(chart, TreeChart) else TITLES)[seat]


def past_of(chart: Chart, seat: Seat) -> str:
    """Return the past participle of the action."""
    return (TREE_PAST if isinstance(chart, TreeChart) else PAST)[seat]


def seats_of(view: str) -> list[Seat]:
    return [seat for seat in Seat if view in ("both", seat.action)]


def colour_map() -> Colormap:
    import matplotlib as mpl

    return mpl.colormaps["viridis_r"]


def text_colour(share: float) -> str:
    """Return black or white, the one readable on the colour at this place of the map, 0 to 1."""
    red, green, blue, _ = colour_map()(share)
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.47 else "black"


AVERAGE = "average gain from deviating"
"""The name of epsilon on pages."""


def caption(chart: Chart, half: str = "epsilon") -> str:
    unit = "money" if chart.in_money else "bb"
    if chart.approximate:
        kind, bound = "approximate", f", {sampled_within(chart.bound, unit)}"
    elif chart.exact:
        kind, bound = "exact", ""
    else:
        kind, bound = "NOT exact", f", {half} up to {chart.epsilon:.1g} {unit}"
    tree = ""
    if isinstance(chart, TreeChart):
        raises, left_out = chart.raises.text(chart.level.big_blind), NOT_IN_THE_TREE
        tree = f"; {raises}; {left_out[0].lower()}{left_out[1:]}"
    stacks = f"{len(chart.points)} stacks {chart.grid.words()}"
    if len(chart.points) == 1:
        stacks = f"{chart.points[0].stack:g} bb"
    return f"{chart.level.text()}; {kind} equilibrium at {stacks}{bound}{tree}"


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


_ROWS = 13
_WIDTH, _HEIGHT = 65, 18
_WIDE = 5
"""Width of a cell of a square, in columns."""


def chart_view(chart: Chart, view: str, at: float | None, top: int, width: int) -> Group:
    """Return a chart for the terminal, with `top` hands on each side of the edge at the stack `at`."""
    parts: list[RenderableType] = [Text(chart.game.title, style="bold"), Text(caption(chart))]
    point = point_at(chart, at)
    if view == "curves":
        parts += [Text(), Text(curves_text(chart))]
    elif has_grid(chart.game):
        for seat in seats_of(view):
            parts += [Text(f"\n{title_of(chart, seat)}, up to this stack in big blinds", style="bold")]
            parts += [grid_view(chart, seat), *_gap_notes(chart, seat)]
            if isinstance(chart, TreeChart) and seat is Seat.SMALL_BLIND:
                parts += [Text(f"\n{BETTER_TITLE}", style="bold"), _better_view(chart)]
                parts.append(Text(BETTER_NOTE, style="dim"))
    else:
        if chart.game.has_families:
            parts += [Text(), *matrix_view(chart, seats_of(view), point, width)]
        parts += [_edge_view(chart, seat, point, top) for seat in seats_of(view) if top]
    parts += [points_view(chart), Text(_pure_text(chart) if knows_pure(chart) else _mixed_text(chart))]
    if isinstance(chart, TreeChart):
        parts += map(Text, chart_lines(chart))
    return Group(*parts)


def grid_view(chart: OverStacks[Key], seat: Key) -> Table:
    tops, free = np.nan_to_num(chart.thresholds(seat)), chart.ever_free(seat)

    def cell(i: int) -> Text:
        mark = "*" if has_gaps(chart, chart.intervals(seat, i)) else "~" if free[i] else " "
        return Text(top_text(chart, float(tops[i])) + mark, style=_style(chart, float(tops[i])))

    return square_text(chart.game, cell, _WIDE)


def _better_view(chart: TreeChart) -> Table:
    """Return the square grid of the stacks from which on raising is better."""

    def cell(i: int) -> Text:
        text, start = better_top(chart, i)
        return Text(text, style=_style(chart, start))

    return square_text(chart.game, cell, _WIDE)


def matrix_view(chart: Chart, seats: list[Seat], point: int, width: int) -> list[Text]:
    """Return the played share of each pattern at a stack, side by side if the screen is wide enough."""
    stack, at = chart.grid.text(chart.points[point].stack), chart.points[point]
    shares = {Seat.SMALL_BLIND: at.jam_share, Seat.BIG_BLIND: at.call_share}
    plays = [
        (
            f"{title_of(chart, seat)} {100 * shares[seat]:.1f}%, {stack} bb",
            MatrixPlay.of_chart(chart, seat, point),
        )
        for seat in seats
    ]
    return matrix_text(plays, width)


def some_rows(count: int) -> list[int]:
    """Return the indices of the rows that a table shows."""
    return sorted({round(i * (count - 1) / (_ROWS - 1)) for i in range(_ROWS)})


def knows_pure(chart: Chart) -> bool:
    """Return whether the best pure strategies are known: only chips are at stake."""
    return not isnan(chart.delta)


def points_view(chart: Chart) -> Table:
    rows = some_rows(len(chart.points))
    if isinstance(chart, TreeChart):
        return points_table(chart, rows)
    unit, pure = "money" if chart.in_money else "bb", knows_pure(chart)
    names = ["stack", "jam %", "call %", "value", *(["L1", "L2", "delta"] if pure else []), "epsilon"]
    cells = [
        [
            chart.grid.text(at.stack),
            f"{100 * at.jam_share:.2f}",
            f"{100 * at.call_share:.2f}",
            f"{_clean(at.value):+.6f}",
            *([*(f"{_clean(value):+.6f}" for value in at.pure_values), f"{at.delta:.1e}"] if pure else []),
            f"{at.epsilon:.1e}",
        ]
        for at in (chart.points[k] for k in rows)
    ]
    return narrow_table(names, cells, f"values in {unit}, for the small blind")


def curves_text(chart: Chart, width: int = _WIDTH, height: int = _HEIGHT) -> str:
    """Plot jam (j) and call (c) percentages over the stack in plain characters, # where they coincide."""
    canvas = [[" "] * width for _ in range(height + 1)]
    span = chart.points[-1].stack - chart.points[0].stack
    for point in chart.points:
        column = round((point.stack - chart.points[0].stack) / span * (width - 1)) if span else 0
        for share, letter in ((point.jam_share, "j"), (point.call_share, "c")):
            row = round((1 - share) * height)
            canvas[row][column] = letter if canvas[row][column] in (" ", letter) else "#"
    lines = []
    for row, cells in enumerate(canvas):
        percent = 100 * (height - row) / height
        label = f"{percent:5.0f}%" if row % (height // 2) == 0 else " " * 7
        lines.append(f"{label} |{''.join(cells).rstrip()}")
    ends = chart.grid.text(chart.points[0].stack), chart.grid.text(chart.points[-1].stack)
    axis = " " * 8 + "+" + "-" * width
    feet = " " * 9 + ends[0] + ends[1].rjust(width - len(ends[0])) + " bb"
    return "\n".join(["hands played: j jam, c call", *lines, axis, feet])


def _gap_notes(chart: Chart, seat: Seat) -> list[Text]:
    """Return the legend, and the intervals of hands with gaps."""
    gaps = gap_texts(chart, seat)
    notes = ["Suited hands above the diagonal. ~ indifferent at some stacks: both actions are correct."]
    if gaps:
        notes.append(f"* not at every stack; {past_of(chart, seat)} at: {'; '.join(gaps)}")
    return [Text(note, style="dim") for note in notes]


def _edge_view(chart: Chart, seat: Seat, point: int, top: int) -> Text:
    """Return the list of all hands, sorted by threshold, around the edge at a stack."""
    hands = edge_hands(chart, seat, point, top)
    listed = "  ".join(f"{name} {text}" for name, text in hands)
    stack = chart.grid.text(chart.points[point].stack)
    past = past_of(chart, seat).capitalize()
    words = f"{past} up to this stack, hands near the edge at {stack} bb (all hands: --format csv):\n"
    return Text.assemble((words, "bold"), listed, "\n")


def _pure_text(chart: Chart) -> str:
    proven = all(point.pure_proven for point in chart.points)
    best = "proven to be the best" if proven else "not all proven to be the best"
    return (
        "L1, L2: what the best pure strategies guarantee, as values for the small blind, "
        f"{best}; delta = L2 - L1 is at most {chart.delta:.1e} bb."
    )


def _mixed_text(chart: Chart) -> str:
    """Return each player's gain by a best response, if values are not chips heads-up."""
    gains = max(max(point.gains) for point in chart.points)
    unit = "of money" if chart.in_money else "bb"
    return f"No deviation gains more than {gains:.1e} {unit} at any stack."


def _clean(value: float) -> float:
    """Return the value, or 0 if it would print as -0."""
    return value if abs(value) >= 5e-7 else 0.0


def _style(chart: OverStacks[Any], top: float) -> str:
    """Return a colour for the threshold, from yellow to blue."""
    if not top:
        return "dim"
    low, high = chart.stacks[0], chart.stacks[-1]
    place = ((top - low) / (high - low) if high > low else 1.0) ** 0.6
    return ("bright_yellow", "yellow", "green", "cyan", "bright_blue", "bold bright_blue")[int(5 * place)]
