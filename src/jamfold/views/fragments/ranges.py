"""How often hands are played, as HTML: a square of two-card hands, a matrix of four-card patterns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import pattern_matrix
from jamfold.views.html import ALWAYS, Html, element, joined, part

HINT = "Point at a hand, or walk with the arrow keys."


def range_fragment(game: Game, played: NDArray[np.float64], action: str, name: str) -> Html:
    """The chance to play each class; `name` is the id of the line that says it in words."""
    shown = _square(game, played, action) if has_grid(game) else _matrix(game, played, action)
    return joined(
        element("div", element("table", shown, data_tip=name, class_="range-of"), class_="scroll"),
        element(
            "p",
            element("i", class_="part-10"),
            f"{action}s ",
            element("i", class_="part-5"),
            "sometimes ",
            element("i", class_="part-0"),
            "folds",
            class_="legend",
        ),
        element("p", HINT, id=name, class_="tip"),
    )


def _square(game: Game, played: NDArray[np.float64], action: str) -> Html:
    cells = grid_cells(game)
    side = max(row for row, _ in cells) + 1
    return element(
        "tbody",
        [
            element(
                "tr",
                [
                    element("td", _button(class_label(game, i), float(played[i]), action))
                    for i in (cells[row, column] for column in range(side))
                ],
            )
            for row in range(side)
        ],
        class_="square",
    )


def _button(hand: str, share: float, action: str) -> Html:
    often = f"{100 * share:.4g} %"
    some = element("small", f"{100 * share:.0f}") if 1 - ALWAYS < share < ALWAYS else None
    words = f"{hand}: {action}s {often} of the time."
    return _told(words, share, hand, some)


def _told(words: str, share: float, *inside: str | None) -> Html:
    """A cell that is filled as far as its hands are played, and says so in words."""
    return element("button", *inside, type="button", class_=part(share), data_words=words, aria_label=words)


def _matrix(game: Game, played: NDArray[np.float64], action: str) -> Html:
    """How much of each pattern is played: ranks by suits."""
    sizes = hand_classes(game).sizes.astype(np.float64)
    matrix = pattern_matrix(game)
    heads = [element("th", suits.name, scope="col") for suits in matrix.columns]
    rows = []
    for row in matrix.rows:
        of_all = element("small", f"{100 * sizes[row.ids].sum() / game.n_hands:.2f} % of hands")
        cells = []
        for suits in matrix.columns:
            cell = row.cells.get(suits.name)
            if cell is None:
                cells.append(element("td"))
                continue
            share = float(played[cell.ids] @ sizes[cell.ids] / sizes[cell.ids].sum())
            words = f"{row.name}, {suits.name}: {action}s {100 * share:.1f} % of them."
            cells.append(element("td", _told(words, share, _percent(share))))
        rows.append(element("tr", element("th", row.name, of_all, scope="row"), cells))
    return joined(element("thead", element("tr", element("td"), heads)), element("tbody", rows))


def _percent(share: float) -> str:
    """Whole percent; what is not quite all or nothing says so."""
    if 0 < share < 1 - ALWAYS:
        return "<1"
    return ">99" if ALWAYS < share < 1 else f"{100 * share:.0f}"


def side_by_side(parts: Sequence[Html]) -> Html:
    """Pictures beside each other, below each other where there is no room."""
    return element("div", [element("div", one) for one in parts], class_="halves")
