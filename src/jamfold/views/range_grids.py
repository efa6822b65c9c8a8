"""Grids of how often hands are played: squares of two-card hands, matrices of four-card patterns.

On pages a cell says more when it is pointed at.  On the terminal a square has names on colours, or letters
without colours.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

import numpy as np
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from jamfold.cards import RANK_NAMES
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.ranges.grid import class_label, has_grid, square_rows
from jamfold.ranges.patterns import Pattern, pattern_matrix
from jamfold.spots.outline import MatrixPlay
from jamfold.views.html import ALWAYS, Html, cell_button, element, join_html, part
from jamfold.views.terminal import VERDICT

Weights = FloatArray
HINT = join_html(
    element("span", "Hover over a hand.", class_="mouse"), element("span", "Tap a hand.", class_="touch")
)
_APART = 0.1
"""A cell is framed if another solution's frequency differs by at least this."""


class Cell(NamedTuple):
    """The text below the hand in a cell of a square, and the sentence about it."""

    small: str
    words: str


def range_fragment(
    game: Game,
    played: Weights,
    action: str,
    name: str,
    cell: Callable[[int], Cell] | None = None,
    rest: str = "folds",
    *,
    other: Weights | None = None,
    close: BoolArray | None = None,
    fills: bool = False,
) -> Html:
    """Draw the frequency of each class; `name` is the id of the line that describes a cell.

    `cell` returns the texts of a class in a square; None shows its frequency.  `rest` is the other
    action.  Cells that `other` plays much more or less often are framed; `close` cells of a square are
    hatched.  With `fills` a click writes the hand or family into the page's field ``cards`` or ``family``.
    """
    picture = _Picture(game, played, action, cell, other, close, fills)
    kind = "range-of gains" if cell is not None else "range-of"
    grid = (
        square_html(game, picture.hand, name, kind)
        if has_grid(game)
        else matrix_html(game, picture.pattern, name, kind)
    )
    apart = element("span", element("i", class_="apart"), f"at least {100 * _APART:.0f} points apart")
    return join_html(
        grid,
        element(
            "p",
            element("i", class_="part-10"),
            f"{action}s ",
            element("i", class_="part-5"),
            "sometimes ",
            element("i", class_="part-0"),
            rest,
            None if other is None else apart,
            element("span", element("i", class_="close"), "close") if picture.has_close else None,
            class_="legend",
        ),
        element("p", HINT, id=name, class_="tip"),
    )


def square_html(game: Game, cell: Callable[[int], Html], name: str, kind: str = "range-of") -> Html:
    """Return the square of two-card hands, each as `cell` draws its class; `name` is the id of its words."""
    rows = [element("tr", [element("td", cell(class_id)) for class_id in row]) for row in square_rows(game)]
    return _scrolled(element("tbody", rows, class_="square"), name, kind)


def matrix_html(game: Game, cell: Callable[[str, Pattern], Html], name: str, kind: str = "range-of") -> Html:
    """Return the patterns of four-card hands, ranks by suits, each as `cell` draws its name and pattern."""
    sizes, matrix = hand_classes(game).sizes, pattern_matrix(game)
    heads = [element("th", suits.name, scope="col") for suits in matrix.columns]
    rows = []
    for row in matrix.rows:
        of_all = element("small", f"{100 * sizes[row.ids].sum() / game.n_hands:.2f}% of hands")
        cells = [
            element("td", cell(f"{row.name}, {suits.name}", pattern) if pattern else None)
            for suits in matrix.columns
            for pattern in (row.cells.get(suits.name),)
        ]
        rows.append(element("tr", element("th", row.name, of_all, scope="row"), cells))
    head = element("thead", element("tr", element("td"), heads))
    return _scrolled(join_html(head, element("tbody", rows)), name, kind)


def _scrolled(inside: Html, name: str, kind: str) -> Html:
    return element("div", element("table", inside, data_tip=name, class_=kind), class_="scroll")


