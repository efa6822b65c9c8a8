"""Exact products of a strategy with the table, updated row by row.

A strategy z enters the opponent's EVs by two vectors over the opponent's classes j:

    margins[j] = sum_i z[i] M[j, i]        placements[j] = sum_i z[i] p[j, i]

`Response` has both for a 0/1 strategy.  Since c[j] M[j, i] = -c[i] M[i, j], the margins of both players come
from rows of the same table:

    A[j] = sum_i z[i] c[i] M[i, j],        margins[j] = -A[j] / c[j]

and a change of z adds or subtracts only the changed rows.  All numbers are integers, so nothing drifts.
Planes of outcomes work alike, symmetric ones with the other sign.  `Average` sums responses with integer
weights; `RangeSums` has the products in floating point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from jamfold.core.arrays import BoolArray, FloatArray, IntArray
from jamfold.solver.payoffs import MAX_WEIGHT, ClassGame, OutcomeCounts

_FEW_ROWS = 64
"""Below this no nearer start is searched: 64 rows of a table take 0.5 ms."""


@dataclass(frozen=True)
class RangeSums:
    """A strategy and its products over the opponent's classes."""

    strategy: FloatArray
    """Chance that each class is played, shape (n,), in [0, 1]."""
    margins: FloatArray
    """sum_i strategy[i] m[j, i], shape (n,)."""
    placements: FloatArray
    """sum_i strategy[i] p[j, i], shape (n,)."""
    planes: tuple[FloatArray, ...] = ()
    """sum_i strategy[i] v[j, i] for each plane of the payoffs, shapes (n,)."""


class Response:
    """A 0/1 strategy of player 0 or 1 with its exact products; it starts by playing every class.

    Attributes
    ----------
    tables
        The tables to multiply: all tables of the payoffs, or none if placements are enough.
    played
        z, shape (n,), read-only.
    weighted
        A of the margins and of the planes, shape (1 + planes, n), read-only.
    sums
        The margins and the sums of the planes, shapes (n,), read-only.
    placements
        sum_i z[i] p[j, i], shape (n,), read-only.
    dealt
        The player's weights of hands.
    """

    def __init__(
        self, payoffs: ClassGame, tables: tuple[OutcomeCounts, ...] | None = None, *, player: int = 0
    ) -> None:
        self._payoffs = payoffs
        self._player = player
        self.dealt = payoffs.dealt[player]
        self.tables = payoffs.tables if tables is None else tables
        self.played: BoolArray = np.ones(payoffs.n_classes, dtype=np.bool_)
        self.weighted = payoffs.all_weighted(player, self.tables)
        self.sums = _unweighted(payoffs, self.tables, self.weighted)
        # The placements of all classes together are known (K2), so only unplayed classes are summed.
        self._unplayed = payoffs.placements.new_sum()
        self.placements = self.dealt.everything

    def move_to(self, played: BoolArray, other: Response | None = None) -> int:
        """Play `played`, shape (n,), and return the number of table rows read.

        The start is the strategy with the fewest changes: this one, `other`, no class, or every class.
        """
        changed = np.flatnonzero(played != self.played)
        if changed.size == 0:
            return 0
        payoffs = self._payoffs
        rows, base = changed, self.weighted
        for start, weighted in self._starting_points(other) if changed.size > _FEW_ROWS else ():
            differing = np.flatnonzero(played != start)
            if differing.size < rows.size:
                rows, base = differing, weighted
        if base is not self.weighted:
            self.weighted = base.copy()
        sign = np.where(played, np.int64(1), np.int64(-1))
        weights = self.dealt.weights
        factors = (sign * payoffs.counts * weights)[rows]
        for table, sums in zip(self.tables, self.weighted, strict=True):
            table.sums.add_rows(rows, factors, sums)
        self._unplayed.add(changed, (-sign * weights)[changed])
        self.sums = _unweighted(payoffs, self.tables, self.weighted)
        self.placements = self.dealt.everything - self._unplayed.values()
        self.played = played.copy()
        return int(rows.size)

    def _starting_points(self, other: Response | None) -> Iterator[tuple[BoolArray, IntArray]]:
        """Yield strategies, shape (n,), with their known row sums, shape (1 + planes, n)."""
        n, n_tables = self._payoffs.n_classes, len(self.tables)
        if other is not None and other.dealt.weights is self.dealt.weights:
            yield other.played, other.weighted
        yield np.zeros(n, dtype=np.bool_), np.zeros((n_tables, n), dtype=np.int64)
        yield np.ones(n, dtype=np.bool_), self._payoffs.all_weighted(self._player, self.tables)

    def range_sums(self) -> RangeSums:
        """Return the products in floating point."""
        scaled = [row_sums / table.scale for row_sums, table in zip(self.sums, self.tables, strict=True)]
        return _range_sums(self.played.astype(np.float64), scaled, self.placements.astype(np.float64))

    def mixed_sums(self, classes: IntArray, chances: FloatArray) -> RangeSums:
        """Return the products with some `classes` (k,) played with `chances` (k,) in [0, 1]."""
        pure = self.range_sums()
        if classes.size == 0:
            return pure
        payoffs = self._payoffs
        strategy = pure.strategy
        change = chances - strategy[classes]
        strategy[classes] = chances
        weighted = np.zeros((len(self.tables), payoffs.n_classes))
        placements = pure.placements
        everywhere = np.arange(payoffs.n_classes)
        blocks = payoffs.placements.block(everywhere, classes)
        weights = self.dealt.weights[classes]
        change = change * weights
        for table, sums in zip(self.tables, weighted, strict=True):
            if table.mixes is not None:
                sums += table.mixes.mix_rows(classes, change * payoffs.counts[classes])
                continue
            for k, row in enumerate(table.sums.block(classes, everywhere)):
                sums += (change[k] * payoffs.counts[classes[k]]) * row
        for k in range(classes.size):
            placements = placements + change[k] * blocks[:, k]
        scaled = [
            sums + _sign(table) * (change_of / (payoffs.counts * table.scale))
            for table, sums, change_of in zip(
                self.tables, (pure.margins, *pure.planes), weighted, strict=False
            )
        ]
        return _range_sums(strategy, scaled, placements)


