"""M y from the factors R and G, exactly: what a class table gives, without the table.

`FactoredSums` answers the solver as a table does (`jamfold.solver.pair_sums`).  A whole pass reads
all of G once, for one or several y; a change of few classes reads a few rows and columns of it.

All sums are integers and below 2^62 for any y that the constructor's bound allows: N is at most
max|y| times all hands, an entry of Z at most that times the largest |G| (twice all boards, in units
of the margin), and z adds 5 x 2^H entries of Z at most, those of R among them.  Five cards of 52,
Hi/Lo: max|y| up to 2^62 / (160 x 2 x 1,701,336 x 2,598,960) = 3,259; the solver asks with -1 and 1.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_SUITS
from jamfold.counting.classes import hand_classes
from jamfold.counting.suit_views import views_for
from jamfold.games import Game
from jamfold.parallel import cores, in_parallel
from jamfold.tables.factored.few import add_piece_few, add_ranks_few, rank_entries, suit_entries
from jamfold.tables.factored.links import rank_links, suit_links
from jamfold.tables.factored.plan import Piece, block_list
from jamfold.tables.factored.product import add_piece, add_rank_rows, rank_grid, suit_grid

_FEW = 0.03
"""Up to this share of the classes, each is passed by itself: 200 of 20,000 take 0.12 core-seconds, 1,000 as
much as all (0.4)."""

_SIDES = 8
"""Right-hand sides per pass: more would fall out of the cache."""

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
        G by `block_list`: int32 arrays of shape (values,), memory maps or not.
    """

    def __init__(self, game: Game, ranks: NDArray[np.int32], blocks: Sequence[NDArray[np.int32]]) -> None:
        classes, hole = hand_classes(game), game.hole_cards
        self._counts = classes.sizes
        self._ranks = ranks.view(np.ndarray)
        self._blocks = [block.view(np.ndarray) for block in blocks]
        self._plan = block_list(game)
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

    def product(self, weights: NDArray[np.int64]) -> NDArray[np.int64]:
        """M y for several y, (k, n) each row one: int64, shape (k, n).

        Raises
        ------
        OverflowError
            If a sum could leave 64 bits.
        """
        if int(abs(weights).max(initial=0)) > self._most:
            raise OverflowError(f"weights above {self._most}: sums could leave int64")
        results = np.empty(weights.shape, dtype=np.int64)
        used = [np.flatnonzero(row) for row in weights]
        few = [k for k, classes in enumerate(used) if classes.size <= max(1, _FEW * weights.shape[1])]
        many = [k for k in range(len(weights)) if k not in few]
        for k in few:
            results[k] = self._few(used[k], weights[k, used[k]])
        for first in range(0, len(many), _SIDES):
            sides = many[first : first + _SIDES]
            results[sides] = self._many([(used[k], weights[k, used[k]]) for k in sides])
        return results

    def add_rows(self, rows: NDArray[np.int64], factors: NDArray[np.int64], sums: NDArray[np.int64]) -> None:
        """Add weighted rows, as `PairSums`: c[i] M[i, j] = -c[j] M[j, i], so they are a product."""
        weights = np.zeros((1, len(self._counts)), dtype=np.int64)
        amounts, rest = np.divmod(factors, self._counts[rows])
        if rest.any():
            raise AssertionError("factors of rows are multiples of the class sizes")
        weights[0, rows] = amounts
        sums -= self._counts * self.product(weights)[0]

    def block(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.int32]:
        """M[rows, columns]; the shorter side is computed against all classes, and kept for a while."""
        values = np.empty((len(rows), len(columns)), dtype=np.int32)
        if len(rows) <= len(columns):
            for k, i in enumerate(rows.tolist()):
                values[k] = self._row(i)[columns]
        else:
            for k, j in enumerate(columns.tolist()):
                weighted = self._counts[j] * self._row(j)[rows].astype(np.int64)
                values[:, k] = weighted // -self._counts[rows]
        return values

    def _row(self, number: int) -> NDArray[np.int32]:
        """M[number, :], computed or remembered."""
        with self._turn:
            if number in self._rows:
                self._rows.move_to_end(number)
                return self._rows[number]
        column = self._few(np.array([number]), np.ones(1, dtype=np.int64))
        row: NDArray[np.int32] = (column * self._counts // -self._counts[number]).astype(np.int32)
        with self._turn:
            self._rows[number] = row
            while len(self._rows) * row.nbytes > _KEPT_BYTES:
                self._rows.popitem(last=False)
        return row

    def _few(self, classes: NDArray[np.int64], amounts: NDArray[np.int64]) -> NDArray[np.int64]:
        """M y for amounts (k,) of few classes (k,)."""
        given = self._suit_links.push(classes, amounts)
        entries = suit_entries(self._suit_grid, self._suit_links, given)

        def add(sums: NDArray[np.int64], number: int) -> None:
            for piece, values in self._pieces(number):
                add_piece_few(
                    values, piece.set2, piece.first1, piece.last1, piece.is_whole,
                    self._suit_grid, entries, sums[0],
                )  # fmt: skip

        suits = self._in_blocks(1, add)[0]
        given = self._rank_links.push(classes, amounts)
        ranks = np.zeros(self._rank_links.total, dtype=np.int64)
        entries = rank_entries(self._rank_parts, self._rank_links, given)
        add_ranks_few(self._ranks, self._rank_parts, entries, ranks)
        return self._suit_links.pull(suits) + self._rank_links.pull(ranks)

    def _many(self, sides: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]]) -> NDArray[np.int64]:
        """M y for several y, as amounts of classes each, in one pass."""
        given = _narrowed([self._suit_links.push(*side) for side in sides])

        def add(sums: NDArray[np.int64], number: int) -> None:
            for piece, values in self._pieces(number):
                add_piece(
                    values, piece.set2, piece.first1, piece.last1, piece.is_whole,
                    self._suit_grid, given, sums,
                )  # fmt: skip

        suits = self._in_blocks(len(sides), add)
        given_ranks = _narrowed([self._rank_links.push(*side) for side in sides])
        ranks = np.zeros(given_ranks.shape, dtype=np.int64)
        add_rank_rows(self._ranks, 0, len(self._ranks), self._rank_grid, self._rank_parts, given_ranks, ranks)
        pulled = zip(suits, ranks, strict=True)
        return np.stack([self._suit_links.pull(suit) + self._rank_links.pull(rank) for suit, rank in pulled])

    def _pieces(self, number: int) -> Iterator[tuple[Piece, NDArray[np.int32]]]:
        """The pieces of a block with their values, (rows, columns)."""
        at = 0
        for piece in self._plan[number].pieces:
            values = self._blocks[number][at : at + piece.values]
            yield piece, values.reshape(piece.rows, piece.columns)
            at += piece.values

    def _in_blocks(self, sides: int, add: Callable[[NDArray[np.int64], int], None]) -> NDArray[np.int64]:
        """Z, int64 (sides, links), summed over all blocks: one Z for each core, added up at the end."""
        waiting = iter(range(len(self._plan)))

        def work(_: int) -> NDArray[np.int64]:
            sums = np.zeros((sides, self._suit_links.total), dtype=np.int64)
            for number in waiting:  # shared: a counter of range gives each number once
                add(sums, number)
            return sums

        total = np.zeros((sides, self._suit_links.total), dtype=np.int64)
        for sums in in_parallel(work, range(cores())):
            total += sums
        return total


def _narrowed(given: Sequence[NDArray[np.int64]]) -> NDArray[Any]:
    """N of several sides, (sides, links), in 32 bits where it fits."""
    all_given = np.stack(given)
    limits = np.iinfo(np.int32)
    fits = limits.min <= all_given.min() and all_given.max() <= limits.max
    return all_given.astype(np.int32) if fits else all_given
