"""M y from the factors R and G, exactly: what a class table gives, without the table.

`FactoredSums` answers the solver as a table does (`jamfold.solver.payoffs`).  A whole pass reads
all of G once, for one or several y; a change of few classes reads a few rows and columns of it.

All sums are integers and below 2^62 for any y that the constructor's bound allows: N is at most
max|y| times all hands, an entry of Z at most that times the largest |G| (twice all boards, in units
of the margin), and z adds 5 x 2^H entries of Z at most, those of R among them.  Five cards of 52,
Hi/Lo: max|y| up to 2^62 / (160 x 2 x 1,701,336 x 2,598,960) = 3,259; the solver asks with -1 and 1.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.suit_views import views_for
from jamfold.cards.games import Game
from jamfold.class_tables.factored.blocks import SuitBlocks
from jamfold.class_tables.factored.links import Links, rank_links, suit_links
from jamfold.class_tables.factored.product import add_rank_rows, rank_grid, suit_grid
from jamfold.class_tables.factored.sparse import add_ranks_few, rank_entries, suit_entries
from jamfold.core.arrays import IntArray
from jamfold.core.parallel import in_parallel
from jamfold.solver.sweeps import RowSum

_FEW = 0.03
"""A pass for one side costs as much as this share of the classes, each by itself: of 134,459 a thousand take
3.6 core-seconds, all of them in a pass 11.8."""

_FEW_BESIDE = 0.01
"""The same for one side more in the same pass: 2.8 core-seconds."""

_SIDES = 8
"""Right-hand sides per pass: more would fall out of the cache."""

_RANK_ROWS = 256
"""Rows of R in a task."""

_KEPT_ROWS = 2
"""Up to this number, rows are computed one by one and cached."""

Side = tuple[IntArray, IntArray]
"""Classes (k,) that have an amount, and their amounts (k,)."""

_KEPT_BYTES = 1 << 28
_ROOM = 2**62


class FactoredSums:
    """M of one game, class against class, from its factors.

    Parameters
    ----------
    game
        The rules.
    ranks
        R, int32, shape (rank multisets, rank multisets).
    blocks
        G by `block_list`, in this process or elsewhere.
    """

    def __init__(self, game: Game, ranks: NDArray[np.int32], blocks: SuitBlocks) -> None:
        classes, hole = hand_classes(game), game.hole_cards
        self._counts = classes.sizes
        self._ranks = ranks.view(np.ndarray)
        self._blocks = blocks
        self._suit_links = suit_links(classes, game.n_ranks, hole - min(game.hole_used))
        self._rank_links = rank_links(classes, game.n_ranks, hole - 1)
        self._suit_grid = suit_grid(views_for(game), self._suit_links)
        self._rank_grid, self._rank_parts = rank_grid(game.n_ranks, hole, self._rank_links)
        largest = 2 * game.n_boards * game.margin_unit
        self._most = _ROOM // ((N_SUITS + 1) * 2**hole * largest * game.n_hands)
        self._rows: OrderedDict[int, NDArray[np.int32]] = OrderedDict()
        self._turn = threading.Lock()

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""
        return len(self._counts), len(self._counts)

    def product(self, weights: IntArray) -> IntArray:
        """M y for several y, (k, n) each row one: int64, shape (k, n).

        Raises OverflowError if a sum could leave 64 bits.
        """
        used = [np.flatnonzero(row) for row in weights]
        sides = [(classes, row[classes]) for classes, row in zip(used, weights, strict=True)]
        return np.stack(self._products(sides)) if sides else np.empty(weights.shape, dtype=np.int64)

    @property
    def sides(self) -> int:
        """Right-hand sides that share a pass, as `PassSums`."""
        return _SIDES

    def is_small(self, rows: IntArray) -> bool:
        """Whether these rows cost less by themselves than as one more side of a pass, as `PassSums`."""
        return rows.size <= max(1, _FEW_BESIDE * len(self._counts))

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """Add weighted rows, as `PairSums`."""
        self.add_each([RowSum(rows, factors, sums)])

    def add_each(self, sums: Sequence[RowSum]) -> None:
        """`add_rows` for each, as `PassSums`: c[i] M[i, j] = -c[j] M[j, i], so they are products.

        Single rows are cached: the same indifferent classes change back and forth.
        """
        products: list[tuple[RowSum, Side]] = []
        for row_sum in sums:
            amounts, rest = np.divmod(row_sum.factors, self._counts[row_sum.rows])
            if rest.any():
                raise AssertionError("factors of rows are multiples of the class sizes")
            if row_sum.rows.size <= _KEPT_ROWS:
                for factor, row in zip(row_sum.factors, self._rows_of(row_sum.rows), strict=True):
                    row_sum.sums[:] += factor * row.astype(np.int64)
            else:
                products.append((row_sum, (row_sum.rows, amounts)))
        results = self._products([side for _, side in products])
        for (row_sum, _), product in zip(products, results, strict=True):
            row_sum.sums[:] -= self._counts * product

    def _products(self, sides: Sequence[Side]) -> list[IntArray]:
        """M y for each side, in passes or by itself, whichever costs less."""
        if any(int(abs(amounts).max(initial=0)) > self._most for _, amounts in sides):
            raise OverflowError(f"weights above {self._most}: sums could leave int64")
        many = _best_on_passes([len(classes) for classes, _ in sides], len(self._counts))
        few = [k for k in range(len(sides)) if k not in many]
        results: dict[int, IntArray] = {}
        for chosen, make in ((many, self._many), (few, self._few)):
            for first in range(0, len(chosen), _SIDES):
                together = chosen[first : first + _SIDES]
                results |= zip(together, make([sides[k] for k in together]), strict=True)
        return [results[k] for k in range(len(sides))]

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """M[rows, columns]; the shorter side is computed against all classes and cached."""
        values = np.empty((len(rows), len(columns)), dtype=np.int32)
        if len(rows) <= len(columns):
            for k, row in enumerate(self._rows_of(rows)):
                values[k] = row[columns]
        else:
            for k, (j, row) in enumerate(zip(columns.tolist(), self._rows_of(columns), strict=True)):
                weighted = self._counts[j] * row[rows].astype(np.int64)
                values[:, k] = weighted // -self._counts[rows]
        return values

    def _rows_of(self, numbers: IntArray) -> Iterator[NDArray[np.int32]]:
        """M[i, :] for these i, computed or from the cache."""
        for first in range(0, len(numbers), _SIDES):
            batch = numbers[first : first + _SIDES].tolist()
            with self._turn:
                rows = {i: self._rows[i] for i in batch if i in self._rows}
            missing = [i for i in batch if i not in rows]
            single = np.ones(1, dtype=np.int64)
            columns = self._few([(np.array([i]), single) for i in missing])
            for i, column in zip(missing, columns, strict=True):
                rows[i] = (column * self._counts // -self._counts[i]).astype(np.int32)
            with self._turn:
                for i in batch:
                    self._rows[i] = rows[i]
                    self._rows.move_to_end(i)
                while len(self._rows) * rows[batch[0]].nbytes > _KEPT_BYTES:
                    self._rows.popitem(last=False)
            yield from (rows[i] for i in batch)

    def _few(self, sides: Sequence[Side]) -> list[IntArray]:
        """M y for several y of few classes, each by itself, in one run through the blocks."""
        if not sides:
            return []
        links, grid = self._suit_links, self._suit_grid
        entries = tuple(suit_entries(grid, links, weights) for weights in self._pushed(links, sides))
        suits = self._blocks.sums(grid, links.total, entries)
        ranks = np.zeros((len(sides), self._rank_links.total), dtype=np.int64)
        for side_ranks, side in zip(ranks, sides, strict=True):
            few = rank_entries(self._rank_parts, self._rank_links, self._rank_links.push(*side))
            add_ranks_few(self._ranks, self._rank_parts, few, side_ranks)
        return self._pulled(suits, ranks)

    def _many(self, sides: Sequence[Side]) -> list[IntArray]:
        """M y for several y, in one pass."""
        weights = np.ascontiguousarray(_narrowed(self._pushed(self._suit_links, sides)).T)
        suits = np.ascontiguousarray(self._blocks.sums(self._suit_grid, self._suit_links.total, weights).T)
        rank_weights = _narrowed(self._pushed(self._rank_links, sides))
        ranks = np.zeros(rank_weights.shape, dtype=np.int64)

        def add_ranks(first: int) -> None:  # each link has terms from one row only
            last = min(first + _RANK_ROWS, len(self._ranks))
            add_rank_rows(self._ranks, first, last, self._rank_grid, self._rank_parts, rank_weights, ranks)

        for _ in in_parallel(add_ranks, range(0, len(self._ranks), _RANK_ROWS)):
            pass
        return self._pulled(suits, ranks)

    def _pushed(self, links: Links, sides: Sequence[Side]) -> list[IntArray]:
        """N of every side, (links,) each."""
        return list(in_parallel(lambda side: links.push(*side), sides))

    def _pulled(self, suits: IntArray, ranks: IntArray) -> list[IntArray]:
        """M y of every side, (n,) each, from its Z of G and of R, (sides, links)."""
        return list(
            in_parallel(
                lambda k: self._suit_links.pull(suits[k]) + self._rank_links.pull(ranks[k]), range(len(suits))
            )
        )


def _best_on_passes(sizes: Sequence[int], n_classes: int) -> list[int]:
    """Which sides, given their numbers of classes, to put on passes for the least total work.

    >>> _best_on_passes([20, 900, 2, 40], 1000)
    [1, 3, 0]
    """
    first, more = (_FEW - _FEW_BESIDE) * n_classes, _FEW_BESIDE * n_classes
    order = sorted(range(len(sizes)), key=lambda k: -sizes[k])
    alone = sum(sizes)
    best, least = 0, float(alone)
    for count, k in enumerate(order, 1):
        alone -= sizes[k]
        work = alone + -(-count // _SIDES) * first + count * more
        if work < least:
            best, least = count, work
    return order[:best]


def _narrowed(sides: Sequence[IntArray]) -> NDArray[Any]:
    """N of several sides, (sides, links), in 32 bits where it fits."""
    weights = np.stack(sides)
    limits = np.iinfo(np.int32)
    fits = limits.min <= weights.min() and weights.max() <= limits.max
    return weights.astype(np.int32) if fits else weights
