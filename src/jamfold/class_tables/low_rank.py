"""Class tables of low rank: a table of a gigabyte in a file of 1.2 MB, close enough to solve with.

With c the class sizes, A[i, j] = M[i, j] / c[j] is the margin of a hand against one hand, and
sqrt(c[i]) A[i, j] sqrt(c[j]) is antisymmetric, so its singular values come in pairs; they fall fast.
A file has whole numbers a and b, shape (n, pairs), one column for each pair that counts, and

    M'[i, j] = c[j] (a[i] . b[j] - b[i] . a[j])

in units of 1 / scale hands.  c[i] M'[i, j] = -c[j] M'[j, i] holds exactly, so a solver takes M' as it takes
a whole table, and finds an exact equilibrium of the game of M'.  How often two hands share no card is not
approximated: `CardRemoval` counts it.

What M' lacks is known by a sketch: with g independent standard normal numbers, row t of it is

    sum_i g[t, i] sqrt(c[i] / N) (M / margin_scale - M' / scale)[i, j]

Its product with a strategy y that was found without it is normal with mean 0, and its variance is the
mean square over hands of what M' gets wrong in their margin against y.  So a chi-square
quantile turns the sum of squares of a few rows into a bound that holds with 97.5% for each player.
``python -m tools.low_rank`` makes the files.
"""

from __future__ import annotations

import json
import lzma
import zlib
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import HandClasses, hand_classes
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import TableError
from jamfold.core.storage.bundled import BOX, decode_planes


class LowRankSums:
    """M' as `jamfold.solver.payoffs.PairSums`; c, a, b int64 of shapes (n,), (n, pairs), (n, pairs)."""

    def __init__(self, sizes: IntArray, left: IntArray, right: IntArray) -> None:
        self._sizes, self._left, self._right = sizes, left, right

    @property
    def shape(self) -> tuple[int, ...]:
        return self._sizes.size, self._sizes.size

    @property
    def factors(self) -> tuple[IntArray, IntArray]:
        """The arrays a and b."""
        return self._left, self._right

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """Exactly, though products may pass through 2^63: only their sum has to fit."""
        left, right = factors @ self._left[rows], factors @ self._right[rows]
        sums += self._sizes * (self._right @ left - self._left @ right)

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """M'[rows, columns], which int32 holds: scale times the size of a class stays below 2^31."""
        left, right = self._left, self._right
        hands = left[rows] @ right[columns].T - right[rows] @ left[columns].T
        return (self._sizes[columns] * hands).astype(np.int32)


@dataclass(frozen=True, eq=False)
class LowRankTable:
    """A low-rank approximation of the class table of a game."""

    game: Game
    classes: HandClasses
    margins: LowRankSums
    """M', class against class."""
    margin_scale: int
    """The margin of one hand beaten on every board."""
    row_sums: IntArray
    """sum_j M'[i, j], shape (n,)."""
    equity_sums: IntArray
    """Numbers in the order of sum_j M[i, j], shape (n,): the exact order by equity against a random hand."""
    sketch: NDArray[np.int8]
    """Rows of the sketch in units of `unit`, by hand rather than class: shape (rows, n)."""
    unit: float
    quantile: float
    """The factor on the root of the mean square."""

    def margin_error(self, strategy: FloatArray) -> float:
        """A bound on the error of margins against a strategy, as the root of the mean square over hands.

        Holds with probability 97.5% for a strategy found without the sketch; a margin is 2 w - 1, w the
        pot share times the probability that the opponent's hand plays.
        """
        range_counts = strategy * self.classes.sizes
        products = self.unit / self.game.n_opponent_hands * (self.sketch @ range_counts)
        return self.quantile * float(np.sqrt(np.mean(products**2)))


def file_name(game: Game) -> str:
    return f"low-rank-{game.name}.{'gz' if game.has_class_table else 'xz'}"


def has_low_rank(game: Game) -> bool:
    """Whether a file for the game comes with the program."""
    return BOX.joinpath(file_name(game)).is_file()


def low_rank_file(game: Game) -> bytes:
    """What comes with the program for a game that has a file."""
    return BOX.joinpath(file_name(game)).read_bytes()


@cache
def load_low_rank(game: Game) -> LowRankTable:
    """The table of a game that comes with the program.

    Raises TableError if there is none, or its file is damaged or of other rules.
    """
    if not has_low_rank(game):
        raise TableError(f"jamfold has no approximate table of {game.title}. Solve it exactly.")
    try:
        return read_low_rank(game, low_rank_file(game))
    except (OSError, EOFError, lzma.LZMAError, zlib.error, ValueError, KeyError) as error:
        raise TableError(
            f"jamfold's file {file_name(game)} is damaged or has other rules. Install jamfold again."
        ) from error


@cache
def class_basis(game: Game) -> FloatArray | None:
    """Return orthonormal columns, shape (n, k), or None if the game has no file.

    Margins against any range, times the square roots of class sizes, are nearly combinations of them: they
    span 1, a and b of `LowRankTable`, times these roots.
    """
    if not has_low_rank(game):
        return None
    table = load_low_rank(game)
    columns = np.column_stack([np.ones(table.classes.n), *table.margins.factors])
    return np.linalg.qr(columns * np.sqrt(table.classes.sizes)[:, None]).Q


def read_low_rank(game: Game, content: bytes) -> LowRankTable:
    """The table of a file; raises ValueError or KeyError or an error of unpacking if it is not the game's."""
    head, data = decode_planes(content)
    if head["rules"] != json.loads(json.dumps(rules_of(game))):
        raise ValueError(game.name)
    classes = hand_classes(game)
    sizes, pairs, rows, n = classes.sizes, head["pairs"], head["rows"], classes.n
    width = head.get("width", 2)
    end = 2 * width * pairs
    whole = _joined(np.frombuffer(data, np.uint8, end * n).reshape(width, 2 * pairs, n))
    left = np.ascontiguousarray(whole[:pairs].T * np.array(head.get("weights", 1)))
    right = np.ascontiguousarray(whole[pairs:].T)
    sketch = np.frombuffer(data, np.int8, rows * n, end * n).reshape(rows, n)
    equity_sums = _joined(np.frombuffer(data, np.uint8, offset=(end + rows) * n).reshape(8, n))
    row_sums = left @ (sizes @ right) - right @ (sizes @ left)
    margins = LowRankSums(sizes, left, right)
    return LowRankTable(
        game, classes, margins, head["scale"], row_sums, equity_sums, sketch, head["unit"], head["quantile"]
    )


def _joined(planes: NDArray[np.uint8]) -> IntArray:
    """Signed numbers from the planes of their bytes, lowest first."""
    joined: IntArray = planes[-1].view(np.int8).astype(np.int64)
    for plane in planes[-2::-1]:
        joined = joined << 8 | plane
    return joined


def bound_gain(weights: FloatArray, slack: FloatArray, error: float) -> float:
    """The most that errors of a root mean square add to the gain of a best response.

    A hand gains only by what its error exceeds `slack`, what its decision is better by.  Among hands of
    weight W errors sum to at most sqrt(W) times their root mean square (Cauchy and Schwarz), and the hands
    with the least slack are the worst case.

    Parameters
    ----------
    weights, slack
        The chance of each class, and what it would lose by deciding otherwise, >= 0; shape (n,).
    error
        The root of the mean square over hands, in the unit of `slack`.
    """
    order = np.argsort(slack)
    weights, lost = weights[order], (weights * slack)[order]
    return max(0.0, float((error * np.sqrt(np.cumsum(weights)) - np.cumsum(lost) + lost).max()))
