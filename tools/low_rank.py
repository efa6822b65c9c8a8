"""Write the tables of low rank that come with the program.

``python -m tools.low_rank omaha`` reads the class table of the game, or its factors, built first if they are
missing.  It finds the largest singular vectors by a randomised range finder with power iterations (Halko,
Martinsson and Tropp 2011), joins them to the strategies of charts, and prints the size of the file.  With a
table this takes two minutes, with the factors of five cards some forty.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import schur
from scipy.stats import chi2

from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import CHIPS
from jamfold.cards.games import Game, find_game
from jamfold.class_tables import ClassTable, load_table
from jamfold.class_tables.class_table import rules_of
from jamfold.class_tables.factored.factors import Factors, load_factors
from jamfold.class_tables.low_rank import LowRankSums, LowRankTable, file_name, read_low_rank
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.storage.bundled import encode_planes
from jamfold.core.storage.whole_files import write_atomically
from jamfold.solver.sweeps import sweep
from jamfold.spots.charts import make_chart, situations_on
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import class_game
from jamfold.spots.stack_grid import StackGrid

BOX = Path(__file__).parents[1] / "src" / "jamfold" / "core" / "storage" / "box"
CHANCE = 0.025
"""That the bound does not hold for one of the players."""
MULTIPLE = 2000
"""The largest whole number that factors are multiplied by."""
GRID = StackGrid(1.0, 25.0, 1.0)
LEVELS = tuple(BlindLevel(ante=ante) for ante in (0.0, 0.1, 0.5))

Multiply = Callable[[FloatArray], FloatArray]
"""sqrt(c) M / c / margin_scale sqrt(c), times columns."""


@dataclass(frozen=True)
class Plan:
    """How a file is made."""

    scale: int
    """Of M'; the sums of a whole range stay below 2^62."""
    pairs: int
    played: int
    """Directions from strategies."""
    spare: int
    """Directions beyond those kept, which make these exact."""
    rows: int
    """Of the sketch."""
    steps: int
    """The largest number of the sketch."""
    has_bytes: bool
    """Whether a and b are bytes with a weight for each pair, not pairs of bytes."""


LARGE = Plan(scale=1 << 23, pairs=28, played=10, spare=54, rows=24, steps=48, has_bytes=False)
SMALL = Plan(scale=1 << 20, pairs=6, played=4, spare=12, rows=8, steps=31, has_bytes=True)


def multiply_table(table: ClassTable) -> Multiply:
    root = np.sqrt(table.classes.sizes)[:, None]

    def multiply(vectors: FloatArray) -> FloatArray:
        scaled, found = (vectors / root).astype(np.float32), np.empty_like(vectors)
        for first in range(0, len(root), 1024):
            rows = slice(first, first + 1024)
            values = np.asarray(table.margins[rows], dtype=np.float32) / np.float32(table.margin_scale)
            found[rows] = root[rows] * (values @ scaled)
        return found

    return multiply


def multiply_factors(factors: Factors) -> Multiply:
    """Exactly, but for columns that are rounded to whole numbers of a thousand steps at least."""
    root = np.sqrt(factors.classes.sizes)[:, None]

    def multiply(vectors: FloatArray) -> FloatArray:
        scaled, found = vectors / root, np.empty_like(vectors)
        steps = MULTIPLE / np.abs(scaled).max(axis=0)
        whole = np.rint(scaled * steps).astype(np.int64)
        for first in range(0, whole.shape[1], factors.sums.sides):
            some = slice(first, first + factors.sums.sides)
            found[:, some] = factors.sums.product(np.ascontiguousarray(whole[:, some].T)).T
            sys.stderr.write(f"{first + factors.sums.sides} of {whole.shape[1]} columns\n")
        product: FloatArray = root * (found / steps) / factors.margin_scale
        return product

    return multiply


def main_vectors(multiply: Multiply, n: int, count: int) -> FloatArray:
    """Singular vectors of the largest values, roughly, the largest first, shape (n, count)."""
    basis = np.random.default_rng(1832).standard_normal((n, count))
    for _ in range(3):
        basis = np.linalg.qr(multiply(basis))[0]
    found: FloatArray = basis @ np.linalg.svd(multiply(basis), full_matrices=False)[2].T
    return found


def pairs_of(
    multiply: Multiply, space: FloatArray, root: FloatArray, scale: int
) -> tuple[FloatArray, FloatArray]:
    """A and b as numbers, shape (n, pairs): M between vectors of a space, in units of 1 / scale."""
    within = space.T @ multiply(space)
    form, turn = schur((within - within.T) / 2)
    vectors, above = space @ turn, np.diag(form, 1)[::2]
    size = np.sqrt(np.abs(above) * scale) / root
    return vectors[:, ::2] * size, vectors[:, 1::2] * size * np.sign(above)


def exact_strategies(game: Game) -> FloatArray:
    """Jams and calls of exact charts, as columns."""
    charts = [make_chart(game, GRID, level) for level in LEVELS]
    return np.concatenate([part for chart in charts for part in (chart.jam, chart.call)]).T


