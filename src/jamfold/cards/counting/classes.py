"""Hand classes: hands that differ by a permutation of the suits only.

The representative of a class is its greatest hand when the cards of a hand
are written from high to low (by rank, then by suit s > h > d > c) and hands
are compared card by card: ``AsKs`` and ``AsKh``, ``AsQh6s6d``.

Class ids number the representatives from high to low, by ranks first and by
the cards themselves second.  Hold'em: 0 ``AsAh``, 1 ``AsKs``, 2 ``AsKh``, ...,
168 ``2s2h``.  Omaha: 0 ``AsAhAdAc``, ..., 16,431 ``2s2h2d2c``.  The order is
part of the table format and does not change between versions.

The greatest hand is found suit by suit: write the ranks held in each suit as a
binary number, sort the four numbers, and give the largest to spades.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_CARDS, N_SUITS, Card, format_cards, high_to_low, parse_cards
from jamfold.cards.counting.combinations import set_summands
from jamfold.cards.games import Game
from jamfold.core.arrays import IntArray
from jamfold.core.errors import ClassError

ClassId = NewType("ClassId", int)

_RANK_BITS = 4
_CARD_BITS = 6
_SUIT_BITS = 16
_PLACES = [_SUIT_BITS * (card % N_SUITS) + card // N_SUITS for card in range(N_CARDS)]
"""The bit of every card among four suit sets."""
_CARD_SETS = np.array([1 << card for card in range(N_CARDS)], dtype=np.uint64)
_SUIT_SETS = np.array([1 << place for place in _PLACES], dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class HandClasses:
    """All hands of a game and the classes they form."""

    deck: tuple[Card, ...]
    """The cards of the deck, ascending."""
    representatives: NDArray[np.uint8]
    """uint8, shape (n, hole_cards): the class's greatest hand, high to low."""
    sizes: IntArray
    """int64, shape (n,): hands in the class (c in the formulas)."""
    hands: NDArray[np.uint8]
    """uint8, shape (K1, hole_cards): every hand, cards ascending, sorted by class."""
    starts: IntArray
    """int64, shape (n + 1,): class i is ``hands[starts[i]:starts[i + 1]]``."""
    class_of: NDArray[np.int32]
    """int32, shape (K1,): the class of a hand, by `hand_indices`."""

    @property
    def n(self) -> int:
        return len(self.sizes)

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """The cards of every hand as a 52-bit set: uint64, shape (K1,), by the rows of ``hands``."""
        return hand_masks(self.hands)

    @cached_property
    def row_of_hand(self) -> IntArray:
        """The row of ``hands`` by `hand_indices`: int64, shape (K1,)."""
        rows = np.empty(len(self.hands), dtype=np.int64)
        rows[hand_indices(self.hands, self.deck)] = np.arange(len(self.hands))
        return rows

    @property
    def hole_cards(self) -> int:
        return int(self.hands.shape[1])

    def index(self, hand: str | Iterable[int]) -> ClassId:
        """The class of a hand, given as text or as card ids.

        Raises CardError if the text is no list of cards or a card occurs twice; ClassError if the number of
        cards is wrong or a card is not in the deck.
        """
        cards = high_to_low(parse_cards(hand) if isinstance(hand, str) else hand)
        if not all(0 <= card < N_CARDS for card in cards):
            raise ClassError(f"{[int(card) for card in cards]} are not all card numbers 0 to {N_CARDS - 1}.")
        text = hand if isinstance(hand, str) else format_cards(cards)
        if len(cards) != self.hole_cards:
            raise ClassError(
                f"'{text[:60]}' has {len(cards)} cards. A hand in this game has {self.hole_cards}."
            )
        if len(set(cards)) < len(cards):
            raise ClassError(f"'{text[:60]}' has a card twice.")
        for card in cards:
            if card not in self.deck:
                raise ClassError(f"The card {format_cards([card])} in '{text[:60]}' is not in the deck.")
        ascending = np.array(cards[::-1], dtype=np.uint8)[None, :]
        return ClassId(int(self.class_of[hand_indices(ascending, self.deck)[0]]))

    def check(self, class_id: int) -> ClassId:
        """The id itself. Raises ClassError if it is not in 0..n-1."""
        if not 0 <= class_id < self.n:
            raise ClassError(f"There is no class {str(class_id)[:20]}: ids run from 0 to {self.n - 1}.")
        return ClassId(class_id)

    def name(self, class_id: int) -> str:
        """The representative as text."""
        return format_cards(self.representatives[self.check(class_id)].tolist())

    def combinations(self, class_id: int) -> NDArray[np.uint8]:
        """The hands of a class, shape (size, hole_cards), cards ascending."""
        i = self.check(class_id)
        return self.hands[self.starts[i] : self.starts[i + 1]]

    def suit_patterns(self) -> list[str]:
        """How the cards of each class share suits: ``aabb`` is two suits of two cards each."""
        suits = self.representatives[:, :, None] % N_SUITS == np.arange(N_SUITS)
        keys = np.sort(suits.sum(axis=1), axis=1) @ (self.hole_cards + 1) ** np.arange(N_SUITS)
        _, first, kinds = np.unique(keys, return_index=True, return_inverse=True)
        names = np.array([suit_pattern(cards) for cards in self.representatives[first].tolist()])
        patterns: list[str] = names[kinds].tolist()
        return patterns


