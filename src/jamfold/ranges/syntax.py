"""Generic notation as a tree, and the one printer of it.

The reader makes these trees from texts and the writer makes them from hands.
`format_node` alone knows which operator binds closer and where parentheses
stand, so that a printed tree reads back as the same hands.

>>> queens = Term((Card("Q"), Card("Q")))
>>> rainbow = Term((Card("", "w"), Card("", "x"), Card("", "y"), Card("", "z")))
>>> format_node(Without((queens, Both((Term((Card("K"),)), rainbow)))))
'QQ!(K:wxyz)'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from jamfold.cards import SUIT_NAMES

SUIT_VARIABLES = "wxyz"


class Card(NamedTuple):
    """A card of a term; rank or suit may be empty."""

    rank: str
    """A rank, ``*``, a variable, or a list macro ``$B``; capital letters."""
    suit: str = ""
    """A suit or a variable; a small letter."""


class Item(NamedTuple):
    """One entry of a list: a card, or a span of cards."""

    first: Card
    last: Card


class Choice(NamedTuple):
    """A list ``[A,K-J]x``: its entries and the suit behind it, if any."""

    items: tuple[Item, ...]
    suit: str = ""


class Term(NamedTuple):
    """Cards side by side."""

    cards: tuple[Card | Choice, ...]


class Span(NamedTuple):
    """A term that slides to another, or (without one) up to the aces or down to the lowest rank."""

    first: Term
    last: Term | None
    direction: int = 0


class Percent(NamedTuple):
    """The best share of hands, or a slice, as written."""

    shares: tuple[str, ...]


class Everything(NamedTuple):
    """All hands."""


class Either(NamedTuple):
    """Hands in one of the parts."""

    parts: tuple[Node, ...]


class Both(NamedTuple):
    """Hands in all parts."""

    parts: tuple[Node, ...]


class Without(NamedTuple):
    """Hands in the first part and in no other."""

    parts: tuple[Node, ...]


class Filtered(NamedTuple):
    """Hands of the source that pass the filters ``$ds`` ..."""

    source: Node
    filters: tuple[str, ...]


Node = Term | Span | Percent | Everything | Either | Both | Without | Filtered


class Part(NamedTuple):
    """A part of a whole range, with its weight ``@50`` as written, if any."""

    node: Node
    weight: str = ""


NOTHING = Without((Everything(), Everything()))
"""No hand at all."""

_EITHER, _BOTH, _WITHOUT, _FILTERED, _SOURCE = range(5)
"""What binds closer has the greater number."""


def format_parts(parts: Iterable[Part]) -> str:
    """A whole range as text."""
    return ",".join(format_node(part.node, _BOTH) + part.weight for part in parts)


def format_node(node: Node, level: int = _EITHER) -> str:
    """A tree as text, in parentheses where it binds less closely than ``level`` asks for."""
    match node:
        case Either(parts):
            own, text = _EITHER, ",".join(format_node(part, _BOTH) for part in parts)
        case Both(parts):
            own, text = _BOTH, ":".join(format_node(part, _WITHOUT) for part in parts)
        case Without(parts):
            own, text = _WITHOUT, "!".join(format_node(part, _FILTERED) for part in parts)
        case Filtered(source, filters):
            before = "" if source == Everything() else format_node(source, _SOURCE)
            own, text = _FILTERED, before + "".join(filters)
        case _:
            own, text = _SOURCE, _format_source(node)
    return text if own >= level else f"({text})"


def _format_source(node: Term | Span | Percent | Everything) -> str:
    if isinstance(node, Term):
        return _format_term(node)
    if isinstance(node, Percent):
        return "-".join(node.shares)
    if isinstance(node, Everything):
        return "*"
    if node.last is None:
        return _format_term(node.first) + ("+" if node.direction > 0 else "-")
    return f"{_format_term(node.first)}-{_format_term(node.last)}"


def _format_term(term: Term) -> str:
    """The cards side by side; bare suits first where one would go to the card before it."""
    bare = [isinstance(card, Card) and not card.rank for card in term.cards]
    cards = term.cards
    if any(is_bare and not before.suit for before, is_bare in zip(cards, bare[1:], strict=False)):
        cards = tuple(cards[i] for i in sorted(range(len(cards)), key=lambda i: not bare[i]))
    return "".join(format_card(card) for card in cards)


def format_card(card: Card | Choice) -> str:
    if isinstance(card, Card):
        return card.rank + card.suit
    items = (format_card(a) if a == b else f"{format_card(a)}-{format_card(b)}" for a, b in card.items)
    return f"[{','.join(items)}]{card.suit}"


def parse_card(word: str) -> Card:
    """The card of a word such as ``10s``, ``*x``, ``R`` or ``h``, in either case."""
    suit = word[-1].lower() if word[-1].lower() in SUIT_NAMES + SUIT_VARIABLES else ""
    return Card(word[: len(word) - len(suit)].upper().replace("10", "T"), suit)
