"""What a text in generic notation probably did not mean: it is read as it stands, with a warning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from jamfold.games import Game
from jamfold.ranges.reading.grammar import shorten
from jamfold.ranges.reading.terms import RANKS
from jamfold.ranges.syntax import (
    SUIT_VARIABLES,
    Both,
    Card,
    Either,
    Filtered,
    Node,
    Part,
    Span,
    Term,
    Without,
    format_card,
    format_node,
)

_BLANK = re.compile(r"[\w*\]]\s+[\w*\[]")
"""A blank between two cards."""
_CLEAR = re.compile(r"(?:(?:10|[2-9TJQKA])[shdc]|[\s+-])+|.*%.*", re.IGNORECASE)
"""Written hands and percentages, which may hold blanks."""


def traps(text: str, parts: Iterable[Part], game: Game) -> Iterator[str]:
    """Sentences about blanks, suits and "any cards" as they are written elsewhere."""
    for piece in dict.fromkeys(re.split(r"[,:!()@]", text)):
        if _BLANK.search(piece) and not _CLEAR.fullmatch(piece):
            yield f"A space does not separate: '{shorten(piece)}' is one term; write a comma for 'or'."
    for part in parts:
        for term in dict.fromkeys(_terms(part.node)):
            yield from _of_term(term, game.hole_cards)


def _terms(node: Node) -> Iterator[Term]:
    match node:
        case Term():
            yield node
        case Span(first):
            yield first
        case Filtered(source):
            yield from _terms(source)
        case Either(parts) | Both(parts) | Without(parts):
            for part in parts:
                yield from _terms(part)


def _of_term(term: Term, hole_cards: int) -> Iterator[str]:
    """Traps behind named ranks without suits: AKs, AKo, AAxx."""
    cards = [card if isinstance(card, Card) else Card("[]") for card in term.cards]
    named = list(takewhile(lambda card: card.rank in RANKS and not card.suit, cards))
    if not named or named == cards:
        return
    ranks, (last, *others) = "".join(card.rank for card in named), cards[len(named) :]
    text = f"In generic notation '{format_node(term)}' asks for"
    suits = "".join(card.suit for card in cards)
    if last.rank in RANKS and last.suit == "s" and not others:
        suited = "".join(rank + "x" for rank in ranks + last.rank)
        yield f"{text} the card {format_card(last)}; suited is {suited}."
    elif last == Card("O") and len(named) == 2 and not others:
        yield f"{text} a third card of another rank; offsuit is {ranks[0]}x{ranks[1]}y."
    elif (
        last.rank in RANKS
        and {card.rank for card in others} == {""}
        and {*suits} <= {*SUIT_VARIABLES}
        and len(ranks + last.rank + suits) >= hole_cards
    ):
        ranks += last.rank
        yield (
            f"In generic notation w, x, y and z are suits, so '{format_node(term)}' is not {ranks} "
            f"with any other cards: that is {ranks}."
        )
