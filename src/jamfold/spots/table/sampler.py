"""Deals of one table, played out against strategies on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from jamfold.arrays import BoolArray, FloatArray, IntArray
from jamfold.cards import Card, format_cards
from jamfold.counting.classes import hand_classes
from jamfold.counting.straight_flushes import all_boards, straight_flushes
from jamfold.flops.flop_hands import alike_sets, flop_hands
from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.parallel import in_parallel
from jamfold.spots.table.dealer import Dealer
from jamfold.spots.table.deals_kernel import COLUMNS, RareHands, deal_gains
from jamfold.spots.table.streams import Purpose, stream
from jamfold.spots.table.tree import TableTree, Tree, make_tree
from jamfold.strength.boards import number_boards
from jamfold.strength.showdown import Hands, number_hands, strength_tables
from jamfold.worth.fees import JACKPOT_RULES

TASKS = 2
"""Batches that are played at once; more cores play them no faster."""
FOLDS = 10  # of a certificate; a multiple of the tasks
_BATCHES = (200, 500)  # deals of a batch, up to four seats and beyond: more steps count more than deals
BOARDS = 12  # of a deal: variance times its cost is least from 8 to 20, in all games
_ALL_SEATINGS = 4
_NO_MOMENTS = np.zeros((0, 0, COLUMNS))


class Sampler:
    """Deals of one hand; what is asked of them is summed up by node of the tree and class.

    Every batch has a seed of its own: a stream (see `streams`) and its number there.  With a flop that lies
    there the classes are those of `alike_sets`.
    """

    def __init__(self, game: Game, hand: TableHand, seed: int, flop: Sequence[Card] = ()) -> None:
        self.game, self.hand, self.seed, self.flop = game, hand, seed, tuple(flop)
        self.tree: TableTree = make_tree(game, hand)
        self.sizes: IntArray
        """int64, shape (n,): hands in each class."""
        if flop:
            held = flop_hands(flop, game)
            alike, _ = alike_sets(held, held.suits)
            self.sizes, self._hands, self._class_of_row = alike.sizes, held.numbers, alike.of
        else:
            classes = hand_classes(game)
            self.sizes, self._hands = classes.sizes, number_hands(game, classes.hands)
            self._class_of_row = np.repeat(np.arange(classes.n), classes.sizes)
        self.n = len(self.sizes)
        self.deals_a_class = self.n
        self._dealer = Dealer(game, hand.n, flop)
        self._seatings = seatings(hand.n)
        self.rare = rare_hands(game, hand)
        self.batch = 1
        folds = np.zeros(self.shape)
        self.play(
            folds, folds, self.stream(Purpose.SEARCH), 0, self.gains()
        )  # compiled before any clock runs
        self.batch = batch_size(hand.n)

    @property
    def holdings(self) -> tuple[Hands, IntArray]:
        """All hands by their numbers, and the class of each."""
        return self._hands, self._class_of_row

    @property
    def shape(self) -> tuple[int, int]:
        """Nodes of the tree, and classes."""
        return len(self.tree.nodes), self.n

    @property
    def free(self) -> BoolArray:
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
        told = None if strategy is None else strategy[self.rows]
        return stream(self.game, self.hand, self.seed, purpose, told, format_cards(self.flop))

    def play(
        self,
        strategy: FloatArray,
        response: FloatArray,
        stream: list[int],
        step: int,
        gains: Sequence[FloatArray],
        moments: Sequence[FloatArray] = (_NO_MOMENTS,) * TASKS,
        values: FloatArray | None = None,
        rare: RareHands | None = None,
    ) -> FloatArray:
        """Play the batches of a step, and return what deals say: (deals, 2, positions).

        The batches of a stream are added to the sums of ``gains`` in turn.  ``values`` and ``rare`` stand in
        the place of those that the hand is played for.
        """
        tree: Tree = self.tree.tree if values is None else self.tree.tree._replace(values=values)
        paid = self.rare if rare is None else rare

        def batch(task: int) -> FloatArray:
            number = TASKS * step + task
            tuples, boards = self._dealer.deal(self.batch, BOARDS, [*stream, number])
            by_deal = np.empty((len(tuples), 2, self.hand.n))
            deal_gains(
                tree, strength_tables(self.game), self._hands, self._class_of_row, tuples,
                number_boards(self.game, boards), self._seatings, strategy, response, self.game.split_low,
                gains[number % len(gains)], moments[task], by_deal, paid,
            )  # fmt: skip
            return by_deal

        return np.concatenate(list(in_parallel(batch, range(TASKS))))


def rare_hands(game: Game, hand: TableHand) -> RareHands:
    """What the jackpot of a hand pays, as kernels take it."""
    jackpot = hand.terms.jackpot
    unseen = len(game.deck) - hand.n * game.hole_cards
    if jackpot is None:
        none = np.zeros((0, 1), dtype=np.uint64)
        return RareHands(none, none, np.zeros(0, dtype=np.uint64), unseen, 0.0)
    entries = straight_flushes(game, royal=JACKPOT_RULES[jackpot.rule].royal)
    return RareHands(*entries, hand_classes(game).masks, unseen, jackpot.size / all_boards(unseen))


def batch_size(seats: int) -> int:
    """Deals of a batch."""
    return _BATCHES[seats > _ALL_SEATINGS]


def seatings(seats: int) -> IntArray:
    """Which hand each position holds: all ways up to four seats, else each hand once in each seat."""
    if seats <= _ALL_SEATINGS:
        return np.array(list(permutations(range(seats))), dtype=np.int64)
    return (np.arange(seats)[:, None] + np.arange(seats)[None, :]) % seats