class _Picture(NamedTuple):
    """A range, with the texts and links of its cells."""

    game: Game
    played: Weights
    action: str
    cell: Callable[[int], Cell] | None
    other: Weights | None
    close: BoolArray | None
    fills: bool

    @property
    def has_close(self) -> bool:
        """Whether a cell of a square is hatched."""
        return self.close is not None and has_grid(self.game) and bool(self.close.any())

    def hand(self, i: int) -> Html:
        hand, share = class_label(self.game, i), float(self.played[i])
        often = Cell(
            f"{100 * share:.0f}" if 1 - ALWAYS < share < ALWAYS else "",
            f"{hand}: {self.action}s {100 * share:.4g}% of the time.",
        )
        small, words = often if self.cell is None else self.cell(i)
        other = None if self.other is None else float(self.other[i])
        close = self.close is not None and bool(self.close[i])
        if close:
            words = f"{words} Close: it is not certain whether playing or folding is better."
        inside = hand, element("small", small) if small else None
        return self._button(words, share, other, ("cards", hand), *inside, close=close)

    def pattern(self, label: str, cell: Pattern) -> Html:
        sizes = hand_classes(self.game).sizes.astype(np.float64)
        of = sizes[cell.ids] / sizes[cell.ids].sum()
        share = float(self.played[cell.ids] @ of)
        other = None if self.other is None else float(self.other[cell.ids] @ of)
        words = f"{label}: {self.action}s {100 * share:.1f}% of them."
        return self._button(words, share, other, ("family", cell.name), grid_percent_text(share))

    def _button(
        self,
        words: str,
        share: float,
        other: float | None,
        fills: tuple[str, str],
        *inside: str | None,
        close: bool = False,
    ) -> Html:
        """Return a cell filled by how often its hands are played, with that in words."""
        if other is not None:
            words = f"{words} In the other {100 * other:.2f}%."
        kind, named = fills
        return cell_button(
            words,
            part(share),
            *inside,
            data_apart=other is not None and abs(other - share) >= _APART,
            data_close=close,
            data_hand=named if kind == "cards" else None,
            data_fills=kind if self.fills else None,
            data_text=named if self.fills else None,
        )


def grid_percent_text(share: float) -> str:
    """Format a share as whole percent; <1 and >99 if it is not quite none or all."""
    if 0 < share < 1 - ALWAYS:
        return "<1"
    return ">99" if ALWAYS < share < 1 else f"{100 * share:.0f}"


def side_by_side(parts: Sequence[Html]) -> Html:
    """Put pictures next to each other, or below each other if the page is narrow."""
    return element("div", [element("div", fragment) for fragment in parts], class_="halves")


