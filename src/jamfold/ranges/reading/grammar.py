"""The grammar files, what they build, and syntax errors as sentences."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from jamfold.errors import RangeError
from jamfold.ranges.syntax import (
    NOTHING,
    Both,
    Card,
    Choice,
    Either,
    Everything,
    Filtered,
    Item,
    Node,
    Part,
    Percent,
    Span,
    Term,
    Without,
    parse_card,
)

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

MAX_TEXT = 1_000_000
"""Characters."""
MAX_DEPTH = 50
"""Parentheses inside one another."""

_SHOWN = 40
EXAMPLES = {"classic": "TT+, AJs+, KQo or 15%", "generic": "AA$ds, KK, KQJT-T987 or 15%"}


def parse_tree(text: str) -> Tree[Token]:
    """The parse tree of a text in classic notation.

    Raises RangeError if the text does not follow the grammar, or is too long.
    """
    return cast("Tree[Token]", _parse("classic", text))


def parse_parts(text: str) -> tuple[Part, ...]:
    """The parts of a text in generic notation.

    Raises RangeError if the text does not follow the grammar, or is too long or nested too deeply.
    """
    return cast("tuple[Part, ...]", _parse("generic", text))


def _parse(name: str, text: str) -> object:
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    _check_bounds(text)
    try:
        return _grammar(name).parse(text)
    except UnexpectedInput as error:
        # At the end of the text lark reports the token $END at the position of the last one.
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        position = len(text) if at_end else cast("int", error.pos_in_stream)
    if not text[position:].strip():
        raise RangeError(f"The range '{shorten(text)}' ends too early.")
    # A word is named as a whole, also where only its end is wrong.
    position -= len(cast("re.Match[str]", re.search(r"[\w.]*$", text[:position]))[0])
    raise RangeError(
        f"'{shorten(text[position:], 20)}' in the range '{shorten(text)}' is not understood: "
        f"try {EXAMPLES[name]}."
    )


def shorten(text: str, length: int = _SHOWN) -> str:
    """A text for a sentence: one line, not too long."""
    line = " ".join(text[: 4 * length].split())
    return line if len(line) <= length else line[: length - 3] + "..."


def _check_bounds(text: str) -> None:
    if not text.strip():
        raise RangeError("The range is empty: write * for all hands.")
    if len(text) > MAX_TEXT:
        raise RangeError(
            f"The range '{shorten(text)}' has {len(text):,} characters: at most {MAX_TEXT:,} are read."
        )
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise RangeError(
                f"The range '{shorten(text)}' has more than {MAX_DEPTH} parentheses inside one another."
            )


@cache
def _grammar(name: str) -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name(f"{name}.lark").read_text(encoding="utf-8")
    build = _Build() if name == "generic" else None
    # ASCII: \d and letters in either case are these and no others (K is also the sign for Kelvin).
    return Lark(grammar, parser="lalr", maybe_placeholders=False, transformer=build, g_regex_flags=re.ASCII)


class _Build:
    """What lark calls for each rule while it parses generic notation; lists of alternatives stay flat."""

    def start(self, parts: list[Part]) -> tuple[Part, ...]:
        return tuple(parts)

    def part(self, children: list[Any]) -> Part:
        return Part(children[0], "".join(children[1:]))

    def either(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def both(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def without(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else Without(tuple(parts))

    def filtered(self, children: list[Any]) -> Filtered:
        return Filtered(children[0], tuple(str(word) for word in children[1:]))

    def filters(self, words: list[Token]) -> Filtered:
        return Filtered(Everything(), tuple(str(word) for word in words))

    def climb(self, children: list[Any]) -> Span:
        return Span(children[0], None, 1)

    def descend(self, children: list[Any]) -> Span:
        return Span(children[0], None, -1)

    def span(self, children: list[Any]) -> Span:
        return Span(children[0], children[2])

    def percent(self, words: list[Token]) -> Percent:
        return Percent(tuple(str(word) for word in words[::2]))

    def everything(self, _words: list[Token]) -> Everything:
        return Everything()

    def nothing(self, _words: list[Token]) -> Node:
        return NOTHING

    def term(self, cards: list[Card | Choice]) -> Term:
        return Term(tuple(cards))

    def card(self, words: list[Token]) -> Card:
        return parse_card(words[0])

    def named_choice(self, words: list[Token]) -> Card:
        return Card(words[0].upper(), "".join(words[1:]).lower())

    def choice(self, children: list[Any]) -> Choice:
        items = [child for child in children if isinstance(child, Item)]
        return Choice(tuple(items), "".join(children[len(items) :]).lower())

    def item(self, words: list[Token]) -> Item:
        return Item(parse_card(words[0]), parse_card(words[-1]))
