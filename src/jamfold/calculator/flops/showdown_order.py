"""Showdowns of all hands on one flop against a whole range, without a table of pairs.

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

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.strength.boards import Boards
from jamfold.cards.strength.showdown import Hands, StrengthTables, high_strength
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel, parallel_kernel, prange

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
