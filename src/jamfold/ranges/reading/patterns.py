"""Terms: which hands hold cards of the kinds that a term lists.

A term is a multiset of card patterns.  A hand fits if each pattern can be given
a card of its own such that the card is among the pattern's cards, the same
variable has the same value everywhere, and different variables have different
values.  Named ranks and suits are taken out of the variables' cards beforehand,
so only variables have to be compared.

The search runs over all hands at once: patterns one after the other, each tried
on every free position, with the hands that are still in the running.  A term
that names no suit is decided on the representatives of the classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_CARDS, N_SUITS
from jamfold.core.arrays import BoolArray, IntArray

ALL_CARDS = (1 << N_CARDS) - 1
_ALL_SUITS = (1 << N_SUITS) - 1


@dataclass(frozen=True, order=True)
class CardPattern:
    """One card of a term."""

    cards: int
    """The cards it can be, bit i for card i."""
    rank_variable: str = ""
    suit_variable: str = ""
    """rank_variable, suit_variable: The names of its variables, empty if it has none."""

    @property
    def is_free(self) -> bool:
        """Whether any card will do."""
        return self.cards == ALL_CARDS and not self.rank_variable and not self.suit_variable

    @property
    def names_no_suit(self) -> bool:
        """Whether it stays the same when suits are exchanged."""
        return all(
            (self.cards >> shift) & _ALL_SUITS in (0, _ALL_SUITS) for shift in range(0, N_CARDS, N_SUITS)
        )


def rank_cards(rank: int) -> int:
    return _ALL_SUITS << (N_SUITS * rank)


def suit_cards(suit: int) -> int:
    return sum(1 << card for card in range(suit, N_CARDS, N_SUITS))


def fits(patterns: Sequence[CardPattern], columns: NDArray[np.uint8]) -> BoolArray:
    """The hands that fit.

    Parameters
    ----------
    patterns
        At most as many as a hand has cards.
    columns
        uint8, shape (hole_cards, hands): the cards.

    Returns
    -------
    bool, shape (hands,).
    """
    needed = sorted((p for p in patterns if not p.is_free), key=lambda p: (p.cards.bit_count(), p))
    search = _Search(needed, columns)
    search.extend((), np.arange(columns.shape[1]))
    return search.fitting


class _Search:
    """The assignment of patterns to positions, for many hands at once."""

    def __init__(self, patterns: Sequence[CardPattern], columns: NDArray[np.uint8]) -> None:
        self._patterns = patterns
        self._columns = columns
        bits = np.arange(N_CARDS, dtype=np.uint64)
        self._allowed = [(np.uint64(p.cards) >> bits & np.uint64(1)).astype(bool) for p in patterns]
        self.fitting = np.zeros(columns.shape[1], dtype=bool)

    def extend(self, used: tuple[int, ...], hands: IntArray) -> None:
        """Give the next pattern a card, in all ways, for the hands listed."""
        level = len(used)
        if level == len(self._patterns):
            self.fitting[hands] = True
            return
        # Equal patterns are interchangeable: one order of their positions is enough.
        equal = level > 0 and self._patterns[level] == self._patterns[level - 1]
        for position in range(used[-1] + 1 if equal else 0, len(self._columns)):
            if position in used:
                continue
            hands = hands[~self.fitting[hands]]
            if not len(hands):
                return
            self.extend((*used, position), hands[self._agree(used, position, hands)])

    def _agree(self, used: tuple[int, ...], position: int, hands: IntArray) -> BoolArray:
        """Whether the card at a position fits the next pattern and the variables so far."""
        pattern = self._patterns[len(used)]
        card = self._columns[position][hands]
        agree = self._allowed[len(used)][card]
        for other, where in zip(self._patterns, used, strict=False):
            other_card = self._columns[where][hands]
            if pattern.rank_variable and other.rank_variable:
                same = card // N_SUITS == other_card // N_SUITS
                agree &= same if pattern.rank_variable == other.rank_variable else ~same
            if pattern.suit_variable and other.suit_variable:
                same = card % N_SUITS == other_card % N_SUITS
                agree &= same if pattern.suit_variable == other.suit_variable else ~same
        return np.asarray(agree)
