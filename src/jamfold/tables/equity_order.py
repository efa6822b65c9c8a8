"""The order that percentages in ranges go by: equity against a random hand."""

from __future__ import annotations

from jamfold.arrays import IntArray
from jamfold.games import Game
from jamfold.progress import Progress
from jamfold.ranges import best_first
from jamfold.tables.margins import load_row_sums

EQUITY_ORDER = "equity against a random hand"
"""The ordering in words, to be printed with results that depend on it."""


def equity_order(game: Game, progress: Progress | None = None) -> IntArray:
    """Class ids by equity against a random hand, best first, shape (n,); equal ones by id.

    Raises TableError if the class table cannot be built here.
    """
    return best_first(load_row_sums(game, progress))
