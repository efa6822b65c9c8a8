"""Squares of two-card hands on the terminal: names on colours, or letters without colours."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from jamfold.cards import RANK_NAMES
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray, FloatArray
from jamfold.ranges.grid import class_label, square_rows
from jamfold.views.terminal import VERDICT

_ROUNDED = 0.005
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
        return _FOLDED if share < _ROUNDED else _PLAYED if share > 1 - _ROUNDED else _MIXED


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
                for place, part in enumerate(parts):
                    line.pad_right(max(0, place * (wide + apart) - line.cell_len))
                    line.append_text(part)
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
            parts = [
                part for state in _COLOURS if state in met for part in ((f" {state} ", styles[state]), "  ")
            ]
            return Text.assemble(*parts)
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