def rough_strategies(table: LowRankTable) -> FloatArray:
    """The same in the game of a table of low rank."""
    payoffs = class_game(table)
    points = [
        spot_payoffs(one, CHIPS, split=False).stakes
        for level in LEVELS
        for _, one in situations_on(GRID, level)
    ]
    found = [point.solution for point in sweep(payoffs, points)]
    return np.stack([part for one in found for part in (one.x, one.y)], axis=1)


def rough_table(
    game: Game, source: ClassTable | Factors, left: IntArray, right: IntArray, scale: int
) -> LowRankTable:
    """A table of low rank without a sketch."""
    sizes = source.classes.sizes
    sums = left @ (sizes @ right) - right @ (sizes @ left)
    none = np.zeros((1, len(sizes)), dtype=np.int8)
    margins = LowRankSums(sizes, left, right)
    return LowRankTable(game, source.classes, margins, scale, sums, source.row_sums, none, 1.0, 1.0)


def draw_sketch(
    multiply: Multiply, sizes: IntArray, left: IntArray, right: IntArray, plan: Plan
) -> FloatArray:
    """The sketch of what a and b lack, by hand, shape (rows, n)."""
    by_hand = (
        np.random.default_rng(1755).standard_normal((len(sizes), plan.rows))
        / np.sqrt(sizes * sizes.sum())[:, None]
    )
    steps = MULTIPLE / np.abs(by_hand).max(axis=0)
    by_hand = np.rint(by_hand * steps) / steps  # as factors take them: the same mixture of M and of M'
    mixes, root = by_hand * sizes[:, None], np.sqrt(sizes)[:, None]
    sketch: FloatArray = left @ (right.T @ mixes) - right @ (left.T @ mixes)
    return (sketch / plan.scale - multiply(mixes / root) / root).T


def _split(numbers: IntArray, width: int) -> NDArray[np.uint8]:
    return np.stack([(numbers >> 8 * k & 255).astype(np.uint8) for k in range(width)])


def pack_low_rank(
    game: Game,
    left: IntArray,
    right: IntArray,
    scale: int,
    sketch: FloatArray,
    quantile: float,
    equity_sums: IntArray,
    *,
    weights: IntArray | None = None,
    steps: int = 127,
) -> bytes:
    """The file of a table.

    Parameters
    ----------
    left, right
        a and b, shape (n, pairs), within int16; with `weights`, within int8.
    scale
        Of M'.
    sketch
        By hand, shape (rows, n).
    quantile
        Of the bound.
    equity_sums
        The margins against a random hand, or other numbers in their order, shape (n,).
    weights
        What a is multiplied by, shape (pairs,).
    steps
        The largest number of the sketch, at most 127.
    """
    width, unit = 2 if weights is None else 1, float(np.abs(sketch).max()) / steps
    head = {
        "rules": rules_of(game),
        "pairs": left.shape[1],
        "scale": scale,
        "rows": len(sketch),
        "unit": unit,
        "quantile": quantile,
    }
    if weights is not None:
        head |= {"width": width, "weights": weights.tolist()}
    planes = (
        _split(np.concatenate([left, right], axis=1).T, width),
        np.rint(sketch / unit).astype(np.int8),
        _split(equity_sums, 8),
    )
    return encode_planes(head, planes, xz=not game.has_class_table)


def make(game: Game) -> bytes:
    """The file of a game."""
    source = load_table(game) if game.has_class_table else load_factors(game)
    multiply = multiply_table(source) if isinstance(source, ClassTable) else multiply_factors(source)
    plan = LARGE if game.has_class_table else SMALL
    sizes, n = source.classes.sizes, source.classes.n
    root = np.sqrt(sizes)[:, None]
    by_size = main_vectors(multiply, n, 2 * plan.pairs + plan.spare)
    if game.has_class_table:
        played = exact_strategies(game)
    else:
        rough = map(np.rint, pairs_of(multiply, by_size, root, plan.scale))
        first, second = (part.astype(np.int64) for part in rough)
        played = rough_strategies(rough_table(game, source, first, second, plan.scale))
    main = np.linalg.svd(played * root, full_matrices=False)[0][:, : plan.played]
    space = np.linalg.qr(np.concatenate([main, multiply(main), by_size], axis=1))[0][:, : 2 * plan.pairs]
    weights, (left, right) = None, pairs_of(multiply, space, root, plan.scale)
    if plan.has_bytes:
        step, other = (np.abs(part).max(axis=0) / 127 for part in (left, right))
        weights = np.ceil(step * other).astype(np.int64)
        left, right = left / step, right * step / weights
    a, b = (np.rint(part).astype(np.int64) for part in (left, right))
    factor = a if weights is None else a * weights
    sketch = draw_sketch(multiply, sizes, factor, b, plan)
    quantile = float(np.sqrt(plan.rows / chi2.ppf(CHANCE, plan.rows)))
    order = np.unique(source.row_sums, return_inverse=True)[1]
    return pack_low_rank(game, a, b, plan.scale, sketch, quantile, order, weights=weights, steps=plan.steps)


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
