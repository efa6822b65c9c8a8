"""Sums of outcomes, class against class: a table of them, or whatever gives the same integers.

The solver asks two things of M (and of planes of outcomes beside it): weighted sums of rows, which
become best responses, and blocks of a few rows or columns, which become linear programmes.  A table
in memory answers both; so do its factors, which never become a table (`jamfold.tables.factored`).
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from jamfold.arrays import FloatArray, IntArray
from jamfold.compiled import kernel, parallel_kernel, prange

_TILE_COLUMNS = 4108
"""Columns per parallel tile: 4 tiles for 16,432 classes.  Measured on 2 cores with
4 rows at a time: 3.9 us per row of 16,432 (17 GB/s) from 2,054 to 8,216 columns,
4.9 us at 1,027; one row at a time takes 7.1 to 10 us."""

_FEW_ROWS = 64
"""Below this, no second thread is worth waking: 64 rows take 0.5 ms, and a parallel loop
waits that long for its threads on a busy machine."""

_FEW_CLASSES = 1000
"""So few columns NumPy adds up: 169 rows of 169 in 0.05 ms, and loading a kernel takes 100."""


class PairSums(Protocol):
    """Integers V[i, j] with c[i] V[i, j] = c[j] V[j, i], or = -c[j] V[j, i]; no table need exist."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """Add  sum_r factors[r] V[rows[r], :]  to `sums`, int64 of shape (n,), in place, exactly.

        rows, factors (k,) int64, rows ascending, a factor being a multiple of its row's c.
        """

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """V[rows, columns], shape (len(rows), len(columns)), not to be modified."""


@runtime_checkable
class RowMixes(PairSums, Protocol):
    """`PairSums` that add up weighted rows in floating-point numbers without making the rows."""

    def mix_rows(self, rows: IntArray, factors: FloatArray) -> FloatArray:
        """sum_r factors[r] V[rows[r], :], float64 of shape (n,); rows, factors (k,)."""


class DenseSums:
    """A table, int32 of shape (n, n), as `PairSums`."""

    def __init__(self, values: NDArray[np.int32]) -> None:
        self._values = values

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""
        return self._values.shape

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """Add weighted rows; rows ascend for the sake of memory pages, the caller bounds the sums."""
        if sums.size <= _FEW_CLASSES:
            sums += factors @ self._values[rows].astype(np.int64)
        elif rows.size < _FEW_ROWS:
            _add_columns(self._values, rows, factors, sums, 0, sums.size)
        else:
            _add_all_columns(self._values, rows, factors, sums)

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """V[rows, columns]."""
        return self._values[np.ix_(rows, columns)]


def pair_sums(values: Any) -> PairSums:
    """A table as `PairSums`; whatever else comes is one."""
    return DenseSums(values) if isinstance(values, np.ndarray) else values


@parallel_kernel
def _add_all_columns(
    table: NDArray[np.int32],
    rows: IntArray,
    factors: IntArray,
    sums: IntArray,
) -> None:
    n = sums.size
    for tile in prange((n + _TILE_COLUMNS - 1) // _TILE_COLUMNS):
        first = tile * _TILE_COLUMNS
        _add_columns(table, rows, factors, sums, first, min(n, first + _TILE_COLUMNS))


@kernel
def _add_columns(
    table: NDArray[np.int32],
    rows: IntArray,
    factors: IntArray,
    sums: IntArray,
    first: int,
    last: int,
) -> None:
    """`DenseSums.add_rows` on the columns first, ..., last - 1."""
    n_quads = rows.size // 4 * 4
    for r in range(0, n_quads, 4):
        row0, row1, row2, row3 = rows[r], rows[r + 1], rows[r + 2], rows[r + 3]
        by0, by1, by2, by3 = factors[r], factors[r + 1], factors[r + 2], factors[r + 3]
        for j in range(first, last):
            sums[j] += (
                by0 * np.int64(table[row0, j])
                + by1 * np.int64(table[row1, j])
                + by2 * np.int64(table[row2, j])
                + by3 * np.int64(table[row3, j])
            )
    for r in range(n_quads, rows.size):
        row, by = rows[r], factors[r]
        for j in range(first, last):
            sums[j] += by * np.int64(table[row, j])
