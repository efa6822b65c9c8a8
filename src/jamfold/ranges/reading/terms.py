"""Terms of generic notation as card patterns: cards, variables, lists, spans, filters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES, SUIT_NAMES, make_card
from jamfold.errors import RangeError
from jamfold.ranges.hand_table import HandTable
from jamfold.ranges.reading.patterns import ALL_CARDS, CardPattern, rank_cards, suit_cards
from jamfold.ranges.reading.syntax import Card, Choice, Item, NamedChoice, Span, Term

SUIT_VARIABLES = "wxyz"
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


def split_card(text: str) -> tuple[str, str]:
    """The rank and the suit of a card as written, either may be empty: ``*x`` is ``("*", "x")``."""
    suit = text[-1].lower() if text[-1].lower() in SUIT_NAMES + SUIT_VARIABLES else ""
    return text[: len(text) - len(suit)].upper().replace("10", "T"), suit


def patterns_of(term: Term, table: HandTable, text: str) -> tuple[CardPattern, ...]:
    """The patterns of a term; ``text`` is how it was written.

    Raises
    ------
    RangeError
        If it has more cards than a hand, a card twice, or a rank that the deck lacks.
    """
    if len(term.cards) > table.game.hole_cards:
        raise RangeError(
            f"'{text}' has {len(term.cards)} cards: a hand of {table.game.title} has {table.game.hole_cards}."
        )
    plain = [split_card(card) for card in term.cards if isinstance(card, str)]
    exact = [word for word in plain if word[0] in RANK_NAMES and word[1] in SUIT_NAMES and all(word)]
    for word in exact:
        if exact.count(word) > 1:
            raise RangeError(f"The card {''.join(word)} stands twice in '{text}'.")
    named_ranks = sum(rank_cards(table.rank(rank, text)) for rank in {r for r, _ in plain} if _is_rank(rank))
    named_suits = sum(suit_cards(SUIT_NAMES.index(suit)) for suit in {s for _, s in plain} if _is_suit(suit))
    found = []
    for card in term.cards:
        pattern = _pattern(card, table, text)
        cards = pattern.cards
        cards &= ~named_ranks if pattern.rank_variable else ALL_CARDS
        cards &= ~named_suits if pattern.suit_variable else ALL_CARDS
        found.append(CardPattern(cards, pattern.rank_variable, pattern.suit_variable))
    return tuple(sorted(found))


def _is_rank(name: str) -> bool:
    return bool(name) and name in RANK_NAMES


def _is_suit(name: str) -> bool:
    return bool(name) and name in SUIT_NAMES


def _pattern(card: Card, table: HandTable, text: str) -> CardPattern:
    if isinstance(card, str):
        rank, suit = split_card(card)
        cards = rank_cards(table.rank(rank, text)) if _is_rank(rank) else ALL_CARDS
        variable = "" if _is_rank(rank) or rank in ("", "*") else rank
        return _with_suit(cards, variable, suit)
    if isinstance(card, NamedChoice):
        ranks = [RANK_NAMES.index(name) for name in LISTS["$" + card.name[1:].upper()]]
        cards = sum(rank_cards(rank) for rank in ranks if rank >= table.game.lowest_rank)
        return _with_suit(cards, "", card.suit.lower())
    cards = 0
    for item in card.items:
        cards |= _item_cards(item, table, text)
    return _with_suit(cards, "", card.suit.lower())


def _with_suit(cards: int, rank_variable: str, suit: str) -> CardPattern:
    if _is_suit(suit):
        return CardPattern(cards & suit_cards(SUIT_NAMES.index(suit)), rank_variable)
    return CardPattern(cards, rank_variable, suit)


def _item_cards(item: Item, table: HandTable, text: str) -> int:
    """The cards of one entry of a list."""
    (rank, suit), (last, last_suit) = split_card(item.first), split_card(item.last)
    if suit != last_suit or (suit and suit in SUIT_VARIABLES) or not (_is_rank(rank) or rank == "" != suit):
        raise RangeError(
            f"'{item.first}' in '{text}' is nothing for a list: ranks, suits, cards or rank spans."
        )
    if item.first != item.last and not (_is_rank(rank) and _is_rank(last)):
        raise RangeError(f"'{item.first}-{item.last}' in '{text}' is no span of ranks.")
    cards = ALL_CARDS
    if rank:
        low, high = sorted(table.rank(name, text) for name in (rank, last))
        cards = sum(rank_cards(r) for r in range(low, high + 1))
    return cards & (suit_cards(SUIT_NAMES.index(suit)) if suit else ALL_CARDS)


def slide(span: Span, table: HandTable, text: str) -> Iterator[Term]:
    """The terms of a span; ``text`` is how it was written.

    Raises
    ------
    RangeError
        If there is no rank to slide, or the ends have not the same shape.
    """
    ranks = [_sliding_rank(card, table, text) for card in span.first.cards]
    moving = [rank for rank in ranks if rank is not None]
    if not moving:
        raise RangeError(f"There is no rank to slide in '{text}'.")
    if span.last is None:
        steps = table.top - max(moving) if span.direction > 0 else int(table.game.lowest_rank) - min(moving)
    else:
        steps = _distance(span.first, span.last, table, text)
    for step in range(0, steps + (1 if steps >= 0 else -1), 1 if steps >= 0 else -1):
        yield Term(tuple(_moved(card, step) for card in span.first.cards), 0, 0)


def _sliding_rank(card: Card, table: HandTable, text: str) -> int | None:
    if isinstance(card, Choice | NamedChoice):
        raise RangeError(f"A list cannot slide: '{text}'.")
    name = split_card(card)[0]
    return int(table.rank(name, text)) if _is_rank(name) else None


def _moved(card: Card, step: int) -> Card:
    rank, suit = split_card(str(card))
    return RANK_NAMES[RANK_NAMES.index(rank) + step] + suit if _is_rank(rank) else card


def _distance(first: Term, last: Term, table: HandTable, text: str) -> int:
    """Ranks from one end of a span to the other."""
    steps = set()
    same = len(first.cards) == len(last.cards)
    for card, other in zip(first.cards, last.cards, strict=False):
        a, b = _sliding_rank(card, table, text), _sliding_rank(other, table, text)
        (rank, suit), (other_rank, other_suit) = split_card(str(card)), split_card(str(other))
        same &= suit == other_suit and (a is None) == (b is None)
        if a is None or b is None:
            same &= rank == other_rank
        else:
            steps.add(b - a)
    if not same or len(steps) > 1:
        raise RangeError(
            f"The ends of '{text}' have not the same shape: every rank moves by the same distance."
        )
    return steps.pop()


@cache
def filter_classes(name: str, table: HandTable) -> NDArray[np.bool_]:
    """The classes that pass a filter such as ``$ds``, bool of shape (n,).

    Raises
    ------
    RangeError
        If no hand of the game can.
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
