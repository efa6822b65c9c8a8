"""Decisions of a table as a picture: a sheet of squares, or of matrices of four-card hands; PDF has pages."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from jamfold.errors import FigureError
from jamfold.shown import plural
from jamfold.spots.table.result import TableResult
from jamfold.views.figures import ENDINGS, new_figure, write_figure, write_pages
from jamfold.views.strategy_figures import SIDE, draw_strategy, strategy_height
from jamfold.views.table_words import decision_words, exact_words, plays, table_title

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_DECISIONS = 32
"""Decisions on a sheet: all of five seats with three all-in."""
SHEETS = (*ENDINGS, ".pdf")
_ACROSS = 4
_PAGE_ACROSS, _PAGE_DOWN = 3, 2
"""Decisions on a page, which then is about as wide and high as A4 across; four seats take three pages."""
_TOP, _HEAD, _FOOT = 0.55, 0.6, 0.15  # inches above all, above and below one decision


def check_sheet(decisions: int, path: Path) -> None:
    """Raise `FigureError` if a picture has no room for so many decisions; pages have."""
    if decisions > MOST_DECISIONS and not _has_pages(path):
        raise FigureError(
            f"A picture shows at most {MOST_DECISIONS} decisions, this table has {decisions}: choose one, or "
            "write a .pdf, which has pages."
        )


def _has_pages(path: Path) -> bool:
    return path.suffix.lower() == ".pdf"


def save_figure(answer: TableResult, rows: Sequence[int], path: Path) -> Path:
    """Draw decisions into a file that ends in .png, .svg or .pdf, for print.

    Raises FigureError if the ending is unknown, the file cannot be written, or there are too many decisions.
    """
    check_sheet(len(rows), path)
    across = min(_PAGE_ACROSS if _has_pages(path) else _ACROSS, max(1, len(rows)))
    down = ceil(len(rows) / across)
    if not _has_pages(path):
        dpi = 100 if len(rows) > 1 else 150
        return write_figure(_sheet(answer, rows, across, down), path, dpi=dpi, endings=SHEETS)
    down = min(_PAGE_DOWN, down)
    parts = (rows[first : first + across * down] for first in range(0, len(rows), across * down))
    return write_pages((_sheet(answer, part, across, down) for part in parts), path)


def _sheet(answer: TableResult, rows: Sequence[int], across: int, down: int) -> Figure:
    inside = strategy_height(answer.game)
    tall = inside + _HEAD + _FOOT
    width, height = SIDE * across, tall * down + _TOP
    figure = new_figure(figsize=(width, height), facecolor="white")
    deals = f"{plural(answer.deals, 'deal')} sampled"
    how = exact_words(answer) if answer.is_counted else "by the model" if answer.method == "model" else deals
    title = f"{table_title(answer)}; {how}"
    figure.text(
        0.2 / width, 1 - 0.15 / height, fill(title, 95 * across), fontsize=10, weight="bold", va="top"
    )
    for k, row in enumerate(rows):
        line, column = divmod(k, across)
        left, bottom = SIDE * column + 0.2, height - _TOP - tall * (line + 1) + _FOOT
        axes = figure.add_axes((left / width, bottom / height, (SIDE - 0.4) / width, inside / height))
        draw_strategy(axes, answer.game, answer.played[row], answer.game, answer.close[row])
        node = answer.nodes[row]
        words = (
            f"{decision_words(answer.hand, node)}\n{plays(node)} {answer.percent[row]:.2f} %, "
            f"reached {100 * answer.reach[row]:.2f} %"
        )
        figure.text(left / width, (bottom + inside + 0.08) / height, words, fontsize=9.5, va="bottom")
    return figure
