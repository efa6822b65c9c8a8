"""Deals of one table, played out against strategies on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from jamfold.counting.classes import hand_classes
from jamfold.games import Game
from jamfold.hand.hand import Hand
from jamfold.parallel import in_parallel
from jamfold.spots.table.dealer import Dealer
from jamfold.spots.table.deals_kernel import COLUMNS, deal_gains
from jamfold.spots.table.streams import Purpose, stream
from jamfold.spots.table.tree import TableTree, make_tree
from jamfold.strength.boards import number_boards
from jamfold.strength.showdown import number_hands, strength_tables

FloatArray = NDArray[np.float64]

TASKS = 2
"""Batches that are played at once; more cores play them no faster."""
_BATCHES = (200, 500)  # deals of a batch, up to four seats and beyond: more steps count more than deals
_BOARDS = 12  # of a deal: variance times its cost is least from 8 to 20, in all games
_ALL_SEATINGS = 4
_NO_MOMENTS = np.zeros((0, 0, COLUMNS))


class Sampler:
    """Deals of one hand; what is asked of them is summed up by node of the tree and class.

    Every batch has a seed of its own: a stream (see `streams`) and its number there.
    """

    def __init__(self, game: Game, hand: Hand, seed: int) -> None:
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
        self.play(
            folds, folds, self.stream(Purpose.SEARCH), 0, self.gains()
        )  # compiled before any clock runs
        self.batch = _BATCHES[hand.n > _ALL_SEATINGS]

    @property
    def shape(self) -> tuple[int, int]:
        """Nodes of the tree, and classes."""
        return len(self.tree.nodes), self.n

    @property
    def free(self) -> NDArray[np.bool_]:
        return np.isnan(self.tree.forced)

    @property
    def rows(self) -> list[int]:
        """The tree's nodes that are those of the hand, in their order."""
        numbers = {node: number for number, node in enumerate(self.tree.nodes)}
        return [numbers[node] for node in self.hand.nodes]

    def whole(self, strategy: FloatArray) -> FloatArray:
        """Strategies by node of the hand as strategies by node of the tree."""
        whole = np.where(self.free, 0.0, self.tree.forced)[:, None] * np.ones(self.n)
        whole[self.rows] = strategy
        return whole

    def gains(self, count: int = TASKS) -> list[FloatArray]:
        """So many sums of gains for `play`, a multiple of the tasks; nothing in them yet."""
        return [np.zeros(self.shape) for _ in range(count)]

    def moments(self) -> list[FloatArray]:
        """Moments of nothing yet for `play`, one for each task."""
        return [np.zeros((*self.shape, COLUMNS)) for _ in range(TASKS)]

    def stream(self, purpose: Purpose, strategy: FloatArray | None = None) -> list[int]:
        """The stream of a purpose, and of strategies by node of the tree."""
        return stream(
            self.game, self.hand, self.seed, purpose, None if strategy is None else strategy[self.rows]
        )

    def play(
        self,
        strategy: FloatArray,
        response: FloatArray,
        stream: list[int],
        step: int,
        gains: Sequence[FloatArray],
        moments: Sequence[FloatArray] = (_NO_MOMENTS,) * TASKS,
    ) -> FloatArray:
        """Play the batches of a step, and return what deals say: (deals, 2, positions).

        The batches of a stream are added to the sums of ``gains`` in turn.
        """

        def batch(task: int) -> FloatArray:
            number = TASKS * step + task
            tuples, boards = self._dealer.deal(self.batch, _BOARDS, [*stream, number])
            by_deal = np.empty((len(tuples), 2, self.hand.n))
            deal_gains(
                self.tree.tree, strength_tables(self.game), self._hands, self._class_of_row, tuples,
                number_boards(self.game, boards), self._seatings, strategy, response, self.game.split_low,
                gains[number % len(gains)], moments[task], by_deal,
            )  # fmt: skip
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))


def seatings(seats: int) -> NDArray[np.int64]:
    """Which hand each position holds: all ways up to four seats, else each hand once in each seat."""
    if seats <= _ALL_SEATINGS:
        return np.array(list(permutations(range(seats))), dtype=np.int64)
    return (np.arange(seats)[:, None] + np.arange(seats)[None, :]) % seats