def hand_masks(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The cards of each hand as a 52-bit set, shape (k,)."""
    return _united(_CARD_SETS, hands)


def suit_pattern(cards: Sequence[int]) -> str:
    """How cards share suits, most frequent suit first: ``aabc`` for ``AsKsQh2d``."""
    counts = sorted(Counter(card % N_SUITS for card in cards).values(), reverse=True)
    return "".join(letter * count for letter, count in zip("abcdefg", counts, strict=False))


def hand_classes(game: Game) -> HandClasses:
    """The classes of a game's hands; computed once per deck and hand size."""
    return _hand_classes(game.deck, game.hole_cards)


def hand_indices(hands: NDArray[np.uint8], deck: Sequence[int]) -> IntArray:
    """Ranks of hands in the combinatorial number system.

    ``hands`` has shape (..., k) with cards ascending; the deck is a run of
    card ids.  A hand with deck positions d1 < ... < dk has the index
    C(d1, 1) + ... + C(dk, k), which fills 0..C(len(deck), k) - 1.
    """
    k = hands.shape[-1]
    summands = set_summands(len(deck), k)
    total = np.zeros(hands.shape[:-1], dtype=np.int64)
    for i in range(k):
        total += summands[:, i][hands[..., i] - deck[0]]
    return total


@cache
def _hand_classes(deck: tuple[Card, ...], hole_cards: int) -> HandClasses:
    hands = _all_hands(deck, hole_cards)
    suit_sets, kinds = np.unique(_greatest_suit_sets(hands), return_inverse=True)
    cards, keys = _representatives(suit_sets, hole_cards)
    descending = np.argsort(-keys)
    ids = np.empty(len(keys), dtype=np.int64)
    ids[descending] = np.arange(len(keys))
    classes = ids[kinds]
    row_bits = len(hands).bit_length()
    # Class and row as one integer: sorting these takes a quarter of the time of a stable sort by class.
    order = np.sort(classes << row_bits | np.arange(len(hands))) & ((1 << row_bits) - 1)
    class_of = np.empty(len(hands), dtype=np.int32)
    class_of[hand_indices(hands, deck)] = classes
    sizes = np.bincount(classes)
    return HandClasses(
        deck=deck,
        representatives=cards[descending],
        sizes=sizes,
        hands=hands[order],
        starts=np.append(0, np.cumsum(sizes)),
        class_of=class_of,
    )


def _all_hands(deck: tuple[Card, ...], hole_cards: int) -> NDArray[np.uint8]:
    """Every hand, cards ascending, in lexicographic order."""
    hands = np.zeros((1, 0), dtype=np.uint8)
    for size in range(1, hole_cards + 1):
        # Behind a first card are the last rows: those that begin with a higher one.
        counts = [comb(cards, size - 1) for cards in range(len(deck) - 1, size - 2, -1)]
        firsts = np.repeat(np.array(deck[: len(counts)], dtype=np.uint8), counts)
        hands = np.column_stack([firsts, np.concatenate([hands[len(hands) - count :] for count in counts])])
    return hands


def _greatest_suit_sets(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The ranks that each hand's representative holds in every suit: uint64, shape (k,), 16 bits per suit."""
    packed = _united(_SUIT_SETS, hands)
    sets = [(packed >> np.uint64(_SUIT_BITS * suit)).astype(np.uint16) for suit in range(N_SUITS)]
    for i, j in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):  # a sorting network of the four suits
        sets[i], sets[j] = np.minimum(sets[i], sets[j]), np.maximum(sets[i], sets[j])
    return np.stack(sets, axis=1).astype("<u2").view("<u8")[:, 0]


def _representatives(suit_sets: NDArray[np.uint64], hole_cards: int) -> tuple[NDArray[np.uint8], IntArray]:
    """The cards of representatives, high to low, and one integer each, ordered as the ids are (descending).

    The integer packs the ranks, high to low, then the cards.
    """
    bits = np.unpackbits(suit_sets.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    cards = N_CARDS - 1 - np.nonzero(bits[:, _PLACES[::-1]])[1].reshape(-1, hole_cards)
    keys = np.zeros(len(cards), dtype=np.int64)
    for column in (cards // N_SUITS).T:
        keys = (keys << _RANK_BITS) | column
    for column in cards.T:
        keys = (keys << _CARD_BITS) | column
    return cards.astype(np.uint8), keys


def _united(sets: NDArray[np.uint64], hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The union of the sets of the cards of each hand: uint64, shape (...) for hands of shape (..., h)."""
    united = np.zeros(hands.shape[:-1], dtype=np.uint64)
    for cards in np.moveaxis(hands, -1, 0):
        united |= sets[cards]
    return united
