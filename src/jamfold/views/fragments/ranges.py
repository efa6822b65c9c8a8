"""How often hands are played, as HTML: a square of two-card hands, a matrix of four-card patterns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from jamfold.arrays import BoolArray, FloatArray
from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import Pattern, pattern_matrix
from jamfold.views.html import ALWAYS, Html, element, join_html, part

Weights = FloatArray
HINT = "Point at a hand, or walk with the arrow keys."
_APART = 0.1
"""Cells are framed where a hand is played so much more or less often in another solution."""


class Cell(NamedTuple):
    """What stands in a cell of a square below its hand, and what is said of it."""

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
    """The chance to play each class; `name` is the id of the line that says it in words.

    `cell` says of a class what stands in a square; without it, how often it is played.  `rest` is what is
    done else.
    Cells that `other` plays much more or less often are framed; `close` ones of a square are hatched.  With
    `fills` a click writes the hand, or the family of hands, into the field ``cards`` or ``family`` of the
    page.
    """
    picture = _Picture(game, played, action, cell, other, close, fills)
    kind = "range-of gains" if cell is not None else "range-of"
    shown = picture.square() if has_grid(game) else picture.matrix()
    apart = element("span", element("i", class_="apart"), f"at least {100 * _APART:.0f} points apart")
    return join_html(
        element("div", element("table", shown, data_tip=name, class_=kind), class_="scroll"),
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


class _Picture(NamedTuple):
    """A range with what its cells say and do."""

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

    def square(self) -> Html:
        cells = grid_cells(self.game)
        side = max(row for row, _ in cells) + 1
        rows = [
            element("tr", [element("td", self._hand(cells[row, column])) for column in range(side)])
            for row in range(side)
        ]
        return element("tbody", rows, class_="square")

    def _hand(self, i: int) -> Html:
        hand, share = class_label(self.game, i), float(self.played[i])
        often = Cell(
            f"{100 * share:.0f}" if 1 - ALWAYS < share < ALWAYS else "",
            f"{hand}: {self.action}s {100 * share:.4g} % of the time.",
        )
        small, words = often if self.cell is None else self.cell(i)
        other = None if self.other is None else float(self.other[i])
        close = self.close is not None and bool(self.close[i])
        if close:
            words = f"{words} Close: to play or to fold is the same as far as is known."
        inside = hand, element("small", small) if small else None
        return self._told(words, share, other, ("cards", hand), *inside, close=close)

    def matrix(self) -> Html:
        """How much of each pattern is played: ranks by suits."""
        sizes = hand_classes(self.game).sizes.astype(np.float64)
        matrix = pattern_matrix(self.game)
        heads = [element("th", suits.name, scope="col") for suits in matrix.columns]
        rows = []
        for row in matrix.rows:
            of_all = element("small", f"{100 * sizes[row.ids].sum() / self.game.n_hands:.2f} % of hands")
            cells = [
                element("td", self._pattern(row.name, suits.name, cell, sizes) if cell else None)
                for suits in matrix.columns
                for cell in (row.cells.get(suits.name),)
            ]
            rows.append(element("tr", element("th", row.name, of_all, scope="row"), cells))
        return join_html(element("thead", element("tr", element("td"), heads)), element("tbody", rows))

    def _pattern(self, ranks: str, suits: str, cell: Pattern, sizes: Weights) -> Html:
        of = sizes[cell.ids] / sizes[cell.ids].sum()
        share = float(self.played[cell.ids] @ of)
        other = None if self.other is None else float(self.other[cell.ids] @ of)
        words = f"{ranks}, {suits}: {self.action}s {100 * share:.1f} % of them."
        return self._told(words, share, other, ("family", cell.name), percent_text(share))

    def _told(
        self,
        words: str,
        share: float,
        other: float | None,
        fills: tuple[str, str],
        *inside: str | None,
        close: bool = False,
    ) -> Html:
        """A cell that is filled as far as its hands are played, and says so in words."""
        if other is not None:
            words = f"{words} In the other {100 * other:.2f} %."
        kind, named = fills
        return element(
            "button",
            *inside,
            type="button",
            class_=part(share),
            data_words=words,
            aria_label=words,
            data_apart=other is not None and abs(other - share) >= _APART,
            data_close=close,
            data_hand=named if kind == "cards" else None,
            data_fills=kind if self.fills else None,
            data_text=named if self.fills else None,
        )


def percent_text(share: float) -> str:
    """Whole percent; what is not quite all or nothing says so."""
    if 0 < share < 1 - ALWAYS:
        return "<1"
    return ">99" if ALWAYS < share < 1 else f"{100 * share:.0f}"


def side_by_side(parts: Sequence[Html]) -> Html:
    """Pictures beside each other, below each other where there is no room."""
    return element("div", [element("div", one) for one in parts], class_="halves")
