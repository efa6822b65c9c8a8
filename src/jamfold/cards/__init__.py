"""Cards as integers and as text: the one place where the convention is defined.

A card is an integer 0..51, ``card = 4 * rank + suit``, with ranks 0..12 for
2..A and suits 0..3 for clubs, diamonds, hearts, spades:

>>> parse_cards("2c As")
(0, 51)
>>> format_cards((51, 46))
'AsKh'

Games with a stripped deck use the same numbers and leave some out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NewType

from jamfold.core.errors import CardError

Card = NewType("Card", int)
Rank = NewType("Rank", int)
Suit = NewType("Suit", int)

RANK_NAMES = "23456789TJQKA"
SUIT_NAMES = "cdhs"
N_RANKS = len(RANK_NAMES)
N_SUITS = len(SUIT_NAMES)
N_CARDS = N_RANKS * N_SUITS

_ACE_TO_TWO = RANK_NAMES[::-1]
_SUIT_SIGNS = str.maketrans("♣♦♥♠♧♢♡♤", SUIT_NAMES * 2)
_TOKEN = re.compile(r"(10|[2-9TJQKA])([cdhs])", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,]+")


def make_card(rank: Rank | int, suit: Suit | int) -> Card:
    """The card of a rank 0..12 and a suit 0..3."""
    return Card(N_SUITS * rank + suit)


def rank_of(card: Card | int) -> Rank:
    """The rank 0..12 (2..A) of a card."""
    return Rank(card // N_SUITS)


def suit_of(card: Card | int) -> Suit:
    """The suit 0..3 (c, d, h, s) of a card."""
    return Suit(card % N_SUITS)


@cache
def deck_from(lowest_rank: Rank | int) -> tuple[Card, ...]:
    """The cards of a deck without the ranks below one, ascending."""
    return tuple(Card(card) for card in range(N_SUITS * lowest_rank, N_CARDS))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards as written, in the written order.

    Accepts ``6h Qd 6c Ac``, ``6hQd6cAc``, ``6h,Qd,6c,Ac``, ``6♥Q♦6♣A♣``, either
    case, ten as ``T`` or ``10``.  Raises CardError if some part of the text is no card, or a card occurs
    twice.
    """
    cards: list[Card] = []
    for chunk in filter(None, _SEPARATORS.split(text.translate(_SUIT_SIGNS).replace("\ufe0f", ""))):
        position = 0
        while position < len(chunk):
            match = _TOKEN.match(chunk, position)
            if match is None:
                raise CardError(
                    f"'{chunk[position:][:20]}' in '{text[:60]}' is not a card. "
                    f"Write a rank ({_ACE_TO_TWO}, or 10) and a suit (s h d c), such as Qd."
                )
            rank, suit = match[1].upper().replace("10", "T"), match[2].lower()
            card = make_card(RANK_NAMES.index(rank), SUIT_NAMES.index(suit))
            if card in cards:
                raise CardError(f"The card {format_cards([card])} appears twice in '{text[:60]}'.")
            cards.append(card)
            position = match.end()
    return tuple(cards)


def format_cards(cards: Iterable[Card | int], separator: str = "") -> str:
    """Cards as text, in the given order: ``AsKh``."""
    return separator.join(RANK_NAMES[card // N_SUITS] + SUIT_NAMES[card % N_SUITS] for card in cards)


def high_to_low(cards: Iterable[Card | int]) -> tuple[Card, ...]:
    """Cards sorted by rank, then by suit (s h d c), highest first."""
    return tuple(Card(card) for card in sorted(cards, reverse=True))


def card_mask(cards: Sequence[Card | int]) -> int:
    """The set of cards as a 52-bit integer, bit i for card i."""
    return sum(1 << card for card in set(cards))
