"""The matrix of four-card hands on the terminal: ranks by suits, a bar and per cent in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from rich.text import Text

from jamfold.spots.pattern_play import MatrixPlay

_NAME, _SHARE, _BAR, _CELL = 21, 6, 3, 8
_ROUNDED = 0.995


def matrix_text(plays: Sequence[tuple[str, MatrixPlay]], width: int) -> list[Text]:
    """Strategies of one game with titles, side by side where the screen is wide enough, else one by one."""
    columns = len(plays[0][1].matrix.columns)
    side_by_side = max(1, (width - _NAME - _SHARE) // (_CELL * columns))
    lines: list[Text] = []
    for first in range(0, len(plays), side_by_side):
        lines += [*([Text()] if lines else []), *_block(plays[first : first + side_by_side])]
    return [
        *lines,
        Text(
            "Left: % of all hands; cells: % of their hands played (>99 not all, <1 some).",
            "dim",
        ),
    ]


def percent_text(share: float) -> str:
    """A share in [0, 1] as whole per cent; what is not quite all or none never reads as 100 or 0."""
    if _ROUNDED <= share < 1 - 1e-9:
        return ">99"
    if 1e-9 < share <= 1 - _ROUNDED:
        return "<1"
    return f"{100 * share:.0f}"


def _block(plays: Sequence[tuple[str, MatrixPlay]]) -> list[Text]:
    """One table: titles, heads, rows."""
    matrix = plays[0][1].matrix
    margin, wide = " " * (_NAME + _SHARE), _CELL * len(matrix.columns)
    lines = [Text(margin + "".join(f" {title:{wide - 1}}" for title, _ in plays), style="bold")]
    heads = zip_longest(*(wrap(column.name, _CELL - 1) for column in matrix.columns), fillvalue="")
    lines += [
        Text(margin + len(plays) * "".join(f"{word:>{_CELL}}" for word in words), "dim") for words in heads
    ]
    for row, play in zip(matrix.rows, plays[0][1].rows, strict=True):
        line = Text.assemble(f"{row.name:{_NAME}}", (f"{100 * play.share:{_SHARE}.2f}", "dim"))
        for _, side in plays:
            for column in matrix.columns:
                cell = row.cells.get(column.name)
                line.append_text(_cell(side.of(cell).played) if cell else Text(" " * _CELL))
        lines.append(line)
    for line in lines:
        line.rstrip()
        line.no_wrap = True
    return lines


def _cell(share: float) -> Text:
    """A short bar and the per cent."""
    eighths = round(share * _BAR * 8)
    full, rest = divmod(eighths, 8)
    blocks = "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")
    return Text.assemble(" ", (f"{blocks:{_BAR}}", "cyan"), f"{percent_text(share):>{_CELL - _BAR - 1}}")
