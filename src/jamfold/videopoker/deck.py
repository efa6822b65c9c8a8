"""The deck of a video-poker machine: 52 cards and up to two jokers, some of them wild.

Cards are those of `jamfold.cards`; the jokers are the cards 52 and 53 and are
always wild.  Which joker is which makes no difference to any result.

>>> deck = Deck(jokers=1, deuces_wild=False)
>>> parse_deal("Ah Kh Joker 2c 2d", deck)
(50, 46, 52, 0, 1)
>>> format_deal((50, 46, 52))
'Ah Kh Joker'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, lcm

from jamfold.cards import N_CARDS, N_SUITS, Card, format_cards, parse_cards
from jamfold.errors import CardError

HAND = 5
MAX_JOKERS = 2
JOKER_NAME = "Joker"
_JOKER = re.compile(r"(jokers?|jkr?|jo)(?![a-z])", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Deck:
    """What is dealt from, and which cards are wild."""

    jokers: int
    """0, 1 or 2."""
    deuces_wild: bool
    """Whether the four deuces are wild too."""

    @property
    def n_cards(self) -> int:
        """Cards in the deck: 52, 53 or 54."""
        return N_CARDS + self.jokers

    @property
    def n_deals(self) -> int:
        """Five-card deals: 2,598,960 from 52 cards."""
        return comb(self.n_cards, HAND)

    @property
    def has_wild(self) -> bool:
        return self.deuces_wild or self.jokers > 0

    @cached_property
    def draws(self) -> tuple[int, ...]:
        """Ways to draw j = 0..5 cards from what the deal leaves: 1, 47, 1,081 ... from 52 cards."""
        return tuple(comb(self.n_cards - HAND, j) for j in range(HAND + 1))

    @cached_property
    def unit(self) -> int:
        """The least common multiple of `draws`: every EV times this is an integer when pays are."""
        return lcm(*self.draws)

    def is_wild(self, card: int) -> bool:
        return card >= N_CARDS or (self.deuces_wild and card < N_SUITS)

    @property
    def text(self) -> str:
        """The deck in words."""
        jokers = ("", ", one joker", ", two jokers")[self.jokers]
        return f"{self.n_cards} cards{jokers}{', deuces wild' if self.deuces_wild else ''}"


def hold_masks() -> tuple[int, ...]:
    """The 32 holds of a deal written high to low, the one to take first when several are equally good.

    More cards come before fewer, then higher cards before lower ones.  Bit i
    is the i-th card of the deal.
    """
    sizes = range(HAND, -1, -1)
    return tuple(sum(1 << i for i in chosen) for size in sizes for chosen in combinations(range(HAND), size))


def parse_deal(text: str, deck: Deck, size: int | None = HAND) -> tuple[Card, ...]:
    """Cards of a deal as written, in the written order; a joker is ``Joker``, ``Jkr``, ``Jk`` or ``Jo``.

    Raises CardError if a part of the text is no card of the deck, a card stands twice, or there are not
    `size` cards (None: any number).
    """
    cards: list[Card] = []
    for part in re.split(r"[\s,]+", text):
        position = 0
        for match in _JOKER.finditer(part):
            cards += [*parse_cards(part[position : match.start()]), Card(N_CARDS + _jokers_in(cards))]
            position = match.end()
        cards += parse_cards(part[position:])
    if _jokers_in(cards) > deck.jokers:
        jokers = ("no joker", "one joker", "two jokers")[deck.jokers]
        raise CardError(f"There are more jokers in '{text[:60]}' than in the deck, which has {jokers}.")
    for card in cards:
        if cards.count(card) > 1:
            raise CardError(f"The card {format_deal([card])} stands twice in '{text[:60]}'.")
    if size is not None and len(cards) != size:
        raise CardError(f"A deal has {size} cards, and '{text[:60]}' has {len(cards)}.")
    return tuple(cards)


def format_deal(cards: Iterable[Card | int], separator: str = " ") -> str:
    """Cards as text, in the given order."""
    return separator.join(JOKER_NAME if card >= N_CARDS else format_cards([card]) for card in cards)


def _jokers_in(cards: Iterable[int]) -> int:
    return sum(card >= N_CARDS for card in cards)
