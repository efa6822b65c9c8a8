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
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jamfold.cards.counting.classes import HandClasses
from jamfold.cards.counting.combinations import binomials
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

_FEW_PAIRS = 1 << 18
"""Up to this number of pairs of hands NumPy counts: in less than 1 ms, and loading a kernel takes 100."""


class CardRemoval:
    """The counts p[i, j] of one game's classes, for the solver and for tables."""

    def __init__(self, classes: HandClasses) -> None:
        self.classes = classes
        hole, deck = classes.hole_cards, len(classes.deck)
        self._choose, self._offsets = _numbering(deck, hole)
        self._hands = classes.hands - np.uint8(classes.deck[0])

    @property
    def n_subsets(self) -> int:
        """Card sets of at most a hand's size."""
        return int(self._offsets[-1])

    @property
    def signs(self) -> IntArray:
        """(-1)^|S| for the subsets S of a hand as bit masks, int64 of shape (2**hole_cards,)."""
        return self._subsets[1]

    @cached_property
    def _subsets(self) -> tuple[IntArray, IntArray]:
        # Representatives are written high to low, the numbering wants ascending cards.
        ascending = self.classes.representatives[:, ::-1] - np.uint8(self.classes.deck[0])
        return _subset_numbers(ascending.astype(np.uint8), self._choose, self._offsets)

    def number_subsets(self, hands: NDArray[np.uint8]) -> IntArray:
        """The numbers of all subsets of hands (card ids, ascending): int64, (k, 2**hole_cards)."""
        positions = (hands - np.uint8(self.classes.deck[0])).astype(np.uint8)
        return _subset_numbers(positions, self._choose, self._offsets)[0]

    def new_sum(self) -> ClassSum:
        """A running sum over classes, all weights 0."""
        return ClassSum(self)

    def block(self, rows: Sequence[int] | IntArray, columns: Sequence[int] | IntArray) -> IntArray:
        """The counts p on the given classes, int64 of shape (len(rows), len(columns))."""
        i, j = np.asarray(rows, dtype=np.int64), np.asarray(columns, dtype=np.int64)
        starts, sizes, masks = self.classes.starts, self.classes.sizes[j], self.classes.masks
        hands = int(sizes.sum())
        if 0 < len(i) * hands <= _FEW_PAIRS:
            begins = np.cumsum(sizes) - sizes
            column_masks = masks[np.arange(hands) + np.repeat(starts[j] - begins, sizes)]
            disjoint = masks[starts[i], None] & column_masks == 0  # any hand of a class will do as its row
            return np.add.reduceat(disjoint, begins, axis=1, dtype=np.int64)
        counts = np.zeros((len(i), len(j)), dtype=np.int64)
        _count_disjoint(masks, starts, i, j, counts)
        return counts

    def add_hands(self, classes: IntArray, amounts: IntArray, sums: IntArray) -> None:
        """Add amounts of classes to ``sums``, N(S) by subset number, shape (n_subsets,)."""
        _add_hands(self._hands, self.classes.starts, classes, amounts, self._choose, self._offsets, sums)

    def disjoint_sums(self, sums: IntArray) -> IntArray:
        """The sums over disjoint hands for every class, from N(S): int64 of shape (n,)."""
        return _alternating_sums(*self._subsets, sums)


def number_card_sets(hands: NDArray[np.uint8], n_cards: int, most: int) -> tuple[IntArray, IntArray, int]:
    """All subsets of hands among the sets of at most ``most`` of a deck's cards.

    Parameters
    ----------
    hands
        uint8, shape (k, h): places in the deck, ascending; h is at most ``most``.

    Returns
    -------
    numbers
        int64, shape (k, 2**h): a subset is a bit mask over the hand's cards.
    signs
        int64, shape (2**h,): (-1)^|S|.
    n_sets
        How many sets there are.
    """
    choose, offsets = _numbering(n_cards, most)
    numbers, signs = _subset_numbers(hands, choose, offsets)
    return numbers, signs, int(offsets[-1])