def _sign(table: OutcomeCounts) -> int:
    """Return the sign between weighted row sums and the opponent's sums."""
    return 1 if table.symmetric else -1


def _range_sums(strategy: FloatArray, scaled: list[FloatArray], placements: FloatArray) -> RangeSums:
    """Return products in floating point; margins are 0 if there are no tables."""
    margins, *planes = scaled or [np.zeros_like(placements)]
    return RangeSums(strategy, margins, placements, tuple(planes))


def _unweighted(
    payoffs: ClassGame, tables: tuple[OutcomeCounts, ...], weighted: IntArray
) -> tuple[IntArray, ...]:
    return tuple(
        _sign(table) * (sums // payoffs.counts) for table, sums in zip(tables, weighted, strict=True)
    )


class Average:
    """A weighted average of responses, exact: integer numerators over `weight`, read-only.

    Attributes
    ----------
    plays
        The weight with which each class was played, shape (n,).
    sums
        The margins and the sums of the planes, shape (tables, n).
    placements
        The placements, shape (n,).
    """

    def __init__(self, payoffs: ClassGame, tables: tuple[OutcomeCounts, ...] | None = None) -> None:
        self._tables = payoffs.tables if tables is None else tables
        self.weight = 0
        self.plays = np.zeros(payoffs.n_classes, dtype=np.int64)
        self.sums = np.zeros((len(self._tables), payoffs.n_classes), dtype=np.int64)
        self.placements = np.zeros(payoffs.n_classes, dtype=np.int64)

    @classmethod
    def of(
        cls, payoffs: ClassGame, weight: int, plays: IntArray, sums: IntArray, placements: IntArray
    ) -> Average:
        """Return the average with these numerators over a weight, shapes (n,), (tables, n), (n,)."""
        average = cls(payoffs)
        average.weight, average.plays, average.sums, average.placements = weight, plays, sums, placements
        return average

    def add(self, response: Response, weight: int = 1) -> None:
        """Add a response with a positive weight. Raises OverflowError above `MAX_WEIGHT`."""
        self.weight += weight
        if self.weight > MAX_WEIGHT:
            raise OverflowError(f"total weight above {MAX_WEIGHT}: sums could leave int64")
        self.plays += weight * response.played
        for total, sums in zip(self.sums, response.sums, strict=True):
            total += weight * sums
        self.placements += weight * response.placements

    def range_sums(self) -> RangeSums:
        """Return the products in floating point."""
        scaled = [
            sums / (self.weight * table.scale) for table, sums in zip(self._tables, self.sums, strict=True)
        ]
        return _range_sums(self.plays / self.weight, scaled, self.placements / self.weight)
