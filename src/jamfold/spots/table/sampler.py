"""Deals of one table, played out against strategies on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.parallel import in_parallel
from jamfold.spots.table.dealing import Dealer
from jamfold.spots.table.deals_kernel import COLUMNS, deal_gains
from jamfold.spots.table.hand import TableHand
from jamfold.spots.table.tree import TableTree, make_tree
from jamfold.strength.boards import number_boards
from jamfold.strength.showdown import number_hands, strength_tables

FloatArray = NDArray[np.float64]

TASKS = 2
"""Batches that are played at once; more cores play them no faster."""
_BATCHES = (200, 500)  # deals of a batch, up to four seats and beyond: more steps count more than deals
_BOARDS = 12  # of a deal: variance times its cost is least from 8 to 20, in all games
_ALL_SEATINGS = 4


class Sampler:
    """Deals of one hand; what is asked of them is summed up by node of the tree and class.

    Every batch has a seed of its own, (seed, stream, number).
    """

    def __init__(self, game: Game, hand: TableHand, seed: int) -> None:
        self.game, self.hand, self.seed = game, hand, seed
        self.tree: TableTree = make_tree(game, hand)
        classes = hand_classes(game)
        self.n = classes.n
        self._dealer = Dealer(game, hand.n)
        self._hands = number_hands(game, classes.hands)
        self._class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
        self._seatings = seatings(hand.n)
        self.batch = 1
        folds = np.zeros(self.shape)
        self.play(folds, folds, 0, 0, self.sums())  # compiled before any clock runs
        self.batch = _BATCHES[hand.n > _ALL_SEATINGS]

    @property
    def shape(self) -> tuple[int, int]:
        """Nodes of the tree, and classes."""
        return len(self.tree.nodes), self.n

    @property
    def free(self) -> NDArray[np.bool_]:
        """Which nodes have a decision."""
        return np.isnan(self.tree.forced)

    @property
    def rows(self) -> list[int]:
        """The tree's nodes that are those of the hand, in their order."""
        numbers = {node: number for number, node in enumerate(self.tree.nodes)}
        return [numbers[node] for node in self.hand.nodes]

    def sums(self, columns: int = COLUMNS) -> list[FloatArray]:
        """Sums of nothing yet, an array for each task."""
        return [np.zeros((*self.shape, columns)) for _ in range(TASKS)]

    def play(
        self, strategy: FloatArray, response: FloatArray, stream: int, step: int, sums: Sequence[FloatArray]
    ) -> FloatArray:
        """Play the batches of a step, add to the sums, and return what deals say: (deals, 2, positions)."""

        def batch(task: int) -> FloatArray:
            seed = [self.seed, stream, TASKS * step + task]
            tuples, boards = self._dealer.deal(self.batch, _BOARDS, seed)
            by_deal = np.empty((len(tuples), 2, self.hand.n))
            deal_gains(
                self.tree.tree, strength_tables(self.game), self._hands, self._class_of_row, tuples,
                number_boards(self.game, boards), self._seatings, strategy, response, self.game.split_low,
                sums[task], by_deal,
            )  # fmt: skip
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))


def seatings(seats: int) -> NDArray[np.int64]:
    """Which hand each position holds: all ways up to four seats, else each hand once in each seat."""
    if seats <= _ALL_SEATINGS:
        return np.array(list(permutations(range(seats))), dtype=np.int64)
    return (np.arange(seats)[:, None] + np.arange(seats)[None, :]) % seats
