"""The margins of a game for the solver, whatever gives them: its class table, or its factors.

Games with a class table use it: one solve of Omaha takes 0.07 s with the table and many times that
with the factors, whose passes read all of G (0.45 GB) where the table gives rows; a table of 1.1 GB
is the price.  With five cards the table would be 72 GB, and the factors are what there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import HandClasses
from jamfold.games import Game
from jamfold.progress import Progress
from jamfold.tables import build_notice, load_table, open_table
from jamfold.tables.factored import factor_notice, load_factors, open_row_sums


@dataclass(frozen=True, eq=False)
class Margins:
    """M of one game.

    Attributes
    ----------
    classes
        The classes that number rows and columns.
    margins
        M as a table, int32 of shape (n, n), or as `jamfold.solver.pair_sums.PairSums`.
    row_sums
        int64, shape (n,): the margin against a random hand.
    margin_scale
        The margin of one hand beaten on every board.
    """

    classes: HandClasses
    margins: Any
    row_sums: NDArray[np.int64]
    margin_scale: int


def load_sums(game: Game, progress: Progress | None = None) -> Margins:
    """The margins of a game, built first if they are missing, damaged or of another version.

    Raises
    ------
    UnsupportedError
        If the game has neither a table nor factors.
    UnavailableError
        If they are there and cannot be opened now.
    TableError
        If they cannot be built here: folder not writable, disk or memory short.
    """
    if game.has_class_table:
        table = load_table(game, progress)
        return Margins(table.classes, table.margins, table.row_sums, table.margin_scale)
    factors = load_factors(game, progress)
    return Margins(factors.classes, factors.sums, factors.row_sums, factors.margin_scale)


def load_row_sums(game: Game, progress: Progress | None = None) -> NDArray[np.int64]:
    """Margins against a random hand, (n,); as `load_sums`."""
    return load_sums(game, progress).row_sums


def kept_row_sums(game: Game) -> NDArray[np.int64]:
    """Margins against a random hand, (n,), as they lie on disk.

    Raises
    ------
    UnsupportedError
        If the game has neither a table nor factors.
    UnusableError
        If there are none, or they are damaged, foreign or of another version.
    UnavailableError
        If they are there and cannot be opened now.
    """
    return open_table(game).row_sums if game.has_class_table else open_row_sums(game)


def sums_notice(game: Game) -> str | None:
    """One sentence before a build that somebody will notice; None where none is ahead.

    Raises
    ------
    UnsupportedError
        If the game has neither a table nor factors.
    UnavailableError
        If they are there and cannot be opened now.
    """
    return build_notice(game) if game.has_class_table else factor_notice(game)
