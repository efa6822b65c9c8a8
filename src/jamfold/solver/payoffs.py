"""Payoffs of a game: class sizes, margins and placements, and the sums of them that the solver needs.

A jam/fold game consists of integers.  With the same n classes of hands for both players::

    c[i]      hands in class i
    p[i, j]   hands of class j that are disjoint from a hand of class i
    M[i, j]   the sum of (2 w - 1) over those hands and over all boards, in units of 1 / margin_scale; w is
              the pot share of class i

so that  c[i] p[i, j] = c[j] p[j, i],  c[i] M[i, j] = -c[j] M[j, i],
sum_j p[i, j] = K2  and  ``|M[i, j]| <= margin_scale p[i, j]``.

`ClassGame` trusts these identities: checking them reads the whole table.

Where the players have some hands more often than others, each class also has a whole weight for each player
(`ClassGame.dealt`); a pair of hands is dealt in proportion to the product of their weights.

The solver needs two things of M (and of further planes of outcomes): weighted sums of rows, which become
best responses, and blocks of a few rows or columns, which become linear programs.  A table in memory
gives both; so do its factors, which never become a table (`jamfold.class_tables.factored`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import SolverError
from jamfold.core.jit import kernel, parallel_kernel, prange

_TILE_COLUMNS = 4108
"""Columns per parallel tile: 4 tiles for 16,432 classes.  On 2 cores with 4 rows at a time a row of 16,432
takes 3.9 us (17 GB/s) from 2,054 to 8,216 columns, 4.9 us at 1,027; one row at a time takes 7.1 to 10 us."""
_FEW_ROWS = 64
"""Below this a single thread is faster: 64 rows take 0.5 ms, as long as waking threads on a busy machine."""
_FEW_CLASSES = 1000
"""Up to this many columns NumPy is used: 169 rows of 169 take 0.05 ms, and loading a kernel 100."""


class PairSums(Protocol):
    """Integers V[i, j] with c[i] V[i, j] = c[j] V[j, i], or -c[j] V[j, i], with or without a table."""

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """Add sum_r factors[r] V[rows[r], :] to `sums`, int64 of shape (n,), in place.

        `rows` and `factors` are int64 of shape (k,), rows ascending; factors are multiples of their row's c.
        """

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """Return V[rows, columns], shape (len(rows), len(columns)), read-only."""


@runtime_checkable
class RowMixes(PairSums, Protocol):
    """`PairSums` with weighted sums of rows in floating point."""

    def mix_rows(self, rows: IntArray, factors: FloatArray) -> FloatArray:
        """Return sum_r factors[r] V[rows[r], :], float64 of shape (n,), of `rows` and `factors` (k,)."""


class DenseSums:
    """A table, int32 of shape (n, n), as `PairSums`."""

    def __init__(self, values: NDArray[np.int32]) -> None:
        self._values = values

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""
        return self._values.shape

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """Add weighted rows; the caller bounds the sums."""
        if sums.size <= _FEW_CLASSES:
            sums += factors @ self._values[rows].astype(np.int64)
        elif rows.size < _FEW_ROWS:
            _add_columns(self._values, rows, factors, sums, 0, sums.size)
        else:
            _add_all_columns(self._values, rows, factors, sums)

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """Return V[rows, columns]."""
        return self._values[np.ix_(rows, columns)]


def pair_sums(values: Any) -> PairSums:
    """Return a table as `PairSums`, and other values as they are."""
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


MAX_WEIGHT = 1_100_000
"""The largest total weight of an average of responses: 1,000,000 iterations fit."""
_INT64_ROOM = 2**62


class PlacementSum(Protocol):
    """A running sum of amount[j] p[i, j] over j, for all classes i, in integers."""

    def add(self, classes: IntArray, amounts: IntArray) -> None:
        """Add `amounts`, of any sign, to those of `classes`; shapes (k,)."""

    def values(self) -> IntArray:
        """Return the sums, shape (n,), read-only."""


class Placements(Protocol):
    """The placements p[i, j] as an operator, with or without a matrix."""

    def new_sum(self) -> PlacementSum:
        """Return a running sum with all amounts 0."""

    def block(self, rows: IntArray, columns: IntArray) -> IntArray:
        """Return p[rows, columns], shape (len(rows), len(columns))."""


@dataclass(frozen=True, eq=False)
class OutcomeCounts:
    """Counts of outcomes, class against class."""

    values: Any
    """int32, shape (n, n): boards, summed over the opponent's disjoint hands; or `PairSums`."""
    row_sums: IntArray
    """int64, shape (n,)."""
    symmetric: bool
    """Whether c[i] V[i, j] = c[j] V[j, i]; otherwise it is = -c[j] V[j, i]."""
    scale: int
    """The count of one opponent hand with this outcome on every board."""

    @cached_property
    def sums(self) -> PairSums:
        """The values as `PairSums`."""
        return pair_sums(self.values)

    @cached_property
    def mixes(self) -> RowMixes | None:
        """The values as `RowMixes`, if they are; cached because the check of a protocol takes 50 us."""
        return self.sums if isinstance(self.sums, RowMixes) else None