def _numbering(n_cards: int, most: int) -> tuple[IntArray, IntArray]:
    """Binomial coefficients, and where the sets of k cards begin: int64, shape (most + 2,)."""
    choose = binomials(n_cards + 1, most)
    return choose, np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(choose[n_cards])])


class ClassSum:
    """A running sum_j amount_j p[i, j] for all i, in exact integers."""

    def __init__(self, removal: CardRemoval) -> None:
        self._removal = removal
        self._sums = np.zeros(removal.n_subsets, dtype=np.int64)

    def add(self, classes: IntArray, amounts: IntArray) -> None:
        self._removal.add_hands(classes, amounts, self._sums)

    def values(self) -> IntArray:
        """The sums, int64 of shape (n,)."""
        return self._removal.disjoint_sums(self._sums)


@kernel
def _count_disjoint(
    masks: NDArray[np.uint64],
    starts: IntArray,
    rows: IntArray,
    columns: IntArray,
    counts: IntArray,
) -> None:
    """Fill counts (rows, columns); any hand of a class will do as its row."""
    for a in range(len(rows)):
        row_mask = masks[starts[rows[a]]]
        for b in range(len(columns)):
            for h in range(starts[columns[b]], starts[columns[b] + 1]):
                if row_mask & masks[h] == 0:
                    counts[a, b] += 1


@kernel
def _number_subsets(
    hand: NDArray[np.uint8],
    choose: IntArray,
    offsets: IntArray,
    sizes: IntArray,
    numbers: IntArray,
) -> None:
    """Number all subsets of a hand (deck positions, ascending) among all card sets.

    Fills numbers and sizes, shape (2**len(hand),); a subset is a bit mask over
    the hand's cards, and its number that of the subset without its highest card,
    plus one binomial coefficient.
    """
    numbers[0], sizes[0] = 0, 0
    for k in range(len(hand)):
        for lower in range(1 << k):
            subset = lower | 1 << k
            sizes[subset] = sizes[lower] + 1
            numbers[subset] = numbers[lower] + choose[hand[k], sizes[subset]]
    for subset in range(len(numbers)):
        numbers[subset] += offsets[sizes[subset]]


@kernel
def _subset_numbers(
    hands: NDArray[np.uint8], choose: IntArray, offsets: IntArray
) -> tuple[IntArray, IntArray]:
    """The subsets of each hand, shape (hands, 2**cards), and their signs by size, shape (2**cards,)."""
    n_subsets = 1 << hands.shape[1]
    numbers = np.empty((hands.shape[0], n_subsets), dtype=np.int64)
    sizes = np.empty(n_subsets, dtype=np.int64)
    for h in range(hands.shape[0]):
        _number_subsets(hands[h], choose, offsets, sizes, numbers[h])
    return numbers, 1 - 2 * (sizes % 2)


@kernel
def _add_hands(
    hands: NDArray[np.uint8],
    starts: IntArray,
    classes: IntArray,
    amounts: IntArray,
    choose: IntArray,
    offsets: IntArray,
    sums: IntArray,
) -> None:
    """Add the amounts to the sums of all subsets of all hands of the classes."""
    sizes = np.empty(1 << hands.shape[1], dtype=np.int64)
    numbers = np.empty(1 << hands.shape[1], dtype=np.int64)
    for a in range(len(classes)):
        for h in range(starts[classes[a]], starts[classes[a] + 1]):
            _number_subsets(hands[h], choose, offsets, sizes, numbers)
            for subset in range(len(numbers)):
                sums[numbers[subset]] += amounts[a]


@kernel
def _alternating_sums(subsets: IntArray, signs: IntArray, sums: IntArray) -> IntArray:
    totals = np.zeros(subsets.shape[0], dtype=np.int64)
    for i in range(subsets.shape[0]):
        for subset in range(subsets.shape[1]):
            totals[i] += signs[subset] * sums[subsets[i, subset]]
    return totals
