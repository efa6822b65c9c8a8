"""Boards on which a jackpot pays, class against class, as planes of the solver.

With A[i, j] the boards on which one hand of class i pays, summed over the disjoint hands of class j, and
B[i, j] = c_j A[j, i] / c_i those on which the other pays, the planes are A + B and A - B: of the two kinds
that the solver knows, c_i V[i, j] = c_j V[j, i] and the negative.  Half of both is what one player is paid.

Few classes pay (46 of 169, in Omaha some 3,000 of 16,432), so only their rows are kept.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.counting.straight_flushes import all_boards, class_boards, straight_flushes, triple_boards
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import UnsupportedError
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel
from jamfold.solver.payoffs import DenseSums, OutcomeCounts

_ROWS = 64


class PaidSums:
    """A + B or A - B of the paying classes' rows, as `PairSums`.

    Parameters
    ----------
    paying
        The classes that pay, ascending, shape (p,).
    boards
        Their rows of A, int32, shape (p, n).
    counts
        c, shape (n,).
    sign
        1 for A + B, -1 for A - B.
    """

    def __init__(self, paying: IntArray, boards: NDArray[np.int32], counts: IntArray, sign: int) -> None:
        self._paying, self._boards, self._counts, self._sign = paying, boards, counts, sign
        self._rows = DenseSums(boards)
        self._place = np.full(counts.size, -1, dtype=np.int64)
        self._place[paying] = np.arange(paying.size)

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""
        return self._counts.size, self._counts.size

    @property
    def row_sums(self) -> IntArray:
        """Sums of all rows, int64 (n,)."""
        turned = self._counts[self._paying] @ self._boards // self._counts
        sums: IntArray = self._sign * turned
        sums[self._paying] += self._boards.sum(axis=1, dtype=np.int64)
        return sums

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """As `PairSums.add_rows`; each factor is a multiple of its row's c."""
        places = self._place[rows]
        is_paying = places >= 0
        self._rows.add_rows(places[is_paying], factors[is_paying], sums)
        added = np.zeros(self._paying.size, dtype=np.int64)
        _add_columns(self._boards, rows, factors // self._counts[rows], added)
        sums[self._paying] += self._sign * self._counts[self._paying] * added

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """As `PairSums.block`."""
        direct = self._part(rows, columns).astype(np.int64)
        reverse = self._part(columns, rows).astype(np.int64).T
        turned = self._counts[columns] * reverse // self._counts[rows][:, None]
        return (direct + self._sign * turned).astype(np.int32)

    def _part(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """A[rows, columns]."""
        out = np.zeros((len(rows), len(columns)), dtype=np.int32)
        places = self._place[rows]
        out[places >= 0] = self._boards[np.ix_(places[places >= 0], columns)]
        return out


@kernel
def _add_columns(boards: NDArray[np.int32], columns: IntArray, factors: IntArray, sums: IntArray) -> None:
    """Add  sum_k factors[k] boards[:, columns[k]]  to `sums`."""
    for row in range(len(boards)):
        total = 0
        for k in range(len(columns)):
            total += factors[k] * boards[row, columns[k]]
        sums[row] += total


def check_pays(game: Game) -> None:
    """Raise UnsupportedError if the boards that pay are not counted in a game."""
    if not game.has_class_table:
        raise UnsupportedError(
            f"A jackpot heads-up is counted with two or four hole cards, not in {game.title}. Remove it, "
            "or give three stacks or more.",
            field="jackpot_rule",
        )


@cache
def paid_boards(game: Game, *, royal: bool) -> tuple[IntArray, NDArray[np.int32]]:
    """The classes that pay, and their rows of A; Omaha in a second.

    Raises UnsupportedError if the game has no class table, or these hands are not counted in it.
    """
    check_pays(game)
    classes, entries = hand_classes(game), straight_flushes(game, royal=royal)
    starts, n = classes.starts[:-1], classes.n
    paying = np.flatnonzero(entries.needed[starts, 0] != 0)
    class_of_row = np.repeat(np.arange(n), classes.sizes)
    boards = np.zeros((paying.size, n), dtype=np.int32)
    unseen = len(game.deck) - 2 * game.hole_cards

    def fill(first: int) -> None:
        part = slice(first, first + _ROWS)
        class_boards(*entries, classes.masks, class_of_row, starts[paying[part]], unseen, boards[part])

    for _ in in_parallel(fill, range(0, paying.size, _ROWS)):
        pass
    return paying, boards


@cache
def jackpot_planes(game: Game, *, royal: bool) -> tuple[OutcomeCounts, OutcomeCounts]:
    """A + B and A - B; raises as `paid_boards`."""
    paying, boards = paid_boards(game, royal=royal)
    counts = hand_classes(game).sizes

    def plane(sign: int) -> OutcomeCounts:
        sums = PaidSums(paying, boards, counts, sign)
        return OutcomeCounts(sums, sums.row_sums, sign == 1, game.n_boards)

    return plane(1), plane(-1)


def paid_share(game: Game, own: FloatArray, opponent: FloatArray, *, royal: bool) -> float:
    """The chance, of all deals of two, that both strategies (n,) play and the hand of the first is paid."""
    paying, boards = paid_boards(game, royal=royal)
    weights = hand_classes(game).sizes[paying] * own[paying]
    total = sum(
        float(weights[first : first + _ROWS] @ (boards[first : first + _ROWS] @ opponent))
        for first in range(0, paying.size, _ROWS)
    )
    return total / (game.n_hands * game.n_opponent_hands * game.n_boards)


@cache
def paid_triples(game: Game, *, royal: bool) -> FloatArray:
    """The chance to be paid times the deals of three classes [a, b, p], p being the one who is paid.

    Float64, shape (n, n, n), for games with a three-way table; 39 MB in Hold'em, made in half a second.
    """
    classes, entries = hand_classes(game), straight_flushes(game, royal=royal)
    class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
    unseen = len(game.deck) - 3 * game.hole_cards
    out = np.zeros((classes.n,) * 3)

    def fill(number: int) -> None:
        boards = np.zeros((classes.n,) * 2, dtype=np.int64)
        row = int(classes.starts[number])
        triple_boards(*entries, classes.masks, class_of_row, row, unseen, boards)
        out[:, :, number] = int(classes.sizes[number]) * boards / all_boards(unseen)

    paying = np.flatnonzero(entries.needed[classes.starts[:-1], 0] != 0).tolist()
    for _ in in_parallel(fill, paying):
        pass
    return out
