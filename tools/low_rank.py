"""Write the tables of low rank that come with the program.

``python -m tools.low_rank omaha`` reads the class table of the game, built first if it is missing.  It finds
its largest singular vectors by a randomised range finder with three power iterations (Halko, Martinsson
and Tropp 2011), joins them to the strategies of exact charts, and prints the size of the file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import schur
from scipy.stats import chi2

from jamfold.betting.posts import BlindLevel
from jamfold.cards.games import Game, find_game
from jamfold.class_tables import ClassTable, load_table
from jamfold.class_tables.low_rank import file_name, pack_low_rank, read_low_rank
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.storage.whole_files import write_atomically
from jamfold.spots.charts import make_chart
from jamfold.spots.stack_grid import StackGrid

BOX = Path(__file__).parents[1] / "src" / "jamfold" / "core" / "storage" / "box"
PAIRS, PLAYED, SCALE, ROWS = 32, 10, 1 << 24, 24
SPARE = 46
"""Directions beyond those kept, which make these exact."""
CHANCE = 0.025
"""That the bound does not hold for one of the players."""


def blocks(table: ClassTable) -> Iterator[tuple[slice, NDArray[np.float32]]]:
    """Rows of M / margin_scale, a few at a time."""
    for first in range(0, table.classes.n, 1024):
        rows = slice(first, first + 1024)
        yield rows, np.asarray(table.margins[rows], dtype=np.float32) / np.float32(table.margin_scale)


def strategies(game: Game) -> FloatArray:
    """Jams and calls of exact charts from 1 to 25 bb, three antes, as columns."""
    grid = StackGrid(1.0, 25.0, 1.0)
    charts = [make_chart(game, grid, BlindLevel(ante=ante)) for ante in (0.0, 0.1, 0.5)]
    return np.concatenate([part for chart in charts for part in (chart.jam, chart.call)]).T


def find_pairs(table: ClassTable, played: FloatArray) -> tuple[IntArray, IntArray]:
    """Return a and b, shape (n, PAIRS): M' is M between vectors of a space of 2 x PAIRS directions.

    Of these are the main ones among the strategies that are played, what M makes of them, and
    singular vectors of M.
    """
    root = np.sqrt(table.classes.sizes)[:, None]

    def multiply(vectors: NDArray[np.floating]) -> NDArray[np.floating]:
        found = np.empty_like(vectors)
        for rows, values in blocks(table):
            found[rows] = root[rows] * (values @ (vectors / root))
        return found

    rng = np.random.default_rng(1832)
    basis = rng.standard_normal((table.classes.n, 2 * PAIRS + SPARE)).astype(np.float32)
    for _ in range(3):
        basis = np.linalg.qr(multiply(basis))[0].astype(np.float32)
    by_size = basis @ np.linalg.svd(multiply(basis), full_matrices=False)[2].T
    main = np.linalg.svd(played * root, full_matrices=False)[0][:, :PLAYED].astype(np.float32)
    space = np.linalg.qr(np.concatenate([main, multiply(main), by_size], axis=1))[0][:, : 2 * PAIRS]
    within = (space.T @ multiply(space.astype(np.float32))).astype(np.float64)
    form, turn = schur((within - within.T) / 2)
    vectors, above = space @ turn, np.diag(form, 1)[::2]
    size = np.sqrt(np.abs(above) * SCALE) / root
    left, right = vectors[:, ::2] * size, vectors[:, 1::2] * size * np.sign(above)
    return np.rint(left).astype(np.int64), np.rint(right).astype(np.int64)


def draw_sketch(table: ClassTable, left: IntArray, right: IntArray) -> FloatArray:
    """The sketch of what a and b lack, by hand, shape (ROWS, n)."""
    sizes = table.classes.sizes
    mixes = np.random.default_rng(1755).standard_normal((ROWS, len(sizes))) * np.sqrt(sizes / sizes.sum())
    sketch = ((mixes @ right) @ left.T - (mixes @ left) @ right.T) * (sizes / SCALE)
    for part, values in blocks(table):
        sketch += mixes[:, part] @ values
    by_hand: FloatArray = sketch / sizes
    return by_hand


def make(game: Game) -> bytes:
    """The file of a game."""
    table = load_table(game)
    left, right = find_pairs(table, strategies(game))
    sketch = draw_sketch(table, left, right)
    quantile = float(np.sqrt(ROWS / chi2.ppf(CHANCE, ROWS)))
    return pack_low_rank(game, left, right, SCALE, sketch, quantile, table.row_sums)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    for game in map(find_game, parser.parse_args().games):
        content = make(game)
        read_low_rank(game, content)  # refuses what cannot be read
        write_atomically(BOX / file_name(game), content)
        sys.stderr.write(f"{file_name(game)}: {len(content):,} bytes\n")


if __name__ == "__main__":
    main()
