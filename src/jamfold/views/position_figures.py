"""Charts of positions as pictures: a summary in percent, and a page of squares for each seat."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from jamfold.spots.table.positions import PositionCharts
from jamfold.views.chart_edges import point_at
from jamfold.views.chart_figures import draw_grid
from jamfold.views.chart_style import colour_map, text_colour
from jamfold.views.figures import new_figure, rectangle, write_figure, write_pages
from jamfold.views.position_charts import CLOSE, calls, caption, first_in, title
from jamfold.views.table_figures import SHEETS
from jamfold.views.table_words import history_words, seat_title

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAGE = 11.7, 8.3  # inches, A4 across
_HEAD = 0.75


def save_positions(charts: PositionCharts, path: Path, view: str = "both", at: float | None = None) -> Path:
    """Draw charts: a PDF has the summary and a page for each seat, a picture the summary or a seat.

    Raises FigureError if the ending is unknown or the file cannot be written; ChartError if the charts do not
    have the stack of the summary.
    """
    point = point_at(charts, at)
    seats = list(dict.fromkeys(charts.names[node.seat] for node in charts.nodes))
    if path.suffix.lower() != ".pdf":
        figure = _summary(charts, point) if view not in seats else _seat(charts, view)
        return write_figure(figure, path, 150, endings=SHEETS)
    pages = [] if view in seats else [_summary(charts, point)]
    pages += [_seat(charts, seat) for seat in seats if view in (seat, "both")]
    return write_pages(pages, path)


def _page(charts: PositionCharts, words: str) -> Figure:
    width, height = _PAGE
    figure = new_figure(figsize=_PAGE, facecolor="white")
    figure.text(
        0.3 / width, 1 - 0.3 / height, f"{title(charts)}: {words}", fontsize=13, weight="bold", va="center"
    )
    figure.text(0.3 / width, 1 - 0.55 / height, caption(charts), fontsize=7.5, va="center")
    return figure


def _seat(charts: PositionCharts, seat: str) -> Figure:
    """A square for each decision of a seat: the deepest stack at which a hand is played."""
    nodes = [node for node in charts.nodes if charts.names[node.seat] == seat]
    hand = charts.hand(-1)
    figure = _page(charts, f"{seat_title(hand, nodes[0].seat)}, up to this stack in big blinds")
    width, height = _PAGE
    side, across = max(
        (min((width - 0.4) / n, (height - _HEAD - 0.35) / ceil(len(nodes) / n)), n)
        for n in range(1, len(nodes) + 1)
    )
    for number, node in enumerate(nodes):
        row, column = divmod(number, across)
        left, bottom = 0.2 + side * column, height - _HEAD - side * (row + 1)
        axes = figure.add_axes((left / width, bottom / height, (side - 0.15) / width, (side - 0.25) / height))
        draw_grid(axes, charts, node, side / 7.6)
        words = history_words(hand, node)
        axes.set_title(f"{words[:1].upper()}{words[1:]}", fontsize=max(5.0, 1.6 * side))
    figure.text(0.3 / width, 0.15 / height, f"Suited hands above the diagonal. {CLOSE}", fontsize=7)
    return figure


def _summary(charts: PositionCharts, point: int) -> Figure:
    """Percent of hands first in over the stacks, and behind each opener at one of them."""
    figure = _page(charts, "percent of hands")
    width, height = _PAGE
    stack = charts.grid.text(charts.stacks[point])
    tables = (
        ("Jams first in, by stack in big blinds", *first_in(charts)),
        (f"Calls a jam of ... at {stack} big blinds", *calls(charts, point)),
    )
    lines = max(len(rows) for _, _, rows in tables)
    for number, (words, (_, *seats), rows) in enumerate(tables):
        left = 0.3 + number * width / 2
        axes = figure.add_axes(
            (left / width, 0.3 / height, (width / 2 - 0.6) / width, (height - 1.3) / height)
        )
        axes.set_axis_off()
        axes.set_title(words, fontsize=10)
        axes.set_xlim(-1, len(seats))
        axes.set_ylim(lines, -1)
        for column, seat in enumerate(seats):
            axes.text(column + 0.5, -0.5, seat, ha="center", va="center", fontsize=9)
        for line, (name, *shares) in enumerate(rows):
            axes.text(-0.5, line + 0.5, name, ha="center", va="center", fontsize=9)
            for column, share in ((k, one) for k, one in enumerate(shares) if one):
                place, box = (float(share) / 100) ** 0.6, (column + 0.03, line + 0.03)
                axes.add_patch(rectangle(box, 0.94, 0.94, facecolor=colour_map()(place)))
                axes.text(column + 0.5, line + 0.5, share, color=text_colour(place), fontsize=9,
                          ha="center", va="center")  # fmt: skip
    return figure
