"""The grammar files, and syntax errors as sentences."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from jamfold.errors import RangeError
from jamfold.ranges.reading.syntax import Build, Part

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

MAX_TEXT = 1_000_000
"""Characters."""
MAX_DEPTH = 50
"""Parentheses inside one another."""

_SHOWN = 40


def parse_tree(text: str) -> Tree[Token]:
    """The parse tree of a text in classic notation.

    Raises
    ------
    RangeError
        If the text does not follow the grammar, or is too long.
    """
    return cast("Tree[Token]", _parse("classic", text))


def parse_parts(text: str) -> tuple[Part, ...]:
    """The parts of a text in generic notation.

    Raises
    ------
    RangeError
        If the text does not follow the grammar, or is too long or nested too deeply.
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
        position = len(text) if at_end else error.pos_in_stream
    if not text[position:].strip():
        raise RangeError(f"The range '{shorten(text)}' ends too early.")
    raise RangeError(
        f"'{shorten(text[position:], 20)}' in the range '{shorten(text)}' is not understood "
        f"({name} notation)."
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
    callbacks = Build() if name == "generic" else None
    return Lark(grammar, parser="lalr", maybe_placeholders=False, transformer=callbacks)