def square_text(game: Game, cell: Callable[[int], Text], width: int) -> RichTable:
    """Return the square of two-card hands for a terminal, each as `cell` writes its class."""
    rows = square_rows(game)
    names = RANK_NAMES[::-1][: len(rows)]
    table = RichTable(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", style="dim")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True, min_width=width)
    for name, row in zip(names, rows, strict=True):
        table.add_row(name, *map(cell, row))
    return table


_NAME, _SHARE, _BAR, _CELL = 21, 6, 3, 8
_ROUNDED = 0.995


def matrix_text(plays: Sequence[tuple[str, MatrixPlay]], width: int) -> list[Text]:
    """Return strategies of one game with titles, side by side if `width` allows, else one by one."""
    columns = len(plays[0][1].matrix.columns)
    side_by_side = max(1, (width - _NAME - _SHARE) // (_CELL * columns))
    lines: list[Text] = []
    for first in range(0, len(plays), side_by_side):
        lines += [*([Text()] if lines else []), *_block(plays[first : first + side_by_side])]
    return [
        *lines,
        Text("Left: % of all hands; cells: % of their hands played (>99 not all, <1 some).", "dim"),
    ]


def percent_text(share: float) -> str:
    """Format a share in [0, 1] as whole percent; only exactly none or all reads as 0 or 100."""
    if _ROUNDED <= share < 1 - 1e-9:
        return ">99"
    if 1e-9 < share <= 1 - _ROUNDED:
        return "<1"
    return f"{100 * share:.0f}"


def _block(plays: Sequence[tuple[str, MatrixPlay]]) -> list[Text]:
    """Return one table: titles, headings, rows."""
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
    """Return a short bar and the percent."""
    eighths = round(share * _BAR * 8)
    full, rest = divmod(eighths, 8)
    blocks = "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")
    return Text.assemble(" ", (f"{blocks:{_BAR}}", "cyan"), f"{percent_text(share):>{_CELL - _BAR - 1}}")


_SELDOM = 0.005
"""A hand that is played, or folded, less often than this is shown as never played, or never folded."""
_PLAYED, _MIXED, _FOLDED, _UNKNOWN = "played", "sometimes", "folded", "not known"
_COLOURS = {
    _PLAYED: "#ffffff on #1b74bc",
    _MIXED: "#eaf4fb on #24587f",
    _FOLDED: "#7f919c on #202b33",
    _UNKNOWN: "dim",
}
_ON_LIGHT = _COLOURS | {_FOLDED: "#4a5762 on #e4e9ec"}
_SIXTEEN = {_PLAYED: "white on blue", _MIXED: "white on cyan", _FOLDED: "dim", _UNKNOWN: "dim"}
_GAP = 2
_HALVES = {
    (_PLAYED, _PLAYED): "█",
    (_PLAYED, _FOLDED): "▀",
    (_FOLDED, _PLAYED): "▄",
    (_FOLDED, _FOLDED): " ",
    (_PLAYED, ""): "▀",
    (_FOLDED, ""): " ",
}
"""Characters for two cells, the upper and the lower; a mixed hand is grey."""


class Square(NamedTuple):
    """One player's strategy, with its title."""

    who: str
    does: str
    """who, does: the title in two parts: ``Small blind``, ``jams 58.3%``."""
    chances: FloatArray
    """The frequency of playing each class, in [0, 1], shape (n,)."""
    unknown: BoolArray | None = None
    """Classes whose frequency is unknown; None if there are none."""

    def state(self, class_id: int) -> str:
        """Return in a word how a hand is played."""
        if self.unknown is not None and self.unknown[class_id]:
            return _UNKNOWN
        share = self.chances[class_id]
        return _FOLDED if share < _SELDOM else _PLAYED if share > 1 - _SELDOM else _MIXED


class Squares:
    """Squares side by side, or below each other if there is no room; only titles if one does not fit."""

    def __init__(self, game: Game, squares: Sequence[Square], *, is_small: bool = False) -> None:
        self._game, self._squares, self._is_small = game, squares, is_small

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Print the squares and their key."""
        is_coloured = console.color_system is not None and not console.no_color
        draw, apart = (self._coloured, _GAP) if is_coloured else (self._letters, 4 * _GAP)
        if self._is_small:
            draw, apart = self._blocks, _GAP
        blocks = [list(draw(square, console)) for square in self._squares]
        wide = max(line.cell_len for lines in blocks for line in lines)
        if wide > options.max_width:
            yield from (lines[0] for lines in blocks)
            return
        across = max(1, (options.max_width + apart) // (wide + apart))
        for first in range(0, len(blocks), across):
            for parts in zip_longest(*blocks[first : first + across], fillvalue=Text()):
                line = Text(no_wrap=True)
                for place, text in enumerate(parts):
                    line.pad_right(max(0, place * (wide + apart) - line.cell_len))
                    line.append_text(text)
                yield line
            yield Text()
        yield self._key(console, is_coloured=is_coloured)

    def _coloured(self, square: Square, console: Console) -> Iterator[Text]:
        yield Text.assemble((square.who, "bold"), " ", (square.does, VERDICT))
        yield Text()
        styles = _styles(console)
        for row in square_rows(self._game):
            cells = [(f"{class_label(self._game, cell):3}", styles[square.state(cell)]) for cell in row]
            yield Text.assemble(*cells)

    def _blocks(self, square: Square, console: Console) -> Iterator[Text]:
        """Yield lines of two ranks each, in half blocks."""
        styles = _styles(console) if console.color_system and not console.no_color else {}
        yield Text.assemble((square.who, "bold"), f" {square.does.split()[-1]}")
        rows = [[square.state(class_id) for class_id in row] for row in square_rows(self._game)]
        for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=[""] * len(rows)):
            pairs = list(zip(upper, lower, strict=True))
            if styles:
                ink = {state: style.rpartition(" on ")[2] for state, style in styles.items()}
                yield Text.assemble(*(("▀", f"{ink[a]} on {ink[b]}" if b else ink[a]) for a, b in pairs))
            else:
                yield Text("".join(_HALVES.get(pair, "░") for pair in pairs))

    def _letters(self, square: Square, _: Console) -> Iterator[Text]:
        marks = self._marks(square)
        does, *rest = square.does.split(" ", 1)
        yield Text(" ".join((square.who, does.upper(), *rest)))
        yield Text()
        rows = square_rows(self._game)
        names = RANK_NAMES[::-1][: len(rows)]
        yield Text(f"   {' '.join(names)}")
        for name, row in zip(names, rows, strict=True):
            yield Text(f"{name}  {' '.join(marks[square.state(class_id)] for class_id in row)}")

    def _key(self, console: Console, *, is_coloured: bool) -> Text:
        met = {
            square.state(cell) for square in self._squares for row in square_rows(self._game) for cell in row
        }
        if self._is_small and not is_coloured:
            return Text("█ jams   ░ sometimes, or not clear yet")
        if is_coloured:
            styles = _styles(console)
            texts = [
                text for state in _COLOURS if state in met for text in ((f" {state} ", styles[state]), "  ")
            ]
            return Text.assemble(*texts)
        words = dict.fromkeys(
            f"{mark} {square.does.split()[0] if state == _PLAYED else 'folds' if state == _FOLDED else state}"
            for square in self._squares
            for state, mark in self._marks(square).items()
            if state in met
        )
        return Text("   ".join((*words, "right of the diagonal: suited")))

    def _marks(self, square: Square) -> dict[str, str]:
        return {_PLAYED: square.does[0].upper(), _MIXED: "½", _FOLDED: "·", _UNKNOWN: "?"}


def _styles(console: Console) -> dict[str, str]:
    """Return the colours of the cells, by the terminal's palette and brightness."""
    if console.color_system == "standard":
        return _SIXTEEN
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    is_light = os.environ.get("JAMFOLD_THEME", "") == "light" or background in ("7", "15")
    return _ON_LIGHT if is_light else _COLOURS