@dataclass(frozen=True)
class Counted:
    """The hands of a game, counted by classes."""

    counts: IntArray
    """c, shape (n,), int64, all positive."""
    n_hands: int
    """K1 = sum c."""
    n_opponent_hands: int
    """K2 = sum_j p[i, j], the same for every i."""

    @property
    def n_classes(self) -> int:
        return int(self.counts.size)

    def share(self, strategy: FloatArray) -> float:
        """Return the share of all hands that a strategy (n,) plays, in [0, 1]."""
        return float(np.sum(self.counts * strategy)) / self.n_hands


@dataclass(frozen=True)
class Dealt:
    """One player's distribution of hands."""

    weights: IntArray
    """int64, shape (n,): the weight of a hand of each class; 1 if all hands are equally likely."""
    counts: NDArray[Any]
    """Shape (n,): the weights of the classes; they sum to `total`."""
    total: float
    opponents: Any
    """The weight of all hands that the opponent can hold: a number, or float64 of shape (n,)."""
    everything: IntArray
    """The weight of this player's hands that are disjoint from a hand of each class, int64, shape (n,)."""

    def share(self, strategy: FloatArray) -> float:
        """Return the share of all hands that a strategy (n,) plays, in [0, 1]."""
        return float(np.sum(self.counts * strategy)) / self.total


