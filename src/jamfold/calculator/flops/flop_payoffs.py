"""The jam/fold game on one flop as the solver takes it: sums by reading hands in order, no table of pairs.

The classes are hands that differ by suits only which the flop and both ranges do not tell apart
(`flop_hands`), the margins are wins less losses over all run-outs.  A pair of hands of two cards meets 990
run-outs, of four cards 820.

On one run-out the hands are taken from the weakest to the strongest.  What a hand h beats is the weight
of all weaker hands that share no card with it, which by inclusion and exclusion is a sum over the sets S
of fewer cards than h has,

    sum_S (-1)^|S| N(S),     N(S) = the weight of the weaker hands that hold S,

1 + 2 terms for two cards, 1 + 4 + 6 + 4 for four: no other hand holds all cards of h.  While a block of
equal hands is read, it is counted once, and twice afterwards: the sums are then 2 weaker + equal, and less
the weight of all hands that share no card they are wins less losses.

With a low, half of a pot goes by another order: hands without a low, as they stand in the order of highs,
are below all lows.  So two hands without one meet for the whole pot by their highs, and every run-out has
two orders of the same kind, or the same one twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.flops.flop_hands import Alike, FlopHands, alike_sets
from jamfold.cards.counting.removal import number_card_sets
from jamfold.cards.strength.boards import Boards
from jamfold.cards.strength.showdown import Hands, StrengthTables, high_strength, strength_tables
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel, parallel_kernel, prange
from jamfold.core.parallel import cores
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.files import check_room
from jamfold.core.storage.folder import data_folder
from jamfold.solver.payoffs import ClassGame

Weights = IntArray
"""How often each hand is held, whole numbers of shape (hands,)."""
_WORD = 4
_PER_HAND = 200  # what is kept of a hand besides, with the sums of two threads

LAST = 1 << 31
"""The bit of the last hand of a block of equal ones."""
_HAND = LAST - 1

Words = NDArray[np.uint32]


class Orders(NamedTuple):
    """What is read in order: a run-out by highs, or by lows."""

    hands: Words
    """uint32, shape (orders, hands that share no card with the run-out): the hands from the weakest on,
    `LAST` added to the last of each block of equal ones."""
    weights: IntArray
    """int64, shape (orders,): what an order counts."""


class Subsets(NamedTuple):
    """The sets of fewer cards than a hand has."""

    numbers: NDArray[np.uint16]
    """uint16, shape (hands, sets): their numbers."""
    signs: IntArray
    """int64, shape (sets,): (-1)^|S|."""
    n: int
    """How many sets there are."""
    whole: int
    """(-1)^cards, the sign of the hand itself."""


class FlopSums:
    """Wins less losses of class against class on one flop, as `PairSums` and `RowMixes`; and placements.

    Everything is counted on one run-out of each class of run-outs, for all hands: over the hands of a
    class that is the same as all run-outs.
    """

    def __init__(self, hands: FlopHands, suits: Sequence[tuple[int, ...]], *, by_rank: bool = True) -> None:
        self.hands = hands
        self.parts = 1, 1  # of one, in which the weights of both players' ranges count
        self.classes, runouts = alike_sets(hands, suits, by_rank=by_rank)
        game = hands.game
        cards = game.hole_cards
        self._subsets = hand_subsets(hands)
        self._tables = strength_tables(game)
        self._strengths = 1 + max(int(self._tables.by_ranks.max()), int(self._tables.in_suit.max()))
        self._kinds = 2 if game.split_low else 1
        self.orders = self._sorted(runouts)
        self.runouts_left = comb(len(hands.live) - 2 * cards, 2)
        self.scales: int | FloatArray = self.scale  # of the sums of each hand

    def sampled(self, runouts: int, rng: np.random.Generator) -> FlopSums:
        """Return approximate sums over random run-outs, as much faster as these are fewer."""
        n = len(self.orders.weights) // self._kinds
        total = int(self.orders.weights[:n].sum())
        picks = rng.choice(n, runouts, p=self.orders.weights[:n] / total)
        orders = np.concatenate([picks + kind * n for kind in range(self._kinds)])
        few = copy(self)
        few.orders = Orders(self.orders.hands[orders], np.full(len(orders), total // runouts))
        seen = np.bincount((few.orders.hands & (LAST - 1)).ravel(), minlength=len(self.hands.places))
        all_seen = self._kinds * comb(len(self.hands.live) - self.hands.game.hole_cards, 2)
        few.scales = self.scale * (total // runouts) * seen / all_seen
        return few

    @property
    def shape(self) -> tuple[int, ...]:
        """(n, n)."""
        return len(self.classes.sizes), len(self.classes.sizes)

    @property
    def scale(self) -> int:
        """The margin of one hand beaten on every run-out."""
        return self._kinds * self.runouts_left

    def add_rows(self, rows: IntArray, factors: IntArray, sums: IntArray) -> None:
        """Add weighted rows, as `PairSums`."""
        amounts = np.zeros(len(self.classes.sizes), dtype=np.int64)
        amounts[rows] = factors // self.classes.sizes[rows]
        sums += self._rows_of(amounts)

    def mix_rows(self, rows: IntArray, factors: FloatArray) -> FloatArray:
        """sum_r factors[r] V[rows[r], :], as `RowMixes`."""
        amounts = np.zeros(len(self.classes.sizes))
        amounts[rows] = factors / self.classes.sizes[rows]
        return self._rows_of(amounts)

    def block(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        """V[rows, columns]."""
        return self._pairs(rows, columns)

    def placements(self, rows: IntArray, columns: IntArray) -> IntArray:
        """p[rows, columns]; one of them may be all classes."""
        classes, masks = self.classes, self.hands.masks
        row_masks = masks[classes.representatives[rows]]
        counts = np.zeros((len(rows), len(columns)), dtype=np.int64)
        for k, j in enumerate(columns.tolist()):
            for hand in classes.members[classes.starts[j] : classes.starts[j + 1]]:
                counts[:, k] += row_masks & masks[hand] == 0
        return counts

    def disjoint(self, amounts: NDArray) -> NDArray:  # type: ignore[type-arg]
        """sum_j amounts[j] p[i, j] for all classes i."""
        return self._disjoint(amounts[self.classes.of])[self.classes.representatives]

    def _disjoint(self, of_hands: NDArray) -> NDArray:  # type: ignore[type-arg]
        sums = np.zeros_like(of_hands)
        disjoint_sums(self._subsets, of_hands, sums)
        return sums

    def _rows_of(self, amounts: NDArray) -> NDArray:  # type: ignore[type-arg]
        """Winnings of all hands, ``amounts`` of each class, from the hands of each class."""
        of_hands = amounts[self.classes.of]
        sums = np.zeros((cores(), len(of_hands)), dtype=of_hands.dtype)
        add_wins(self.orders, self._subsets, of_hands, sums)
        lost = self.scales * self._disjoint(of_hands) - sums.sum(axis=0)
        return np.add.reduceat(lost[self.classes.members], self.classes.starts[:-1])

    def _sorted(self, runouts: Alike) -> Orders:
        hands = self.hands
        open_hands = comb(len(hands.live) - hands.runouts.shape[1], hands.game.hole_cards)
        n_orders = self._kinds * len(runouts.representatives)
        check_room(data_folder(), 0, _WORD * n_orders * open_hands + _PER_HAND * len(hands.places))
        words = np.empty((n_orders, open_hands), dtype=np.uint32)
        fill_orders(
            self._tables, hands.numbers, hands.boards, runouts.representatives, self._strengths, words
        )
        return Orders(words, np.tile(runouts.sizes, self._kinds))

    def _pairs(self, rows: IntArray, columns: IntArray) -> NDArray[np.int32]:
        classes, masks = self.classes, self.hands.masks
        own, sizes = classes.representatives[rows], classes.sizes[columns]
        ends = np.cumsum(sizes)
        places = np.repeat(classes.starts[columns] - ends + sizes, sizes) + np.arange(sizes.sum())
        opponents = classes.members[places]
        starts = np.concatenate([[0], ends]).astype(np.int64)
        margins = np.zeros((len(rows), len(columns)), dtype=np.int32)
        fill_pairs(self._keys(own), masks[own], self._keys(opponents), masks[opponents], starts, margins)
        return margins

    def _keys(self, hands: IntArray) -> NDArray[np.uint16]:
        """Sort keys of the hands on all run-outs, (hands, orders)."""
        numbers = self.hands.numbers
        subset = Hands(numbers.masks[hands], numbers.ranks[hands], numbers.sets[hands])
        keys = np.empty((len(hands), len(self.hands.runouts), self._kinds), dtype=np.uint16)
        fill_keys(self._tables, subset, self.hands.boards, self._strengths, keys)
        return keys.reshape(len(hands), -1)


def hand_subsets(hands: FlopHands) -> Subsets:
    """The sets of fewer cards than a hand has, the same on all flops of a game."""
    cards = hands.game.hole_cards
    numbers, signs, _ = number_card_sets(hands.places, len(hands.live), cards)
    n_sets = sum(comb(len(hands.live), size) for size in range(cards))
    return Subsets(numbers[:, :-1].astype(np.uint16), signs[:-1].copy(), n_sets, int(signs[-1]))


class FlopPlacements:
    """p[i, j] on one flop, as `Placements`."""

    def __init__(self, sums: FlopSums) -> None:
        self._sums = sums

    def new_sum(self) -> FlopPlacementSum:
        return FlopPlacementSum(self._sums)

    def block(self, rows: IntArray, columns: IntArray) -> IntArray:
        return self._sums.placements(rows, columns)


class FlopPlacementSum:
    """A running sum, as `PlacementSum`."""

    def __init__(self, sums: FlopSums) -> None:
        self._sums = sums
        self._amounts = np.zeros(len(sums.classes.sizes), dtype=np.int64)

    def add(self, classes: IntArray, amounts: IntArray) -> None:
        self._amounts[classes] += amounts

    def values(self) -> IntArray:
        return self._sums.disjoint(self._amounts)


def flop_payoffs(
    hands: FlopHands, weights: tuple[Weights, Weights] | None = None, progress: Progress | None = None
) -> ClassGame:
    """The game of all hands on a flop, or of both players' ranges if weights are given.

    Raises TableError if there is too little memory.
    """
    report = progress or ignore_progress
    report("sorting hands", 0.0)
    ranges = () if weights is None else weights
    suits = [
        swap
        for swap in hands.suits
        if all(np.array_equal(side[hands.images(swap)[0]], side) for side in ranges)
    ]
    by_rank = all(np.array_equal(side[hands.merged[0]], side) for side in ranges)
    sums = FlopSums(hands, suits, by_rank=by_rank)
    report("sorting hands", 1.0)
    counts, cards, live = sums.classes.sizes, hands.game.hole_cards, len(hands.live)
    weighted = np.zeros(len(counts), dtype=np.int64)
    sums.add_rows(np.arange(len(counts)), counts, weighted)
    return ClassGame(
        counts=counts,
        n_hands=comb(live, cards),
        n_opponent_hands=comb(live - cards, cards),
        margins=sums,
        margin_scale=sums.scale,
        row_sums=-weighted // counts,
        placements=FlopPlacements(sums),
        weights=None
        if weights is None
        else (weights[0][sums.classes.representatives], weights[1][sums.classes.representatives]),
    )


@parallel_kernel
def add_wins(orders: Orders, subsets: Subsets, amounts: NDArray, sums: NDArray) -> None:  # type: ignore[type-arg]
    """Add  weight (2 weaker + equal)  to every hand, over all orders.

    ``amounts``, shape (hands,), is the range, whole or floating-point numbers; ``sums``, of the same type,
    shape (threads, hands), what each thread has added.
    """
    threads = len(sums)
    for thread in prange(threads):
        set_sums = np.zeros(subsets.n, dtype=amounts.dtype)
        for order in range(thread, len(orders.hands), threads):
            set_sums[:] = 0
            _add_order(
                orders.hands[order],
                orders.weights[order],
                subsets.numbers,
                subsets.signs,
                subsets.whole,
                amounts,
                set_sums,
                sums[thread],
            )


@kernel
def _add_order(
    hands: Words,
    weight: int,
    numbers: NDArray[np.uint16],
    signs: IntArray,
    whole: int,
    amounts: NDArray,  # type: ignore[type-arg]
    set_sums: NDArray,  # type: ignore[type-arg]
    sums: NDArray,  # type: ignore[type-arg]
) -> None:
    n_sets = len(signs)
    begin = 0
    while begin < len(hands):
        end = begin
        while True:
            word = hands[end]
            end += 1
            hand = np.int64(word & np.uint32(_HAND))
            if amounts[hand] != 0:
                for k in range(n_sets):
                    set_sums[numbers[hand, k]] += signs[k] * amounts[hand]
            if word & np.uint32(LAST):
                break
        for at in range(begin, end):
            hand = np.int64(hands[at] & np.uint32(_HAND))
            total = whole * amounts[hand]
            for k in range(n_sets):
                total += set_sums[numbers[hand, k]]
            sums[hand] += weight * total
        for at in range(begin, end):
            hand = np.int64(hands[at] & np.uint32(_HAND))
            if amounts[hand] != 0:
                for k in range(n_sets):
                    set_sums[numbers[hand, k]] += signs[k] * amounts[hand]
        begin = end


@kernel
def disjoint_sums(subsets: Subsets, amounts: NDArray, sums: NDArray) -> None:  # type: ignore[type-arg]
    """Fill ``sums``, shape (hands,): the weight of all hands that share no card."""
    numbers, signs, whole = subsets.numbers, subsets.signs, subsets.whole
    set_sums = np.zeros(subsets.n, dtype=amounts.dtype)
    for hand in range(len(amounts)):
        if amounts[hand] != 0:
            for k in range(len(signs)):
                set_sums[numbers[hand, k]] += signs[k] * amounts[hand]
    for hand in range(len(amounts)):
        total = whole * amounts[hand]
        for k in range(len(signs)):
            total += set_sums[numbers[hand, k]]
        sums[hand] = total


@parallel_kernel
def fill_orders(
    tables: StrengthTables, hands: Hands, boards: Boards, runouts: IntArray, strengths: int, words: Words
) -> None:
    """Fill ``words`` (run-outs, or twice as many, open hands): the highs of all, then the orders by lows."""
    n = len(runouts)
    for order in prange(len(words)):
        keys = np.empty(len(hands.masks), dtype=np.int64)
        strength_keys(tables, hands, boards, runouts[order % n], strengths if order >= n else 0, keys)
        _sort(keys, 2 * strengths, words[order])


@kernel
def strength_keys(
    tables: StrengthTables, hands: Hands, boards: Boards, runout: int, low_from: int, keys: IntArray
) -> None:
    """Fill ``keys`` (hands,): what orders them on a run-out, 0 where a card is shared.

    By highs, or by lows above ``low_from`` where that is not 0.
    """
    (by_ranks, lows, in_suit), (used, ranks, sets) = tables, hands
    board = boards.ranks[runout], boards.suits[runout], boards.sets[runout]
    for hand in range(len(used)):
        keys[hand] = 0
        if used[hand] & boards.masks[runout]:
            continue
        low = lows[board[0], ranks[hand]] if low_from else 0
        keys[hand] = low_from + low if low else 1 + high_strength(by_ranks, in_suit, ranks, sets, hand, board)


@kernel
def _sort(keys: IntArray, most: int, words: Words) -> None:
    """Counting sort of the hands whose key is not 0."""
    ends = np.zeros(most, dtype=np.int64)
    for key in keys:
        ends[key] += 1
    ends[0] = 0
    for key in range(1, most):
        ends[key] += ends[key - 1]
    for hand in range(len(keys) - 1, -1, -1):
        key = keys[hand]
        if key:
            ends[key] -= 1
            words[ends[key]] = hand
    for at in range(len(words)):
        if at + 1 == len(words) or keys[words[at]] != keys[words[at + 1]]:
            words[at] |= np.uint32(LAST)


@parallel_kernel
def fill_keys(
    tables: StrengthTables,
    hands: Hands,
    boards: Boards,
    strengths: int,
    keys: NDArray[np.uint16],
) -> None:
    """Fill ``keys`` (hands, run-outs, orders): what orders few hands on all run-outs, see `strength_keys`."""
    for runout in prange(len(boards.masks)):
        values = np.empty(len(hands.masks), dtype=np.int64)
        for order in range(keys.shape[2]):
            strength_keys(tables, hands, boards, runout, strengths * order, values)
            keys[:, runout, order] = values


@parallel_kernel
def fill_pairs(
    own_keys: NDArray[np.uint16],
    my_masks: NDArray[np.uint64],
    opponent_keys: NDArray[np.uint16],
    their_masks: NDArray[np.uint64],
    starts: IntArray,
    margins: NDArray[np.int32],
) -> None:
    """Fill wins less losses of hands against classes, (hands, classes).

    Keys are those of `fill_keys`, run-outs and orders in one axis; class j holds their hands
    ``starts[j]`` to ``starts[j + 1]``.  Of two hands without a common card each is alone in having the key 0
    on as many run-outs as the other, so these cancel out.  Sums of 16 bits take 50 ns a pair, of 64 bits
    five times that.
    """
    for i in prange(len(own_keys)):
        for j in range(len(starts) - 1):
            total = 0
            for other in range(starts[j], starts[j + 1]):
                if not my_masks[i] & their_masks[other]:
                    total += int(_margin(own_keys[i], opponent_keys[other]))
            margins[i, j] = total


@kernel
def _margin(own: NDArray[np.uint16], opponent: NDArray[np.uint16]) -> np.int16:
    margin = np.int16(0)
    for at in range(len(own)):
        margin = np.int16(margin + np.int16(own[at] > opponent[at]) - np.int16(own[at] < opponent[at]))
    return margin
