"""Terms of generic notation as card patterns: cards, variables, lists, spans, filters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from jamfold.arrays import BoolArray
from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES, SUIT_NAMES, make_card
from jamfold.errors import RangeError
from jamfold.ranges.hand_table import HandTable
from jamfold.ranges.reading.patterns import ALL_CARDS, CardPattern, rank_cards, suit_cards
from jamfold.ranges.syntax import SUIT_VARIABLES, Card, Choice, Item, Span, Term, format_card, format_node
from jamfold.shown import plural

RANKS = frozenset(RANK_NAMES)
SUITS = frozenset(SUIT_NAMES)
LISTS = {
    "$B": "AKQJ",
    "$M": "T987",
    "$Z": "65432",
    "$L": "A8765432",
    "$W": "A5432",
    "$R": "AKQJT",
    "$F": "KQJ",
    "$N": "KQJT9",
}
"""The list macros and their ranks."""


def patterns_of(term: Term, table: HandTable) -> tuple[CardPattern, ...]:
    """The patterns of a term.

    Raises RangeError if it has more cards than a hand, a card twice, or a rank that the deck lacks.
    """
    text, hole_cards = format_node(term)[:40], table.game.hole_cards
    if len(term.cards) > hole_cards:
        raise RangeError(
            f"'{text}' has {plural(len(term.cards), 'card')}: a hand of {table.game.title} has {hole_cards}."
        )
    plain = [card for card in term.cards if isinstance(card, Card)]
    for card in plain:
        if card.rank in RANKS and card.suit in SUITS and plain.count(card) > 1:
            raise RangeError(f"The card {format_card(card)} stands twice in '{text}'.")
    named_ranks = sum(rank_cards(table.rank(rank, text)) for rank in {card.rank for card in plain} & RANKS)
    named_suits = sum(suit_cards(SUIT_NAMES.index(suit)) for suit in {card.suit for card in plain} & SUITS)
    patterns = []
    for one in term.cards:
        pattern = _pattern(one, table, text)
        cards = pattern.cards
        cards &= ~named_ranks if pattern.rank_variable else ALL_CARDS
        cards &= ~named_suits if pattern.suit_variable else ALL_CARDS
        patterns.append(CardPattern(cards, pattern.rank_variable, pattern.suit_variable))
    return tuple(sorted(patterns))


def _pattern(card: Card | Choice, table: HandTable, text: str) -> CardPattern:
    variable = ""
    if isinstance(card, Choice):
        cards = 0
        for item in card.items:
            cards |= _item_cards(item, table, text)
    elif card.rank in LISTS:
        ranks = [RANK_NAMES.index(name) for name in LISTS[card.rank]]
        cards = sum(rank_cards(rank) for rank in ranks if rank >= table.game.lowest_rank)
    elif card.rank in RANKS:
        cards = rank_cards(table.rank(card.rank, text))
    else:
        cards, variable = ALL_CARDS, card.rank.strip("*")
    if card.suit in SUITS:
        return CardPattern(cards & suit_cards(SUIT_NAMES.index(card.suit)), variable)
    return CardPattern(cards, variable, card.suit)


def _item_cards(item: Item, table: HandTable, text: str) -> int:
    first, last = item
    if first.suit != last.suit or first.suit in {*SUIT_VARIABLES} or first.rank not in RANKS | {""}:
        raise RangeError(
            f"'{format_card(first)}' in '{text}' is nothing for a list: ranks, suits, cards or rank spans."
        )
    if first != last and not {first.rank, last.rank} <= RANKS:
        raise RangeError(f"'{format_card(first)}-{format_card(last)}' in '{text}' is no span of ranks.")
    cards = suit_cards(SUIT_NAMES.index(first.suit)) if first.suit else ALL_CARDS
    if first.rank:
        low, high = sorted(table.rank(card.rank, text) for card in item)
        cards &= sum(rank_cards(rank) for rank in range(low, high + 1))
    return cards


def slide(span: Span, table: HandTable) -> Iterator[Term]:
    """The terms of a span.

    Raises RangeError if there is no rank to slide, or the ends have not the same shape.
    """
    text = format_node(span)[:40]
    ranks = [_sliding_rank(card, table, text) for card in span.first.cards]
    moving = [rank for rank in ranks if rank is not None]
    if not moving:
        raise RangeError(f"There is no rank to slide in '{text}'.")
    if span.last is not None:
        steps = _distance(span.first, span.last, table, text)
    elif span.direction > 0:
        steps = N_RANKS - 1 - max(moving)
    else:
        steps = int(table.game.lowest_rank) - min(moving)
    sign = 1 if steps >= 0 else -1
    for step in range(0, steps + sign, sign):
        yield Term(tuple(_moved(card, step) for card in span.first.cards))


def _sliding_rank(card: Card | Choice, table: HandTable, text: str) -> int | None:
    if isinstance(card, Choice) or card.rank in LISTS:
        raise RangeError(f"A list cannot slide: '{text}'.")
    return int(table.rank(card.rank, text)) if card.rank in RANKS else None


def _moved(card: Card | Choice, step: int) -> Card | Choice:
    if isinstance(card, Card) and card.rank in RANKS:
        return Card(RANK_NAMES[RANK_NAMES.index(card.rank) + step], card.suit)
    return card


def _distance(first: Term, last: Term, table: HandTable, text: str) -> int:
    """Ranks from one end of a span to the other."""
    steps = set()
    same = len(first.cards) == len(last.cards)
    for card, other in zip(first.cards, last.cards, strict=False):
        a, b = _sliding_rank(card, table, text), _sliding_rank(other, table, text)
        if a is None or b is None:
            same &= card == other
        else:
            same &= card.suit == other.suit
            steps.add(b - a)
    if not same or len(steps) > 1:
        raise RangeError(
            f"The ends of '{text}' have not the same shape: every rank moves by the same distance."
        )
    return steps.pop()


@cache
def filter_classes(name: str, table: HandTable) -> BoolArray:
    """The classes that pass a filter such as ``$ds``, bool of shape (n,).

    Raises RangeError if no hand of the game can.
    """
    hole, cards = table.game.hole_cards, table.classes.representatives
    ranks = np.sort(cards // N_SUITS, axis=1).astype(np.int64)
    rank_counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(N_RANKS)], axis=1)
    pairs_of_suits = [(cards % N_SUITS == suit).sum(axis=1) for suit in range(N_SUITS)]
    suit_counts = np.sort(np.stack(pairs_of_suits, axis=1), axis=1)[:, ::-1]
    word = name[1:].lower()
    if word == "np":
        return np.asarray(rank_counts.max(axis=1) < 2)
    if word == "nt":
        return np.asarray(rank_counts.max(axis=1) < 3)
    if word.endswith("g"):
        gaps = ranks[:, -1] - ranks[:, 0] - (hole - 1)
        return np.asarray((rank_counts.max(axis=1) < 2) & (gaps == int(word[0])))
    wanted = [2, 2, *[1] * (hole - 4)] if word == "ds" else [2, *[1] * (hole - 2)]
    if sum(wanted) > hole:
        raise RangeError(f"'{name}' needs four cards: a hand of {table.game.title} has {hole}.")
    if len(wanted) > N_SUITS:
        raise RangeError(
            f"'{name}' has no hand in {table.game.title}: with {hole} cards more suits come twice."
        )
    wanted += [0] * (N_SUITS - len(wanted))
    return np.asarray((suit_counts == np.array(wanted)).all(axis=1))


def exact_hand(patterns: tuple[CardPattern, ...], hole_cards: int) -> tuple[list[int], bool] | None:
    """The only hand, or the only class's hand, that a full term describes: cards ascending, is it a class.

    None where there is no such hand, also where two patterns allow the same single card.
    """
    if len(patterns) < hole_cards:
        return None
    cards = {pattern.cards.bit_length() - 1 for pattern in patterns}
    if all(pattern.cards.bit_count() == 1 for pattern in patterns):
        return (sorted(cards), False) if len(cards) == hole_cards else None
    cards = set()
    for pattern in patterns:
        rank = (pattern.cards.bit_length() - 1) // N_SUITS
        if not pattern.suit_variable or pattern.cards != rank_cards(rank):
            return None
        cards.add(int(make_card(rank, SUIT_VARIABLES.index(pattern.suit_variable))))
    return (sorted(cards), True) if len(cards) == hole_cards else None


def full_ranks(patterns: tuple[CardPattern, ...], hole_cards: int) -> tuple[int, ...] | None:
    """The ranks, high to low, of a term that names the rank of every card and no suit."""
    ranks = [(pattern.cards.bit_length() - 1) // N_SUITS for pattern in patterns]
    if len(patterns) < hole_cards or any(
        pattern.cards != rank_cards(rank) for pattern, rank in zip(patterns, ranks, strict=True)
    ):
        return None
    return tuple(sorted(ranks, reverse=True))