@dataclass(frozen=True)
class ClassGame(Counted):
    """The payoffs of a game.

    Raises SolverError if shapes or types do not fit together, or sums of the solver could leave int64.
    """

    margins: Any
    """M, shape (n, n), int32, may be a read-only memory map; or `PairSums`."""
    margin_scale: int
    """The margin of one opponent hand beaten on every board."""
    row_sums: IntArray
    """sum_j M[i, j], shape (n,), int64."""
    placements: Placements
    """p as an operator."""
    planes: tuple[OutcomeCounts, ...] = ()
    """Split pots, for values that are not linear in the pot share (`PlayerPayoffs.curvature`): ties; or
    halves, quarters, margin of quarters.  Then the planes of `jackpot_values`."""
    weights: tuple[IntArray, IntArray] | None = None
    """Weights of a hand of each class for I and II, int64 of shape (n,); None if all are equal."""
    near: Callable[[], ClassGame] | None = None
    """Makes a similar game with cheap sums: exact solves start from its equilibria."""

    def __post_init__(self) -> None:
        n = self.counts.size
        if self.counts.shape != (n,) or n == 0 or self.counts.dtype != np.int64 or self.counts.min() < 1:
            raise SolverError("Payoffs need counts of shape (n,), int64 and positive.")
        if not _fits(self.margins, n):
            raise SolverError(f"Payoffs of {n} classes need margins of shape ({n}, {n}), int32.")
        if self.row_sums.shape != (n,) or self.row_sums.dtype != np.int64:
            raise SolverError(f"Payoffs of {n} classes need row sums of shape ({n},), int64.")
        if int(self.counts.sum()) != self.n_hands:
            raise SolverError(f"The class sizes do not sum to {self.n_hands} hands.")
        # Largest sums: one response has |sum_i c_i M[i, j]| <= c_j scale K2, an
        # average has |sum_i N_i M[j, i]| <= weight scale K2.  Omaha Hi/Lo: 1.0e13
        # and 4.6e17, int64 ends at 9.2e18.
        heaviest = 1 if self.weights is None else max(int(weight.max()) for weight in self.weights)
        largest = max(MAX_WEIGHT, int(self.counts.max())) * self.margin_scale * self.n_opponent_hands
        largest *= heaviest
        if self.margin_scale < 1 or self.n_opponent_hands < 1 or largest >= _INT64_ROOM:
            raise SolverError("The payoffs are too large for exact sums in 64 bits.")
        for plane in self.planes:
            if not _fits(plane.values, n):
                raise SolverError(f"Payoffs of {n} classes need planes of shape ({n}, {n}), int32.")
            if plane.row_sums.shape != (n,) or not 1 <= plane.scale <= self.margin_scale:
                raise SolverError("A plane needs sums of all its rows, and a scale not above the margins'.")
        object.__setattr__(self, "margins", _as_dense(self.margins))
        planes = tuple(replace(plane, values=_as_dense(plane.values)) for plane in self.planes)
        object.__setattr__(self, "planes", planes)

    @cached_property
    def tables(self) -> tuple[OutcomeCounts, ...]:
        """The margins, then the planes."""
        margins = OutcomeCounts(self.margins, self.row_sums, symmetric=False, scale=self.margin_scale)
        return (margins, *self.planes)

    @cached_property
    def dealt(self) -> tuple[Dealt, Dealt]:
        """The distributions of I's and II's hands.

        Raises SolverError if all hands of one range share a card with all of the other.
        """
        n = self.n_classes
        if self.weights is None:
            everything = np.full(n, self.n_opponent_hands, dtype=np.int64)
            dealt = Dealt(np.ones(n, np.int64), self.counts, self.n_hands, self.n_opponent_hands, everything)
            return dealt, dealt
        first, second = (self._placements_of(weight) for weight in self.weights)
        dealt_pair = []
        for weights, own, opponent in zip(self.weights, (first, second), (second, first), strict=True):
            counts = self.counts.astype(np.float64) * weights * opponent
            total = float(counts.sum())
            if total == 0.0:
                raise SolverError("No hand of one range can be held together with one of the other.")
            dealt_pair.append(Dealt(weights, counts, total, np.maximum(opponent, 1).astype(np.float64), own))
        return dealt_pair[0], dealt_pair[1]

    def _placements_of(self, weights: IntArray) -> IntArray:
        sums = self.placements.new_sum()
        sums.add(np.arange(self.n_classes), weights)
        return sums.values()

    def all_weighted(self, player: int, tables: tuple[OutcomeCounts, ...]) -> IntArray:
        """Return the weighted sums of all rows for a player: int64, shape (tables, n), below 2^62.

        With equal weights sum_i c_i M[i, j] = -c_j sum_i M[j, i] is known.
        """
        if self.weights is None:
            rows = [(1 if table.symmetric else -1) * self.counts * table.row_sums for table in tables]
            return np.array(rows, dtype=np.int64).reshape(len(tables), self.n_classes)
        stored = self._all_weighted
        if player not in stored:
            stored[player] = np.zeros((len(self.tables), self.n_classes), dtype=np.int64)
            weighted = np.flatnonzero(self.weights[player])
            for table, sums in zip(self.tables, stored[player], strict=True):
                table.sums.add_rows(weighted, (self.counts * self.weights[player])[weighted], sums)
        return stored[player][: len(tables)].copy()

    @cached_property
    def _all_weighted(self) -> dict[int, IntArray]:
        return {}

    def check_planes(self, n_planes: int) -> None:
        """Raise SolverError unless the payoffs have `n_planes` planes."""
        if len(self.planes) != n_planes:
            raise SolverError(
                f"These stakes need {n_planes} planes of outcomes, the payoffs have {len(self.planes)}."
            )


def _fits(values: Any, n: int) -> bool:
    """Return whether these are a table of n classes of the right type, or `PairSums`."""
    is_table = isinstance(values, np.ndarray)
    return values.shape == (n, n) and (not is_table or values.dtype == np.int32)


def _as_dense(values: Any) -> Any:
    """Return a table as a plain, read-only array: one type for the kernels, without memory maps."""
    if not isinstance(values, np.ndarray):
        return values
    plain = values.view(np.ndarray)
    plain.flags.writeable = False
    return plain


class DensePlacements:
    """`Placements` as a matrix, shape (n, n)."""

    def __init__(self, p: IntArray) -> None:
        self._p = np.ascontiguousarray(p, dtype=np.int64)

    def new_sum(self) -> PlacementSum:
        """Return a running sum with all amounts 0."""
        return _DenseSum(self._p)

    def block(self, rows: IntArray, columns: IntArray) -> IntArray:
        """Return p[rows, columns]."""
        return self._p[np.ix_(rows, columns)]


class _DenseSum:
    def __init__(self, p: IntArray) -> None:
        self._p = p
        self._values = np.zeros(len(p), dtype=np.int64)

    def add(self, classes: IntArray, amounts: IntArray) -> None:
        self._values = self._values + self._p[:, classes] @ amounts

    def values(self) -> IntArray:
        return self._values


# Former names, until 0.4.
Payoffs, Plane = ClassGame, OutcomeCounts
