"""Card removal: how many hands of a class are left when a hand is known.

p[i, j] is the number of hands of class j that share no card with the
representative of class i.  Its products with a weight per class need no table:
a hand g shares no card with h exactly if the alternating sum over the subsets S
of h of [S contained in g] is 1 (inclusion-exclusion), so

    sum_j w[j] p[i, j] = sum over the subsets S of hand i of (-1)^|S| N(S),
    N(S) = sum of the weights of all hands that contain S.

A change of one class's weight touches at most 24 hands with 16 subsets each.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.hands.classes import HandClasses
from jamfold.jit import kernel


class CardRemoval:
    """The counts p[i, j] of one game's classes, for the solver and for tables."""

    def __init__(self, classes: HandClasses) -> None:
        self.classes = classes
        hole, deck = classes.hole_cards, len(classes.deck)
        self._choose = np.array([[comb(d, k) for k in range(hole + 1)] for d in range(deck + 1)], dtype=np.int64)
        sizes = [comb(deck, k) for k in range(hole + 1)]
        self._offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self._hands = classes.hands - np.uint8(classes.deck[0])
        # Representatives are written high to low, the numbering wants ascending cards.
        ascending = (classes.representatives[:, ::-1] - np.uint8(classes.deck[0])).astype(np.uint8)
        self._subsets = _subset_numbers(ascending, self._choose, self._offsets)

    def new_sum(self) -> ClassSum:
        """A running sum over classes, all weights 0."""
        return ClassSum(self._hands, self.classes.starts, self._subsets, self._choose, self._offsets)

    def block(self, rows: Sequence[int] | NDArray[np.int64], columns: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
        """p on the given classes, int64 of shape (len(rows), len(columns))."""
        i, j = np.asarray(rows, dtype=np.int64), np.asarray(columns, dtype=np.int64)
        counts = np.zeros((len(i), len(j)), dtype=np.int64)
        _count_disjoint(hand_masks(self.classes.hands), self.classes.starts, i, j, counts)
        return counts


class ClassSum:
    """A running sum_j amount_j p[i, j] for all i, in exact integers."""

    def __init__(
        self,
        hands: NDArray[np.uint8],
        starts: NDArray[np.int64],
        subsets: NDArray[np.int64],
        choose: NDArray[np.int64],
        offsets: NDArray[np.int64],
    ) -> None:
        self._hands, self._starts, self._subsets = hands, starts, subsets
        self._choose, self._offsets = choose, offsets
        self._sums = np.zeros(int(offsets[-1]), dtype=np.int64)

    def add(self, classes: NDArray[np.int64], amounts: NDArray[np.int64]) -> None:
        """Add an amount to the weight of each listed class."""
        _add_hands(self._hands, self._starts, classes, amounts, self._choose, self._offsets, self._sums)

    def values(self) -> NDArray[np.int64]:
        """The sums, int64 of shape (n,)."""
        return _alternating_sums(self._subsets, self._sums)


def hand_masks(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The cards of each hand as a 52-bit set, shape (k,)."""
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=-1)
    return masks


@kernel
def _count_disjoint(
    masks: NDArray[np.uint64],
    starts: NDArray[np.int64],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Fill counts (rows, columns); any hand of a class stands for it as a row."""
    for a in range(len(rows)):
        mine = masks[starts[rows[a]]]
        for b in range(len(columns)):
            for h in range(starts[columns[b]], starts[columns[b] + 1]):
                if mine & masks[h] == 0:
                    counts[a, b] += 1


@kernel
def _subset_number(
    positions: NDArray[np.uint8], subset: int, choose: NDArray[np.int64], offsets: NDArray[np.int64]
) -> int:
    """Number of a subset (bit mask over the positions, ascending) of a hand among all card sets."""
    size, number = 0, 0
    for k in range(len(positions)):
        if subset >> k & 1:
            size += 1
            number += choose[positions[k], size]
    return offsets[size] + number


@kernel
def _subset_numbers(
    hands: NDArray[np.uint8], choose: NDArray[np.int64], offsets: NDArray[np.int64]
) -> NDArray[np.int64]:
    n_subsets = 1 << hands.shape[1]
    numbers = np.empty((hands.shape[0], n_subsets), dtype=np.int64)
    for h in range(hands.shape[0]):
        for subset in range(n_subsets):
            numbers[h, subset] = _subset_number(hands[h], subset, choose, offsets)
    return numbers


@kernel
def _add_hands(
    hands: NDArray[np.uint8],
    starts: NDArray[np.int64],
    classes: NDArray[np.int64],
    amounts: NDArray[np.int64],
    choose: NDArray[np.int64],
    offsets: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Add the amounts to the sums of all subsets of all hands of the classes."""
    for a in range(len(classes)):
        for h in range(starts[classes[a]], starts[classes[a] + 1]):
            for subset in range(1 << hands.shape[1]):
                sums[_subset_number(hands[h], subset, choose, offsets)] += amounts[a]


@kernel
def _alternating_sums(subsets: NDArray[np.int64], sums: NDArray[np.int64]) -> NDArray[np.int64]:
    totals = np.zeros(subsets.shape[0], dtype=np.int64)
    for i in range(subsets.shape[0]):
        for subset in range(subsets.shape[1]):
            bits, sign = subset, 1
            while bits:
                bits &= bits - 1
                sign = -sign
            totals[i] += sign * sums[subsets[i, subset]]
    return totals
