"""The syntax tree of generic notation, as generic.lark builds it.

Lists of alternatives are flat, so a tree is only as deep as its parentheses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Token


class Item(NamedTuple):
    """One entry of a list: a card, or a span of cards."""

    first: str
    last: str


class Choice(NamedTuple):
    """A list ``[A,K-J]x``: its entries and the suit behind it, if any."""

    items: tuple[Item, ...]
    suit: str


class NamedChoice(NamedTuple):
    """A list macro ``$Bx`` and the suit behind it, if any."""

    name: str
    suit: str


Card = str | Choice | NamedChoice


class Term(NamedTuple):
    """Cards side by side, and where they stand in the text."""

    cards: tuple[Card, ...]
    start: int
    end: int


class Span(NamedTuple):
    """A term that slides: up to the aces, down to the lowest rank, or to another term."""

    first: Term
    last: Term | None
    direction: int
    end: int


class Percent(NamedTuple):
    """The best share of hands, or a slice."""

    words: tuple[str, ...]


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


class Part(NamedTuple):
    """A part of the whole range, with its weight as written."""

    node: Node
    weight: str | None


Node = Term | Span | Percent | Everything | Either | Both | Without | Filtered


class Build:
    """What lark calls for each rule while it parses; one method per rule, and no state."""

    def start(self, children: list[Any]) -> tuple[Part, ...]:
        """All parts."""
        return tuple(children)

    def part(self, children: list[Any]) -> Part:
        """A part of the whole."""
        return Part(children[0], str(children[1]) if len(children) > 1 else None)

    def either(self, children: list[Any]) -> Node:
        """Alternatives, or the only one."""
        parts = _parts_of(children)
        return parts[0] if len(parts) == 1 else Either(parts)

    def both(self, children: list[Any]) -> Both:
        """An intersection."""
        return Both(_parts_of(children))

    def without(self, children: list[Any]) -> Without:
        """A difference."""
        return Without(_parts_of(children))

    def filtered(self, children: list[Any]) -> Filtered:
        """Filters behind something."""
        return Filtered(children[0], tuple(str(word) for word in children[1:]))

    def filters(self, children: list[Token]) -> Filtered:
        """Filters alone."""
        return Filtered(Everything(), tuple(str(word) for word in children))

    def climb(self, children: list[Any]) -> Span:
        """A span up."""
        return Span(children[0], None, 1, children[1].end_pos)

    def descend(self, children: list[Any]) -> Span:
        """A span down."""
        return Span(children[0], None, -1, children[1].end_pos)

    def span(self, children: list[Any]) -> Span:
        """A span with two ends."""
        return Span(children[0], children[2], 0, children[2].end)

    def top(self, children: list[Token]) -> Percent:
        """The best share."""
        return Percent((str(children[0]),))

    def slice(self, children: list[Token]) -> Percent:
        """A slice of shares."""
        return Percent((str(children[0]), str(children[2])))

    def everything(self, children: list[Token]) -> Everything:
        """The word random."""
        return Everything()

    def term(self, children: list[tuple[Card, int, int]]) -> Term:
        """Cards side by side."""
        return Term(tuple(card for card, _, _ in children), children[0][1], children[-1][2])

    def card(self, children: list[Token]) -> tuple[Card, int, int]:
        """A card, and where it stands."""
        token = children[0]
        return str(token), token.start_pos or 0, token.end_pos or 0

    def item(self, children: list[Token]) -> tuple[Item, int, int]:
        """An entry of a list, and where it stands."""
        first, last = children[0], children[-1]
        return Item(str(first), str(last)), first.start_pos or 0, last.end_pos or 0

    def choice(self, children: list[Any]) -> tuple[Card, int, int]:
        """A list, and where it stands."""
        items = [child for child in children if isinstance(child, tuple)]
        suit = children[-1] if isinstance(children[-1], str) else None
        # The brackets stand outside the first and the last entry.
        end = items[-1][2] + 1 if suit is None else getattr(suit, "end_pos", 0)
        card = Choice(tuple(item for item, _, _ in items), str(suit or ""))
        return card, items[0][1] - 1, end

    def named_choice(self, children: list[Token]) -> tuple[Card, int, int]:
        """A list macro, and where it stands."""
        first, last = children[0], children[-1]
        suit = str(last) if len(children) > 1 else ""
        return NamedChoice(str(first), suit), first.start_pos or 0, last.end_pos or 0


def _parts_of(children: list[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, str))
