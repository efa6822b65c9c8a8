"""Sets of up to five cards, up to a renaming of the suits.

What a hold is worth does not change when suits are renamed, so all counting
is done once per class: 1, 13, 169, 1,755, 16,432 and 134,459 classes of 0..5
cards of a full deck (Waugh's indexing of isomorphic hands [1]_ finds the same
numbers).  A set is its class's representative when the rank sets of its
suits, read as binary numbers, do not fall from clubs to spades; of two jokers
the card 52 comes first.

Sets are numbered by the combinatorial number system: cards c1 < ... < ck have
number C(c1, 1) + ... + C(ck, k).

.. [1] K. Waugh, A Fast and Optimal Hand Isomorphism Algorithm, 2013.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from jamfold.calculator.videopoker.deck import HAND
from jamfold.cards import N_CARDS
from jamfold.cards.counting.combinations import binomials
from jamfold.core.arrays import IntArray
from jamfold.core.jit import kernel

HOLDS = 1 << HAND
ALL_HELD = HOLDS - 1
_CHOOSE = binomials(64, HAND)


@dataclass(frozen=True)
class CardClasses:
    """Classes of the card sets of one deck; they depend on the number of cards alone."""

    n_cards: int
    """52, 53 or 54."""
    first: IntArray
    """int64, shape (6,): the classes of k = 0..4 cards have the numbers first[k] .. first[k + 1] - 1."""
    numbers: tuple[NDArray[np.int32], ...]
    """Five arrays int32: class number by set number, for sets of 0..4 cards."""
    members: tuple[NDArray[np.int8], ...]
    """Five arrays int8, shape (classes of k cards, k): representatives, ascending."""
    deals: NDArray[np.int8]
    """int8, shape (deal classes, 5): representatives of five cards, highest first."""
    weights: IntArray
    """int64, shape (deal classes,): deals in the class; 4, 12 or 24 with 52 cards."""
    parts: NDArray[np.int32]
    """int32, shape (deal classes, 31): class numbers of what a hold keeps; bit i of the hold is the i-th card
    of the representative."""

    def class_number(self, cards: tuple[int, ...]) -> int:
        ordered = sorted(cards)
        return int(self.numbers[len(cards)][sum(comb(card, i + 1) for i, card in enumerate(ordered))])

    def completions(self, k: int) -> NDArray[np.int32]:
        """Classes of k + 1 cards that follow when one card is added to each class of k < 4 cards.

        Shape (classes of k cards, n_cards - k).
        """
        completions = np.empty((len(self.members[k]), self.n_cards - k), dtype=np.int32)
        _fill_completions(self.members[k], self.n_cards, self.numbers[k + 1], _CHOOSE, completions)
        return completions


@cache
def card_classes(n_cards: int) -> CardClasses:
    """The classes of a deck of 52, 53 or 54 cards; kept in memory once made."""
    members, numbers, first = [], [], [0]
    for k in range(HAND):
        sets = _representatives(n_cards, k)
        table = np.full(comb(n_cards, k), -1, dtype=np.int32)
        _fill_numbers(n_cards, k, sets, first[k], _CHOOSE, table)
        members.append(sets)
        numbers.append(table)
        first.append(first[k] + len(sets))
    deals = np.ascontiguousarray(_representatives(n_cards, HAND)[:, ::-1])
    weights = np.empty(len(deals), dtype=np.int64)
    parts = np.empty((len(deals), HOLDS - 1), dtype=np.int32)
    by_size = tuple(numbers)
    _fill_deals(deals, n_cards - N_CARDS, _CHOOSE, by_size, weights, parts)
    return CardClasses(n_cards, np.array(first), by_size, tuple(members), deals, weights, parts)


def _representatives(n_cards: int, k: int) -> NDArray[np.int8]:
    """Representatives of the classes of k cards, ascending cards, shape (classes, k)."""
    sets = np.empty((comb(n_cards, k) if k < HAND else 1 << 18, k), dtype=np.int8)
    return sets[: _fill_representatives(n_cards, k, sets)].copy()


@kernel
def _suit_sets(cards: IntArray | NDArray[np.int8], k: int, suits: IntArray) -> int:
    """Fill suits (4,) with the rank sets of cards[:k]; returns the number of jokers."""
    suits[:] = 0
    jokers = 0
    for i in range(k):
        if cards[i] < 52:
            suits[cards[i] & 3] |= 1 << (cards[i] >> 2)
        else:
            jokers += 1
    return jokers


@kernel
def _next_set(cards: IntArray, k: int, n_cards: int) -> bool:
    """Step ascending cards[:k] to the set with the next number; False after the last."""
    for i in range(k):
        limit = cards[i + 1] if i + 1 < k else n_cards
        if cards[i] + 1 < limit:
            cards[i] += 1
            for j in range(i):
                cards[j] = j
            return True
    return False


@kernel
def _fill_representatives(n_cards: int, k: int, sets: NDArray[np.int8]) -> int:
    """Write the representatives of k cards into sets, in the order of their numbers; returns how many."""
    cards = np.arange(k + 1)
    suits = np.zeros(4, dtype=np.int64)
    count = 0
    more = True
    while more:
        jokers = _suit_sets(cards, k, suits)
        falls = suits[0] > suits[1] or suits[1] > suits[2] or suits[2] > suits[3]
        if not falls and not (jokers == 1 and cards[k - 1] == 53):
            for i in range(k):
                sets[count, i] = cards[i]
            count += 1
        more = _next_set(cards, k, n_cards)
    return count


@kernel
def _number(cards: IntArray | NDArray[np.int8], k: int, choose: IntArray) -> int:
    """The number of the set of ascending cards[:k]."""
    number = 0
    for i in range(k):
        number += choose[cards[i], i + 1]
    return number


@kernel
def _rename(cards: IntArray, k: int, suits: IntArray, renamed: IntArray) -> None:
    """Write the representative of the class of cards[:k] into renamed[:k], ascending."""
    jokers = _suit_sets(cards, k, suits)
    for i in range(k):
        card = cards[i]
        if card < 52:
            suit = card & 3
            place = 0
            for other in range(4):
                if suits[other] < suits[suit] or (suits[other] == suits[suit] and other < suit):
                    place += 1
            card = (card & ~3) | place
        elif jokers == 1:
            card = 52
        j = i
        while j > 0 and renamed[j - 1] > card:
            renamed[j] = renamed[j - 1]
            j -= 1
        renamed[j] = card


@kernel
def _fill_numbers(
    n_cards: int,
    k: int,
    sets: NDArray[np.int8],
    first: int,
    choose: IntArray,
    table: NDArray[np.int32],
) -> None:
    """Fill table (C(n_cards, k),) with class numbers, those of the representatives in sets from first on."""
    for i in range(len(sets)):
        table[_number(sets[i], k, choose)] = first + i
    cards = np.arange(k + 1)
    renamed = np.zeros(k + 1, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for i in range(len(table)):
        if table[i] < 0:
            _rename(cards, k, suits, renamed)
            table[i] = table[_number(renamed, k, choose)]
        _next_set(cards, k, n_cards)


@kernel
def _fill_completions(
    members: NDArray[np.int8],
    n_cards: int,
    numbers: NDArray[np.int32],
    choose: IntArray,
    completions: NDArray[np.int32],
) -> None:
    """Fill completions (classes, n_cards - k) with the class numbers of every member plus one card."""
    k = members.shape[1]
    for i in range(len(members)):
        column = 0
        for card in range(n_cards):
            below = 0
            is_held = False
            for j in range(k):
                is_held = is_held or members[i, j] == card
                below += members[i, j] < card
            if is_held:
                continue
            number = choose[card, below + 1]
            for j in range(k):
                number += choose[members[i, j], j + 1 + (j >= below)]
            completions[i, column] = numbers[number]
            column += 1


@kernel
def _fill_deals(
    deals: NDArray[np.int8],
    jokers: int,
    choose: IntArray,
    numbers: tuple[NDArray[np.int32], ...],
    weights: IntArray,
    parts: NDArray[np.int32],
) -> None:
    """Fill weights (deals,) and parts (deals, 31) from deals (deals, 5), highest card first."""
    suits = np.zeros(4, dtype=np.int64)
    cards = np.zeros(5, dtype=np.int64)
    for i in range(len(deals)):
        in_hand = _suit_sets(deals[i], 5, suits)
        same = 1
        weight = 24
        for suit in range(1, 4):
            same = same + 1 if suits[suit] == suits[suit - 1] else 1
            weight //= same
        weights[i] = weight * 2 if jokers == 2 and in_hand == 1 else weight
        for hold in range(31):
            k = 0
            for j in range(4, -1, -1):
                if hold >> j & 1:
                    cards[k] = deals[i, j]
                    k += 1
            parts[i, hold] = numbers[k][_number(cards, k, choose)]
